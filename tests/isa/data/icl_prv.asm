L0:
(W) mov (8|M0) r3.0<1>:ud r0.0<1;1,0>:ud
(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw {Switch}
(W) cmp (16|M0) (gt)f1.0 null<1>:d r8.2<0;1,0>:d 0:w
(W) cmp (16|M16) (gt)f1.0 null<1>:d r8.2<0;1,0>:d 0:w
(W&f1.0) jmpi L112
L80:
(W) mov (1|M0) r5.5<1>:f 0.0:f
(W) jmpi L776
L112:
(W) mov (2|M0) r5.0<1>:f r8.0<2;2,1>:f
(W) mov (1|M0) r19.2<1>:f 4.48416e-44:f
(W) mov (1|M0) r21.2<1>:f 8.96831e-44:f
(W) mov (1|M0) r23.2<1>:f 1.34525e-43:f
(W) mov (1|M0) r25.2<1>:f 1.79366e-43:f
(W) mov (1|M0) r27.2<1>:f 2.24208e-43:f
(W) mov (1|M0) r29.2<1>:f 2.69049e-43:f
(W) mov (1|M0) r31.2<1>:f 3.13891e-43:f
(W) mov (1|M0) r6.0<1>:f r5.0<0;1,0>:f {Compacted}
(W) send (8|M0) r18:d r19:f 0xA 0x02184200
(W) mov (1|M0) r6.1<1>:f r5.1<0;1,0>:f
(W) send (8|M0) r20:d r21:f 0xA 0x02184200
(W) send (8|M0) r22:d r23:f 0xA 0x02184200
(W) mov (8|M0) r19.0<1>:f r19.0<8;8,1>:f {Compacted}
(W) send (8|M0) r24:d r25:f 0xA 0x02184200
(W) mov (8|M0) r21.0<1>:f r21.0<8;8,1>:f {Compacted}
(W) send (8|M0) r26:d r27:f 0xA 0x02184200
(W) mov (8|M0) r23.0<1>:f r23.0<8;8,1>:f {Compacted}
(W) send (8|M0) r28:d r29:f 0xA 0x02184200
(W) mov (8|M0) r25.0<1>:f r25.0<8;8,1>:f {Compacted}
(W) send (8|M0) r30:d r31:f 0xA 0x02184200
(W) mov (8|M0) r27.0<1>:f r27.0<8;8,1>:f {Compacted}
(W) send (8|M0) r4 r6:f 0xC 0x021D0AFF
(W) mov (2|M0) r5.4<1>:f 0.0:f
(W) mov (4|M0) r11.0<1>:f r18.0<4;4,1>:f {Compacted}
(W) mov (4|M0) r11.4<1>:f r18.4<4;4,1>:f {Compacted}
(W) mov (4|M0) r12.0<1>:f r20.0<4;4,1>:f {Compacted}
(W) mov (4|M0) r13.0<1>:f r22.0<4;4,1>:f {Compacted}
(W) mov (4|M0) r12.4<1>:f r20.4<4;4,1>:f {Compacted}
(W) mov (4|M0) r13.4<1>:f r22.4<4;4,1>:f {Compacted}
(W) mov (4|M0) r14.0<1>:f r24.0<4;4,1>:f {Compacted}
(W) mov (4|M0) r15.0<1>:f r26.0<4;4,1>:f {Compacted}
(W) mov (4|M0) r14.4<1>:f r24.4<4;4,1>:f {Compacted}
(W) mov (4|M0) r15.4<1>:f r26.4<4;4,1>:f {Compacted}
(W) mov (4|M0) r16.0<1>:f r28.0<4;4,1>:f {Compacted}
(W) mov (4|M0) r17.0<1>:f r30.0<4;4,1>:f {Compacted}
(W) mov (4|M0) r16.4<1>:f r28.4<4;4,1>:f {Compacted}
(W) mov (4|M0) r17.4<1>:f r30.4<4;4,1>:f {Compacted}
(W) mov (1|M0) r10.0<1>:f r4.0<0;1,0>:f {Compacted}
(W) mov (4|M0) r10.1<1>:f r4.1<4;4,1>:f
(W) mov (2|M0) r10.5<1>:f r4.5<2;2,1>:f
(W) mov (1|M0) r10.7<1>:f r4.7<0;1,0>:f
L616:
(W) shl (1|M0) r32.0<1>:d r5.4<0;1,0>:d 2:w
(W) send (1|M0) r33 r32:f 0xA 0x02110800
(W) and (1|M0) r5.2<1>:d r33.0<0;1,0>:d 63:w
(W) mul (1|M0) r5.6<1>:uw r5.4<0;1,0>:uw 0x4:uw
(W) add (1|M0) a0.0<1>:uw r5.6<0;1,0>:uw 0x140:uw
(W) add (1|M0) r5.5<1>:d r5.5<0;1,0>:d r[a0.0]<0;1,0>:d
(W) add (1|M0) r5.4<1>:d r5.4<0;1,0>:d 1:w
(W) cmp (16|M0) (lt)f0.0 null<1>:d r5.4<0;1,0>:d r8.2<0;1,0>:d
(W) cmp (16|M16) (lt)f0.0 null<1>:d r5.4<0;1,0>:d r8.2<0;1,0>:d
(W&f0.0) jmpi L616
L776:
(W) mov (16|M0) r51.0<1>:f 0.0:f
(W) mov (16|M16) r53.0<1>:f 0.0:f
mov (16|M0) r51.0<1>:f 1.68156e-44:f
mov (16|M16) r53.0<1>:f 1.68156e-44:f
(W) mul (1|M0) acc0.0<1>:d r9.2<0;1,0>:d r3.2<0;1,0>:uw
mov (16|M0) r39.0<1>:f r5.5<0;1,0>:f {Compacted}
(W) add (8|M16) r51.1<2>:d r51.0<2;1,0>:d r51.1<2;1,0>:d
mov (16|M16) r41.0<1>:f r5.5<0;1,0>:f
(W) add (8|M16) r53.1<2>:d r53.0<2;1,0>:d r53.1<2;1,0>:d
(W) mach (1|M0) r34.0<1>:d r9.2<0;1,0>:d r3.1<0;1,0>:d
(W) mov (2|M0) r48.0<1>:f r9.0<2;2,1>:f
(W) add (4|M16) r51.2<4>:d r51.2<4;1,0>:d r51.1<4;1,0>:d
(W) add (4|M16) r53.2<4>:d r53.2<4;1,0>:d r53.1<4;1,0>:d
add (16|M0) r35.0<1>:d r34.0<0;1,0>:d r1.0<16;16,1>:uw
add (16|M16) r37.0<1>:d r34.0<0;1,0>:d r2.0<16;16,1>:uw
(W) add (4|M16) r51.3<4>:d r51.3<4;1,0>:d r51.1<4;1,0>:d
(W) add (4|M16) r53.3<4>:d r53.3<4;1,0>:d r53.1<4;1,0>:d
add (16|M0) r35.0<1>:d r35.0<8;8,1>:d r7.0<0;1,0>:d {Compacted}
add (16|M16) r37.0<1>:d r37.0<8;8,1>:d r7.0<0;1,0>:d
(W) add (4|M16) r51.4<1>:d r51.3<0;1,0>:d r51.4<4;4,1>:d
(W) add (4|M16) r52.4<1>:d r52.3<0;1,0>:d r52.4<4;4,1>:d
(W) add (4|M16) r53.4<1>:d r53.3<0;1,0>:d r53.4<4;4,1>:d
(W) add (4|M16) r54.4<1>:d r54.3<0;1,0>:d r54.4<4;4,1>:d
shl (16|M0) r35.0<1>:d r35.0<8;8,1>:d 2:w
shl (16|M16) r37.0<1>:d r37.0<8;8,1>:d 2:w
(W) add (8|M16) r52.0<1>:d r51.7<0;1,0>:d r52.0<8;8,1>:d
(W) add (8|M16) r54.0<1>:d r53.7<0;1,0>:d r54.0<8;8,1>:d
sends (16|M0) null:w r35 r39 0x8C 0x04025E00
sends (16|M16) null:w r37 r41 0x8C 0x04025E00
(W) add (16|M16) r53.0<1>:d r52.7<0;1,0>:d r53.0<8;8,1>:d
(W) mov (1|M0) r50.0<1>:f r54.7<0;1,0>:f
(W) sends (1|M0) r56:ud r48 r50 0x4C 0x0414A7FF
(W) add (16|M0) r51.0<1>:d r51.0<8;8,1>:d r56.0<0;1,0>:ud
(W) add (16|M0) r53.0<1>:d r53.0<8;8,1>:d r56.0<0;1,0>:ud
add (16|M0) r43.0<1>:d r51.0<8;8,1>:d -12:w
add (16|M16) r45.0<1>:d r53.0<8;8,1>:d -12:w
add (16|M0) r57.0<1>:d r51.0<8;8,1>:d 0:w
add (16|M16) r59.0<1>:d r53.0<8;8,1>:d 0:w
addc (8|M0) r61.0<1>:ud r9.0<0;1,0>:ud r43.0<8;8,1>:ud {AccWrEn,Compacted}
cmp (16|M0) (lt)f0.0 null<1>:d r57.0<8;8,1>:ud 0x400001:ud
cmp (16|M16) (lt)f0.0 null<1>:d r59.0<8;8,1>:ud 0x400001:ud
mov (8|M0) r47.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
addc (8|M8) r62.0<1>:ud r9.0<0;1,0>:ud r44.0<8;8,1>:ud {AccWrEn,Compacted}
add (8|M0) r65.0<1>:ud r47.0<8;8,1>:ud r9.1<0;1,0>:ud {Compacted}
mov (8|M8) r49.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
addc (8|M16) r63.0<1>:ud r9.0<0;1,0>:ud r45.0<8;8,1>:ud {AccWrEn}
add (8|M8) r66.0<1>:ud r49.0<8;8,1>:ud r9.1<0;1,0>:ud {Compacted}
mov (8|M16) r55.0<1>:ud acc0.0<8;8,1>:ud
addc (8|M24) r64.0<1>:ud r9.0<0;1,0>:ud r46.0<8;8,1>:ud {AccWrEn}
add (8|M16) r67.0<1>:ud r55.0<8;8,1>:ud r9.1<0;1,0>:ud
mov (8|M24) r69.0<1>:ud acc0.0<8;8,1>:ud
add (8|M24) r68.0<1>:ud r69.0<8;8,1>:ud r9.1<0;1,0>:ud
(W) mov (8|M0) r35.0<1>:f r35.0<8;8,1>:f {Compacted}
(W) mov (8|M0) r37.0<1>:f r37.0<8;8,1>:f {Compacted}
(~f0.0) if (32|M0) L1864 L2400
L1576:
cmp (16|M0) (lt)f1.0 null<1>:d r43.0<8;8,1>:ud 0x3FFFFD:ud
cmp (16|M16) (lt)f1.0 null<1>:d r45.0<8;8,1>:ud 0x3FFFFD:ud
(f1.0) if (32|M0) L1832 L1832
L1624:
mov (8|M0) r70.0<2>:f r61.0<8;8,1>:f
mov (8|M8) r72.0<2>:f r62.0<8;8,1>:f
mov (16|M0) r78.0<1>:f -qnan(0x3FFFFF):f
mov (8|M0) r70.1<2>:f r65.0<8;8,1>:f
mov (8|M8) r72.1<2>:f r66.0<8;8,1>:f
mov (8|M16) r74.0<2>:f r63.0<8;8,1>:f
mov (8|M24) r76.0<2>:f r64.0<8;8,1>:f
mov (16|M16) r80.0<1>:f -qnan(0x3FFFFF):f
mov (8|M16) r74.1<2>:f r67.0<8;8,1>:f
mov (8|M24) r76.1<2>:f r68.0<8;8,1>:f
sends (16|M0) null:w r70 r78 0x8C 0x080691FF
sends (16|M16) null:w r74 r80 0x8C 0x080691FF
(W) mov (8|M0) r70.0<1>:f r70.0<8;8,1>:f {Compacted}
(W) mov (8|M0) r74.0<1>:f r74.0<8;8,1>:f {Compacted}
L1832:
endif (32|M0) L1848
L1848:
else (32|M0) L2400 L2400
L1864:
addc (8|M0) r94.0<1>:ud r61.0<8;8,1>:ud 0x4:ud {AccWrEn,Compacted}
mov (8|M0) r82.0<2>:f r61.0<8;8,1>:f
mov (8|M8) r84.0<2>:f r62.0<8;8,1>:f
mov (16|M0) r90.0<1>:f 0.0:f
mov (8|M0) r82.1<2>:f r65.0<8;8,1>:f
mov (8|M8) r84.1<2>:f r66.0<8;8,1>:f
mov (8|M0) r98.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
addc (8|M8) r95.0<1>:ud r62.0<8;8,1>:ud 0x4:ud {AccWrEn,Compacted}
mov (8|M16) r86.0<2>:f r63.0<8;8,1>:f
mov (8|M24) r88.0<2>:f r64.0<8;8,1>:f
mov (16|M16) r92.0<1>:f 0.0:f
mov (8|M16) r86.1<2>:f r67.0<8;8,1>:f
mov (8|M24) r88.1<2>:f r68.0<8;8,1>:f
mov (8|M8) r99.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
addc (8|M16) r96.0<1>:ud r63.0<8;8,1>:ud 0x4:ud {AccWrEn}
add (8|M0) r102.1<2>:ud r98.0<8;8,1>:ud r65.0<8;8,1>:ud
mov (16|M0) r110.0<1>:f 4.2039e-45:f
mov (16|M0) r112.0<1>:f r5.5<0;1,0>:f {Compacted}
add (8|M8) r104.1<2>:ud r99.0<8;8,1>:ud r66.0<8;8,1>:ud
mov (8|M16) r100.0<1>:ud acc0.0<8;8,1>:ud
addc (8|M24) r97.0<1>:ud r64.0<8;8,1>:ud 0x4:ud {AccWrEn}
mov (8|M0) r102.0<2>:f r94.0<8;8,1>:f
mov (8|M8) r104.0<2>:f r95.0<8;8,1>:f
mov (16|M16) r114.0<1>:f 4.2039e-45:f
mov (16|M16) r116.0<1>:f r5.5<0;1,0>:f
mov (8|M24) r101.0<1>:ud acc0.0<8;8,1>:ud
add (8|M16) r106.1<2>:ud r100.0<8;8,1>:ud r67.0<8;8,1>:ud
mov (8|M16) r106.0<2>:f r96.0<8;8,1>:f
sends (16|M0) null:w r82 r90 0x8C 0x080691FF
sends (16|M16) null:w r86 r92 0x8C 0x080691FF
add (8|M24) r108.1<2>:ud r101.0<8;8,1>:ud r68.0<8;8,1>:ud
mov (8|M24) r108.0<2>:f r97.0<8;8,1>:f
sends (16|M0) null:w r102 r110 0x10C 0x080695FF
(W) mov (8|M0) r82.0<1>:f r82.0<8;8,1>:f {Compacted}
sends (16|M16) null:w r106 r114 0x10C 0x080695FF
(W) mov (8|M0) r86.0<1>:f r86.0<8;8,1>:f {Compacted}
(W) mov (8|M0) r102.0<1>:f r102.0<8;8,1>:f {Compacted}
(W) mov (8|M0) r106.0<1>:f r106.0<8;8,1>:f {Compacted}
L2400:
endif (32|M0) L2416
L2416:
(W) mov (8|M0) r127.0<1>:f r3.0<8;8,1>:f {Compacted}
(W) send (8|M0) null r127:f 0x27 0x02000010 {EOT}
L2440:
