L0:
(W) mov (8|M0) r127.0<1>:ud 0x0:ud
(W) and (1|M0) r127.2<1>:ud r0.0<0;1,0>:ud 0xFFFFFFC0:ud
(W) and (1|M0) r127.0<1>:uw r0.4<0;1,0>:uw 0xFF:uw
(W) add (1|M0) r127.2<1>:ud r127.2<0;1,0>:ud 0x20:uw {I@2}
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
(W) send.dc0 (8|M0) r8 r127 null:0 0x0 0x021842FD {A@1,$2}
(W) mov (8|M0) r101.0<1>:ud r0.0<1;1,0>:ud
(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw {A@1}
sync.nop null {Compacted,A@1}
sync.nop null {Compacted,$2.dst}
(W) mul (1|M0) acc0.0<1>:d r8.2<0;1,0>:d r101.2<0;1,0>:uw {A@1}
(W) mach (1|M0) r5.0<1>:d r8.2<0;1,0>:d r101.1<0;1,0>:d {$1.dst}
(W) mul (1|M0) acc0.0<1>:d r8.3<0;1,0>:d r101.12<0;1,0>:uw
sync.nop null {Compacted,$0.dst}
add3 (16|M0) r9.0<1>:d r5.0<0;0>:d r1.0<1;0>:uw r7.0<0>:d {I@2}
(W) mach (1|M0) r6.0<1>:d r8.3<0;1,0>:d r101.6<0;1,0>:d
mov (16|M0) r17.0<1>:f r9.0<1;1,0>:d {Compacted,I@2}
add3 (16|M0) r13.0<1>:d r6.0<0;0>:d r3.0<1;0>:uw r7.1<0>:d {I@1}
mul (16|M0) (lt)f1.0 r41.0<1>:f r17.0<1;1,0>:f 0.5:f {Compacted,F@1}
add3 (16|M16) r11.0<1>:d r5.0<0;0>:d r2.0<1;0>:uw r7.0<0>:d
mov (16|M0) r21.0<1>:f r13.0<1;1,0>:d {Compacted,I@2}
mov (16|M16) r19.0<1>:f r11.0<1;1,0>:d {Compacted,I@1}
(W) mov (1|M0) r8.0<1>:ud f1.0<0;1,0>:ud {Compacted}
mul (16|M0) (lt)f1.0 r2.0<1>:f r21.0<1;1,0>:f 0.5:f {Compacted,A@1}
add3 (16|M16) r15.0<1>:d r6.0<0;0>:d r4.0<1;0>:uw r7.1<0>:d
(W) mov (1|M0) f0.0<1>:ud r8.0<0;1,0>:ud {F@1}
mul (16|M16) (lt)f0.0 r43.0<1>:f r19.0<1;1,0>:f 0.5:f {I@1}
mov (16|M16) r23.0<1>:f r15.0<1;1,0>:d {Compacted}
(W) mov (1|M0) r4.0<1>:ud f1.0<0;1,0>:ud {Compacted}
(W) mov (1|M0) r8.0<1>:ud f0.0<0;1,0>:ud {Compacted}
(W) mov (1|M0) f0.0<1>:ud r4.0<0;1,0>:ud {A@2}
mul (16|M16) (lt)f0.0 r5.0<1>:f r23.0<1;1,0>:f 0.5:f {A@1}
(W) mov (1|M0) f1.0<1>:ud r8.0<0;1,0>:ud {F@1}
send.smpl (16|M0) r25 r9 r13:2 0x0 0x0485A000 {$3}
(W) mov (1|M0) r4.0<1>:ud f0.0<0;1,0>:ud {Compacted}
send.smpl (16|M16) r33 r11 r15:2 0x0 0x0485A000 {$4}
(~f1.0) sel (16|M0) r17.0<1>:f r41.0<1;1,0>:f -1.0:f
(~f1.0) sel (16|M16) r45.0<1>:f r43.0<1;1,0>:f -1.0:f
(W) mov (1|M0) f1.0<1>:ud r4.0<0;1,0>:ud {A@1}
(W) cmp (16|M0) (eq)f0.0 null<1>:d r8.5<0;1,0>:d 0:w {Compacted}
(W) cmp (16|M16) (eq)f0.0 null<1>:d r8.5<0;1,0>:d 0:w
(~f1.0) sel (16|M0) acc2.0<1>:f r2.0<1;1,0>:f -1.0:f
(~f1.0) sel (16|M16) acc0.0<1>:f r5.0<1;1,0>:f -1.0:f
mov (16|M0) r21.0<1>:f 0.0:f {Compacted}
(f0.0) sel (16|M0) r49.0<1>:f r41.0<1;1,0>:f r17.0<1;1,0>:f {Compacted}
mov (16|M16) r7.0<1>:f 0.0:f {Compacted,I@1}
(f0.0) sel (16|M16) r53.0<1>:f r43.0<1;1,0>:f r45.0<1;1,0>:f
(f0.0) sel (16|M0) r51.0<1>:f r2.0<1;1,0>:f acc2.0<1;1,0>:f
(f0.0) sel (16|M16) r55.0<1>:f r5.0<1;1,0>:f acc0.0<1;1,0>:f
send.smpl (16|M0) r57 r21 r49:4 0x0 0x04842000 {A@2,$5}
send.smpl (16|M16) r65 r7 r53:4 0x0 0x04842000 {A@1,$6}
(W) mov (8|M0) r127.0<1>:f r101.0<1;1,0>:f {Compacted}
and (16|M0) r23.0<1>:d r25.0<1;1,0>:d -2139095041:d {$3.dst}
and (16|M0) r75.0<1>:d r27.0<1;1,0>:d -2139095041:d
and (16|M0) r79.0<1>:d r29.0<1;1,0>:d -2139095041:d
and (16|M0) r41.0<1>:d r31.0<1;1,0>:d -2139095041:d
and (16|M16) r73.0<1>:d r33.0<1;1,0>:d -2139095041:d {$4.dst}
and (16|M16) r77.0<1>:d r35.0<1;1,0>:d -2139095041:d
and (16|M16) r17.0<1>:d r37.0<1;1,0>:d -2139095041:d
and (16|M16) r2.0<1>:d r39.0<1;1,0>:d -2139095041:d
cmp (16|M0) (eq)f1.0 r4.0<1>:d r23.0<1;1,0>:d r25.0<1;1,0>:d {I@7}
cmp (16|M0) (eq)f0.0 r43.0<1>:d r75.0<1;1,0>:d r27.0<1;1,0>:d {Compacted,I@7}
cmp (16|M16) (eq)f1.0 r19.0<1>:d r73.0<1;1,0>:d r33.0<1;1,0>:d {I@6}
sync.nop null {Compacted,$5.src}
cmp (16|M16) (eq)f0.0 r21.0<1>:d r77.0<1;1,0>:d r35.0<1;1,0>:d {I@6}
cmp (16|M0) (eq)f1.0 r6.0<1>:d r79.0<1;1,0>:d r29.0<1;1,0>:d {$6.src}
cmp (16|M0) (eq)f0.0 r47.0<1>:d r41.0<1;1,0>:d r31.0<1;1,0>:d {Compacted}
cmp (16|M16) (eq)f1.0 r45.0<1>:d r17.0<1;1,0>:d r37.0<1;1,0>:d {I@7}
cmp (16|M16) (eq)f0.0 r49.0<1>:d r2.0<1;1,0>:d r39.0<1;1,0>:d {I@7}
and (16|M0) r51.0<1>:d r25.0<1;1,0>:d -2147483648:d
and (16|M0) r55.0<1>:d r27.0<1;1,0>:d -2147483648:d
and (16|M0) r83.0<1>:d r29.0<1;1,0>:d -2147483648:d
and (16|M16) r53.0<1>:d r33.0<1;1,0>:d -2147483648:d
and (16|M16) r81.0<1>:d r35.0<1;1,0>:d -2147483648:d
and (16|M16) r23.0<1>:d r37.0<1;1,0>:d -2147483648:d
and (16|M16) r75.0<1>:d r39.0<1;1,0>:d -2147483648:d
and (16|M0) r73.0<1>:d r31.0<1;1,0>:d -2147483648:d
bfn.0xD8 (16|M0) r77.0<1>:ud r4.0<1;0>:ud r51.0<1;0>:ud r25.0<1>:ud {I@7}
bfn.0xD8 (16|M0) r17.0<1>:ud r43.0<1;0>:ud r55.0<1;0>:ud r27.0<1>:ud {I@7}
bfn.0xD8 (16|M0) r2.0<1>:ud r6.0<1;0>:ud r83.0<1;0>:ud r29.0<1>:ud {I@7}
bfn.0xD8 (16|M16) r79.0<1>:ud r19.0<1;0>:ud r53.0<1;0>:ud r33.0<1>:ud {I@7}
bfn.0xD8 (16|M16) r41.0<1>:ud r21.0<1;0>:ud r81.0<1;0>:ud r35.0<1>:ud {I@7}
bfn.0xD8 (16|M16) r85.0<1>:ud r45.0<1;0>:ud r23.0<1;0>:ud r37.0<1>:ud {I@7}
bfn.0xD8 (16|M16) r89.0<1>:ud r49.0<1;0>:ud r75.0<1;0>:ud r39.0<1>:ud {I@7}
bfn.0xD8 (16|M0) r87.0<1>:ud r47.0<1;0>:ud r73.0<1;0>:ud r31.0<1>:ud {I@7}
sync.nop null {Compacted,$5.dst}
add (16|M0) r91.0<1>:f r57.0<1;1,0>:f r77.0<1;1,0>:f {Compacted,I@7}
add (16|M0) r95.0<1>:f r59.0<1;1,0>:f r17.0<1;1,0>:f {Compacted,I@7}
add (16|M0) r99.0<1>:f r61.0<1;1,0>:f r2.0<1;1,0>:f {Compacted,I@6}
sync.nop null {Compacted,$6.dst}
add (16|M16) r93.0<1>:f r65.0<1;1,0>:f r79.0<1;1,0>:f {Compacted,I@5}
add (16|M16) r97.0<1>:f r67.0<1;1,0>:f r41.0<1;1,0>:f {Compacted,I@4}
add (16|M16) r4.0<1>:f r69.0<1;1,0>:f r85.0<1;1,0>:f {Compacted,I@3}
add (16|M16) r43.0<1>:f r71.0<1;1,0>:f r89.0<1;1,0>:f {Compacted,I@2}
add (16|M0) r19.0<1>:f r63.0<1;1,0>:f r87.0<1;1,0>:f {Compacted,I@1}
mov (8|M0) r51.0<1>:f r13.0<1;1,0>:f {Compacted}
mov (8|M16) r26.0<1>:f r15.0<1;1,0>:f {Compacted}
mov (8|M8) r21.0<1>:f r14.0<1;1,0>:f {Compacted}
mov (8|M24) r31.0<1>:f r16.0<1;1,0>:f {Compacted}
mov (8|M0) r52.0<1>:f r91.0<1;1,0>:f {Compacted}
mov (8|M8) r22.0<1>:f r92.0<1;1,0>:f {Compacted}
mov (8|M0) r53.0<1>:f r95.0<1;1,0>:f {Compacted}
mov (8|M8) r23.0<1>:f r96.0<1;1,0>:f {Compacted}
mov (8|M0) r54.0<1>:f r99.0<1;1,0>:f {Compacted}
mov (8|M8) r24.0<1>:f r100.0<1;1,0>:f {Compacted}
mov (8|M16) r27.0<1>:f r93.0<1;1,0>:f {Compacted}
mov (8|M24) r32.0<1>:f r94.0<1;1,0>:f {Compacted}
mov (8|M16) r28.0<1>:f r97.0<1;1,0>:f {Compacted}
mov (8|M24) r33.0<1>:f r98.0<1;1,0>:f {Compacted}
mov (8|M16) r29.0<1>:f r4.0<1;1,0>:f {Compacted}
mov (8|M24) r34.0<1>:f r5.0<1;1,0>:f {Compacted}
mov (8|M16) r30.0<1>:f r43.0<1;1,0>:f {Compacted}
mov (8|M24) r35.0<1>:f r44.0<1;1,0>:f {Compacted}
mov (8|M0) r55.0<1>:f r19.0<1;1,0>:f {Compacted}
mov (8|M8) r25.0<1>:f r20.0<1;1,0>:f {Compacted}
send.dc1 (8|M0) null r9 r51:5 0x0 0x02035002 {A@2,$7}
send.dc1 (8|M8) null r10 r21:5 0x0 0x02035002 {A@1,$8}
send.dc1 (8|M16) null r11 r26:5 0x0 0x02035002 {$9}
send.dc1 (8|M24) null r12 r31:5 0x0 0x02035002 {$10}
(W) send.tgm (1|M0) r2 r101 null:0 0x0 0x0210031F {$11}
(W) mov (8|M0) null<1>:ud r2.0<1;1,0>:ud {$11.dst}
(W) send.gtwy (8|M0) null r127 null:0 0x0 0x02000010 {EOT,A@1}
L1688:
