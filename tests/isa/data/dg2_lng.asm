L0:
(W) mov (8|M0) r127.0<1>:ud 0x0:ud
(W) and (1|M0) r127.2<1>:ud r0.0<0;1,0>:ud 0xFFFFFFC0:ud
(W) and (1|M0) r127.0<1>:uw r0.4<0;1,0>:uw 0xFF:uw
(W) add (1|M0) r127.2<1>:ud r127.2<0;1,0>:ud 0x40:uw {I@2}
(W) mad (1|M0) r127.2<1>:ud r127.2<0;0>:ud r127.0<0;0>:uw 0xC0:uw {I@1}
(W) mov (8|M0) r7.0<1>:ud r1.0<1;1,0>:ud
(W) send.dc0 (8|M0) r1 r127 null:0 0x0 0x024844FD {A@1,$0}
(W) add (1|M0) r127.2<1>:ud r127.2<0;1,0>:ud 0x80:uw {$0.src}
(W) send.dc0 (8|M0) r5 r127 null:0 0x0 0x022843FD {A@1,$1}
nop
nop
nop
(W) mov (8|M0) r127.0<1>:ud 0x0:ud {$1.src}
(W) and (1|M0) r127.2<1>:ud r0.0<0;1,0>:ud 0xFFFFFFC0:ud
(W) send.dc0 (8|M0) r8 r127 null:0 0x0 0x022843FD {A@1,$2}
(W) mov (8|M0) r54.0<1>:ud r0.0<1;1,0>:ud
(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw {A@1}
sync.nop null {Compacted,A@1}
sync.nop null {Compacted,$2.dst}
(W) mul (1|M0) acc0.0<1>:d r9.2<0;1,0>:d r54.2<0;1,0>:uw {A@1}
(W) mach (1|M0) r3.0<1>:d r9.2<0;1,0>:d r54.1<0;1,0>:d {$0.dst}
sync.nop null {Compacted,$1.dst}
add3 (16|M0) r4.0<1>:d r3.0<0;0>:d r1.0<1;0>:uw r7.0<0>:d {I@1}
shl (16|M0) r10.0<1>:d r4.0<1;1,0>:d 3:w {Compacted,I@1}
add (16|M0) r12.0<1>:d r10.0<1;1,0>:d r9.0<0;1,0>:d {Compacted,I@1}
add (16|M0) r56.0<1>:d r10.0<1;1,0>:d r9.1<0;1,0>:d {Compacted}
send.dc1 (16|M0) r14 r12 null:0 0x0 0x04405C00 {A@2,$3}
send.dc1 (16|M0) r60 r56 null:0 0x0 0x04405C01 {A@1,$4}
add3 (16|M16) r18.0<1>:d r3.0<0;0>:d r2.0<1;0>:uw r7.0<0>:d
shl (16|M16) r20.0<1>:d r18.0<1;1,0>:d 3:w {Compacted,I@1}
add (16|M16) r22.0<1>:d r20.0<1;1,0>:d r9.0<0;1,0>:d {Compacted,I@1}
add (16|M16) r58.0<1>:d r20.0<1;1,0>:d r9.1<0;1,0>:d {Compacted}
send.dc1 (16|M16) r24 r22 null:0 0x0 0x04405C00 {A@2,$5}
send.dc1 (16|M16) r64 r58 null:0 0x0 0x04405C01 {A@1,$6}
asr (16|M0) r76.0<1>:d r16.0<1;1,0>:d 3:w {Compacted,$3.dst}
mul (8|M0) acc0.0<1>:ud r14.0<1;1,0>:ud r60.0<2;1,0>:uw {$4.dst}
mach (8|M0) r4.0<1>:ud r14.0<1;1,0>:ud r60.0<1;1,0>:ud {AccWrEn,Compacted}
sync.nop null {Compacted,$5.src}
or (16|M0) r22.0<1>:d r62.0<1;1,0>:d r76.0<1;1,0>:d {Compacted,I@3}
mov (8|M0) r28.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
mul (8|M8) acc0.0<1>:ud r15.0<1;1,0>:ud r61.0<2;1,0>:uw
mach (8|M8) r5.0<1>:ud r15.0<1;1,0>:ud r61.0<1;1,0>:ud {AccWrEn}
cmp (16|M0) (lt)f0.0 null<1>:d r22.0<1;1,0>:ud 0x1:uw {I@4}
mov (8|M8) r29.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
(W) mul (8|M0) acc0.0<1>:d r14.0<1;1,0>:ud r62.0<2;1,0>:uw
mach (8|M0) r10.0<1>:d r14.0<1;1,0>:ud r62.0<1;1,0>:d
(W) mul (8|M8) acc0.0<1>:d r15.0<1;1,0>:ud r63.0<2;1,0>:uw
mach (8|M8) r11.0<1>:d r15.0<1;1,0>:ud r63.0<1;1,0>:d
(W) mul (8|M0) acc0.0<1>:d r60.0<1;1,0>:ud r16.0<2;1,0>:uw
add (16|M0) r12.0<1>:d r4.0<1;1,0>:d r10.0<1;1,0>:d {Compacted,I@2}
mach (8|M0) r10.0<1>:d r60.0<1;1,0>:ud r16.0<1;1,0>:d
(W) mul (8|M8) acc0.0<1>:d r61.0<1;1,0>:ud r17.0<2;1,0>:uw
mach (8|M8) r11.0<1>:d r61.0<1;1,0>:ud r17.0<1;1,0>:d
sync.nop null {Compacted,$6.dst}
mul (8|M16) acc0.0<1>:ud r24.0<1;1,0>:ud r64.0<2;1,0>:uw {$5.dst}
mach (8|M16) r18.0<1>:ud r24.0<1;1,0>:ud r64.0<1;1,0>:ud {AccWrEn}
asr (16|M16) r78.0<1>:d r26.0<1;1,0>:d 3:w {Compacted}
mov (8|M16) r20.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
mul (8|M24) acc0.0<1>:ud r25.0<1;1,0>:ud r65.0<2;1,0>:uw
mach (8|M24) r19.0<1>:ud r25.0<1;1,0>:ud r65.0<1;1,0>:ud {AccWrEn}
or (16|M16) r30.0<1>:d r66.0<1;1,0>:d r78.0<1;1,0>:d {Compacted,I@4}
mov (8|M24) r21.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
(W) mul (8|M16) acc0.0<1>:d r24.0<1;1,0>:ud r66.0<2;1,0>:uw
mach (8|M16) r4.0<1>:d r24.0<1;1,0>:ud r66.0<1;1,0>:d
(W) mul (8|M24) acc0.0<1>:d r25.0<1;1,0>:ud r67.0<2;1,0>:uw
mach (8|M24) r5.0<1>:d r25.0<1;1,0>:ud r67.0<1;1,0>:d
cmp (16|M16) (lt)f0.0 null<1>:d r30.0<1;1,0>:ud 0x1:uw {I@6}
(W) mul (8|M16) acc0.0<1>:d r64.0<1;1,0>:ud r26.0<2;1,0>:uw
add (16|M16) r32.0<1>:d r18.0<1;1,0>:d r4.0<1;1,0>:d {Compacted,I@3}
mach (8|M16) r4.0<1>:d r64.0<1;1,0>:ud r26.0<1;1,0>:d
(W) mul (8|M24) acc0.0<1>:d r65.0<1;1,0>:ud r27.0<2;1,0>:uw
shl (16|M0) r34.0<1>:d r16.0<1;1,0>:d 29:w {Compacted}
shr (16|M0) r38.0<1>:d r14.0<1;1,0>:ud 3:w {Compacted}
shl (16|M16) r36.0<1>:d r26.0<1;1,0>:d 29:w {Compacted}
shr (16|M16) r40.0<1>:d r24.0<1;1,0>:ud 3:w {Compacted}
mach (8|M24) r5.0<1>:d r65.0<1;1,0>:ud r27.0<1;1,0>:d
mov (16|M0) r68.0<1>:f r28.0<1;1,0>:f {Compacted}
add (16|M0) r72.0<1>:d r12.0<1;1,0>:d r10.0<1;1,0>:d {Compacted}
mov (16|M16) r70.0<1>:f r20.0<1;1,0>:f {Compacted}
or (16|M0) r80.0<1>:d r38.0<1;1,0>:d r34.0<1;1,0>:d {Compacted,I@5}
or (16|M16) r82.0<1>:d r40.0<1;1,0>:d r36.0<1;1,0>:d {Compacted,I@4}
add (16|M16) r74.0<1>:d r32.0<1;1,0>:d r4.0<1;1,0>:d {Compacted,I@4}
(f0.0) goto (32|M0) L1992 L1992
L1072:
mov (16|M0) r84.0<1>:d 0:w
mov (16|M16) r86.0<1>:d 0:w
mov (16|M0) r88.0<1>:d 0:w
mov (16|M16) r90.0<1>:d 0:w
(W) mov (1|M0) r9.5<1>:d 1:w
(W) mov (1|M0) r9.6<1>:d 63:w
L1168:
(W) and (1|M0) r9.7<1>:d r9.6<0;1,0>:d 63:w {I@1}
shr (16|M0) r4.0<1>:d r84.0<1;1,0>:ud 31:w {Compacted}
(W) cmp (16|M0) (ne)f1.0 null<1>:d r9.7<0;1,0>:d 0:w {I@2}
(W) cmp (16|M16) (ne)f1.0 null<1>:d r9.7<0;1,0>:d 0:w
shr (16|M16) r10.0<1>:d r86.0<1;1,0>:ud 31:w {Compacted}
shl (16|M0) r12.0<1>:d r88.0<1;1,0>:d 1:w {Compacted}
shl (16|M16) r14.0<1>:d r90.0<1;1,0>:d 1:w {Compacted}
shl (16|M0) r92.0<1>:d r84.0<1;1,0>:d 1:w {Compacted}
shl (16|M16) r94.0<1>:d r86.0<1;1,0>:d 1:w {Compacted}
or (16|M0) r96.0<1>:d r12.0<1;1,0>:d r4.0<1;1,0>:d {Compacted,I@4}
or (16|M16) r98.0<1>:d r14.0<1;1,0>:d r10.0<1;1,0>:d {Compacted,I@4}
(f1.0) goto (32|M0) L1336 L1336
L1296:
mov (16|M0) r100.0<1>:f r80.0<1;1,0>:f {Compacted}
mov (16|M16) r102.0<1>:d r82.0<1;1,0>:d
goto (32|M0) L1336 L1544
L1336:
join (32|M0) L1544
L1352:
(W) cmp (16|M0) (lt)f0.0 null<1>:d r9.7<0;1,0>:ud 0x20:uw
(W) cmp (16|M16) (lt)f0.0 null<1>:d r9.7<0;1,0>:ud 0x20:uw
(f0.0) goto (32|M0) L1456 L1456
L1400:
(W) add (1|M0) r3.0<1>:d r9.7<0;1,0>:d -32:w {Compacted}
shr (16|M0) r100.0<1>:d r76.0<1;1,0>:ud r3.0<0;1,0>:d {A@1}
shr (16|M16) r102.0<1>:d r78.0<1;1,0>:ud r3.0<0;1,0>:d
goto (32|M0) L1456 L1544
L1456:
join (32|M0) L1544
L1472:
(W) add (1|M0) r3.0<1>:d -r9.7<0;1,0>:d 32:w {Compacted}
shr (16|M0) r12.0<1>:d r80.0<1;1,0>:ud r9.7<0;1,0>:d
shr (16|M16) r14.0<1>:d r82.0<1;1,0>:ud r9.7<0;1,0>:d
shl (16|M0) r4.0<1>:d r76.0<1;1,0>:d r3.0<0;1,0>:d {Compacted,I@3}
shl (16|M16) r10.0<1>:d r78.0<1;1,0>:d r3.0<0;1,0>:d {Compacted}
or (16|M0) r100.0<1>:d r12.0<1;1,0>:d r4.0<1;1,0>:d {Compacted,I@2}
or (16|M16) r102.0<1>:d r14.0<1;1,0>:d r10.0<1;1,0>:d {Compacted,I@2}
L1544:
join (32|M0) L1992
L1560:
bfn.0xF8 (16|M0) r4.0<1>:ud r100.0<1;0>:ud r9.5<0;0>:ud r92.0<1>:ud {I@3}
cmp (16|M0) (lt)f0.0 null<1>:d r4.0<1;1,0>:ud r60.0<1;1,0>:ud {I@1}
bfn.0xF8 (16|M16) r10.0<1>:ud r102.0<1;0>:ud r9.5<0;0>:ud r94.0<1>:ud
cmp (16|M16) (lt)f0.0 null<1>:d r10.0<1;1,0>:ud r64.0<1;1,0>:ud {I@1}
(f0.0) cmp (16|M0) (eq)f0.0 null<1>:d r96.0<1;1,0>:d r62.0<1;1,0>:d
(f0.0) cmp (16|M16) (eq)f0.0 null<1>:d r98.0<1;1,0>:d r66.0<1;1,0>:d
(~f0.0) cmp (16|M0) (lt)f0.0 null<1>:d r96.0<1;1,0>:ud r62.0<1;1,0>:ud
(~f0.0) cmp (16|M16) (lt)f0.0 null<1>:d r98.0<1;1,0>:ud r66.0<1;1,0>:ud
(~f0.0) sel (16|M0) r12.0<1>:d r60.0<1;1,0>:d 0:w
subb (8|M0) r84.0<1>:ud r4.0<1;1,0>:ud r12.0<1;1,0>:ud {AccWrEn,Compacted,I@1}
(~f0.0) sel (16|M16) r14.0<1>:d r64.0<1;1,0>:d 0:w
mov (8|M0) r6.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
subb (8|M8) r85.0<1>:ud r5.0<1;1,0>:ud r13.0<1;1,0>:ud {AccWrEn}
(W) cmp (16|M0) (eq)f1.0 null<1>:d r9.6<0;1,0>:d 0:w
mov (8|M8) r8.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
subb (8|M16) r86.0<1>:ud r10.0<1;1,0>:ud r14.0<1;1,0>:ud {AccWrEn,I@5}
(W) cmp (16|M16) (eq)f1.0 null<1>:d r9.6<0;1,0>:d 0:w
mov (8|M16) r20.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
subb (8|M24) r87.0<1>:ud r11.0<1;1,0>:ud r15.0<1;1,0>:ud {AccWrEn}
(~f0.0) sel (16|M0) r16.0<1>:d r62.0<1;1,0>:d 0:w
(~f0.0) sel (16|M16) r18.0<1>:d r66.0<1;1,0>:d 0:w
mov (8|M24) acc0.0<1>:ud acc0.0<1;1,0>:ud
add3 (8|M0) r88.0<1>:ud -r6.0<1;0>:ud r96.0<1;0>:ud -r16.0<1>:ud {I@3}
add3 (8|M8) r89.0<1>:ud -r8.0<1;0>:ud r97.0<1;0>:ud -r17.0<1>:ud
add3 (8|M16) r90.0<1>:ud -r20.0<1;0>:ud r98.0<1;0>:ud -r18.0<1>:ud {I@4}
add3 (8|M24) r91.0<1>:ud -acc0.0<1;0>:ud r99.0<1;0>:ud -r19.0<1>:ud
(f1.0) goto (32|M0) L1992 L2864
L1960:
(W) add (1|M0) r9.6<1>:d r9.6<0;1,0>:d -1:w
(W) jmpi L1168
L1992:
join (32|M0) L2864
L2008:
cmp (16|M0) (eq)f1.0 null<1>:d r60.0<1;1,0>:d 0:w
cmp (16|M16) (eq)f1.0 null<1>:d r64.0<1;1,0>:d 0:w
(~f1.0) goto (32|M0) L2104 L2104
L2056:
mov (16|M0) r84.0<1>:d -1:w
mov (16|M16) r86.0<1>:d -1:w
goto (32|M0) L2104 L2816
L2104:
join (32|M0) L2816
L2120:
(W) xor (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x30:uw {A@1}
mov (16|M0) r4.0<1>:f r60.0<1;1,0>:ud {Compacted,A@1}
mov (16|M16) r10.0<1>:f r64.0<1;1,0>:ud {Compacted}
math.inv (16|M0) r32.0<1>:f r4.0<1;1,0>:f {@2,$7}
mov (16|M0) r12.0<1>:ud r4.0<1;1,0>:f
sync.nop null {Compacted,F@1}
math.inv (16|M16) r34.0<1>:f r10.0<1;1,0>:f {$8}
(W) mov (1|M0) r3.0<1>:f 0xB4C00000:f {Compacted}
mov (16|M16) r14.0<1>:ud r10.0<1;1,0>:f
add (16|M0) r12.0<1>:d r60.0<1;1,0>:d -r12.0<1;1,0>:d {Compacted,I@2}
mov (16|M0) r20.0<1>:f r80.0<1;1,0>:ud {Compacted}
add (16|M16) r14.0<1>:d r64.0<1;1,0>:d -r14.0<1;1,0>:d {Compacted,I@2}
mov (16|M0) r16.0<1>:f r12.0<1;1,0>:ud {Compacted,I@2}
sync.nop null {Compacted,$7.dst}
mad (16|M0) r12.0<1>:f r32.0<1;0>:f r3.0<0;0>:f r32.0<1>:f {Compacted,F@3}
mov (16|M16) r22.0<1>:f r82.0<1;1,0>:ud {Compacted}
mov (16|M0) r24.0<1>:ud r20.0<1;1,0>:f {F@4}
mov (16|M16) r18.0<1>:f r14.0<1;1,0>:ud {Compacted,I@2}
mul (16|M0) r36.0<1>:f r20.0<1;1,0>:f r12.0<1;1,0>:f {Compacted,F@3}
mad (16|M16) r14.0<1>:f r34.0<1;0>:f r3.0<0;0>:f r34.0<1>:f {Compacted,$8.dst}
mov (16|M16) r26.0<1>:ud r22.0<1;1,0>:f {F@4}
add (16|M0) r24.0<1>:d r80.0<1;1,0>:d -r24.0<1;1,0>:d {Compacted,I@2}
mov (16|M0) r40.0<1>:ud r36.0<1;1,0>:f {F@2}
mul (16|M16) r38.0<1>:f r22.0<1;1,0>:f r14.0<1;1,0>:f {Compacted,F@1}
add (16|M16) r26.0<1>:d r82.0<1;1,0>:d -r26.0<1;1,0>:d {Compacted,I@3}
mov (16|M0) r28.0<1>:f r24.0<1;1,0>:ud {Compacted,I@3}
mov (16|M0) r44.0<1>:f r40.0<1;1,0>:ud {Compacted,I@2}
mov (16|M16) r42.0<1>:ud r38.0<1;1,0>:f {F@3}
mov (16|M16) r30.0<1>:f r26.0<1;1,0>:ud {Compacted,I@2}
mad (16|M0) r48.0<1>:f r28.0<1;0>:f r44.0<1;0>:f -r16.0<1>:f {Compacted,F@2}
mov (16|M16) r24.0<1>:f r42.0<1;1,0>:ud {Compacted,I@1}
mad (16|M0) r26.0<1>:f r20.0<1;0>:f r44.0<1;0>:f -r4.0<1>:f {Compacted}
mad (16|M16) r46.0<1>:f r22.0<1;0>:f r24.0<1;0>:f -r10.0<1>:f {Compacted,F@2}
mad (16|M16) acc2.0<1>:f r30.0<1;0>:f r24.0<1;0>:f -r18.0<1>:f
add (16|M0) acc0.0<1>:f r26.0<1;1,0>:f r48.0<1;1,0>:f {Compacted,F@3}
add (16|M16) r34.0<1>:f r46.0<1;1,0>:f acc2.0<1;1,0>:f {F@3}
mul (16|M0) r52.0<1>:f r12.0<1;1,0>:f acc0.0<1;1,0>:f
(W) xor (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x30:uw {A@1}
(W) xor (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x30:uw {A@1}
mul (16|M16) r36.0<1>:f r14.0<1;1,0>:f r34.0<1;1,0>:f {Compacted,A@1}
(W) xor (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x30:uw {A@1}
mov (16|M0) r38.0<1>:ud r52.0<1;1,0>:f {A@1}
mov (16|M16) r4.0<1>:ud r36.0<1;1,0>:f {F@1}
add (16|M0) r38.0<1>:d r38.0<1;1,0>:d r40.0<1;1,0>:d {Compacted,I@2}
add (16|M16) r4.0<1>:d r4.0<1;1,0>:d r42.0<1;1,0>:d {Compacted,I@2}
(W) mul (8|M0) acc0.0<1>:d r38.0<1;1,0>:d r60.0<2;1,0>:uw {Compacted,I@2}
mach (8|M0) r38.0<1>:d r38.0<1;1,0>:d r60.0<1;1,0>:d {Compacted}
(W) mul (8|M8) acc0.0<1>:d r39.0<1;1,0>:d r61.0<2;1,0>:uw
mach (8|M8) r39.0<1>:d r39.0<1;1,0>:d r61.0<1;1,0>:d {Compacted}
(W) mul (8|M16) acc0.0<1>:d r4.0<1;1,0>:d r64.0<2;1,0>:uw {I@5}
mach (8|M16) r4.0<1>:d r4.0<1;1,0>:d r64.0<1;1,0>:d {Compacted}
(W) mul (8|M24) acc0.0<1>:d r5.0<1;1,0>:d r65.0<2;1,0>:uw
mach (8|M24) r5.0<1>:d r5.0<1;1,0>:d r65.0<1;1,0>:d {Compacted}
add (16|M0) r10.0<1>:d r80.0<1;1,0>:d -r38.0<1;1,0>:d {Compacted,I@5}
add (16|M16) r12.0<1>:d r82.0<1;1,0>:d -r4.0<1;1,0>:d {Compacted,I@2}
cmp (16|M0) (lt)f0.0 null<1>:d r10.0<1;1,0>:ud r60.0<1;1,0>:ud {I@2}
cmp (16|M16) (lt)f0.0 null<1>:d r12.0<1;1,0>:ud r64.0<1;1,0>:ud {I@2}
(~f0.0) sel (16|M0) r14.0<1>:d r60.0<1;1,0>:d 0:w
(~f0.0) sel (16|M16) r16.0<1>:d r64.0<1;1,0>:d 0:w
add3 (16|M0) r84.0<1>:d r80.0<1;0>:d -r38.0<1;0>:d -r14.0<1>:d {I@2}
add3 (16|M16) r86.0<1>:d r82.0<1;0>:d -r4.0<1;0>:d -r16.0<1>:d {I@2}
L2816:
join (32|M0) L2864
L2832:
mov (16|M0) r88.0<1>:d 0:w
mov (16|M16) r90.0<1>:d 0:w
L2864:
join (32|M0) L2880
L2880:
addc (8|M0) r4.0<1>:ud r68.0<1;1,0>:ud r84.0<1;1,0>:ud {AccWrEn,Compacted,I@6}
(W) mov (8|M0) r127.0<1>:f r54.0<1;1,0>:f {Compacted}
mov (8|M0) r6.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
addc (8|M8) r5.0<1>:ud r69.0<1;1,0>:ud r85.0<1;1,0>:ud {AccWrEn}
add3 (8|M0) r10.0<1>:ud r6.0<1;0>:ud r72.0<1;0>:ud r88.0<1>:ud {I@2}
mov (8|M8) r8.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
addc (8|M16) r12.0<1>:ud r70.0<1;1,0>:ud r86.0<1;1,0>:ud {AccWrEn}
add3 (8|M8) r11.0<1>:ud r8.0<1;0>:ud r73.0<1;0>:ud r89.0<1>:ud {I@2}
mov (8|M16) r14.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
addc (8|M24) r13.0<1>:ud r71.0<1;1,0>:ud r87.0<1;1,0>:ud {AccWrEn}
add3 (8|M16) r16.0<1>:ud r14.0<1;0>:ud r74.0<1;0>:ud r90.0<1>:ud {I@2}
mov (8|M24) acc0.0<1>:ud acc0.0<1;1,0>:ud
mov (16|M0) r20.0<1>:f r4.0<1;1,0>:f {Compacted}
add3 (8|M24) r17.0<1>:ud acc0.0<1;0>:ud r75.0<1;0>:ud r91.0<1>:ud
mov (16|M0) r22.0<1>:f r10.0<1;1,0>:f {Compacted}
mov (16|M16) r24.0<1>:f r12.0<1;1,0>:f {Compacted,I@4}
mov (16|M16) r26.0<1>:f r16.0<1;1,0>:f {Compacted,A@1}
send.dc1 (16|M0) null r56 r20:4 0x0 0x04025C01 {A@3,$9}
send.dc1 (16|M16) null r58 r24:4 0x0 0x04025C01 {A@1,$10}
(W) send.ugm (1|M0) r3 r54 null:0 0x0 0x0214031F {$11}
(W) mov (8|M0) null<1>:ud r3.0<1;1,0>:ud {$11.dst}
(W) send.gtwy (8|M0) null r127 null:0 0x0 0x02000010 {EOT,A@1}
L3160:
