L0:
(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw {Switch}
(W) mul (1|M0) r5.0<1>:d r8.2<0;1,0>:d r0.1<0;1,0>:d
(W) mul (1|M0) r6.0<1>:d r8.3<0;1,0>:d r0.6<0;1,0>:d
mov (16|M0) r35.0<1>:d 0:w
mov (16|M16) r41.0<1>:d 0:w
mov (16|M0) r77.0<1>:f 0.0:f
add (16|M0) r9.0<1>:d r5.0<0;1,0>:d r1.0<16;16,1>:uw
add (16|M0) r13.0<1>:d r6.0<0;1,0>:d r3.0<16;16,1>:uw
add (16|M16) r11.0<1>:d r5.0<0;1,0>:d r2.0<16;16,1>:uw
add (16|M16) r15.0<1>:d r6.0<0;1,0>:d r4.0<16;16,1>:uw
add (16|M0) r17.0<1>:d r9.0<8;8,1>:d r7.0<0;1,0>:d {Compacted}
add (16|M0) r21.0<1>:d r13.0<8;8,1>:d r7.1<0;1,0>:d {Compacted}
add (16|M16) r19.0<1>:d r11.0<8;8,1>:d r7.0<0;1,0>:d
add (16|M16) r23.0<1>:d r15.0<8;8,1>:d r7.1<0;1,0>:d
mov (16|M0) r33.0<1>:d r17.0<8;8,1>:d {Compacted}
mov (16|M0) r37.0<1>:d r21.0<8;8,1>:d {Compacted}
mov (16|M16) r39.0<1>:d r19.0<8;8,1>:d
mov (16|M16) r43.0<1>:d r23.0<8;8,1>:d
mov (16|M0) r25.0<1>:f r17.0<8;8,1>:d {Compacted}
send (16|M0) r45:w r33:f 0x2 0x0C847000
mov (16|M0) r29.0<1>:f r21.0<8;8,1>:d {Compacted}
send (16|M16) r53:w r39:f 0x2 0x0C847000
mov (16|M16) r27.0<1>:f r19.0<8;8,1>:d
mov (16|M16) r31.0<1>:f r23.0<8;8,1>:d
mul (16|M0) (lt)f0.0 r61.0<1>:f r25.0<8;8,1>:f 0.5:f
mul (16|M0) (lt)f1.0 r65.0<1>:f r29.0<8;8,1>:f 0.5:f
mul (16|M16) (lt)f0.0 r63.0<1>:f r27.0<8;8,1>:f 0.5:f
mul (16|M16) (lt)f1.0 r67.0<1>:f r31.0<8;8,1>:f 0.5:f
(~f0.0) sel (16|M0) r69.0<1>:f r61.0<8;8,1>:f -1.0:f
(~f1.0) sel (16|M0) r73.0<1>:f r65.0<8;8,1>:f -1.0:f
(W) cmp (16|M0) (eq)f0.0 null<1>:d r8.5<0;1,0>:d 0:w
(~f0.0) sel (16|M16) r71.0<1>:f r63.0<8;8,1>:f -1.0:f
(~f1.0) sel (16|M16) r75.0<1>:f r67.0<8;8,1>:f -1.0:f
(W) cmp (16|M16) (eq)f0.0 null<1>:d r8.5<0;1,0>:d 0:w
(f0.0) sel (16|M0) r79.0<1>:f r61.0<8;8,1>:f r69.0<8;8,1>:f {Compacted}
(f0.0) sel (16|M0) r81.0<1>:f r65.0<8;8,1>:f r73.0<8;8,1>:f {Compacted}
mov (16|M16) r83.0<1>:f 0.0:f
(f0.0) sel (16|M16) r85.0<1>:f r63.0<8;8,1>:f r71.0<8;8,1>:f
(f0.0) sel (16|M16) r87.0<1>:f r67.0<8;8,1>:f r75.0<8;8,1>:f
send (16|M0) r89:w r77:f 0x2 0x0C842000
(W) mov (8|M0) r39.0<1>:ud 0x0:ud {Compacted}
(W) mov (8|M0) r40.0<1>:ud 0x0:ud {Compacted}
(W) mov (1|M0) r39.7<1>:ud 0xFFFF:ud
send (16|M16) r97:w r83:f 0x2 0x0C842000
(W) mov (8|M0) r71.0<1>:ud 0x0:ud {Compacted}
(W) mov (1|M0) r40.7<1>:ud 0xFFFF:ud
(W) mov (8|M0) r72.0<1>:ud 0x0:ud {Compacted}
(W) mov (1|M0) r71.7<1>:ud 0xFFFF:ud
(W) mov (1|M0) r72.7<1>:ud 0xFFFF:ud
mov (8|M8) r65.0<1>:d r18.0<8;8,1>:d {Compacted}
mov (8|M8) r66.0<1>:d r22.0<8;8,1>:d {Compacted}
mov (8|M16) r74.0<1>:d r19.0<8;8,1>:d
(W) mov (8|M0) r64.0<1>:ud r40.0<8;8,1>:ud {Compacted}
mov (8|M16) r75.0<1>:d r23.0<8;8,1>:d
(W) mov (8|M0) r73.0<1>:ud r71.0<8;8,1>:ud {Compacted}
mov (8|M24) r81.0<1>:d r20.0<8;8,1>:d
mov (8|M24) r82.0<1>:d r24.0<8;8,1>:d
(W) mov (8|M0) r80.0<1>:ud r72.0<8;8,1>:ud {Compacted}
(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud {Compacted}
and (16|M0) r105.0<1>:d r45.0<8;8,1>:d -2139095041:d
and (16|M0) r109.0<1>:d r47.0<8;8,1>:d -2139095041:d
and (16|M16) r107.0<1>:d r53.0<8;8,1>:d -2139095041:d
and (16|M0) r113.0<1>:d r49.0<8;8,1>:d -2139095041:d
cmp (16|M0) (eq)f1.0 null<1>:d r105.0<8;8,1>:d r45.0<8;8,1>:d
and (16|M16) r111.0<1>:d r55.0<8;8,1>:d -2139095041:d
and (16|M16) r115.0<1>:d r57.0<8;8,1>:d -2139095041:d
and (16|M0) r121.0<1>:d r45.0<8;8,1>:d -2147483648:d
(W) mov (1|M0) r11.0<1>:ud f1.0<0;1,0>:ud {Compacted}
cmp (16|M0) (eq)f1.0 null<1>:d r109.0<8;8,1>:d r47.0<8;8,1>:d
and (16|M16) r123.0<1>:d r53.0<8;8,1>:d -2147483648:d
and (16|M0) r125.0<1>:d r47.0<8;8,1>:d -2147483648:d
(W) mov (1|M0) f0.0<1>:ud r11.0<0;1,0>:ud {Compacted}
cmp (16|M16) (eq)f0.0 null<1>:d r107.0<8;8,1>:d r53.0<8;8,1>:d
(W) mov (1|M0) r12.0<1>:ud f1.0<0;1,0>:ud {Compacted}
cmp (16|M0) (eq)f1.0 null<1>:d r113.0<8;8,1>:d r49.0<8;8,1>:d
and (16|M16) r1.0<1>:d r55.0<8;8,1>:d -2147483648:d
(W) mov (1|M0) r11.0<1>:ud f0.0<0;1,0>:ud {Compacted}
and (16|M0) r117.0<1>:d r51.0<8;8,1>:d -2139095041:d
(W) mov (1|M0) f0.0<1>:ud r12.0<0;1,0>:ud {Compacted}
cmp (16|M16) (eq)f0.0 null<1>:d r111.0<8;8,1>:d r55.0<8;8,1>:d
(W) mov (1|M0) r13.0<1>:ud f1.0<0;1,0>:ud {Compacted}
(W) mov (1|M0) f1.0<1>:ud r11.0<0;1,0>:ud {Compacted}
and (16|M16) r119.0<1>:d r59.0<8;8,1>:d -2139095041:d
and (16|M0) r3.0<1>:d r49.0<8;8,1>:d -2147483648:d
(W) mov (1|M0) r12.0<1>:ud f0.0<0;1,0>:ud {Compacted}
(W) mov (1|M0) f0.0<1>:ud r13.0<0;1,0>:ud {Compacted}
cmp (16|M16) (eq)f0.0 null<1>:d r115.0<8;8,1>:d r57.0<8;8,1>:d
(f1.0) sel (16|M0) r14.0<1>:d r121.0<8;8,1>:d r45.0<8;8,1>:d
(f1.0) sel (16|M16) r25.0<1>:d r123.0<8;8,1>:d r53.0<8;8,1>:d
(W) mov (1|M0) f1.0<1>:ud r12.0<0;1,0>:ud {Compacted}
(W) mov (1|M0) r13.0<1>:ud f0.0<0;1,0>:ud {Compacted}
and (16|M0) r7.0<1>:d r51.0<8;8,1>:d -2147483648:d
cmp (16|M0) (eq)f0.0 null<1>:d r117.0<8;8,1>:d r51.0<8;8,1>:d {Compacted}
and (16|M16) r5.0<1>:d r57.0<8;8,1>:d -2147483648:d
(f1.0) sel (16|M0) r27.0<1>:d r125.0<8;8,1>:d r47.0<8;8,1>:d
(f1.0) sel (16|M16) r29.0<1>:d r1.0<8;8,1>:d r55.0<8;8,1>:d
(W) mov (1|M0) f1.0<1>:ud r13.0<0;1,0>:ud {Compacted}
and (16|M16) r9.0<1>:d r59.0<8;8,1>:d -2147483648:d
cmp (16|M16) (eq)f0.0 null<1>:d r119.0<8;8,1>:d r59.0<8;8,1>:d
(f0.0) sel (16|M0) r35.0<1>:d r7.0<8;8,1>:d r51.0<8;8,1>:d {Compacted}
(f1.0) sel (16|M0) r31.0<1>:d r3.0<8;8,1>:d r49.0<8;8,1>:d
(f1.0) sel (16|M16) r33.0<1>:d r5.0<8;8,1>:d r57.0<8;8,1>:d
(f0.0) sel (16|M16) r37.0<1>:d r9.0<8;8,1>:d r59.0<8;8,1>:d
add (16|M0) r41.0<1>:f r89.0<8;8,1>:f r14.0<8;8,1>:f {Compacted}
add (16|M0) r45.0<1>:f r91.0<8;8,1>:f r27.0<8;8,1>:f {Compacted}
add (16|M0) r53.0<1>:f r95.0<8;8,1>:f r35.0<8;8,1>:f {Compacted}
add (16|M0) r49.0<1>:f r93.0<8;8,1>:f r31.0<8;8,1>:f {Compacted}
add (16|M16) r43.0<1>:f r97.0<8;8,1>:f r25.0<8;8,1>:f
add (16|M16) r47.0<1>:f r99.0<8;8,1>:f r29.0<8;8,1>:f
add (16|M16) r51.0<1>:f r101.0<8;8,1>:f r33.0<8;8,1>:f
add (16|M16) r55.0<1>:f r103.0<8;8,1>:f r37.0<8;8,1>:f
(W) mov (8|M0) r57.0<1>:ud r39.0<8;8,1>:ud {Compacted}
mov (8|M0) r58.0<1>:d r17.0<8;8,1>:d {Compacted}
mov (8|M0) r59.0<1>:d r21.0<8;8,1>:d {Compacted}
mov (8|M0) r60.0<1>:f r41.0<8;8,1>:f {Compacted}
mov (8|M0) r61.0<1>:f r45.0<8;8,1>:f {Compacted}
mov (8|M0) r63.0<1>:f r53.0<8;8,1>:f {Compacted}
mov (8|M0) r62.0<1>:f r49.0<8;8,1>:f {Compacted}
mov (8|M8) r67.0<1>:f r42.0<8;8,1>:f {Compacted}
mov (8|M8) r68.0<1>:f r46.0<8;8,1>:f {Compacted}
mov (8|M8) r70.0<1>:f r54.0<8;8,1>:f {Compacted}
mov (8|M8) r69.0<1>:f r50.0<8;8,1>:f {Compacted}
mov (8|M16) r76.0<1>:f r43.0<8;8,1>:f
mov (8|M16) r77.0<1>:f r47.0<8;8,1>:f
mov (8|M16) r78.0<1>:f r51.0<8;8,1>:f
mov (8|M16) r79.0<1>:f r55.0<8;8,1>:f
mov (8|M24) r83.0<1>:f r44.0<8;8,1>:f
mov (8|M24) r84.0<1>:f r48.0<8;8,1>:f
mov (8|M24) r85.0<1>:f r52.0<8;8,1>:f
mov (8|M24) r86.0<1>:f r56.0<8;8,1>:f
send (8|M0) null r57:f 0xC 0x0E0B5002
send (8|M8) null r64:f 0xC 0x0E0B5002
send (8|M16) null r73:f 0xC 0x0E0B5002
send (8|M24) null r80:f 0xC 0x0E0B5002
(W) send (8|M0) null r127:f 0x27 0x02000010 {EOT}
L1784:
