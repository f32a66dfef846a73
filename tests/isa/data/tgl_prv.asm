L0:
(W) mov (8|M0) r3.0<1>:ud r0.0<1;1,0>:ud
(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw {@1}
(W) cmp (16|M0) (gt)f1.0 null<1>:d r8.2<0;1,0>:d 0:w {@1}
(W) cmp (16|M16) (gt)f1.0 null<1>:d r8.2<0;1,0>:d 0:w
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w
(~f1.0) if (32|M0) L120 L832
L96:
(W) mov (1|M0) r5.5<1>:f 0.0:f {Compacted}
else (32|M0) L832 L832
L120:
(W) mov (2|M0) r5.0<1>:f r8.0<2;2,1>:f {Compacted}
(W) mov (1|M0) r19.2<1>:f 4.48416e-44:f
(W) mov (1|M0) r21.2<1>:f 8.96831e-44:f
(W) mov (1|M0) r23.2<1>:f 1.34525e-43:f
(W) mov (1|M0) r25.2<1>:f 1.79366e-43:f
(W) mov (1|M0) r27.2<1>:f 2.24208e-43:f
(W) mov (1|M0) r29.2<1>:f 2.69049e-43:f
(W) mov (1|M0) r31.2<1>:f 3.13891e-43:f
(W) mov (1|M0) r6.0<1>:f r5.0<0;1,0>:f {Compacted,@7}
(W) mov (1|M0) r6.1<1>:f r5.1<0;1,0>:f {Compacted}
(W) send.dc0 (8|M0) r18 r19 null 0x0 0x02184200 {@7,$0}
(W) send.dc0 (8|M0) r20 r21 null 0x0 0x02184200 {@7,$1}
(W) send.dc0 (8|M0) r22 r23 null 0x0 0x02184200 {@7,$2}
(W) send.dc0 (8|M0) r24 r25 null 0x0 0x02184200 {@6,$3}
(W) send.dc0 (8|M0) r26 r27 null 0x0 0x02184200 {@5,$4}
(W) send.dc0 (8|M0) r28 r29 null 0x0 0x02184200 {@4,$5}
(W) send.dc0 (8|M0) r30 r31 null 0x0 0x02184200 {@3,$6}
(W) send.dc1 (8|M0) r4 r6 null 0x0 0x021D0AFF {@1,$7}
(W) mov (2|M0) r5.4<1>:f 0.0:f {Compacted}
(W) mov (4|M0) r11.0<1>:f r18.0<4;4,1>:f {$0.dst}
(W) mov (4|M0) r11.4<1>:f r18.4<4;4,1>:f
(W) mov (4|M0) r12.0<1>:f r20.0<4;4,1>:f {$1.dst}
(W) mov (4|M0) r12.4<1>:f r20.4<4;4,1>:f
(W) mov (4|M0) r13.0<1>:f r22.0<4;4,1>:f {$2.dst}
(W) mov (4|M0) r13.4<1>:f r22.4<4;4,1>:f
(W) mov (4|M0) r14.0<1>:f r24.0<4;4,1>:f {$3.dst}
(W) mov (4|M0) r14.4<1>:f r24.4<4;4,1>:f
(W) mov (4|M0) r15.0<1>:f r26.0<4;4,1>:f {$4.dst}
(W) mov (4|M0) r15.4<1>:f r26.4<4;4,1>:f
(W) mov (4|M0) r16.0<1>:f r28.0<4;4,1>:f {$5.dst}
(W) mov (4|M0) r16.4<1>:f r28.4<4;4,1>:f
(W) mov (4|M0) r17.0<1>:f r30.0<4;4,1>:f {$6.dst}
(W) mov (4|M0) r17.4<1>:f r30.4<4;4,1>:f
(W) mov (1|M0) r10.0<1>:f r4.0<0;1,0>:f {Compacted,$7.dst}
(W) mov (4|M0) r10.1<1>:f r4.1<4;4,1>:f
(W) mov (2|M0) r10.5<1>:f r4.5<2;2,1>:f
(W) mov (1|M0) r10.7<1>:f r4.7<0;1,0>:f
L672:
(W) shl (1|M0) r32.0<1>:d r5.4<0;1,0>:d 2:w {Compacted}
(W) send.dc0 (1|M0) r33 r32 null 0x0 0x02110800 {@1,$8}
(W) and (1|M0) r5.2<1>:d r33.0<0;1,0>:d 63:w {Compacted,$8.dst}
(W) mul (1|M0) r5.6<1>:uw r5.4<0;1,0>:uw 0x4:uw {@1}
(W) add (1|M0) a0.0<1>:uw r5.6<0;1,0>:uw 0x140:uw {@1}
(W) add (1|M0) r5.5<1>:d r5.5<0;1,0>:d r[a0.0]<0;1,0>:d {@5}
(W) add (1|M0) r5.4<1>:d r5.4<0;1,0>:d 1:w {@1}
(W) cmp (16|M0) (lt)f0.0 null<1>:d r5.4<0;1,0>:d r8.2<0;1,0>:d {@1}
(W) cmp (16|M16) (lt)f0.0 null<1>:d r5.4<0;1,0>:d r8.2<0;1,0>:d
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w
(f0.0) while (32|M0) L672
L832:
endif (32|M0) L848
L848:
(W) mov (16|M0) r51.0<1>:f 0.0:f {Compacted}
(W) mov (16|M16) r53.0<1>:f 0.0:f {Compacted}
mov (16|M0) r51.0<1>:f 1.68156e-44:f
mov (16|M16) r53.0<1>:f 1.68156e-44:f
(W) add (8|M16) r51.1<2>:d r51.0<2;1,0>:d r51.1<2;1,0>:d {@2}
(W) add (8|M16) r53.1<2>:d r53.0<2;1,0>:d r53.1<2;1,0>:d {@2}
(W) add (4|M16) r51.2<4>:d r51.2<4;1,0>:d r51.1<4;1,0>:d {@2}
(W) add (4|M16) r53.2<4>:d r53.2<4;1,0>:d r53.1<4;1,0>:d {@2}
(W) mul (1|M0) acc0.0<1>:d r9.2<0;1,0>:d r3.2<0;1,0>:uw
(W) add (4|M16) r51.3<4>:d r51.3<4;1,0>:d r51.1<4;1,0>:d {@3}
(W) mach (1|M0) r34.0<1>:d r9.2<0;1,0>:d r3.1<0;1,0>:d
(W) add (4|M16) r53.3<4>:d r53.3<4;1,0>:d r53.1<4;1,0>:d {@4}
(W) add (4|M16) r51.4<1>:d r51.3<0;1,0>:d r51.4<4;4,1>:d {@3}
(W) add (4|M16) r52.4<1>:d r52.3<0;1,0>:d r52.4<4;4,1>:d
add (16|M0) r35.0<1>:d r34.0<0;1,0>:d r1.0<16;16,1>:uw {@4}
add (16|M16) r37.0<1>:d r34.0<0;1,0>:d r2.0<16;16,1>:uw
(W) add (4|M16) r53.4<1>:d r53.3<0;1,0>:d r53.4<4;4,1>:d {@5}
(W) add (4|M16) r54.4<1>:d r54.3<0;1,0>:d r54.4<4;4,1>:d
(W) add (8|M16) r52.0<1>:d r51.7<0;1,0>:d r52.0<8;8,1>:d {@5}
(W) add (8|M16) r54.0<1>:d r53.7<0;1,0>:d r54.0<8;8,1>:d {@2}
add (16|M0) r35.0<1>:d r35.0<8;8,1>:d r7.0<0;1,0>:d {Compacted,@6}
add (16|M16) r37.0<1>:d r37.0<8;8,1>:d r7.0<0;1,0>:d {Compacted,@6}
(W) add (16|M16) r53.0<1>:d r52.7<0;1,0>:d r53.0<8;8,1>:d {Compacted,@3}
shl (16|M0) r35.0<1>:d r35.0<8;8,1>:d 2:w {Compacted,@3}
shl (16|M16) r37.0<1>:d r37.0<8;8,1>:d 2:w {Compacted,@3}
mov (16|M0) r39.0<1>:f r5.5<0;1,0>:f {Compacted}
mov (16|M16) r41.0<1>:f r5.5<0;1,0>:f {Compacted}
(W) mov (2|M0) r48.0<1>:f r9.0<2;2,1>:f {Compacted}
(W) mov (1|M0) r50.0<1>:f r54.7<0;1,0>:f {Compacted,@6}
send.dc1 (16|M0) null r35 r39 0x80 0x04025E00 {@4,$9}
send.dc1 (16|M16) null r37 r41 0x80 0x04025E00 {@3,$10}
(W) send.dc1 (1|M0) r47 r48 r50 0x40 0x0414A7FF {@1,$11}
(W) add (16|M0) r51.0<1>:d r51.0<8;8,1>:d r47.0<0;1,0>:ud {$11.dst}
(W) add (16|M0) r53.0<1>:d r53.0<8;8,1>:d r47.0<0;1,0>:ud
add (16|M0) r43.0<1>:d r51.0<8;8,1>:d -12:w {Compacted,@2}
add (16|M16) r45.0<1>:d r53.0<8;8,1>:d -12:w {Compacted,@2}
addc (8|M0) r59.0<1>:ud r9.0<0;1,0>:ud r43.0<8;8,1>:ud {AccWrEn,Compacted,@2}
add (16|M0) r55.0<1>:d r51.0<8;8,1>:d 0:w {Compacted}
mov (8|M0) r49.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
addc (8|M8) r60.0<1>:ud r9.0<0;1,0>:ud r44.0<8;8,1>:ud {AccWrEn}
add (16|M16) r57.0<1>:d r53.0<8;8,1>:d 0:w {Compacted}
mov (8|M8) r67.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
addc (8|M16) r61.0<1>:ud r9.0<0;1,0>:ud r45.0<8;8,1>:ud {AccWrEn,@7}
cmp (16|M0) (lt)f0.0 null<1>:d r55.0<8;8,1>:ud 0x400001:ud {@6}
cmp (16|M16) (lt)f0.0 null<1>:d r57.0<8;8,1>:ud 0x400001:ud {@4}
mov (8|M16) r68.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
addc (8|M24) r62.0<1>:ud r9.0<0;1,0>:ud r46.0<8;8,1>:ud {AccWrEn}
add (8|M0) r63.0<1>:ud r49.0<8;8,1>:ud r9.1<0;1,0>:ud {Compacted,@7}
mov (8|M24) r69.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
add (8|M8) r64.0<1>:ud r67.0<8;8,1>:ud r9.1<0;1,0>:ud {Compacted,@7}
add (8|M16) r65.0<1>:ud r68.0<8;8,1>:ud r9.1<0;1,0>:ud {Compacted,@5}
add (8|M24) r66.0<1>:ud r69.0<8;8,1>:ud r9.1<0;1,0>:ud {Compacted,@3}
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w
(~f0.0) if (32|M0) L1744 L2088
L1520:
cmp (16|M0) (lt)f1.0 null<1>:d r43.0<8;8,1>:ud 0x3FFFFD:ud
cmp (16|M16) (lt)f1.0 null<1>:d r45.0<8;8,1>:ud 0x3FFFFD:ud
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w {@4}
(f1.0) if (32|M0) L1712 L1712
L1584:
mov (8|M0) r70.0<2>:f r59.0<8;8,1>:f {Compacted}
mov (8|M8) r72.0<2>:f r60.0<8;8,1>:f {Compacted}
mov (8|M16) r74.0<2>:f r61.0<8;8,1>:f {Compacted}
mov (8|M24) r76.0<2>:f r62.0<8;8,1>:f {Compacted}
mov (16|M0) r78.0<1>:f -qnan(0x3FFFFF):f
mov (16|M16) r80.0<1>:f -qnan(0x3FFFFF):f
mov (8|M0) r70.1<2>:f r63.0<8;8,1>:f {Compacted}
mov (8|M8) r72.1<2>:f r64.0<8;8,1>:f {Compacted}
mov (8|M16) r74.1<2>:f r65.0<8;8,1>:f {Compacted}
mov (8|M24) r76.1<2>:f r66.0<8;8,1>:f {Compacted}
send.dc1 (16|M0) null r70 r78 0x80 0x080691FF {@3,$12}
send.dc1 (16|M16) null r74 r80 0x80 0x080691FF {@1,$13}
L1712:
endif (32|M0) L1728
L1728:
else (32|M0) L2088 L2088
L1744:
addc (8|M0) r94.0<1>:ud r59.0<8;8,1>:ud 0x4:ud {AccWrEn,Compacted}
mov (8|M0) r82.0<2>:f r59.0<8;8,1>:f {Compacted}
mov (8|M0) r98.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
addc (8|M8) r95.0<1>:ud r60.0<8;8,1>:ud 0x4:ud {AccWrEn}
mov (8|M8) r84.0<2>:f r60.0<8;8,1>:f {Compacted}
mov (8|M8) r99.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
addc (8|M16) r96.0<1>:ud r61.0<8;8,1>:ud 0x4:ud {AccWrEn}
mov (8|M16) r86.0<2>:f r61.0<8;8,1>:f {Compacted}
mov (8|M16) r100.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
addc (8|M24) r97.0<1>:ud r62.0<8;8,1>:ud 0x4:ud {AccWrEn}
mov (8|M24) r88.0<2>:f r62.0<8;8,1>:f {Compacted}
mov (8|M24) r101.0<1>:ud acc0.0<8;8,1>:ud {Compacted}
mov (16|M0) r90.0<1>:f 0.0:f {Compacted}
mov (16|M16) r92.0<1>:f 0.0:f {Compacted}
mov (16|M0) r110.0<1>:f 4.2039e-45:f
mov (16|M0) r112.0<1>:f r5.5<0;1,0>:f {Compacted}
mov (16|M16) r114.0<1>:f 4.2039e-45:f
mov (16|M16) r116.0<1>:f r5.5<0;1,0>:f {Compacted}
mov (8|M0) r82.1<2>:f r63.0<8;8,1>:f {Compacted}
add (8|M0) r102.1<2>:ud r98.0<8;8,1>:ud r63.0<8;8,1>:ud {Compacted}
mov (8|M8) r84.1<2>:f r64.0<8;8,1>:f {Compacted}
add (8|M8) r104.1<2>:ud r99.0<8;8,1>:ud r64.0<8;8,1>:ud {Compacted}
mov (8|M16) r86.1<2>:f r65.0<8;8,1>:f {Compacted}
add (8|M16) r106.1<2>:ud r100.0<8;8,1>:ud r65.0<8;8,1>:ud {Compacted}
mov (8|M24) r88.1<2>:f r66.0<8;8,1>:f {Compacted}
add (8|M24) r108.1<2>:ud r101.0<8;8,1>:ud r66.0<8;8,1>:ud {Compacted}
mov (8|M0) r102.0<2>:f r94.0<8;8,1>:f {Compacted}
mov (8|M8) r104.0<2>:f r95.0<8;8,1>:f {Compacted}
mov (8|M16) r106.0<2>:f r96.0<8;8,1>:f {Compacted}
mov (8|M24) r108.0<2>:f r97.0<8;8,1>:f {Compacted}
send.dc1 (16|M0) null r82 r90 0x80 0x080691FF {@7,$14}
send.dc1 (16|M16) null r86 r92 0x80 0x080691FF {@6,$15}
send.dc1 (16|M0) null r102 r110 0x100 0x080695FF {@3,$0}
send.dc1 (16|M16) null r106 r114 0x100 0x080695FF {@1,$1}
L2088:
endif (32|M0) L2104
L2104:
(W) mov (8|M0) r127.0<1>:f r3.0<8;8,1>:f {Compacted}
(W) send.dc0 (8|M0) r118 r3 null 0x0 0x0219E000 {$2}
(W) mov (8|M0) null<1>:ud r118.0<8;8,1>:ud {$2.dst}
(W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT,@1}
L2160:
