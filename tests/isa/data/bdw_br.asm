L0:
(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw {Switch}
(W) mul (1|M0) r2.0<1>:d r6.0<0;1,0>:d r0.1<0;1,0>:d {Compacted}
add (16|M0) r7.0<1>:d r2.0<0;1,0>:d r1.0<16;16,1>:uw
add (16|M0) r7.0<1>:d r7.0<8;8,1>:d r4.0<0;1,0>:d {Compacted}
shl (8|M0) r50.0<1>:q r7.0<8;8,1>:d 2:w
shl (8|M8) r52.0<1>:q r8.0<8;8,1>:d 2:w
add (8|M0) r9.0<1>:q r50.0<4;4,1>:q r5.0<0;1,0>:q
add (8|M8) r11.0<1>:q r52.0<4;4,1>:q r5.0<0;1,0>:q
send (8|M0) r13:d r9:f 0xC 0x041401FF
send (8|M8) r14:d r11:f 0xC 0x041401FF
cmp (16|M0) (gt)f0.0 null<1>:d r13.0<8;8,1>:d r5.2<0;1,0>:d {Compacted}
(f0.0) if (16|M0) L600 L600
L168:
and (16|M0) (eq)f1.1 null<1>:d r13.0<8;8,1>:d 1:w
(~f1.1) goto (16|M0) L296 L296
L200:
mul (16|M0) r15.0<1>:d r13.0<8;8,1>:d 3:w
cmp (16|M0) (gt)f1.0 null<1>:d r15.0<8;8,1>:d 999:w
add (16|M0) r13.0<1>:d r15.0<8;8,1>:d 1:w
(~f1.0) goto (16|M0) L296 L584
L264:
(W) mov (1|M0) f0.0<1>:uw 0x0:uw
(f0.0) goto (16|M0) L296 L328
L296:
join (16|M0) L328
L312:
math.iqot (8|M0) r13.0<1>:d r13.0<8;8,1>:d r5.2<0;1,0>:d {Compacted}
math.iqot (8|M8) r14.0<1>:d r14.0<8;8,1>:d r5.2<0;1,0>:d {Compacted}
L328:
join (16|M0) L584
L344:
cmp (16|M0) (gt)f1.1 null<1>:d r13.0<8;8,1>:d 0:w
(f1.1) if (16|M0) L544 L544
L376:
mov (16|M0) r17.0<1>:d 0:w
L392:
cmp (16|M0) (eq)f1.0 null<1>:d r17.0<8;8,1>:d 7:w
(~f1.0) if (16|M0) L488 L488
L424:
shl (16|M0) r19.0<1>:d r17.0<8;8,1>:d 2:w
send (16|M0) r21:w r19:f 0xC 0x04205E00
mov (16|M0) r23.0<1>:ud r19.0<8;8,1>:ud {Compacted}
add (16|M0) r25.0<1>:d r21.0<8;8,1>:d r13.0<8;8,1>:d {Compacted}
send (16|M0) null:w r23:f 0xC 0x08025E00
L488:
endif (16|M0) L504
L504:
add (16|M0) r17.0<1>:d r17.0<8;8,1>:d 1:w
cmp (16|M0) (lt)f0.1 null<1>:d r17.0<8;8,1>:d r13.0<8;8,1>:d {Compacted}
(f0.1) while (16|M0) L392
L544:
endif (16|M0) L560
L560:
cmp (16|M0) (gt)f0.1 null<1>:d r13.0<8;8,1>:d r5.2<0;1,0>:d {Compacted}
(f0.1) goto.b (16|M0) L584 L168
L584:
join (16|M0) L584
L600:
endif (16|M0) L616
L616:
and (16|M0) (eq)f1.1 r27.0<1>:d r13.0<8;8,1>:d 3:w
(f1.1) goto (16|M0) L696 L696
L648:
(W) mov (1|M0) f0.1<1>:uw 0x0:uw
mov (16|M0) r29.0<1>:d 5:w
(f0.1) goto (16|M0) L696 L752
L696:
join (16|M0) L752
L712:
cmp (16|M0) (eq)f1.0 null<1>:d r27.0<8;8,1>:d 1:w
(~f1.0) goto (16|M0) L752 L976
L744:
mul (16|M0) r29.0<1>:d r13.0<8;8,1>:d r13.0<8;8,1>:d {Compacted}
L752:
join (16|M0) L976
L768:
(W) mov (16|M0) r37.0<1>:d 0:w
mov (8|M0) r31.0<1>:uq r9.0<4;4,1>:uq
mov (16|M0) r37.0<1>:d r13.0<8;8,1>:d {Compacted}
mov (8|M0) r33.0<1>:d r29.0<8;8,1>:d {Compacted}
mov (8|M8) r34.0<1>:uq r11.0<4;4,1>:uq
mov (8|M8) r36.0<1>:d r30.0<8;8,1>:d {Compacted}
(W) mov (1|M0) r41.0<1>:uq r5.0<0;1,0>:uq
(W) mov (1|M0) f0.0<1>:uw 0x0:uw
(W) add (8|M0) r3.0<1>:d r37.0<8;8,1>:d r38.0<8;8,1>:d {Compacted}
send (8|M0) null r31:f 0xC 0x060681FF
send (8|M8) null r34:f 0xC 0x060681FF
(W) add (4|M0) r39.0<1>:d r3.0<4;4,1>:d r3.4<4;4,1>:d {Compacted}
(W) add (2|M0) r40.0<1>:d r39.0<2;2,1>:d r39.2<2;2,1>:d
(W) add (1|M0) r43.0<1>:d r40.0<0;1,0>:d r40.1<0;1,0>:d {Compacted}
(W) send (1|M0) null r41:f 0xC 0x060487FF
(f0.0) goto (16|M0) L976 L1072
L976:
join (16|M0) L1072
L992:
mov (8|M0) r44.0<1>:uq r9.0<4;4,1>:uq
mov (8|M0) r46.0<1>:d r13.0<8;8,1>:d {Compacted}
mov (8|M8) r47.0<1>:uq r11.0<4;4,1>:uq
mov (8|M8) r49.0<1>:d r14.0<8;8,1>:d {Compacted}
send (8|M0) null r44:f 0xC 0x060681FF
send (8|M8) null r47:f 0xC 0x060681FF
L1072:
join (16|M0) L1072
L1088:
(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud {Compacted}
(W) send (8|M0) null r127:f 0x27 0x02000010 {EOT}
L1112:
