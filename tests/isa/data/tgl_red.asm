L0:
(W) mov (8|M0) r3.0<1>:ud r0.0<1;1,0>:ud
(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw {@1}
(W) mul (1|M0) acc0.0<1>:d r9.3<0;1,0>:d r3.2<0;1,0>:uw {@1}
mov (16|M0) r10.0<1>:d r1.0<16;16,1>:uw
mov (16|M16) r12.0<1>:d r2.0<16;16,1>:uw
(W) mach (1|M0) r5.0<1>:d r9.3<0;1,0>:d r3.1<0;1,0>:d
(W) mov (1|M0) r4.0<1>:f r9.0<0;1,0>:f {Compacted}
add (16|M0) r14.0<1>:d r5.0<0;1,0>:d r10.0<8;8,1>:d {Compacted,@2}
add (16|M16) r16.0<1>:d r5.0<0;1,0>:d r12.0<8;8,1>:d {Compacted,@4}
add (16|M0) r14.0<1>:d r14.0<8;8,1>:d r7.0<0;1,0>:d {Compacted,@2}
add (16|M16) r16.0<1>:d r16.0<8;8,1>:d r7.0<0;1,0>:d {Compacted,@2}
shl (16|M0) r14.0<1>:d r14.0<8;8,1>:d 2:w {Compacted,@2}
shl (16|M16) r16.0<1>:d r16.0<8;8,1>:d 2:w {Compacted,@2}
send.dc1 (16|M0) r18 r14 null 0x0 0x04205E00 {@2,$0}
send.dc1 (16|M16) r20 r16 null 0x0 0x04205E00 {@1,$1}
(W) cmp (16|M0) (lt)f1.0 null<1>:d r4.0<0;1,0>:ud 0x2:uw {@7}
(W) cmp (16|M16) (lt)f1.0 null<1>:d r4.0<0;1,0>:ud 0x2:uw
shl (16|M0) r22.0<1>:d r10.0<8;8,1>:d 2:w {Compacted}
shl (16|M16) r24.0<1>:d r12.0<8;8,1>:d 2:w {Compacted}
send.dc1 (16|M0) null r22 r18 0x80 0x04025EFE {@2,$0}
send.dc1 (16|M16) null r24 r20 0x80 0x04025EFE {@1,$1}
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w
(~f1.0) if (32|M0) L976 L976
L296:
(W) mov (1|M0) r4.3<1>:ud f0.0<0;1,0>:ud {Compacted}
(W) mov (1|M0) f0.0<1>:ud 0x0:ud
cmp (32|M0) (eq)f0.0 null<1>:uw r2.0<0;1,0>:uw r2.0<0;1,0>:uw
(W&f0.0.any32h) shr (1|M0) r4.1<1>:d r4.0<0;1,0>:ud 1:w
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w {@6}
(W&f0.0.any32h) send.dc0 (8|M0) r6 r3 null 0x0 0x0219E0FE {$5}
(W&f0.0.any32h) and (8|M0) r8.0<1>:ud r3.2<0;1,0>:ud 0x7F000000:ud {$4.src}
(W) mov (8|M0) null<1>:ud r6.0<8;8,1>:ud {$5.dst}
(W&f0.0.any32h) send.gtwy (1|M0) null r8 null 0x0 0x02000004 {@2,$4}
(W) mov (1|M0) f0.0<1>:ud r4.3<0;1,0>:ud {@7}
(W) sync.bar null
cmp (16|M0) (gt)f1.0 null<1>:d r4.1<0;1,0>:ud r10.0<8;8,1>:ud {@5}
cmp (16|M16) (gt)f1.0 null<1>:d r4.1<0;1,0>:ud r12.0<8;8,1>:ud
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w {@6}
(f1.0) if (32|M0) L688 L688
L528:
add (16|M0) r26.0<1>:d r4.1<0;1,0>:d r10.0<8;8,1>:d {Compacted}
add (16|M16) r28.0<1>:d r4.1<0;1,0>:d r12.0<8;8,1>:d {Compacted}
shl (16|M0) r26.0<1>:d r26.0<8;8,1>:d 2:w {Compacted,@2}
shl (16|M16) r28.0<1>:d r28.0<8;8,1>:d 2:w {Compacted,@2}
send.dc1 (16|M0) r34 r22 null 0x0 0x04205EFE {$6}
send.dc1 (16|M16) r36 r24 null 0x0 0x04205EFE {$7}
send.dc1 (16|M0) r30 r26 null 0x0 0x04205EFE {@2,$8}
send.dc1 (16|M16) r32 r28 null 0x0 0x04205EFE {@1,$9}
sync.nop null {Compacted,$8.dst}
add (16|M0) r34.0<1>:d r34.0<8;8,1>:d r30.0<8;8,1>:d {Compacted,$6.dst}
sync.nop null {Compacted,$9.dst}
add (16|M16) r36.0<1>:d r36.0<8;8,1>:d r32.0<8;8,1>:d {Compacted,$7.dst}
send.dc1 (16|M0) null r22 r34 0x80 0x04025EFE {@2,$3}
send.dc1 (16|M16) null r24 r36 0x80 0x04025EFE {@1,$2}
L688:
endif (32|M0) L704
L704:
(W) mov (1|M0) r4.3<1>:ud f1.0<0;1,0>:ud {Compacted}
(W) mov (1|M0) f1.0<1>:ud 0x0:ud
cmp (32|M0) (eq)f1.0 null<1>:uw r2.0<0;1,0>:uw r2.0<0;1,0>:uw
(W&f1.0.any32h) mov (1|M0) f1.0<1>:ud 0xFFFFFFFF:ud
(W) mov (1|M0) r4.2<1>:ud f0.0<0;1,0>:ud {Compacted}
(W) cmp (16|M0) (lt)f0.0 null<1>:d r4.0<0;1,0>:ud 0x4:uw
(W&~f1.0) mov (1|M0) f0.0<1>:ud r4.2<0;1,0>:ud {@2}
(W) mov (1|M0) r4.2<1>:ud f0.0<0;1,0>:ud {Compacted}
(W) cmp (16|M16) (lt)f0.0 null<1>:d r4.0<0;1,0>:ud 0x4:uw
(W&~f1.0) mov (1|M0) f0.0<1>:ud r4.2<0;1,0>:ud {@2}
(W) mov (1|M0) f1.0<1>:ud r4.3<0;1,0>:ud {@7}
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w
(f0.0) break (32|M0) L960 L960
L888:
(W) mov (1|M0) r4.3<1>:ud f0.0<0;1,0>:ud {Compacted}
(W) mov (1|M0) f0.0<1>:ud 0x0:ud
cmp (32|M0) (eq)f0.0 null<1>:uw r2.0<0;1,0>:uw r2.0<0;1,0>:uw
(W&f0.0.any32h) mov (1|M0) r4.0<1>:f r4.1<0;1,0>:f
(W) mov (1|M0) f0.0<1>:ud r4.3<0;1,0>:ud {@4}
L960:
while (32|M0) L296
L976:
endif (32|M0) L992
L992:
cmp (16|M0) (eq)f0.0 null<1>:w r1.0<16;16,1>:w 0:w
cmp (16|M16) (eq)f0.0 null<1>:w r2.0<16;16,1>:w 0:w
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w {@7}
(f0.0) if (32|M0) L1104 L1104
L1056:
(W) mov (1|M0) r39.0<1>:f 0.0:f {Compacted}
(W) shl (1|M0) r40.0<1>:d r3.1<0;1,0>:d 2:w {Compacted}
(W) send.dc0 (1|M0) r38 r39 null 0x0 0x021108FE {@2,$10}
(W) send.dc0 (1|M0) null r40 r38 0x40 0x02030801 {@1,$10}
L1104:
endif (32|M0) L1120
L1120:
(W) mov (8|M0) r127.0<1>:f r3.0<8;8,1>:f {Compacted}
(W) send.dc0 (8|M0) r41 r3 null 0x0 0x0219E000 {$11}
(W) mov (8|M0) null<1>:ud r41.0<8;8,1>:ud {$11.dst}
(W) send.dc0 (8|M0) r42 r3 null 0x0 0x0219E0FE {$12}
(W) mov (8|M0) null<1>:ud r42.0<8;8,1>:ud {$12.dst}
(W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT,@1}
L1208:
