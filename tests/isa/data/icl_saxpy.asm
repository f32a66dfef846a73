L0:
(W) mov (8|M0) r3.0<1>:ud r0.0<1;1,0>:ud
(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw {Switch}
(W) mul (1|M0) acc0.0<1>:d r9.2<0;1,0>:d r3.2<0;1,0>:uw
(W) mov (8|M0) r127.0<1>:f r3.0<8;8,1>:f {Compacted}
(W) mach (1|M0) r126.0<1>:d r9.2<0;1,0>:d r3.1<0;1,0>:d
add (16|M0) r4.0<1>:d r126.0<0;1,0>:d r1.0<16;16,1>:uw
add (16|M16) r124.0<1>:d r126.0<0;1,0>:d r2.0<16;16,1>:uw
add (16|M0) r4.0<1>:d r4.0<8;8,1>:d r7.0<0;1,0>:d {Compacted}
add (16|M16) r124.0<1>:d r124.0<8;8,1>:d r7.0<0;1,0>:d
shl (16|M0) r4.0<1>:d r4.0<8;8,1>:d 2:w
shl (16|M16) r124.0<1>:d r124.0<8;8,1>:d 2:w
add (16|M0) r10.0<1>:d r4.0<8;8,1>:d r9.0<0;1,0>:d {Compacted}
add (16|M16) r122.0<1>:d r124.0<8;8,1>:d r9.0<0;1,0>:d
add (16|M0) r4.0<1>:d r4.0<8;8,1>:d r9.1<0;1,0>:d {Compacted}
add (16|M16) r124.0<1>:d r124.0<8;8,1>:d r9.1<0;1,0>:d
send (16|M0) r119:w r10:f 0xC 0x04205E00
send (16|M16) r117:w r122:f 0xC 0x04205E00
send (16|M0) r12:w r4:f 0xC 0x04205E01
(W) mov (8|M0) r10.0<1>:f r10.0<8;8,1>:f {Compacted}
send (16|M16) r115:w r124:f 0xC 0x04205E01
mad (16|M0) r14.0<1>:f r12.0<8;1>:f r119.0<8;1>:f r8.4<0>:f
mad (16|M16) r113.0<1>:f r115.0<8;1>:f r117.0<8;1>:f r8.4<0>:f
sends (16|M0) null:w r4 r14 0x8C 0x04025E01
sends (16|M16) null:w r124 r113 0x8C 0x04025E01
(W) send (8|M0) null r127:f 0x27 0x02000010 {EOT}
L360:
