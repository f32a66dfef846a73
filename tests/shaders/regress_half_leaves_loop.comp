#version 450
// kiln: groups=4,1,1 elems=512 b0=uint b1=zero expect=1:1 alone
// A half that is uniform in a loop and that lanes take out of it in different iterations.
#extension GL_KHR_shader_subgroup_arithmetic: enable
#extension GL_KHR_shader_subgroup_ballot: enable
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_subgroup_extended_types_float16 : enable
layout (local_size_x = 128) in;
layout(set = 0, binding = 0, std430) buffer Buffer1 { float16_t data[]; };
layout(set = 0, binding = 1, std430) buffer Buffer2 { uint r[]; };
void main (void)
{
  uint i = gl_GlobalInvocationID.x;
  uvec4 mask = subgroupBallot(true);
  float16_t ref = float16_t(intBitsToFloat(0xff800000));
  for (uint index = 0; index <= gl_SubgroupInvocationID; index++) 
   if (subgroupBallotBitExtract(mask, index)) {
      ref = (isnan(ref) ? data[index] : (isnan(data[index]) ? ref : max(ref, data[index])));
  }
  float16_t v = subgroupInclusiveMax(data[gl_SubgroupInvocationID]);
  r[i] = ref == v ? 1u : 0x10000u * uint(float16BitsToUint16(ref)) | uint(float16BitsToUint16(v));
}
