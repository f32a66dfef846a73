L0:
(W) mov (8|M0) r3.0<1>:uw 0x76543210:v
 mov (16|M0) r21.0<1>:ud r0.1<0;1,0>:ud {Compacted}
 shl (16|M0) r6.0<1>:d r2.1<0;1,0>:d 0x4:ud
(W) add (8|M0) r3.8<1>:uw r3.0<8;8,1>:uw 0x8:uw
 add (16|M0) r4.0<1>:d r21.0<8;8,1>:d r1.6<0;1,0>:d {Compacted}
 mov (16|M0) r8.0<1>:d r3.0<8;8,1>:uw
 shl (16|M0) r14.0<1>:d r4.0<8;8,1>:d 0x6:ud
 add (16|M0) r10.0<1>:d r8.0<8;8,1>:d r6.0<8;8,1>:d {Compacted}
 and (16|M0) r12.0<1>:ud r10.0<8;8,1>:ud 0x3F:ud {Compacted}
 add (16|M0) r16.0<1>:d r14.0<8;8,1>:d r12.0<8;8,1>:d {Compacted}
 shl (16|M0) r22.0<1>:d r16.0<8;8,1>:d 0x2:ud
 send (16|M0) r28:uw r22 0xC 0x04205E02
 and (16|M0) r17.0<1>:ud r28.0<8;8,1>:ud 0x7:ud {Compacted}
 shl (16|M0) r24.0<1>:d r17.0<8;8,1>:d 0x6:ud
 sends (16|M0) null:ud r24 r28 0x8C 0x04008B03
 add (16|M0) r26.0<1>:d r24.0<8;8,1>:d 4:d {Compacted}
 sends (16|M0) null:ud r26 r28 0x8C 0x04008A03
 add (16|M0) r30.0<1>:d r24.0<8;8,1>:d 8:d {Compacted}
 mov (16|M0) r32.0<1>:d -r28.0<8;8,1>:d {Compacted}
 sends (16|M0) null:ud r30 r32 0x8C 0x04008703
 add (16|M0) r35.0<1>:d r22.0<8;8,1>:d 4096:d
 mov (16|M0) r33.0<1>:ud 0x5:ud {Compacted}
 sends (16|M0) r18:ud r35 r33 0x8C 0x0420AB03
 mov (16|M0) r37.0<1>:ud 0xFFFFFFFB:ud {Compacted}
 sends (16|M0) r20:ud r35 r37 0x8C 0x0420AA03
 add (16|M0) r38.0<1>:d r22.0<8;8,1>:d 8192:d
 add (16|M0) r40.0<1>:d r18.0<8;8,1>:d r20.0<8;8,1>:d {Compacted}
 sends (16|M0) null:ud r38 r40 0x8C 0x04025E03
(W) mov (8|M0) r126.0<1>:ud r0.0<8;8,1>:ud {Compacted}
(W) send (16|M0) null:uw r126:uw 0x4D00027 0x02000010 {EOT}
L376:
