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
(W) mov (8|M0) r3.0<1>:ud r0.0<1;1,0>:ud {$0.dst}
(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw {A@1}
sync.nop null {Compacted,A@1}
sync.nop null {Compacted,$2.dst}
(W) cmp (16|M0) (gt)f1.0 null<1>:d r8.2<0;1,0>:d 0:w {A@1}
(W) cmp (16|M16) (gt)f1.0 null<1>:d r8.2<0;1,0>:d 0:w
(f1.0) goto (32|M0) L368 L368
L336:
(W) mov (1|M0) r5.5<1>:d 0:w {$1.dst}
goto (32|M0) L368 L1104
L368:
join (32|M0) L1104
L384:
(W) mov (2|M0) r5.0<1>:f r8.0<1;1,0>:f {Compacted,$1.dst}
(W) mov (1|M0) r19.2<1>:ud 0x20:uw
(W) mov (1|M0) r21.2<1>:ud 0x40:uw
(W) mov (1|M0) r23.2<1>:ud 0x60:uw
(W) mov (1|M0) r25.2<1>:ud 0x80:uw
(W) mov (1|M0) r27.2<1>:ud 0xA0:uw
(W) mov (1|M0) r29.2<1>:ud 0xC0:uw
(W) mov (1|M0) r31.2<1>:ud 0xE0:uw
(W) mov (1|M0) r6.0<1>:f r5.0<0;1,0>:f {Compacted,F@1}
(W) mov (1|M0) r6.1<1>:f r5.1<0;1,0>:f {Compacted}
(W) send.dc0 (8|M0) r18 r19 null:0 0x0 0x02184200 {A@7,$3}
(W) send.dc0 (8|M0) r20 r21 null:0 0x0 0x02184200 {A@6,$4}
(W) send.dc0 (8|M0) r22 r23 null:0 0x0 0x02184200 {A@5,$5}
(W) send.dc0 (8|M0) r24 r25 null:0 0x0 0x02184200 {A@4,$6}
(W) send.dc0 (8|M0) r26 r27 null:0 0x0 0x02184200 {A@3,$7}
sync.nop null {Compacted,I@2}
(W) send.dc0 (8|M0) r28 r29 null:0 0x0 0x02184200 {$8}
sync.nop null {Compacted,I@1}
(W) send.dc0 (8|M0) r30 r31 null:0 0x0 0x02184200 {$9}
(W) send.dc1 (8|M0) r4 r6 null:0 0x0 0x021D0AFF {A@1,$10}
(W) mov (2|M0) r5.4<1>:d 0:w
(W) mov (4|M0) r11.0<1>:f r18.0<1;1,0>:f {$3.dst}
(W) mov (4|M0) r11.4<1>:f r18.4<1;1,0>:f
(W) mov (4|M0) r12.0<1>:f r20.0<1;1,0>:f {$4.dst}
(W) mov (4|M0) r12.4<1>:f r20.4<1;1,0>:f
(W) mov (4|M0) r13.0<1>:f r22.0<1;1,0>:f {$5.dst}
(W) mov (4|M0) r13.4<1>:f r22.4<1;1,0>:f
(W) mov (4|M0) r14.0<1>:f r24.0<1;1,0>:f {$6.dst}
(W) mov (4|M0) r14.4<1>:f r24.4<1;1,0>:f
(W) mov (4|M0) r15.0<1>:f r26.0<1;1,0>:f {$7.dst}
(W) mov (4|M0) r15.4<1>:f r26.4<1;1,0>:f
(W) mov (4|M0) r16.0<1>:f r28.0<1;1,0>:f {$8.dst}
(W) mov (4|M0) r16.4<1>:f r28.4<1;1,0>:f
(W) mov (4|M0) r17.0<1>:f r30.0<1;1,0>:f {$9.dst}
(W) mov (4|M0) r17.4<1>:f r30.4<1;1,0>:f
(W) mov (1|M0) r10.0<1>:f r4.0<0;1,0>:f {Compacted,$10.dst}
(W) mov (4|M0) r10.1<1>:d r4.1<1;1,0>:d
(W) mov (2|M0) r10.5<1>:d r4.5<1;1,0>:d
(W) mov (1|M0) r10.7<1>:d r4.7<0;1,0>:d
L960:
(W) shl (1|M0) r32.0<1>:d r5.4<0;1,0>:d 2:w {Compacted,I@4}
(W) send.dc0 (1|M0) r33 r32 null:0 0x0 0x02110800 {A@1,$11}
(W) and (1|M0) r5.2<1>:d r33.0<0;1,0>:d 63:w {Compacted,$11.dst}
(W) mul (1|M0) r5.6<1>:uw r5.4<0;1,0>:uw 0x4:uw {I@1}
(W) add (1|M0) a0.0<1>:uw r5.6<0;1,0>:uw 0x140:uw {A@1}
(W) add (1|M0) r5.5<1>:d r5.5<0;1,0>:d r[a0.0]<0;1,0>:d {F@1}
(W) add (1|M0) r5.4<1>:d r5.4<0;1,0>:d 1:w {A@1}
(W) cmp (16|M0) (lt)f0.0 null<1>:d r5.4<0;1,0>:d r8.2<0;1,0>:d {I@1}
(W) cmp (16|M16) (lt)f0.0 null<1>:d r5.4<0;1,0>:d r8.2<0;1,0>:d
(f0.0) goto.b (32|M0) L1104 L960
L1104:
join (32|M0) L1120
L1120:
(W) mov (16|M0) r51.0<1>:d 0:w
(W) mov (16|M16) r53.0<1>:d 0:w
mov (16|M0) r51.0<1>:d 12:w
mov (16|M16) r53.0<1>:d 12:w
(W) add (8|M16) r51.1<2>:d r51.0<2;1,0>:d r51.1<2;1,0>:d {I@2}
(W) add (8|M16) r53.1<2>:d r53.0<2;1,0>:d r53.1<2;1,0>:d {I@2}
(W) add (4|M16) r51.2<4>:d r51.2<4;1,0>:d r51.1<4;1,0>:d {I@2}
(W) add (4|M16) r53.2<4>:d r53.2<4;1,0>:d r53.1<4;1,0>:d {I@2}
(W) add (4|M16) r51.3<4>:d r51.3<4;1,0>:d r51.1<4;1,0>:d {I@2}
(W) add (4|M16) r53.3<4>:d r53.3<4;1,0>:d r53.1<4;1,0>:d {I@2}
(W) add (4|M16) r51.4<1>:d r51.3<0;1,0>:d r51.4<1;1,0>:d {I@2}
(W) add (4|M16) r52.4<1>:d r52.3<0;1,0>:d r52.4<1;1,0>:d
(W) add (4|M16) r53.4<1>:d r53.3<0;1,0>:d r53.4<1;1,0>:d {I@3}
(W) add (4|M16) r54.4<1>:d r54.3<0;1,0>:d r54.4<1;1,0>:d
(W) mul (1|M0) acc0.0<1>:d r9.2<0;1,0>:d r3.2<0;1,0>:uw
(W) add (8|M16) r52.0<1>:d r51.7<0;1,0>:d r52.0<1;1,0>:d {I@4}
(W) mach (1|M0) r34.0<1>:d r9.2<0;1,0>:d r3.1<0;1,0>:d
(W) add (8|M16) r54.0<1>:d r53.7<0;1,0>:d r54.0<1;1,0>:d {I@4}
add3 (16|M0) r35.0<1>:d r34.0<0;0>:d r1.0<1;0>:uw r7.0<0>:d {I@2}
add3 (16|M16) r37.0<1>:d r34.0<0;0>:d r2.0<1;0>:uw r7.0<0>:d
(W) add (16|M16) r53.0<1>:d r52.7<0;1,0>:d r53.0<1;1,0>:d {Compacted,I@3}
mov (16|M0) r39.0<1>:d r5.5<0;1,0>:d
mov (16|M16) r41.0<1>:d r5.5<0;1,0>:d
(W) mov (2|M0) r48.0<1>:f r9.0<1;1,0>:f {Compacted}
shl (16|M0) r35.0<1>:d r35.0<1;1,0>:d 2:w {Compacted,I@5}
shl (16|M16) r37.0<1>:d r37.0<1;1,0>:d 2:w {Compacted,I@5}
(W) mov (1|M0) r50.0<1>:d r54.7<0;1,0>:d {I@5}
send.dc1 (16|M0) null r35 r39:2 0x0 0x04025E00 {A@3,$12}
send.dc1 (16|M16) null r37 r41:2 0x0 0x04025E00 {A@2,$13}
(W) send.dc1 (1|M0) r47 r48 r50:1 0x0 0x0414A7FF {A@1,$14}
(W) add (16|M0) r51.0<1>:d r51.0<1;1,0>:d r47.0<0;1,0>:ud {$14.dst}
add (16|M0) r43.0<1>:d r51.0<1;1,0>:d -12:w {Compacted,I@1}
(W) add (16|M0) r53.0<1>:d r53.0<1;1,0>:d r47.0<0;1,0>:ud
addc (8|M0) r59.0<1>:ud r9.0<0;1,0>:ud r43.0<1;1,0>:ud {AccWrEn,Compacted,I@2}
add (16|M16) r45.0<1>:d r53.0<1;1,0>:d -12:w {Compacted,I@2}
mov (8|M0) r49.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
addc (8|M8) r60.0<1>:ud r9.0<0;1,0>:ud r44.0<1;1,0>:ud {AccWrEn}
add (16|M0) r55.0<1>:d r51.0<1;1,0>:d 0:w {Compacted}
add (16|M16) r57.0<1>:d r53.0<1;1,0>:d 0:w {Compacted}
mov (8|M8) r67.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
addc (8|M16) r61.0<1>:ud r9.0<0;1,0>:ud r45.0<1;1,0>:ud {AccWrEn,I@6}
cmp (16|M0) (lt)f0.0 null<1>:d r55.0<1;1,0>:ud 0x400001:ud {I@4}
cmp (16|M16) (lt)f0.0 null<1>:d r57.0<1;1,0>:ud 0x400001:ud {I@4}
mov (8|M16) r68.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
addc (8|M24) r62.0<1>:ud r9.0<0;1,0>:ud r46.0<1;1,0>:ud {AccWrEn}
add (8|M0) r63.0<1>:ud r49.0<1;1,0>:ud r9.1<0;1,0>:ud {Compacted}
mov (8|M24) acc0.0<1>:ud acc0.0<1;1,0>:ud
add (8|M8) r64.0<1>:ud r67.0<1;1,0>:ud r9.1<0;1,0>:ud {Compacted,I@7}
add (8|M16) r65.0<1>:ud r68.0<1;1,0>:ud r9.1<0;1,0>:ud {Compacted,I@5}
add (8|M24) r66.0<1>:ud acc0.0<1;1,0>:ud r9.1<0;1,0>:ud
(f0.0) goto (32|M0) L2072 L2072
L1816:
cmp (16|M0) (lt)f1.0 null<1>:d r43.0<1;1,0>:ud 0x3FFFFD:ud
cmp (16|M16) (lt)f1.0 null<1>:d r45.0<1;1,0>:ud 0x3FFFFD:ud
(~f1.0) goto (32|M0) L2072 L2560
L1864:
mov (8|M0) r70.0<2>:d r59.0<1;1,0>:d
mov (8|M8) r72.0<2>:d r60.0<1;1,0>:d
mov (8|M16) r74.0<2>:d r61.0<1;1,0>:d
mov (8|M24) r76.0<2>:d r62.0<1;1,0>:d
mov (16|M0) r78.0<1>:d -1:w
mov (16|M16) r80.0<1>:d -1:w
mov (8|M0) r70.1<2>:d r63.0<1;1,0>:d
mov (8|M8) r72.1<2>:d r64.0<1;1,0>:d
mov (8|M16) r74.1<2>:d r65.0<1;1,0>:d
mov (8|M24) r76.1<2>:d r66.0<1;1,0>:d
send.dc1 (16|M0) null r70 r78:2 0x0 0x080691FF {A@3,$15}
send.dc1 (16|M16) null r74 r80:2 0x0 0x080691FF {A@1,$0}
goto (32|M0) L2072 L2560
L2072:
join (32|M0) L2560
L2088:
addc (8|M0) r94.0<1>:ud r59.0<1;1,0>:ud 0x4:ud {AccWrEn,Compacted}
mov (8|M0) r82.0<2>:d r59.0<1;1,0>:d
mov (8|M0) r98.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
addc (8|M8) r95.0<1>:ud r60.0<1;1,0>:ud 0x4:ud {AccWrEn}
mov (8|M8) r84.0<2>:d r60.0<1;1,0>:d
mov (8|M8) r99.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
addc (8|M16) r96.0<1>:ud r61.0<1;1,0>:ud 0x4:ud {AccWrEn}
mov (8|M16) r86.0<2>:d r61.0<1;1,0>:d
mov (8|M16) r100.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
addc (8|M24) r97.0<1>:ud r62.0<1;1,0>:ud 0x4:ud {AccWrEn}
mov (8|M24) r88.0<2>:d r62.0<1;1,0>:d
mov (8|M24) r101.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
mov (16|M0) r90.0<1>:d 0:w
mov (16|M16) r92.0<1>:d 0:w
mov (16|M0) r110.0<1>:d 3:w
mov (16|M0) r112.0<1>:d r5.5<0;1,0>:d
mov (16|M16) r114.0<1>:d 3:w
mov (16|M16) r116.0<1>:d r5.5<0;1,0>:d
mov (8|M0) r82.1<2>:d r63.0<1;1,0>:d
add (8|M0) r102.1<2>:ud r98.0<1;1,0>:ud r63.0<1;1,0>:ud {Compacted}
mov (8|M8) r84.1<2>:d r64.0<1;1,0>:d
add (8|M8) r104.1<2>:ud r99.0<1;1,0>:ud r64.0<1;1,0>:ud {Compacted}
mov (8|M16) r86.1<2>:d r65.0<1;1,0>:d
add (8|M16) r106.1<2>:ud r100.0<1;1,0>:ud r65.0<1;1,0>:ud {Compacted}
mov (8|M24) r88.1<2>:d r66.0<1;1,0>:d
add (8|M24) r108.1<2>:ud r101.0<1;1,0>:ud r66.0<1;1,0>:ud {Compacted}
mov (8|M0) r102.0<2>:d r94.0<1;1,0>:d
mov (8|M8) r104.0<2>:d r95.0<1;1,0>:d
mov (8|M16) r106.0<2>:d r96.0<1;1,0>:d
mov (8|M24) r108.0<2>:d r97.0<1;1,0>:d
send.dc1 (16|M0) null r82 r90:2 0x0 0x080691FF {A@7,$1}
send.dc1 (16|M16) null r86 r92:2 0x0 0x080691FF {A@6,$2}
send.dc1 (16|M0) null r102 r110:4 0x0 0x080695FF {A@3,$3}
send.dc1 (16|M16) null r106 r114:4 0x0 0x080695FF {A@1,$4}
L2560:
join (32|M0) L2576
L2576:
(W) mov (8|M0) r127.0<1>:f r3.0<1;1,0>:f {Compacted}
(W) send.ugm (1|M0) r118 r3 null:0 0x0 0x0214031F {$5}
(W) mov (8|M0) null<1>:ud r118.0<1;1,0>:ud {$5.dst}
(W) send.gtwy (8|M0) null r127 null:0 0x0 0x02000010 {EOT,A@1}
L2632:
