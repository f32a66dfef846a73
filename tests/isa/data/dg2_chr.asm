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
(W) mov (8|M0) r120.0<1>:ud r0.0<1;1,0>:ud
(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw {A@1}
sync.nop null {Compacted,A@1}
sync.nop null {Compacted,$2.dst}
(W) mul (1|M0) acc0.0<1>:d r9.3<0;1,0>:d r120.2<0;1,0>:uw {A@1}
(W) mach (1|M0) r3.0<1>:d r9.3<0;1,0>:d r120.1<0;1,0>:d {$0.dst}
(W) mov (8|M0) r127.0<1>:f r120.0<1;1,0>:f {Compacted}
sync.nop null {Compacted,$1.dst}
add3 (16|M0) r4.0<1>:d r3.0<0;0>:d r1.0<1;0>:uw r7.0<0>:d {I@1}
add3 (16|M16) r10.0<1>:d r3.0<0;0>:d r2.0<1;0>:uw r7.0<0>:d
shl (16|M0) r12.0<1>:d r4.0<1;1,0>:d 2:w {Compacted,I@2}
shl (16|M16) r14.0<1>:d r10.0<1;1,0>:d 2:w {Compacted,I@2}
add (16|M0) r16.0<1>:d r12.0<1;1,0>:d r9.1<0;1,0>:d {Compacted,I@2}
add (16|M16) r18.0<1>:d r14.0<1;1,0>:d r9.1<0;1,0>:d {Compacted,I@2}
send.dc1 (16|M0) r24 r16 null:0 0x0 0x04205E01 {A@2,$3}
send.dc1 (16|M16) r26 r18 null:0 0x0 0x04205E01 {A@1,$4}
add (16|M0) r20.0<1>:d r12.0<1;1,0>:d r9.0<0;1,0>:d {Compacted}
add (16|M16) r22.0<1>:d r14.0<1;1,0>:d r9.0<0;1,0>:d {Compacted}
send.dc1 (16|M0) r28 r20 null:0 0x0 0x04205E00 {A@2,$5}
send.dc1 (16|M16) r30 r22 null:0 0x0 0x04205E00 {A@1,$6}
shl (16|M0) r60.0<1>:d r4.0<1;1,0>:d 4:w {Compacted}
shl (16|M16) r62.0<1>:d r10.0<1;1,0>:d 4:w {Compacted}
add (16|M0) r64.0<1>:d r60.0<1;1,0>:d r9.2<0;1,0>:d {Compacted,I@2}
add3 (16|M0) r68.0<1>:d r60.0<1;0>:d r9.2<0;0>:d 16:w
add (16|M16) r66.0<1>:d r62.0<1;1,0>:d r9.2<0;1,0>:d {Compacted,I@3}
add3 (16|M16) r70.0<1>:d r62.0<1;0>:d r9.2<0;0>:d 16:w
mov (16|M0) r32.0<1>:w r24.0<4;1,0>:b {$3.dst}
mov (16|M0) r34.0<1>:w r24.1<4;1,0>:b
mov (16|M0) r36.0<1>:w r24.2<4;1,0>:b
mov (16|M0) r38.0<1>:w r24.3<4;1,0>:b
mov (16|M16) r33.0<1>:w r26.0<4;1,0>:b {$4.dst}
mov (16|M16) r35.0<1>:w r26.1<4;1,0>:b
mov (16|M16) r37.0<1>:w r26.2<4;1,0>:b
mov (16|M16) r39.0<1>:w r26.3<4;1,0>:b
sync.nop null {Compacted,$5.dst}
mul (16|M0) r40.0<1>:w r28.0<4;1,0>:b r32.0<1;1,0>:w {I@7}
mul (16|M0) r42.0<1>:w r28.1<4;1,0>:b r34.0<1;1,0>:w {I@7}
mul (16|M0) r44.0<1>:w r28.2<4;1,0>:b r36.0<1;1,0>:w {I@7}
mul (16|M0) r46.0<1>:w r28.3<4;1,0>:b r38.0<1;1,0>:w {I@7}
sync.nop null {Compacted,$6.dst}
mul (16|M16) r41.0<1>:w r30.0<4;1,0>:b r33.0<1;1,0>:w {I@7}
mul (16|M16) r43.0<1>:w r30.1<4;1,0>:b r35.0<1;1,0>:w {I@7}
mul (16|M16) r45.0<1>:w r30.2<4;1,0>:b r37.0<1;1,0>:w {I@7}
mul (16|M16) r47.0<1>:w r30.3<4;1,0>:b r39.0<1;1,0>:w {I@7}
mov (16|M0) r48.0<2>:b r40.0<1;1,0>:w {I@7}
mov (16|M0) r50.0<2>:b r42.0<1;1,0>:w {I@7}
mov (16|M0) r52.0<2>:b r44.0<1;1,0>:w {I@7}
mov (16|M0) r54.0<2>:b r46.0<1;1,0>:w {I@7}
mov (16|M16) r49.0<2>:b r41.0<1;1,0>:w {I@7}
mov (16|M16) r51.0<2>:b r43.0<1;1,0>:w {I@7}
mov (16|M16) r53.0<2>:b r45.0<1;1,0>:w {I@7}
mov (16|M16) r55.0<2>:b r47.0<1;1,0>:w {I@7}
sel (16|M0) (ge)f0.0 r56.0<4>:b r48.0<2;1,0>:b 0:w {I@7}
sel (16|M16) (ge)f0.0 r58.0<4>:b r49.0<2;1,0>:b 0:w {I@5}
sel (16|M0) (ge)f0.0 r56.1<4>:b r50.0<2;1,0>:b 0:w
sel (16|M16) (ge)f0.0 r58.1<4>:b r51.0<2;1,0>:b 0:w {I@6}
sel (16|M0) (ge)f0.0 r56.2<4>:b r52.0<2;1,0>:b 0:w
sel (16|M16) (ge)f0.0 r58.2<4>:b r53.0<2;1,0>:b 0:w {I@7}
sel (16|M0) (ge)f0.0 r56.3<4>:b r54.0<2;1,0>:b 0:w
sel (16|M16) (ge)f0.0 r58.3<4>:b r55.0<2;1,0>:b 0:w {I@7}
send.dc1 (16|M0) null r16 r56:2 0x0 0x04025E01 {A@2,$7}
send.dc1 (16|M16) null r18 r58:2 0x0 0x04025E01 {A@1,$8}
send.dc1 (16|M0) r72 r64 null:0 0x0 0x04805002 {$9}
send.dc1 (16|M16) r80 r66 null:0 0x0 0x04805002 {$10}
send.dc1 (16|M0) r88 r68 null:0 0x0 0x04805002 {$11}
send.dc1 (16|M16) r96 r70 null:0 0x0 0x04805002 {$12}
sync.nop null {Compacted,$11.dst}
mul (16|M0) r104.0<1>:w r88.1<2;1,0>:w r72.1<2;1,0>:w {$9.dst}
mul (16|M0) r106.0<1>:w r90.1<2;1,0>:w r74.1<2;1,0>:w
mul (16|M0) r108.0<1>:w r92.1<2;1,0>:w r76.1<2;1,0>:w
mul (16|M0) r110.0<1>:w r94.1<2;1,0>:w r78.1<2;1,0>:w
sync.nop null {Compacted,$12.dst}
mul (16|M16) r105.0<1>:w r96.1<2;1,0>:w r80.1<2;1,0>:w {$10.dst}
mul (16|M16) r107.0<1>:w r98.1<2;1,0>:w r82.1<2;1,0>:w
mul (16|M16) r109.0<1>:w r100.1<2;1,0>:w r84.1<2;1,0>:w
mul (16|M16) r111.0<1>:w r102.1<2;1,0>:w r86.1<2;1,0>:w
add (16|M0) r112.1<2>:w r104.0<1;1,0>:w 3:w {I@7}
add (16|M0) r114.1<2>:w r106.0<1;1,0>:w 3:w {I@7}
add (16|M0) r116.1<2>:w r108.0<1;1,0>:w 3:w {I@7}
add (16|M0) r118.1<2>:w r110.0<1;1,0>:w 3:w {I@7}
add (16|M16) r2.1<2>:w r105.0<1;1,0>:w 3:w {I@7}
add (16|M16) r4.1<2>:w r107.0<1;1,0>:w 3:w {I@7}
add (16|M16) r6.1<2>:w r109.0<1;1,0>:w 3:w {I@7}
add (16|M16) r8.1<2>:w r111.0<1;1,0>:w 3:w {I@7}
mad (16|M0) r112.0<2>:w 3:w r72.0<4;2>:w r88.0<2>:w
mad (16|M0) r114.0<2>:w 3:w r74.0<4;2>:w r90.0<2>:w
mad (16|M0) r116.0<2>:w 3:w r76.0<4;2>:w r92.0<2>:w
mad (16|M0) r118.0<2>:w 3:w r78.0<4;2>:w r94.0<2>:w
mad (16|M16) r2.0<2>:w 3:w r80.0<4;2>:w r96.0<2>:w
mad (16|M16) r4.0<2>:w 3:w r82.0<4;2>:w r98.0<2>:w
mad (16|M16) r6.0<2>:w 3:w r84.0<4;2>:w r100.0<2>:w
mad (16|M16) r8.0<2>:w 3:w r86.0<4;2>:w r102.0<2>:w
send.dc1 (16|M0) null r64 r112:8 0x0 0x04025002 {A@5,$13}
send.dc1 (16|M16) null r66 r2:8 0x0 0x04025002 {A@1,$14}
(W) send.ugm (1|M0) r10 r120 null:0 0x0 0x0214031F {$15}
(W) mov (8|M0) null<1>:ud r10.0<1;1,0>:ud {$15.dst}
(W) send.gtwy (8|M0) null r127 null:0 0x0 0x02000010 {EOT,A@1}
L1648:
nop
