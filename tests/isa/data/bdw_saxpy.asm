L0:
(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw {Switch}
(W) mul (1|M0) r3.0<1>:d r9.0<0;1,0>:d r0.1<0;1,0>:d {Compacted}
(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud {Compacted}
add (16|M0) r125.0<1>:d r3.0<0;1,0>:d r1.0<16;16,1>:uw
add (16|M16) r4.0<1>:d r3.0<0;1,0>:d r2.0<16;16,1>:uw
add (16|M0) r125.0<1>:d r125.0<8;8,1>:d r7.0<0;1,0>:d {Compacted}
add (16|M16) r4.0<1>:d r4.0<8;8,1>:d r7.0<0;1,0>:d
shl (8|M0) r28.0<1>:q r125.0<8;8,1>:d 2:w
shl (8|M8) r101.0<1>:q r126.0<8;8,1>:d 2:w
shl (8|M16) r30.0<1>:q r4.0<8;8,1>:d 2:w
shl (8|M24) r99.0<1>:q r5.0<8;8,1>:d 2:w
add (8|M0) r121.0<1>:q r28.0<4;4,1>:q r8.0<0;1,0>:q
add (8|M0) r14.0<1>:q r28.0<4;4,1>:q r8.1<0;1,0>:q
add (8|M8) r123.0<1>:q r101.0<4;4,1>:q r8.0<0;1,0>:q
add (8|M8) r16.0<1>:q r101.0<4;4,1>:q r8.1<0;1,0>:q
add (8|M16) r10.0<1>:q r30.0<4;4,1>:q r8.0<0;1,0>:q
add (8|M16) r113.0<1>:q r30.0<4;4,1>:q r8.1<0;1,0>:q
add (8|M24) r12.0<1>:q r99.0<4;4,1>:q r8.0<0;1,0>:q
add (8|M24) r115.0<1>:q r99.0<4;4,1>:q r8.1<0;1,0>:q
send (8|M0) r119:f r121:f 0xC 0x041401FF
send (8|M0) r18:f r14:f 0xC 0x041401FF
send (8|M8) r120:f r123:f 0xC 0x041401FF
send (8|M8) r19:f r16:f 0xC 0x041401FF
send (8|M16) r117:f r10:f 0xC 0x041401FF
send (8|M16) r111:f r113:f 0xC 0x041401FF
send (8|M24) r118:f r12:f 0xC 0x041401FF
mov (8|M0) r22.0<1>:uq r14.0<4;4,1>:uq
send (8|M24) r112:f r115:f 0xC 0x041401FF
mov (8|M8) r106.0<1>:uq r16.0<4;4,1>:uq
mov (8|M16) r25.0<1>:uq r113.0<4;4,1>:uq
mov (8|M24) r103.0<1>:uq r115.0<4;4,1>:uq
mad (16|M0) r20.0<1>:f r18.0<2;1>:f r119.0<2;1>:f r8.4<0>:f {Compacted}
mad (16|M16) r109.0<1>:f r111.0<2;1>:f r117.0<2;1>:f r8.4<0>:f {Compacted}
mov (8|M0) r24.0<1>:f r20.0<8;8,1>:f {Compacted}
mov (8|M8) r108.0<1>:f r21.0<8;8,1>:f {Compacted}
mov (8|M16) r27.0<1>:f r109.0<8;8,1>:f
mov (8|M24) r105.0<1>:f r110.0<8;8,1>:f
send (8|M0) null r22:f 0xC 0x060681FF
send (8|M8) null r106:f 0xC 0x060681FF
send (8|M16) null r25:f 0xC 0x060681FF
send (8|M24) null r103:f 0xC 0x060681FF
(W) send (8|M0) null r127:f 0x27 0x02000010 {EOT}
L616:
