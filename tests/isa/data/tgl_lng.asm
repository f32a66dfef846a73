L0:
(W) mov (8|M0) r42.0<1>:ud r0.0<1;1,0>:ud
(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw {@1}
(W) mul (1|M0) acc0.0<1>:d r9.0<0;1,0>:d r42.2<0;1,0>:uw {Compacted,@1}
(W) mach (1|M0) r3.0<1>:d r9.0<0;1,0>:d r42.1<0;1,0>:d {Compacted}
add (16|M0) r4.0<1>:d r3.0<0;1,0>:d r1.0<16;16,1>:uw {@1}
add (16|M16) r18.0<1>:d r3.0<0;1,0>:d r2.0<16;16,1>:uw
add (16|M0) r4.0<1>:d r4.0<8;8,1>:d r7.0<0;1,0>:d {Compacted,@2}
add (16|M16) r18.0<1>:d r18.0<8;8,1>:d r7.0<0;1,0>:d {Compacted,@2}
shl (16|M0) r10.0<1>:d r4.0<8;8,1>:d 3:w {Compacted,@2}
shl (16|M16) r20.0<1>:d r18.0<8;8,1>:d 3:w {Compacted,@2}
add (16|M0) r12.0<1>:d r10.0<8;8,1>:d r8.6<0;1,0>:d {Compacted,@2}
add (16|M0) r44.0<1>:d r10.0<8;8,1>:d r8.7<0;1,0>:d {Compacted}
send.dc1 (16|M0) r14 r12 null 0x0 0x04405C00 {@2,$0}
send.dc1 (16|M0) r48 r44 null 0x0 0x04405C01 {@1,$1}
add (16|M16) r22.0<1>:d r20.0<8;8,1>:d r8.6<0;1,0>:d {Compacted,@3}
add (16|M16) r46.0<1>:d r20.0<8;8,1>:d r8.7<0;1,0>:d {Compacted}
send.dc1 (16|M16) r24 r22 null 0x0 0x04405C00 {@2,$2}
send.dc1 (16|M16) r52 r46 null 0x0 0x04405C01 {@1,$3}
asr (16|M0) r64.0<1>:d r16.0<8;8,1>:d 3:w {Compacted,$0.dst}
mul (8|M0) acc0.0<1>:ud r14.0<8;8,1>:ud r48.0<2;1,0>:uw {$1.dst}
mach (8|M0) r4.0<1>:ud r14.0<8;8,1>:ud r48.0<8;8,1>:ud {AccWrEn,Compacted}
or (16|M0) r28.0<1>:d r50.0<8;8,1>:d r64.0<8;8,1>:d {Compacted,@3}
mov (8|M0) r10.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
mul (8|M8) acc0.0<1>:ud r15.0<8;8,1>:ud r49.0<2;1,0>:uw
mach (8|M8) r5.0<1>:ud r15.0<8;8,1>:ud r49.0<8;8,1>:ud {AccWrEn}
asr (16|M16) r66.0<1>:d r26.0<8;8,1>:d 3:w {Compacted,$2.dst}
mov (8|M8) r11.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
(W) mul (8|M0) acc0.0<1>:d r14.0<8;8,1>:ud r50.0<2;1,0>:uw
mach (8|M0) r12.0<1>:d r14.0<8;8,1>:ud r50.0<8;8,1>:d
(W) mul (8|M8) acc0.0<1>:d r15.0<8;8,1>:ud r51.0<2;1,0>:uw
mach (8|M8) r13.0<1>:d r15.0<8;8,1>:ud r51.0<8;8,1>:d
(W) mul (8|M0) acc0.0<1>:d r48.0<8;8,1>:ud r16.0<2;1,0>:uw
add (16|M0) r18.0<1>:d r4.0<8;8,1>:d r12.0<8;8,1>:d {Compacted,@2}
mach (8|M0) r12.0<1>:d r48.0<8;8,1>:ud r16.0<8;8,1>:d
(W) mul (8|M8) acc0.0<1>:d r49.0<8;8,1>:ud r17.0<2;1,0>:uw
mach (8|M8) r13.0<1>:d r49.0<8;8,1>:ud r17.0<8;8,1>:d
mul (8|M16) acc0.0<1>:ud r24.0<8;8,1>:ud r52.0<2;1,0>:uw {$3.dst}
mach (8|M16) r20.0<1>:ud r24.0<8;8,1>:ud r52.0<8;8,1>:ud {AccWrEn}
or (16|M16) r30.0<1>:d r54.0<8;8,1>:d r66.0<8;8,1>:d {Compacted}
mov (8|M16) r22.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
mul (8|M24) acc0.0<1>:ud r25.0<8;8,1>:ud r53.0<2;1,0>:uw
mach (8|M24) r21.0<1>:ud r25.0<8;8,1>:ud r53.0<8;8,1>:ud {AccWrEn}
cmp (16|M0) (lt)f0.0 null<1>:d r28.0<8;8,1>:ud 0x1:uw
mov (8|M24) r23.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
(W) mul (8|M16) acc0.0<1>:d r24.0<8;8,1>:ud r54.0<2;1,0>:uw
mach (8|M16) r4.0<1>:d r24.0<8;8,1>:ud r54.0<8;8,1>:d
(W) mul (8|M24) acc0.0<1>:d r25.0<8;8,1>:ud r55.0<2;1,0>:uw
mach (8|M24) r5.0<1>:d r25.0<8;8,1>:ud r55.0<8;8,1>:d
cmp (16|M16) (lt)f0.0 null<1>:d r30.0<8;8,1>:ud 0x1:uw {@7}
(W) mul (8|M16) acc0.0<1>:d r52.0<8;8,1>:ud r26.0<2;1,0>:uw
shl (16|M0) r34.0<1>:d r16.0<8;8,1>:d 29:w {Compacted}
shr (16|M0) r38.0<1>:d r14.0<8;8,1>:ud 3:w {Compacted}
shl (16|M16) r36.0<1>:d r26.0<8;8,1>:d 29:w {Compacted}
shr (16|M16) r40.0<1>:d r24.0<8;8,1>:ud 3:w {Compacted}
add (16|M16) r32.0<1>:d r20.0<8;8,1>:d r4.0<8;8,1>:d {Compacted,@7}
mach (8|M16) r4.0<1>:d r52.0<8;8,1>:ud r26.0<8;8,1>:d
(W) mul (8|M24) acc0.0<1>:d r53.0<8;8,1>:ud r27.0<2;1,0>:uw
mach (8|M24) r5.0<1>:d r53.0<8;8,1>:ud r27.0<8;8,1>:d
mov (16|M0) r56.0<1>:f r10.0<8;8,1>:f {Compacted}
add (16|M0) r60.0<1>:d r18.0<8;8,1>:d r12.0<8;8,1>:d {Compacted}
mov (16|M16) r58.0<1>:f r22.0<8;8,1>:f {Compacted}
or (16|M0) r68.0<1>:d r38.0<8;8,1>:d r34.0<8;8,1>:d {Compacted,@7}
or (16|M16) r70.0<1>:d r40.0<8;8,1>:d r36.0<8;8,1>:d {Compacted,@7}
add (16|M16) r62.0<1>:d r32.0<8;8,1>:d r4.0<8;8,1>:d {Compacted,@6}
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w
(~f0.0) if (32|M0) L2256 L2336
L808:
mov (16|M0) r72.0<1>:f 0.0:f {Compacted}
mov (16|M16) r74.0<1>:f 0.0:f {Compacted}
mov (16|M0) r76.0<1>:f 0.0:f {Compacted}
mov (16|M16) r78.0<1>:f 0.0:f {Compacted}
(W) mov (1|M0) r8.0<1>:f 8.82818e-44:f
L856:
(W) mov (1|M0) r94.0<1>:ud f0.0<0;1,0>:ud {Compacted}
(W) mov (1|M0) f0.0<1>:ud 0x0:ud
cmp (32|M0) (eq)f0.0 null<1>:uw r2.0<0;1,0>:uw r2.0<0;1,0>:uw
(W&f0.0.any32h) mov (1|M0) f0.0<1>:ud 0xFFFFFFFF:ud
(W) mov (1|M0) r92.0<1>:ud f1.0<0;1,0>:ud {Compacted}
shr (16|M0) r4.0<1>:d r72.0<8;8,1>:ud 31:w {Compacted,@7}
(W&f0.0) and (1|M0) r8.1<1>:d r8.0<0;1,0>:d 63:w {@7}
shr (16|M16) r10.0<1>:d r74.0<8;8,1>:ud 31:w {Compacted,@7}
(W) cmp (16|M0) (ne)f1.0 null<1>:d r8.1<0;1,0>:d 0:w {@2}
(W&~f0.0) mov (1|M0) f1.0<1>:ud r92.0<0;1,0>:ud {@5}
shl (16|M0) r12.0<1>:d r76.0<8;8,1>:d 1:w {Compacted}
shl (16|M16) r14.0<1>:d r78.0<8;8,1>:d 1:w {Compacted}
(W) mov (1|M0) r92.0<1>:ud f1.0<0;1,0>:ud {Compacted}
(W) cmp (16|M16) (ne)f1.0 null<1>:d r8.1<0;1,0>:d 0:w
(W&~f0.0) mov (1|M0) f1.0<1>:ud r92.0<0;1,0>:ud {@2}
shl (16|M0) r80.0<1>:d r72.0<8;8,1>:d 1:w {Compacted}
shl (16|M16) r82.0<1>:d r74.0<8;8,1>:d 1:w {Compacted}
or (16|M0) r84.0<1>:d r12.0<8;8,1>:d r4.0<8;8,1>:d {Compacted,@7}
or (16|M16) r86.0<1>:d r14.0<8;8,1>:d r10.0<8;8,1>:d {Compacted,@7}
(W) mov (1|M0) f0.0<1>:ud r94.0<0;1,0>:ud
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w
(~f1.0) if (32|M0) L1152 L1608
L1120:
mov (16|M0) r88.0<1>:f r68.0<8;8,1>:f {Compacted}
mov (16|M16) r90.0<1>:f r70.0<8;8,1>:f {Compacted}
else (32|M0) L1608 L1608
L1152:
(W) mov (1|M0) r94.0<1>:ud f1.0<0;1,0>:ud {Compacted}
(W) mov (1|M0) f1.0<1>:ud 0x0:ud
cmp (32|M0) (eq)f1.0 null<1>:uw r2.0<0;1,0>:uw r2.0<0;1,0>:uw
(W&f1.0.any32h) mov (1|M0) f1.0<1>:ud 0xFFFFFFFF:ud
(W) mov (1|M0) r92.0<1>:ud f0.0<0;1,0>:ud {Compacted}
(W) cmp (16|M0) (lt)f0.0 null<1>:d r8.1<0;1,0>:ud 0x20:uw
(W&~f1.0) mov (1|M0) f0.0<1>:ud r92.0<0;1,0>:ud {@2}
(W) mov (1|M0) r92.0<1>:ud f0.0<0;1,0>:ud {Compacted}
(W) cmp (16|M16) (lt)f0.0 null<1>:d r8.1<0;1,0>:ud 0x20:uw
(W&~f1.0) mov (1|M0) f0.0<1>:ud r92.0<0;1,0>:ud {@2}
(W) mov (1|M0) f1.0<1>:ud r94.0<0;1,0>:ud {@7}
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w
(~f0.0) if (32|M0) L1456 L1592
L1336:
(W) mov (1|M0) r94.0<1>:ud f0.0<0;1,0>:ud {Compacted}
(W) mov (1|M0) f0.0<1>:ud 0x0:ud
cmp (32|M0) (eq)f0.0 null<1>:uw r2.0<0;1,0>:uw r2.0<0;1,0>:uw
(W&f0.0.any32h) add (1|M0) r3.0<1>:d r8.1<0;1,0>:d -32:w
(W) mov (1|M0) f0.0<1>:ud r94.0<0;1,0>:ud {@4}
shr (16|M0) r88.0<1>:d r64.0<8;8,1>:ud r3.0<0;1,0>:d {@2}
shr (16|M16) r90.0<1>:d r66.0<8;8,1>:ud r3.0<0;1,0>:d
else (32|M0) L1592 L1592
L1456:
(W) mov (1|M0) r94.0<1>:ud f0.0<0;1,0>:ud {Compacted}
(W) mov (1|M0) f0.0<1>:ud 0x0:ud
cmp (32|M0) (eq)f0.0 null<1>:uw r2.0<0;1,0>:uw r2.0<0;1,0>:uw
(W&f0.0.any32h) add (1|M0) r3.0<1>:d -r8.1<0;1,0>:d 32:w
shr (16|M0) r12.0<1>:d r68.0<8;8,1>:ud r8.1<0;1,0>:d
shr (16|M16) r14.0<1>:d r70.0<8;8,1>:ud r8.1<0;1,0>:d
shl (16|M0) r4.0<1>:d r64.0<8;8,1>:d r3.0<0;1,0>:d {Compacted,@3}
shl (16|M16) r10.0<1>:d r66.0<8;8,1>:d r3.0<0;1,0>:d {Compacted}
or (16|M0) r88.0<1>:d r12.0<8;8,1>:d r4.0<8;8,1>:d {Compacted,@2}
or (16|M16) r90.0<1>:d r14.0<8;8,1>:d r10.0<8;8,1>:d {Compacted,@2}
(W) mov (1|M0) f0.0<1>:ud r94.0<0;1,0>:ud {@7}
L1592:
endif (32|M0) L1608
L1608:
endif (32|M0) L1624
L1624:
and (16|M0) r4.0<1>:d r88.0<8;8,1>:d 1:w {Compacted,@5}
and (16|M16) r10.0<1>:d r90.0<8;8,1>:d 1:w {Compacted,@5}
or (16|M0) r12.0<1>:d r4.0<8;8,1>:d r80.0<8;8,1>:d {Compacted,@2}
or (16|M16) r14.0<1>:d r10.0<8;8,1>:d r82.0<8;8,1>:d {Compacted,@2}
cmp (16|M0) (lt)f0.0 null<1>:d r12.0<8;8,1>:ud r48.0<8;8,1>:ud {@2}
cmp (16|M16) (lt)f0.0 null<1>:d r14.0<8;8,1>:ud r52.0<8;8,1>:ud {@2}
(f0.0) cmp (16|M0) (eq)f0.0 null<1>:d r84.0<8;8,1>:d r50.0<8;8,1>:d
(f0.0) cmp (16|M16) (eq)f0.0 null<1>:d r86.0<8;8,1>:d r54.0<8;8,1>:d
(~f0.0) cmp (16|M0) (lt)f0.0 null<1>:d r84.0<8;8,1>:ud r50.0<8;8,1>:ud
(~f0.0) cmp (16|M16) (lt)f0.0 null<1>:d r86.0<8;8,1>:ud r54.0<8;8,1>:ud
(~f0.0) sel (16|M0) r16.0<1>:d r48.0<8;8,1>:d 0:w
(~f0.0) sel (16|M0) r20.0<1>:d r50.0<8;8,1>:d 0:w
(~f0.0) sel (16|M16) r18.0<1>:d r52.0<8;8,1>:d 0:w
(~f0.0) sel (16|M16) r22.0<1>:d r54.0<8;8,1>:d 0:w
(W) mov (1|M0) r94.0<1>:ud f0.0<0;1,0>:ud {Compacted}
(W) mov (1|M0) f0.0<1>:ud 0x0:ud
cmp (32|M0) (eq)f0.0 null<1>:uw r2.0<0;1,0>:uw r2.0<0;1,0>:uw
(W&f0.0.any32h) mov (1|M0) f0.0<1>:ud 0xFFFFFFFF:ud
(W) mov (1|M0) r92.0<1>:ud f1.0<0;1,0>:ud {Compacted}
subb (8|M0) r72.0<1>:ud r12.0<8;8,1>:ud r16.0<8;8,1>:ud {AccWrEn,Compacted,@7}
(W) cmp (16|M0) (eq)f1.0 null<1>:d r8.0<0;1,0>:d 0:w
(W&~f0.0) mov (1|M0) f1.0<1>:ud r92.0<0;1,0>:ud {@3}
mov (8|M0) r4.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
subb (8|M8) r73.0<1>:ud r13.0<8;8,1>:ud r17.0<8;8,1>:ud {AccWrEn}
add (8|M0) r76.0<1>:ud r84.0<8;8,1>:ud -r20.0<8;8,1>:ud {Compacted}
mov (8|M8) r6.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
(W) mov (1|M0) r92.0<1>:ud f1.0<0;1,0>:ud {Compacted}
subb (8|M16) r74.0<1>:ud r14.0<8;8,1>:ud r18.0<8;8,1>:ud {AccWrEn}
(W) cmp (16|M16) (eq)f1.0 null<1>:d r8.0<0;1,0>:d 0:w
mov (8|M16) r10.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
(W&~f0.0) mov (1|M0) f1.0<1>:ud r92.0<0;1,0>:ud {@4}
subb (8|M24) r75.0<1>:ud r15.0<8;8,1>:ud r19.0<8;8,1>:ud {AccWrEn}
add (8|M8) r77.0<1>:ud r85.0<8;8,1>:ud -r21.0<8;8,1>:ud {Compacted}
add (8|M16) r78.0<1>:ud r86.0<8;8,1>:ud -r22.0<8;8,1>:ud {Compacted}
add (8|M24) r79.0<1>:ud r87.0<8;8,1>:ud -r23.0<8;8,1>:ud {Compacted}
mov (8|M24) r24.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
add (8|M0) r76.0<1>:ud -r4.0<8;8,1>:ud r76.0<8;8,1>:ud {Compacted}
(W) mov (1|M0) f0.0<1>:ud r94.0<0;1,0>:ud
add (8|M8) r77.0<1>:ud -r6.0<8;8,1>:ud r77.0<8;8,1>:ud {Compacted,@6}
add (8|M16) r78.0<1>:ud -r10.0<8;8,1>:ud r78.0<8;8,1>:ud {Compacted,@6}
add (8|M24) r79.0<1>:ud -r24.0<8;8,1>:ud r79.0<8;8,1>:ud {Compacted,@5}
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w
(f1.0) break (32|M0) L2224 L2224
L2152:
(W) mov (1|M0) r94.0<1>:ud f0.0<0;1,0>:ud {Compacted}
(W) mov (1|M0) f0.0<1>:ud 0x0:ud
cmp (32|M0) (eq)f0.0 null<1>:uw r2.0<0;1,0>:uw r2.0<0;1,0>:uw
(W&f0.0.any32h) add (1|M0) r8.0<1>:d r8.0<0;1,0>:d -1:w
(W) mov (1|M0) f0.0<1>:ud r94.0<0;1,0>:ud {@4}
L2224:
while (32|M0) L856
L2240:
else (32|M0) L2336 L2336
L2256:
math.irem (8|M0) r72.0<1>:ud r68.0<8;8,1>:ud r48.0<8;8,1>:ud {$4}
math.irem (8|M8) r73.0<1>:ud r69.0<8;8,1>:ud r49.0<8;8,1>:ud {$5}
mov (16|M0) r76.0<1>:f 0.0:f {Compacted}
math.irem (8|M16) r74.0<1>:ud r70.0<8;8,1>:ud r52.0<8;8,1>:ud {$6}
mov (16|M16) r78.0<1>:f 0.0:f {Compacted}
math.irem (8|M24) r75.0<1>:ud r71.0<8;8,1>:ud r53.0<8;8,1>:ud {$7}
L2336:
endif (32|M0) L2352
L2352:
addc (8|M0) r4.0<1>:ud r56.0<8;8,1>:ud r72.0<8;8,1>:ud {AccWrEn,Compacted,$4.dst}
add (8|M0) r10.0<1>:ud r60.0<8;8,1>:ud r76.0<8;8,1>:ud {Compacted,@4}
mov (8|M0) r6.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
addc (8|M8) r5.0<1>:ud r57.0<8;8,1>:ud r73.0<8;8,1>:ud {AccWrEn,$5.dst}
add (8|M8) r11.0<1>:ud r61.0<8;8,1>:ud r77.0<8;8,1>:ud {Compacted}
mov (8|M8) r12.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
addc (8|M16) r14.0<1>:ud r58.0<8;8,1>:ud r74.0<8;8,1>:ud {AccWrEn,$6.dst}
add (8|M16) r18.0<1>:ud r62.0<8;8,1>:ud r78.0<8;8,1>:ud {Compacted,@7}
mov (8|M16) r16.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
addc (8|M24) r15.0<1>:ud r59.0<8;8,1>:ud r75.0<8;8,1>:ud {AccWrEn,$7.dst}
add (8|M24) r19.0<1>:ud r63.0<8;8,1>:ud r79.0<8;8,1>:ud {Compacted}
mov (8|M24) r20.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
add (8|M0) r10.0<1>:ud r6.0<8;8,1>:ud r10.0<8;8,1>:ud {Compacted,@7}
add (8|M8) r11.0<1>:ud r12.0<8;8,1>:ud r11.0<8;8,1>:ud {Compacted,@7}
add (8|M16) r18.0<1>:ud r16.0<8;8,1>:ud r18.0<8;8,1>:ud {Compacted,@6}
add (8|M24) r19.0<1>:ud r20.0<8;8,1>:ud r19.0<8;8,1>:ud {Compacted,@4}
mov (16|M0) r22.0<1>:f r4.0<8;8,1>:f {Compacted}
mov (16|M16) r26.0<1>:f r14.0<8;8,1>:f {Compacted,@7}
mov (16|M0) r24.0<1>:f r10.0<8;8,1>:f {Compacted,@5}
mov (16|M16) r28.0<1>:f r18.0<8;8,1>:f {Compacted,@4}
send.dc1 (16|M0) null r44 r22 0x100 0x04025C01 {@2,$8}
send.dc1 (16|M16) null r46 r26 0x100 0x04025C01 {@1,$9}
(W) mov (8|M0) r127.0<1>:f r42.0<8;8,1>:f {Compacted}
(W) send.dc0 (8|M0) r3 r42 null 0x0 0x0219E000 {$10}
(W) mov (8|M0) null<1>:ud r3.0<8;8,1>:ud {$10.dst}
(W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT,@1}
L2624:
