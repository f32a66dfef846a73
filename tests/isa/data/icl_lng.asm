L0:
(W) mov (8|M0) r42.0<1>:ud r0.0<1;1,0>:ud
(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw {Switch}
(W) mul (1|M0) acc0.0<1>:d r9.0<0;1,0>:d r42.2<0;1,0>:uw
(W) mach (1|M0) r3.0<1>:d r9.0<0;1,0>:d r42.1<0;1,0>:d {Compacted}
add (16|M0) r4.0<1>:d r3.0<0;1,0>:d r1.0<16;16,1>:uw
add (16|M16) r18.0<1>:d r3.0<0;1,0>:d r2.0<16;16,1>:uw
add (16|M0) r4.0<1>:d r4.0<8;8,1>:d r7.0<0;1,0>:d {Compacted}
add (16|M16) r18.0<1>:d r18.0<8;8,1>:d r7.0<0;1,0>:d
shl (16|M0) r10.0<1>:d r4.0<8;8,1>:d 3:w
shl (16|M16) r20.0<1>:d r18.0<8;8,1>:d 3:w
add (16|M0) r12.0<1>:d r10.0<8;8,1>:d r8.6<0;1,0>:d {Compacted}
add (16|M0) r44.0<1>:d r10.0<8;8,1>:d r8.7<0;1,0>:d {Compacted}
add (16|M16) r22.0<1>:d r20.0<8;8,1>:d r8.6<0;1,0>:d
add (16|M16) r46.0<1>:d r20.0<8;8,1>:d r8.7<0;1,0>:d
send (16|M0) r14:w r12:f 0xC 0x04405C00
send (16|M0) r48:w r44:f 0xC 0x04405C01
send (16|M16) r24:w r22:f 0xC 0x04405C00
(W) mov (8|M0) r12.0<1>:f r12.0<8;8,1>:f {Compacted}
send (16|M16) r52:w r46:f 0xC 0x04405C01
asr (16|M0) r64.0<1>:d r16.0<8;8,1>:d 3:w
mul (8|M0) acc0.0<1>:ud r14.0<8;8,1>:ud r48.0<2;1,0>:uw
shl (16|M0) r34.0<1>:d r16.0<8;8,1>:d 29:w
asr (16|M16) r66.0<1>:d r26.0<8;8,1>:d 3:w
or (16|M0) r30.0<1>:d r50.0<8;8,1>:d r64.0<8;8,1>:d {Compacted}
mach (8|M0) r4.0<1>:ud r14.0<8;8,1>:ud r48.0<8;8,1>:ud {AccWrEn,Compacted}
shr (16|M0) r38.0<1>:d r14.0<8;8,1>:ud 3:w
or (16|M16) r32.0<1>:d r54.0<8;8,1>:d r66.0<8;8,1>:d
shl (16|M16) r36.0<1>:d r26.0<8;8,1>:d 29:w
mov (8|M0) r10.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
mul (8|M8) acc0.0<1>:ud r15.0<8;8,1>:ud r49.0<2;1,0>:uw
shr (16|M16) r40.0<1>:d r24.0<8;8,1>:ud 3:w
cmp (16|M0) (lt)f0.0 null<1>:d r30.0<8;8,1>:ud 0x1:uw
cmp (16|M16) (lt)f0.0 null<1>:d r32.0<8;8,1>:ud 0x1:uw
mach (8|M8) r5.0<1>:ud r15.0<8;8,1>:ud r49.0<8;8,1>:ud {AccWrEn,Compacted}
or (16|M0) r68.0<1>:d r38.0<8;8,1>:d r34.0<8;8,1>:d {Compacted}
or (16|M16) r70.0<1>:d r40.0<8;8,1>:d r36.0<8;8,1>:d
mov (8|M8) r11.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
(W) mul (8|M0) acc0.0<1>:d r14.0<8;8,1>:ud r50.0<2;1,0>:uw
mov (16|M0) r56.0<1>:f r10.0<8;8,1>:f {Compacted}
mach (8|M0) r12.0<1>:d r14.0<8;8,1>:ud r50.0<8;8,1>:d
(W) mul (8|M8) acc0.0<1>:d r15.0<8;8,1>:ud r51.0<2;1,0>:uw
mach (8|M8) r13.0<1>:d r15.0<8;8,1>:ud r51.0<8;8,1>:d
(W) mul (8|M0) acc0.0<1>:d r48.0<8;8,1>:ud r16.0<2;1,0>:uw
add (16|M0) r18.0<1>:d r4.0<8;8,1>:d r12.0<8;8,1>:d {Compacted}
mach (8|M0) r12.0<1>:d r48.0<8;8,1>:ud r16.0<8;8,1>:d
(W) mul (8|M8) acc0.0<1>:d r49.0<8;8,1>:ud r17.0<2;1,0>:uw
mach (8|M8) r13.0<1>:d r49.0<8;8,1>:ud r17.0<8;8,1>:d
mul (8|M16) acc0.0<1>:ud r24.0<8;8,1>:ud r52.0<2;1,0>:uw
add (16|M0) r60.0<1>:d r18.0<8;8,1>:d r12.0<8;8,1>:d {Compacted}
mach (8|M16) r20.0<1>:ud r24.0<8;8,1>:ud r52.0<8;8,1>:ud {AccWrEn}
mov (8|M16) r22.0<1>:ud acc0.0<8;8,1>:ud
mul (8|M24) acc0.0<1>:ud r25.0<8;8,1>:ud r53.0<2;1,0>:uw
mach (8|M24) r21.0<1>:ud r25.0<8;8,1>:ud r53.0<8;8,1>:ud {AccWrEn}
mov (8|M24) r23.0<1>:ud acc0.0<8;8,1>:ud
(W) mul (8|M16) acc0.0<1>:d r24.0<8;8,1>:ud r54.0<2;1,0>:uw
mov (16|M16) r58.0<1>:f r22.0<8;8,1>:f
mach (8|M16) r28.0<1>:d r24.0<8;8,1>:ud r54.0<8;8,1>:d
(W) mul (8|M24) acc0.0<1>:d r25.0<8;8,1>:ud r55.0<2;1,0>:uw
mach (8|M24) r29.0<1>:d r25.0<8;8,1>:ud r55.0<8;8,1>:d
(W) mul (8|M16) acc0.0<1>:d r52.0<8;8,1>:ud r26.0<2;1,0>:uw
add (16|M16) r4.0<1>:d r20.0<8;8,1>:d r28.0<8;8,1>:d
mach (8|M16) r28.0<1>:d r52.0<8;8,1>:ud r26.0<8;8,1>:d
(W) mul (8|M24) acc0.0<1>:d r53.0<8;8,1>:ud r27.0<2;1,0>:uw
mach (8|M24) r29.0<1>:d r53.0<8;8,1>:ud r27.0<8;8,1>:d
add (16|M16) r62.0<1>:d r4.0<8;8,1>:d r28.0<8;8,1>:d
(~f0.0) if (32|M0) L1952 L2032
L944:
mov (16|M0) r72.0<1>:f 0.0:f
mov (16|M16) r74.0<1>:f 0.0:f
mov (16|M0) r76.0<1>:f 0.0:f
mov (16|M16) r78.0<1>:f 0.0:f
(W) mov (1|M0) r8.0<1>:f 8.82818e-44:f
L1024:
(W) and (1|M0) r8.1<1>:d r8.0<0;1,0>:d 63:w
shr (16|M0) r4.0<1>:d r72.0<8;8,1>:ud 31:w
shr (16|M16) r10.0<1>:d r74.0<8;8,1>:ud 31:w
shl (16|M0) r12.0<1>:d r76.0<8;8,1>:d 1:w
shl (16|M16) r14.0<1>:d r78.0<8;8,1>:d 1:w
(W) cmp (16|M0) (ne)f1.0 null<1>:d r8.1<0;1,0>:d 0:w
shl (16|M0) r80.0<1>:d r72.0<8;8,1>:d 1:w
shl (16|M16) r82.0<1>:d r74.0<8;8,1>:d 1:w
(W) cmp (16|M16) (ne)f1.0 null<1>:d r8.1<0;1,0>:d 0:w
or (16|M0) r84.0<1>:d r12.0<8;8,1>:d r4.0<8;8,1>:d {Compacted}
or (16|M16) r86.0<1>:d r14.0<8;8,1>:d r10.0<8;8,1>:d
(W&f1.0) jmpi L1248
L1208:
mov (16|M0) r88.0<1>:f r68.0<8;8,1>:f {Compacted}
mov (16|M16) r90.0<1>:f r70.0<8;8,1>:f
(W) jmpi L1456
L1248:
(W) cmp (16|M0) (lt)f0.0 null<1>:d r8.1<0;1,0>:ud 0x20:uw
(W) cmp (16|M16) (lt)f0.0 null<1>:d r8.1<0;1,0>:ud 0x20:uw
(W&f0.0) jmpi L1360
L1296:
(W) add (1|M0) r3.0<1>:d r8.1<0;1,0>:d -32:w
shr (16|M0) r88.0<1>:d r64.0<8;8,1>:ud r3.0<0;1,0>:d
shr (16|M16) r90.0<1>:d r66.0<8;8,1>:ud r3.0<0;1,0>:d
(W) jmpi L1456
L1360:
(W) add (1|M0) r3.0<1>:d -r8.1<0;1,0>:d 32:w
shr (16|M0) r12.0<1>:d r68.0<8;8,1>:ud r8.1<0;1,0>:d
shr (16|M16) r14.0<1>:d r70.0<8;8,1>:ud r8.1<0;1,0>:d
shl (16|M0) r4.0<1>:d r64.0<8;8,1>:d r3.0<0;1,0>:d {Compacted}
shl (16|M16) r10.0<1>:d r66.0<8;8,1>:d r3.0<0;1,0>:d
or (16|M0) r88.0<1>:d r12.0<8;8,1>:d r4.0<8;8,1>:d {Compacted}
or (16|M16) r90.0<1>:d r14.0<8;8,1>:d r10.0<8;8,1>:d
L1456:
and (16|M0) r4.0<1>:d r88.0<8;8,1>:d 1:w
and (16|M16) r10.0<1>:d r90.0<8;8,1>:d 1:w
(W) cmp (16|M0) (eq)f1.0 null<1>:d r8.0<0;1,0>:d 0:w
(W) cmp (16|M16) (eq)f1.0 null<1>:d r8.0<0;1,0>:d 0:w
or (16|M0) r12.0<1>:d r4.0<8;8,1>:d r80.0<8;8,1>:d {Compacted}
or (16|M16) r14.0<1>:d r10.0<8;8,1>:d r82.0<8;8,1>:d
cmp (16|M0) (lt)f0.0 null<1>:d r12.0<8;8,1>:ud r48.0<8;8,1>:ud
cmp (16|M16) (lt)f0.0 null<1>:d r14.0<8;8,1>:ud r52.0<8;8,1>:ud
(f0.0) cmp (16|M0) (eq)f0.0 null<1>:d r84.0<8;8,1>:d r50.0<8;8,1>:d {Compacted}
(f0.0) cmp (16|M16) (eq)f0.0 null<1>:d r86.0<8;8,1>:d r54.0<8;8,1>:d
(~f0.0) cmp (16|M0) (lt)f0.0 null<1>:d r84.0<8;8,1>:ud r50.0<8;8,1>:ud
(~f0.0) cmp (16|M16) (lt)f0.0 null<1>:d r86.0<8;8,1>:ud r54.0<8;8,1>:ud
(~f0.0) sel (16|M0) r16.0<1>:d r48.0<8;8,1>:d 0:w
(~f0.0) sel (16|M16) r18.0<1>:d r52.0<8;8,1>:d 0:w
(~f0.0) sel (16|M0) r20.0<1>:d r50.0<8;8,1>:d 0:w
(~f0.0) sel (16|M16) r22.0<1>:d r54.0<8;8,1>:d 0:w
subb (8|M0) r72.0<1>:ud r12.0<8;8,1>:ud r16.0<8;8,1>:ud {AccWrEn,Compacted}
add (8|M0) r76.0<1>:ud r84.0<8;8,1>:ud -r20.0<8;8,1>:ud {Compacted}
add (8|M8) r77.0<1>:ud r85.0<8;8,1>:ud -r21.0<8;8,1>:ud {Compacted}
add (8|M16) r78.0<1>:ud r86.0<8;8,1>:ud -r22.0<8;8,1>:ud
add (8|M24) r79.0<1>:ud r87.0<8;8,1>:ud -r23.0<8;8,1>:ud
mov (8|M0) r4.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
subb (8|M8) r73.0<1>:ud r13.0<8;8,1>:ud r17.0<8;8,1>:ud {AccWrEn,Compacted}
add (8|M0) r76.0<1>:ud -r4.0<8;8,1>:ud r76.0<8;8,1>:ud {Compacted}
mov (8|M8) r6.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
subb (8|M16) r74.0<1>:ud r14.0<8;8,1>:ud r18.0<8;8,1>:ud {AccWrEn}
add (8|M8) r77.0<1>:ud -r6.0<8;8,1>:ud r77.0<8;8,1>:ud {Compacted}
mov (8|M16) r10.0<1>:ud acc0.0<8;8,1>:ud
subb (8|M24) r75.0<1>:ud r15.0<8;8,1>:ud r19.0<8;8,1>:ud {AccWrEn}
add (8|M16) r78.0<1>:ud -r10.0<8;8,1>:ud r78.0<8;8,1>:ud
mov (8|M24) r24.0<1>:ud acc0.0<8;8,1>:ud
add (8|M24) r79.0<1>:ud -r24.0<8;8,1>:ud r79.0<8;8,1>:ud
(f1.0) break (32|M0) L1920 L1920
L1904:
(W) add (1|M0) r8.0<1>:d r8.0<0;1,0>:d -1:w
L1920:
while (32|M0) L1024
L1936:
else (32|M0) L2032 L2032
L1952:
math.irem (8|M0) r72.0<1>:ud r68.0<8;8,1>:ud r48.0<8;8,1>:ud {Compacted}
math.irem (8|M8) r73.0<1>:ud r69.0<8;8,1>:ud r49.0<8;8,1>:ud {Compacted}
mov (16|M0) r76.0<1>:f 0.0:f
math.irem (8|M16) r74.0<1>:ud r70.0<8;8,1>:ud r52.0<8;8,1>:ud
mov (16|M16) r78.0<1>:f 0.0:f
math.irem (8|M24) r75.0<1>:ud r71.0<8;8,1>:ud r53.0<8;8,1>:ud
L2032:
endif (32|M0) L2048
L2048:
addc (8|M0) r4.0<1>:ud r56.0<8;8,1>:ud r72.0<8;8,1>:ud {AccWrEn,Compacted}
add (8|M0) r10.0<1>:ud r60.0<8;8,1>:ud r76.0<8;8,1>:ud {Compacted}
add (8|M8) r11.0<1>:ud r61.0<8;8,1>:ud r77.0<8;8,1>:ud {Compacted}
add (8|M16) r18.0<1>:ud r62.0<8;8,1>:ud r78.0<8;8,1>:ud
add (8|M24) r19.0<1>:ud r63.0<8;8,1>:ud r79.0<8;8,1>:ud
(W) mov (8|M0) r127.0<1>:f r42.0<8;8,1>:f {Compacted}
mov (8|M0) r6.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
addc (8|M8) r5.0<1>:ud r57.0<8;8,1>:ud r73.0<8;8,1>:ud {AccWrEn,Compacted}
add (8|M0) r10.0<1>:ud r6.0<8;8,1>:ud r10.0<8;8,1>:ud {Compacted}
mov (8|M8) r12.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
addc (8|M16) r14.0<1>:ud r58.0<8;8,1>:ud r74.0<8;8,1>:ud {AccWrEn}
mov (16|M0) r22.0<1>:f r4.0<8;8,1>:f {Compacted}
add (8|M8) r11.0<1>:ud r12.0<8;8,1>:ud r11.0<8;8,1>:ud {Compacted}
mov (8|M16) r16.0<1>:ud acc0.0<8;8,1>:ud
addc (8|M24) r15.0<1>:ud r59.0<8;8,1>:ud r75.0<8;8,1>:ud {AccWrEn}
mov (16|M0) r24.0<1>:f r10.0<8;8,1>:f {Compacted}
mov (8|M24) r20.0<1>:ud acc0.0<8;8,1>:ud
add (8|M16) r18.0<1>:ud r16.0<8;8,1>:ud r18.0<8;8,1>:ud
mov (16|M16) r26.0<1>:f r14.0<8;8,1>:f
sends (16|M0) null:w r44 r22 0x10C 0x04025C01
add (8|M24) r19.0<1>:ud r20.0<8;8,1>:ud r19.0<8;8,1>:ud
mov (16|M16) r28.0<1>:f r18.0<8;8,1>:f
sends (16|M16) null:w r46 r26 0x10C 0x04025C01
(W) send (8|M0) null r127:f 0x27 0x02000010 {EOT}
L2344:
