kernel void saxpy(global float *y, global const float *x, float a, uint n)
{ uint i = get_global_id(0); if (i < n) y[i] += a * x[i]; }
kernel void red(global uint *o, global const uint *x, local uint *s)
{ uint l = get_local_id(0); s[l] = x[get_global_id(0)]; barrier(CLK_LOCAL_MEM_FENCE);
 for (uint d = get_local_size(0)/2; d; d >>= 1) { if (l < d) s[l] += s[l+d]; barrier(CLK_LOCAL_MEM_FENCE);} if(!l) atomic_add(o, s[0]); }
kernel void lp(global float *o, uint n) { uint i = get_global_id(0); float z=i; for (uint k=0;k<i;k++) { if (z>100) break; if (k&1) continue; z = z*z/3.0f + native_sin(z); } o[i]=z; }
