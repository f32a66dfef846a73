L0:
(W) and (1|M0) r106.0<1>:ud r0.0<0;1,0>:ud 0xFFFFFFC0:ud
(W) mov (8|M0) r3.0<1>:uw 0x76543210:v
mov (16|M0) r4.0<1>:ud 0x0:ud
mov (16|M0) r78.0<1>:ud r0.1<0;1,0>:ud
(W) add (1|M0) r107.0<1>:ud r106.0<0;1,0>:ud 0x0:ud {Compacted,I@4}
(W) add (8|M0) r3.8<1>:uw r3.0<1;1,0>:uw 0x8:uw {Compacted,I@4}
(W) sync.nop null {I@2}
(W) send.ugm (1|M0) r1 r107 null:0 0x0 0x0220D500 {$0}
(W) sync.nop null {I@1}
mov (16|M0) r11.0<1>:d r3.0<8;8,1>:uw
and (16|M0) r13.0<1>:ud r11.0<1;1,0>:ud 0xF:ud {Compacted,I@1}
(W) sync.nop null {$0.dst}
add (16|M0) r10.0<1>:d r78.0<1;1,0>:d r1.6<0;1,0>:d {Compacted,I@5}
shl (16|M0) r15.0<1>:d r10.0<8;8,1>:d 0x4:ud {I@1}
add (16|M0) r17.0<1>:d r15.0<1;1,0>:d r13.0<1;1,0>:d {Compacted,I@1}
mul (16|M0) r19.0<1>:d r17.0<1;1,0>:d 160:w {Compacted,I@1}
L208:
cmp (16|M0) (ge)f0.0 null<1>:d r4.0<8;8,1>:d 160:d {I@2}
(f0.0) break (16|M0) L512 L512
L240:
add (16|M0) r21.0<1>:d r19.0<1;1,0>:d r4.0<1;1,0>:d {Compacted,I@3}
shl (16|M0) r26.0<1>:d r4.0<8;8,1>:d 0x2:ud
(W) and (1|M0) r28.0<1>:ud r0.5<0;1,0>:ud 0xFFFFFC00:ud
shl (16|M0) r32.0<1>:ud r3.0<8;8,1>:uw 0x2:ud
and (16|M0) r23.0<1>:ud r21.0<1;1,0>:ud 0xFFF:ud {Compacted,I@4}
and (16|M0) r30.0<1>:ud r26.0<8;8,1>:d 0xFFFFFFFC:ud {I@4}
and (16|M0) r91.0<1>:ud r26.0<8;8,1>:d 0x3:ud {$1.src}
(W) sync.nop null {$2.src}
shl (16|M0) r89.0<1>:d r23.0<8;8,1>:d 0x2:ud {I@3}
shl (16|M0) r30.0<1>:ud r30.0<1;1,0>:ud 0x4:ud {Compacted,I@3}
(W) sync.nop null {$1.src}
(W) sync.nop null {I@2}
send.ugm (16|M0) r93 r89 null:0 0x2000000 0x64201502 {$2}
or (16|M0) r91.0<1>:ud r91.0<1;1,0>:ud r30.0<1;1,0>:ud {Compacted,I@1}
or (16|M0) r91.0<1>:ud r91.0<1;1,0>:ud r32.0<1;1,0>:ud {Compacted,I@1}
(W) sync.nop null {$2.dst}
(W) sync.nop null {I@1}
(W) or (1|M0) a0.1<1>:ud r28.0<0;1,0>:ud 0x8F:ud
send.ugm (16|M0) null r91 r93 a0.1 0x44001506 {A@1,$1}
add (16|M0) r4.0<1>:d r4.0<1;1,0>:d 1:d {Compacted}
L512:
while (16|M0) L208
L528:
mov (16|M0) r5.0<1>:ud 0x0:ud {I@2}
L544:
cmp (16|M0) (ge)f0.0 null<1>:d r5.0<8;8,1>:d 3:d {I@1}
(f0.0) break (16|M0) L1280 L1280
L576:
mov (16|M0) r7.0<1>:ud 0x0:ud {I@5}
L592:
cmp (16|M0) (ge)f0.0 null<1>:d r7.0<8;8,1>:d 160:d {I@1}
(f0.0) break (16|M0) L1256 L1256
L624:
shl (16|M0) r33.0<1>:d r7.0<8;8,1>:d 0x2:ud
(W) and (1|M0) r36.0<1>:ud r0.5<0;1,0>:ud 0xFFFFFC00:ud
shl (16|M0) r79.0<1>:ud r3.0<8;8,1>:uw 0x2:ud
add (16|M0) r39.0<1>:d r7.0<1;1,0>:d 77:d {Compacted}
(W) and (1|M0) r63.0<1>:ud r0.5<0;1,0>:ud 0xFFFFFC00:ud
(W) and (1|M0) r67.0<1>:ud r0.5<0;1,0>:ud 0xFFFFFC00:ud
and (16|M0) r81.0<1>:ud r33.0<8;8,1>:d 0xFFFFFFFC:ud {I@6}
and (16|M0) r83.0<1>:ud r33.0<8;8,1>:d 0x3:ud
mul (8|M0) acc0.0<1>:d r39.0<8;8,1>:d 0x6667:uw {I@5}
cmp (16|M0) (ge)f0.0 r55.0<1>:d r39.0<1;1,0>:d 0:d {Compacted,I@6}
shl (16|M0) r85.0<1>:ud r81.0<1;1,0>:ud 0x4:ud {Compacted,I@4}
mach (8|M0) r41.0<1>:d r39.0<8;8,1>:d 1717986919:d {AccWrEn}
or (16|M0) r87.0<1>:ud r83.0<1;1,0>:ud r85.0<1;1,0>:ud {Compacted,I@2}
mul (8|M8) acc0.0<1>:d r40.0<8;8,1>:d 0x6667:uw
(W) sync.nop null {$3.src}
or (16|M0) r97.0<1>:ud r87.0<1;1,0>:ud r79.0<1;1,0>:ud {Compacted,I@2}
mach (8|M8) r42.0<1>:d r40.0<8;8,1>:d 1717986919:d {AccWrEn}
(W) sync.nop null {I@2}
(W) or (1|M0) a0.1<1>:ud r36.0<0;1,0>:ud 0xF:ud
send.ugm (16|M0) r34 r97 null a0.1 0x44201502 {A@1,$4}
asr (16|M0) r43.0<1>:d r41.0<8;8,1>:d 0x6:ud {I@1}
shr (16|M0) r45.0<1>:ud r43.0<1;1,0>:ud 0x1F:ud {Compacted,I@1}
add (16|M0) r47.0<1>:d r43.0<1;1,0>:d r45.0<1;1,0>:d {Compacted,I@1}
mul (16|M0) r49.0<1>:d r47.0<1;1,0>:d 160:w {Compacted,I@1}
add (16|M0) r51.0<1>:d r39.0<1;1,0>:d -r49.0<1;1,0>:d {Compacted,I@1}
add (16|M0) r53.0<1>:d r51.0<1;1,0>:d 160:d {Compacted,I@1}
cmp (16|M0) (eq)f0.0 r57.0<1>:d r51.0<1;1,0>:d 0:d {Compacted}
or (16|M0) (ne)f0.0 null<1>:ud r57.0<8;8,1>:ud r55.0<8;8,1>:ud {I@1}
(f0.0) sel (16|M0) r58.0<1>:ud r51.0<1;1,0>:ud r53.0<1;1,0>:ud {Compacted,I@3}
shl (16|M0) r60.0<1>:d r58.0<8;8,1>:d 0x2:ud {I@1}
and (16|M0) r65.0<1>:ud r60.0<8;8,1>:d 0xFFFFFFFC:ud {I@1}
and (16|M0) r95.0<1>:ud r60.0<8;8,1>:d 0x3:ud {$5.src}
shl (16|M0) r65.0<1>:ud r65.0<1;1,0>:ud 0x4:ud {Compacted,I@2}
or (16|M0) r95.0<1>:ud r95.0<1;1,0>:ud r65.0<1;1,0>:ud {Compacted,I@1}
or (16|M0) r95.0<1>:ud r95.0<1;1,0>:ud r79.0<1;1,0>:ud {Compacted,I@1}
(W) sync.nop null {I@1}
(W) or (1|M0) a0.1<1>:ud r63.0<0;1,0>:ud 0xF:ud
send.ugm (16|M0) r61 r95 null a0.1 0x44201502 {A@1,$5}
mul (16|M0) r37.0<1>:d r34.0<8;8,1>:d 0x660D:uw {$4.dst}
mul (16|M0) r104.0<1>:d r34.0<8;8,1>:d 0x19:uw
add (16|M0) r37.1<2>:uw r37.1<16;8,2>:uw r104.0<16;8,2>:uw {I@1}
(W) sync.nop null {$3.src}
add (16|M0) r99.0<1>:d r37.0<1;1,0>:d r61.0<1;1,0>:d {Compacted,@1,$5.dst}
(W) sync.nop null {$4.src}
(W) sync.nop null {I@1}
(W) or (1|M0) a0.1<1>:ud r67.0<0;1,0>:ud 0x8F:ud
send.ugm (16|M0) null r97 r99 a0.1 0x44001506 {A@1,$3}
add (16|M0) r7.0<1>:d r7.0<1;1,0>:d 1:d {Compacted}
L1256:
while (16|M0) L592
L1272:
add (16|M0) r5.0<1>:d r5.0<1;1,0>:d 1:d {Compacted}
L1280:
while (16|M0) L544
L1296:
mov (16|M0) r9.0<1>:ud 0x9F:ud
mov (16|M0) r103.0<1>:ud 0x0:ud
L1328:
cmp (16|M0) (lt)f0.0 null<1>:d r9.0<8;8,1>:d 0:d {I@2}
(f0.0) break (16|M0) L1576 L1576
L1360:
shl (16|M0) r68.0<1>:d r9.0<8;8,1>:d 0x2:ud
(W) and (1|M0) r71.0<1>:ud r0.5<0;1,0>:ud 0xFFFFFC00:ud
shl (16|M0) r75.0<1>:ud r3.0<8;8,1>:uw 0x2:ud
add (16|M0) r9.0<1>:d r9.0<1;1,0>:d -1:d {Compacted}
and (16|M0) r73.0<1>:ud r68.0<8;8,1>:d 0xFFFFFFFC:ud {I@4}
and (16|M0) r100.0<1>:ud r68.0<8;8,1>:d 0x3:ud {$3.src}
shl (16|M0) r73.0<1>:ud r73.0<1;1,0>:ud 0x4:ud {Compacted,I@2}
or (16|M0) r100.0<1>:ud r100.0<1;1,0>:ud r73.0<1;1,0>:ud {Compacted,I@1}
or (16|M0) r100.0<1>:ud r100.0<1;1,0>:ud r75.0<1;1,0>:ud {Compacted,I@1}
(W) sync.nop null {I@1}
(W) or (1|M0) a0.1<1>:ud r71.0<0;1,0>:ud 0xF:ud
send.ugm (16|M0) r69 r100 null a0.1 0x44201502 {A@1,$3}
xor (16|M0) r76.0<1>:ud r103.0<1;1,0>:ud r69.0<1;1,0>:ud {Compacted,$3.dst}
mul (16|M0) r103.0<1>:d r76.0<8;8,1>:d 0x193:uw {I@1}
mul (16|M0) r105.0<1>:d r76.0<8;8,1>:d 0x100:uw
add (16|M0) r103.1<2>:uw r103.1<16;8,2>:uw r105.0<16;8,2>:uw {I@1}
L1576:
while (16|M0) L1328
L1592:
shl (16|M0) r101.0<1>:d r17.0<8;8,1>:d 0x2:ud {$3.src}
(W) sync.nop null {I@1}
send.ugm (16|M0) null r101 r103:2 0x3000000 0x64001506 {$6}
(W) mov (8|M0) r126.0<1>:ud r0.0<8;8,1>:ud
(W) mov (16|M0) acc0.0<1>:f 0.0:f {I@1}
(W) send.gtwy (16|M0) null r126 null:0 0x0 0x02000000 {EOT,A@1}
L1688:
