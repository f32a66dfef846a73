L0:
(W) mov (8|M0) r3.0<1>:ud r0.0<1;1,0>:ud
(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw {Switch}
(W) mul (1|M0) r4.1<1>:d r9.3<0;1,0>:d r3.1<0;1,0>:d
 mov (16|M0) r5.0<1>:d r1.0<16;16,1>:uw
 mov (16|M16) r10.0<1>:d r2.0<16;16,1>:uw
(W) mov (1|M0) r4.0<1>:d r9.0<0;1,0>:d {Compacted}
 add (16|M0) r12.0<1>:d r4.1<0;1,0>:d r5.0<8;8,1>:d {Compacted}
 add (16|M16) r14.0<1>:d r4.1<0;1,0>:d r10.0<8;8,1>:d
 shl (16|M0) r20.0<1>:d r5.0<8;8,1>:d 2:w
 shl (16|M16) r22.0<1>:d r10.0<8;8,1>:d 2:w
 add (16|M0) r12.0<1>:d r12.0<8;8,1>:d r7.0<0;1,0>:d {Compacted}
 add (16|M16) r14.0<1>:d r14.0<8;8,1>:d r7.0<0;1,0>:d
(W) cmp (16|M0) (lt)f1.0 null<1>:d r4.0<0;1,0>:ud 0x2:uw
(W) cmp (16|M16) (lt)f1.0 null<1>:d r4.0<0;1,0>:ud 0x2:uw
 shl (16|M0) r12.0<1>:d r12.0<8;8,1>:d 2:w
 shl (16|M16) r14.0<1>:d r14.0<8;8,1>:d 2:w
 send (16|M0) r16:w r12 0xC 0x04205E00
 send (16|M16) r18:w r14 0xC 0x04205E00
 sends (16|M0) null:w r20 r16 0x8C 0x04025EFE
 sends (16|M16) null:w r22 r18 0x8C 0x04025EFE
(W&f1.0) jmpi L704
L312:
(W) shr (1|M0) r4.2<1>:d r4.0<0;1,0>:ud 1:w
(W) and (8|M0) r8.0<1>:ud r3.2<0;1,0>:ud 0x8F000000:ud
(W) mov (1|M0) n0.0<1>:ud 0x0:ud {Switch}
(W) send (1|M0) null r8 0x3 0x02000004
(W) wait n0.0<0;1,0>:ud
 cmp (16|M0) (gt)f1.0 null<1>:d r4.2<0;1,0>:ud r5.0<8;8,1>:ud
 cmp (16|M16) (gt)f1.0 null<1>:d r4.2<0;1,0>:ud r10.0<8;8,1>:ud
(f1.0) if (32|M0) L616 L616
L440:
 add (16|M0) r24.0<1>:d r4.2<0;1,0>:d r5.0<8;8,1>:d {Compacted}
 add (16|M16) r26.0<1>:d r4.2<0;1,0>:d r10.0<8;8,1>:d
 send (16|M0) r32:w r20 0xC 0x04205EFE
 send (16|M16) r34:w r22 0xC 0x04205EFE
 shl (16|M0) r24.0<1>:d r24.0<8;8,1>:d 2:w
 shl (16|M16) r26.0<1>:d r26.0<8;8,1>:d 2:w
 send (16|M0) r28:w r24 0xC 0x04205EFE
 send (16|M16) r30:w r26 0xC 0x04205EFE
 add (16|M0) r32.0<1>:d r32.0<8;8,1>:d r28.0<8;8,1>:d {Compacted}
 add (16|M16) r34.0<1>:d r34.0<8;8,1>:d r30.0<8;8,1>:d
 sends (16|M0) null:w r20 r32 0x8C 0x04025EFE
 sends (16|M16) null:w r22 r34 0x8C 0x04025EFE
L616:
 endif (32|M0) L632
L632:
(W) cmp (16|M0) (lt)f0.0 null<1>:d r4.0<0;1,0>:ud 0x4:uw
(W) cmp (16|M16) (lt)f0.0 null<1>:d r4.0<0;1,0>:ud 0x4:uw
(f0.0) break (32|M0) L688 L688
L680:
(W) mov (1|M0) r4.0<1>:d r4.2<0;1,0>:d {Compacted}
L688:
 while (32|M0) L312
L704:
 cmp (16|M0) (eq)f0.0 null<1>:w r1.0<16;16,1>:w 0:w {Compacted}
 cmp (16|M16) (eq)f0.0 null<1>:w r2.0<16;16,1>:w 0:w
(f0.0) if (32|M0) L808 L808
L744:
(W) mov (1|M0) r37.0<1>:ud 0x0:uw
(W) shl (1|M0) r38.0<1>:d r3.1<0;1,0>:d 2:w
(W) send (1|M0) r36 r37 0xA 0x021108FE
(W) sends (1|M0) null:ud r38 r36 0x4A 0x02030801
L808:
 endif (32|M0) L824
L824:
(W) mov (8|M0) r127.0<1>:ud r3.0<8;8,1>:ud {Compacted}
(W) send (8|M0) null r127 0x27 0x02000010 {EOT}
L848:
