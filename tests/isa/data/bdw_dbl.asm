L0:
(W) mov (4|M0) r19.0<1>:df 1.5:df
(W) mov (4|M0) r17.0<1>:df 0.5:df
(W) mov (4|M0) r15.0<1>:df 1.0:df
(W) mov (4|M0) r14.0<1>:df 0.0:df
(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw {Switch}
(W) mul (1|M0) r126.0<1>:d r6.0<0;1,0>:d r0.1<0;1,0>:d {Compacted}
add (16|M0) r124.0<1>:d r126.0<0;1,0>:d r1.0<16;16,1>:uw
add (16|M0) r124.0<1>:d r124.0<8;8,1>:d r4.0<0;1,0>:d {Compacted}
shl (8|M0) r122.0<1>:q r124.0<8;8,1>:d 3:w
shl (8|M8) r120.0<1>:q r125.0<8;8,1>:d 3:w
add (8|M0) r58.0<1>:q r122.0<4;4,1>:q r5.0<0;1,0>:q
add (8|M0) r52.0<1>:q r122.0<4;4,1>:q r5.1<0;1,0>:q
add (8|M8) r60.0<1>:q r120.0<4;4,1>:q r5.0<0;1,0>:q
add (8|M8) r54.0<1>:q r120.0<4;4,1>:q r5.1<0;1,0>:q
send (8|M0) r74:df r58:f 0xC 0x042402FF
send (8|M0) r122:df r52:f 0xC 0x042402FF
send (8|M8) r76:df r60:f 0xC 0x042402FF
send (8|M8) r124:df r54:f 0xC 0x042402FF
math.rsqtm (4|M0) (eo)f0.1 r10.mme0:df r74.nomme:df
(~f0.1) if (4|M0) L464 L464
L304:
madm (4|M0) r6.mme1:df r14.nomme:df r17.nomme:df r10.mme0:df
madm (4|M0) r118.mme2:df r14.nomme:df r74.nomme:df r10.mme0:df
madm (4|M0) r2.mme3:df r17.nomme:df -r118.mme2:df r6.mme1:df
madm (4|M0) r114.mme5:df r15.nomme:df r19.nomme:df r2.mme3:df
madm (4|M0) r10.mme6:df r14.nomme:df r2.mme3:df r118.mme2:df
madm (4|M0) r2.mme7:df r14.nomme:df r2.mme3:df r6.mme1:df
madm (4|M0) r10.mme6:df r118.mme2:df r114.mme5:df r10.mme6:df
madm (4|M0) r114.mme5:df r6.mme1:df r114.mme5:df r2.mme7:df
madm (4|M0) r6.mme1:df r74.nomme:df -r10.mme6:df r10.mme6:df
madm (4|M0) r10.nomme:df r10.mme6:df r6.mme1:df r114.mme5:df
L464:
endif (4|M0) L480
L480:
math.rsqtm (4|M4) (eo)f0.1 r11.mme0:df r75.nomme:df
(~f0.1) if (4|M4) L672 L672
L512:
madm (4|M4) r7.mme1:df r14.nomme:df r17.nomme:df r11.mme0:df
madm (4|M4) r119.mme2:df r14.nomme:df r75.nomme:df r11.mme0:df
madm (4|M4) r3.mme3:df r17.nomme:df -r119.mme2:df r7.mme1:df
madm (4|M4) r115.mme5:df r15.nomme:df r19.nomme:df r3.mme3:df
madm (4|M4) r11.mme6:df r14.nomme:df r3.mme3:df r119.mme2:df
madm (4|M4) r3.mme7:df r14.nomme:df r3.mme3:df r7.mme1:df
madm (4|M4) r11.mme6:df r119.mme2:df r115.mme5:df r11.mme6:df
madm (4|M4) r115.mme5:df r7.mme1:df r115.mme5:df r3.mme7:df
madm (4|M4) r7.mme1:df r75.nomme:df -r11.mme6:df r11.mme6:df
madm (4|M4) r11.nomme:df r11.mme6:df r7.mme1:df r115.mme5:df
L672:
endif (4|M4) L688
L688:
math.rsqtm (4|M8) (eo)f0.1 r12.mme0:df r76.nomme:df
(~f0.1) if (4|M8) L880 L880
L720:
madm (4|M8) r8.mme1:df r14.nomme:df r17.nomme:df r12.mme0:df
madm (4|M8) r120.mme2:df r14.nomme:df r76.nomme:df r12.mme0:df
madm (4|M8) r4.mme3:df r17.nomme:df -r120.mme2:df r8.mme1:df
madm (4|M8) r116.mme5:df r15.nomme:df r19.nomme:df r4.mme3:df
madm (4|M8) r12.mme6:df r14.nomme:df r4.mme3:df r120.mme2:df
madm (4|M8) r4.mme7:df r14.nomme:df r4.mme3:df r8.mme1:df
madm (4|M8) r12.mme6:df r120.mme2:df r116.mme5:df r12.mme6:df
madm (4|M8) r116.mme5:df r8.mme1:df r116.mme5:df r4.mme7:df
madm (4|M8) r8.mme1:df r76.nomme:df -r12.mme6:df r12.mme6:df
madm (4|M8) r12.nomme:df r12.mme6:df r8.mme1:df r116.mme5:df
L880:
endif (4|M8) L896
L896:
math.rsqtm (4|M12) (eo)f0.1 r13.mme0:df r77.nomme:df
(~f0.1) if (4|M12) L1088 L1088
L928:
madm (4|M12) r9.mme1:df r14.nomme:df r17.nomme:df r13.mme0:df
madm (4|M12) r121.mme2:df r14.nomme:df r77.nomme:df r13.mme0:df
madm (4|M12) r5.mme3:df r17.nomme:df -r121.mme2:df r9.mme1:df
madm (4|M12) r117.mme5:df r15.nomme:df r19.nomme:df r5.mme3:df
madm (4|M12) r13.mme6:df r14.nomme:df r5.mme3:df r121.mme2:df
madm (4|M12) r5.mme7:df r14.nomme:df r5.mme3:df r9.mme1:df
madm (4|M12) r13.mme6:df r121.mme2:df r117.mme5:df r13.mme6:df
madm (4|M12) r117.mme5:df r9.mme1:df r117.mme5:df r5.mme7:df
madm (4|M12) r9.mme1:df r77.nomme:df -r13.mme6:df r13.mme6:df
madm (4|M12) r13.nomme:df r13.mme6:df r9.mme1:df r117.mme5:df
L1088:
endif (4|M12) L1104
L1104:
mov (8|M0) r108.0<1>:df r10.0<4;4,1>:df
mov (8|M8) r126.0<1>:df r12.0<4;4,1>:df
math.invm (4|M0) (eo)f0.0 r10.mme0:df r108.nomme:df r122.nomme:df
(~f0.0) if (4|M0) L1328 L1328
L1168:
madm (4|M0) r6.mme1:df r14.nomme:df r108.nomme:df r10.mme0:df
madm (4|M0) r110.mme2:df r15.nomme:df -r122.nomme:df r10.mme0:df
madm (4|M0) r114.mme3:df r108.nomme:df -r122.nomme:df r6.mme1:df
madm (4|M0) r2.mme4:df r10.mme0:df r110.mme2:df r10.mme0:df
madm (4|M0) r118.mme5:df r15.nomme:df -r122.nomme:df r2.mme4:df
madm (4|M0) r10.mme6:df r10.mme0:df r110.mme2:df r2.mme4:df
madm (4|M0) r6.mme7:df r6.mme1:df r114.mme3:df r2.mme4:df
madm (4|M0) r2.mme0:df r2.mme4:df r10.mme6:df r118.mme5:df
madm (4|M0) r114.mme1:df r108.nomme:df -r122.nomme:df r6.mme7:df
madm (4|M0) r10.nomme:df r6.mme7:df r114.mme1:df r2.mme0:df
L1328:
endif (4|M0) L1344
L1344:
math.invm (4|M4) (eo)f0.0 r11.mme0:df r109.nomme:df r123.nomme:df
(~f0.0) if (4|M4) L1536 L1536
L1376:
madm (4|M4) r7.mme1:df r14.nomme:df r109.nomme:df r11.mme0:df
madm (4|M4) r111.mme2:df r15.nomme:df -r123.nomme:df r11.mme0:df
madm (4|M4) r115.mme3:df r109.nomme:df -r123.nomme:df r7.mme1:df
madm (4|M4) r3.mme4:df r11.mme0:df r111.mme2:df r11.mme0:df
madm (4|M4) r119.mme5:df r15.nomme:df -r123.nomme:df r3.mme4:df
madm (4|M4) r11.mme6:df r11.mme0:df r111.mme2:df r3.mme4:df
madm (4|M4) r7.mme7:df r7.mme1:df r115.mme3:df r3.mme4:df
madm (4|M4) r3.mme0:df r3.mme4:df r11.mme6:df r119.mme5:df
madm (4|M4) r115.mme1:df r109.nomme:df -r123.nomme:df r7.mme7:df
madm (4|M4) r11.nomme:df r7.mme7:df r115.mme1:df r3.mme0:df
L1536:
endif (4|M4) L1552
L1552:
math.invm (4|M8) (eo)f0.0 r12.mme0:df r126.nomme:df r124.nomme:df
(~f0.0) if (4|M8) L1744 L1744
L1584:
madm (4|M8) r8.mme1:df r14.nomme:df r126.nomme:df r12.mme0:df
madm (4|M8) r112.mme2:df r15.nomme:df -r124.nomme:df r12.mme0:df
madm (4|M8) r116.mme3:df r126.nomme:df -r124.nomme:df r8.mme1:df
madm (4|M8) r4.mme4:df r12.mme0:df r112.mme2:df r12.mme0:df
madm (4|M8) r120.mme5:df r15.nomme:df -r124.nomme:df r4.mme4:df
madm (4|M8) r12.mme6:df r12.mme0:df r112.mme2:df r4.mme4:df
madm (4|M8) r8.mme7:df r8.mme1:df r116.mme3:df r4.mme4:df
madm (4|M8) r4.mme0:df r4.mme4:df r12.mme6:df r120.mme5:df
madm (4|M8) r116.mme1:df r126.nomme:df -r124.nomme:df r8.mme7:df
madm (4|M8) r12.nomme:df r8.mme7:df r116.mme1:df r4.mme0:df
L1744:
endif (4|M8) L1760
L1760:
math.invm (4|M12) (eo)f0.0 r13.mme0:df r127.nomme:df r125.nomme:df
(~f0.0) if (4|M12) L1952 L1952
L1792:
madm (4|M12) r9.mme1:df r14.nomme:df r127.nomme:df r13.mme0:df
madm (4|M12) r113.mme2:df r15.nomme:df -r125.nomme:df r13.mme0:df
madm (4|M12) r117.mme3:df r127.nomme:df -r125.nomme:df r9.mme1:df
madm (4|M12) r5.mme4:df r13.mme0:df r113.mme2:df r13.mme0:df
madm (4|M12) r121.mme5:df r15.nomme:df -r125.nomme:df r5.mme4:df
madm (4|M12) r13.mme6:df r13.mme0:df r113.mme2:df r5.mme4:df
madm (4|M12) r9.mme7:df r9.mme1:df r117.mme3:df r5.mme4:df
madm (4|M12) r5.mme0:df r5.mme4:df r13.mme6:df r121.mme5:df
madm (4|M12) r117.mme1:df r127.nomme:df -r125.nomme:df r9.mme7:df
madm (4|M12) r13.nomme:df r9.mme7:df r117.mme1:df r5.mme0:df
L1952:
endif (4|M12) L1968
L1968:
(W) mov (1|M0) r126.0<1>:q 9223372036854775807:q
(W) mov (1|M0) r125.0<1>:df 0x4170000000000000:df
(W) mov (1|M0) r1.0<1>:q -9223372036854775808:q
mov (8|M0) r68.0<1>:df r10.0<4;4,1>:df
mov (8|M8) r66.0<1>:df r12.0<4;4,1>:df
and (8|M0) r44.0<1>:q r74.0<4;4,1>:q r126.0<0;1,0>:q
and (8|M8) r56.0<1>:q r76.0<4;4,1>:q r126.0<0;1,0>:q
and (8|M0) r64.0<1>:q r74.0<4;4,1>:q r1.0<0;1,0>:q
and (8|M8) r62.0<1>:q r76.0<4;4,1>:q r1.0<0;1,0>:q
cmp (8|M0) (le)f0.1 null<1>:df r44.0<4;4,1>:df r125.0<0;1,0>:df
cmp (8|M8) (le)f0.1 null<1>:df r56.0<4;4,1>:df r125.0<0;1,0>:df
(~f0.1) if (16|M0) L10280 L11528
L2160:
(W) mov (1|M0) r70.0<1>:q 9218868437227405312:q
mov (8|M0) r2.0<1>:d r74.1<2;1,0>:d
mov (8|M8) r3.0<1>:d r76.1<2;1,0>:d
(W) mov (1|M0) r1.0<1>:df inf:df
(W) mov (1|M0) r126.0<1>:uw 0x1:uw
and (8|M0) r8.0<1>:q r74.0<4;4,1>:q r70.0<0;1,0>:q
and (8|M8) r10.0<1>:q r76.0<4;4,1>:q r70.0<0;1,0>:q
and (16|M0) r4.0<1>:d r2.0<8;8,1>:d 2146435072:d
cmp (8|M0) (eq)f1.0 null<1>:df r8.0<4;4,1>:df r1.0<0;1,0>:df
cmp (8|M8) (eq)f1.0 null<1>:df r10.0<4;4,1>:df r1.0<0;1,0>:df
cmp (16|M0) (eq)f1.1 null<1>:d r4.0<8;8,1>:d 2146435072:d
(f1.0) sel (16|M0) r6.0<1>:uw r126.0<0;1,0>:uw 0x0:uw
(f1.1) sel (16|M0) r125.0<1>:uw r126.0<0;1,0>:uw 0x0:uw
and (16|M0) (ne)f1.0 null<1>:uw r6.0<16;16,1>:uw r125.0<16;16,1>:uw
(~f1.0) if (16|M0) L10136 L10248
L2400:
shr (8|M0) r2.0<1>:q r8.0<4;4,1>:uq 52:w
shr (8|M8) r4.0<1>:q r10.0<4;4,1>:uq 52:w
(W) mov (1|M0) r1.0<1>:q 4607182418800017408:q
(W) mov (1|M0) r126.0<1>:df 0x42A8000000000000:df
(W) mov (1|M0) r126.1<1>:q 4502500115742720:q
(W) mov (1|M0) r126.2<1>:df 0x3FA5555555554CCF:df
mov (8|M0) r124.0<1>:ud r2.0<2;1,0>:ud
mov (8|M8) r125.0<1>:ud r4.0<2;1,0>:ud
mov (8|M0) r6.0<1>:ud r2.1<2;1,0>:ud
mov (8|M8) r7.0<1>:ud r4.1<2;1,0>:ud
(W) mul (8|M0) acc0.0<1>:ud r124.0<8;8,1>:ud 0x18:uw
mul (16|M0) r10.0<1>:ud r124.0<8;8,1>:ud 0x18:uw
mul (16|M0) r8.0<1>:d r6.0<8;8,1>:d 0x18:uw
and (8|M0) r6.0<1>:q r74.0<4;4,1>:q 0xFFFFFFFF:ud
mach (8|M0) r122.0<1>:d r124.0<8;8,1>:ud 0x18:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r125.0<8;8,1>:ud 0x18:uw
mov (8|M0) r12.0<2>:ud r10.0<8;8,1>:ud
mov (8|M8) r14.0<2>:ud r11.0<8;8,1>:ud
mov (8|M0) r94.0<1>:ud r6.0<2;1,0>:ud
mov (8|M0) r32.0<1>:ud r6.1<2;1,0>:ud
mov (8|M0) r36.0<1>:ud r6.1<2;1,0>:ud
mach (8|M8) r123.0<1>:d r125.0<8;8,1>:ud 0x18:ud {AccWrEn}
add (16|M0) r122.0<1>:d r122.0<8;8,1>:d r8.0<8;8,1>:d {Compacted}
mov (8|M0) r8.0<1>:ud r6.0<2;1,0>:ud
mov (8|M0) r12.1<2>:d r122.0<8;8,1>:d
mov (8|M8) r14.1<2>:d r123.0<8;8,1>:d
shr (8|M0) r120.0<2>:d r12.0<4;4,1>:uq 3:w
shr (8|M8) r2.0<2>:d r14.0<4;4,1>:uq 3:w
shr (8|M8) r12.0<1>:q r76.0<4;4,1>:uq 32:w
mov (8|M0) r118.0<1>:d r120.0<2;1,0>:d
mov (8|M8) r119.0<1>:d r2.0<2;1,0>:d
and (8|M8) r2.0<1>:q r76.0<4;4,1>:q 0xFFFFFFFF:ud
and (8|M8) r102.0<1>:q r12.0<4;4,1>:q 1048575:d
mov (8|M0) r12.0<1>:ud r6.1<2;1,0>:ud
shl (16|M0) r4.0<1>:d r118.0<8;8,1>:d 3:w
shr (8|M0) r118.0<1>:q r74.0<4;4,1>:uq 32:w
mov (8|M8) r9.0<1>:ud r2.0<2;1,0>:ud
mov (8|M8) r13.0<1>:ud r2.1<2;1,0>:ud
mov (8|M8) r95.0<1>:ud r2.0<2;1,0>:ud
mov (8|M8) r33.0<1>:ud r2.1<2;1,0>:ud
add (16|M0) r116.0<1>:d r4.0<8;8,1>:d 8:w
mov (8|M8) r37.0<1>:ud r2.1<2;1,0>:ud
send (16|M0) r108:w r116:f 0xC 0x04805002
and (8|M0) r116.0<1>:q r118.0<4;4,1>:q 1048575:d
or (8|M8) r118.0<1>:q r102.0<4;4,1>:q 1048576:d
or (8|M0) r104.0<1>:q r116.0<4;4,1>:q 1048576:d
mov (8|M8) r99.0<1>:ud r118.0<2;1,0>:ud
mov (8|M8) r27.0<1>:ud r118.1<2;1,0>:ud
mov (8|M8) r35.0<1>:ud r118.1<2;1,0>:ud
mov (8|M0) r98.0<1>:ud r104.0<2;1,0>:ud
mov (8|M0) r26.0<1>:ud r104.1<2;1,0>:ud
mov (8|M0) r34.0<1>:ud r104.1<2;1,0>:ud
mov (8|M0) r16.0<2>:d r108.0<8;8,1>:d
mov (8|M8) r18.0<2>:d r109.0<8;8,1>:d
mov (8|M0) r16.1<2>:d r110.0<8;8,1>:d
mov (8|M8) r18.1<2>:d r111.0<8;8,1>:d
mov (8|M0) r20.0<2>:d r112.0<8;8,1>:d
mov (8|M0) r20.1<2>:d r114.0<8;8,1>:d
mov (8|M8) r22.0<2>:d r113.0<8;8,1>:d
mov (8|M8) r22.1<2>:d r115.0<8;8,1>:d
and (8|M0) r124.0<1>:q r16.0<4;4,1>:q 0xFFFFFFFF:ud
and (8|M8) r120.0<1>:q r18.0<4;4,1>:q 0xFFFFFFFF:ud
shr (8|M0) r106.0<1>:q r20.0<4;4,1>:uq 32:w
shr (8|M8) r96.0<1>:q r22.0<4;4,1>:uq 32:w
and (8|M8) r30.0<1>:q r22.0<4;4,1>:q 0xFFFFFFFF:ud
mov (8|M0) r122.0<1>:ud r124.0<2;1,0>:ud
mov (8|M8) r123.0<1>:ud r120.0<2;1,0>:ud
mov (8|M0) r114.0<1>:ud r124.1<2;1,0>:ud
mov (8|M0) r100.0<1>:ud r106.0<2;1,0>:ud
mov (8|M8) r115.0<1>:ud r120.1<2;1,0>:ud
mov (8|M8) r101.0<1>:ud r96.0<2;1,0>:ud
mov (8|M0) r110.0<1>:ud r106.1<2;1,0>:ud
(W) mul (8|M0) acc0.0<1>:ud r122.0<8;8,1>:ud r8.0<2;1,0>:uw
mul (16|M0) r24.0<1>:d r122.0<8;8,1>:ud r12.0<8;8,1>:d
mov (8|M8) r111.0<1>:ud r96.1<2;1,0>:ud
mov (8|M0) r116.0<1>:ud r106.0<2;1,0>:ud
mul (16|M0) r108.0<1>:d r100.0<8;8,1>:ud r26.0<8;8,1>:d
mach (8|M0) r10.0<1>:d r122.0<8;8,1>:ud r8.0<8;8,1>:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r123.0<8;8,1>:ud r9.0<2;1,0>:uw
mul (16|M0) r28.0<1>:ud r122.0<8;8,1>:ud r8.0<8;8,1>:ud {Compacted}
mov (8|M8) r117.0<1>:ud r96.0<2;1,0>:ud
mov (8|M8) r113.0<1>:ud r96.1<2;1,0>:ud
mov (8|M0) r112.0<1>:ud r106.1<2;1,0>:ud
mov (8|M0) r40.0<1>:ud r124.1<2;1,0>:ud
mach (8|M8) r11.0<1>:d r123.0<8;8,1>:ud r9.0<8;8,1>:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r100.0<8;8,1>:ud r98.0<2;1,0>:uw
mov (8|M0) r102.0<2>:ud r28.0<8;8,1>:ud
mov (8|M8) r12.0<2>:ud r29.0<8;8,1>:ud
mov (8|M8) r41.0<1>:ud r120.1<2;1,0>:ud
add (16|M0) r10.0<1>:d r10.0<8;8,1>:d r24.0<8;8,1>:d {Compacted}
mach (8|M0) r14.0<1>:d r100.0<8;8,1>:ud r98.0<8;8,1>:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r101.0<8;8,1>:ud r99.0<2;1,0>:uw
mul (16|M0) r24.0<1>:d r114.0<8;8,1>:d r8.0<8;8,1>:ud
mul (16|M0) r114.0<1>:ud r100.0<8;8,1>:ud r98.0<8;8,1>:ud {Compacted}
mach (8|M8) r15.0<1>:d r101.0<8;8,1>:ud r99.0<8;8,1>:ud {AccWrEn}
add (16|M0) r10.0<1>:d r10.0<8;8,1>:d r24.0<8;8,1>:d {Compacted}
(W) mul (8|M0) acc0.0<1>:ud r116.0<8;8,1>:ud r94.0<2;1,0>:uw
mov (8|M0) r122.0<2>:ud r114.0<8;8,1>:ud
mov (8|M8) r96.0<2>:ud r115.0<8;8,1>:ud
add (16|M0) r14.0<1>:d r14.0<8;8,1>:d r108.0<8;8,1>:d {Compacted}
mul (16|M0) r108.0<1>:d r110.0<8;8,1>:d r98.0<8;8,1>:ud
mov (8|M0) r102.1<2>:d r10.0<8;8,1>:d
mach (8|M0) r10.0<1>:d r116.0<8;8,1>:ud r94.0<8;8,1>:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r117.0<8;8,1>:ud r95.0<2;1,0>:uw
mov (8|M0) r114.0<1>:ud r6.0<2;1,0>:ud
add (16|M0) r14.0<1>:d r14.0<8;8,1>:d r108.0<8;8,1>:d {Compacted}
shr (8|M0) r108.0<1>:q r16.0<4;4,1>:uq 32:w
mov (8|M8) r12.1<2>:d r11.0<8;8,1>:d
and (8|M0) r106.0<1>:q r102.0<4;4,1>:q 0xFFFFFFFF:ud
mach (8|M8) r11.0<1>:d r117.0<8;8,1>:ud r95.0<8;8,1>:ud {AccWrEn}
mov (8|M0) r122.1<2>:d r14.0<8;8,1>:d
mov (8|M8) r96.1<2>:d r15.0<8;8,1>:d
mov (8|M0) r24.0<1>:ud r108.0<2;1,0>:ud
shr (8|M8) r14.0<1>:q r18.0<4;4,1>:uq 32:w
mov (8|M8) r115.0<1>:ud r2.0<2;1,0>:ud
and (8|M8) r26.0<1>:q r12.0<4;4,1>:q 0xFFFFFFFF:ud
mov (8|M0) r98.0<1>:ud r108.1<2;1,0>:ud
add (8|M0) r110.0<1>:q r106.0<4;4,1>:q r122.0<4;4,1>:q
mov (8|M0) r106.0<1>:ud r104.0<2;1,0>:ud
(W) mul (8|M0) acc0.0<1>:ud r24.0<8;8,1>:ud r114.0<2;1,0>:uw
mov (8|M8) r25.0<1>:ud r14.0<2;1,0>:ud
mov (8|M8) r107.0<1>:ud r118.0<2;1,0>:ud
add (8|M8) r8.0<1>:q r26.0<4;4,1>:q r96.0<4;4,1>:q
mov (8|M0) r26.0<1>:ud r124.0<2;1,0>:ud
mov (8|M8) r27.0<1>:ud r120.0<2;1,0>:ud
mov (8|M8) r99.0<1>:ud r14.1<2;1,0>:ud
mach (8|M0) r122.0<1>:d r24.0<8;8,1>:ud r114.0<8;8,1>:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r25.0<8;8,1>:ud r115.0<2;1,0>:uw
mul (16|M0) r38.0<1>:d r24.0<8;8,1>:ud r32.0<8;8,1>:d
mul (16|M0) r96.0<1>:d r26.0<8;8,1>:ud r34.0<8;8,1>:d
mul (16|M0) r14.0<1>:ud r26.0<8;8,1>:ud r106.0<8;8,1>:ud {Compacted}
mach (8|M8) r123.0<1>:d r25.0<8;8,1>:ud r115.0<8;8,1>:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r26.0<8;8,1>:ud r106.0<2;1,0>:uw
mul (16|M0) r16.0<1>:d r116.0<8;8,1>:ud r36.0<8;8,1>:d
mov (8|M0) r92.0<2>:ud r14.0<8;8,1>:ud
mov (8|M8) r18.0<2>:ud r15.0<8;8,1>:ud
add (16|M0) r122.0<1>:d r122.0<8;8,1>:d r38.0<8;8,1>:d {Compacted}
mach (8|M0) r28.0<1>:d r26.0<8;8,1>:ud r106.0<8;8,1>:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r27.0<8;8,1>:ud r107.0<2;1,0>:uw
mul (16|M0) r38.0<1>:d r98.0<8;8,1>:d r114.0<8;8,1>:ud
mul (16|M0) r108.0<1>:ud r24.0<8;8,1>:ud r114.0<8;8,1>:ud {Compacted}
add (16|M0) r10.0<1>:d r10.0<8;8,1>:d r16.0<8;8,1>:d {Compacted}
mach (8|M8) r29.0<1>:d r27.0<8;8,1>:ud r107.0<8;8,1>:ud {AccWrEn}
add (16|M0) r122.0<1>:d r122.0<8;8,1>:d r38.0<8;8,1>:d {Compacted}
mul (16|M0) r16.0<1>:d r112.0<8;8,1>:d r94.0<8;8,1>:ud
mov (8|M0) r120.0<2>:ud r108.0<8;8,1>:ud
add (16|M0) r28.0<1>:d r28.0<8;8,1>:d r96.0<8;8,1>:d {Compacted}
mul (16|M0) r96.0<1>:d r40.0<8;8,1>:d r106.0<8;8,1>:ud
mov (8|M8) r98.0<2>:ud r109.0<8;8,1>:ud
mov (8|M0) r120.1<2>:d r122.0<8;8,1>:d
mov (8|M8) r98.1<2>:d r123.0<8;8,1>:d
mul (16|M0) r124.0<1>:ud r116.0<8;8,1>:ud r94.0<8;8,1>:ud {Compacted}
add (16|M0) r28.0<1>:d r28.0<8;8,1>:d r96.0<8;8,1>:d {Compacted}
add (16|M0) r10.0<1>:d r10.0<8;8,1>:d r16.0<8;8,1>:d {Compacted}
and (8|M0) r100.0<1>:q r20.0<4;4,1>:q 0xFFFFFFFF:ud
mov (8|M0) r20.0<2>:ud r124.0<8;8,1>:ud
mov (8|M8) r114.0<2>:ud r125.0<8;8,1>:ud
mov (8|M0) r92.1<2>:d r28.0<8;8,1>:d
mov (8|M8) r18.1<2>:d r29.0<8;8,1>:d
add (16|M0) r28.0<1>:d r4.0<8;8,1>:d 24:w
mov (8|M0) r20.1<2>:d r10.0<8;8,1>:d
mov (8|M8) r114.1<2>:d r11.0<8;8,1>:d
mov (8|M0) r96.0<1>:ud r104.1<2;1,0>:ud
add (8|M0) r116.0<1>:q r120.0<4;4,1>:q r92.0<4;4,1>:q
add (8|M8) r16.0<1>:q r98.0<4;4,1>:q r18.0<4;4,1>:q
send (16|M0) r32:w r28:f 0xC 0x04405C02
mov (8|M0) r98.0<1>:ud r6.0<2;1,0>:ud
shr (8|M0) r122.0<1>:q r20.0<4;4,1>:uq 32:w
shr (8|M8) r14.0<1>:q r114.0<4;4,1>:uq 32:w
shl (8|M0) r112.0<1>:q r116.0<2;1,0>:d 32:w
shl (8|M8) r22.0<1>:q r16.0<2;1,0>:d 32:w
mov (8|M0) r116.0<1>:ud r100.0<2;1,0>:ud
mov (8|M8) r99.0<1>:ud r2.0<2;1,0>:ud
mov (8|M8) r117.0<1>:ud r30.0<2;1,0>:ud
add (8|M0) r106.0<1>:q r110.0<4;4,1>:q r122.0<4;4,1>:q
add (8|M8) r26.0<1>:q r8.0<4;4,1>:q r14.0<4;4,1>:q
add (8|M0) r108.0<1>:q r102.0<4;4,1>:q r112.0<4;4,1>:q
add (8|M8) r24.0<1>:q r12.0<4;4,1>:q r22.0<4;4,1>:q
(W) mul (8|M0) acc0.0<1>:ud r116.0<8;8,1>:ud r98.0<2;1,0>:uw
mov (8|M0) r16.0<1>:ud r104.0<2;1,0>:ud
mov (8|M8) r17.0<1>:ud r118.0<2;1,0>:ud
mov (8|M8) r97.0<1>:ud r118.1<2;1,0>:ud
mov (8|M0) r92.0<1>:ud r104.1<2;1,0>:ud
shl (8|M0) r124.0<1>:q r108.1<2;1,0>:d 32:w
shl (8|M8) r10.0<1>:q r24.1<2;1,0>:d 32:w
mach (8|M0) r8.0<1>:d r116.0<8;8,1>:ud r98.0<8;8,1>:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r117.0<8;8,1>:ud r99.0<2;1,0>:uw
mov (8|M8) r93.0<1>:ud r118.1<2;1,0>:ud
mov (8|M8) r29.0<1>:ud r2.1<2;1,0>:ud
add (8|M0) r120.0<1>:q r106.0<4;4,1>:q r124.0<4;4,1>:q
add (8|M8) r18.0<1>:q r26.0<4;4,1>:q r10.0<4;4,1>:q
mov (8|M0) r124.0<1>:ud r100.0<2;1,0>:ud
mov (8|M0) r10.0<1>:ud r104.0<2;1,0>:ud
mach (8|M8) r9.0<1>:d r117.0<8;8,1>:ud r99.0<8;8,1>:ud {AccWrEn}
mov (8|M8) r125.0<1>:ud r30.0<2;1,0>:ud
mov (8|M8) r11.0<1>:ud r118.0<2;1,0>:ud
mov (8|M0) r106.0<1>:ud r6.1<2;1,0>:ud
mov (8|M8) r107.0<1>:ud r2.1<2;1,0>:ud
(W) mul (8|M0) acc0.0<1>:ud r124.0<8;8,1>:ud r10.0<2;1,0>:uw
mov (8|M0) r26.0<1>:ud r100.1<2;1,0>:ud
mov (8|M8) r27.0<1>:ud r30.1<2;1,0>:ud
mov (8|M8) r25.0<1>:ud r2.0<2;1,0>:ud
mul (16|M0) r2.0<1>:d r124.0<8;8,1>:ud r92.0<8;8,1>:d
mul (16|M0) r102.0<1>:d r116.0<8;8,1>:ud r106.0<8;8,1>:d
mach (8|M0) r122.0<1>:d r124.0<8;8,1>:ud r10.0<8;8,1>:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r125.0<8;8,1>:ud r11.0<2;1,0>:uw
mul (16|M0) r106.0<1>:ud r116.0<8;8,1>:ud r98.0<8;8,1>:ud {Compacted}
add (16|M0) r8.0<1>:d r8.0<8;8,1>:d r102.0<8;8,1>:d {Compacted}
mul (16|M0) r102.0<1>:d r26.0<8;8,1>:d r98.0<8;8,1>:ud
mach (8|M8) r123.0<1>:d r125.0<8;8,1>:ud r11.0<8;8,1>:ud {AccWrEn}
mov (8|M0) r24.0<1>:ud r6.0<2;1,0>:ud
mov (8|M0) r90.0<2>:ud r106.0<8;8,1>:ud
mov (8|M8) r88.0<2>:ud r107.0<8;8,1>:ud
add (16|M0) r8.0<1>:d r8.0<8;8,1>:d r102.0<8;8,1>:d {Compacted}
add (16|M0) r122.0<1>:d r122.0<8;8,1>:d r2.0<8;8,1>:d {Compacted}
mov (8|M0) r28.0<1>:ud r6.1<2;1,0>:ud
mov (8|M0) r90.1<2>:d r8.0<8;8,1>:d
mov (8|M8) r88.1<2>:d r9.0<8;8,1>:d
mul (16|M0) r8.0<1>:ud r124.0<8;8,1>:ud r10.0<8;8,1>:ud {Compacted}
and (8|M8) r124.0<1>:q r114.0<4;4,1>:q 0xFFFFFFFF:ud
mov (8|M0) r114.0<1>:ud r104.1<2;1,0>:ud
mov (8|M8) r115.0<1>:ud r118.1<2;1,0>:ud
and (8|M0) r26.0<1>:q r90.0<4;4,1>:q 0xFFFFFFFF:ud
and (8|M8) r116.0<1>:q r88.0<4;4,1>:q 0xFFFFFFFF:ud
mov (8|M0) r4.0<2>:d r32.0<8;8,1>:d
mov (8|M0) r4.1<2>:d r34.0<8;8,1>:d
mov (8|M8) r12.0<2>:d r33.0<8;8,1>:d
mov (8|M8) r12.1<2>:d r35.0<8;8,1>:d
shr (8|M0) r112.0<1>:q r4.0<4;4,1>:uq 32:w
shr (8|M8) r110.0<1>:q r12.0<4;4,1>:uq 32:w
mov (8|M0) r14.0<1>:ud r112.0<2;1,0>:ud
mov (8|M0) r32.0<1>:ud r112.1<2;1,0>:ud
mov (8|M8) r15.0<1>:ud r110.0<2;1,0>:ud
mov (8|M8) r33.0<1>:ud r110.1<2;1,0>:ud
mov (8|M0) r108.0<1>:ud r112.0<2;1,0>:ud
mov (8|M0) r94.0<1>:ud r112.1<2;1,0>:ud
mov (8|M0) r112.0<1>:ud r100.1<2;1,0>:ud
(W) mul (8|M0) acc0.0<1>:ud r14.0<8;8,1>:ud r16.0<2;1,0>:uw
mov (8|M8) r113.0<1>:ud r30.1<2;1,0>:ud
mul (16|M0) r34.0<1>:d r14.0<8;8,1>:ud r96.0<8;8,1>:d
mov (8|M8) r109.0<1>:ud r110.0<2;1,0>:ud
mov (8|M0) r30.0<2>:ud r8.0<8;8,1>:ud
mul (16|M0) r6.0<1>:ud r14.0<8;8,1>:ud r16.0<8;8,1>:ud {Compacted}
mach (8|M0) r22.0<1>:d r14.0<8;8,1>:ud r16.0<8;8,1>:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r15.0<8;8,1>:ud r17.0<2;1,0>:uw
mul (16|M0) r2.0<1>:d r112.0<8;8,1>:d r10.0<8;8,1>:ud
shr (8|M8) r112.0<1>:q r88.0<4;4,1>:uq 32:w
mov (8|M8) r95.0<1>:ud r110.1<2;1,0>:ud
mov (8|M8) r36.0<2>:ud r7.0<8;8,1>:ud
mov (8|M0) r10.0<1>:ud r104.0<2;1,0>:ud
mach (8|M8) r23.0<1>:d r15.0<8;8,1>:ud r17.0<8;8,1>:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r108.0<8;8,1>:ud r24.0<2;1,0>:uw
add (16|M0) r122.0<1>:d r122.0<8;8,1>:d r2.0<8;8,1>:d {Compacted}
shr (8|M0) r110.0<1>:q r90.0<4;4,1>:uq 32:w
mov (8|M8) r11.0<1>:ud r118.0<2;1,0>:ud
add (16|M0) r22.0<1>:d r22.0<8;8,1>:d r34.0<8;8,1>:d {Compacted}
mul (16|M0) r34.0<1>:d r32.0<8;8,1>:d r16.0<8;8,1>:ud
mach (8|M0) r100.0<1>:d r108.0<8;8,1>:ud r24.0<8;8,1>:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r109.0<8;8,1>:ud r25.0<2;1,0>:uw
mov (8|M0) r30.1<2>:d r122.0<8;8,1>:d
mov (8|M0) r32.0<2>:ud r6.0<8;8,1>:ud
add (16|M0) r22.0<1>:d r22.0<8;8,1>:d r34.0<8;8,1>:d {Compacted}
mov (8|M8) r34.0<2>:ud r9.0<8;8,1>:ud
and (8|M0) r8.0<1>:q r4.0<4;4,1>:q 0xFFFFFFFF:ud
mov (8|M8) r34.1<2>:d r123.0<8;8,1>:d
mach (8|M8) r101.0<1>:d r109.0<8;8,1>:ud r25.0<8;8,1>:ud {AccWrEn}
mov (8|M0) r32.1<2>:d r22.0<8;8,1>:d
mov (8|M8) r36.1<2>:d r23.0<8;8,1>:d
and (8|M8) r22.0<1>:q r12.0<4;4,1>:q 0xFFFFFFFF:ud
mov (8|M0) r122.0<1>:ud r8.0<2;1,0>:ud
add (8|M8) r102.0<1>:q r112.0<4;4,1>:q r34.0<4;4,1>:q
and (8|M0) r6.0<1>:q r20.0<4;4,1>:q 0xFFFFFFFF:ud
add (8|M0) r106.0<1>:q r110.0<4;4,1>:q r30.0<4;4,1>:q
mov (8|M0) r112.0<1>:ud r8.1<2;1,0>:ud
add (8|M8) r16.0<1>:q r116.0<4;4,1>:q r36.0<4;4,1>:q
mov (8|M8) r123.0<1>:ud r22.0<2;1,0>:ud
(W) mul (8|M0) acc0.0<1>:ud r122.0<8;8,1>:ud r10.0<2;1,0>:uw
add (8|M8) r116.0<1>:q r102.0<4;4,1>:q r124.0<4;4,1>:q
mov (8|M8) r113.0<1>:ud r22.1<2;1,0>:ud
add (8|M0) r2.0<1>:q r106.0<4;4,1>:q r6.0<4;4,1>:q
mul (16|M0) r6.0<1>:d r108.0<8;8,1>:ud r28.0<8;8,1>:d
mul (16|M0) r4.0<1>:d r122.0<8;8,1>:ud r114.0<8;8,1>:d
mach (8|M0) r124.0<1>:d r122.0<8;8,1>:ud r10.0<8;8,1>:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r123.0<8;8,1>:ud r11.0<2;1,0>:uw
add (16|M0) r100.0<1>:d r100.0<8;8,1>:d r6.0<8;8,1>:d {Compacted}
mul (16|M0) r6.0<1>:d r94.0<8;8,1>:d r24.0<8;8,1>:ud
mul (16|M0) r110.0<1>:ud r108.0<8;8,1>:ud r24.0<8;8,1>:ud {Compacted}
mach (8|M8) r125.0<1>:d r123.0<8;8,1>:ud r11.0<8;8,1>:ud {AccWrEn}
mul (16|M0) r106.0<1>:ud r122.0<8;8,1>:ud r10.0<8;8,1>:ud {Compacted}
add (16|M0) r100.0<1>:d r100.0<8;8,1>:d r6.0<8;8,1>:d {Compacted}
mov (8|M0) r12.0<2>:ud r110.0<8;8,1>:ud
add (16|M0) r124.0<1>:d r124.0<8;8,1>:d r4.0<8;8,1>:d {Compacted}
mul (16|M0) r4.0<1>:d r112.0<8;8,1>:d r10.0<8;8,1>:ud
mov (8|M8) r118.0<2>:ud r111.0<8;8,1>:ud
mov (8|M0) r12.1<2>:d r100.0<8;8,1>:d
mov (8|M8) r118.1<2>:d r101.0<8;8,1>:d
mov (8|M0) r20.0<2>:ud r106.0<8;8,1>:ud
mov (8|M8) r108.0<2>:ud r107.0<8;8,1>:ud
add (16|M0) r124.0<1>:d r124.0<8;8,1>:d r4.0<8;8,1>:d {Compacted}
add (8|M0) r14.0<1>:q r26.0<4;4,1>:q r32.0<4;4,1>:q
shr (8|M0) r8.0<1>:q r12.0<4;4,1>:uq 32:w
shr (8|M8) r114.0<1>:q r118.0<4;4,1>:uq 32:w
mov (8|M0) r20.1<2>:d r124.0<8;8,1>:d
mov (8|M8) r108.1<2>:d r125.0<8;8,1>:d
add (8|M0) r6.0<1>:q r14.0<4;4,1>:q r8.0<4;4,1>:q
add (8|M8) r112.0<1>:q r16.0<4;4,1>:q r114.0<4;4,1>:q
shr (8|M0) r22.0<1>:q r20.0<4;4,1>:uq 32:w
shr (8|M8) r110.0<1>:q r108.0<4;4,1>:uq 32:w
add (8|M0) r10.0<1>:q r6.0<4;4,1>:q r22.0<4;4,1>:q
add (8|M8) r122.0<1>:q r112.0<4;4,1>:q r110.0<4;4,1>:q
shr (8|M0) r4.0<1>:q r10.0<4;4,1>:uq 32:w
shr (8|M8) r118.0<1>:q r122.0<4;4,1>:uq 32:w
add (8|M0) r12.0<1>:q r2.0<4;4,1>:q r4.0<4;4,1>:q
add (8|M8) r106.0<1>:q r116.0<4;4,1>:q r118.0<4;4,1>:q
shr (8|M0) r24.0<1>:q r12.0<4;4,1>:uq 32:w
shr (8|M8) r124.0<1>:q r106.0<4;4,1>:uq 32:w
shl (8|M8) r22.0<1>:q r106.0<2;1,0>:d 32:w
add (8|M0) r8.0<1>:q r120.0<4;4,1>:q r24.0<4;4,1>:q
add (8|M8) r114.0<1>:q r18.0<4;4,1>:q r124.0<4;4,1>:q
shr (8|M0) r14.0<1>:q r8.0<4;4,1>:uq 12:w
shr (8|M8) r108.0<1>:q r114.0<4;4,1>:uq 12:w
shl (8|M8) r106.0<1>:q r114.0<4;4,1>:q 40:w
or (8|M0) r6.0<1>:q r14.0<4;4,1>:q r1.0<0;1,0>:q
or (8|M8) r112.0<1>:q r108.0<4;4,1>:q r1.0<0;1,0>:q
shl (8|M0) r14.0<1>:q r12.0<2;1,0>:d 32:w
and (8|M8) r90.0<1>:q r106.0<4;4,1>:q r126.1<0;1,0>:q
shl (8|M0) r108.0<1>:q r8.0<4;4,1>:q 40:w
(W) mov (1|M0) r1.0<1>:q 4503599358935040:q
shl (8|M0) r106.0<1>:q r10.0<4;4,1>:q 28:w
add (8|M0) r2.0<1>:df r6.0<4;4,1>:df r126.0<0;1,0>:df
add (8|M8) r118.0<1>:df r112.0<4;4,1>:df r126.0<0;1,0>:df
and (8|M0) r92.0<1>:q r108.0<4;4,1>:q r126.1<0;1,0>:q
(W) mov (1|M0) r126.1<1>:df 0xBF56C16AB163B2D7:df
shl (8|M0) r4.0<1>:q r2.0<4;4,1>:q 2:w
shl (8|M8) r116.0<1>:q r118.0<4;4,1>:q 2:w
add (8|M0) r114.0<1>:df r2.0<4;4,1>:df -r126.0<0;1,0>:df
(W) mov (1|M0) r2.0<1>:df 0xB970000000000000:df
and (8|M0) r16.0<2>:d r4.0<4;4,1>:q 2044:w
and (8|M8) r124.0<2>:d r116.0<4;4,1>:q 2044:w
add (8|M0) r4.0<1>:df r6.0<4;4,1>:df -r114.0<4;4,1>:df
mov (8|M0) r18.0<1>:d r16.0<2;1,0>:d
mov (8|M8) r19.0<1>:d r124.0<2;1,0>:d
and (8|M0) r124.0<1>:q r10.0<4;4,1>:q 0xFF000000:ud
shl (16|M0) r20.0<1>:d r18.0<8;8,1>:d 3:w
or (8|M0) r116.0<1>:q r14.0<4;4,1>:q r124.0<4;4,1>:q
add (16|M0) r120.0<1>:d r20.0<8;8,1>:d 0xC998:uw
shr (8|M0) r96.0<1>:q r116.0<4;4,1>:uq 24:w
send (16|M0) r98:w r120:f 0xC 0x04805002
and (8|M8) r120.0<1>:q r122.0<4;4,1>:q 0xFF000000:ud
or (8|M8) r110.0<1>:q r22.0<4;4,1>:q r120.0<4;4,1>:q
mov (8|M8) r22.0<1>:df r126.2<0;1,0>:df
shr (8|M8) r94.0<1>:q r110.0<4;4,1>:uq 24:w
mov (8|M8) r26.0<2>:d r99.0<8;8,1>:d
mov (8|M0) r28.0<2>:d r102.0<8;8,1>:d
mov (8|M8) r30.0<2>:d r103.0<8;8,1>:d
mov (8|M8) r26.1<2>:d r101.0<8;8,1>:d
or (8|M8) r102.0<1>:q r94.0<4;4,1>:q r90.0<4;4,1>:q
(W) mov (1|M0) r101.0<1>:q 4372995238176751616:q
mov (8|M0) r24.0<2>:d r98.0<8;8,1>:d
add (8|M8) r98.0<1>:df r118.0<4;4,1>:df -r126.0<0;1,0>:df
mov (8|M0) r24.1<2>:d r100.0<8;8,1>:d
(W) mov (1|M0) r100.0<1>:df 0xBCB0000000000000:df
mov (8|M0) r28.1<2>:d r104.0<8;8,1>:d
mov (8|M8) r30.1<2>:d r105.0<8;8,1>:d
or (8|M8) r120.0<1>:q r102.0<4;4,1>:q r101.0<0;1,0>:q
or (8|M0) r104.0<1>:q r96.0<4;4,1>:q r92.0<4;4,1>:q
add (8|M8) r108.0<1>:df r112.0<4;4,1>:df -r98.0<4;4,1>:df
(W) mov (1|M0) r126.0<1>:q 4138808057553485824:q
and (8|M0) r102.0<1>:q r106.0<4;4,1>:q r1.0<0;1,0>:q
shl (8|M8) r96.0<1>:q r122.0<4;4,1>:q 28:w
(W) mov (1|M0) r99.0<1>:df 0x401921FB54000000:df
add (8|M8) r110.0<1>:df r120.0<4;4,1>:df r100.0<0;1,0>:df
or (8|M0) r124.0<1>:q r104.0<4;4,1>:q r101.0<0;1,0>:q
(W) mov (1|M0) r91.0<1>:df -0.5:df
add (8|M0) r78.0<1>:df r24.0<4;4,1>:df r28.0<4;4,1>:df
add (8|M8) r46.0<1>:df r26.0<4;4,1>:df r30.0<4;4,1>:df
and (8|M8) r94.0<1>:q r96.0<4;4,1>:q r1.0<0;1,0>:q
(W) mov (1|M0) r1.0<1>:df 0x3E310B4611A62633:df
add (8|M8) r8.0<1>:df r110.0<4;4,1>:df r108.0<4;4,1>:df
add (8|M0) r116.0<1>:df r124.0<4;4,1>:df r100.0<0;1,0>:df
or (8|M0) r124.0<1>:q r102.0<4;4,1>:q r126.0<0;1,0>:q
mov (8|M0) r42.0<1>:df r91.0<0;1,0>:df
mov (8|M8) r82.0<1>:df r91.0<0;1,0>:df
or (8|M8) r120.0<1>:q r94.0<4;4,1>:q r126.0<0;1,0>:q
(W) mov (1|M0) r126.0<1>:df 0x401921FB54442D18:df
and (8|M8) r10.0<1>:q r8.0<4;4,1>:q -134217728:d
add (8|M0) r104.0<1>:df r116.0<4;4,1>:df r4.0<4;4,1>:df
add (8|M0) r114.0<1>:df r124.0<4;4,1>:df r2.0<0;1,0>:df
add (8|M8) r118.0<1>:df r108.0<4;4,1>:df -r8.0<4;4,1>:df
add (8|M8) r112.0<1>:df r120.0<4;4,1>:df r2.0<0;1,0>:df
add (8|M8) r12.0<1>:df r8.0<4;4,1>:df -r10.0<4;4,1>:df
mul (8|M8) r124.0<1>:df r10.0<4;4,1>:df r1.0<0;1,0>:df
mul (8|M8) r92.0<1>:df r10.0<4;4,1>:df r99.0<0;1,0>:df
add (16|M0) r10.0<1>:d r20.0<8;8,1>:d 0xC9A8:uw
add (8|M0) r6.0<1>:df r4.0<4;4,1>:df -r104.0<4;4,1>:df
and (8|M0) r122.0<1>:q r104.0<4;4,1>:q -134217728:d
add (8|M8) r100.0<1>:df r110.0<4;4,1>:df r118.0<4;4,1>:df
mul (8|M8) r120.0<1>:df r12.0<4;4,1>:df r99.0<0;1,0>:df
mul (8|M8) r4.0<1>:df r12.0<4;4,1>:df r1.0<0;1,0>:df
send (16|M0) r32:w r10:f 0xC 0x04805002
add (8|M0) r106.0<1>:df r116.0<4;4,1>:df r6.0<4;4,1>:df
add (8|M0) r102.0<1>:df r104.0<4;4,1>:df -r122.0<4;4,1>:df
add (8|M8) r108.0<1>:df r112.0<4;4,1>:df r100.0<4;4,1>:df
mul (8|M0) r94.0<1>:df r122.0<4;4,1>:df r1.0<0;1,0>:df
(W) mov (1|M0) r105.0<1>:df 0x3EB0000000000000:df
mul (8|M0) r100.0<1>:df r122.0<4;4,1>:df r99.0<0;1,0>:df
mov (8|M0) r20.0<1>:df r126.2<0;1,0>:df
add (8|M0) r96.0<1>:df r114.0<4;4,1>:df r106.0<4;4,1>:df
mul (8|M0) r2.0<1>:df r102.0<4;4,1>:df r99.0<0;1,0>:df
mul (8|M0) r110.0<1>:df r102.0<4;4,1>:df r1.0<0;1,0>:df
mul (8|M8) r116.0<1>:df r108.0<4;4,1>:df r126.0<0;1,0>:df
add (8|M8) r114.0<1>:df r124.0<4;4,1>:df r120.0<4;4,1>:df
cmp (8|M0) (gt)f1.0 r108.0<1>:df r44.0<4;4,1>:df r105.0<0;1,0>:df
cmp (8|M0) (le)f0.0 null<1>:df r44.0<4;4,1>:df r105.0<0;1,0>:df
mul (8|M0) r118.0<1>:df r96.0<4;4,1>:df r126.0<0;1,0>:df
add (8|M0) r6.0<1>:df r94.0<4;4,1>:df r2.0<4;4,1>:df
cmp (8|M8) (le)f0.0 null<1>:df r56.0<4;4,1>:df r105.0<0;1,0>:df
add (8|M8) r106.0<1>:df r116.0<4;4,1>:df r4.0<4;4,1>:df
cmp (8|M8) (gt)f1.0 r94.0<1>:df r56.0<4;4,1>:df r105.0<0;1,0>:df
mov (8|M0) r104.0<1>:df r126.1<0;1,0>:df
(f0.0) sel (8|M0) r4.0<1>:q r44.0<4;4,1>:q 0:w
add (8|M0) r112.0<1>:df r118.0<4;4,1>:df r110.0<4;4,1>:df
(W) mov (1|M0) r1.0<1>:df 0xBFC5555555554448:df
(f0.0) sel (8|M8) r122.0<1>:q r56.0<4;4,1>:q 0:w
add (8|M8) r96.0<1>:df r114.0<4;4,1>:df r106.0<4;4,1>:df
(W) mov (1|M0) r126.0<1>:df 0x3F81110FABB3551C:df
mov (8|M8) r98.0<1>:df r126.1<0;1,0>:df
add (8|M0) r8.0<1>:df r6.0<4;4,1>:df r112.0<4;4,1>:df
add (8|M8) r12.0<1>:df r92.0<4;4,1>:df r96.0<4;4,1>:df
add (8|M0) r102.0<1>:df r100.0<4;4,1>:df r8.0<4;4,1>:df
and (8|M8) r124.0<1>:q r12.0<4;4,1>:q r94.0<4;4,1>:q
add (8|M8) r86.0<1>:df r92.0<4;4,1>:df -r12.0<4;4,1>:df
and (8|M0) r2.0<1>:q r102.0<4;4,1>:q r108.0<4;4,1>:q
add (8|M0) r88.0<1>:df r100.0<4;4,1>:df -r102.0<4;4,1>:df
mov (8|M0) r102.0<1>:df r1.0<0;1,0>:df
or (8|M8) r120.0<1>:q r124.0<4;4,1>:q r122.0<4;4,1>:q
add (8|M8) r80.0<1>:df r96.0<4;4,1>:df r86.0<4;4,1>:df
mov (8|M8) r100.0<1>:df r1.0<0;1,0>:df
or (8|M0) r6.0<1>:q r2.0<4;4,1>:q r4.0<4;4,1>:q
add (8|M0) r44.0<1>:df r8.0<4;4,1>:df r88.0<4;4,1>:df
mul (8|M8) r16.0<1>:df r30.0<4;4,1>:df r120.0<4;4,1>:df
mul (8|M8) r18.0<1>:df r26.0<4;4,1>:df r120.0<4;4,1>:df
mul (8|M8) r10.0<1>:df r120.0<4;4,1>:df r120.0<4;4,1>:df
mov (8|M0) r30.0<1>:df r126.0<0;1,0>:df
mul (8|M0) r122.0<1>:df r6.0<4;4,1>:df r6.0<4;4,1>:df
mul (8|M0) r14.0<1>:df r28.0<4;4,1>:df r6.0<4;4,1>:df
mul (8|M0) r110.0<1>:df r24.0<4;4,1>:df r6.0<4;4,1>:df
and (8|M0) r12.0<1>:q r44.0<4;4,1>:q r108.0<4;4,1>:q
mad (8|M8) r84.0<1>:df r22.0<2;1>:df r98.0<2;1>:df r10.0<1>:df
mad (8|M0) r40.0<1>:df r20.0<2;1>:df r104.0<2;1>:df r122.0<1>:df
and (8|M8) r20.0<1>:q r80.0<4;4,1>:q r94.0<4;4,1>:q
mad (8|M8) r50.0<1>:df r82.0<2;1>:df r10.0<2;1>:df r84.0<1>:df
mad (8|M0) r48.0<1>:df r42.0<2;1>:df r122.0<2;1>:df r40.0<1>:df
mov (8|M8) r40.0<1>:df r126.0<0;1,0>:df
mul (8|M8) r24.0<1>:df r10.0<4;4,1>:df r50.0<4;4,1>:df
mul (8|M0) r22.0<1>:df r122.0<4;4,1>:df r48.0<4;4,1>:df
mad (8|M8) r108.0<1>:df r100.0<2;1>:df r40.0<2;1>:df r10.0<1>:df
mov (8|M0) r112.0<2>:d r32.0<8;8,1>:d
mov (8|M8) r114.0<2>:d r33.0<8;8,1>:d
mov (8|M0) r112.1<2>:d r34.0<8;8,1>:d
mov (8|M8) r114.1<2>:d r35.0<8;8,1>:d
mov (8|M0) r116.0<2>:d r36.0<8;8,1>:d
mov (8|M8) r118.0<2>:d r37.0<8;8,1>:d
mov (8|M0) r116.1<2>:d r38.0<8;8,1>:d
mov (8|M8) r118.1<2>:d r39.0<8;8,1>:d
mad (8|M0) r32.0<1>:df r102.0<2;1>:df r30.0<2;1>:df r122.0<1>:df
add (8|M0) r106.0<1>:df r112.0<4;4,1>:df r14.0<4;4,1>:df
add (8|M8) r2.0<1>:df r114.0<4;4,1>:df r16.0<4;4,1>:df
mad (8|M0) r8.0<1>:df r78.0<2;1>:df r112.0<2;1>:df -r6.0<1>:df
mad (8|M8) r104.0<1>:df r46.0<2;1>:df r114.0<2;1>:df -r120.0<1>:df
add (8|M0) r124.0<1>:df r110.0<4;4,1>:df r106.0<4;4,1>:df
add (8|M8) r4.0<1>:df r18.0<4;4,1>:df r2.0<4;4,1>:df
add (8|M0) r34.0<1>:df r112.0<4;4,1>:df -r106.0<4;4,1>:df
add (8|M8) r98.0<1>:df r114.0<4;4,1>:df -r2.0<4;4,1>:df
mad (8|M0) r26.0<1>:df r116.0<2;1>:df r8.0<2;1>:df r12.0<1>:df
mad (8|M8) r28.0<1>:df r118.0<2;1>:df r104.0<2;1>:df r20.0<1>:df
mul (8|M0) r8.0<1>:df r122.0<4;4,1>:df r32.0<4;4,1>:df
add (8|M0) r96.0<1>:df r106.0<4;4,1>:df -r124.0<4;4,1>:df
add (8|M8) r36.0<1>:df r2.0<4;4,1>:df -r4.0<4;4,1>:df
mul (8|M8) r104.0<1>:df r10.0<4;4,1>:df r108.0<4;4,1>:df
add (8|M0) r12.0<1>:df r14.0<4;4,1>:df r34.0<4;4,1>:df
add (8|M8) r20.0<1>:df r16.0<4;4,1>:df r98.0<4;4,1>:df
mul (8|M0) r30.0<1>:df r8.0<4;4,1>:df r6.0<4;4,1>:df
add (8|M0) r94.0<1>:df r110.0<4;4,1>:df r96.0<4;4,1>:df
add (8|M8) r38.0<1>:df r18.0<4;4,1>:df r36.0<4;4,1>:df
mul (8|M8) r102.0<1>:df r104.0<4;4,1>:df r120.0<4;4,1>:df
add (8|M0) r40.0<1>:df r12.0<4;4,1>:df r94.0<4;4,1>:df
add (8|M8) r42.0<1>:df r20.0<4;4,1>:df r38.0<4;4,1>:df
mad (8|M0) r44.0<1>:df r40.0<2;1>:df r78.0<2;1>:df r30.0<1>:df
mad (8|M8) r2.0<1>:df r42.0<2;1>:df r46.0<2;1>:df r102.0<1>:df
mad (8|M0) r32.0<1>:df r44.0<2;1>:df r112.0<2;1>:df r22.0<1>:df
mad (8|M8) r122.0<1>:df r2.0<2;1>:df r114.0<2;1>:df r24.0<1>:df
add (8|M0) r10.0<1>:df r26.0<4;4,1>:df r32.0<4;4,1>:df
add (8|M8) r14.0<1>:df r28.0<4;4,1>:df r122.0<4;4,1>:df
add (8|M0) r16.0<1>:df r124.0<4;4,1>:df r10.0<4;4,1>:df
add (8|M8) r18.0<1>:df r4.0<4;4,1>:df r14.0<4;4,1>:df
xor (8|M0) r24.0<1>:q r64.0<4;4,1>:q r16.0<4;4,1>:q
xor (8|M8) r26.0<1>:q r62.0<4;4,1>:q r18.0<4;4,1>:q
else (16|M0) L10248 L10248
L10136:
cmp (8|M0) (eq)f1.1 null<1>:q r44.0<4;4,1>:q r70.0<0;1,0>:q
cmp (8|M8) (eq)f1.1 null<1>:q r56.0<4;4,1>:q r70.0<0;1,0>:q
(W) mov (1|M0) r1.0<1>:df 0.0:df
(~f1.1) sel (8|M0) r124.0<1>:df r74.0<4;4,1>:df r1.0<0;1,0>:df
(~f1.1) sel (8|M8) r2.0<1>:df r76.0<4;4,1>:df r1.0<0;1,0>:df
mul (8|M0) r24.0<1>:df r124.0<4;4,1>:df r74.0<4;4,1>:df
mul (8|M8) r26.0<1>:df r2.0<4;4,1>:df r76.0<4;4,1>:df
L10248:
endif (16|M0) L10264
L10264:
else (16|M0) L11528 L11528
L10280:
(W) mov (1|M0) r1.0<1>:df 0x3FD45F306DC9C883:df
(W) mov (1|M0) r126.0<1>:df 0x4338000000000000:df
(W) mov (1|M0) r8.0<1>:df 0xC338000000000000:df
(W) mov (1|M0) r115.0<1>:df 0x400921FB40000000:df
mov (8|M0) r2.0<1>:df r1.0<0;1,0>:df
mov (8|M8) r122.0<1>:df r1.0<0;1,0>:df
mov (8|M0) r124.0<1>:df r126.0<0;1,0>:df
mov (8|M8) r6.0<1>:df r126.0<0;1,0>:df
(W) mov (1|M0) r1.0<1>:df 0x3E84442D00000000:df
mov (8|M0) r14.0<1>:df r115.0<0;1,0>:df
(W) mov (1|M0) r126.0<1>:df 0x3D08469880000000:df
mad (8|M0) r4.0<1>:df r124.0<2;1>:df r2.0<2;1>:df r44.0<1>:df
mad (8|M8) r120.0<1>:df r6.0<2;1>:df r122.0<2;1>:df r56.0<1>:df
mov (8|M8) r124.0<1>:df r115.0<0;1,0>:df
mov (8|M0) r122.0<1>:df r1.0<0;1,0>:df
mov (8|M8) r110.0<1>:df r1.0<0;1,0>:df
(W) mov (1|M0) r1.0<1>:df 0x3DE60E6BEE01D83E:df
add (8|M0) r118.0<1>:df r4.0<4;4,1>:df r8.0<0;1,0>:df
add (8|M8) r10.0<1>:df r120.0<4;4,1>:df r8.0<0;1,0>:df
shl (8|M0) r12.0<1>:q r4.0<4;4,1>:q 63:w
mov (8|M8) r8.0<1>:df r126.0<0;1,0>:df
mov (8|M0) r4.0<1>:df r126.0<0;1,0>:df
shl (8|M8) r116.0<1>:q r120.0<4;4,1>:q 63:w
(W) mov (1|M0) r126.0<1>:df 0xBE5AE6355AAA4A53:df
mad (8|M0) r16.0<1>:df r44.0<2;1>:df r14.0<2;1>:df -r118.0<1>:df
mad (8|M8) r112.0<1>:df r56.0<2;1>:df r124.0<2;1>:df -r10.0<1>:df
(W) mov (1|M0) r14.0<1>:df 0x3B88CC51701B839A:df
mad (8|M0) r2.0<1>:df r16.0<2;1>:df r122.0<2;1>:df -r118.0<1>:df
mad (8|M8) r108.0<1>:df r112.0<2;1>:df r110.0<2;1>:df -r10.0<1>:df
mov (8|M0) r124.0<1>:df r14.0<0;1,0>:df
mov (8|M8) r18.0<1>:df r14.0<0;1,0>:df
(W) mov (1|M0) r111.0<1>:df 0xBD69F1517E9F65F0:df
(W) mov (1|M0) r14.0<1>:df 0x3EC71DE3806ADD1A:df
mad (8|M0) r6.0<1>:df r2.0<2;1>:df r4.0<2;1>:df -r118.0<1>:df
mad (8|M8) r120.0<1>:df r108.0<2;1>:df r8.0<2;1>:df -r10.0<1>:df
mov (8|M0) r2.0<1>:df r1.0<0;1,0>:df
mov (8|M0) r8.0<1>:df r126.0<0;1,0>:df
mov (8|M0) r108.0<1>:df r111.0<0;1,0>:df
mov (8|M8) r4.0<1>:df r111.0<0;1,0>:df
(W) mov (1|M0) r111.0<1>:df 0xBF2A01A019A659DD:df
mad (8|M0) r114.0<1>:df r6.0<2;1>:df r124.0<2;1>:df -r118.0<1>:df
mad (8|M8) r16.0<1>:df r120.0<2;1>:df r18.0<2;1>:df -r10.0<1>:df
mov (8|M8) r124.0<1>:df r1.0<0;1,0>:df
mov (8|M8) r10.0<1>:df r126.0<0;1,0>:df
mov (8|M0) r118.0<1>:df r14.0<0;1,0>:df
(W) mov (1|M0) r1.0<1>:df 0x3F8111111110A573:df
(W) mov (1|M0) r126.0<1>:df 0xBFC55555555554A8:df
mul (8|M0) r122.0<1>:df r114.0<4;4,1>:df r114.0<4;4,1>:df
mul (8|M8) r20.0<1>:df r16.0<4;4,1>:df r16.0<4;4,1>:df
xor (8|M0) r112.0<1>:q r12.0<4;4,1>:q r114.0<4;4,1>:q
mov (8|M8) r114.0<1>:df r14.0<0;1,0>:df
xor (8|M8) r22.0<1>:q r116.0<4;4,1>:q r16.0<4;4,1>:q
mov (8|M8) r16.0<1>:df r111.0<0;1,0>:df
mov (8|M8) r104.0<1>:df r1.0<0;1,0>:df
mad (8|M0) r106.0<1>:df r2.0<2;1>:df r108.0<2;1>:df r122.0<1>:df
mad (8|M8) r6.0<1>:df r124.0<2;1>:df r4.0<2;1>:df r20.0<1>:df
mov (8|M0) r4.0<1>:df r111.0<0;1,0>:df
mov (8|M0) r108.0<1>:df r1.0<0;1,0>:df
mad (8|M0) r120.0<1>:df r8.0<2;1>:df r122.0<2;1>:df r106.0<1>:df
mad (8|M8) r12.0<1>:df r10.0<2;1>:df r20.0<2;1>:df r6.0<1>:df
mov (8|M0) r10.0<1>:df r126.0<0;1,0>:df
mad (8|M0) r116.0<1>:df r118.0<2;1>:df r122.0<2;1>:df r120.0<1>:df
mad (8|M8) r2.0<1>:df r114.0<2;1>:df r20.0<2;1>:df r12.0<1>:df
mov (8|M8) r12.0<1>:df r126.0<0;1,0>:df
mad (8|M0) r124.0<1>:df r4.0<2;1>:df r122.0<2;1>:df r116.0<1>:df
mad (8|M8) r8.0<1>:df r16.0<2;1>:df r20.0<2;1>:df r2.0<1>:df
mad (8|M0) r106.0<1>:df r108.0<2;1>:df r122.0<2;1>:df r124.0<1>:df
mad (8|M8) r6.0<1>:df r104.0<2;1>:df r20.0<2;1>:df r8.0<1>:df
mad (8|M0) r120.0<1>:df r10.0<2;1>:df r122.0<2;1>:df r106.0<1>:df
mad (8|M8) r4.0<1>:df r12.0<2;1>:df r20.0<2;1>:df r6.0<1>:df
mul (8|M0) r118.0<1>:df r122.0<4;4,1>:df r120.0<4;4,1>:df
mul (8|M8) r2.0<1>:df r20.0<4;4,1>:df r4.0<4;4,1>:df
mul (8|M0) r116.0<1>:df r118.0<4;4,1>:df r112.0<4;4,1>:df
mul (8|M8) r14.0<1>:df r2.0<4;4,1>:df r22.0<4;4,1>:df
add (8|M0) r124.0<1>:df r116.0<4;4,1>:df r112.0<4;4,1>:df
add (8|M8) r16.0<1>:df r14.0<4;4,1>:df r22.0<4;4,1>:df
xor (8|M0) r24.0<1>:q r64.0<4;4,1>:q r124.0<4;4,1>:q
xor (8|M8) r26.0<1>:q r62.0<4;4,1>:q r16.0<4;4,1>:q
L11528:
endif (16|M0) L11544
L11544:
send (8|M0) r2:df r58:f 0xC 0x042402FF
send (8|M0) r122:df r52:f 0xC 0x042402FF
send (8|M8) r4:df r60:f 0xC 0x042402FF
(W) mov (1|M0) r1.0<1>:df 2.5:df
send (8|M8) r124:df r54:f 0xC 0x042402FF
add (8|M0) r118.0<1>:df r68.0<4;4,1>:df r24.0<4;4,1>:df
add (8|M8) r8.0<1>:df r66.0<4;4,1>:df r26.0<4;4,1>:df
mov (8|M0) r112.0<1>:uq r52.0<4;4,1>:uq
mov (8|M8) r12.0<1>:uq r54.0<4;4,1>:uq
(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud {Compacted}
mov (8|M0) r120.0<1>:df r1.0<0;1,0>:df
mov (8|M8) r6.0<1>:df r1.0<0;1,0>:df
mad (8|M0) r116.0<1>:df r122.0<2;1>:df r120.0<2;1>:df r2.0<1>:df
mad (8|M8) r10.0<1>:df r124.0<2;1>:df r6.0<2;1>:df r4.0<1>:df
add (8|M0) r114.0<1>:df r118.0<4;4,1>:df r116.0<4;4,1>:df
add (8|M8) r14.0<1>:df r8.0<4;4,1>:df r10.0<4;4,1>:df
send (8|M0) null r112:f 0xC 0x080682FF
send (8|M8) null r12:f 0xC 0x080682FF
(W) mov (1|M0) null<1>:ud f1.0<0;1,0>:ud
(W) send (8|M0) null r127:f 0x27 0x02000010 {EOT}
L11856:
