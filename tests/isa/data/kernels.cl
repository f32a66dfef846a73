#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void saxpy(global float*x, global float*y, float a){int i=get_global_id(0); y[i]=a*x[i]+y[i];}
kernel void red(global int*in, global int*out, local int*t){int l=get_local_id(0); t[l]=in[get_global_id(0)]; for(int s=get_local_size(0)/2;s>0;s>>=1){barrier(CLK_LOCAL_MEM_FENCE); if(l<s)t[l]+=t[l+s];} if(!l)out[get_group_id(0)]=t[0];}
kernel void dbl(global double*x, global double*y){int i=get_global_id(0); y[i]=sqrt(x[i])/y[i]+sin(x[i])+fma(x[i],2.5,y[i]);}
kernel void hlf(global half*x, global half*y){int i=get_global_id(0); y[i]=mad(x[i],(half)2.5f,y[i])/x[i];}
kernel void lng(global long*x, global ulong*y){int i=get_global_id(0); y[i]=x[i]*y[i]+(x[i]>>3)%y[i];}
kernel void chr(global char4*x, global uchar4*y, global short8*z){int i=get_global_id(0); y[i]=convert_uchar4_sat(x[i]*convert_char4(y[i])); z[i]=z[i]*z[i+1]+(short)3;}
kernel void br(global int*x, int n){int i=get_global_id(0); int v=x[i]; while(v>n){ if(v&1) {v=v*3+1; if (v>1000) break;} else v/=n; for(int k=0;k<v;k++) { if(k==7) continue; x[k]+=v; } } switch(v&3){case 0: x[i]=5;break;case 1:x[i]=v;return;default:x[i]=v*v;} atomic_add(x,v);}
kernel void mth(global float*x){int i=get_global_id(0); float v=x[i]; x[i]=native_sin(v)+cos(v)+pow(v,2.5f)+exp(v)+log(v)+rsqrt(v)+floor(v)+fmin(v,3.f)+clamp(v,0.f,1.f)+fabs(v)+ldexp(v,3)+popcount((int)v)+clz((int)v)+rotate((uint)v,3u)+mul_hi((int)v,77)+abs_diff((int)v,3);}
kernel void img(read_only image2d_t a, write_only image2d_t b, sampler_t s){int2 p=(int2)(get_global_id(0),get_global_id(1)); write_imagef(b,p,read_imagef(a,s,convert_float2(p)*0.5f)+read_imagef(a,p));}
kernel void prv(global int*x,int n){int a[64]; for(int i=0;i<64;i++)a[i]=x[i]; int s=0; for(int i=0;i<n;i++)s+=a[x[i]&63]; x[get_global_id(0)]=s; printf("%d\n",s);}
