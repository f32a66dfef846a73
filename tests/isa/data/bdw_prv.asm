L0:
(W) and (1|M0) r3.0<1>:ud r0.5<0;1,0>:ud 0x1FF:ud {Compacted}
(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw {Switch}
(W) mov (1|M0) r4.0<1>:uq r8.0<0;1,0>:uq
(W) mov (8|M16) r6.0<1>:w 0x76543210:v
(W) mov (8|M0) r10.0<1>:w 0x76543210:v
(W) mul (1|M0) r11.0<1>:d r3.0<0;1,0>:d 8192:w
(W) mov (1|M0) r96.2<1>:ud 0x20:uw
(W) cmp (16|M0) (gt)f1.0 null<1>:d r8.2<0;1,0>:d 0:w
(W) send (8|M0) r5 r4:f 0xC 0x021D0AFF
(W) add (8|M16) r6.8<1>:w r6.0<8;8,1>:w 8:w
(W) add (8|M0) r10.8<1>:w r10.0<8;8,1>:w 8:w
(W) cmp (16|M16) (gt)f1.0 null<1>:d r8.2<0;1,0>:d 0:w
(W) add (16|M16) r6.0<1>:w r6.0<16;16,1>:w 16:w
shl (16|M0) r12.0<1>:d r10.0<16;16,1>:uw 8:w
shl (16|M16) r14.0<1>:d r6.0<16;16,1>:uw 8:w
add (16|M0) r12.0<1>:d r11.0<0;1,0>:d r12.0<8;8,1>:d {Compacted}
add (16|M16) r14.0<1>:d r11.0<0;1,0>:d r14.0<8;8,1>:d
add (8|M0) r109.0<1>:q r8.3<0;1,0>:q r12.0<8;8,1>:d
add (8|M8) r111.0<1>:q r8.3<0;1,0>:q r13.0<8;8,1>:d
add (8|M16) r113.0<1>:q r8.3<0;1,0>:q r14.0<8;8,1>:d
add (8|M24) r115.0<1>:q r8.3<0;1,0>:q r15.0<8;8,1>:d
mov (8|M0) r48.0<1>:uq r109.0<4;4,1>:uq
mov (8|M8) r54.0<1>:uq r111.0<4;4,1>:uq
add (8|M0) r72.0<1>:q r109.0<4;4,1>:q 16:w
add (8|M8) r78.0<1>:q r111.0<4;4,1>:q 16:w
mov (8|M16) r60.0<1>:uq r113.0<4;4,1>:uq
mov (8|M24) r66.0<1>:uq r115.0<4;4,1>:uq
add (8|M16) r84.0<1>:q r113.0<4;4,1>:q 16:w
add (8|M24) r90.0<1>:q r115.0<4;4,1>:q 16:w
mov (16|M0) r16.0<1>:d r5.0<0;1,0>:d {Compacted}
mov (16|M0) r18.0<1>:d r5.1<0;1,0>:d {Compacted}
mov (16|M0) r20.0<1>:d r5.2<0;1,0>:d {Compacted}
mov (16|M0) r22.0<1>:d r5.3<0;1,0>:d {Compacted}
mov (16|M16) r24.0<1>:d r5.0<0;1,0>:d
mov (16|M16) r26.0<1>:d r5.1<0;1,0>:d
mov (16|M16) r28.0<1>:d r5.2<0;1,0>:d
mov (16|M16) r30.0<1>:d r5.3<0;1,0>:d
mov (16|M0) r32.0<1>:d r5.4<0;1,0>:d {Compacted}
mov (16|M0) r34.0<1>:d r5.5<0;1,0>:d {Compacted}
mov (16|M0) r36.0<1>:d r5.6<0;1,0>:d
mov (16|M0) r38.0<1>:d r5.7<0;1,0>:d
mov (16|M16) r40.0<1>:d r5.4<0;1,0>:d
mov (16|M16) r42.0<1>:d r5.5<0;1,0>:d
mov (16|M16) r44.0<1>:d r5.6<0;1,0>:d
mov (16|M16) r46.0<1>:d r5.7<0;1,0>:d
mov (8|M0) r50.0<1>:d r16.0<8;8,1>:d {Compacted}
mov (8|M0) r51.0<1>:d r18.0<8;8,1>:d {Compacted}
mov (8|M0) r52.0<1>:d r20.0<8;8,1>:d {Compacted}
mov (8|M0) r53.0<1>:d r22.0<8;8,1>:d {Compacted}
mov (8|M8) r56.0<1>:d r17.0<8;8,1>:d {Compacted}
mov (8|M8) r57.0<1>:d r19.0<8;8,1>:d {Compacted}
mov (8|M8) r58.0<1>:d r21.0<8;8,1>:d {Compacted}
mov (8|M8) r59.0<1>:d r23.0<8;8,1>:d {Compacted}
mov (8|M16) r62.0<1>:d r24.0<8;8,1>:d
mov (8|M16) r63.0<1>:d r26.0<8;8,1>:d
mov (8|M16) r64.0<1>:d r28.0<8;8,1>:d
mov (8|M16) r65.0<1>:d r30.0<8;8,1>:d
mov (8|M24) r68.0<1>:d r25.0<8;8,1>:d
mov (8|M24) r69.0<1>:d r27.0<8;8,1>:d
mov (8|M24) r70.0<1>:d r29.0<8;8,1>:d
mov (8|M24) r71.0<1>:d r31.0<8;8,1>:d
mov (8|M0) r74.0<1>:d r32.0<8;8,1>:d {Compacted}
mov (8|M0) r75.0<1>:d r34.0<8;8,1>:d {Compacted}
mov (8|M0) r76.0<1>:d r36.0<8;8,1>:d {Compacted}
mov (8|M0) r77.0<1>:d r38.0<8;8,1>:d {Compacted}
mov (8|M8) r80.0<1>:d r33.0<8;8,1>:d {Compacted}
mov (8|M8) r81.0<1>:d r35.0<8;8,1>:d {Compacted}
mov (8|M8) r82.0<1>:d r37.0<8;8,1>:d {Compacted}
mov (8|M8) r83.0<1>:d r39.0<8;8,1>:d {Compacted}
mov (8|M16) r86.0<1>:d r40.0<8;8,1>:d
mov (8|M16) r87.0<1>:d r42.0<8;8,1>:d
mov (8|M16) r88.0<1>:d r44.0<8;8,1>:d
mov (8|M16) r89.0<1>:d r46.0<8;8,1>:d
send (8|M0) null r48:f 0xC 0x0C0689FF
mov (8|M24) r92.0<1>:d r41.0<8;8,1>:d
mov (8|M24) r93.0<1>:d r43.0<8;8,1>:d
mov (8|M24) r94.0<1>:d r45.0<8;8,1>:d
mov (8|M24) r95.0<1>:d r47.0<8;8,1>:d
send (8|M8) null r54:f 0xC 0x0C0689FF
add (8|M0) r42.0<1>:q r109.0<4;4,1>:q 32:w
send (8|M16) null r60:f 0xC 0x0C0689FF
add (8|M8) r48.0<1>:q r111.0<4;4,1>:q 32:w
send (8|M24) null r66:f 0xC 0x0C0689FF
add (8|M16) r54.0<1>:q r113.0<4;4,1>:q 32:w
send (8|M0) null r72:f 0xC 0x0C0689FF
add (8|M24) r60.0<1>:q r115.0<4;4,1>:q 32:w
send (8|M8) null r78:f 0xC 0x0C0689FF
add (8|M0) r66.0<1>:q r109.0<4;4,1>:q 48:w
send (8|M16) null r84:f 0xC 0x0C0689FF
add (8|M8) r72.0<1>:q r111.0<4;4,1>:q 48:w
send (8|M24) null r90:f 0xC 0x0C0689FF
add (8|M16) r78.0<1>:q r113.0<4;4,1>:q 48:w
add (8|M24) r84.0<1>:q r115.0<4;4,1>:q 48:w
(W) mov (1|M0) r90.2<1>:ud 0x40:uw
(W) send (8|M0) r97:d r96:f 0xA 0x02184200
mov (16|M0) r10.0<1>:d r97.0<0;1,0>:d {Compacted}
mov (16|M0) r12.0<1>:d r97.1<0;1,0>:d {Compacted}
mov (16|M0) r14.0<1>:d r97.2<0;1,0>:d {Compacted}
mov (16|M0) r16.0<1>:d r97.3<0;1,0>:d {Compacted}
mov (16|M16) r18.0<1>:d r97.0<0;1,0>:d
mov (16|M16) r20.0<1>:d r97.1<0;1,0>:d
mov (16|M16) r22.0<1>:d r97.2<0;1,0>:d
mov (16|M16) r24.0<1>:d r97.3<0;1,0>:d
mov (16|M0) r26.0<1>:d r97.4<0;1,0>:d {Compacted}
mov (16|M0) r28.0<1>:d r97.5<0;1,0>:d {Compacted}
mov (16|M0) r30.0<1>:d r97.6<0;1,0>:d
mov (16|M0) r32.0<1>:d r97.7<0;1,0>:d
mov (16|M16) r34.0<1>:d r97.4<0;1,0>:d
mov (16|M16) r36.0<1>:d r97.5<0;1,0>:d
mov (16|M16) r38.0<1>:d r97.6<0;1,0>:d
mov (16|M16) r40.0<1>:d r97.7<0;1,0>:d
mov (8|M0) r44.0<1>:d r10.0<8;8,1>:d {Compacted}
mov (8|M0) r45.0<1>:d r12.0<8;8,1>:d {Compacted}
mov (8|M0) r46.0<1>:d r14.0<8;8,1>:d {Compacted}
mov (8|M0) r47.0<1>:d r16.0<8;8,1>:d {Compacted}
mov (8|M8) r50.0<1>:d r11.0<8;8,1>:d {Compacted}
mov (8|M8) r51.0<1>:d r13.0<8;8,1>:d {Compacted}
mov (8|M8) r52.0<1>:d r15.0<8;8,1>:d {Compacted}
mov (8|M8) r53.0<1>:d r17.0<8;8,1>:d {Compacted}
mov (8|M16) r56.0<1>:d r18.0<8;8,1>:d
mov (8|M16) r57.0<1>:d r20.0<8;8,1>:d
mov (8|M16) r58.0<1>:d r22.0<8;8,1>:d
mov (8|M16) r59.0<1>:d r24.0<8;8,1>:d
mov (8|M24) r62.0<1>:d r19.0<8;8,1>:d
mov (8|M24) r63.0<1>:d r21.0<8;8,1>:d
mov (8|M24) r64.0<1>:d r23.0<8;8,1>:d
mov (8|M24) r65.0<1>:d r25.0<8;8,1>:d
mov (8|M0) r68.0<1>:d r26.0<8;8,1>:d {Compacted}
mov (8|M0) r69.0<1>:d r28.0<8;8,1>:d {Compacted}
mov (8|M0) r70.0<1>:d r30.0<8;8,1>:d {Compacted}
mov (8|M0) r71.0<1>:d r32.0<8;8,1>:d {Compacted}
mov (8|M8) r74.0<1>:d r27.0<8;8,1>:d {Compacted}
mov (8|M8) r75.0<1>:d r29.0<8;8,1>:d {Compacted}
mov (8|M8) r76.0<1>:d r31.0<8;8,1>:d {Compacted}
mov (8|M8) r77.0<1>:d r33.0<8;8,1>:d {Compacted}
mov (8|M16) r80.0<1>:d r34.0<8;8,1>:d
mov (8|M16) r81.0<1>:d r36.0<8;8,1>:d
mov (8|M16) r82.0<1>:d r38.0<8;8,1>:d
mov (8|M16) r83.0<1>:d r40.0<8;8,1>:d
send (8|M0) null r42:f 0xC 0x0C0689FF
mov (8|M24) r86.0<1>:d r35.0<8;8,1>:d
mov (8|M24) r87.0<1>:d r37.0<8;8,1>:d
mov (8|M24) r88.0<1>:d r39.0<8;8,1>:d
mov (8|M24) r89.0<1>:d r41.0<8;8,1>:d
send (8|M8) null r48:f 0xC 0x0C0689FF
add (8|M0) r34.0<1>:q r109.0<4;4,1>:q 64:w
send (8|M16) null r54:f 0xC 0x0C0689FF
add (8|M8) r40.0<1>:q r111.0<4;4,1>:q 64:w
send (8|M24) null r60:f 0xC 0x0C0689FF
add (8|M16) r46.0<1>:q r113.0<4;4,1>:q 64:w
send (8|M0) null r66:f 0xC 0x0C0689FF
add (8|M24) r52.0<1>:q r115.0<4;4,1>:q 64:w
send (8|M8) null r72:f 0xC 0x0C0689FF
add (8|M0) r58.0<1>:q r109.0<4;4,1>:q 80:w
send (8|M16) null r78:f 0xC 0x0C0689FF
add (8|M8) r64.0<1>:q r111.0<4;4,1>:q 80:w
send (8|M24) null r84:f 0xC 0x0C0689FF
add (8|M16) r70.0<1>:q r113.0<4;4,1>:q 80:w
add (8|M24) r76.0<1>:q r115.0<4;4,1>:q 80:w
(W) mov (1|M0) r82.2<1>:ud 0x60:uw
(W) send (8|M0) r91:d r90:f 0xA 0x02184200
mov (16|M0) r92.0<1>:d r91.0<0;1,0>:d {Compacted}
mov (16|M0) r94.0<1>:d r91.1<0;1,0>:d {Compacted}
mov (16|M0) r96.0<1>:d r91.2<0;1,0>:d {Compacted}
mov (16|M0) r98.0<1>:d r91.3<0;1,0>:d {Compacted}
mov (16|M16) r10.0<1>:d r91.0<0;1,0>:d
mov (16|M16) r12.0<1>:d r91.1<0;1,0>:d
mov (16|M16) r14.0<1>:d r91.2<0;1,0>:d
mov (16|M16) r16.0<1>:d r91.3<0;1,0>:d
mov (16|M0) r18.0<1>:d r91.4<0;1,0>:d {Compacted}
mov (16|M0) r20.0<1>:d r91.5<0;1,0>:d {Compacted}
mov (16|M0) r22.0<1>:d r91.6<0;1,0>:d
mov (16|M0) r24.0<1>:d r91.7<0;1,0>:d
mov (16|M16) r26.0<1>:d r91.4<0;1,0>:d
mov (16|M16) r28.0<1>:d r91.5<0;1,0>:d
mov (16|M16) r30.0<1>:d r91.6<0;1,0>:d
mov (16|M16) r32.0<1>:d r91.7<0;1,0>:d
mov (8|M0) r36.0<1>:d r92.0<8;8,1>:d {Compacted}
mov (8|M0) r37.0<1>:d r94.0<8;8,1>:d {Compacted}
mov (8|M0) r38.0<1>:d r96.0<8;8,1>:d {Compacted}
mov (8|M0) r39.0<1>:d r98.0<8;8,1>:d {Compacted}
mov (8|M8) r42.0<1>:d r93.0<8;8,1>:d {Compacted}
mov (8|M8) r43.0<1>:d r95.0<8;8,1>:d {Compacted}
mov (8|M8) r44.0<1>:d r97.0<8;8,1>:d {Compacted}
mov (8|M8) r45.0<1>:d r99.0<8;8,1>:d {Compacted}
mov (8|M16) r48.0<1>:d r10.0<8;8,1>:d
mov (8|M16) r49.0<1>:d r12.0<8;8,1>:d
mov (8|M16) r50.0<1>:d r14.0<8;8,1>:d
mov (8|M16) r51.0<1>:d r16.0<8;8,1>:d
mov (8|M24) r54.0<1>:d r11.0<8;8,1>:d
mov (8|M24) r55.0<1>:d r13.0<8;8,1>:d
mov (8|M24) r56.0<1>:d r15.0<8;8,1>:d
mov (8|M24) r57.0<1>:d r17.0<8;8,1>:d
mov (8|M0) r60.0<1>:d r18.0<8;8,1>:d {Compacted}
mov (8|M0) r61.0<1>:d r20.0<8;8,1>:d {Compacted}
mov (8|M0) r62.0<1>:d r22.0<8;8,1>:d {Compacted}
mov (8|M0) r63.0<1>:d r24.0<8;8,1>:d {Compacted}
mov (8|M8) r66.0<1>:d r19.0<8;8,1>:d {Compacted}
mov (8|M8) r67.0<1>:d r21.0<8;8,1>:d {Compacted}
mov (8|M8) r68.0<1>:d r23.0<8;8,1>:d {Compacted}
mov (8|M8) r69.0<1>:d r25.0<8;8,1>:d {Compacted}
mov (8|M16) r72.0<1>:d r26.0<8;8,1>:d
mov (8|M16) r73.0<1>:d r28.0<8;8,1>:d
mov (8|M16) r74.0<1>:d r30.0<8;8,1>:d
mov (8|M16) r75.0<1>:d r32.0<8;8,1>:d
send (8|M0) null r34:f 0xC 0x0C0689FF
mov (8|M24) r78.0<1>:d r27.0<8;8,1>:d
mov (8|M24) r79.0<1>:d r29.0<8;8,1>:d
mov (8|M24) r80.0<1>:d r31.0<8;8,1>:d
mov (8|M24) r81.0<1>:d r33.0<8;8,1>:d
send (8|M8) null r40:f 0xC 0x0C0689FF
add (8|M0) r26.0<1>:q r109.0<4;4,1>:q 96:w
send (8|M16) null r46:f 0xC 0x0C0689FF
add (8|M8) r32.0<1>:q r111.0<4;4,1>:q 96:w
send (8|M24) null r52:f 0xC 0x0C0689FF
add (8|M16) r38.0<1>:q r113.0<4;4,1>:q 96:w
send (8|M0) null r58:f 0xC 0x0C0689FF
add (8|M24) r44.0<1>:q r115.0<4;4,1>:q 96:w
send (8|M8) null r64:f 0xC 0x0C0689FF
add (8|M0) r50.0<1>:q r109.0<4;4,1>:q 112:w
send (8|M16) null r70:f 0xC 0x0C0689FF
add (8|M8) r56.0<1>:q r111.0<4;4,1>:q 112:w
send (8|M24) null r76:f 0xC 0x0C0689FF
add (8|M16) r62.0<1>:q r113.0<4;4,1>:q 112:w
add (8|M24) r68.0<1>:q r115.0<4;4,1>:q 112:w
(W) mov (1|M0) r74.2<1>:ud 0x80:uw
(W) send (8|M0) r83:d r82:f 0xA 0x02184200
mov (16|M0) r84.0<1>:d r83.0<0;1,0>:d {Compacted}
mov (16|M0) r86.0<1>:d r83.1<0;1,0>:d {Compacted}
mov (16|M0) r88.0<1>:d r83.2<0;1,0>:d {Compacted}
mov (16|M0) r90.0<1>:d r83.3<0;1,0>:d {Compacted}
mov (16|M16) r92.0<1>:d r83.0<0;1,0>:d
mov (16|M16) r94.0<1>:d r83.1<0;1,0>:d
mov (16|M16) r96.0<1>:d r83.2<0;1,0>:d
mov (16|M16) r98.0<1>:d r83.3<0;1,0>:d
mov (16|M0) r10.0<1>:d r83.4<0;1,0>:d {Compacted}
mov (16|M0) r12.0<1>:d r83.5<0;1,0>:d {Compacted}
mov (16|M0) r14.0<1>:d r83.6<0;1,0>:d
mov (16|M0) r16.0<1>:d r83.7<0;1,0>:d
mov (16|M16) r18.0<1>:d r83.4<0;1,0>:d
mov (16|M16) r20.0<1>:d r83.5<0;1,0>:d
mov (16|M16) r22.0<1>:d r83.6<0;1,0>:d
mov (16|M16) r24.0<1>:d r83.7<0;1,0>:d
mov (8|M0) r28.0<1>:d r84.0<8;8,1>:d {Compacted}
mov (8|M0) r29.0<1>:d r86.0<8;8,1>:d {Compacted}
mov (8|M0) r30.0<1>:d r88.0<8;8,1>:d {Compacted}
mov (8|M0) r31.0<1>:d r90.0<8;8,1>:d {Compacted}
mov (8|M8) r34.0<1>:d r85.0<8;8,1>:d {Compacted}
mov (8|M8) r35.0<1>:d r87.0<8;8,1>:d {Compacted}
mov (8|M8) r36.0<1>:d r89.0<8;8,1>:d {Compacted}
mov (8|M8) r37.0<1>:d r91.0<8;8,1>:d {Compacted}
mov (8|M16) r40.0<1>:d r92.0<8;8,1>:d
mov (8|M16) r41.0<1>:d r94.0<8;8,1>:d
mov (8|M16) r42.0<1>:d r96.0<8;8,1>:d
mov (8|M16) r43.0<1>:d r98.0<8;8,1>:d
mov (8|M24) r46.0<1>:d r93.0<8;8,1>:d
mov (8|M24) r47.0<1>:d r95.0<8;8,1>:d
mov (8|M24) r48.0<1>:d r97.0<8;8,1>:d
mov (8|M24) r49.0<1>:d r99.0<8;8,1>:d
mov (8|M0) r52.0<1>:d r10.0<8;8,1>:d {Compacted}
mov (8|M0) r53.0<1>:d r12.0<8;8,1>:d {Compacted}
mov (8|M0) r54.0<1>:d r14.0<8;8,1>:d {Compacted}
mov (8|M0) r55.0<1>:d r16.0<8;8,1>:d {Compacted}
mov (8|M8) r58.0<1>:d r11.0<8;8,1>:d {Compacted}
mov (8|M8) r59.0<1>:d r13.0<8;8,1>:d {Compacted}
mov (8|M8) r60.0<1>:d r15.0<8;8,1>:d {Compacted}
mov (8|M8) r61.0<1>:d r17.0<8;8,1>:d {Compacted}
mov (8|M16) r64.0<1>:d r18.0<8;8,1>:d
mov (8|M16) r65.0<1>:d r20.0<8;8,1>:d
mov (8|M16) r66.0<1>:d r22.0<8;8,1>:d
mov (8|M16) r67.0<1>:d r24.0<8;8,1>:d
send (8|M0) null r26:f 0xC 0x0C0689FF
mov (8|M24) r70.0<1>:d r19.0<8;8,1>:d
mov (8|M24) r71.0<1>:d r21.0<8;8,1>:d
mov (8|M24) r72.0<1>:d r23.0<8;8,1>:d
mov (8|M24) r73.0<1>:d r25.0<8;8,1>:d
send (8|M8) null r32:f 0xC 0x0C0689FF
add (8|M0) r18.0<1>:q r109.0<4;4,1>:q 128:w
send (8|M16) null r38:f 0xC 0x0C0689FF
add (8|M8) r24.0<1>:q r111.0<4;4,1>:q 128:w
send (8|M24) null r44:f 0xC 0x0C0689FF
add (8|M16) r30.0<1>:q r113.0<4;4,1>:q 128:w
send (8|M0) null r50:f 0xC 0x0C0689FF
add (8|M24) r36.0<1>:q r115.0<4;4,1>:q 128:w
send (8|M8) null r56:f 0xC 0x0C0689FF
add (8|M0) r42.0<1>:q r109.0<4;4,1>:q 144:w
send (8|M16) null r62:f 0xC 0x0C0689FF
add (8|M8) r48.0<1>:q r111.0<4;4,1>:q 144:w
send (8|M24) null r68:f 0xC 0x0C0689FF
add (8|M16) r54.0<1>:q r113.0<4;4,1>:q 144:w
add (8|M24) r60.0<1>:q r115.0<4;4,1>:q 144:w
(W) mov (1|M0) r66.2<1>:ud 0xA0:uw
(W) send (8|M0) r75:d r74:f 0xA 0x02184200
mov (16|M0) r76.0<1>:d r75.0<0;1,0>:d {Compacted}
mov (16|M0) r78.0<1>:d r75.1<0;1,0>:d {Compacted}
mov (16|M0) r80.0<1>:d r75.2<0;1,0>:d {Compacted}
mov (16|M0) r82.0<1>:d r75.3<0;1,0>:d {Compacted}
mov (16|M16) r84.0<1>:d r75.0<0;1,0>:d
mov (16|M16) r86.0<1>:d r75.1<0;1,0>:d
mov (16|M16) r88.0<1>:d r75.2<0;1,0>:d
mov (16|M16) r90.0<1>:d r75.3<0;1,0>:d
mov (16|M0) r92.0<1>:d r75.4<0;1,0>:d {Compacted}
mov (16|M0) r94.0<1>:d r75.5<0;1,0>:d {Compacted}
mov (16|M0) r96.0<1>:d r75.6<0;1,0>:d
mov (16|M0) r98.0<1>:d r75.7<0;1,0>:d
mov (16|M16) r10.0<1>:d r75.4<0;1,0>:d
mov (16|M16) r12.0<1>:d r75.5<0;1,0>:d
mov (16|M16) r14.0<1>:d r75.6<0;1,0>:d
mov (16|M16) r16.0<1>:d r75.7<0;1,0>:d
mov (8|M0) r20.0<1>:d r76.0<8;8,1>:d {Compacted}
mov (8|M0) r21.0<1>:d r78.0<8;8,1>:d {Compacted}
mov (8|M0) r22.0<1>:d r80.0<8;8,1>:d {Compacted}
mov (8|M0) r23.0<1>:d r82.0<8;8,1>:d {Compacted}
mov (8|M8) r26.0<1>:d r77.0<8;8,1>:d {Compacted}
mov (8|M8) r27.0<1>:d r79.0<8;8,1>:d {Compacted}
mov (8|M8) r28.0<1>:d r81.0<8;8,1>:d {Compacted}
mov (8|M8) r29.0<1>:d r83.0<8;8,1>:d {Compacted}
mov (8|M16) r32.0<1>:d r84.0<8;8,1>:d
mov (8|M16) r33.0<1>:d r86.0<8;8,1>:d
mov (8|M16) r34.0<1>:d r88.0<8;8,1>:d
mov (8|M16) r35.0<1>:d r90.0<8;8,1>:d
mov (8|M24) r38.0<1>:d r85.0<8;8,1>:d
mov (8|M24) r39.0<1>:d r87.0<8;8,1>:d
mov (8|M24) r40.0<1>:d r89.0<8;8,1>:d
mov (8|M24) r41.0<1>:d r91.0<8;8,1>:d
mov (8|M0) r44.0<1>:d r92.0<8;8,1>:d {Compacted}
mov (8|M0) r45.0<1>:d r94.0<8;8,1>:d {Compacted}
mov (8|M0) r46.0<1>:d r96.0<8;8,1>:d {Compacted}
mov (8|M0) r47.0<1>:d r98.0<8;8,1>:d {Compacted}
mov (8|M8) r50.0<1>:d r93.0<8;8,1>:d {Compacted}
mov (8|M8) r51.0<1>:d r95.0<8;8,1>:d {Compacted}
mov (8|M8) r52.0<1>:d r97.0<8;8,1>:d {Compacted}
mov (8|M8) r53.0<1>:d r99.0<8;8,1>:d {Compacted}
mov (8|M16) r56.0<1>:d r10.0<8;8,1>:d
mov (8|M16) r57.0<1>:d r12.0<8;8,1>:d
mov (8|M16) r58.0<1>:d r14.0<8;8,1>:d
mov (8|M16) r59.0<1>:d r16.0<8;8,1>:d
send (8|M0) null r18:f 0xC 0x0C0689FF
mov (8|M24) r62.0<1>:d r11.0<8;8,1>:d
mov (8|M24) r63.0<1>:d r13.0<8;8,1>:d
mov (8|M24) r64.0<1>:d r15.0<8;8,1>:d
mov (8|M24) r65.0<1>:d r17.0<8;8,1>:d
send (8|M8) null r24:f 0xC 0x0C0689FF
add (8|M0) r10.0<1>:q r109.0<4;4,1>:q 160:w
send (8|M16) null r30:f 0xC 0x0C0689FF
add (8|M8) r16.0<1>:q r111.0<4;4,1>:q 160:w
send (8|M24) null r36:f 0xC 0x0C0689FF
add (8|M16) r22.0<1>:q r113.0<4;4,1>:q 160:w
send (8|M0) null r42:f 0xC 0x0C0689FF
add (8|M24) r28.0<1>:q r115.0<4;4,1>:q 160:w
send (8|M8) null r48:f 0xC 0x0C0689FF
add (8|M0) r34.0<1>:q r109.0<4;4,1>:q 176:w
send (8|M16) null r54:f 0xC 0x0C0689FF
add (8|M8) r40.0<1>:q r111.0<4;4,1>:q 176:w
send (8|M24) null r60:f 0xC 0x0C0689FF
add (8|M16) r46.0<1>:q r113.0<4;4,1>:q 176:w
add (8|M24) r52.0<1>:q r115.0<4;4,1>:q 176:w
(W) mov (1|M0) r58.2<1>:ud 0xC0:uw
(W) send (8|M0) r67:d r66:f 0xA 0x02184200
mov (16|M0) r68.0<1>:d r67.0<0;1,0>:d {Compacted}
mov (16|M0) r70.0<1>:d r67.1<0;1,0>:d {Compacted}
mov (16|M0) r72.0<1>:d r67.2<0;1,0>:d {Compacted}
mov (16|M0) r74.0<1>:d r67.3<0;1,0>:d {Compacted}
mov (16|M16) r76.0<1>:d r67.0<0;1,0>:d
mov (16|M16) r78.0<1>:d r67.1<0;1,0>:d
mov (16|M16) r80.0<1>:d r67.2<0;1,0>:d
mov (16|M16) r82.0<1>:d r67.3<0;1,0>:d
mov (16|M0) r84.0<1>:d r67.4<0;1,0>:d {Compacted}
mov (16|M0) r86.0<1>:d r67.5<0;1,0>:d {Compacted}
mov (16|M0) r88.0<1>:d r67.6<0;1,0>:d
mov (16|M0) r90.0<1>:d r67.7<0;1,0>:d
mov (16|M16) r92.0<1>:d r67.4<0;1,0>:d
mov (16|M16) r94.0<1>:d r67.5<0;1,0>:d
mov (16|M16) r96.0<1>:d r67.6<0;1,0>:d
mov (16|M16) r98.0<1>:d r67.7<0;1,0>:d
mov (8|M0) r12.0<1>:d r68.0<8;8,1>:d {Compacted}
mov (8|M0) r13.0<1>:d r70.0<8;8,1>:d {Compacted}
mov (8|M0) r14.0<1>:d r72.0<8;8,1>:d {Compacted}
mov (8|M0) r15.0<1>:d r74.0<8;8,1>:d {Compacted}
mov (8|M8) r18.0<1>:d r69.0<8;8,1>:d {Compacted}
mov (8|M8) r19.0<1>:d r71.0<8;8,1>:d {Compacted}
mov (8|M8) r20.0<1>:d r73.0<8;8,1>:d {Compacted}
mov (8|M8) r21.0<1>:d r75.0<8;8,1>:d {Compacted}
mov (8|M16) r24.0<1>:d r76.0<8;8,1>:d
mov (8|M16) r25.0<1>:d r78.0<8;8,1>:d
mov (8|M16) r26.0<1>:d r80.0<8;8,1>:d
mov (8|M16) r27.0<1>:d r82.0<8;8,1>:d
mov (8|M24) r30.0<1>:d r77.0<8;8,1>:d
mov (8|M24) r31.0<1>:d r79.0<8;8,1>:d
mov (8|M24) r32.0<1>:d r81.0<8;8,1>:d
mov (8|M24) r33.0<1>:d r83.0<8;8,1>:d
mov (8|M0) r36.0<1>:d r84.0<8;8,1>:d {Compacted}
mov (8|M0) r37.0<1>:d r86.0<8;8,1>:d {Compacted}
mov (8|M0) r38.0<1>:d r88.0<8;8,1>:d {Compacted}
mov (8|M0) r39.0<1>:d r90.0<8;8,1>:d {Compacted}
mov (8|M8) r42.0<1>:d r85.0<8;8,1>:d {Compacted}
mov (8|M8) r43.0<1>:d r87.0<8;8,1>:d {Compacted}
mov (8|M8) r44.0<1>:d r89.0<8;8,1>:d {Compacted}
mov (8|M8) r45.0<1>:d r91.0<8;8,1>:d {Compacted}
mov (8|M16) r48.0<1>:d r92.0<8;8,1>:d
mov (8|M16) r49.0<1>:d r94.0<8;8,1>:d
mov (8|M16) r50.0<1>:d r96.0<8;8,1>:d
mov (8|M16) r51.0<1>:d r98.0<8;8,1>:d
send (8|M0) null r10:f 0xC 0x0C0689FF
mov (8|M24) r54.0<1>:d r93.0<8;8,1>:d
mov (8|M24) r55.0<1>:d r95.0<8;8,1>:d
mov (8|M24) r56.0<1>:d r97.0<8;8,1>:d
mov (8|M24) r57.0<1>:d r99.0<8;8,1>:d
send (8|M8) null r16:f 0xC 0x0C0689FF
add (8|M0) r92.0<1>:q r109.0<4;4,1>:q 192:w
send (8|M16) null r22:f 0xC 0x0C0689FF
add (8|M8) r10.0<1>:q r111.0<4;4,1>:q 192:w
send (8|M24) null r28:f 0xC 0x0C0689FF
add (8|M16) r16.0<1>:q r113.0<4;4,1>:q 192:w
send (8|M0) null r34:f 0xC 0x0C0689FF
add (8|M24) r22.0<1>:q r115.0<4;4,1>:q 192:w
send (8|M8) null r40:f 0xC 0x0C0689FF
add (8|M0) r28.0<1>:q r109.0<4;4,1>:q 208:w
send (8|M16) null r46:f 0xC 0x0C0689FF
add (8|M8) r34.0<1>:q r111.0<4;4,1>:q 208:w
send (8|M24) null r52:f 0xC 0x0C0689FF
add (8|M16) r40.0<1>:q r113.0<4;4,1>:q 208:w
add (8|M24) r46.0<1>:q r115.0<4;4,1>:q 208:w
(W) mov (1|M0) r52.2<1>:ud 0xE0:uw
(W) send (8|M0) r59:d r58:f 0xA 0x02184200
mov (16|M0) r60.0<1>:d r59.0<0;1,0>:d {Compacted}
mov (16|M0) r62.0<1>:d r59.1<0;1,0>:d {Compacted}
mov (16|M0) r64.0<1>:d r59.2<0;1,0>:d {Compacted}
mov (16|M0) r66.0<1>:d r59.3<0;1,0>:d {Compacted}
mov (16|M16) r68.0<1>:d r59.0<0;1,0>:d
mov (16|M16) r70.0<1>:d r59.1<0;1,0>:d
mov (16|M16) r72.0<1>:d r59.2<0;1,0>:d
mov (16|M16) r74.0<1>:d r59.3<0;1,0>:d
mov (16|M0) r76.0<1>:d r59.4<0;1,0>:d {Compacted}
mov (16|M0) r78.0<1>:d r59.5<0;1,0>:d {Compacted}
mov (16|M0) r80.0<1>:d r59.6<0;1,0>:d
mov (16|M0) r82.0<1>:d r59.7<0;1,0>:d
mov (16|M16) r84.0<1>:d r59.4<0;1,0>:d
mov (16|M16) r86.0<1>:d r59.5<0;1,0>:d
mov (16|M16) r88.0<1>:d r59.6<0;1,0>:d
mov (16|M16) r90.0<1>:d r59.7<0;1,0>:d
mov (8|M0) r94.0<1>:d r60.0<8;8,1>:d {Compacted}
mov (8|M0) r95.0<1>:d r62.0<8;8,1>:d {Compacted}
mov (8|M0) r96.0<1>:d r64.0<8;8,1>:d {Compacted}
mov (8|M0) r97.0<1>:d r66.0<8;8,1>:d {Compacted}
mov (8|M8) r12.0<1>:d r61.0<8;8,1>:d {Compacted}
mov (8|M8) r13.0<1>:d r63.0<8;8,1>:d {Compacted}
mov (8|M8) r14.0<1>:d r65.0<8;8,1>:d {Compacted}
mov (8|M8) r15.0<1>:d r67.0<8;8,1>:d {Compacted}
mov (8|M16) r18.0<1>:d r68.0<8;8,1>:d
mov (8|M16) r19.0<1>:d r70.0<8;8,1>:d
mov (8|M16) r20.0<1>:d r72.0<8;8,1>:d
mov (8|M16) r21.0<1>:d r74.0<8;8,1>:d
mov (8|M24) r24.0<1>:d r69.0<8;8,1>:d
mov (8|M24) r25.0<1>:d r71.0<8;8,1>:d
mov (8|M24) r26.0<1>:d r73.0<8;8,1>:d
mov (8|M24) r27.0<1>:d r75.0<8;8,1>:d
mov (8|M0) r30.0<1>:d r76.0<8;8,1>:d {Compacted}
mov (8|M0) r31.0<1>:d r78.0<8;8,1>:d {Compacted}
mov (8|M0) r32.0<1>:d r80.0<8;8,1>:d {Compacted}
mov (8|M0) r33.0<1>:d r82.0<8;8,1>:d {Compacted}
mov (8|M8) r36.0<1>:d r77.0<8;8,1>:d {Compacted}
mov (8|M8) r37.0<1>:d r79.0<8;8,1>:d {Compacted}
mov (8|M8) r38.0<1>:d r81.0<8;8,1>:d {Compacted}
mov (8|M8) r39.0<1>:d r83.0<8;8,1>:d {Compacted}
mov (8|M16) r42.0<1>:d r84.0<8;8,1>:d
mov (8|M16) r43.0<1>:d r86.0<8;8,1>:d
mov (8|M16) r44.0<1>:d r88.0<8;8,1>:d
mov (8|M16) r45.0<1>:d r90.0<8;8,1>:d
send (8|M0) null r92:f 0xC 0x0C0689FF
mov (8|M24) r48.0<1>:d r85.0<8;8,1>:d
mov (8|M24) r49.0<1>:d r87.0<8;8,1>:d
mov (8|M24) r50.0<1>:d r89.0<8;8,1>:d
mov (8|M24) r51.0<1>:d r91.0<8;8,1>:d
send (8|M8) null r10:f 0xC 0x0C0689FF
add (8|M0) r86.0<1>:q r109.0<4;4,1>:q 224:w
send (8|M16) null r16:f 0xC 0x0C0689FF
add (8|M8) r92.0<1>:q r111.0<4;4,1>:q 224:w
send (8|M24) null r22:f 0xC 0x0C0689FF
add (8|M16) r10.0<1>:q r113.0<4;4,1>:q 224:w
send (8|M0) null r28:f 0xC 0x0C0689FF
add (8|M24) r16.0<1>:q r115.0<4;4,1>:q 224:w
send (8|M8) null r34:f 0xC 0x0C0689FF
add (8|M0) r22.0<1>:q r109.0<4;4,1>:q 240:w
send (8|M16) null r40:f 0xC 0x0C0689FF
add (8|M8) r28.0<1>:q r111.0<4;4,1>:q 240:w
send (8|M24) null r46:f 0xC 0x0C0689FF
add (8|M16) r34.0<1>:q r113.0<4;4,1>:q 240:w
add (8|M24) r40.0<1>:q r115.0<4;4,1>:q 240:w
(W) send (8|M0) r53:d r52:f 0xA 0x02184200
mov (16|M0) r54.0<1>:d r53.0<0;1,0>:d {Compacted}
mov (16|M0) r56.0<1>:d r53.1<0;1,0>:d {Compacted}
mov (16|M0) r58.0<1>:d r53.2<0;1,0>:d {Compacted}
mov (16|M0) r60.0<1>:d r53.3<0;1,0>:d {Compacted}
mov (16|M16) r62.0<1>:d r53.0<0;1,0>:d
mov (16|M16) r64.0<1>:d r53.1<0;1,0>:d
mov (16|M16) r66.0<1>:d r53.2<0;1,0>:d
mov (16|M16) r68.0<1>:d r53.3<0;1,0>:d
mov (16|M0) r70.0<1>:d r53.4<0;1,0>:d {Compacted}
mov (16|M0) r72.0<1>:d r53.5<0;1,0>:d {Compacted}
mov (16|M0) r74.0<1>:d r53.6<0;1,0>:d
mov (16|M0) r76.0<1>:d r53.7<0;1,0>:d
mov (16|M16) r78.0<1>:d r53.4<0;1,0>:d
mov (16|M16) r80.0<1>:d r53.5<0;1,0>:d
mov (16|M16) r82.0<1>:d r53.6<0;1,0>:d
mov (16|M16) r84.0<1>:d r53.7<0;1,0>:d
mov (8|M0) r88.0<1>:d r54.0<8;8,1>:d {Compacted}
mov (8|M0) r89.0<1>:d r56.0<8;8,1>:d {Compacted}
mov (8|M0) r90.0<1>:d r58.0<8;8,1>:d {Compacted}
mov (8|M0) r91.0<1>:d r60.0<8;8,1>:d {Compacted}
mov (8|M8) r94.0<1>:d r55.0<8;8,1>:d {Compacted}
mov (8|M8) r95.0<1>:d r57.0<8;8,1>:d {Compacted}
mov (8|M8) r96.0<1>:d r59.0<8;8,1>:d {Compacted}
mov (8|M8) r97.0<1>:d r61.0<8;8,1>:d {Compacted}
mov (8|M16) r12.0<1>:d r62.0<8;8,1>:d
mov (8|M16) r13.0<1>:d r64.0<8;8,1>:d
mov (8|M16) r14.0<1>:d r66.0<8;8,1>:d
mov (8|M16) r15.0<1>:d r68.0<8;8,1>:d
mov (8|M24) r18.0<1>:d r63.0<8;8,1>:d
mov (8|M24) r19.0<1>:d r65.0<8;8,1>:d
mov (8|M24) r20.0<1>:d r67.0<8;8,1>:d
mov (8|M24) r21.0<1>:d r69.0<8;8,1>:d
mov (8|M0) r24.0<1>:d r70.0<8;8,1>:d {Compacted}
mov (8|M0) r25.0<1>:d r72.0<8;8,1>:d {Compacted}
mov (8|M0) r26.0<1>:d r74.0<8;8,1>:d {Compacted}
mov (8|M0) r27.0<1>:d r76.0<8;8,1>:d {Compacted}
mov (8|M8) r30.0<1>:d r71.0<8;8,1>:d {Compacted}
mov (8|M8) r31.0<1>:d r73.0<8;8,1>:d {Compacted}
mov (8|M8) r32.0<1>:d r75.0<8;8,1>:d {Compacted}
mov (8|M8) r33.0<1>:d r77.0<8;8,1>:d {Compacted}
mov (8|M16) r36.0<1>:d r78.0<8;8,1>:d
mov (8|M16) r37.0<1>:d r80.0<8;8,1>:d
mov (8|M16) r38.0<1>:d r82.0<8;8,1>:d
mov (8|M16) r39.0<1>:d r84.0<8;8,1>:d
send (8|M0) null r86:f 0xC 0x0C0689FF
mov (8|M24) r42.0<1>:d r79.0<8;8,1>:d
mov (8|M24) r43.0<1>:d r81.0<8;8,1>:d
mov (8|M24) r44.0<1>:d r83.0<8;8,1>:d
mov (8|M24) r45.0<1>:d r85.0<8;8,1>:d
send (8|M8) null r92:f 0xC 0x0C0689FF
send (8|M16) null r10:f 0xC 0x0C0689FF
send (8|M24) null r16:f 0xC 0x0C0689FF
send (8|M0) null r22:f 0xC 0x0C0689FF
send (8|M8) null r28:f 0xC 0x0C0689FF
send (8|M16) null r34:f 0xC 0x0C0689FF
send (8|M24) null r40:f 0xC 0x0C0689FF
(W&f1.0) jmpi L7376
L7328:
mov (16|M0) r100.0<1>:d 0:w
mov (16|M16) r102.0<1>:d 0:w
(W) jmpi L7704
L7376:
mov (16|M0) r100.0<1>:d 0:w
mov (16|M16) r102.0<1>:d 0:w
(W) mov (1|M0) r104.0<1>:d 0:w
L7424:
(W) shl (1|M0) r4.0<1>:d r104.0<0;1,0>:d 2:w
(W) mov (8|M0) r3.0<1>:ud 0x0:ud {Compacted}
(W) add (1|M0) r104.0<1>:d r104.0<0;1,0>:d 1:w
(W) send (1|M0) r5 r3:f 0xA 0x04190800
(W) cmp (16|M0) (lt)f0.0 null<1>:d r104.0<0;1,0>:d r8.2<0;1,0>:d {Compacted}
(W) cmp (16|M16) (lt)f0.0 null<1>:d r104.0<0;1,0>:d r8.2<0;1,0>:d
(W) shl (1|M0) r6.0<1>:d r5.0<0;1,0>:d 2:w
(W) and (1|M0) r8.3<1>:d r6.0<0;1,0>:d 252:w
add (8|M0) r10.0<1>:q r109.0<4;4,1>:q r8.3<0;1,0>:ud
add (8|M8) r12.0<1>:q r111.0<4;4,1>:q r8.3<0;1,0>:ud
add (8|M16) r14.0<1>:q r113.0<4;4,1>:q r8.3<0;1,0>:ud
add (8|M24) r16.0<1>:q r115.0<4;4,1>:q r8.3<0;1,0>:ud
send (8|M0) r18:d r10:f 0xC 0x041401FF
send (8|M8) r19:d r12:f 0xC 0x041401FF
send (8|M16) r20:d r14:f 0xC 0x041401FF
send (8|M24) r21:d r16:f 0xC 0x041401FF
add (16|M0) r100.0<1>:d r100.0<8;8,1>:d r18.0<8;8,1>:d {Compacted}
add (16|M16) r102.0<1>:d r102.0<8;8,1>:d r20.0<8;8,1>:d
(W&f0.0) jmpi L7424
L7704:
(W) mov (16|M0) r23.0<1>:d 0:w
(W) mov (16|M16) r25.0<1>:d 0:w
mov (16|M0) r23.0<1>:d 12:w
mov (16|M16) r25.0<1>:d 12:w
(W) mul (1|M0) r3.0<1>:d r9.2<0;1,0>:d r0.1<0;1,0>:d
mov (16|M0) r14.0<1>:d r100.0<8;8,1>:d {Compacted}
(W) add (8|M16) r23.1<2>:d r23.0<2;1,0>:d r23.1<2;1,0>:d
mov (16|M16) r18.0<1>:d r102.0<8;8,1>:d
(W) add (8|M16) r25.1<2>:d r25.0<2;1,0>:d r25.1<2;1,0>:d
add (16|M0) r4.0<1>:d r3.0<0;1,0>:d r1.0<16;16,1>:uw
add (16|M16) r10.0<1>:d r3.0<0;1,0>:d r2.0<16;16,1>:uw
(W) add (4|M16) r23.2<4>:d r23.2<4;1,0>:d r23.1<4;1,0>:d
(W) mov (1|M0) r20.0<1>:uq r9.0<0;1,0>:uq
(W) add (4|M16) r25.2<4>:d r25.2<4;1,0>:d r25.1<4;1,0>:d
add (16|M0) r4.0<1>:d r4.0<8;8,1>:d r7.0<0;1,0>:d {Compacted}
add (16|M16) r10.0<1>:d r10.0<8;8,1>:d r7.0<0;1,0>:d
(W) add (4|M16) r23.3<4>:d r23.3<4;1,0>:d r23.1<4;1,0>:d
(W) add (4|M16) r25.3<4>:d r25.3<4;1,0>:d r25.1<4;1,0>:d
shl (16|M0) r12.0<1>:d r4.0<8;8,1>:d 2:w
shl (16|M16) r16.0<1>:d r10.0<8;8,1>:d 2:w
(W) add (4|M16) r23.4<1>:d r23.3<0;1,0>:d r23.4<4;4,1>:d
(W) add (4|M16) r24.4<1>:d r24.3<0;1,0>:d r24.4<4;4,1>:d
(W) add (4|M16) r25.4<1>:d r25.3<0;1,0>:d r25.4<4;4,1>:d
(W) add (4|M16) r26.4<1>:d r26.3<0;1,0>:d r26.4<4;4,1>:d
send (16|M0) null:w r12:f 0xC 0x08025E00
send (16|M16) null:w r16:f 0xC 0x08025E00
(W) add (8|M16) r24.0<1>:d r23.7<0;1,0>:d r24.0<8;8,1>:d
(W) add (8|M16) r26.0<1>:d r25.7<0;1,0>:d r26.0<8;8,1>:d
(W) add (16|M16) r25.0<1>:d r24.7<0;1,0>:d r25.0<8;8,1>:d
(W) mov (1|M0) r22.0<1>:d r26.7<0;1,0>:d
(W) send (1|M0) r27 r20:f 0xC 0x0614A7FF
(W) add (16|M0) r23.0<1>:d r23.0<8;8,1>:d r27.0<0;1,0>:ud
(W) add (16|M0) r25.0<1>:d r25.0<8;8,1>:d r27.0<0;1,0>:ud
add (16|M0) r28.0<1>:d r23.0<8;8,1>:d 0:w
add (16|M16) r30.0<1>:d r25.0<8;8,1>:d 0:w
add (16|M0) r105.0<1>:d r23.0<8;8,1>:d -12:w
add (16|M16) r107.0<1>:d r25.0<8;8,1>:d -12:w
cmp (16|M0) (lt)f0.0 null<1>:d r28.0<8;8,1>:ud 0x400001:ud
cmp (16|M16) (lt)f0.0 null<1>:d r30.0<8;8,1>:ud 0x400001:ud
add (8|M0) r117.0<1>:q r9.0<0;1,0>:q r105.0<8;8,1>:ud
add (8|M8) r119.0<1>:q r9.0<0;1,0>:q r106.0<8;8,1>:ud
add (8|M16) r121.0<1>:q r9.0<0;1,0>:q r107.0<8;8,1>:ud
add (8|M24) r123.0<1>:q r9.0<0;1,0>:q r108.0<8;8,1>:ud
(~f0.0) if (32|M0) L8680 L9168
L8392:
cmp (16|M0) (lt)f1.0 null<1>:d r105.0<8;8,1>:ud 0x3FFFFD:ud
cmp (16|M16) (lt)f1.0 null<1>:d r107.0<8;8,1>:ud 0x3FFFFD:ud
(f1.0) if (32|M0) L8648 L8648
L8440:
mov (16|M0) r3.0<1>:d -1:w
mov (16|M16) r16.0<1>:d -1:w
mov (8|M0) r10.0<1>:uq r117.0<4;4,1>:uq
mov (8|M8) r13.0<1>:uq r119.0<4;4,1>:uq
mov (8|M16) r18.0<1>:uq r121.0<4;4,1>:uq
mov (8|M0) r12.0<1>:d r3.0<8;8,1>:d {Compacted}
mov (8|M8) r15.0<1>:d r4.0<8;8,1>:d {Compacted}
mov (8|M16) r20.0<1>:d r16.0<8;8,1>:d
mov (8|M24) r21.0<1>:uq r123.0<4;4,1>:uq
mov (8|M24) r23.0<1>:d r17.0<8;8,1>:d
send (8|M0) null r10:f 0xC 0x060681FF
send (8|M8) null r13:f 0xC 0x060681FF
send (8|M16) null r18:f 0xC 0x060681FF
send (8|M24) null r21:f 0xC 0x060681FF
L8648:
endif (32|M0) L8664
L8664:
else (32|M0) L9168 L9168
L8680:
mov (16|M0) r3.0<1>:d 0:w
mov (16|M16) r16.0<1>:d 0:w
mov (16|M0) r40.0<1>:d 3:w
mov (16|M0) r42.0<1>:d r100.0<8;8,1>:d {Compacted}
mov (16|M16) r44.0<1>:d 3:w
mov (16|M16) r46.0<1>:d r102.0<8;8,1>:d
mov (8|M0) r10.0<1>:uq r117.0<4;4,1>:uq
mov (8|M0) r12.0<1>:d r3.0<8;8,1>:d {Compacted}
mov (8|M8) r13.0<1>:uq r119.0<4;4,1>:uq
mov (8|M8) r15.0<1>:d r4.0<8;8,1>:d {Compacted}
mov (8|M16) r18.0<1>:uq r121.0<4;4,1>:uq
mov (8|M16) r20.0<1>:d r16.0<8;8,1>:d
mov (8|M24) r21.0<1>:uq r123.0<4;4,1>:uq
mov (8|M24) r23.0<1>:d r17.0<8;8,1>:d
add (8|M0) r24.0<1>:q r117.0<4;4,1>:q 4:w
mov (8|M0) r26.0<1>:d r40.0<8;8,1>:d {Compacted}
mov (8|M0) r27.0<1>:d r42.0<8;8,1>:d {Compacted}
add (8|M8) r28.0<1>:q r119.0<4;4,1>:q 4:w
mov (8|M8) r30.0<1>:d r41.0<8;8,1>:d {Compacted}
mov (8|M8) r31.0<1>:d r43.0<8;8,1>:d {Compacted}
add (8|M16) r32.0<1>:q r121.0<4;4,1>:q 4:w
mov (8|M16) r34.0<1>:d r44.0<8;8,1>:d
mov (8|M16) r35.0<1>:d r46.0<8;8,1>:d
send (8|M0) null r10:f 0xC 0x060681FF
add (8|M24) r36.0<1>:q r123.0<4;4,1>:q 4:w
mov (8|M24) r38.0<1>:d r45.0<8;8,1>:d
mov (8|M24) r39.0<1>:d r47.0<8;8,1>:d
send (8|M8) null r13:f 0xC 0x060681FF
send (8|M16) null r18:f 0xC 0x060681FF
send (8|M24) null r21:f 0xC 0x060681FF
send (8|M0) null r24:f 0xC 0x080685FF
send (8|M8) null r28:f 0xC 0x080685FF
send (8|M16) null r32:f 0xC 0x080685FF
send (8|M24) null r36:f 0xC 0x080685FF
L9168:
endif (32|M0) L9184
L9184:
(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud {Compacted}
(W) send (8|M0) null r127:f 0x27 0x02000010 {EOT}
L9208:
