L0:
(W) mov (8|M0) r2.0<1>:ud r0.0<1;1,0>:ud
(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw {Switch}
(W) mul (1|M0) r3.0<1>:d r6.0<0;1,0>:d r2.1<0;1,0>:d {Compacted}
 mov (16|M0) r7.0<1>:d r1.0<16;16,1>:uw
 add (16|M0) r7.0<1>:d r3.0<0;1,0>:d r7.0<8;8,1>:d {Compacted}
 add (16|M0) r7.0<1>:d r7.0<8;8,1>:d r4.0<0;1,0>:d {Compacted}
 shl (16|M0) r7.0<1>:d r7.0<8;8,1>:d 2:w
 add (16|M0) r7.0<1>:d r7.0<8;8,1>:d r5.6<0;1,0>:d {Compacted}
 send (16|M0) r9:w r7 0xC 0x04205E00
 cmp (16|M0) (gt)f0.0 null<1>:d r9.0<8;8,1>:d r5.2<0;1,0>:d {Compacted}
(f0.0) if (16|M0) L568 L568
L136:
 and (16|M0) (eq)f1.1 null<1>:d r9.0<8;8,1>:d 1:w
(~f1.1) goto (16|M0) L264 L264
L168:
 mul (16|M0) r11.0<1>:d r9.0<8;8,1>:d 3:w
 cmp (16|M0) (gt)f1.0 null<1>:d r11.0<8;8,1>:d 999:w
 add (16|M0) r9.0<1>:d r11.0<8;8,1>:d 1:w
(~f1.0) goto (16|M0) L264 L552
L232:
(W) mov (1|M0) f0.0<1>:uw 0x0:uw
(f0.0) goto (16|M0) L264 L296
L264:
 join (16|M0) L296
L280:
 math.iqot (8|M0) r9.0<1>:d r9.0<8;8,1>:d r5.2<0;1,0>:d {Compacted}
 math.iqot (8|M8) r10.0<1>:d r10.0<8;8,1>:d r5.2<0;1,0>:d {Compacted}
L296:
 join (16|M0) L552
L312:
 cmp (16|M0) (gt)f1.1 null<1>:d r9.0<8;8,1>:d 0:w
(f1.1) if (16|M0) L512 L512
L344:
 mov (16|M0) r13.0<1>:d 0:w
L360:
 cmp (16|M0) (eq)f1.0 null<1>:d r13.0<8;8,1>:d 7:w
(~f1.0) if (16|M0) L456 L456
L392:
 shl (16|M0) r15.0<1>:d r13.0<8;8,1>:d 2:w
 add (16|M0) r15.0<1>:d r15.0<8;8,1>:d r5.6<0;1,0>:d {Compacted}
 send (16|M0) r17:w r15 0xC 0x04205E00
 add (16|M0) r17.0<1>:d r17.0<8;8,1>:d r9.0<8;8,1>:d {Compacted}
 sends (16|M0) null:w r15 r17 0x8C 0x04025E00
L456:
 endif (16|M0) L472
L472:
 add (16|M0) r13.0<1>:d r13.0<8;8,1>:d 1:w
 cmp (16|M0) (lt)f0.1 null<1>:d r13.0<8;8,1>:d r9.0<8;8,1>:d {Compacted}
(f0.1) while (16|M0) L360
L512:
 endif (16|M0) L528
L528:
 cmp (16|M0) (gt)f0.1 null<1>:d r9.0<8;8,1>:d r5.2<0;1,0>:d {Compacted}
(f0.1) goto.b (16|M0) L552 L136
L552:
 join (16|M0) L552
L568:
 endif (16|M0) L584
L584:
 and (16|M0) (eq)f1.1 r19.0<1>:d r9.0<8;8,1>:d 3:w
(f1.1) goto (16|M0) L664 L664
L616:
(W) mov (1|M0) f0.1<1>:uw 0x0:uw
 mov (16|M0) r21.0<1>:d 5:w
(f0.1) goto (16|M0) L664 L720
L664:
 join (16|M0) L720
L680:
 cmp (16|M0) (eq)f1.0 null<1>:d r19.0<8;8,1>:d 1:w
(~f1.0) goto (16|M0) L720 L896
L712:
 mul (16|M0) r21.0<1>:d r9.0<8;8,1>:d r9.0<8;8,1>:d {Compacted}
L720:
 join (16|M0) L896
L736:
(W) mov (16|M0) r27.0<1>:d 0:w
(W) mov (1|M0) r24.0<1>:uq r5.0<0;1,0>:uq
 mov (16|M0) r27.0<1>:d r9.0<8;8,1>:d {Compacted}
 sends (16|M0) null:w r7 r21 0x8C 0x04025E00
(W) mov (1|M0) f0.0<1>:uw 0x0:uw
(W) add (8|M0) r23.0<1>:d r27.0<8;8,1>:d r28.0<8;8,1>:d {Compacted}
(W) add (4|M0) r3.1<1>:d r23.0<4;4,1>:d r23.4<4;4,1>:d
(W) add (2|M0) r3.5<1>:d r3.1<2;2,1>:d r3.3<2;2,1>:d
(W) add (1|M0) r26.0<1>:d r3.5<0;1,0>:d r3.6<0;1,0>:d
(W) sends (1|M0) null:ud r24 r26 0x4C 0x040487FF
(f0.0) goto (16|M0) L896 L928
L896:
 join (16|M0) L928
L912:
 sends (16|M0) null:w r7 r9 0x8C 0x04025E00
L928:
 join (16|M0) L928
L944:
(W) mov (8|M0) r127.0<1>:ud r2.0<8;8,1>:ud {Compacted}
(W) send (8|M0) null r127 0x27 0x02000010 {EOT}
L968:
