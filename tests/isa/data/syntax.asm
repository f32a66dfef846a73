mov (8) r1:f r2:f
mov (8|M0) r1.0:f r2.1:f
mov (1|M0) r1:f r2:f
mov (16|M16) r1.4<2>:w -(abs)r2.0<8;8,1>:w
(f0) mov (8|M0) r1:f r2:f
(~f1.1.all16h) mov (16|M0) r1:f r2:f
(W&f0.1.anyv) mov (8|M8) r1:f r2:f
(f0.any2h) mov (8|M8) r1:f r2:f
add (8|M0) r1:d r2:d 1+2*3:d
add (8|M0) r1:d r2:d (-3):d
add (8|M0) r1:d r2:d -(4-7)*2:d
add (8|M0) r1:ud r2:ud 0b1011:ud
add (8|M0) r1:w r2:w -0x10:w
add (8|M0) r1:d r2:d ~5:d
mov (8|M0) r1:f 0x3F800000:f
mov (8|M0) r1:f 1e3:f
mov (8|M0) r1:f 1.5e-40:f
mov (8|M0) r1:f -inf:f
mov (8|M0) r1:hf inf:hf
mov (8|M0) r1:f snan(0x1):f
mov (8|M0) r1:df -qnan(0x5):df
mov (8|M0) r1:hf 0.1:hf
mov (8|M0) r1:hf 65504.0:hf
mov (8|M0) r1:hf 65519.0:hf
mov (8|M0) r1:hf 6.0e-8:hf
mov (8|M0) r1:hf 1.0e-8:hf
mov (8|M0) r1:hf 6.1e-5:hf
mov (8|M0) r1:hf 0.333251953125:hf
mov (8|M0) r1:hf 1.00048828125:hf
mov (8|M0) r1:hf 1.00146484375:hf
mov (8|M0) r1:f 1.0+0.5:f
mov (8|M0) r1:f 0:f
mov (8|M0) r1:f -0.0:f
mov (8|M0) r1:uw 0x76543210:v
mov (8|M0) r1:uq 0xFFFFFFFFFFFFFFFF:uq
mov (8|M0) r1:q -5:q
send (8|M0) r1:f r2 0xA+2 0x02106000
send (8|M0) r[a0.0,16] r2 0xC 0x02106000
L1:
jmpi L1
jmpi (1|M0) L2
(W) jmpi -16
(f0.1) jmpi r5.2
L2:
if (8|M0) L1 L2
brc (8|M0) r2.0 null
brd (8|M0) 32
mad (8|M0) r1:f r2:f r3:f r4:f
mad (1|M0) r1:f r2:f r3:f r4:f
mad (8|M0) r1.0<1>:f r2.1:f r3:f r4.3:f
mad (1|M0) r1.3<1>:df r2.1:df r3:df r4.3:df
math.invm (8|M0) r5.mme1:f r2.mme0:f r4.nomme:f
math.rsqtm (1|M0) (eo)f0.1 r5.mme1:df r2.mme0:df
mov (8|M0) mme1:ud r1:ud
mov (8|M0) r1:ud mme3:ud
mov (8|M0) mme0:ud r1:ud
mov (8|M0) r1:ud mme7:ud
mov (1|M0) a0.0:uw 0x10:uw {NoDDClr,NoDDChk}
mov (1|M0) a0.2:ud r3.4:ud {}
mov (8|M0) r1:f r2:f {Uncompacted}
nop; nop
wait n0:ud
wait n0.1:ud
call (8|M0) r1 L1
call (8|M0) r1 r2
ret (8|M0) r1
calla (8|M0) r1.0 L2
mov (8|M0) r[a0.1 + 16]:f r[a0.2 - 16]:f
mov (8|M0) r[a0.1,16]<2>:uw r[a0.2,-16]<4;4,1>:uw
mov (1|M0) r1:ud ce:ud
mov (1|M0) r1:ud ip:ud
mov (1|M0) r1:ud sr0.1:ud
mov (4|M0) r1:ud tm0:ud
sendsc (8|M0) null:f r2 null 0xC a0.0 {EOT}
csel (4|M0) (lt)f0.0 r1:f r2:f r3:f r4:f
cmp (8|M0) (ov)f1.0 null:f r2:f r3:f
sel (8|M0) (ge)f0.0 (sat)r1:f r2:f r3:f {AccWrEn}
movi (8|M0) r1:f r[a0.0]:f
mov (8|M0) null:f r2:f
add (8|M0) acc0:f acc1:f r3:f
