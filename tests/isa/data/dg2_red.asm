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
(W) mul (1|M0) acc0.0<1>:d r9.5<0;1,0>:d r3.2<0;1,0>:uw {A@1}
mov (16|M0) r10.0<1>:d r1.0<1;1,0>:uw
mov (16|M16) r12.0<1>:d r2.0<1;1,0>:uw
(W) mach (1|M0) r5.0<1>:d r9.5<0;1,0>:d r3.1<0;1,0>:d {$1.dst}
(W) mov (1|M0) r4.0<1>:d r9.2<0;1,0>:d
add3 (16|M0) r14.0<1>:d r5.0<0;0>:d r10.0<1;0>:d r7.0<0>:d {I@2}
add3 (16|M16) r16.0<1>:d r5.0<0;0>:d r12.0<1;0>:d r7.0<0>:d
shl (16|M0) r14.0<1>:d r14.0<1;1,0>:d 2:w {Compacted,I@2}
shl (16|M16) r16.0<1>:d r16.0<1;1,0>:d 2:w {Compacted,I@2}
send.dc1 (16|M0) r18 r14 null:0 0x0 0x04205E00 {A@2,$3}
send.dc1 (16|M16) r20 r16 null:0 0x0 0x04205E00 {A@1,$4}
(W) cmp (16|M0) (lt)f1.0 null<1>:d r4.0<0;1,0>:ud 0x2:uw
(W) cmp (16|M16) (lt)f1.0 null<1>:d r4.0<0;1,0>:ud 0x2:uw
shl (16|M0) r22.0<1>:d r10.0<1;1,0>:d 2:w {Compacted}
shl (16|M16) r24.0<1>:d r12.0<1;1,0>:d 2:w {Compacted}
send.dc1 (16|M0) null r22 r18:2 0x0 0x04025EFE {A@2,$3}
send.dc1 (16|M16) null r24 r20:2 0x0 0x04025EFE {A@1,$4}
(f1.0) goto (32|M0) L944 L944
L544:
(W) shr (1|M0) r4.1<1>:d r4.0<0;1,0>:ud 1:w {Compacted}
(W) send.slm (1|M0) r6 r3 null:0 0x0 0x0210011F {$8}
(W) mov (1|M0) r8.2<1>:f 0.0:f {Compacted,$5.src}
(W) mov (2|M0) r8.10<1>:ub r3.11<0;1,0>:ub {F@1}
(W) mov (8|M0) null<1>:ud r6.0<1;1,0>:ud {$8.dst}
(W) send.gtwy (1|M0) null r8 null:0 0x0 0x02000004 {A@2,$5}
(W) sync.bar null
cmp (16|M0) (gt)f1.0 null<1>:d r4.1<0;1,0>:ud r10.0<1;1,0>:ud
cmp (16|M16) (gt)f1.0 null<1>:d r4.1<0;1,0>:ud r12.0<1;1,0>:ud
(~f1.0) goto (32|M0) L848 L848
L688:
add (16|M0) r26.0<1>:d r4.1<0;1,0>:d r10.0<1;1,0>:d {Compacted}
add (16|M16) r28.0<1>:d r4.1<0;1,0>:d r12.0<1;1,0>:d {Compacted}
shl (16|M0) r26.0<1>:d r26.0<1;1,0>:d 2:w {Compacted,I@2}
shl (16|M16) r28.0<1>:d r28.0<1;1,0>:d 2:w {Compacted,I@2}
send.dc1 (16|M0) r34 r22 null:0 0x0 0x04205EFE {$9}
send.dc1 (16|M16) r36 r24 null:0 0x0 0x04205EFE {$10}
send.dc1 (16|M0) r30 r26 null:0 0x0 0x04205EFE {A@2,$11}
send.dc1 (16|M16) r32 r28 null:0 0x0 0x04205EFE {A@1,$12}
sync.nop null {Compacted,$11.dst}
add (16|M0) r34.0<1>:d r34.0<1;1,0>:d r30.0<1;1,0>:d {Compacted,$9.dst}
sync.nop null {Compacted,$12.dst}
add (16|M16) r36.0<1>:d r36.0<1;1,0>:d r32.0<1;1,0>:d {Compacted,$10.dst}
send.dc1 (16|M0) null r22 r34:2 0x0 0x04025EFE {A@2,$6}
send.dc1 (16|M16) null r24 r36:2 0x0 0x04025EFE {A@1,$7}
L848:
join (32|M0) L944
L864:
(W) cmp (16|M0) (lt)f0.0 null<1>:d r4.0<0;1,0>:ud 0x4:uw
(W) cmp (16|M16) (lt)f0.0 null<1>:d r4.0<0;1,0>:ud 0x4:uw
(f0.0) goto (32|M0) L944 L944
L912:
(W) mov (1|M0) r4.0<1>:d r4.1<0;1,0>:d
(W) jmpi L544
L944:
join (32|M0) L960
L960:
cmp (16|M0) (eq)f0.0 null<1>:w r1.0<1;1,0>:w 0:w
cmp (16|M16) (eq)f0.0 null<1>:w r2.0<1;1,0>:w 0:w
(~f0.0) goto (32|M0) L1064 L1064
L1008:
(W) mov (1|M0) r38.0<1>:ud 0x0:uw
(W) shl (1|M0) r39.0<1>:d r3.1<0;1,0>:d 2:w {Compacted}
(W) send.dc0 (1|M0) r9 r38 null:0 0x0 0x021108FE {A@2,$13}
(W) send.dc0 (1|M0) null r39 r9:1 0x0 0x02030801 {A@1,$13}
L1064:
join (32|M0) L1080
L1080:
(W) mov (8|M0) r127.0<1>:f r3.0<1;1,0>:f {Compacted}
(W) send.ugm (1|M0) r40 r3 null:0 0x0 0x0214031F {$14}
(W) mov (8|M0) null<1>:ud r40.0<1;1,0>:ud {$14.dst}
(W) send.gtwy (8|M0) null r127 null:0 0x0 0x02000010 {EOT,A@1}
L1136:
nop
