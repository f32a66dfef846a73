L0:
(W) mov (8|M0) r3.0<1>:uw 0x76543210:v
 mov (16|M0) r43.0<1>:ud r0.1<0;1,0>:ud {Compacted}
 shl (16|M0) r8.0<1>:d r2.1<0;1,0>:d 0x4:ud
(W) add (8|M0) r3.8<1>:uw r3.0<8;8,1>:uw 0x8:uw
 add (16|M0) r15.0<1>:d r43.0<8;8,1>:d r1.6<0;1,0>:d {Compacted}
 mov (16|M0) r10.0<1>:d r3.0<8;8,1>:uw
 shl (16|M0) r17.0<1>:d r15.0<8;8,1>:d 0x7:ud
 add (16|M0) r12.0<1>:d r10.0<8;8,1>:d r8.0<8;8,1>:d {Compacted}
 and (16|M0) r14.0<1>:ud r12.0<8;8,1>:ud 0x7F:ud {Compacted}
 add (16|M0) r19.0<1>:d r17.0<8;8,1>:d r14.0<8;8,1>:d {Compacted}
 shl (16|M0) r45.0<1>:d r14.0<8;8,1>:d 0x2:ud
 shl (16|M0) r55.0<1>:d r19.0<8;8,1>:d 0x2:ud
 send (16|M0) r47:uw r55 0xC 0x04205E02
 sends (16|M0) null:ud r45 r47 0x8C 0x04025EFE
(W) send (1|M0) r23:uw r0 0xA 0x0219E000
(W) mov (8|M0) r24.0<1>:ud 0x0:ud {Compacted}
(W) and (1|M0) r24.2<1>:ud r0.2<0;1,0>:ud 0x8F000000:ud
(W) send (16|M0) null:uw r24 0x3 0x02000004
(W) wait n0.0<0;1,0>:ud
 mov (16|M0) r6.0<1>:ud 0x1:ud {Compacted}
 mov (16|M0) r4.0<1>:ud 0x0:ud {Compacted}
L272:
 cmp (16|M0) (ge)f0.0 null<1>:ud r6.0<8;8,1>:ud 0x80:ud {Compacted}
(f0.0) break (16|M0) L584 L584
L296:
 shl (16|M0) r25.0<1>:d r4.0<8;8,1>:d 0x9:ud
 cmp (16|M0) (ge)f0.0 null<1>:ud r14.0<8;8,1>:ud r6.0<8;8,1>:ud {Compacted}
 add (16|M0) r48.0<1>:d r25.0<8;8,1>:d r45.0<8;8,1>:d {Compacted}
 send (16|M0) r52:uw r48 0xC 0x04205EFE
(f0.0) if (16|M0) L416 L416
L360:
 add (16|M0) r27.0<1>:d r14.0<8;8,1>:d -r6.0<8;8,1>:d {Compacted}
 shl (16|M0) r29.0<1>:d r27.0<8;8,1>:d 0x2:ud
 add (16|M0) r49.0<1>:d r25.0<8;8,1>:d r29.0<8;8,1>:d {Compacted}
 send (16|M0) r31:uw r49 0xC 0x04205EFE
 add (16|M0) r52.0<1>:d r52.0<8;8,1>:d r31.0<8;8,1>:d {Compacted}
L416:
 endif (16|M0) L584
L432:
 mov (16|M0) r32.0<1>:d -r4.0<8;8,1>:d {Compacted}
 add (16|M0) r4.0<1>:d -r4.0<8;8,1>:d 1:d {Compacted}
 shl (16|M0) r34.0<1>:d r32.0<8;8,1>:d 0x9:ud
 add (16|M0) r36.0<1>:d r34.0<8;8,1>:d 512:d {Compacted}
 add (16|M0) r50.0<1>:d r36.0<8;8,1>:d r45.0<8;8,1>:d {Compacted}
 sends (16|M0) null:ud r50 r52 0x8C 0x04025EFE
(W) send (1|M0) r38:uw r0 0xA 0x0219E000
(W) mov (8|M0) r39.0<1>:ud 0x0:ud {Compacted}
(W) and (1|M0) r39.2<1>:ud r0.2<0;1,0>:ud 0x8F000000:ud
(W) send (16|M0) null:uw r39 0x3 0x02000004
(W) wait n0.0<0;1,0>:ud
 shl (16|M0) r6.0<1>:d r6.0<8;8,1>:d 0x1:ud
L584:
 while (16|M0) L272
L600:
 shl (16|M0) r40.0<1>:d r4.0<8;8,1>:d 0x9:ud
 add (16|M0) r53.0<1>:d r40.0<8;8,1>:d r45.0<8;8,1>:d {Compacted}
 send (16|M0) r57:uw r53 0xC 0x04205EFE
 sends (16|M0) null:ud r55 r57 0x8C 0x04025E03
(W) mov (8|M0) r126.0<1>:ud r0.0<8;8,1>:ud {Compacted}
(W) send (16|M0) null:uw r126:uw 0x4D00027 0x02000010 {EOT}
L680:
