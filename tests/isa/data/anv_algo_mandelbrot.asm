L0:
(W) mov (8|M0) r3.0<1>:uw 0x76543210:v
 mov (16|M0) r55.0<1>:ud r0.1<0;1,0>:ud {Compacted}
 mov (16|M0) r57.0<1>:ud r0.6<0;1,0>:ud
 shl (16|M0) r12.0<1>:d r2.1<0;1,0>:d 0x4:ud
 mov (16|M0) r60.0<1>:ud 0x0:ud {Compacted}
 mov (16|M0) r6.0<1>:ud 0x0:ud {Compacted}
 mov (16|M0) r4.0<1>:ud 0x0:ud {Compacted}
(W) add (8|M0) r3.8<1>:uw r3.0<8;8,1>:uw 0x8:uw
 add (16|M0) r8.0<1>:d r55.0<8;8,1>:d r1.6<0;1,0>:d {Compacted}
 add (16|M0) r10.0<1>:d r57.0<8;8,1>:d r1.7<0;1,0>:d {Compacted}
 mov (16|M0) r14.0<1>:d r3.0<8;8,1>:uw
 shl (16|M0) r23.0<1>:d r8.0<8;8,1>:d 0x3:ud
 shl (16|M0) r25.0<1>:d r10.0<8;8,1>:d 0x3:ud
 add (16|M0) r16.0<1>:d r14.0<8;8,1>:d r12.0<8;8,1>:d {Compacted}
 and (16|M0) r18.0<1>:ud r16.0<8;8,1>:ud 0x7:ud {Compacted}
 shr (16|M0) r20.0<1>:ud r16.0<8;8,1>:ud 0x3:ud {Compacted}
 add (16|M0) r27.0<1>:d r23.0<8;8,1>:d r18.0<8;8,1>:d {Compacted}
 and (16|M0) r22.0<1>:ud r20.0<8;8,1>:ud 0x7:ud {Compacted}
 mov (16|M0) r31.0<1>:f r27.0<8;8,1>:ud {Compacted}
 add (16|M0) r29.0<1>:d r25.0<8;8,1>:d r22.0<8;8,1>:d {Compacted}
 mul (16|M0) r34.0<1>:f r31.0<8;8,1>:f 0.046875:f
 mov (16|M0) r32.0<1>:f r29.0<8;8,1>:ud {Compacted}
 add (16|M0) r37.0<1>:f r34.0<8;8,1>:f -2.25:f
 mul (16|M0) r35.0<1>:f r32.0<8;8,1>:f 0.046875:f
 add (16|M0) r39.0<1>:f r35.0<8;8,1>:f -1.5:f
L288:
 cmp (16|M0) (ge)f0.0 null<1>:ud r60.0<8;8,1>:ud 0x64:ud {Compacted}
(f0.0) break (16|M0) L416 L416
L312:
 mul (16|M0) r41.0<1>:f r6.0<8;8,1>:f r6.0<8;8,1>:f {Compacted}
 mul (16|M0) r43.0<1>:f r4.0<8;8,1>:f r4.0<8;8,1>:f {Compacted}
 mul (16|M0) r45.0<1>:f r6.0<8;8,1>:f r4.0<8;8,1>:f {Compacted}
 add (16|M0) r47.0<1>:f r41.0<8;8,1>:f r43.0<8;8,1>:f {Compacted}
 cmp (16|M0) (gt)f0.0 null<1>:f r47.0<8;8,1>:f 4.0:f
(f0.0) break (16|M0) L416 L416
L376:
 add (16|M0) r48.0<1>:f r41.0<8;8,1>:f -r43.0<8;8,1>:f {Compacted}
 add (16|M0) r50.0<1>:f r45.0<8;8,1>:f r45.0<8;8,1>:f {Compacted}
 add (16|M0) r60.0<1>:d r60.0<8;8,1>:d 1:d {Compacted}
 add (16|M0) r6.0<1>:f r48.0<8;8,1>:f r37.0<8;8,1>:f {Compacted}
 add (16|M0) r4.0<1>:f r50.0<8;8,1>:f r39.0<8;8,1>:f {Compacted}
L416:
 while (16|M0) L288
L432:
 shl (16|M0) r51.0<1>:d r29.0<8;8,1>:d 0x6:ud
 add (16|M0) r53.0<1>:d r51.0<8;8,1>:d r27.0<8;8,1>:d {Compacted}
 shl (16|M0) r58.0<1>:d r53.0<8;8,1>:d 0x2:ud
 sends (16|M0) null:ud r58 r60 0x8C 0x04025E02
(W) mov (8|M0) r126.0<1>:ud r0.0<8;8,1>:ud {Compacted}
(W) send (16|M0) null:uw r126:uw 0x4D00027 0x02000010 {EOT}
L512:
