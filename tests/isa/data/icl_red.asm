L0:
(W) mov (8|M0) r3.0<1>:ud r0.0<1;1,0>:ud
(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw {Switch}
(W) mul (1|M0) acc0.0<1>:d r9.3<0;1,0>:d r3.2<0;1,0>:uw
mov (16|M0) r10.0<1>:d r1.0<16;16,1>:uw
mov (16|M16) r12.0<1>:d r2.0<16;16,1>:uw
(W) mov (1|M0) r4.0<1>:f r9.0<0;1,0>:f {Compacted}
(W) mach (1|M0) r5.0<1>:d r9.3<0;1,0>:d r3.1<0;1,0>:d {Compacted}
shl (16|M0) r22.0<1>:d r10.0<8;8,1>:d 2:w
shl (16|M16) r24.0<1>:d r12.0<8;8,1>:d 2:w
(W) cmp (16|M0) (lt)f1.0 null<1>:d r4.0<0;1,0>:ud 0x2:uw
add (16|M0) r14.0<1>:d r5.0<0;1,0>:d r10.0<8;8,1>:d {Compacted}
add (16|M16) r16.0<1>:d r5.0<0;1,0>:d r12.0<8;8,1>:d
(W) cmp (16|M16) (lt)f1.0 null<1>:d r4.0<0;1,0>:ud 0x2:uw
add (16|M0) r14.0<1>:d r14.0<8;8,1>:d r7.0<0;1,0>:d {Compacted}
add (16|M16) r16.0<1>:d r16.0<8;8,1>:d r7.0<0;1,0>:d
shl (16|M0) r14.0<1>:d r14.0<8;8,1>:d 2:w
shl (16|M16) r16.0<1>:d r16.0<8;8,1>:d 2:w
send (16|M0) r18:w r14:f 0xC 0x04205E00
send (16|M16) r20:w r16:f 0xC 0x04205E00
sends (16|M0) null:w r22 r18 0x8C 0x04025EFE
sends (16|M16) null:w r24 r20 0x8C 0x04025EFE
(W) mov (8|M0) r22.0<1>:f r22.0<8;8,1>:f {Compacted}
(W) mov (8|M0) r24.0<1>:f r24.0<8;8,1>:f {Compacted}
(W&f1.0) jmpi L768
L336:
(W) shr (1|M0) r4.1<1>:d r4.0<0;1,0>:ud 1:w
(W) send (8|M0) r6 r3:f 0xA 0x0219E0FE
(W) mov (8|M0) null<1>:ud r6.0<8;8,1>:ud {Compacted}
(W) and (8|M0) r8.0<1>:ud r3.2<0;1,0>:ud 0x7F000000:ud
(W) send (1|M0) null r8:f 0x3 0x02000004
(W) wait n0.0<0;1,0>:ud
cmp (16|M0) (gt)f1.0 null<1>:d r4.1<0;1,0>:ud r10.0<8;8,1>:ud
cmp (16|M16) (gt)f1.0 null<1>:d r4.1<0;1,0>:ud r12.0<8;8,1>:ud
(W) mov (8|M0) r8.0<1>:f r8.0<8;8,1>:f {Compacted}
(f1.0) if (32|M0) L680 L680
L480:
add (16|M0) r26.0<1>:d r4.1<0;1,0>:d r10.0<8;8,1>:d {Compacted}
add (16|M16) r28.0<1>:d r4.1<0;1,0>:d r12.0<8;8,1>:d
send (16|M0) r34:w r22:f 0xC 0x04205EFE
send (16|M16) r36:w r24:f 0xC 0x04205EFE
shl (16|M0) r26.0<1>:d r26.0<8;8,1>:d 2:w
shl (16|M16) r28.0<1>:d r28.0<8;8,1>:d 2:w
send (16|M0) r30:w r26:f 0xC 0x04205EFE
(W) mov (8|M0) r22.0<1>:f r22.0<8;8,1>:f {Compacted}
send (16|M16) r32:w r28:f 0xC 0x04205EFE
add (16|M0) r34.0<1>:d r34.0<8;8,1>:d r30.0<8;8,1>:d {Compacted}
add (16|M16) r36.0<1>:d r36.0<8;8,1>:d r32.0<8;8,1>:d
sends (16|M0) null:w r22 r34 0x8C 0x04025EFE
sends (16|M16) null:w r24 r36 0x8C 0x04025EFE
(W) mov (8|M0) r22.0<1>:f r22.0<8;8,1>:f {Compacted}
(W) mov (8|M0) r24.0<1>:f r24.0<8;8,1>:f {Compacted}
L680:
endif (32|M0) L696
L696:
(W) cmp (16|M0) (lt)f0.0 null<1>:d r4.0<0;1,0>:ud 0x4:uw
(W) cmp (16|M16) (lt)f0.0 null<1>:d r4.0<0;1,0>:ud 0x4:uw
(f0.0) break (32|M0) L752 L752
L744:
(W) mov (1|M0) r4.0<1>:f r4.1<0;1,0>:f {Compacted}
L752:
while (32|M0) L336
L768:
cmp (16|M0) (eq)f0.0 null<1>:w r1.0<16;16,1>:w 0:w {Compacted}
cmp (16|M16) (eq)f0.0 null<1>:w r2.0<16;16,1>:w 0:w
(f0.0) if (32|M0) L880 L880
L808:
(W) mov (1|M0) r39.0<1>:f 0.0:f
(W) shl (1|M0) r40.0<1>:d r3.1<0;1,0>:d 2:w
(W) send (1|M0) r38 r39:f 0xA 0x021108FE
(W) sends (1|M0) null:ud r40 r38 0x4A 0x02030801
(W) mov (8|M0) r40.0<1>:f r40.0<8;8,1>:f {Compacted}
L880:
endif (32|M0) L896
L896:
(W) mov (8|M0) r127.0<1>:f r3.0<8;8,1>:f {Compacted}
(W) send (8|M0) null r127:f 0x27 0x02000010 {EOT}
L920:
