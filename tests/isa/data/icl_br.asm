L0:
(W) mov (8|M0) r2.0<1>:ud r0.0<1;1,0>:ud
(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw {Switch}
(W) mul (1|M0) acc0.0<1>:d r6.0<0;1,0>:d r2.2<0;1,0>:uw
mov (16|M0) r7.0<1>:d r1.0<16;16,1>:uw
(W) mach (1|M0) r3.0<1>:d r6.0<0;1,0>:d r2.1<0;1,0>:d {Compacted}
add (16|M0) r7.0<1>:d r3.0<0;1,0>:d r7.0<8;8,1>:d {Compacted}
add (16|M0) r7.0<1>:d r7.0<8;8,1>:d r4.0<0;1,0>:d {Compacted}
shl (16|M0) r7.0<1>:d r7.0<8;8,1>:d 2:w
add (16|M0) r7.0<1>:d r7.0<8;8,1>:d r5.6<0;1,0>:d {Compacted}
send (16|M0) r9:w r7:f 0xC 0x04205E00
cmp (16|M0) (gt)f1.0 null<1>:d r9.0<8;8,1>:d r5.2<0;1,0>:d
(f1.0) if (16|M0) L600 L600
L160:
and (16|M0) (eq)f0.0 null<1>:d r9.0<8;8,1>:d 1:w
(f0.0) goto (16|M0) L272 L272
L192:
mul (16|M0) r11.0<1>:d r9.0<8;8,1>:d 3:w
cmp (16|M0) (gt)f1.1 null<1>:d r11.0<8;8,1>:d 999:w
add (16|M0) r9.0<1>:d r11.0<8;8,1>:d 1:w
(f1.1) goto (16|M0) L272 L584
L256:
goto (16|M0) L272 L304
L272:
join (16|M0) L304
L288:
math.iqot (8|M0) r9.0<1>:d r9.0<8;8,1>:d r5.2<0;1,0>:d {Compacted}
math.iqot (8|M8) r10.0<1>:d r10.0<8;8,1>:d r5.2<0;1,0>:d {Compacted}
L304:
join (16|M0) L584
L320:
cmp (16|M0) (gt)f0.1 null<1>:d r9.0<8;8,1>:d 0:w
(f0.1) if (16|M0) L536 L536
L352:
mov (16|M0) r13.0<1>:f 0.0:f
L368:
cmp (16|M0) (eq)f0.0 null<1>:d r13.0<8;8,1>:d 7:w
(~f0.0) if (16|M0) L472 L472
L400:
shl (16|M0) r15.0<1>:d r13.0<8;8,1>:d 2:w
add (16|M0) r15.0<1>:d r15.0<8;8,1>:d r5.6<0;1,0>:d {Compacted}
send (16|M0) r17:w r15:f 0xC 0x04205E00
add (16|M0) r17.0<1>:d r17.0<8;8,1>:d r9.0<8;8,1>:d {Compacted}
sends (16|M0) null:w r15 r17 0x8C 0x04025E00
(W) mov (8|M0) r15.0<1>:f r15.0<8;8,1>:f {Compacted}
L472:
endif (16|M0) L488
L488:
add (16|M0) r13.0<1>:d r13.0<8;8,1>:d 1:w
cmp (16|M0) (lt)f1.1 null<1>:d r13.0<8;8,1>:d r9.0<8;8,1>:d
(f1.1) while (16|M0) L368
L536:
endif (16|M0) L552
L552:
cmp (16|M0) (gt)f1.0 null<1>:d r9.0<8;8,1>:d r5.2<0;1,0>:d
(f1.0) goto.b (16|M0) L584 L160
L584:
join (16|M0) L584
L600:
endif (16|M0) L616
L616:
and (16|M0) (eq)f0.1 r19.0<1>:d r9.0<8;8,1>:d 3:w
(~f0.1) goto (16|M0) L680 L680
L648:
mov (16|M0) r21.0<1>:f 7.00649e-45:f
goto (16|M0) L680 L776
L680:
join (16|M0) L776
L696:
cmp (16|M0) (eq)f0.0 null<1>:d r19.0<8;8,1>:d 1:w
(f0.0) goto (16|M0) L776 L952
L728:
(W) mul (8|M0) acc0.0<1>:d r9.0<8;8,1>:d r9.0<2;1,0>:uw
mach (8|M0) r21.0<1>:d r9.0<8;8,1>:d r9.0<8;8,1>:d {Compacted}
(W) mul (8|M8) acc0.0<1>:d r10.0<8;8,1>:d r10.0<2;1,0>:uw
mach (8|M8) r22.0<1>:d r10.0<8;8,1>:d r10.0<8;8,1>:d {Compacted}
L776:
join (16|M0) L952
L792:
(W) mov (16|M0) r27.0<1>:f 0.0:f
(W) mov (2|M0) r24.0<1>:f r5.0<2;2,1>:f
mov (16|M0) r27.0<1>:f r9.0<8;8,1>:f {Compacted}
sends (16|M0) null:w r7 r21 0x8C 0x04025E00
(W) add (8|M0) r23.0<1>:d r27.0<8;8,1>:d r28.0<8;8,1>:d {Compacted}
(W) add (4|M0) r3.1<1>:d r23.0<4;4,1>:d r23.4<4;4,1>:d
(W) add (2|M0) r3.5<1>:d r3.1<2;2,1>:d r3.3<2;2,1>:d
(W) add (1|M0) r26.0<1>:d r3.5<0;1,0>:d r3.6<0;1,0>:d
(W) sends (1|M0) null:ud r24 r26 0x4C 0x040487FF
(W) mov (8|M0) r7.0<1>:f r7.0<8;8,1>:f {Compacted}
(W) mov (8|M0) r24.0<1>:f r24.0<8;8,1>:f {Compacted}
goto (16|M0) L952 L992
L952:
join (16|M0) L992
L968:
sends (16|M0) null:w r7 r9 0x8C 0x04025E00
(W) mov (8|M0) r7.0<1>:f r7.0<8;8,1>:f {Compacted}
L992:
join (16|M0) L992
L1008:
(W) mov (8|M0) r127.0<1>:f r2.0<8;8,1>:f {Compacted}
(W) send (8|M0) null r127:f 0x27 0x02000010 {EOT}
L1032:
