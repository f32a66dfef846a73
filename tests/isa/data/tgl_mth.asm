L0:
(W) mov (8|M0) r63.0<1>:ud r0.0<1;1,0>:ud
(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw {@1}
(W) mul (1|M0) acc0.0<1>:d r8.5<0;1,0>:d r63.2<0;1,0>:uw {@1}
mov (16|M0) r70.0<1>:d r1.0<16;16,1>:uw
mov (16|M16) r68.0<1>:d r2.0<16;16,1>:uw
(W) mach (1|M0) r3.0<1>:d r8.5<0;1,0>:d r63.1<0;1,0>:d
add (16|M0) r70.0<1>:d r3.0<0;1,0>:d r70.0<8;8,1>:d {Compacted,@1}
add (16|M16) r68.0<1>:d r3.0<0;1,0>:d r68.0<8;8,1>:d {Compacted,@3}
add (16|M0) r70.0<1>:d r70.0<8;8,1>:d r7.0<0;1,0>:d {Compacted,@2}
add (16|M16) r68.0<1>:d r68.0<8;8,1>:d r7.0<0;1,0>:d {Compacted,@2}
shl (16|M0) r70.0<1>:d r70.0<8;8,1>:d 2:w {Compacted,@2}
shl (16|M16) r68.0<1>:d r68.0<8;8,1>:d 2:w {Compacted,@2}
add (16|M0) r70.0<1>:d r70.0<8;8,1>:d r8.4<0;1,0>:d {Compacted,@2}
add (16|M16) r68.0<1>:d r68.0<8;8,1>:d r8.4<0;1,0>:d {Compacted,@2}
send.dc1 (16|M0) r66 r70 null 0x0 0x04205E00 {@2,$0}
send.dc1 (16|M16) r64 r68 null 0x0 0x04205E00 {@1,$1}
cmp (16|M0) (gt)f1.0 null<1>:f (abs)r66.0<8;8,1>:f 10000.0:f {$0.dst}
math.sin (16|M0) r80.0<1>:f r66.0<8;8,1>:f {$2}
cmp (16|M16) (gt)f1.0 null<1>:f (abs)r64.0<8;8,1>:f 10000.0:f {$1.dst}
math.sin (16|M16) r82.0<1>:f r64.0<8;8,1>:f {$3}
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w
(~f1.0) if (32|M0) L728 L7624
L288:
add (16|M0) acc0.0<1>:f r66.0<8;8,1>:f 0x3FC90FDB:f
add (16|M16) r4.0<1>:f r64.0<8;8,1>:f 0x3FC90FDB:f
(W) mov (1|M0) r6.0<1>:f 0x3EA2F983:f
(W) mov (1|M0) r6.1<1>:f 0x4B400000:f {Compacted}
(W) mov (1|M0) r16.0<1>:f -3.140625e+00:f
mad (16|M0) r8.0<1>:f r6.1<0;0>:f acc0.0<8;1>:f r6.0<0>:f {Compacted,@2}
mad (16|M16) r10.0<1>:f r6.1<0;0>:f r4.0<8;1>:f r6.0<0>:f {Compacted,@5}
shl (16|M0) r12.0<1>:d r8.0<8;8,1>:d 31:w {Compacted,@2}
shl (16|M16) r14.0<1>:d r10.0<8;8,1>:d 31:w {Compacted,@2}
add (16|M0) acc0.0<1>:f r8.0<8;8,1>:f 0xCB400000:f {Compacted}
add (16|M16) r10.0<1>:f r10.0<8;8,1>:f 0xCB400000:f {Compacted}
add (16|M0) acc0.0<1>:f acc0.0<8;8,1>:f -0.5:f {Compacted}
add (16|M16) r10.0<1>:f r10.0<8;8,1>:f -0.5:f {Compacted,@2}
(W) mov (1|M0) r22.0<1>:f -9.675026e-04:f
mad (16|M0) r18.0<1>:f r66.0<8;1>:f acc0.0<8;1>:f r16.0<0>:f {Compacted,@7}
mad (16|M16) r20.0<1>:f r64.0<8;1>:f r10.0<8;1>:f r16.0<0>:f {Compacted,@3}
(W) mov (1|M0) r6.0<1>:f 0xB4222000:f
mad (16|M0) r2.0<1>:f r18.0<8;1>:f acc0.0<8;1>:f r22.0<0>:f {Compacted,@3}
mad (16|M16) r4.0<1>:f r20.0<8;1>:f r10.0<8;1>:f r22.0<0>:f {Compacted,@3}
(W) mov (1|M0) r28.0<1>:f -5.126688e-12:f
mad (16|M0) r24.0<1>:f r2.0<8;1>:f acc0.0<8;1>:f r6.0<0>:f {Compacted,@3}
mad (16|M16) r26.0<1>:f r4.0<8;1>:f r10.0<8;1>:f r6.0<0>:f {Compacted,@3}
mad (16|M0) r30.0<1>:f r24.0<8;1>:f acc0.0<8;1>:f r28.0<0>:f {Compacted,@2}
mad (16|M16) r32.0<1>:f r26.0<8;1>:f r10.0<8;1>:f r28.0<0>:f {Compacted,@2}
mul (16|M0) r34.0<1>:f r30.0<8;8,1>:f r30.0<8;8,1>:f {Compacted,@2}
mul (16|M16) r36.0<1>:f r32.0<8;8,1>:f r32.0<8;8,1>:f {Compacted,@2}
(W) mov (1|M0) r7.0<1>:f 0xB94FB7FF:f
(W) mov (1|M0) r18.0<1>:f 0x362EDEF8:f
(W) mov (1|M0) r4.0<1>:f 0x3C08876A:f
mad (16|M0) acc0.0<1>:f r7.0<0;0>:f r34.0<8;1>:f r18.0<0>:f {Compacted,@2}
mad (16|M16) r2.0<1>:f r7.0<0;0>:f r36.0<8;1>:f r18.0<0>:f {Compacted,@5}
(W) mov (1|M0) r5.0<1>:f -1.666666e-01:f
mad (16|M0) acc0.0<1>:f r4.0<0;0>:f acc0.0<8;1>:f r34.0<1>:f {Compacted,@4}
mad (16|M16) r8.0<1>:f r4.0<0;0>:f r2.0<8;1>:f r36.0<1>:f {Compacted,@3}
mad (16|M0) r10.0<1>:f r5.0<0;0>:f acc0.0<8;1>:f r34.0<1>:f {Compacted,@3}
mad (16|M16) r24.0<1>:f r5.0<0;0>:f r8.0<8;1>:f r36.0<1>:f {Compacted,@2}
mul (16|M0) acc0.0<1>:f r34.0<8;8,1>:f r10.0<8;8,1>:f {Compacted,@2}
mul (16|M16) r24.0<1>:f r36.0<8;8,1>:f r24.0<8;8,1>:f {Compacted,@2}
xor (16|M0) r38.0<1>:d r12.0<8;8,1>:d r30.0<8;8,1>:d {Compacted}
xor (16|M16) r16.0<1>:d r14.0<8;8,1>:d r32.0<8;8,1>:d {Compacted}
mad (16|M0) r76.0<1>:f r38.0<8;1>:f acc0.0<8;1>:f r38.0<1>:f {Compacted,@2}
mad (16|M16) r78.0<1>:f r16.0<8;1>:f r24.0<8;1>:f r16.0<1>:f {Compacted,@2}
else (32|M0) L7624 L7624
L728:
and (16|M0) r72.0<1>:d r66.0<8;8,1>:d 2147483647:d
and (16|M16) r74.0<1>:d r64.0<8;8,1>:d 2147483647:d
cmp (16|M0) (lt)f0.0 null<1>:f (abs)r72.0<8;8,1>:f 2.0:f {Compacted,@2}
cmp (16|M16) (lt)f0.0 null<1>:f (abs)r74.0<8;8,1>:f 2.0:f {@2}
(W) mov (1|M0) r62.4<1>:f 0x33A22168:f
(W) mov (1|M0) r62.2<1>:f 0x3FC90FDA:f
(W) mov (1|M0) r62.3<1>:f 0.5:f {Compacted}
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w
(~f0.0) if (32|M0) L5952 L6472
L856:
shr (16|M0) r2.0<1>:d r72.0<8;8,1>:ud 23:w {Compacted}
(W) mov (1|M0) r62.0<1>:ud f1.0<0;1,0>:ud {Compacted}
(W) mov (1|M0) f1.0<1>:ud 0x0:ud
cmp (32|M0) (eq)f1.0 null<1>:uw r2.0<0;1,0>:uw r2.0<0;1,0>:uw {@3}
and (16|M0) r6.0<1>:d r66.0<8;8,1>:d 8388607:d
(W&f1.0.any32h) mov (1|M0) f1.0<1>:ud 0xFFFFFFFF:ud
and (16|M16) r8.0<1>:d r64.0<8;8,1>:d 8388607:d
or (16|M0) r10.0<1>:d r6.0<8;8,1>:d 8388608:d {@3}
or (16|M16) r12.0<1>:d r8.0<8;8,1>:d 8388608:d {@2}
(W&f1.0) mul (8|M0) acc0.0<1>:d r10.0<8;8,1>:d 0x63AB:uw {@2}
mach (8|M0) r14.0<1>:d r10.0<8;8,1>:d -28220501:d
(W&f1.0) mul (8|M8) acc0.0<1>:d r11.0<8;8,1>:d 0x63AB:uw
mach (8|M8) r15.0<1>:d r11.0<8;8,1>:d -28220501:d
(W&f1.0) mul (8|M16) acc0.0<1>:d r12.0<8;8,1>:d 0x63AB:uw {@5}
mach (8|M16) r16.0<1>:d r12.0<8;8,1>:d -28220501:d
(W&f1.0) mul (8|M24) acc0.0<1>:d r13.0<8;8,1>:d 0x63AB:uw
mach (8|M24) r17.0<1>:d r13.0<8;8,1>:d -28220501:d
(W&f1.0) mul (8|M0) acc0.0<1>:ud r10.0<8;8,1>:ud 0x63AB:uw
mach (8|M0) r18.0<1>:d r10.0<8;8,1>:ud 0xFE5163AB:ud {AccWrEn}
(W&f1.0) mul (8|M0) acc0.0<1>:ud r11.0<8;8,1>:ud 0x63AB:uw
mach (8|M8) r19.0<1>:d r11.0<8;8,1>:ud 0xFE5163AB:ud {AccWrEn}
(W&f1.0) mul (8|M0) acc0.0<1>:ud r12.0<8;8,1>:ud 0x63AB:uw
mach (8|M16) r6.0<1>:d r12.0<8;8,1>:ud 0xFE5163AB:ud {AccWrEn}
(W&f1.0) mul (8|M0) acc0.0<1>:ud r13.0<8;8,1>:ud 0x63AB:uw
mach (8|M24) r7.0<1>:d r13.0<8;8,1>:ud 0xFE5163AB:ud {AccWrEn}
(W&f1.0) mul (8|M0) acc0.0<1>:d r10.0<8;8,1>:d 0x9041:uw
mach (8|M0) r8.0<1>:d r10.0<8;8,1>:d 1011060801:d
(W&f1.0) mul (8|M8) acc0.0<1>:d r11.0<8;8,1>:d 0x9041:uw
mach (8|M8) r9.0<1>:d r11.0<8;8,1>:d 1011060801:d
(W&f1.0) mul (8|M16) acc0.0<1>:d r12.0<8;8,1>:d 0x9041:uw
mach (8|M16) r20.0<1>:d r12.0<8;8,1>:d 1011060801:d
(W&f1.0) mul (8|M24) acc0.0<1>:d r13.0<8;8,1>:d 0x9041:uw
mach (8|M24) r21.0<1>:d r13.0<8;8,1>:d 1011060801:d
addc (8|M0) r22.0<1>:ud r8.0<8;8,1>:ud r18.0<8;8,1>:ud {AccWrEn,Compacted,@7}
shr (16|M16) r4.0<1>:d r74.0<8;8,1>:ud 23:w {Compacted}
mov (8|M0) r24.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
addc (8|M8) r23.0<1>:ud r9.0<8;8,1>:ud r19.0<8;8,1>:ud {AccWrEn,@7}
(W) mov (1|M0) r62.1<1>:ud f1.0<0;1,0>:ud {Compacted}
mov (8|M8) r25.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
addc (8|M16) r26.0<1>:ud r20.0<8;8,1>:ud r6.0<8;8,1>:ud {AccWrEn,@7}
mov (8|M16) r28.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
addc (8|M24) r27.0<1>:ud r21.0<8;8,1>:ud r7.0<8;8,1>:ud {AccWrEn,@7}
mov (8|M24) r29.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
(W&f1.0) mul (8|M0) acc0.0<1>:ud r10.0<8;8,1>:ud 0x9041:uw
mach (8|M0) r30.0<1>:d r10.0<8;8,1>:ud 0x3C439041:ud {AccWrEn}
(W&f1.0) mul (8|M0) acc0.0<1>:ud r11.0<8;8,1>:ud 0x9041:uw
mach (8|M8) r31.0<1>:d r11.0<8;8,1>:ud 0x3C439041:ud {AccWrEn}
(W&f1.0) mul (8|M0) acc0.0<1>:ud r12.0<8;8,1>:ud 0x9041:uw
mach (8|M16) r32.0<1>:d r12.0<8;8,1>:ud 0x3C439041:ud {AccWrEn}
(W&f1.0) mul (8|M0) acc0.0<1>:ud r13.0<8;8,1>:ud 0x9041:uw
mach (8|M24) r33.0<1>:d r13.0<8;8,1>:ud 0x3C439041:ud {AccWrEn}
(W&f1.0) mul (8|M0) acc0.0<1>:d r10.0<8;8,1>:d 0x9599:uw
add (16|M0) r8.0<1>:d r30.0<8;8,1>:d r24.0<8;8,1>:d {Compacted,@6}
mach (8|M0) r6.0<1>:d r10.0<8;8,1>:d -614296167:d
(W&f1.0) mul (8|M8) acc0.0<1>:d r11.0<8;8,1>:d 0x9599:uw
mach (8|M8) r7.0<1>:d r11.0<8;8,1>:d -614296167:d
(W&f1.0) mul (8|M16) acc0.0<1>:d r12.0<8;8,1>:d 0x9599:uw
mach (8|M16) r20.0<1>:d r12.0<8;8,1>:d -614296167:d
(W&f1.0) mul (8|M24) acc0.0<1>:d r13.0<8;8,1>:d 0x9599:uw
mach (8|M24) r21.0<1>:d r13.0<8;8,1>:d -614296167:d
addc (8|M0) r34.0<1>:ud r8.0<8;8,1>:ud r6.0<8;8,1>:ud {AccWrEn,Compacted,@7}
add (16|M16) r18.0<1>:d r32.0<8;8,1>:d r28.0<8;8,1>:d {Compacted,@7}
mov (8|M0) r36.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
addc (8|M8) r35.0<1>:ud r9.0<8;8,1>:ud r7.0<8;8,1>:ud {AccWrEn,@7}
mov (8|M8) r37.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
addc (8|M16) r24.0<1>:ud r18.0<8;8,1>:ud r20.0<8;8,1>:ud {AccWrEn,@4}
mov (8|M16) r28.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
addc (8|M24) r25.0<1>:ud r19.0<8;8,1>:ud r21.0<8;8,1>:ud {AccWrEn,@7}
mov (8|M24) r29.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
(W&f1.0) mul (8|M0) acc0.0<1>:ud r10.0<8;8,1>:ud 0x9599:uw
mach (8|M0) r30.0<1>:d r10.0<8;8,1>:ud 0xDB629599:ud {AccWrEn}
(W&f1.0) mul (8|M0) acc0.0<1>:ud r11.0<8;8,1>:ud 0x9599:uw
mach (8|M8) r31.0<1>:d r11.0<8;8,1>:ud 0xDB629599:ud {AccWrEn}
(W&f1.0) mul (8|M0) acc0.0<1>:ud r12.0<8;8,1>:ud 0x9599:uw
mach (8|M16) r32.0<1>:d r12.0<8;8,1>:ud 0xDB629599:ud {AccWrEn}
(W&f1.0) mul (8|M0) acc0.0<1>:ud r13.0<8;8,1>:ud 0x9599:uw
mach (8|M24) r33.0<1>:d r13.0<8;8,1>:ud 0xDB629599:ud {AccWrEn}
(W&f1.0) mul (8|M0) acc0.0<1>:d r10.0<8;8,1>:d 0xDDC0:uw
add (16|M0) r6.0<1>:d r30.0<8;8,1>:d r36.0<8;8,1>:d {Compacted,@6}
mach (8|M0) r18.0<1>:d r10.0<8;8,1>:d -181084736:d
(W&f1.0) mul (8|M8) acc0.0<1>:d r11.0<8;8,1>:d 0xDDC0:uw
mach (8|M8) r19.0<1>:d r11.0<8;8,1>:d -181084736:d
(W&f1.0) mul (8|M16) acc0.0<1>:d r12.0<8;8,1>:d 0xDDC0:uw
mach (8|M16) r20.0<1>:d r12.0<8;8,1>:d -181084736:d
(W&f1.0) mul (8|M24) acc0.0<1>:d r13.0<8;8,1>:d 0xDDC0:uw
mach (8|M24) r21.0<1>:d r13.0<8;8,1>:d -181084736:d
addc (8|M0) r38.0<1>:ud r6.0<8;8,1>:ud r18.0<8;8,1>:ud {AccWrEn,Compacted,@7}
add (16|M16) r8.0<1>:d r32.0<8;8,1>:d r28.0<8;8,1>:d {Compacted,@7}
mov (8|M0) r40.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
addc (8|M8) r39.0<1>:ud r7.0<8;8,1>:ud r19.0<8;8,1>:ud {AccWrEn,@7}
mov (8|M8) r41.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
addc (8|M16) r28.0<1>:ud r8.0<8;8,1>:ud r20.0<8;8,1>:ud {AccWrEn,@4}
mov (8|M16) r30.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
addc (8|M24) r29.0<1>:ud r9.0<8;8,1>:ud r21.0<8;8,1>:ud {AccWrEn,@7}
mov (8|M24) r31.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
(W&f1.0) mul (8|M0) acc0.0<1>:ud r10.0<8;8,1>:ud 0xDDC0:uw
mach (8|M0) r32.0<1>:d r10.0<8;8,1>:ud 0xF534DDC0:ud {AccWrEn}
(W&f1.0) mul (8|M0) acc0.0<1>:ud r11.0<8;8,1>:ud 0xDDC0:uw
mach (8|M8) r33.0<1>:d r11.0<8;8,1>:ud 0xF534DDC0:ud {AccWrEn}
(W&f1.0) mul (8|M0) acc0.0<1>:ud r12.0<8;8,1>:ud 0xDDC0:uw
mach (8|M16) r36.0<1>:d r12.0<8;8,1>:ud 0xF534DDC0:ud {AccWrEn}
(W&f1.0) mul (8|M0) acc0.0<1>:ud r13.0<8;8,1>:ud 0xDDC0:uw
mach (8|M24) r37.0<1>:d r13.0<8;8,1>:ud 0xF534DDC0:ud {AccWrEn}
(W&f1.0) mul (8|M0) acc0.0<1>:d r10.0<8;8,1>:d 0x57D1:uw
add (16|M0) r6.0<1>:d r32.0<8;8,1>:d r40.0<8;8,1>:d {Compacted,@6}
mach (8|M0) r8.0<1>:d r10.0<8;8,1>:d -64530479:d
(W&f1.0) mul (8|M8) acc0.0<1>:d r11.0<8;8,1>:d 0x57D1:uw
mach (8|M8) r9.0<1>:d r11.0<8;8,1>:d -64530479:d
(W&f1.0) mul (8|M16) acc0.0<1>:d r12.0<8;8,1>:d 0x57D1:uw
mach (8|M16) r20.0<1>:d r12.0<8;8,1>:d -64530479:d
(W&f1.0) mul (8|M24) acc0.0<1>:d r13.0<8;8,1>:d 0x57D1:uw
mach (8|M24) r21.0<1>:d r13.0<8;8,1>:d -64530479:d
addc (8|M0) r42.0<1>:ud r6.0<8;8,1>:ud r8.0<8;8,1>:ud {AccWrEn,Compacted,@7}
add (16|M16) r18.0<1>:d r36.0<8;8,1>:d r30.0<8;8,1>:d {Compacted,@7}
mov (8|M0) r44.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
addc (8|M8) r43.0<1>:ud r7.0<8;8,1>:ud r9.0<8;8,1>:ud {AccWrEn,@7}
mov (8|M8) r45.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
addc (8|M16) r30.0<1>:ud r18.0<8;8,1>:ud r20.0<8;8,1>:ud {AccWrEn,@4}
mov (8|M16) r32.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
addc (8|M24) r31.0<1>:ud r19.0<8;8,1>:ud r21.0<8;8,1>:ud {AccWrEn,@7}
mov (8|M24) r33.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
(W&f1.0) mul (8|M0) acc0.0<1>:ud r10.0<8;8,1>:ud 0x57D1:uw
mach (8|M0) r36.0<1>:d r10.0<8;8,1>:ud 0xFC2757D1:ud {AccWrEn}
(W&f1.0) mul (8|M0) acc0.0<1>:ud r11.0<8;8,1>:ud 0x57D1:uw
mach (8|M8) r37.0<1>:d r11.0<8;8,1>:ud 0xFC2757D1:ud {AccWrEn}
(W&f1.0) mul (8|M0) acc0.0<1>:ud r12.0<8;8,1>:ud 0x57D1:uw
mach (8|M16) r40.0<1>:d r12.0<8;8,1>:ud 0xFC2757D1:ud {AccWrEn}
(W&f1.0) mul (8|M0) acc0.0<1>:ud r13.0<8;8,1>:ud 0x57D1:uw
mach (8|M24) r41.0<1>:d r13.0<8;8,1>:ud 0xFC2757D1:ud {AccWrEn}
(W&f1.0) mul (8|M0) acc0.0<1>:d r10.0<8;8,1>:d 0x1529:uw
add (16|M0) r6.0<1>:d r36.0<8;8,1>:d r44.0<8;8,1>:d {Compacted,@6}
mach (8|M0) r18.0<1>:d r10.0<8;8,1>:d 1313084713:d
(W&f1.0) mul (8|M8) acc0.0<1>:d r11.0<8;8,1>:d 0x1529:uw
mach (8|M8) r19.0<1>:d r11.0<8;8,1>:d 1313084713:d
(W&f1.0) mul (8|M16) acc0.0<1>:d r12.0<8;8,1>:d 0x1529:uw
mach (8|M16) r20.0<1>:d r12.0<8;8,1>:d 1313084713:d
(W&f1.0) mul (8|M24) acc0.0<1>:d r13.0<8;8,1>:d 0x1529:uw
mach (8|M24) r21.0<1>:d r13.0<8;8,1>:d 1313084713:d
addc (8|M0) r46.0<1>:ud r6.0<8;8,1>:ud r18.0<8;8,1>:ud {AccWrEn,Compacted,@7}
add (16|M16) r8.0<1>:d r40.0<8;8,1>:d r32.0<8;8,1>:d {Compacted,@7}
mov (8|M0) r48.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
addc (8|M8) r47.0<1>:ud r7.0<8;8,1>:ud r19.0<8;8,1>:ud {AccWrEn,@7}
mov (8|M8) r49.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
addc (8|M16) r32.0<1>:ud r8.0<8;8,1>:ud r20.0<8;8,1>:ud {AccWrEn,@4}
mov (8|M16) r36.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
addc (8|M24) r33.0<1>:ud r9.0<8;8,1>:ud r21.0<8;8,1>:ud {AccWrEn,@7}
mov (8|M24) r37.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
(W&f1.0) mul (8|M0) acc0.0<1>:ud r10.0<8;8,1>:ud 0x1529:uw
mach (8|M0) r40.0<1>:d r10.0<8;8,1>:ud 0x4E441529:ud {AccWrEn}
(W&f1.0) mul (8|M0) acc0.0<1>:ud r11.0<8;8,1>:ud 0x1529:uw
mach (8|M8) r41.0<1>:d r11.0<8;8,1>:ud 0x4E441529:ud {AccWrEn}
(W&f1.0) mul (8|M0) acc0.0<1>:ud r12.0<8;8,1>:ud 0x1529:uw
mach (8|M16) r44.0<1>:d r12.0<8;8,1>:ud 0x4E441529:ud {AccWrEn}
(W&f1.0) mul (8|M0) acc0.0<1>:ud r13.0<8;8,1>:ud 0x1529:uw
mach (8|M24) r45.0<1>:d r13.0<8;8,1>:ud 0x4E441529:ud {AccWrEn}
(W&f1.0) mul (8|M0) acc0.0<1>:d r10.0<8;8,1>:d 0x836E:uw
add (16|M0) r6.0<1>:d r40.0<8;8,1>:d r48.0<8;8,1>:d {Compacted,@6}
mach (8|M0) r8.0<1>:d r10.0<8;8,1>:d -1560706194:d
(W&f1.0) mul (8|M8) acc0.0<1>:d r11.0<8;8,1>:d 0x836E:uw
mach (8|M8) r9.0<1>:d r11.0<8;8,1>:d -1560706194:d
(W&f1.0) mul (8|M16) acc0.0<1>:d r12.0<8;8,1>:d 0x836E:uw
mach (8|M16) r20.0<1>:d r12.0<8;8,1>:d -1560706194:d
(W&f1.0) mul (8|M24) acc0.0<1>:d r13.0<8;8,1>:d 0x836E:uw
mach (8|M24) r21.0<1>:d r13.0<8;8,1>:d -1560706194:d
addc (8|M0) r50.0<1>:ud r6.0<8;8,1>:ud r8.0<8;8,1>:ud {AccWrEn,Compacted,@7}
add (16|M16) r18.0<1>:d r44.0<8;8,1>:d r36.0<8;8,1>:d {Compacted,@7}
mov (8|M0) r52.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
addc (8|M8) r51.0<1>:ud r7.0<8;8,1>:ud r9.0<8;8,1>:ud {AccWrEn,@7}
mov (8|M8) r53.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
addc (8|M16) r36.0<1>:ud r18.0<8;8,1>:ud r20.0<8;8,1>:ud {AccWrEn,@4}
mov (8|M16) r40.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
addc (8|M24) r37.0<1>:ud r19.0<8;8,1>:ud r21.0<8;8,1>:ud {AccWrEn,@7}
add (16|M0) r18.0<1>:d r2.0<8;8,1>:d -120:w {Compacted}
mov (8|M24) r41.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
(W&f1.0) mul (8|M0) acc0.0<1>:ud r10.0<8;8,1>:ud 0x836E:uw
mach (8|M0) r44.0<1>:d r10.0<8;8,1>:ud 0xA2F9836E:ud {AccWrEn}
(W&f1.0) mul (8|M0) acc0.0<1>:ud r11.0<8;8,1>:ud 0x836E:uw
add (16|M16) r20.0<1>:d r4.0<8;8,1>:d -120:w {Compacted}
mach (8|M8) r45.0<1>:d r11.0<8;8,1>:ud 0xA2F9836E:ud {AccWrEn}
(W&f1.0) mul (8|M0) acc0.0<1>:ud r12.0<8;8,1>:ud 0x836E:uw
cmp (16|M0) (gt)f0.0 null<1>:d r18.0<8;8,1>:ud 0x1F:uw {@7}
mach (8|M16) r48.0<1>:d r12.0<8;8,1>:ud 0xA2F9836E:ud {AccWrEn}
(W&f1.0) mul (8|M0) acc0.0<1>:ud r13.0<8;8,1>:ud 0x836E:uw
add (16|M0) r6.0<1>:d r44.0<8;8,1>:d r52.0<8;8,1>:d {Compacted,@5}
mach (8|M24) r49.0<1>:d r13.0<8;8,1>:ud 0xA2F9836E:ud {AccWrEn}
cmp (16|M16) (gt)f0.0 null<1>:d r20.0<8;8,1>:ud 0x1F:uw {@7}
add (16|M16) r8.0<1>:d r48.0<8;8,1>:d r40.0<8;8,1>:d {Compacted,@2}
(f0.0) sel (16|M0) r56.0<1>:d r46.0<8;8,1>:d r50.0<8;8,1>:d {Compacted}
(f0.0) sel (16|M0) r54.0<1>:d r50.0<8;8,1>:d r6.0<8;8,1>:d {Compacted,@5}
(W&f1.0) mov (1|M0) r50.0<1>:hf -qnan(0x1E0):hf
(f0.0) sel (16|M0) r60.0<1>:d r42.0<8;8,1>:d r46.0<8;8,1>:d {Compacted}
(f0.0) sel (16|M16) r58.0<1>:d r32.0<8;8,1>:d r36.0<8;8,1>:d
(f0.0) sel (16|M16) r10.0<1>:d r36.0<8;8,1>:d r8.0<8;8,1>:d {@6}
(f0.0) sel (16|M16) r46.0<1>:d r50.0<0;1,0>:w 0:w {@4}
(f0.0) sel (16|M0) r36.0<1>:d r50.0<0;1,0>:w 0:w
(f0.0) sel (16|M0) r44.0<1>:d r38.0<8;8,1>:d r42.0<8;8,1>:d {Compacted}
(f0.0) sel (16|M16) r12.0<1>:d r30.0<8;8,1>:d r32.0<8;8,1>:d
add (16|M16) r42.0<1>:d r46.0<8;8,1>:d r20.0<8;8,1>:d {Compacted,@4}
add (16|M0) r32.0<1>:d r36.0<8;8,1>:d r18.0<8;8,1>:d {Compacted,@4}
(W) mov (1|M0) f1.0<1>:ud r62.0<0;1,0>:ud
cmp (16|M0) (gt)f1.0 null<1>:d r32.0<8;8,1>:ud 0x1F:uw {@2}
cmp (16|M16) (gt)f1.0 null<1>:d r42.0<8;8,1>:ud 0x1F:uw {@4}
(f0.0) sel (16|M16) r40.0<1>:d r28.0<8;8,1>:d r30.0<8;8,1>:d
(f1.0) sel (16|M0) r46.0<1>:d r50.0<0;1,0>:w 0:w
(f1.0) sel (16|M16) r30.0<1>:d r58.0<8;8,1>:d r10.0<8;8,1>:d
(f1.0) sel (16|M16) r10.0<1>:d r50.0<0;1,0>:w 0:w
(f0.0) sel (16|M16) r4.0<1>:d r24.0<8;8,1>:d r28.0<8;8,1>:d
(f0.0) sel (16|M16) r52.0<1>:d r26.0<8;8,1>:d r24.0<8;8,1>:d
(f1.0) sel (16|M0) r28.0<1>:d r56.0<8;8,1>:d r54.0<8;8,1>:d {Compacted}
(f1.0) sel (16|M0) r24.0<1>:d r60.0<8;8,1>:d r56.0<8;8,1>:d {Compacted}
add (16|M0) r54.0<1>:d r46.0<8;8,1>:d r32.0<8;8,1>:d {Compacted,@7}
add (16|M16) r56.0<1>:d r10.0<8;8,1>:d r42.0<8;8,1>:d {Compacted,@6}
(f0.0) sel (16|M0) r2.0<1>:d r34.0<8;8,1>:d r38.0<8;8,1>:d {Compacted}
(f0.0) sel (16|M0) r48.0<1>:d r22.0<8;8,1>:d r34.0<8;8,1>:d {Compacted}
(f0.0) sel (16|M0) r6.0<1>:d r14.0<8;8,1>:d r22.0<8;8,1>:d {Compacted}
(f0.0) sel (16|M16) r8.0<1>:d r16.0<8;8,1>:d r26.0<8;8,1>:d
cmp (16|M0) (gt)f0.0 null<1>:d r54.0<8;8,1>:ud 0x1F:uw {@6}
cmp (16|M16) (gt)f0.0 null<1>:d r56.0<8;8,1>:ud 0x1F:uw {@6}
(f1.0) sel (16|M16) r14.0<1>:d r12.0<8;8,1>:d r58.0<8;8,1>:d
(f0.0) sel (16|M0) r42.0<1>:d r50.0<0;1,0>:w 0:w
(f0.0) sel (16|M16) r46.0<1>:d r50.0<0;1,0>:w 0:w
(f1.0) sel (16|M16) r34.0<1>:d r4.0<8;8,1>:d r40.0<8;8,1>:d
(f1.0) sel (16|M16) r22.0<1>:d r40.0<8;8,1>:d r12.0<8;8,1>:d
(f0.0) sel (16|M0) r12.0<1>:d r24.0<8;8,1>:d r28.0<8;8,1>:d {Compacted}
(f0.0) sel (16|M16) r40.0<1>:d r14.0<8;8,1>:d r30.0<8;8,1>:d {@6}
add (16|M0) r28.0<1>:d r42.0<8;8,1>:d r54.0<8;8,1>:d {Compacted,@6}
add (16|M16) r30.0<1>:d r46.0<8;8,1>:d r56.0<8;8,1>:d {Compacted,@6}
(f1.0) sel (16|M16) r20.0<1>:d r52.0<8;8,1>:d r4.0<8;8,1>:d
(f1.0) sel (16|M0) r18.0<1>:d r48.0<8;8,1>:d r2.0<8;8,1>:d {Compacted}
(f1.0) sel (16|M0) r36.0<1>:d r6.0<8;8,1>:d r48.0<8;8,1>:d {Compacted}
(f1.0) sel (16|M0) r16.0<1>:d r44.0<8;8,1>:d r60.0<8;8,1>:d {Compacted}
(f1.0) sel (16|M0) r26.0<1>:d r2.0<8;8,1>:d r44.0<8;8,1>:d {Compacted}
(f1.0) sel (16|M16) r38.0<1>:d r8.0<8;8,1>:d r52.0<8;8,1>:d
cmp (16|M0) (gt)f1.0 null<1>:d r28.0<8;8,1>:ud 0x1F:uw {@7}
cmp (16|M16) (gt)f1.0 null<1>:d r30.0<8;8,1>:ud 0x1F:uw {@7}
(f0.0) sel (16|M0) r32.0<1>:d r36.0<8;8,1>:d r18.0<8;8,1>:d {Compacted,@6}
(f0.0) sel (16|M16) r10.0<1>:d r38.0<8;8,1>:d r20.0<8;8,1>:d {@4}
(f1.0) sel (16|M0) r36.0<1>:d r50.0<0;1,0>:w 0:w
(f1.0) sel (16|M16) r38.0<1>:d r50.0<0;1,0>:w 0:w
(f0.0) sel (16|M16) r4.0<1>:d r22.0<8;8,1>:d r14.0<8;8,1>:d
(f0.0) sel (16|M16) r48.0<1>:d r20.0<8;8,1>:d r34.0<8;8,1>:d
(f0.0) sel (16|M0) r2.0<1>:d r16.0<8;8,1>:d r24.0<8;8,1>:d {Compacted,@7}
(f0.0) sel (16|M0) r6.0<1>:d r26.0<8;8,1>:d r16.0<8;8,1>:d {Compacted,@7}
(f0.0) sel (16|M0) r44.0<1>:d r18.0<8;8,1>:d r26.0<8;8,1>:d {Compacted}
(f0.0) sel (16|M16) r8.0<1>:d r34.0<8;8,1>:d r22.0<8;8,1>:d
add (16|M0) (eq)f0.0 r42.0<1>:d r36.0<8;8,1>:d r28.0<8;8,1>:d {Compacted,@7}
add (16|M16) (eq)f0.0 r46.0<1>:d r38.0<8;8,1>:d r30.0<8;8,1>:d {@7}
(f1.0) sel (16|M0) r14.0<1>:d r2.0<8;8,1>:d r12.0<8;8,1>:d {Compacted,@6}
(f1.0) sel (16|M16) r16.0<1>:d r4.0<8;8,1>:d r40.0<8;8,1>:d {@7}
mov (16|M0) r12.0<1>:d -r42.0<8;8,1>:d {@4}
mov (16|M16) r40.0<1>:d -r46.0<8;8,1>:d {@4}
(f1.0) sel (16|M0) r18.0<1>:d r44.0<8;8,1>:d r6.0<8;8,1>:d {Compacted,@7}
(f1.0) sel (16|M0) r26.0<1>:d r32.0<8;8,1>:d r44.0<8;8,1>:d {Compacted}
(f1.0) sel (16|M0) r22.0<1>:d r6.0<8;8,1>:d r2.0<8;8,1>:d {Compacted}
(f1.0) sel (16|M16) r24.0<1>:d r8.0<8;8,1>:d r4.0<8;8,1>:d {@7}
(f1.0) sel (16|M16) r34.0<1>:d r10.0<8;8,1>:d r48.0<8;8,1>:d
and (16|M0) r32.0<1>:d r12.0<8;8,1>:d 31:w {Compacted,@7}
and (16|M0) r2.0<1>:d r42.0<8;8,1>:d 31:w {Compacted}
and (16|M16) r4.0<1>:d r46.0<8;8,1>:d 31:w {Compacted}
and (16|M16) r10.0<1>:d r40.0<8;8,1>:d 31:w {Compacted,@7}
(f1.0) sel (16|M16) r20.0<1>:d r48.0<8;8,1>:d r8.0<8;8,1>:d
shr (16|M0) r44.0<1>:d r22.0<8;8,1>:ud r32.0<8;8,1>:d {@5}
shl (16|M0) r6.0<1>:d r14.0<8;8,1>:d r2.0<8;8,1>:d {Compacted,@5}
shl (16|M0) r36.0<1>:d r22.0<8;8,1>:d r2.0<8;8,1>:d {Compacted}
shr (16|M0) r42.0<1>:d r18.0<8;8,1>:ud r32.0<8;8,1>:d
shl (16|M16) r8.0<1>:d r16.0<8;8,1>:d r4.0<8;8,1>:d {Compacted,@7}
shr (16|M16) r48.0<1>:d r24.0<8;8,1>:ud r10.0<8;8,1>:d {@7}
shl (16|M16) r38.0<1>:d r24.0<8;8,1>:d r4.0<8;8,1>:d {Compacted}
shr (16|M16) r46.0<1>:d r20.0<8;8,1>:ud r10.0<8;8,1>:d {@7}
or (16|M0) r28.0<1>:d r6.0<8;8,1>:d r44.0<8;8,1>:d {Compacted,@7}
or (16|M0) r50.0<1>:d r36.0<8;8,1>:d r42.0<8;8,1>:d {Compacted,@6}
or (16|M16) r30.0<1>:d r8.0<8;8,1>:d r48.0<8;8,1>:d {Compacted,@5}
shr (16|M0) r54.0<1>:d r26.0<8;8,1>:ud r32.0<8;8,1>:d
shl (16|M0) r12.0<1>:d r18.0<8;8,1>:d r2.0<8;8,1>:d {Compacted}
shr (16|M16) r56.0<1>:d r34.0<8;8,1>:ud r10.0<8;8,1>:d
shl (16|M16) r40.0<1>:d r20.0<8;8,1>:d r4.0<8;8,1>:d {Compacted}
or (16|M16) r52.0<1>:d r38.0<8;8,1>:d r46.0<8;8,1>:d {Compacted,@7}
(f0.0) sel (16|M0) r6.0<1>:d r14.0<8;8,1>:d r28.0<8;8,1>:d {Compacted,@7}
(f0.0) sel (16|M0) r44.0<1>:d r22.0<8;8,1>:d r50.0<8;8,1>:d {Compacted,@7}
(f0.0) sel (16|M16) r8.0<1>:d r16.0<8;8,1>:d r30.0<8;8,1>:d {@7}
or (16|M0) r12.0<1>:d r12.0<8;8,1>:d r54.0<8;8,1>:d {Compacted,@7}
or (16|M16) r40.0<1>:d r40.0<8;8,1>:d r56.0<8;8,1>:d {Compacted,@6}
(f0.0) sel (16|M16) r48.0<1>:d r24.0<8;8,1>:d r52.0<8;8,1>:d {@6}
shr (16|M0) r2.0<1>:d r6.0<8;8,1>:ud 29:w {Compacted,@6}
shl (16|M0) r32.0<1>:d r6.0<8;8,1>:d 2:w {Compacted}
shr (16|M0) r42.0<1>:d r44.0<8;8,1>:ud 30:w {Compacted,@7}
shr (16|M16) r4.0<1>:d r8.0<8;8,1>:ud 29:w {Compacted,@7}
shl (16|M16) r10.0<1>:d r8.0<8;8,1>:d 2:w {Compacted}
(f0.0) sel (16|M0) r36.0<1>:d r18.0<8;8,1>:d r12.0<8;8,1>:d {Compacted,@7}
(f0.0) sel (16|M16) r38.0<1>:d r20.0<8;8,1>:d r40.0<8;8,1>:d {@7}
shr (16|M16) r46.0<1>:d r48.0<8;8,1>:ud 30:w {Compacted,@7}
shl (16|M0) r22.0<1>:d r44.0<8;8,1>:d 2:w {Compacted}
or (16|M0) r14.0<1>:d r32.0<8;8,1>:d r42.0<8;8,1>:d {Compacted,@7}
and (16|M16) r44.0<1>:d r4.0<8;8,1>:d 1:w {Compacted,@7}
and (16|M0) r42.0<1>:d r2.0<8;8,1>:d 1:w {Compacted,@7}
shl (16|M16) r24.0<1>:d r48.0<8;8,1>:d 2:w {Compacted}
shr (16|M0) r12.0<1>:d r36.0<8;8,1>:ud 30:w {Compacted,@7}
shr (16|M16) r18.0<1>:d r38.0<8;8,1>:ud 30:w {Compacted,@7}
or (16|M16) r16.0<1>:d r10.0<8;8,1>:d r46.0<8;8,1>:d {Compacted,@7}
mov (16|M16) r48.0<1>:d -r44.0<8;8,1>:d {@6}
mov (16|M0) r46.0<1>:d -r42.0<8;8,1>:d {@6}
shr (16|M16) r52.0<1>:d r34.0<8;8,1>:ud 30:w {Compacted}
shl (16|M16) r40.0<1>:d r38.0<8;8,1>:d 2:w {Compacted}
or (16|M0) r20.0<1>:d r22.0<8;8,1>:d r12.0<8;8,1>:d {Compacted,@7}
or (16|M16) r28.0<1>:d r24.0<8;8,1>:d r18.0<8;8,1>:d {Compacted,@7}
xor (16|M0) r22.0<1>:d r14.0<8;8,1>:d r46.0<8;8,1>:d {Compacted,@5}
xor (16|M16) r24.0<1>:d r16.0<8;8,1>:d r48.0<8;8,1>:d {Compacted,@7}
shr (16|M0) r50.0<1>:d r26.0<8;8,1>:ud 30:w {Compacted}
shl (16|M0) r30.0<1>:d r36.0<8;8,1>:d 2:w {Compacted}
or (16|M16) r10.0<1>:d r40.0<8;8,1>:d r52.0<8;8,1>:d {Compacted,@7}
lzd (16|M0) r38.0<1>:ud r22.0<8;8,1>:ud {@5}
lzd (16|M16) r40.0<1>:ud r24.0<8;8,1>:ud {@5}
shl (16|M0) r12.0<1>:d r2.0<8;8,1>:d 31:w {Compacted}
shl (16|M16) r18.0<1>:d r4.0<8;8,1>:d 31:w {Compacted}
or (16|M0) r32.0<1>:d r30.0<8;8,1>:d r50.0<8;8,1>:d {Compacted,@6}
add (16|M16) r52.0<1>:d r40.0<8;8,1>:d 1:w {Compacted,@4}
add (16|M0) r2.0<1>:d -r38.0<8;8,1>:d 31:w {Compacted,@6}
add (16|M16) r4.0<1>:d -r40.0<8;8,1>:d 31:w {Compacted}
add (16|M0) r50.0<1>:d r38.0<8;8,1>:d 1:w {Compacted}
(W) mov (1|M0) r62.0<1>:ud f0.0<0;1,0>:ud {Compacted}
xor (16|M16) r34.0<1>:d r28.0<8;8,1>:d r48.0<8;8,1>:d {Compacted}
xor (16|M0) r26.0<1>:d r20.0<8;8,1>:d r46.0<8;8,1>:d {Compacted}
xor (16|M16) r36.0<1>:d r10.0<8;8,1>:d r48.0<8;8,1>:d {Compacted}
xor (16|M0) r30.0<1>:d r32.0<8;8,1>:d r46.0<8;8,1>:d {Compacted,@7}
and (16|M16) r52.0<1>:d r52.0<8;8,1>:d 31:w {Compacted,@7}
and (16|M0) r2.0<1>:d r2.0<8;8,1>:d 31:w {Compacted,@7}
and (16|M16) r4.0<1>:d r4.0<8;8,1>:d 31:w {Compacted,@7}
and (16|M0) r50.0<1>:d r50.0<8;8,1>:d 31:w {Compacted,@7}
(W) mov (1|M0) f0.0<1>:ud r62.1<0;1,0>:ud
shl (16|M16) r16.0<1>:d r24.0<8;8,1>:d r52.0<8;8,1>:d {Compacted,@5}
shr (16|M0) r10.0<1>:d r26.0<8;8,1>:ud r2.0<8;8,1>:d {@5}
shr (16|M16) r20.0<1>:d r34.0<8;8,1>:ud r4.0<8;8,1>:d {@5}
shl (16|M0) r14.0<1>:d r22.0<8;8,1>:d r50.0<8;8,1>:d {Compacted,@5}
shl (16|M16) r52.0<1>:d r34.0<8;8,1>:d r52.0<8;8,1>:d {Compacted}
shr (16|M0) r2.0<1>:d r30.0<8;8,1>:ud r2.0<8;8,1>:d {@7}
shr (16|M16) r4.0<1>:d r36.0<8;8,1>:ud r4.0<8;8,1>:d
shl (16|M0) r50.0<1>:d r26.0<8;8,1>:d r50.0<8;8,1>:d {Compacted}
(W&f0.0) mul (8|M0) acc0.0<1>:d r38.0<8;8,1>:d 0x0:uw
or (16|M16) r32.0<1>:d r16.0<8;8,1>:d r20.0<8;8,1>:d {Compacted,@7}
or (16|M0) r28.0<1>:d r14.0<8;8,1>:d r10.0<8;8,1>:d {Compacted,@7}
or (16|M16) r24.0<1>:d r52.0<8;8,1>:d r4.0<8;8,1>:d {Compacted,@5}
or (16|M0) r22.0<1>:d r50.0<8;8,1>:d r2.0<8;8,1>:d {Compacted,@5}
mach (8|M0) r46.0<1>:d r38.0<8;8,1>:d -8388608:d
(W&f0.0) mul (8|M8) acc0.0<1>:d r39.0<8;8,1>:d 0x0:uw
mach (8|M8) r47.0<1>:d r39.0<8;8,1>:d -8388608:d
(W&f0.0) mul (8|M16) acc0.0<1>:d r40.0<8;8,1>:d 0x0:uw
shl (16|M16) r16.0<1>:d r32.0<8;8,1>:d 23:w {Compacted,@7}
shl (16|M0) r14.0<1>:d r28.0<8;8,1>:d 23:w {Compacted,@7}
shr (16|M16) r26.0<1>:d r24.0<8;8,1>:ud 9:w {Compacted,@7}
shr (16|M0) r20.0<1>:d r22.0<8;8,1>:ud 9:w {Compacted,@7}
mach (8|M16) r10.0<1>:d r40.0<8;8,1>:d -8388608:d
(W&f0.0) mul (8|M24) acc0.0<1>:d r41.0<8;8,1>:d 0x0:uw
mach (8|M24) r11.0<1>:d r41.0<8;8,1>:d -8388608:d
add (16|M0) r46.0<1>:d r46.0<8;8,1>:d 1056964608:d {@7}
or (16|M16) r34.0<1>:d r16.0<8;8,1>:d r26.0<8;8,1>:d {Compacted,@6}
or (16|M0) r30.0<1>:d r14.0<8;8,1>:d r20.0<8;8,1>:d {Compacted,@6}
add (16|M16) r10.0<1>:d r10.0<8;8,1>:d 1056964608:d {@4}
shr (16|M16) r4.0<1>:d r32.0<8;8,1>:ud 9:w {Compacted}
shr (16|M0) r2.0<1>:d r28.0<8;8,1>:ud 9:w {Compacted}
lzd (16|M16) r48.0<1>:ud r34.0<8;8,1>:ud {@5}
lzd (16|M0) r36.0<1>:ud r30.0<8;8,1>:ud {@5}
or (16|M0) r46.0<1>:d r46.0<8;8,1>:d r12.0<8;8,1>:d {Compacted,@7}
or (16|M16) r10.0<1>:d r10.0<8;8,1>:d r18.0<8;8,1>:d {Compacted,@6}
add (16|M16) r26.0<1>:d -r40.0<8;8,1>:d 488:w {Compacted}
add (16|M0) r20.0<1>:d -r38.0<8;8,1>:d 488:w {Compacted}
not (16|M16) r52.0<1>:d r48.0<8;8,1>:d {@6}
not (16|M0) r50.0<1>:d r36.0<8;8,1>:d {@6}
or (16|M0) r46.0<1>:d r46.0<8;8,1>:d r2.0<8;8,1>:d {Compacted,@6}
or (16|M16) r10.0<1>:d r10.0<8;8,1>:d r4.0<8;8,1>:d {Compacted,@6}
add (16|M0) r2.0<1>:d r36.0<8;8,1>:d 1:w {Compacted}
add (16|M16) r4.0<1>:d r48.0<8;8,1>:d 1:w {Compacted}
add (16|M0) r36.0<1>:d -r36.0<8;8,1>:d 31:w {Compacted}
add (16|M16) r48.0<1>:d -r48.0<8;8,1>:d 31:w {Compacted}
add (16|M16) r26.0<1>:d r26.0<8;8,1>:d r52.0<8;8,1>:d {Compacted,@7}
add (16|M0) r20.0<1>:d r20.0<8;8,1>:d r50.0<8;8,1>:d {Compacted,@7}
and (16|M0) r2.0<1>:d r2.0<8;8,1>:d 31:w {Compacted,@6}
and (16|M16) r4.0<1>:d r4.0<8;8,1>:d 31:w {Compacted,@6}
and (16|M0) r36.0<1>:d r36.0<8;8,1>:d 31:w {Compacted,@6}
and (16|M16) r48.0<1>:d r48.0<8;8,1>:d 31:w {Compacted,@6}
shl (16|M16) r26.0<1>:d r26.0<8;8,1>:d 23:w {Compacted,@6}
shl (16|M0) r20.0<1>:d r20.0<8;8,1>:d 23:w {Compacted,@6}
shl (16|M0) r2.0<1>:d r30.0<8;8,1>:d r2.0<8;8,1>:d {Compacted,@6}
shl (16|M16) r4.0<1>:d r34.0<8;8,1>:d r4.0<8;8,1>:d {Compacted,@6}
shr (16|M0) r36.0<1>:d r22.0<8;8,1>:ud r36.0<8;8,1>:d {@6}
shr (16|M16) r48.0<1>:d r24.0<8;8,1>:ud r48.0<8;8,1>:d {@6}
add (16|M16) r26.0<1>:d r26.0<8;8,1>:d 1065353216:d {@6}
add (16|M0) r20.0<1>:d r20.0<8;8,1>:d 1065353216:d {@6}
mul (16|M0) r22.0<1>:f r46.0<8;8,1>:f 0x3FC90FDA:f
or (16|M0) r14.0<1>:d r2.0<8;8,1>:d r36.0<8;8,1>:d {Compacted,@5}
mul (16|M16) r24.0<1>:f r10.0<8;8,1>:f 0x3FC90FDA:f
or (16|M16) r16.0<1>:d r4.0<8;8,1>:d r48.0<8;8,1>:d {Compacted,@6}
shr (16|M0) r2.0<1>:d r14.0<8;8,1>:ud 9:w {Compacted,@3}
shr (16|M16) r4.0<1>:d r16.0<8;8,1>:ud 9:w {Compacted,@2}
or (16|M16) r26.0<1>:d r26.0<8;8,1>:d r18.0<8;8,1>:d {Compacted,@7}
or (16|M0) r20.0<1>:d r20.0<8;8,1>:d r12.0<8;8,1>:d {Compacted,@7}
mad (16|M0) acc0.0<1>:f -r22.0<8;1>:f r46.0<8;1>:f r62.2<0>:f {Compacted,@7}
mad (16|M16) r30.0<1>:f -r24.0<8;1>:f r10.0<8;1>:f r62.2<0>:f {Compacted,@7}
or (16|M16) r26.0<1>:d r26.0<8;8,1>:d r4.0<8;8,1>:d {Compacted,@4}
or (16|M0) r20.0<1>:d r20.0<8;8,1>:d r2.0<8;8,1>:d {Compacted,@4}
mad (16|M0) acc0.0<1>:f acc0.0<8;1>:f r46.0<8;1>:f r62.4<0>:f
mad (16|M16) r34.0<1>:f r30.0<8;1>:f r10.0<8;1>:f r62.4<0>:f {Compacted,@4}
mad (16|M0) r12.0<1>:f acc0.0<8;1>:f r20.0<8;1>:f r62.2<0>:f {@3}
mad (16|M16) r18.0<1>:f r34.0<8;1>:f r26.0<8;1>:f r62.2<0>:f {Compacted,@2}
add (16|M0) r36.0<1>:f r22.0<8;8,1>:f r12.0<8;8,1>:f {Compacted,@2}
add (16|M16) r34.0<1>:f r24.0<8;8,1>:f r18.0<8;8,1>:f {Compacted,@2}
shr (16|M0) r14.0<1>:d r6.0<8;8,1>:ud 30:w {Compacted}
shr (16|M16) r16.0<1>:d r8.0<8;8,1>:ud 30:w {Compacted}
add (16|M0) r2.0<1>:f r36.0<8;8,1>:f -r22.0<8;8,1>:f {Compacted,@4}
add (16|M16) r4.0<1>:f r34.0<8;8,1>:f -r24.0<8;8,1>:f {Compacted,@4}
(W) mov (1|M0) f0.0<1>:ud r62.0<0;1,0>:ud
add (16|M0) r48.0<1>:d r42.0<8;8,1>:d r14.0<8;8,1>:d {Compacted,@5}
add (16|M0) r38.0<1>:f r12.0<8;8,1>:f -r2.0<8;8,1>:f {Compacted,@4}
add (16|M16) r46.0<1>:f r18.0<8;8,1>:f -r4.0<8;8,1>:f {Compacted,@4}
add (16|M16) r42.0<1>:d r44.0<8;8,1>:d r16.0<8;8,1>:d {Compacted,@7}
else (32|M0) L6472 L6472
L5952:
(W) mov (1|M0) r62.0<1>:ud f0.0<0;1,0>:ud {Compacted}
(W) mov (1|M0) f0.0<1>:ud 0x0:ud
cmp (32|M0) (eq)f0.0 null<1>:uw r2.0<0;1,0>:uw r2.0<0;1,0>:uw
(W&f0.0.any32h) mov (1|M0) r2.0<1>:f 0x3F22F983:f
mad (16|M0) acc0.0<1>:f r62.3<0;0>:f r72.0<8;1>:f r2.0<0>:f {Compacted,@1}
mad (16|M16) r6.0<1>:f r62.3<0;0>:f r74.0<8;1>:f r2.0<0>:f {Compacted}
rndz (16|M0) r8.0<1>:f acc0.0<8;8,1>:f {Compacted}
rndz (16|M16) r10.0<1>:f r6.0<8;8,1>:f {Compacted,@2}
mul (16|M0) r12.0<1>:f r8.0<8;8,1>:f 0x3FC90FDA:f {@2}
mul (16|M16) r14.0<1>:f r10.0<8;8,1>:f 0x3FC90FDA:f {@2}
add (16|M0) r20.0<1>:f r72.0<8;8,1>:f -r12.0<8;8,1>:f {Compacted,@2}
add (16|M16) r22.0<1>:f r74.0<8;8,1>:f -r14.0<8;8,1>:f {Compacted,@2}
add (16|M0) acc0.0<1>:f r72.0<8;8,1>:f -r20.0<8;8,1>:f {Compacted,@2}
add (16|M16) r26.0<1>:f r74.0<8;8,1>:f -r22.0<8;8,1>:f {Compacted,@2}
add (16|M0) acc0.0<1>:f acc0.0<8;8,1>:f -r12.0<8;8,1>:f {Compacted}
add (16|M16) r26.0<1>:f r26.0<8;8,1>:f -r14.0<8;8,1>:f {Compacted,@2}
mad (16|M0) r16.0<1>:f -r12.0<8;1>:f r8.0<8;1>:f r62.2<0>:f {Compacted}
mad (16|M16) r18.0<1>:f -r14.0<8;1>:f r10.0<8;1>:f r62.2<0>:f {Compacted}
add (16|M0) r24.0<1>:f acc0.0<8;8,1>:f -r16.0<8;8,1>:f {Compacted,@2}
add (16|M16) r26.0<1>:f r26.0<8;8,1>:f -r18.0<8;8,1>:f {Compacted,@2}
mul (16|M0) r2.0<1>:f r8.0<8;8,1>:f 0x33A22168:f
mul (16|M16) r4.0<1>:f r10.0<8;8,1>:f 0x33A22168:f
add (16|M0) acc0.0<1>:f r20.0<8;8,1>:f r24.0<8;8,1>:f {Compacted,@4}
add (16|M16) r22.0<1>:f r22.0<8;8,1>:f r26.0<8;8,1>:f {Compacted,@4}
add (16|M0) r30.0<1>:f acc0.0<8;8,1>:f -r2.0<8;8,1>:f {Compacted,@4}
add (16|M16) r32.0<1>:f r22.0<8;8,1>:f -r4.0<8;8,1>:f {Compacted,@2}
add (16|M0) acc0.0<1>:f acc0.0<8;8,1>:f -r30.0<8;8,1>:f {Compacted,@2}
add (16|M16) r22.0<1>:f r22.0<8;8,1>:f -r32.0<8;8,1>:f {Compacted,@2}
add (16|M0) acc0.0<1>:f acc0.0<8;8,1>:f -r2.0<8;8,1>:f {Compacted}
add (16|M16) r22.0<1>:f r22.0<8;8,1>:f -r4.0<8;8,1>:f {Compacted,@2}
mad (16|M0) r6.0<1>:f -r2.0<8;1>:f r8.0<8;1>:f r62.4<0>:f {Compacted}
mad (16|M16) r28.0<1>:f -r4.0<8;1>:f r10.0<8;1>:f r62.4<0>:f {Compacted}
add (16|M0) r20.0<1>:f acc0.0<8;8,1>:f -r6.0<8;8,1>:f {Compacted,@2}
add (16|M16) r22.0<1>:f r22.0<8;8,1>:f -r28.0<8;8,1>:f {Compacted,@2}
mul (16|M0) r12.0<1>:f r8.0<8;8,1>:f 0x27C234C4:f
mul (16|M16) r14.0<1>:f r10.0<8;8,1>:f 0x27C234C4:f
add (16|M0) acc0.0<1>:f r30.0<8;8,1>:f r20.0<8;8,1>:f {Compacted,@4}
add (16|M16) r32.0<1>:f r32.0<8;8,1>:f r22.0<8;8,1>:f {Compacted,@4}
add (16|M0) r26.0<1>:f acc0.0<8;8,1>:f -r12.0<8;8,1>:f {Compacted,@4}
add (16|M16) r2.0<1>:f r32.0<8;8,1>:f -r14.0<8;8,1>:f {Compacted,@2}
add (16|M0) acc0.0<1>:f acc0.0<8;8,1>:f -r26.0<8;8,1>:f {Compacted,@2}
add (16|M16) r32.0<1>:f r32.0<8;8,1>:f -r2.0<8;8,1>:f {Compacted,@2}
(W&f0.0.any32h) mov (1|M0) r16.0<1>:f 0x27C234C4:f
add (16|M0) r30.0<1>:f acc0.0<8;8,1>:f -r12.0<8;8,1>:f {Compacted}
add (16|M16) r32.0<1>:f r32.0<8;8,1>:f -r14.0<8;8,1>:f {Compacted,@3}
mad (16|M0) acc0.0<1>:f -r12.0<8;1>:f r8.0<8;1>:f r16.0<0>:f {Compacted,@3}
mad (16|M16) r24.0<1>:f -r14.0<8;1>:f r10.0<8;1>:f r16.0<0>:f {Compacted}
mov (16|M0) r48.0<1>:d r8.0<8;8,1>:f {Compacted}
mov (16|M16) r42.0<1>:d r10.0<8;8,1>:f {Compacted}
add (16|M0) r36.0<1>:f r26.0<8;8,1>:f r30.0<8;8,1>:f {Compacted,@6}
add (16|M16) r34.0<1>:f r2.0<8;8,1>:f r32.0<8;8,1>:f {Compacted,@6}
mov (16|M0) r38.0<1>:f -acc0.0<8;8,1>:f {Compacted}
mov (16|M16) r46.0<1>:f -r24.0<8;8,1>:f {Compacted,@6}
(W) mov (1|M0) f0.0<1>:ud r62.0<0;1,0>:ud
L6472:
endif (32|M0) L6488
L6488:
and (16|M0) (eq)f1.0 null<1>:d r48.0<8;8,1>:d 1:w {@7}
and (16|M16) (eq)f1.0 null<1>:d r42.0<8;8,1>:d 1:w {@7}
mul (16|M0) r40.0<1>:f r36.0<8;8,1>:f r36.0<8;8,1>:f {Compacted,@7}
mul (16|M16) r32.0<1>:f r34.0<8;8,1>:f r34.0<8;8,1>:f {Compacted,@7}
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w
(~f1.0) if (32|M0) L6928 L7480
L6568:
mul (16|M0) r2.0<1>:f r36.0<8;8,1>:f r40.0<8;8,1>:f {Compacted,@4}
(W) mov (1|M0) r62.0<1>:ud f0.0<0;1,0>:ud {Compacted}
(W) mov (1|M0) f0.0<1>:ud 0x0:ud
cmp (32|M0) (eq)f0.0 null<1>:uw r2.0<0;1,0>:uw r2.0<0;1,0>:uw {@3}
(W&f0.0.any32h) mov (1|M0) r6.0<1>:f 1.589691e-10:f
(W&f0.0.any32h) mov (1|M0) r6.1<1>:f -2.505076e-08:f
(W&f0.0.any32h) mov (1|M0) r7.0<1>:f 2.725e-06:f
mad (16|M0) acc0.0<1>:f r6.1<0;0>:f r40.0<8;1>:f r6.0<0>:f {Compacted,@2}
mad (16|M16) r10.0<1>:f r6.1<0;0>:f r32.0<8;1>:f r6.0<0>:f {Compacted,@7}
(W&f0.0.any32h) mov (1|M0) r16.0<1>:f 0xB95009D4:f
mad (16|M0) acc0.0<1>:f r7.0<0;0>:f acc0.0<8;1>:f r40.0<1>:f {Compacted,@4}
mad (16|M16) r14.0<1>:f r7.0<0;0>:f r10.0<8;1>:f r32.0<1>:f {Compacted,@3}
(W&f0.0.any32h) mov (1|M0) r17.0<1>:f 8.333332e-03:f
mad (16|M0) acc0.0<1>:f r16.0<0;0>:f acc0.0<8;1>:f r40.0<1>:f {Compacted,@4}
mad (16|M16) r20.0<1>:f r16.0<0;0>:f r14.0<8;1>:f r32.0<1>:f {Compacted,@3}
mul (16|M16) r4.0<1>:f r34.0<8;8,1>:f r32.0<8;8,1>:f {Compacted}
mad (16|M0) acc0.0<1>:f r17.0<0;0>:f acc0.0<8;1>:f r40.0<1>:f {Compacted,@4}
mad (16|M16) r24.0<1>:f r17.0<0;0>:f r20.0<8;1>:f r32.0<1>:f {Compacted,@3}
mul (16|M0) acc0.0<1>:f acc0.0<8;8,1>:f -r2.0<8;8,1>:f {Compacted}
mul (16|M16) r24.0<1>:f r24.0<8;8,1>:f -r4.0<8;8,1>:f {Compacted,@2}
mad (16|M0) acc0.0<1>:f acc0.0<8;1>:f r38.0<8;1>:f r62.3<0>:f
mad (16|M16) r28.0<1>:f r24.0<8;1>:f r46.0<8;1>:f r62.3<0>:f {Compacted,@2}
(W&f0.0.any32h) mov (1|M0) r6.0<1>:f 0x3E2AAAAB:f
mad (16|M0) acc0.0<1>:f -r38.0<8;1>:f acc0.0<8;1>:f r40.0<1>:f {Compacted}
mad (16|M16) r10.0<1>:f -r46.0<8;1>:f r28.0<8;1>:f r32.0<1>:f {Compacted,@3}
mad (16|M0) r12.0<1>:f acc0.0<8;1>:f r2.0<8;1>:f r6.0<0>:f {@3}
mad (16|M16) r14.0<1>:f r10.0<8;1>:f r4.0<8;1>:f r6.0<0>:f {Compacted,@2}
add (16|M0) acc0.0<1>:f r36.0<8;8,1>:f -r12.0<8;8,1>:f {Compacted,@2}
add (16|M16) r14.0<1>:f r34.0<8;8,1>:f -r14.0<8;8,1>:f {Compacted,@2}
(W) mov (1|M0) f0.0<1>:ud r62.0<0;1,0>:ud
mov (16|M0) r10.0<1>:f -acc0.0<8;8,1>:f {Compacted}
mov (16|M16) r44.0<1>:f -r14.0<8;8,1>:f {Compacted,@3}
else (32|M0) L7480 L7480
L6928:
(W) mov (1|M0) r62.0<1>:ud f0.0<0;1,0>:ud {Compacted}
(W) mov (1|M0) f0.0<1>:ud 0x0:ud
cmp (32|M0) (eq)f0.0 null<1>:uw r2.0<0;1,0>:uw r2.0<0;1,0>:uw
(W&f0.0.any32h) mov (1|M0) r2.0<1>:f 0xAD47D74E:f
(W&f0.0.any32h) mov (1|M0) r3.0<1>:f 0x310F74F6:f
(W&f0.0.any32h) mov (1|M0) r9.0<1>:f 0xB492923A:f
mad (16|M0) acc0.0<1>:f r3.0<0;0>:f r40.0<8;1>:f r2.0<0>:f {Compacted,@2}
(W&f0.0.any32h) mov (1|M0) r15.0<1>:f 2.48006e-05:f
mad (16|M16) r6.0<1>:f r3.0<0;0>:f r32.0<8;1>:f r2.0<0>:f {Compacted}
mad (16|M0) acc0.0<1>:f r9.0<0;0>:f acc0.0<8;1>:f r40.0<1>:f {Compacted,@4}
(W&f0.0.any32h) mov (1|M0) r21.0<1>:f 0xBAB60B60:f
mad (16|M16) r12.0<1>:f r9.0<0;0>:f r6.0<8;1>:f r32.0<1>:f {Compacted,@3}
mad (16|M0) acc0.0<1>:f r15.0<0;0>:f acc0.0<8;1>:f r40.0<1>:f {Compacted,@5}
and (16|M0) r6.0<1>:d r36.0<8;8,1>:d 2147483647:d
and (16|M16) r8.0<1>:d r34.0<8;8,1>:d 2147483647:d
mad (16|M16) r18.0<1>:f r15.0<0;0>:f r12.0<8;1>:f r32.0<1>:f {Compacted,@4}
mad (16|M0) r22.0<1>:f r21.0<0;0>:f acc0.0<8;1>:f r40.0<1>:f {Compacted,@6}
add (16|M0) r14.0<1>:d r6.0<8;8,1>:d -1050253722:d {@4}
add (16|M16) r16.0<1>:d r8.0<8;8,1>:d -1050253722:d {@4}
(W&f0.0.any32h) mov (1|M0) r27.0<1>:f 0x3D2AAAAB:f
mad (16|M16) acc0.0<1>:f r21.0<0;0>:f r18.0<8;1>:f r32.0<1>:f {Compacted,@5}
cmp (16|M0) (gt)f1.0 null<1>:d r6.0<8;8,1>:ud 0x3F480000:ud
cmp (16|M16) (gt)f1.0 null<1>:d r8.0<8;8,1>:ud 0x3F480000:ud
(W) mov (1|M0) f0.0<1>:ud r62.0<0;1,0>:ud
cmp (16|M0) (lt)f0.0 null<1>:d r14.0<8;8,1>:ud 0xAE6667:ud {@7}
cmp (16|M16) (lt)f0.0 null<1>:d r16.0<8;8,1>:ud 0xAE6667:ud {@7}
add (16|M0) r10.0<1>:d r6.0<8;8,1>:d -16777216:d
add (16|M16) r12.0<1>:d r8.0<8;8,1>:d -16777216:d
mad (16|M0) r28.0<1>:f r27.0<0;0>:f r22.0<8;1>:f r40.0<1>:f {Compacted,@7}
mad (16|M16) r30.0<1>:f r27.0<0;0>:f acc0.0<8;1>:f r32.0<1>:f {Compacted}
mul (16|M0) r14.0<1>:f r38.0<8;8,1>:f -r36.0<8;8,1>:f {Compacted}
mul (16|M16) r16.0<1>:f r46.0<8;8,1>:f -r34.0<8;8,1>:f {Compacted}
mul (16|M0) acc0.0<1>:f r40.0<8;8,1>:f r28.0<8;8,1>:f {Compacted,@4}
mul (16|M16) r4.0<1>:f r32.0<8;8,1>:f r30.0<8;8,1>:f {Compacted,@4}
(f0.0) sel (16|M0) r18.0<1>:f r10.0<8;8,1>:f 0.0:f {Compacted,@7}
(f0.0) sel (16|M16) r20.0<1>:f r12.0<8;8,1>:f 0.0:f {@7}
(f1.0) mov (16|M0) r18.0<1>:f 0.28125:f {Compacted}
(f1.0) mov (16|M16) r20.0<1>:f 0.28125:f
mad (16|M0) r10.0<1>:f r14.0<8;1>:f acc0.0<8;1>:f r40.0<1>:f {Compacted,@7}
mad (16|M16) r12.0<1>:f r16.0<8;1>:f r4.0<8;1>:f r32.0<1>:f {Compacted,@6}
mad (16|M0) acc0.0<1>:f -r18.0<8;1>:f r40.0<8;1>:f r62.3<0>:f {Compacted,@4}
mad (16|M16) r24.0<1>:f -r20.0<8;1>:f r32.0<8;1>:f r62.3<0>:f {Compacted,@4}
add (16|M0) r18.0<1>:f -r18.0<8;8,1>:f 1.0:f {Compacted}
add (16|M0) r22.0<1>:f acc0.0<8;8,1>:f -r10.0<8;8,1>:f {Compacted,@5}
add (16|M16) acc0.0<1>:f -r20.0<8;8,1>:f 1.0:f {Compacted}
add (16|M16) r24.0<1>:f r24.0<8;8,1>:f -r12.0<8;8,1>:f {Compacted,@4}
add (16|M0) r10.0<1>:f r18.0<8;8,1>:f -r22.0<8;8,1>:f {Compacted,@3}
add (16|M16) r44.0<1>:f acc0.0<8;8,1>:f -r24.0<8;8,1>:f {Compacted,@2}
L7480:
endif (32|M0) L7496
L7496:
shl (16|M0) r2.0<1>:d r48.0<8;8,1>:d 30:w {Compacted}
shl (16|M16) r4.0<1>:d r42.0<8;8,1>:d 30:w {Compacted}
cmp (16|M0) (gt)f0.0 null<1>:d r72.0<8;8,1>:ud 0x7F7FFFFF:ud
cmp (16|M16) (gt)f0.0 null<1>:d r74.0<8;8,1>:ud 0x7F7FFFFF:ud
and (16|M0) r2.0<1>:d r2.0<8;8,1>:d -2147483648:d {@4}
and (16|M16) r4.0<1>:d r4.0<8;8,1>:d -2147483648:d {@4}
xor (16|M0) r2.0<1>:d r2.0<8;8,1>:d r10.0<8;8,1>:d {Compacted,@2}
xor (16|M16) r4.0<1>:d r4.0<8;8,1>:d r44.0<8;8,1>:d {Compacted,@2}
(~f0.0) sel (16|M0) r76.0<1>:f r2.0<8;8,1>:f qnan(0x0):f {@2}
(~f0.0) sel (16|M16) r78.0<1>:f r4.0<8;8,1>:f qnan(0x0):f {@2}
L7624:
endif (32|M0) L7640
L7640:
and (16|M16) r2.0<1>:d r64.0<8;8,1>:d 8323072:d
and (16|M0) r4.0<1>:d r66.0<8;8,1>:d 8323072:d
add (16|M16) r2.0<1>:d r2.0<8;8,1>:d 65536:d {@2}
add (16|M0) r4.0<1>:d r4.0<8;8,1>:d 65536:d {@2}
shr (16|M16) r2.0<1>:d r2.0<8;8,1>:ud 17:w {Compacted,@2}
shr (16|M0) r4.0<1>:d r4.0<8;8,1>:ud 17:w {Compacted,@2}
mul (16|M16) r2.0<1>:d r2.0<8;8,1>:d 12:w {Compacted,@2}
mul (16|M0) r4.0<1>:d r4.0<8;8,1>:d 12:w {Compacted,@2}
add (16|M16) r2.0<1>:d r2.0<8;8,1>:d 24:w {Compacted,@2}
add (16|M0) r4.0<1>:d r4.0<8;8,1>:d 24:w {Compacted,@2}
send.dc1 (16|M16) r6 r2 null 0x0 0x04605801 {@2,$4}
send.dc1 (16|M0) r12 r4 null 0x0 0x04605801 {@1,$5}
and (16|M16) r60.0<1>:d r64.0<8;8,1>:d 8388607:d
and (16|M0) r58.0<1>:d r66.0<8;8,1>:d 8388607:d
or (16|M16) r18.0<1>:d r60.0<8;8,1>:d 1065353216:d {@2}
or (16|M0) r20.0<1>:d r58.0<8;8,1>:d 1065353216:d {@2}
and (16|M16) r22.0<1>:d r18.0<8;8,1>:d 1073725440:d {@2}
and (16|M0) r24.0<1>:d r20.0<8;8,1>:d 1073725440:d {@2}
add (16|M16) r26.0<1>:f r18.0<8;8,1>:f -r22.0<8;8,1>:f {Compacted,@2}
add (16|M0) r30.0<1>:f r20.0<8;8,1>:f -r24.0<8;8,1>:f {Compacted,@2}
shr (16|M16) r74.0<1>:d r64.0<8;8,1>:ud 23:w {Compacted}
shr (16|M0) r72.0<1>:d r66.0<8;8,1>:ud 23:w {Compacted}
add (16|M0) r42.0<1>:d r66.0<8;8,1>:d 1081999360:d
add (16|M0) r110.0<1>:f r80.0<8;8,1>:f r76.0<8;8,1>:f {Compacted,$2.dst}
add (16|M16) r108.0<1>:f r82.0<8;8,1>:f r78.0<8;8,1>:f {Compacted,$3.dst}
mul (16|M16) acc0.0<1>:f r10.0<8;8,1>:f r22.0<8;8,1>:f {Compacted,$4.dst}
mul (16|M0) r32.0<1>:f r16.0<8;8,1>:f r24.0<8;8,1>:f {Compacted,$5.dst}
mul (16|M16) r2.0<1>:f r26.0<8;8,1>:f r10.0<8;8,1>:f {Compacted,@7}
add (16|M16) r28.0<1>:f acc0.0<8;8,1>:f -1.0:f {Compacted}
mul (16|M0) r4.0<1>:f r30.0<8;8,1>:f r16.0<8;8,1>:f {Compacted,@7}
add (16|M0) r32.0<1>:f r32.0<8;8,1>:f -1.0:f {Compacted,@4}
add (16|M16) r34.0<1>:f r6.0<8;8,1>:f r28.0<8;8,1>:f {Compacted,@3}
add (16|M16) r28.0<1>:f r2.0<8;8,1>:f r28.0<8;8,1>:f {Compacted,@5}
add (16|M0) r36.0<1>:f r12.0<8;8,1>:f r32.0<8;8,1>:f {Compacted,@3}
add (16|M0) r32.0<1>:f r4.0<8;8,1>:f r32.0<8;8,1>:f {Compacted,@5}
mul (16|M16) acc0.0<1>:f r28.0<8;8,1>:f 0.25:f {Compacted,@3}
mul (16|M0) r20.0<1>:f r32.0<8;8,1>:f 0.25:f {Compacted,@2}
add (16|M16) r18.0<1>:f -acc0.0<8;8,1>:f 0x3EAAAAAB:f
add (16|M16) r22.0<1>:d r74.0<8;8,1>:d -127:w {Compacted}
add (16|M0) r20.0<1>:f -r20.0<8;8,1>:f 0x3EAAAAAB:f {@3}
add (16|M0) r24.0<1>:d r72.0<8;8,1>:d -127:w {Compacted}
mul (16|M16) r18.0<1>:f r28.0<8;8,1>:f r18.0<8;8,1>:f {Compacted,@4}
mov (16|M16) acc0.0<1>:f r22.0<8;8,1>:d {@4}
mul (16|M0) r20.0<1>:f r32.0<8;8,1>:f r20.0<8;8,1>:f {Compacted,@4}
add (16|M16) r30.0<1>:d r64.0<8;8,1>:d 1081999360:d
mov (16|M0) r38.0<1>:f r24.0<8;8,1>:d {Compacted,@5}
mul (16|M16) r28.0<1>:f r28.0<8;8,1>:f r28.0<8;8,1>:f {Compacted}
add (16|M16) r18.0<1>:f r18.0<8;8,1>:f -0.5:f {Compacted,@6}
mul (16|M16) r40.0<1>:f acc0.0<8;8,1>:f 0x3805FDF4:f
mul (16|M0) r32.0<1>:f r32.0<8;8,1>:f r32.0<8;8,1>:f {Compacted}
add (16|M0) r20.0<1>:f r20.0<8;8,1>:f -0.5:f {Compacted,@7}
mul (16|M0) r46.0<1>:f r38.0<8;8,1>:f 0x3805FDF4:f {@6}
mul (16|M16) r22.0<1>:f acc0.0<8;8,1>:f 0x3F317000:f
cmp (16|M16) (gt)f1.0 r44.0<1>:d r30.0<8;8,1>:d 2147221504:d {@7}
mul (16|M16) r28.0<1>:f r28.0<8;8,1>:f r18.0<8;8,1>:f {Compacted,@7}
add (16|M16) acc0.0<1>:f r40.0<8;8,1>:f r8.0<8;8,1>:f {Compacted,@7}
cmp (16|M0) (gt)f0.0 r24.0<1>:d r42.0<8;8,1>:d 2147221504:d
mul (16|M0) r48.0<1>:f r38.0<8;8,1>:f 0x3F317000:f
mul (16|M0) r32.0<1>:f r32.0<8;8,1>:f r20.0<8;8,1>:f {Compacted,@7}
add (16|M0) r46.0<1>:f r46.0<8;8,1>:f r14.0<8;8,1>:f {Compacted,@7}
add (16|M16) r50.0<1>:f r22.0<8;8,1>:f r34.0<8;8,1>:f {Compacted,@7}
add (16|M16) r30.0<1>:f acc0.0<8;8,1>:f r28.0<8;8,1>:f {Compacted,@7}
and (16|M16) r52.0<1>:d r2.0<8;8,1>:d r44.0<8;8,1>:d {Compacted,@7}
and (16|M16) r54.0<1>:d r2.0<8;8,1>:d ~r44.0<8;8,1>:d {Compacted}
add (16|M0) acc0.0<1>:f r48.0<8;8,1>:f r36.0<8;8,1>:f {Compacted,@7}
add (16|M0) r18.0<1>:f r46.0<8;8,1>:f r32.0<8;8,1>:f {Compacted,@6}
and (16|M0) r26.0<1>:d r4.0<8;8,1>:d r24.0<8;8,1>:d {Compacted,@7}
and (16|M0) r6.0<1>:d r4.0<8;8,1>:d ~r24.0<8;8,1>:d {Compacted}
add (16|M16) r20.0<1>:f r50.0<8;8,1>:f r52.0<8;8,1>:f {Compacted,@6}
add (16|M16) r22.0<1>:f r30.0<8;8,1>:f r54.0<8;8,1>:f {Compacted,@6}
add (16|M0) r26.0<1>:f acc0.0<8;8,1>:f r26.0<8;8,1>:f {Compacted,@4}
add (16|M0) r24.0<1>:f r18.0<8;8,1>:f r6.0<8;8,1>:f {Compacted,@4}
add (16|M16) acc0.0<1>:f r20.0<8;8,1>:f r22.0<8;8,1>:f {Compacted,@3}
add (16|M0) r10.0<1>:f r26.0<8;8,1>:f r24.0<8;8,1>:f {Compacted,@2}
mul (16|M16) r12.0<1>:f acc0.0<8;8,1>:f 4097.0:f
mul (16|M0) r2.0<1>:f r10.0<8;8,1>:f 4097.0:f {@2}
add (16|M16) acc0.0<1>:f acc0.0<8;8,1>:f r12.0<8;8,1>:f {Compacted,@2}
add (16|M0) r10.0<1>:f r10.0<8;8,1>:f r2.0<8;8,1>:f {Compacted,@2}
add (16|M16) r12.0<1>:f acc0.0<8;8,1>:f -r12.0<8;8,1>:f {Compacted}
add (16|M0) r10.0<1>:f r10.0<8;8,1>:f -r2.0<8;8,1>:f {Compacted,@2}
mul (16|M16) r30.0<1>:f r12.0<8;8,1>:f 2.5:f {Compacted,@2}
add (16|M16) r4.0<1>:d r64.0<8;8,1>:d 2139095040:d
mul (16|M0) r32.0<1>:f r10.0<8;8,1>:f 2.5:f {Compacted,@3}
and (16|M16) r6.0<1>:d r30.0<8;8,1>:d 2147483647:d {@3}
cmp (16|M16) (gt)f1.0 null<1>:d r4.0<8;8,1>:d -16777218:d {@3}
and (16|M0) r14.0<1>:d r32.0<8;8,1>:d 2147483647:d {@3}
cmp (16|M16) (gt)f0.0 null<1>:d r6.0<8;8,1>:ud 0x42819F00:ud {@3}
(W) mov (1|M0) r16.0<1>:hf 0x1:hf
cmp (16|M0) (gt)f1.0 null<1>:d r14.0<8;8,1>:ud 0x42819F00:ud {@3}
add (16|M0) r18.0<1>:d r66.0<8;8,1>:d 2139095040:d
(f1.0) sel (16|M16) acc0.0<1>:uw r16.0<0;1,0>:uw 0x0:uw {@3}
(f0.0) sel (16|M16) r2.0<1>:uw r16.0<0;1,0>:uw 0x0:uw
(~f1.0) cmp (16|M0) (gt)f1.0 null<1>:d r18.0<8;8,1>:d -16777218:d {@3}
or (16|M16) (ne)f1.0 null<1>:uw acc0.0<16;16,1>:uw r2.0<16;16,1>:uw {@2}
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w
(~f1.0) if (32|M0) L9296 L14320
L8720:
add (16|M16) r4.0<1>:f r20.0<8;8,1>:f -r12.0<8;8,1>:f {Compacted}
mul (16|M0) acc0.0<1>:f r32.0<8;8,1>:f 1.442695e+00:f
mul (16|M16) r20.0<1>:f r30.0<8;8,1>:f 1.442695e+00:f
add (16|M0) r2.0<1>:f r26.0<8;8,1>:f -r10.0<8;8,1>:f {Compacted}
add (16|M0) r18.0<1>:f acc0.0<8;8,1>:f 0x4B400000:f {Compacted}
add (16|M16) r20.0<1>:f r20.0<8;8,1>:f 0x4B400000:f {Compacted,@3}
add (16|M16) acc0.0<1>:f r22.0<8;8,1>:f r4.0<8;8,1>:f {Compacted,@6}
add (16|M0) r2.0<1>:f r24.0<8;8,1>:f r2.0<8;8,1>:f {Compacted,@4}
add (16|M0) r22.0<1>:f r18.0<8;8,1>:f 0xCB400000:f {Compacted,@4}
add (16|M16) r24.0<1>:f r20.0<8;8,1>:f 0xCB400000:f {Compacted,@4}
mul (16|M16) r12.0<1>:f r12.0<8;8,1>:f 0.0:f {Compacted}
mul (16|M0) r10.0<1>:f r10.0<8;8,1>:f 0.0:f {Compacted}
mul (16|M16) r8.0<1>:f acc0.0<8;8,1>:f 0.0:f {Compacted}
mul (16|M0) r6.0<1>:f r2.0<8;8,1>:f 0.0:f {Compacted,@6}
mul (16|M0) r26.0<1>:f r22.0<8;8,1>:f 0x3F317200:f {@6}
mul (16|M16) r28.0<1>:f r24.0<8;8,1>:f 0x3F317200:f {@6}
mul (16|M16) r4.0<1>:f acc0.0<8;8,1>:f 2.5:f {Compacted}
add (16|M16) r12.0<1>:f r12.0<8;8,1>:f r8.0<8;8,1>:f {Compacted,@5}
mul (16|M0) r2.0<1>:f r2.0<8;8,1>:f 2.5:f {Compacted}
add (16|M0) r10.0<1>:f r10.0<8;8,1>:f r6.0<8;8,1>:f {Compacted,@6}
mul (16|M0) r22.0<1>:f r22.0<8;8,1>:f 0x35BFBE8E:f
add (16|M0) r26.0<1>:f r32.0<8;8,1>:f -r26.0<8;8,1>:f {Compacted,@7}
mul (16|M16) r24.0<1>:f r24.0<8;8,1>:f 0x35BFBE8E:f
add (16|M16) r28.0<1>:f r30.0<8;8,1>:f -r28.0<8;8,1>:f {Compacted,@7}
add (16|M16) r16.0<1>:f r4.0<8;8,1>:f r12.0<8;8,1>:f {Compacted,@7}
add (16|M0) acc0.0<1>:f r2.0<8;8,1>:f r10.0<8;8,1>:f {Compacted,@6}
add (16|M0) r26.0<1>:f r26.0<8;8,1>:f -r22.0<8;8,1>:f {Compacted,@5}
add (16|M16) r28.0<1>:f r28.0<8;8,1>:f -r24.0<8;8,1>:f {Compacted,@4}
add (16|M0) acc0.0<1>:f acc0.0<8;8,1>:f r26.0<8;8,1>:f {Compacted,@2}
add (16|M16) r4.0<1>:f r16.0<8;8,1>:f r28.0<8;8,1>:f {Compacted,@2}
mul (16|M0) r10.0<1>:f acc0.0<8;8,1>:f 0x3C07D9FE:f
mul (16|M16) r12.0<1>:f r4.0<8;8,1>:f 0x3C07D9FE:f {@2}
add (16|M0) r10.0<1>:f r10.0<8;8,1>:f 0x3D2B8392:f {@2}
add (16|M16) r12.0<1>:f r12.0<8;8,1>:f 0x3D2B8392:f {@2}
mul (16|M0) r10.0<1>:f acc0.0<8;8,1>:f r10.0<8;8,1>:f {Compacted,@2}
mul (16|M16) r12.0<1>:f r4.0<8;8,1>:f r12.0<8;8,1>:f {Compacted,@2}
add (16|M0) r10.0<1>:f r10.0<8;8,1>:f 0x3E2AACAC:f {@2}
add (16|M16) r12.0<1>:f r12.0<8;8,1>:f 0x3E2AACAC:f {@2}
mul (16|M0) r10.0<1>:f acc0.0<8;8,1>:f r10.0<8;8,1>:f {Compacted,@2}
mul (16|M16) r12.0<1>:f r4.0<8;8,1>:f r12.0<8;8,1>:f {Compacted,@2}
add (16|M0) r10.0<1>:f r10.0<8;8,1>:f 0x3EFFFF34:f {@2}
add (16|M16) r12.0<1>:f r12.0<8;8,1>:f 0x3EFFFF34:f {@2}
mul (16|M0) r10.0<1>:f acc0.0<8;8,1>:f r10.0<8;8,1>:f {Compacted,@2}
mul (16|M16) r12.0<1>:f r4.0<8;8,1>:f r12.0<8;8,1>:f {Compacted,@2}
add (16|M0) r10.0<1>:f r10.0<8;8,1>:f 9.999999e-01:f {@2}
add (16|M16) r12.0<1>:f r12.0<8;8,1>:f 9.999999e-01:f {@2}
mul (16|M0) acc0.0<1>:f acc0.0<8;8,1>:f r10.0<8;8,1>:f {Compacted,@2}
mul (16|M16) r12.0<1>:f r4.0<8;8,1>:f r12.0<8;8,1>:f {Compacted,@2}
shl (16|M16) r8.0<1>:d r20.0<8;8,1>:d 23:w {Compacted}
shl (16|M0) r6.0<1>:d r18.0<8;8,1>:d 23:w {Compacted}
add (16|M0) r10.0<1>:f acc0.0<8;8,1>:f 1.0:f {Compacted}
add (16|M16) r12.0<1>:f r12.0<8;8,1>:f 1.0:f {Compacted,@4}
add (16|M0) r6.0<1>:d r6.0<8;8,1>:d r10.0<8;8,1>:d {Compacted,@2}
add (16|M16) r54.0<1>:d r8.0<8;8,1>:d r12.0<8;8,1>:d {Compacted,@2}
else (32|M0) L14320 L14320
L9296:
and (16|M0) r20.0<1>:d r72.0<8;8,1>:d 255:w {Compacted}
and (16|M16) r18.0<1>:d r74.0<8;8,1>:d 255:w {Compacted}
cmp (16|M0) (eq)f1.0 r2.0<1>:d r58.0<8;8,1>:d 0:w
cmp (16|M16) (eq)f0.0 r4.0<1>:d r60.0<8;8,1>:d 0:w
not (16|M0) r10.0<1>:d r66.0<8;8,1>:d
not (16|M16) r12.0<1>:d r64.0<8;8,1>:d
cmp (16|M0) (eq)f0.0 r14.0<1>:d r20.0<8;8,1>:d 127:w {Compacted,@6}
cmp (16|M16) (eq)f1.0 r16.0<1>:d r18.0<8;8,1>:d 127:w {@6}
shr (16|M0) r10.0<1>:d r10.0<8;8,1>:ud 31:w {Compacted,@4}
shr (16|M16) r12.0<1>:d r12.0<8;8,1>:ud 31:w {Compacted,@4}
mov (16|M0) r6.0<1>:d -r2.0<8;8,1>:d {@7}
mov (16|M16) r8.0<1>:d -r4.0<8;8,1>:d {@7}
mov (16|M0) r14.0<1>:d -r14.0<8;8,1>:d {@6}
mov (16|M16) r16.0<1>:d -r16.0<8;8,1>:d {@6}
and (16|M0) r10.0<1>:d r10.0<8;8,1>:d r6.0<8;8,1>:d {Compacted,@4}
and (16|M16) r12.0<1>:d r12.0<8;8,1>:d r8.0<8;8,1>:d {Compacted,@4}
and (16|M0) r10.0<1>:d r10.0<8;8,1>:d r14.0<8;8,1>:d {Compacted,@2}
and (16|M16) r12.0<1>:d r12.0<8;8,1>:d r16.0<8;8,1>:d {Compacted,@2}
cmp (16|M0) (eq)f0.0 null<1>:d r10.0<8;8,1>:d 1:w {Compacted,@2}
cmp (16|M16) (eq)f0.0 null<1>:d r12.0<8;8,1>:d 1:w {@2}
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w
(~f0.0) if (32|M0) L14208 L14304
L9568:
cmp (16|M0) (ne)f0.0 null<1>:d r20.0<8;8,1>:d 255:w {Compacted}
cmp (16|M16) (eq)f0.0 null<1>:d r60.0<8;8,1>:d 0:w
(~f0.0) cmp (16|M0) (eq)f0.0 null<1>:d r58.0<8;8,1>:d 0:w
cmp (16|M16) (ne)f1.0 null<1>:d r18.0<8;8,1>:d 255:w
(W) mov (1|M0) r62.0<1>:ud f0.0<0;1,0>:ud {Compacted}
(W) mov (1|M0) f0.0<1>:ud 0x0:ud
cmp (32|M0) (eq)f0.0 null<1>:uw r2.0<0;1,0>:uw r2.0<0;1,0>:uw
(W&f0.0.any32h) mov (1|M0) r2.0<1>:hf 0x1:hf
(W) mov (1|M0) f0.0<1>:ud r62.0<0;1,0>:ud {@4}
(f1.0) sel (16|M16) r4.0<1>:uw r2.0<0;1,0>:uw 0x0:uw {@2}
(f0.0) sel (16|M16) acc0.0<1>:uw r2.0<0;1,0>:uw 0x0:uw
or (16|M16) (ne)f0.0 null<1>:uw acc0.0<16;16,1>:uw r4.0<16;16,1>:uw {@2}
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w
(~f0.0) if (32|M0) L9808 L14176
L9776:
add (16|M0) r6.0<1>:f r66.0<8;8,1>:f 2.5:f {Compacted}
add (16|M16) r54.0<1>:f r64.0<8;8,1>:f 2.5:f {Compacted}
else (32|M0) L14176 L14176
L9808:
cmp (16|M0) (ne)f1.0 null<1>:f r66.0<8;8,1>:f 0.0:f
cmp (16|M16) (ne)f1.0 null<1>:f r64.0<8;8,1>:f 0.0:f
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w {@7}
(~f1.0) if (32|M0) L9904 L14160
L9872:
mul (16|M0) r6.0<1>:f r66.0<8;8,1>:f r66.0<8;8,1>:f {Compacted}
mul (16|M16) r54.0<1>:f r64.0<8;8,1>:f r64.0<8;8,1>:f {Compacted}
else (32|M0) L14160 L14160
L9904:
cmp (16|M0) (ne)f0.0 null<1>:d r20.0<8;8,1>:d 255:w {Compacted}
cmp (16|M16) (ne)f0.0 null<1>:d r18.0<8;8,1>:d 255:w
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w {@7}
(~f0.0) if (32|M0) L10064 L14144
L9960:
mul (16|M0) acc0.0<1>:f r66.0<8;8,1>:f r66.0<8;8,1>:f {Compacted}
mul (16|M16) r4.0<1>:f r64.0<8;8,1>:f r64.0<8;8,1>:f {Compacted}
cmp (16|M0) (eq)f1.0 null<1>:f (abs)r66.0<8;8,1>:f inf:f
cmp (16|M16) (eq)f1.0 null<1>:f (abs)r64.0<8;8,1>:f inf:f
mul (16|M0) r2.0<1>:f acc0.0<8;8,1>:f 2.5:f {Compacted}
mul (16|M16) r4.0<1>:f r4.0<8;8,1>:f 2.5:f {Compacted,@4}
(f1.0) sel (16|M0) r6.0<1>:f (abs)r66.0<8;8,1>:f r2.0<8;8,1>:f {Compacted,@2}
(f1.0) sel (16|M16) r54.0<1>:f (abs)r64.0<8;8,1>:f r4.0<8;8,1>:f {@2}
else (32|M0) L14144 L14144
L10064:
cmp (16|M0) (gt)f1.0 null<1>:f r66.0<8;8,1>:f 0.0:f
cmp (16|M16) (gt)f1.0 null<1>:f r64.0<8;8,1>:f 0.0:f
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w
(f1.0) if (32|M0) L14112 L14128
L10128:
cmp (16|M0) (eq)f0.0 null<1>:d r20.0<8;8,1>:d 0:w {Compacted}
cmp (16|M16) (eq)f0.0 null<1>:d r18.0<8;8,1>:d 0:w
and (16|M0) r2.0<1>:d r66.0<8;8,1>:d 2147483647:d
and (16|M16) r4.0<1>:d r64.0<8;8,1>:d 2147483647:d
mul (16|M0) r6.0<1>:f r2.0<8;8,1>:f 0x5F800000:f {Compacted,@2}
mul (16|M16) r8.0<1>:f r4.0<8;8,1>:f 0x5F800000:f {Compacted,@2}
(~f0.0) mov (16|M0) r6.0<1>:f r2.0<8;8,1>:f
(~f0.0) mov (16|M16) r8.0<1>:f r4.0<8;8,1>:f
and (16|M0) r10.0<1>:d r6.0<8;8,1>:d 7864320:d {@2}
and (16|M16) r12.0<1>:d r8.0<8;8,1>:d 7864320:d {@2}
add (16|M0) r10.0<1>:d r10.0<8;8,1>:d 524288:d {@2}
add (16|M16) r12.0<1>:d r12.0<8;8,1>:d 524288:d {@2}
shr (16|M0) r10.0<1>:d r10.0<8;8,1>:ud 20:w {Compacted,@2}
shr (16|M16) r12.0<1>:d r12.0<8;8,1>:ud 20:w {Compacted,@2}
shl (16|M0) r14.0<1>:d r10.0<8;8,1>:d 2:w {Compacted,@2}
shl (16|M16) r16.0<1>:d r12.0<8;8,1>:d 2:w {Compacted,@2}
add (16|M0) r14.0<1>:d r14.0<8;8,1>:d 928:w {Compacted,@2}
add (16|M16) r16.0<1>:d r16.0<8;8,1>:d 928:w {Compacted,@2}
send.dc1 (16|M0) r96 r14 null 0x0 0x04205E01 {@2,$6}
send.dc1 (16|M16) r98 r16 null 0x0 0x04205E01 {@1,$7}
and (16|M0) r32.0<1>:d r6.0<8;8,1>:d -2139095041:d
and (16|M16) r30.0<1>:d r8.0<8;8,1>:d -2139095041:d
or (16|M0) r32.0<1>:d r32.0<8;8,1>:d 1065353216:d {@2}
or (16|M16) r30.0<1>:d r30.0<8;8,1>:d 1065353216:d {@2}
shl (16|M0) r10.0<1>:d r10.0<8;8,1>:d 3:w {Compacted}
shl (16|M16) r12.0<1>:d r12.0<8;8,1>:d 3:w {Compacted}
add (16|M0) r10.0<1>:d r10.0<8;8,1>:d 964:w {Compacted,@2}
add (16|M16) r12.0<1>:d r12.0<8;8,1>:d 964:w {Compacted,@2}
send.dc1 (16|M0) r56 r10 null 0x0 0x04405C01 {@2,$8}
send.dc1 (16|M16) r80 r12 null 0x0 0x04405C01 {@1,$9}
(W) mov (1|M0) r62.0<1>:ud f0.0<0;1,0>:ud {Compacted}
(W) mov (1|M0) f0.0<1>:ud 0x0:ud
and (16|M0) r10.0<1>:d r6.0<8;8,1>:d 2147483647:d {$8.src}
and (16|M16) r12.0<1>:d r8.0<8;8,1>:d 2147483647:d {$9.src}
add (16|M0) r10.0<1>:d r10.0<8;8,1>:d -1060634624:d {@2}
add (16|M16) r12.0<1>:d r12.0<8;8,1>:d -1060634624:d {@2}
asr (16|M0) r10.0<1>:d r10.0<8;8,1>:d 23:w {Compacted,@2}
asr (16|M16) r12.0<1>:d r12.0<8;8,1>:d 23:w {Compacted,@2}
mul (16|M0) r2.0<1>:f r96.0<8;8,1>:f r32.0<8;8,1>:f {Compacted,$6.dst}
mul (16|M16) r4.0<1>:f r98.0<8;8,1>:f r30.0<8;8,1>:f {Compacted,$7.dst}
and (16|M0) r18.0<1>:d r2.0<8;8,1>:d 1966080:d {@2}
and (16|M16) r20.0<1>:d r4.0<8;8,1>:d 1966080:d {@2}
add (16|M0) r18.0<1>:d r18.0<8;8,1>:d 131072:d {@2}
add (16|M16) r20.0<1>:d r20.0<8;8,1>:d 131072:d {@2}
shr (16|M0) r18.0<1>:d r18.0<8;8,1>:ud 18:w {Compacted,@2}
shr (16|M16) r20.0<1>:d r20.0<8;8,1>:ud 18:w {Compacted,@2}
shl (16|M0) r14.0<1>:d r18.0<8;8,1>:d 2:w {Compacted,@2}
shl (16|M16) r16.0<1>:d r20.0<8;8,1>:d 2:w {Compacted,@2}
add (16|M0) r14.0<1>:d r14.0<8;8,1>:d 1036:w {Compacted,@2}
add (16|M16) r16.0<1>:d r16.0<8;8,1>:d 1036:w {Compacted,@2}
send.dc1 (16|M0) r94 r14 null 0x0 0x04205E01 {@2,$10}
send.dc1 (16|M16) r36 r16 null 0x0 0x04205E01 {@1,$11}
shl (16|M0) r18.0<1>:d r18.0<8;8,1>:d 3:w {Compacted}
shl (16|M16) r20.0<1>:d r20.0<8;8,1>:d 3:w {Compacted}
add (16|M0) r18.0<1>:d r18.0<8;8,1>:d 1072:w {Compacted,@2}
add (16|M16) r20.0<1>:d r20.0<8;8,1>:d 1072:w {Compacted,@2}
send.dc1 (16|M0) r50 r18 null 0x0 0x04405C01 {@2,$12}
send.dc1 (16|M16) r76 r20 null 0x0 0x04405C01 {@1,$13}
mul (16|M0) r22.0<1>:f r2.0<8;8,1>:f r94.0<8;8,1>:f {Compacted,$10.dst}
mul (16|M16) r24.0<1>:f r4.0<8;8,1>:f r36.0<8;8,1>:f {Compacted,$11.dst}
and (16|M0) r26.0<1>:d r22.0<8;8,1>:d 507904:d {@2}
and (16|M16) r28.0<1>:d r24.0<8;8,1>:d 507904:d {@2}
add (16|M0) r26.0<1>:d r26.0<8;8,1>:d 16384:w {@2}
add (16|M16) r28.0<1>:d r28.0<8;8,1>:d 16384:w {@2}
shr (16|M0) r26.0<1>:d r26.0<8;8,1>:ud 15:w {Compacted,@2}
shr (16|M16) r28.0<1>:d r28.0<8;8,1>:ud 15:w {Compacted,@2}
shl (16|M0) r2.0<1>:d r26.0<8;8,1>:d 2:w {Compacted,@2}
shl (16|M16) r4.0<1>:d r28.0<8;8,1>:d 2:w {Compacted,@2}
shl (16|M0) r26.0<1>:d r26.0<8;8,1>:d 3:w {Compacted}
add (16|M0) r2.0<1>:d r2.0<8;8,1>:d 1144:w {Compacted,@3}
shl (16|M16) r28.0<1>:d r28.0<8;8,1>:d 3:w {Compacted}
add (16|M16) r4.0<1>:d r4.0<8;8,1>:d 1144:w {Compacted,@4}
sync.nop null {Compacted,$13.src}
send.dc1 (16|M0) r20 r2 null 0x0 0x04205E01 {@3,$14}
send.dc1 (16|M16) r34 r4 null 0x0 0x04205E01 {@1,$15}
add (16|M0) r26.0<1>:d r26.0<8;8,1>:d 1212:w {Compacted,@4}
add (16|M16) r28.0<1>:d r28.0<8;8,1>:d 1212:w {Compacted,@3}
send.dc1 (16|M0) r46 r26 null 0x0 0x04405C01 {@2,$0}
send.dc1 (16|M16) r72 r28 null 0x0 0x04405C01 {@1,$1}
cmp (32|M0) (eq)f0.0 null<1>:uw r2.0<0;1,0>:uw r2.0<0;1,0>:uw
(W&f0.0.any32h) mov (1|M0) r14.0<1>:hf -qnan(0x1C0):hf
(W) mov (1|M0) f0.0<1>:ud r62.0<0;1,0>:ud
sync.nop null {Compacted,$14.src}
(f0.0) sel (16|M0) r2.0<1>:d r14.0<0;1,0>:w 0:w {@2}
(f0.0) sel (16|M16) r4.0<1>:d r14.0<0;1,0>:w 0:w {$15.src}
add (16|M0) r16.0<1>:d r10.0<8;8,1>:d r2.0<8;8,1>:d {Compacted,@2}
sync.nop null {Compacted,$12.src}
add (16|M16) r18.0<1>:d r12.0<8;8,1>:d r4.0<8;8,1>:d {Compacted,@2}
mov (16|M0) r100.0<1>:f r16.0<8;8,1>:d {Compacted,@2}
mov (16|M16) r102.0<1>:f r18.0<8;8,1>:d {Compacted,@2}
add (16|M0) r38.0<1>:f r56.0<8;8,1>:f r100.0<8;8,1>:f {Compacted,@2,$8.dst}
add (16|M16) r40.0<1>:f r80.0<8;8,1>:f r102.0<8;8,1>:f {Compacted,@2,$9.dst}
add (16|M0) r86.0<1>:f r38.0<8;8,1>:f r50.0<8;8,1>:f {Compacted,@2,$12.dst}
add (16|M16) r92.0<1>:f r40.0<8;8,1>:f r76.0<8;8,1>:f {Compacted,@2,$13.dst}
mul (16|M0) r104.0<1>:f r22.0<8;8,1>:f r20.0<8;8,1>:f {Compacted,$14.dst}
mul (16|M16) r106.0<1>:f r24.0<8;8,1>:f r34.0<8;8,1>:f {Compacted,$15.dst}
add (16|M0) r60.0<1>:f r104.0<8;8,1>:f 0xBFB88000:f {@2}
add (16|M16) r88.0<1>:f r106.0<8;8,1>:f 0xBFB88000:f {@2}
add (16|M0) r84.0<1>:f r86.0<8;8,1>:f r46.0<8;8,1>:f {Compacted,@6,$0.dst}
add (16|M16) r90.0<1>:f r92.0<8;8,1>:f r72.0<8;8,1>:f {Compacted,@6,$1.dst}
add (16|M0) r42.0<1>:f r84.0<8;8,1>:f r60.0<8;8,1>:f {Compacted,@2}
add (16|M16) r44.0<1>:f r90.0<8;8,1>:f r88.0<8;8,1>:f {Compacted,@2}
shr (16|M0) r2.0<1>:d r42.0<8;8,1>:ud 23:w {Compacted,@2}
shr (16|M16) r4.0<1>:d r44.0<8;8,1>:ud 23:w {Compacted,@2}
and (16|M0) r2.0<1>:d r2.0<8;8,1>:d 255:w {Compacted,@2}
and (16|M16) r10.0<1>:d r4.0<8;8,1>:d 255:w {Compacted,@2}
cmp (16|M0) (lt)f0.0 null<1>:d r2.0<8;8,1>:ud 0x89:uw {@2}
cmp (16|M16) (lt)f0.0 null<1>:d r10.0<8;8,1>:ud 0x89:uw {@2}
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w
(~f0.0) if (32|M0) L11528 L14080
L11400:
shr (16|M0) r2.0<1>:d r42.0<8;8,1>:ud 29:w {Compacted}
shr (16|M16) r4.0<1>:d r44.0<8;8,1>:ud 29:w {Compacted}
and (16|M0) r2.0<1>:d r2.0<8;8,1>:d 4:w {Compacted,@2}
and (16|M16) r4.0<1>:d r4.0<8;8,1>:d 4:w {Compacted,@2}
or (16|M0) r2.0<1>:d r2.0<8;8,1>:d 2400:w {@2}
or (16|M16) r4.0<1>:d r4.0<8;8,1>:d 2400:w {@2}
send.dc1 (16|M0) r6 r2 null 0x0 0x04205E01 {@2,$2}
send.dc1 (16|M16) r8 r4 null 0x0 0x04205E01 {@1,$3}
mul (16|M0) r6.0<1>:f r6.0<8;8,1>:f r6.0<8;8,1>:f {Compacted,$2.dst}
mul (16|M16) r54.0<1>:f r8.0<8;8,1>:f r8.0<8;8,1>:f {Compacted,$3.dst}
else (32|M0) L14080 L14080
L11528:
cmp (16|M0) (gt)f1.0 null<1>:d r2.0<8;8,1>:ud 0x40:uw
cmp (16|M16) (gt)f1.0 null<1>:d r10.0<8;8,1>:ud 0x40:uw
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w
(f1.0) if (32|M0) L14048 L14064
L11592:
mul (16|M0) acc0.0<1>:f r96.0<8;8,1>:f r94.0<8;8,1>:f {Compacted}
mul (16|M16) r4.0<1>:f r98.0<8;8,1>:f r36.0<8;8,1>:f {Compacted}
mul (16|M0) r6.0<1>:f acc0.0<8;8,1>:f r20.0<8;8,1>:f {Compacted}
mul (16|M16) r8.0<1>:f r4.0<8;8,1>:f r34.0<8;8,1>:f {Compacted,@2}
mul (16|M0) acc0.0<1>:f r32.0<8;8,1>:f 4097.0:f
mul (16|M16) r12.0<1>:f r30.0<8;8,1>:f 4097.0:f
mul (16|M0) r14.0<1>:f r6.0<8;8,1>:f 4097.0:f {@4}
mul (16|M16) r16.0<1>:f r8.0<8;8,1>:f 4097.0:f {@4}
add (16|M16) r36.0<1>:f r102.0<8;8,1>:f -r40.0<8;8,1>:f {Compacted}
add (16|M0) r34.0<1>:f r100.0<8;8,1>:f -r38.0<8;8,1>:f {Compacted}
add (16|M0) r18.0<1>:f acc0.0<8;8,1>:f -r32.0<8;8,1>:f {Compacted}
add (16|M16) r20.0<1>:f r12.0<8;8,1>:f -r30.0<8;8,1>:f {Compacted,@6}
add (16|M0) r22.0<1>:f r14.0<8;8,1>:f -r6.0<8;8,1>:f {Compacted,@6}
add (16|M16) r24.0<1>:f r16.0<8;8,1>:f -r8.0<8;8,1>:f {Compacted,@6}
add (16|M16) r40.0<1>:f r40.0<8;8,1>:f -r92.0<8;8,1>:f {Compacted}
add (16|M0) r38.0<1>:f r38.0<8;8,1>:f -r86.0<8;8,1>:f {Compacted}
add (16|M16) r36.0<1>:f r80.0<8;8,1>:f r36.0<8;8,1>:f {Compacted,@7}
add (16|M0) r34.0<1>:f r56.0<8;8,1>:f r34.0<8;8,1>:f {Compacted,@7}
add (16|M0) r26.0<1>:f acc0.0<8;8,1>:f -r18.0<8;8,1>:f {Compacted,@7}
add (16|M16) r28.0<1>:f r12.0<8;8,1>:f -r20.0<8;8,1>:f {Compacted,@7}
add (16|M0) r14.0<1>:f r14.0<8;8,1>:f -r22.0<8;8,1>:f {Compacted,@7}
add (16|M16) r16.0<1>:f r16.0<8;8,1>:f -r24.0<8;8,1>:f {Compacted,@7}
add (16|M16) r40.0<1>:f r76.0<8;8,1>:f r40.0<8;8,1>:f {Compacted,@7}
add (16|M0) r38.0<1>:f r50.0<8;8,1>:f r38.0<8;8,1>:f {Compacted,@7}
add (16|M0) r10.0<1>:f r86.0<8;8,1>:f -r84.0<8;8,1>:f {Compacted}
add (16|M16) r12.0<1>:f r92.0<8;8,1>:f -r90.0<8;8,1>:f {Compacted}
add (16|M0) r2.0<1>:f r32.0<8;8,1>:f -r26.0<8;8,1>:f {Compacted,@7}
add (16|M16) acc0.0<1>:f r30.0<8;8,1>:f -r28.0<8;8,1>:f {Compacted,@7}
mul (16|M0) r18.0<1>:f r26.0<8;8,1>:f r14.0<8;8,1>:f {Compacted,@7}
mul (16|M16) r20.0<1>:f r28.0<8;8,1>:f r16.0<8;8,1>:f {Compacted,@7}
add (16|M16) r36.0<1>:f r36.0<8;8,1>:f r40.0<8;8,1>:f {Compacted,@7}
add (16|M0) r34.0<1>:f r34.0<8;8,1>:f r38.0<8;8,1>:f {Compacted,@7}
add (16|M0) r10.0<1>:f r46.0<8;8,1>:f r10.0<8;8,1>:f {Compacted,@7}
add (16|M16) r12.0<1>:f r72.0<8;8,1>:f r12.0<8;8,1>:f {Compacted,@7}
add (16|M16) r32.0<1>:f r8.0<8;8,1>:f -r16.0<8;8,1>:f {Compacted}
add (16|M0) r30.0<1>:f r6.0<8;8,1>:f -r14.0<8;8,1>:f {Compacted}
add (16|M0) r18.0<1>:f r18.0<8;8,1>:f -r104.0<8;8,1>:f {Compacted,@7}
add (16|M16) r20.0<1>:f r20.0<8;8,1>:f -r106.0<8;8,1>:f {Compacted,@7}
add (16|M0) r34.0<1>:f r34.0<8;8,1>:f r10.0<8;8,1>:f {Compacted,@6}
add (16|M16) r36.0<1>:f r36.0<8;8,1>:f r12.0<8;8,1>:f {Compacted,@6}
mul (16|M16) r16.0<1>:f acc0.0<8;8,1>:f r16.0<8;8,1>:f {Compacted}
mul (16|M0) r14.0<1>:f r2.0<8;8,1>:f r14.0<8;8,1>:f {Compacted}
mul (16|M0) r10.0<1>:f r26.0<8;8,1>:f r30.0<8;8,1>:f {Compacted,@7}
add (16|M0) r34.0<1>:f r58.0<8;8,1>:f r34.0<8;8,1>:f {Compacted,@5}
mul (16|M16) r12.0<1>:f r28.0<8;8,1>:f r32.0<8;8,1>:f {Compacted,@7}
add (16|M16) r36.0<1>:f r82.0<8;8,1>:f r36.0<8;8,1>:f {Compacted,@6}
add (16|M16) r16.0<1>:f r16.0<8;8,1>:f r20.0<8;8,1>:f {Compacted,@6}
add (16|M0) r14.0<1>:f r14.0<8;8,1>:f r18.0<8;8,1>:f {Compacted,@6}
mul (16|M16) r24.0<1>:f acc0.0<8;8,1>:f r32.0<8;8,1>:f {Compacted}
mul (16|M0) acc0.0<1>:f r2.0<8;8,1>:f r30.0<8;8,1>:f {Compacted}
add (16|M0) r34.0<1>:f r52.0<8;8,1>:f r34.0<8;8,1>:f {Compacted,@7}
add (16|M16) r36.0<1>:f r78.0<8;8,1>:f r36.0<8;8,1>:f {Compacted,@6}
add (16|M16) r12.0<1>:f r12.0<8;8,1>:f r16.0<8;8,1>:f {Compacted,@6}
add (16|M0) r10.0<1>:f r10.0<8;8,1>:f r14.0<8;8,1>:f {Compacted,@6}
add (16|M0) r6.0<1>:f r48.0<8;8,1>:f r34.0<8;8,1>:f {Compacted,@4}
add (16|M16) r8.0<1>:f r74.0<8;8,1>:f r36.0<8;8,1>:f {Compacted,@4}
add (16|M0) r34.0<1>:f acc0.0<8;8,1>:f r10.0<8;8,1>:f {Compacted,@3}
add (16|M16) r36.0<1>:f r24.0<8;8,1>:f r12.0<8;8,1>:f {Compacted,@5}
add (16|M0) acc0.0<1>:f r60.0<8;8,1>:f r34.0<8;8,1>:f {Compacted,@2}
add (16|M16) r40.0<1>:f r88.0<8;8,1>:f r36.0<8;8,1>:f {Compacted,@2}
mul (16|M0) r18.0<1>:f acc0.0<8;8,1>:f 0x3DAB1EA1:f
mul (16|M16) r20.0<1>:f r40.0<8;8,1>:f 0x3DAB1EA1:f {@2}
add (16|M0) r18.0<1>:f -r18.0<8;8,1>:f 0x3E246F69:f {@2}
add (16|M16) r20.0<1>:f -r20.0<8;8,1>:f 0x3E246F69:f {@2}
mul (16|M0) r18.0<1>:f acc0.0<8;8,1>:f r18.0<8;8,1>:f {Compacted,@2}
mul (16|M16) r20.0<1>:f r40.0<8;8,1>:f r20.0<8;8,1>:f {Compacted,@2}
add (16|M0) r18.0<1>:f r18.0<8;8,1>:f 0xBEB1C35D:f {@2}
add (16|M16) r20.0<1>:f r20.0<8;8,1>:f 0xBEB1C35D:f {@2}
add (16|M16) r4.0<1>:f r90.0<8;8,1>:f -r44.0<8;8,1>:f {Compacted}
add (16|M0) r2.0<1>:f r84.0<8;8,1>:f -r42.0<8;8,1>:f {Compacted}
mul (16|M0) r18.0<1>:f acc0.0<8;8,1>:f r18.0<8;8,1>:f {Compacted,@4}
mul (16|M16) r20.0<1>:f r40.0<8;8,1>:f r20.0<8;8,1>:f {Compacted,@4}
add (16|M16) r12.0<1>:f r88.0<8;8,1>:f r4.0<8;8,1>:f {Compacted,@4}
add (16|M0) r10.0<1>:f r60.0<8;8,1>:f r2.0<8;8,1>:f {Compacted,@4}
add (16|M0) r18.0<1>:f r18.0<8;8,1>:f 8.941205e-04:f {@4}
add (16|M16) r20.0<1>:f r20.0<8;8,1>:f 8.941205e-04:f {@4}
add (16|M16) r16.0<1>:f r12.0<8;8,1>:f r36.0<8;8,1>:f {Compacted,@4}
add (16|M0) r14.0<1>:f r10.0<8;8,1>:f r34.0<8;8,1>:f {Compacted,@4}
mul (16|M0) r18.0<1>:f acc0.0<8;8,1>:f r18.0<8;8,1>:f {Compacted,@4}
mul (16|M16) r20.0<1>:f r40.0<8;8,1>:f r20.0<8;8,1>:f {Compacted,@4}
add (16|M16) r24.0<1>:f r8.0<8;8,1>:f r16.0<8;8,1>:f {Compacted,@4}
add (16|M0) r22.0<1>:f r6.0<8;8,1>:f r14.0<8;8,1>:f {Compacted,@4}
add (16|M0) r26.0<1>:f r42.0<8;8,1>:f r18.0<8;8,1>:f {Compacted,@4}
add (16|M16) r28.0<1>:f r44.0<8;8,1>:f r20.0<8;8,1>:f {Compacted,@4}
add (16|M0) r2.0<1>:f r22.0<8;8,1>:f r26.0<8;8,1>:f {Compacted,@2}
add (16|M16) r4.0<1>:f r24.0<8;8,1>:f r28.0<8;8,1>:f {Compacted,@2}
mul (16|M0) acc0.0<1>:f r2.0<8;8,1>:f 4097.0:f {@2}
mul (16|M16) r32.0<1>:f r4.0<8;8,1>:f 4097.0:f {@2}
add (16|M0) r38.0<1>:f acc0.0<8;8,1>:f -r2.0<8;8,1>:f {Compacted}
add (16|M16) r40.0<1>:f r32.0<8;8,1>:f -r4.0<8;8,1>:f {Compacted,@2}
add (16|M0) r10.0<1>:f acc0.0<8;8,1>:f -r38.0<8;8,1>:f {Compacted,@2}
add (16|M16) r12.0<1>:f r32.0<8;8,1>:f -r40.0<8;8,1>:f {Compacted,@2}
mul (16|M0) r6.0<1>:f r10.0<8;8,1>:f 2.5:f {Compacted,@2}
mul (16|M16) r8.0<1>:f r12.0<8;8,1>:f 2.5:f {Compacted,@2}
add (16|M0) r30.0<1>:f r42.0<8;8,1>:f -r26.0<8;8,1>:f {Compacted}
add (16|M0) r38.0<1>:f r2.0<8;8,1>:f -r10.0<8;8,1>:f {Compacted}
add (16|M16) r32.0<1>:f r44.0<8;8,1>:f -r28.0<8;8,1>:f {Compacted}
add (16|M16) acc0.0<1>:f r4.0<8;8,1>:f -r12.0<8;8,1>:f {Compacted}
add (16|M0) r26.0<1>:f r26.0<8;8,1>:f -r2.0<8;8,1>:f {Compacted}
add (16|M16) r28.0<1>:f r28.0<8;8,1>:f -r4.0<8;8,1>:f {Compacted}
add (16|M0) r14.0<1>:f r6.0<8;8,1>:f 98304.0:f {Compacted,@7}
add (16|M16) r16.0<1>:f r8.0<8;8,1>:f 98304.0:f {Compacted,@7}
add (16|M0) r18.0<1>:f r18.0<8;8,1>:f r30.0<8;8,1>:f {Compacted,@7}
mul (16|M0) r42.0<1>:f r38.0<8;8,1>:f 0.0:f {Compacted,@7}
add (16|M16) r20.0<1>:f r20.0<8;8,1>:f r32.0<8;8,1>:f {Compacted,@7}
mul (16|M16) r44.0<1>:f acc0.0<8;8,1>:f 0.0:f {Compacted}
add (16|M0) r26.0<1>:f r22.0<8;8,1>:f r26.0<8;8,1>:f {Compacted,@7}
add (16|M16) r28.0<1>:f r24.0<8;8,1>:f r28.0<8;8,1>:f {Compacted,@7}
mul (16|M0) r38.0<1>:f r38.0<8;8,1>:f 2.5:f {Compacted}
mul (16|M16) r40.0<1>:f acc0.0<8;8,1>:f 2.5:f {Compacted}
shl (16|M0) r34.0<1>:d r14.0<8;8,1>:d 3:w {Compacted,@7}
shl (16|M16) r36.0<1>:d r16.0<8;8,1>:d 3:w {Compacted,@7}
mul (16|M0) r2.0<1>:f r10.0<8;8,1>:f 0.0:f {Compacted}
mul (16|M16) r4.0<1>:f r12.0<8;8,1>:f 0.0:f {Compacted}
add (16|M0) acc0.0<1>:f r18.0<8;8,1>:f r26.0<8;8,1>:f {Compacted,@7}
add (16|M16) r48.0<1>:f r20.0<8;8,1>:f r28.0<8;8,1>:f {Compacted,@7}
add (16|M0) r42.0<1>:f r42.0<8;8,1>:f r38.0<8;8,1>:f {Compacted,@7}
add (16|M16) r44.0<1>:f r44.0<8;8,1>:f r40.0<8;8,1>:f {Compacted,@7}
and (16|M0) r34.0<1>:d r34.0<8;8,1>:d 1016:w {Compacted,@7}
and (16|M16) r36.0<1>:d r36.0<8;8,1>:d 1016:w {Compacted,@7}
mul (16|M0) acc0.0<1>:f acc0.0<8;8,1>:f 2.5:f {Compacted}
mul (16|M16) r32.0<1>:f r48.0<8;8,1>:f 2.5:f {Compacted,@6}
add (16|M0) r22.0<1>:f r2.0<8;8,1>:f r42.0<8;8,1>:f {Compacted,@6}
add (16|M16) r24.0<1>:f r4.0<8;8,1>:f r44.0<8;8,1>:f {Compacted,@6}
add (16|M0) r34.0<1>:d r34.0<8;8,1>:d 1348:w {Compacted,@6}
add (16|M16) r36.0<1>:d r36.0<8;8,1>:d 1348:w {Compacted,@6}
add (16|M0) r18.0<1>:f acc0.0<8;8,1>:f r22.0<8;8,1>:f {Compacted,@4}
send.dc1 (16|M16) r26 r36 null 0x0 0x04405C01 {@2,$4}
add (16|M16) r20.0<1>:f r32.0<8;8,1>:f r24.0<8;8,1>:f {Compacted,@4}
send.dc1 (16|M0) r30 r34 null 0x0 0x04405C01 {@1,$5}
add (16|M0) r50.0<1>:f r14.0<8;8,1>:f -98304.0:f {Compacted}
add (16|M16) r52.0<1>:f r16.0<8;8,1>:f -98304.0:f {Compacted}
add (16|M0) acc0.0<1>:f r6.0<8;8,1>:f -r50.0<8;8,1>:f {Compacted,@2}
add (16|M16) r52.0<1>:f r8.0<8;8,1>:f -r52.0<8;8,1>:f {Compacted,@2}
add (16|M0) acc0.0<1>:f acc0.0<8;8,1>:f r18.0<8;8,1>:f {Compacted,@6}
add (16|M16) r52.0<1>:f r52.0<8;8,1>:f r20.0<8;8,1>:f {Compacted,@2}
mul (16|M0) r2.0<1>:f acc0.0<8;8,1>:f 5.550411e-02:f
mul (16|M16) r4.0<1>:f r52.0<8;8,1>:f 5.550411e-02:f {@2}
add (16|M0) r2.0<1>:f r2.0<8;8,1>:f 2.402265e-01:f {@2}
add (16|M16) r4.0<1>:f r4.0<8;8,1>:f 2.402265e-01:f {@2}
mul (16|M0) r2.0<1>:f acc0.0<8;8,1>:f r2.0<8;8,1>:f {Compacted,@2}
mul (16|M16) r4.0<1>:f r52.0<8;8,1>:f r4.0<8;8,1>:f {Compacted,@2}
add (16|M0) r2.0<1>:f r2.0<8;8,1>:f 6.931472e-01:f {@2}
add (16|M16) r4.0<1>:f r4.0<8;8,1>:f 6.931472e-01:f {@2}
mul (16|M0) r6.0<1>:f acc0.0<8;8,1>:f r2.0<8;8,1>:f {Compacted,@2}
mul (16|M16) acc0.0<1>:f r52.0<8;8,1>:f r4.0<8;8,1>:f {Compacted,@2}
shl (16|M0) r10.0<1>:d r14.0<8;8,1>:d 10:w {Compacted}
shl (16|M16) r12.0<1>:d r16.0<8;8,1>:d 10:w {Compacted}
mul (16|M16) r20.0<1>:f acc0.0<8;8,1>:f r26.0<8;8,1>:f {Compacted,$4.dst}
asr (16|M0) r14.0<1>:d r10.0<8;8,1>:d 17:w {Compacted,@3}
mul (16|M0) acc0.0<1>:f r6.0<8;8,1>:f r30.0<8;8,1>:f {Compacted,@6,$5.dst}
add (16|M16) r40.0<1>:f r20.0<8;8,1>:f r28.0<8;8,1>:f {Compacted,@3}
add (16|M0) r44.0<1>:f acc0.0<8;8,1>:f r32.0<8;8,1>:f {Compacted}
add (16|M16) r36.0<1>:f r26.0<8;8,1>:f r40.0<8;8,1>:f {Compacted,@2}
add (16|M0) r42.0<1>:f r30.0<8;8,1>:f r44.0<8;8,1>:f {Compacted,@2}
asr (16|M16) r38.0<1>:d r12.0<8;8,1>:d 17:w {Compacted,@7}
shr (16|M16) r34.0<1>:d r36.0<8;8,1>:ud 23:w {Compacted,@3}
shr (16|M0) r18.0<1>:d r42.0<8;8,1>:ud 23:w {Compacted,@3}
add (16|M0) r2.0<1>:d r14.0<8;8,1>:d -127:w {Compacted,@7}
add (16|M16) r4.0<1>:d r38.0<8;8,1>:d -127:w {Compacted,@4}
and (16|M16) r12.0<1>:d r34.0<8;8,1>:d 255:w {Compacted,@4}
and (16|M0) r10.0<1>:d r18.0<8;8,1>:d 255:w {Compacted,@4}
add (16|M0) r6.0<1>:d r2.0<8;8,1>:d r10.0<8;8,1>:d {Compacted,@1}
add (16|M16) r2.0<1>:d r4.0<8;8,1>:d r12.0<8;8,1>:d {Compacted,@3}
cmp (16|M0) (lt)f0.0 null<1>:d r6.0<8;8,1>:d 128:w {Compacted,@2}
cmp (16|M16) (lt)f0.0 null<1>:d r2.0<8;8,1>:d 128:w {@2}
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w
(f0.0) if (32|M0) L14000 L14016
L13136:
cmp (16|M0) (gt)f1.0 null<1>:d r6.0<8;8,1>:d -127:w
cmp (16|M16) (gt)f1.0 null<1>:d r2.0<8;8,1>:d -127:w
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w {@4}
(~f1.0) if (32|M0) L13856 L13968
L13200:
cmp (16|M0) (gt)f0.0 null<1>:d r6.0<8;8,1>:ud 0xFFFFFF77:ud
cmp (16|M16) (gt)f0.0 null<1>:d r2.0<8;8,1>:ud 0xFFFFFF77:ud
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w {@4}
(~f0.0) if (32|M0) L13520 L13824
L13264:
cmp (16|M0) (gt)f1.0 null<1>:d r6.0<8;8,1>:ud 0xFFFFFF60:ud
cmp (16|M16) (gt)f1.0 null<1>:d r2.0<8;8,1>:ud 0xFFFFFF60:ud
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w {@4}
(f1.0) if (32|M0) L13472 L13488
L13328:
shl (16|M0) r2.0<1>:d r14.0<8;8,1>:d 23:w {Compacted}
shl (16|M16) r4.0<1>:d r38.0<8;8,1>:d 23:w {Compacted}
add (16|M0) r2.0<1>:d r2.0<8;8,1>:d 1602224128:d {@2}
add (16|M16) r4.0<1>:d r4.0<8;8,1>:d 1602224128:d {@2}
and (16|M0) r2.0<1>:d r2.0<8;8,1>:d 2139095040:d {@2}
and (16|M16) r4.0<1>:d r4.0<8;8,1>:d 2139095040:d {@2}
mul (16|M0) acc0.0<1>:f r42.0<8;8,1>:f r2.0<8;8,1>:f {Compacted,@2}
mul (16|M16) r8.0<1>:f r36.0<8;8,1>:f r4.0<8;8,1>:f {Compacted,@2}
mul (16|M0) acc0.0<1>:f acc0.0<8;8,1>:f 5.421011e-20:f {Compacted}
mul (16|M16) r8.0<1>:f r8.0<8;8,1>:f 5.421011e-20:f {Compacted,@2}
add (16|M0) r6.0<1>:f acc0.0<8;8,1>:f 0.0:f {Compacted}
add (16|M16) r54.0<1>:f r8.0<8;8,1>:f 0.0:f {Compacted,@2}
else (32|M0) L13488 L13488
L13472:
mov (16|M0) r6.0<1>:f 0.0:f {Compacted}
mov (16|M16) r54.0<1>:f 0.0:f {Compacted}
L13488:
endif (32|M0) L13504
L13504:
else (32|M0) L13824 L13824
L13520:
mul (16|M0) acc0.0<1>:f r42.0<8;8,1>:f 4097.0:f
mul (16|M16) r4.0<1>:f r36.0<8;8,1>:f 4097.0:f
add (16|M0) r6.0<1>:f acc0.0<8;8,1>:f -r42.0<8;8,1>:f {Compacted}
add (16|M16) r8.0<1>:f r4.0<8;8,1>:f -r36.0<8;8,1>:f {Compacted,@2}
add (16|M0) r10.0<1>:f acc0.0<8;8,1>:f -r6.0<8;8,1>:f {Compacted,@2}
add (16|M16) r12.0<1>:f r4.0<8;8,1>:f -r8.0<8;8,1>:f {Compacted,@2}
add (16|M0) r2.0<1>:f r30.0<8;8,1>:f -r42.0<8;8,1>:f {Compacted}
add (16|M16) r4.0<1>:f r26.0<8;8,1>:f -r36.0<8;8,1>:f {Compacted}
shl (16|M0) r14.0<1>:d r14.0<8;8,1>:d 23:w {Compacted}
shl (16|M16) r16.0<1>:d r38.0<8;8,1>:d 23:w {Compacted}
add (16|M0) r6.0<1>:f r42.0<8;8,1>:f -r10.0<8;8,1>:f {Compacted,@6}
add (16|M16) r8.0<1>:f r36.0<8;8,1>:f -r12.0<8;8,1>:f {Compacted,@6}
add (16|M0) acc0.0<1>:f r44.0<8;8,1>:f r2.0<8;8,1>:f {Compacted,@6}
add (16|M16) r4.0<1>:f r40.0<8;8,1>:f r4.0<8;8,1>:f {Compacted,@6}
add (16|M0) r14.0<1>:d r14.0<8;8,1>:d 1602224128:d {@6}
add (16|M16) r16.0<1>:d r16.0<8;8,1>:d 1602224128:d {@6}
add (16|M0) r2.0<1>:f acc0.0<8;8,1>:f r6.0<8;8,1>:f {Compacted,@6}
add (16|M16) r4.0<1>:f r4.0<8;8,1>:f r8.0<8;8,1>:f {Compacted,@4}
and (16|M0) r14.0<1>:d r14.0<8;8,1>:d 2139095040:d {@4}
and (16|M16) r16.0<1>:d r16.0<8;8,1>:d 2139095040:d {@4}
mul (16|M0) acc0.0<1>:f r10.0<8;8,1>:f r14.0<8;8,1>:f {Compacted,@2}
mul (16|M0) r2.0<1>:f r2.0<8;8,1>:f r14.0<8;8,1>:f {Compacted,@5}
mul (16|M16) r20.0<1>:f r12.0<8;8,1>:f r16.0<8;8,1>:f {Compacted,@3}
mul (16|M16) r4.0<1>:f r4.0<8;8,1>:f r16.0<8;8,1>:f {Compacted,@6}
mul (16|M0) r22.0<1>:f acc0.0<8;8,1>:f 5.421011e-20:f {Compacted}
mul (16|M0) r2.0<1>:f r2.0<8;8,1>:f 5.421011e-20:f {Compacted,@4}
mul (16|M16) r24.0<1>:f r20.0<8;8,1>:f 5.421011e-20:f {Compacted,@4}
mul (16|M16) r4.0<1>:f r4.0<8;8,1>:f 5.421011e-20:f {Compacted,@4}
add (16|M0) acc0.0<1>:f r22.0<8;8,1>:f r2.0<8;8,1>:f {Compacted,@3}
add (16|M16) r4.0<1>:f r24.0<8;8,1>:f r4.0<8;8,1>:f {Compacted,@2}
add (16|M0) r6.0<1>:f acc0.0<8;8,1>:f 0.0:f {Compacted}
add (16|M16) r54.0<1>:f r4.0<8;8,1>:f 0.0:f {Compacted,@2}
L13824:
endif (32|M0) L13840
L13840:
else (32|M0) L13968 L13968
L13856:
add (16|M0) r6.0<1>:d r18.0<8;8,1>:d r14.0<8;8,1>:d {Compacted}
add (16|M16) r8.0<1>:d r34.0<8;8,1>:d r38.0<8;8,1>:d {Compacted}
shl (16|M0) r6.0<1>:d r6.0<8;8,1>:d 23:w {Compacted,@2}
shl (16|M16) r8.0<1>:d r8.0<8;8,1>:d 23:w {Compacted,@2}
and (16|M0) r2.0<1>:d r42.0<8;8,1>:d -2139095041:d
and (16|M16) r4.0<1>:d r36.0<8;8,1>:d -2139095041:d
and (16|M0) r6.0<1>:d r6.0<8;8,1>:d 2139095040:d {@4}
and (16|M16) r8.0<1>:d r8.0<8;8,1>:d 2139095040:d {@4}
or (16|M0) r6.0<1>:d r6.0<8;8,1>:d r2.0<8;8,1>:d {Compacted,@2}
or (16|M16) r54.0<1>:d r8.0<8;8,1>:d r4.0<8;8,1>:d {Compacted,@2}
L13968:
endif (32|M0) L13984
L13984:
else (32|M0) L14016 L14016
L14000:
mov (16|M0) r6.0<1>:f inf:f {Compacted}
mov (16|M16) r54.0<1>:f inf:f {Compacted}
L14016:
endif (32|M0) L14032
L14032:
else (32|M0) L14064 L14064
L14048:
mov (16|M0) r6.0<1>:f 1.0:f {Compacted}
mov (16|M16) r54.0<1>:f 1.0:f {Compacted}
L14064:
endif (32|M0) L14080
L14080:
endif (32|M0) L14096
L14096:
else (32|M0) L14128 L14128
L14112:
mov (16|M0) r6.0<1>:f qnan(0x0):f {Compacted}
mov (16|M16) r54.0<1>:f qnan(0x0):f {Compacted}
L14128:
endif (32|M0) L14144
L14144:
endif (32|M0) L14160
L14160:
endif (32|M0) L14176
L14176:
endif (32|M0) L14192
L14192:
else (32|M0) L14304 L14304
L14208:
add (16|M0) r2.0<1>:f r66.0<8;8,1>:f 2.5:f {Compacted}
add (16|M16) r4.0<1>:f r64.0<8;8,1>:f 2.5:f {Compacted}
and (16|M0) r6.0<1>:d r2.0<8;8,1>:d -2147483648:d {@2}
and (16|M16) r8.0<1>:d r4.0<8;8,1>:d -2147483648:d {@2}
or (16|M0) r6.0<1>:d r6.0<8;8,1>:d 1065353216:d {@2}
or (16|M16) r8.0<1>:d r8.0<8;8,1>:d 1065353216:d {@2}
mul (16|M0) r6.0<1>:f r6.0<8;8,1>:f r6.0<8;8,1>:f {Compacted,@2}
mul (16|M16) r54.0<1>:f r8.0<8;8,1>:f r8.0<8;8,1>:f {Compacted,@2}
L14304:
endif (32|M0) L14320
L14320:
endif (32|M0) L14336
L14336:
mul (16|M16) acc0.0<1>:f r64.0<8;8,1>:f 1.442695e+00:f
add (16|M0) r2.0<1>:f r110.0<8;8,1>:f r6.0<8;8,1>:f {Compacted,@5}
mul (16|M0) r6.0<1>:f r66.0<8;8,1>:f 1.442695e+00:f
rndz (16|M16) r12.0<1>:f acc0.0<8;8,1>:f {Compacted}
(W) mov (1|M0) r14.0<1>:f 0xBF317200:f
rndz (16|M0) r10.0<1>:f r6.0<8;8,1>:f {Compacted,@3}
(W) mov (1|M0) r20.0<1>:f 0xB5BFBE8E:f
mad (16|M16) acc0.0<1>:f r64.0<8;1>:f r12.0<8;1>:f r14.0<0>:f {Compacted,@3}
mad (16|M0) r16.0<1>:f r66.0<8;1>:f r10.0<8;1>:f r14.0<0>:f {Compacted,@3}
mad (16|M16) acc0.0<1>:f acc0.0<8;1>:f r12.0<8;1>:f r20.0<0>:f {@3}
mad (16|M0) r22.0<1>:f r16.0<8;1>:f r10.0<8;1>:f r20.0<0>:f {Compacted,@2}
mul (16|M16) r24.0<1>:f acc0.0<8;8,1>:f 1.442695e+00:f
mul (16|M0) r22.0<1>:f r22.0<8;8,1>:f 1.442695e+00:f {@2}
math.exp (16|M16) r28.0<1>:f r12.0<8;8,1>:f {$6}
cmp (16|M16) (lt)f0.0 null<1>:f r64.0<8;8,1>:f -105.0:f
math.exp (16|M16) r8.0<1>:f r24.0<8;8,1>:f {@3,$7}
cmp (16|M16) (gt)f1.0 null<1>:f r64.0<8;8,1>:f 105.0:f
math.exp (16|M0) r26.0<1>:f r10.0<8;8,1>:f {$8}
cmp (16|M0) (lt)f0.0 null<1>:f r66.0<8;8,1>:f -105.0:f
math.exp (16|M0) r6.0<1>:f r22.0<8;8,1>:f {@4,$9}
cmp (16|M0) (gt)f1.0 null<1>:f r66.0<8;8,1>:f 105.0:f
sync.nop null {Compacted,$7.dst}
mul (16|M16) r28.0<1>:f r28.0<8;8,1>:f r8.0<8;8,1>:f {Compacted,$6.dst}
(f0.0) mov (16|M16) r28.0<1>:f 0.0:f
(f1.0) mov (16|M16) r28.0<1>:f inf:f
cmp (16|M16) (lt)f0.0 null<1>:f (abs)r64.0<8;8,1>:f inf:f
cmp (16|M16) (gt)f1.0 null<1>:f r64.0<8;8,1>:f 0.0:f
sync.nop null {Compacted,$9.dst}
mul (16|M0) r26.0<1>:f r26.0<8;8,1>:f r6.0<8;8,1>:f {Compacted,$8.dst}
(f0.0) mov (16|M0) r26.0<1>:f 0.0:f {Compacted}
(W) mov (1|M0) r6.0<1>:hf 0x1:hf
(f1.0) mov (16|M0) r26.0<1>:f inf:f {Compacted}
cmp (16|M0) (lt)f1.0 null<1>:f (abs)r66.0<8;8,1>:f inf:f {Compacted}
(f1.0) sel (16|M16) acc0.0<1>:uw r6.0<0;1,0>:uw 0x0:uw {@3}
(f0.0) sel (16|M16) r8.0<1>:uw r6.0<0;1,0>:uw 0x0:uw
(f1.0) cmp (16|M0) (gt)f1.0 null<1>:f r66.0<8;8,1>:f 0.0:f
and (16|M16) (ne)f1.0 null<1>:uw acc0.0<16;16,1>:uw r8.0<16;16,1>:uw {@2}
add (16|M16) acc0.0<1>:f r108.0<8;8,1>:f r54.0<8;8,1>:f {Compacted}
add (16|M0) r40.0<1>:f r2.0<8;8,1>:f r26.0<8;8,1>:f {Compacted,@7}
add (16|M16) r38.0<1>:f acc0.0<8;8,1>:f r28.0<8;8,1>:f {Compacted}
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w
(~f1.0) if (32|M0) L14928 L15576
L14880:
math.log (16|M0) r2.0<1>:f r66.0<8;8,1>:f {@4,$10}
math.log (16|M16) r36.0<1>:f r64.0<8;8,1>:f {$11}
else (32|M0) L15576 L15576
L14928:
cmp (16|M0) (lt)f1.0 null<1>:f r66.0<8;8,1>:f 0x800000:f {Compacted}
cmp (16|M16) (lt)f1.0 null<1>:f r64.0<8;8,1>:f 0x800000:f
mul (16|M0) r2.0<1>:f r66.0<8;8,1>:f 8.388608e+06:f {Compacted,$10.dst}
mul (16|M16) r4.0<1>:f r64.0<8;8,1>:f 8.388608e+06:f {Compacted}
(~f1.0) mov (16|M0) r2.0<1>:f r66.0<8;8,1>:f
(~f1.0) mov (16|M16) r4.0<1>:f r64.0<8;8,1>:f
add (16|M0) r12.0<1>:d r2.0<8;8,1>:d -1059760811:d {@2}
add (16|M16) r14.0<1>:d r4.0<8;8,1>:d -1059760811:d {@2}
and (16|M0) r16.0<1>:d r12.0<8;8,1>:d 8388607:d {@2}
and (16|M16) r18.0<1>:d r14.0<8;8,1>:d 8388607:d {@2}
add (16|M0) r16.0<1>:d r16.0<8;8,1>:d 1059760811:d {@2}
add (16|M16) r18.0<1>:d r18.0<8;8,1>:d 1059760811:d {@2}
add (16|M0) r2.0<1>:f r16.0<8;8,1>:f -1.0:f {Compacted,@2}
add (16|M16) r4.0<1>:f r18.0<8;8,1>:f -1.0:f {Compacted,@2}
(W) mov (1|M0) r26.0<1>:f 0xBE0402C8:f
(W) mov (1|M0) r26.1<1>:f 0x3E0F335D:f
asr (16|M0) r12.0<1>:d r12.0<8;8,1>:d 23:w {Compacted}
asr (16|M16) r14.0<1>:d r14.0<8;8,1>:d 23:w {Compacted}
(W) mov (1|M0) r6.0<1>:f -23.0:f
(W) mov (1|M0) r27.0<1>:f 0xBDF9889E:f
mad (16|M0) acc0.0<1>:f r26.1<0;0>:f r2.0<8;1>:f r26.0<0>:f {Compacted,@5}
mad (16|M16) r30.0<1>:f r26.1<0;0>:f r4.0<8;1>:f r26.0<0>:f {Compacted,@7}
mov (16|M0) r20.0<1>:f r12.0<8;8,1>:d {Compacted,@6}
mov (16|M16) r22.0<1>:f r14.0<8;8,1>:d {Compacted,@6}
(f1.0) sel (16|M0) r8.0<1>:f r6.0<0;1,0>:f 0.0:f {Compacted,@6}
(f1.0) sel (16|M16) r10.0<1>:f r6.0<0;1,0>:f 0.0:f
mad (16|M0) r32.0<1>:f r27.0<0;0>:f acc0.0<8;1>:f r2.0<1>:f {Compacted,@7}
mad (16|M16) r12.0<1>:f r27.0<0;0>:f r30.0<8;1>:f r4.0<1>:f {Compacted,@6}
(W) mov (1|M0) r14.0<1>:f 1.400587e-01:f
(W) mov (1|M0) r15.0<1>:f 0xBE2ACEE6:f
add (16|M0) r6.0<1>:f r8.0<8;8,1>:f r20.0<8;8,1>:f {Compacted,@6}
add (16|M16) r24.0<1>:f r10.0<8;8,1>:f r22.0<8;8,1>:f {Compacted,@6}
mad (16|M0) acc0.0<1>:f r14.0<0;0>:f r32.0<8;1>:f r2.0<1>:f {Compacted,@4}
mad (16|M16) r10.0<1>:f r14.0<0;0>:f r12.0<8;1>:f r4.0<1>:f {Compacted,@6}
(W) mov (1|M0) r20.0<1>:f 0x3E4CE814:f
mad (16|M0) acc0.0<1>:f r15.0<0;0>:f acc0.0<8;1>:f r2.0<1>:f {Compacted,@6}
mad (16|M16) r18.0<1>:f r15.0<0;0>:f r10.0<8;1>:f r4.0<1>:f {Compacted,@3}
(W) mov (1|M0) r21.0<1>:f 0xBE7FFF78:f
mad (16|M0) acc0.0<1>:f r20.0<0;0>:f acc0.0<8;1>:f r2.0<1>:f {Compacted,@4}
mad (16|M16) r34.0<1>:f r20.0<0;0>:f r18.0<8;1>:f r4.0<1>:f {Compacted,@3}
(W) mov (1|M0) r26.0<1>:f 0x3EAAAA83:f
mad (16|M0) acc0.0<1>:f r21.0<0;0>:f acc0.0<8;1>:f r2.0<1>:f {Compacted,@4}
mad (16|M16) r30.0<1>:f r21.0<0;0>:f r34.0<8;1>:f r4.0<1>:f {Compacted,@3}
(W) mov (1|M0) r14.0<1>:f -0.5:f {Compacted}
mad (16|M0) acc0.0<1>:f r26.0<0;0>:f acc0.0<8;1>:f r2.0<1>:f {Compacted,@4}
mad (16|M16) r12.0<1>:f r26.0<0;0>:f r30.0<8;1>:f r4.0<1>:f {Compacted,@3}
mad (16|M0) r8.0<1>:f r14.0<0;0>:f acc0.0<8;1>:f r2.0<1>:f {Compacted,@3}
mad (16|M16) r10.0<1>:f r14.0<0;0>:f r12.0<8;1>:f r4.0<1>:f {Compacted,@2}
mul (16|M0) acc0.0<1>:f r2.0<8;8,1>:f r8.0<8;8,1>:f {Compacted,@2}
mul (16|M16) r10.0<1>:f r4.0<8;8,1>:f r10.0<8;8,1>:f {Compacted,@2}
(W) mov (1|M0) r20.0<1>:f 0x35BFBE8E:f
mad (16|M0) acc0.0<1>:f r2.0<8;1>:f acc0.0<8;1>:f r2.0<1>:f {Compacted}
mad (16|M16) r18.0<1>:f r4.0<8;1>:f r10.0<8;1>:f r4.0<1>:f {Compacted,@3}
(W) mov (1|M0) r28.0<1>:f 0x3F317200:f
mad (16|M0) acc0.0<1>:f acc0.0<8;1>:f r6.0<8;1>:f r20.0<0>:f {@4}
mad (16|M16) r34.0<1>:f r18.0<8;1>:f r24.0<8;1>:f r20.0<0>:f {Compacted,@3}
mad (16|M0) r2.0<1>:f acc0.0<8;1>:f r6.0<8;1>:f r28.0<0>:f {@3}
mad (16|M16) r36.0<1>:f r34.0<8;1>:f r24.0<8;1>:f r28.0<0>:f {Compacted,@2,$11.dst}
L15576:
endif (32|M0) L15592
L15592:
math.rsqt (16|M0) r6.0<1>:f r66.0<8;8,1>:f {@3,$12}
add (16|M0) acc0.0<1>:f r40.0<8;8,1>:f r2.0<8;8,1>:f {Compacted,@3,$10.dst}
math.rsqt (16|M16) r8.0<1>:f r64.0<8;8,1>:f {$13}
add (16|M16) r4.0<1>:f r38.0<8;8,1>:f r36.0<8;8,1>:f {Compacted,@3,$11.dst}
rndd (16|M0) r10.0<1>:f r66.0<8;8,1>:f {Compacted}
add (16|M0) acc0.0<1>:f acc0.0<8;8,1>:f r6.0<8;8,1>:f {Compacted,$12.dst}
rndd (16|M16) r12.0<1>:f r64.0<8;8,1>:f {Compacted}
add (16|M16) r4.0<1>:f r4.0<8;8,1>:f r8.0<8;8,1>:f {Compacted,@4,$13.dst}
add (16|M0) acc0.0<1>:f acc0.0<8;8,1>:f r10.0<8;8,1>:f {Compacted,@4}
sel (16|M0) (lt)f0.0 r14.0<1>:f r66.0<8;8,1>:f 3.0:f {Compacted}
add (16|M16) r4.0<1>:f r4.0<8;8,1>:f r12.0<8;8,1>:f {Compacted,@3}
add (16|M0) acc0.0<1>:f acc0.0<8;8,1>:f r14.0<8;8,1>:f {Compacted,@2}
sel (16|M16) (lt)f0.0 r16.0<1>:f r64.0<8;8,1>:f 3.0:f
mov (16|M0) (sat)r18.0<1>:f r66.0<8;8,1>:f {Compacted}
add (16|M16) r4.0<1>:f r4.0<8;8,1>:f r16.0<8;8,1>:f {Compacted,@2}
add (16|M0) acc0.0<1>:f acc0.0<8;8,1>:f r18.0<8;8,1>:f {Compacted,@2}
mov (16|M16) (sat)r20.0<1>:f r64.0<8;8,1>:f
mul (16|M0) r6.0<1>:f r66.0<8;8,1>:f 8.0:f {Compacted}
mov (16|M0) r10.0<1>:d r66.0<8;8,1>:f {Compacted}
add (16|M0) acc0.0<1>:f acc0.0<8;8,1>:f (abs)r66.0<8;8,1>:f {Compacted}
add (16|M16) r4.0<1>:f r4.0<8;8,1>:f r20.0<8;8,1>:f {Compacted,@4}
cbit (16|M0) r14.0<1>:ud r10.0<8;8,1>:ud {@3}
mul (16|M16) r8.0<1>:f r64.0<8;8,1>:f 8.0:f {Compacted}
mov (16|M16) r12.0<1>:d r64.0<8;8,1>:f {Compacted}
add (16|M0) r2.0<1>:f acc0.0<8;8,1>:f r6.0<8;8,1>:f {Compacted,@7}
add (16|M16) acc0.0<1>:f r4.0<8;8,1>:f (abs)r64.0<8;8,1>:f {Compacted,@5}
lzd (16|M0) r22.0<1>:ud r10.0<8;8,1>:ud
mov (16|M0) r18.0<1>:f r14.0<8;8,1>:d {Compacted,@6}
cbit (16|M16) r16.0<1>:ud r12.0<8;8,1>:ud {@5}
add (16|M16) r4.0<1>:f acc0.0<8;8,1>:f r8.0<8;8,1>:f {Compacted,@7}
add (16|M0) r2.0<1>:f r2.0<8;8,1>:f r18.0<8;8,1>:f {Compacted,@3}
rol (16|M0) r26.0<1>:ud r10.0<8;8,1>:ud 3:w
lzd (16|M16) r24.0<1>:ud r12.0<8;8,1>:ud
mov (16|M0) r6.0<1>:f r22.0<8;8,1>:d {Compacted,@7}
mov (16|M16) r20.0<1>:f r16.0<8;8,1>:d {Compacted,@6}
(W) mul (8|M0) acc0.0<1>:ud r10.0<8;8,1>:ud 0x4D:uw
asr (16|M0) r18.0<1>:d r10.0<8;8,1>:d 31:w {Compacted}
add (16|M0) r2.0<1>:f r2.0<8;8,1>:f r6.0<8;8,1>:f {Compacted,@4}
add (16|M16) r4.0<1>:f r4.0<8;8,1>:f r20.0<8;8,1>:f {Compacted,@4}
asr (16|M16) r20.0<1>:d r12.0<8;8,1>:d 31:w {Compacted}
rol (16|M16) r28.0<1>:ud r12.0<8;8,1>:ud 3:w
mov (16|M0) r14.0<1>:f r26.0<8;8,1>:ud {Compacted,@7}
mov (16|M16) r8.0<1>:f r24.0<8;8,1>:d {Compacted,@7}
mach (8|M0) r22.0<1>:d r10.0<8;8,1>:ud 0x4D:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r11.0<8;8,1>:ud 0x4D:uw
mach (8|M8) r23.0<1>:d r11.0<8;8,1>:ud 0x4D:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r12.0<8;8,1>:ud 0x4D:uw
mul (16|M0) r6.0<1>:d r18.0<8;8,1>:d 0x4D:uw {@7}
add (16|M0) r2.0<1>:f r2.0<8;8,1>:f r14.0<8;8,1>:f {Compacted,@7}
add (16|M16) r4.0<1>:f r4.0<8;8,1>:f r8.0<8;8,1>:f {Compacted,@7}
mach (8|M16) r24.0<1>:d r12.0<8;8,1>:ud 0x4D:ud {AccWrEn}
mul (16|M16) r14.0<1>:d r20.0<8;8,1>:d 0x4D:uw
(W) mul (8|M0) acc0.0<1>:ud r13.0<8;8,1>:ud 0x4D:uw
mov (16|M16) r16.0<1>:f r28.0<8;8,1>:ud {Compacted}
mach (8|M24) r25.0<1>:d r13.0<8;8,1>:ud 0x4D:ud {AccWrEn}
cmp (16|M0) (gt)f0.0 null<1>:d r10.0<8;8,1>:d 3:w {Compacted}
cmp (16|M16) (gt)f0.0 null<1>:d r12.0<8;8,1>:d 3:w
add (16|M0) r8.0<1>:d r22.0<8;8,1>:d r6.0<8;8,1>:d {Compacted,@7}
add (16|M16) r4.0<1>:f r4.0<8;8,1>:f r16.0<8;8,1>:f {Compacted,@5}
add (16|M16) r16.0<1>:d r24.0<8;8,1>:d r14.0<8;8,1>:d {Compacted,@5}
add (16|M16) r34.0<1>:d -r12.0<8;8,1>:d 3:w {Compacted}
add (16|M0) r22.0<1>:d -r10.0<8;8,1>:d 3:w {Compacted}
mov (16|M0) r26.0<1>:f r8.0<8;8,1>:d {Compacted,@5}
mov (16|M16) r28.0<1>:f r16.0<8;8,1>:d {Compacted,@4}
add (16|M0) r18.0<1>:d r10.0<8;8,1>:d -3:w {Compacted}
add (16|M16) r6.0<1>:d r12.0<8;8,1>:d -3:w {Compacted}
(~f0.0) mov (16|M0) r18.0<1>:f r22.0<8;8,1>:f {@5}
(~f0.0) mov (16|M16) r6.0<1>:f r34.0<8;8,1>:f {@7}
add (16|M0) r30.0<1>:f r2.0<8;8,1>:f r26.0<8;8,1>:f {Compacted,@6}
add (16|M16) r32.0<1>:f r4.0<8;8,1>:f r28.0<8;8,1>:f {Compacted,@6}
mov (16|M0) r8.0<1>:f r18.0<8;8,1>:ud {Compacted,@4}
mov (16|M16) r14.0<1>:f r6.0<8;8,1>:ud {Compacted,@4}
add (16|M0) r8.0<1>:f r30.0<8;8,1>:f r8.0<8;8,1>:f {Compacted,@2}
add (16|M16) r14.0<1>:f r32.0<8;8,1>:f r14.0<8;8,1>:f {Compacted,@2}
send.dc1 (16|M0) null r70 r8 0x80 0x04025E00 {@2,$14}
send.dc1 (16|M16) null r68 r14 0x80 0x04025E00 {@1,$15}
(W) mov (8|M0) r127.0<1>:f r63.0<8;8,1>:f {Compacted}
(W) send.dc0 (8|M0) r2 r63 null 0x0 0x0219E000 {$0}
(W) mov (8|M0) null<1>:ud r2.0<8;8,1>:ud {$0.dst}
(W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT,@1}
L16456:
