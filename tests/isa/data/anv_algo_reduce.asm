L0:
(W) mov (8|M0) r3.0<1>:uw 0x76543210:v
 mov (16|M0) r28.0<1>:ud r0.1<0;1,0>:ud {Compacted}
 shl (16|M0) r5.0<1>:d r2.1<0;1,0>:d 0x4:ud
(W) add (8|M0) r3.8<1>:uw r3.0<8;8,1>:uw 0x8:uw
 add (16|M0) r13.0<1>:d r28.0<8;8,1>:d r1.6<0;1,0>:d {Compacted}
 mov (16|M0) r7.0<1>:d r3.0<8;8,1>:uw
 shl (16|M0) r15.0<1>:d r13.0<8;8,1>:d 0x8:ud
 add (16|M0) r9.0<1>:d r7.0<8;8,1>:d r5.0<8;8,1>:d {Compacted}
 mov (16|M0) r11.0<1>:ud r9.0<32;8,4>:ub
 add (16|M0) r17.0<1>:d r15.0<8;8,1>:d r11.0<8;8,1>:d {Compacted}
 shl (16|M0) r34.0<1>:d r11.0<8;8,1>:d 0x2:ud
 shl (16|M0) r29.0<1>:d r17.0<8;8,1>:d 0x2:ud
 send (16|M0) r31:uw r29 0xC 0x04205E02
 sends (16|M0) null:ud r34 r31 0x8C 0x04025EFE
(W) send (1|M0) r18:uw r0 0xA 0x0219E000
(W) mov (8|M0) r19.0<1>:ud 0x0:ud {Compacted}
(W) and (1|M0) r19.2<1>:ud r0.2<0;1,0>:ud 0x8F000000:ud
(W) send (16|M0) null:uw r19 0x3 0x02000004
(W) wait n0.0<0;1,0>:ud
 mov (16|M0) r4.0<1>:ud 0x80:ud {Compacted}
L272:
 cmp (16|M0) (le)f0.0 null<1>:ud r4.0<8;8,1>:ud 0x0:ud {Compacted}
(f0.0) break (16|M0) L504 L504
L296:
 cmp (16|M0) (lt)f0.0 null<1>:ud r11.0<8;8,1>:ud r4.0<8;8,1>:ud {Compacted}
(f0.0) if (16|M0) L408 L408
L320:
 send (16|M0) r20:uw r34 0xC 0x04205EFE
 add (16|M0) r24.0<1>:d r11.0<8;8,1>:d r4.0<8;8,1>:d {Compacted}
 shl (16|M0) r32.0<1>:d r24.0<8;8,1>:d 0x2:ud
 send (16|M0) r25:uw r32 0xC 0x04205EFE
 mul (16|M0) r22.0<1>:d r20.0<8;8,1>:d 31:d {Compacted}
 add (16|M0) r36.0<1>:d r22.0<8;8,1>:d r25.0<8;8,1>:d {Compacted}
 sends (16|M0) null:ud r34 r36 0x8C 0x04025EFE
L408:
 endif (16|M0) L504
L424:
(W) send (1|M0) r26:uw r0 0xA 0x0219E000
(W) mov (8|M0) r27.0<1>:ud 0x0:ud {Compacted}
(W) and (1|M0) r27.2<1>:ud r0.2<0;1,0>:ud 0x8F000000:ud
(W) send (16|M0) null:uw r27 0x3 0x02000004
(W) wait n0.0<0;1,0>:ud
 shr (16|M0) r4.0<1>:ud r4.0<8;8,1>:ud 0x1:ud {Compacted}
L504:
 while (16|M0) L272
L520:
 cmp (16|M0) (eq)f0.0 null<1>:d r11.0<8;8,1>:d 0:d {Compacted}
(f0.0) if (16|M0) L600 L600
L544:
 mov (16|M0) r37.0<1>:ud 0x0:ud {Compacted}
 shl (16|M0) r39.0<1>:d r13.0<8;8,1>:d 0x2:ud
 send (16|M0) r41:uw r37 0xC 0x04205EFE
 sends (16|M0) null:ud r39 r41 0x8C 0x04025E03
L600:
 endif (16|M0) L616
L616:
(W) mov (8|M0) r126.0<1>:ud r0.0<8;8,1>:ud {Compacted}
(W) send (16|M0) null:uw r126:uw 0x4D00027 0x02000010 {EOT}
L640:
