L0:
(W) mov (8|M0) r3.0<1>:ud r0.0<1;1,0>:ud
(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw {Switch}
(W) cmp (16|M0) (gt)f1.0 null<1>:d r8.2<0;1,0>:d 0:w
(W) cmp (16|M16) (gt)f1.0 null<1>:d r8.2<0;1,0>:d 0:w
(W&f1.0) jmpi L112
L80:
(W) mov (1|M0) r31.5<1>:d 0:w
(W) jmpi L712
L112:
(W) mov (1|M0) r5.0<1>:uq r8.0<0;1,0>:uq
(W) mov (1|M0) r18.2<1>:ud 0x20:uw
(W) mov (1|M0) r20.2<1>:ud 0x40:uw
(W) mov (1|M0) r22.2<1>:ud 0x60:uw
(W) mov (1|M0) r24.2<1>:ud 0x80:uw
(W) mov (1|M0) r26.2<1>:ud 0xA0:uw
(W) mov (1|M0) r28.2<1>:ud 0xC0:uw
(W) mov (1|M0) r30.2<1>:ud 0xE0:uw
(W) send (8|M0) r4 r5 0xC 0x021D0AFF
(W) send (8|M0) r6:d r18 0xA 0x02184200
(W) send (8|M0) r19:d r20 0xA 0x02184200
(W) send (8|M0) r21:d r22 0xA 0x02184200
(W) send (8|M0) r23:d r24 0xA 0x02184200
(W) send (8|M0) r25:d r26 0xA 0x02184200
(W) send (8|M0) r27:d r28 0xA 0x02184200
(W) send (8|M0) r29:d r30 0xA 0x02184200
(W) mov (2|M0) r31.4<1>:d 0:w
(W) mov (1|M0) r10.0<1>:d r4.0<0;1,0>:d {Compacted}
(W) mov (4|M0) r10.1<1>:d r4.1<4;4,1>:d
(W) mov (2|M0) r10.5<1>:d r4.5<2;2,1>:d
(W) mov (4|M0) r11.0<1>:d r6.0<4;4,1>:d {Compacted}
(W) mov (1|M0) r10.7<1>:d r4.7<0;1,0>:d
(W) mov (4|M0) r11.4<1>:d r6.4<4;4,1>:d {Compacted}
(W) mov (4|M0) r12.0<1>:d r19.0<4;4,1>:d {Compacted}
(W) mov (4|M0) r13.0<1>:d r21.0<4;4,1>:d {Compacted}
(W) mov (4|M0) r12.4<1>:d r19.4<4;4,1>:d {Compacted}
(W) mov (4|M0) r13.4<1>:d r21.4<4;4,1>:d {Compacted}
(W) mov (4|M0) r14.0<1>:d r23.0<4;4,1>:d {Compacted}
(W) mov (4|M0) r15.0<1>:d r25.0<4;4,1>:d {Compacted}
(W) mov (4|M0) r14.4<1>:d r23.4<4;4,1>:d {Compacted}
(W) mov (4|M0) r15.4<1>:d r25.4<4;4,1>:d {Compacted}
(W) mov (4|M0) r16.0<1>:d r27.0<4;4,1>:d {Compacted}
(W) mov (4|M0) r17.0<1>:d r29.0<4;4,1>:d {Compacted}
(W) mov (4|M0) r16.4<1>:d r27.4<4;4,1>:d {Compacted}
(W) mov (4|M0) r17.4<1>:d r29.4<4;4,1>:d {Compacted}
L552:
(W) shl (1|M0) r31.0<1>:d r31.4<0;1,0>:d 2:w
(W) send (1|M0) r32 r31 0xA 0x02110800
(W) and (1|M0) r8.3<1>:d r32.0<0;1,0>:d 63:w
(W) mul (1|M0) r8.8<1>:uw r8.6<0;1,0>:uw 0x4:uw
(W) add (1|M0) a0.0<1>:uw r8.8<0;1,0>:uw 0x140:uw
(W) add (1|M0) r31.5<1>:d r31.5<0;1,0>:d r[a0.0]<0;1,0>:d
(W) add (1|M0) r31.4<1>:d r31.4<0;1,0>:d 1:w
(W) cmp (16|M0) (lt)f0.0 null<1>:d r31.4<0;1,0>:d r8.2<0;1,0>:d
(W) cmp (16|M16) (lt)f0.0 null<1>:d r31.4<0;1,0>:d r8.2<0;1,0>:d
(W&f0.0) jmpi L552
L712:
(W) mov (16|M0) r49.0<1>:d 0:w
(W) mov (16|M16) r51.0<1>:d 0:w
 mov (16|M0) r49.0<1>:d 12:w
 mov (16|M16) r51.0<1>:d 12:w
(W) mul (1|M0) r8.5<1>:d r9.2<0;1,0>:d r3.1<0;1,0>:d
 mov (16|M0) r37.0<1>:d r31.5<0;1,0>:d {Compacted}
(W) add (8|M16) r49.1<2>:d r49.0<2;1,0>:d r49.1<2;1,0>:d
 mov (16|M16) r39.0<1>:d r31.5<0;1,0>:d
(W) add (8|M16) r51.1<2>:d r51.0<2;1,0>:d r51.1<2;1,0>:d
 add (16|M0) r33.0<1>:d r8.5<0;1,0>:d r1.0<16;16,1>:uw
 add (16|M16) r35.0<1>:d r8.5<0;1,0>:d r2.0<16;16,1>:uw
(W) add (4|M16) r49.2<4>:d r49.2<4;1,0>:d r49.1<4;1,0>:d
(W) mov (1|M0) r46.0<1>:uq r9.0<0;1,0>:uq
(W) add (4|M16) r51.2<4>:d r51.2<4;1,0>:d r51.1<4;1,0>:d
 add (16|M0) r33.0<1>:d r33.0<8;8,1>:d r7.0<0;1,0>:d {Compacted}
 add (16|M16) r35.0<1>:d r35.0<8;8,1>:d r7.0<0;1,0>:d
(W) add (4|M16) r49.3<4>:d r49.3<4;1,0>:d r49.1<4;1,0>:d
(W) add (4|M16) r51.3<4>:d r51.3<4;1,0>:d r51.1<4;1,0>:d
 shl (16|M0) r33.0<1>:d r33.0<8;8,1>:d 2:w
 shl (16|M16) r35.0<1>:d r35.0<8;8,1>:d 2:w
(W) add (4|M16) r49.4<1>:d r49.3<0;1,0>:d r49.4<4;4,1>:d
(W) add (4|M16) r50.4<1>:d r50.3<0;1,0>:d r50.4<4;4,1>:d
(W) add (4|M16) r51.4<1>:d r51.3<0;1,0>:d r51.4<4;4,1>:d
(W) add (4|M16) r52.4<1>:d r52.3<0;1,0>:d r52.4<4;4,1>:d
 sends (16|M0) null:w r33 r37 0x8C 0x04025E00
 sends (16|M16) null:w r35 r39 0x8C 0x04025E00
(W) add (8|M16) r50.0<1>:d r49.7<0;1,0>:d r50.0<8;8,1>:d
(W) add (8|M16) r52.0<1>:d r51.7<0;1,0>:d r52.0<8;8,1>:d
(W) add (16|M16) r51.0<1>:d r50.7<0;1,0>:d r51.0<8;8,1>:d
(W) mov (1|M0) r48.0<1>:d r52.7<0;1,0>:d
(W) sends (1|M0) r45:ud r46 r48 0x4C 0x0414A7FF
(W) add (16|M0) r49.0<1>:d r49.0<8;8,1>:d r45.0<0;1,0>:ud
(W) add (16|M0) r51.0<1>:d r51.0<8;8,1>:d r45.0<0;1,0>:ud
 add (16|M0) r53.0<1>:d r49.0<8;8,1>:d 0:w
 add (16|M16) r55.0<1>:d r51.0<8;8,1>:d 0:w
 add (16|M0) r41.0<1>:d r49.0<8;8,1>:d -12:w
 add (16|M16) r43.0<1>:d r51.0<8;8,1>:d -12:w
 cmp (16|M0) (lt)f0.0 null<1>:d r53.0<8;8,1>:ud 0x400001:ud
 cmp (16|M16) (lt)f0.0 null<1>:d r55.0<8;8,1>:ud 0x400001:ud
 add (8|M0) r57.0<1>:q r9.0<0;1,0>:q r41.0<8;8,1>:ud
 add (8|M8) r59.0<1>:q r9.0<0;1,0>:q r42.0<8;8,1>:ud
 add (8|M16) r61.0<1>:q r9.0<0;1,0>:q r43.0<8;8,1>:ud
 add (8|M24) r63.0<1>:q r9.0<0;1,0>:q r44.0<8;8,1>:ud
(~f0.0) if (32|M0) L1544 L1760
L1400:
 cmp (16|M0) (lt)f1.0 null<1>:d r41.0<8;8,1>:ud 0x3FFFFD:ud
 cmp (16|M16) (lt)f1.0 null<1>:d r43.0<8;8,1>:ud 0x3FFFFD:ud
(f1.0) if (32|M0) L1512 L1512
L1448:
 mov (16|M0) r65.0<1>:d -1:w
 mov (16|M16) r67.0<1>:d -1:w
 sends (16|M0) null:w r57 r65 0x8C 0x080691FF
 sends (16|M16) null:w r61 r67 0x8C 0x080691FF
L1512:
 endif (32|M0) L1528
L1528:
 else (32|M0) L1760 L1760
L1544:
 mov (16|M0) r69.0<1>:d 0:w
 mov (16|M16) r71.0<1>:d 0:w
 add (8|M0) r73.0<1>:q r57.0<4;4,1>:q 4:w
 add (8|M8) r75.0<1>:q r59.0<4;4,1>:q 4:w
 mov (16|M0) r81.0<1>:d 3:w
 mov (16|M0) r83.0<1>:d r31.5<0;1,0>:d {Compacted}
 add (8|M16) r77.0<1>:q r61.0<4;4,1>:q 4:w
 add (8|M24) r79.0<1>:q r63.0<4;4,1>:q 4:w
 mov (16|M16) r85.0<1>:d 3:w
 mov (16|M16) r87.0<1>:d r31.5<0;1,0>:d
 sends (16|M0) null:w r57 r69 0x8C 0x080691FF
 sends (16|M16) null:w r61 r71 0x8C 0x080691FF
 sends (16|M0) null:w r73 r81 0x10C 0x080695FF
 sends (16|M16) null:w r77 r85 0x10C 0x080695FF
L1760:
 endif (32|M0) L1776
L1776:
(W) mov (8|M0) r127.0<1>:ud r3.0<8;8,1>:ud {Compacted}
(W) send (8|M0) null r127 0x27 0x02000010 {EOT}
L1800:
