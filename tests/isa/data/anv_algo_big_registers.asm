L0:
(W) mov (8|M0) r2.0<1>:uw 0x76543210:v
 mov (16|M0) r59.0<1>:ud r0.1<0;1,0>:ud {Compacted}
 mov (16|M0) r3.0<1>:ud 0x0:ud {Compacted}
(W) add (8|M0) r2.8<1>:uw r2.0<8;8,1>:uw 0x8:uw
 add (16|M0) r8.0<1>:d r59.0<8;8,1>:d r1.6<0;1,0>:d {Compacted}
 mov (16|M0) r10.0<1>:d r2.0<8;8,1>:uw
 shl (16|M0) r14.0<1>:d r8.0<8;8,1>:d 0x4:ud
 and (16|M0) r12.0<1>:ud r10.0<8;8,1>:ud 0xF:ud {Compacted}
 add (16|M0) r16.0<1>:d r14.0<8;8,1>:d r12.0<8;8,1>:d {Compacted}
 mul (16|M0) r18.0<1>:d r16.0<8;8,1>:d 160:d {Compacted}
L112:
 cmp (16|M0) (ge)f0.0 null<1>:d r3.0<8;8,1>:d 160:d {Compacted}
(f0.0) break (16|M0) L304 L304
L136:
 add (16|M0) r20.0<1>:d r18.0<8;8,1>:d r3.0<8;8,1>:d {Compacted}
 shl (16|M0) r24.0<1>:d r3.0<8;8,1>:d 0x2:ud
(W) mov (8|M0) r71.0<1>:ud 0x0:ud {NoDDClr}
(W) and (1|M0) r71.3<1>:ud r0.3<0;1,0>:ud 0xF:ud {NoDDChk,NoDDClr}
(W) and (1|M0) r71.5<1>:ud r0.5<0;1,0>:ud 0xFFFFFC00:ud {NoDDChk}
 and (16|M0) r22.0<1>:ud r20.0<8;8,1>:ud 0xFFF:ud {Compacted}
 shl (16|M0) r72.0<1>:ud r24.0<8;8,1>:d 0x2:ud
 shl (16|M0) r61.0<1>:d r22.0<8;8,1>:d 0x2:ud
 or (16|M0) r72.0<1>:ud r72.0<8;8,1>:ud r2.0<8;8,1>:uw
 send (16|M0) r74:uw r61 0xC 0x04205E02
 sends (16|M0) null:ud r71 r72 0x10A 0x020AC3FD
 add (16|M0) r3.0<1>:d r3.0<8;8,1>:d 1:d {Compacted}
L304:
 while (16|M0) L112
L320:
 mov (16|M0) r4.0<1>:ud 0x0:ud {Compacted}
L328:
 cmp (16|M0) (ge)f0.0 null<1>:d r4.0<8;8,1>:d 3:d {Compacted}
(f0.0) break (16|M0) L888 L888
L352:
 mov (16|M0) r6.0<1>:ud 0x0:ud {Compacted}
L360:
 cmp (16|M0) (ge)f0.0 null<1>:d r6.0<8;8,1>:d 160:d {Compacted}
(f0.0) break (16|M0) L864 L864
L384:
 shl (16|M0) r26.0<1>:d r6.0<8;8,1>:d 0x2:ud
(W) mov (8|M0) r62.0<1>:ud 0x0:ud {NoDDClr}
(W) and (1|M0) r62.3<1>:ud r0.3<0;1,0>:ud 0xF:ud {NoDDChk,NoDDClr}
(W) and (1|M0) r62.5<1>:ud r0.5<0;1,0>:ud 0xFFFFFC00:ud {NoDDChk}
 add (16|M0) r31.0<1>:d r6.0<8;8,1>:d 77:d {Compacted}
(W) mov (8|M0) r64.0<1>:ud 0x0:ud {NoDDClr}
(W) and (1|M0) r64.3<1>:ud r0.3<0;1,0>:ud 0xF:ud {NoDDChk,NoDDClr}
(W) and (1|M0) r64.5<1>:ud r0.5<0;1,0>:ud 0xFFFFFC00:ud {NoDDChk}
(W) mov (8|M0) r73.0<1>:ud 0x0:ud {NoDDClr}
(W) and (1|M0) r73.3<1>:ud r0.3<0;1,0>:ud 0xF:ud {NoDDChk,NoDDClr}
(W) and (1|M0) r73.5<1>:ud r0.5<0;1,0>:ud 0xFFFFFC00:ud {NoDDChk}
 shl (16|M0) r60.0<1>:ud r26.0<8;8,1>:d 0x2:ud
 mul (8|M0) acc0.0<1>:d r31.0<8;8,1>:d 0x6667:uw
 cmp (16|M0) (ge)f0.0 r47.0<1>:d r31.0<8;8,1>:d 0:d {Compacted}
 or (16|M0) r74.0<1>:ud r60.0<8;8,1>:ud r2.0<8;8,1>:uw
 mach (8|M0) r33.0<1>:d r31.0<8;8,1>:d 1717986919:d {AccWrEn}
 sends (16|M0) r27:ud r62 r74 0x8A 0x0228C3FD
 mul (8|M8) acc0.0<1>:d r32.0<8;8,1>:d 0x6667:uw
 mach (8|M8) r34.0<1>:d r32.0<8;8,1>:d 1717986919:d {AccWrEn}
 asr (16|M0) r35.0<1>:d r33.0<8;8,1>:d 0x6:ud
 shr (16|M0) r37.0<1>:ud r35.0<8;8,1>:ud 0x1F:ud {Compacted}
 add (16|M0) r39.0<1>:d r35.0<8;8,1>:d r37.0<8;8,1>:d {Compacted}
 mul (16|M0) r41.0<1>:d r39.0<8;8,1>:d 160:d {Compacted}
 add (16|M0) r43.0<1>:d r31.0<8;8,1>:d -r41.0<8;8,1>:d {Compacted}
 add (16|M0) r45.0<1>:d r43.0<8;8,1>:d 160:d {Compacted}
 cmp (16|M0) (eq)f0.0 r49.0<1>:d r43.0<8;8,1>:d 0:d {Compacted}
 or (16|M0) (ne)f0.0 null<1>:ud r49.0<8;8,1>:ud r47.0<8;8,1>:ud {Compacted}
(f0.0) sel (16|M0) r50.0<1>:ud r43.0<8;8,1>:ud r45.0<8;8,1>:ud {Compacted}
 shl (16|M0) r52.0<1>:d r50.0<8;8,1>:d 0x2:ud
 shl (16|M0) r65.0<1>:ud r52.0<8;8,1>:d 0x2:ud
 or (16|M0) r65.0<1>:ud r65.0<8;8,1>:ud r2.0<8;8,1>:uw
 sends (16|M0) r53:ud r64 r65 0x8A 0x0228C3FD
 mul (16|M0) r29.0<1>:d r27.0<8;8,1>:d 1664525:d
 add (16|M0) r76.0<1>:d r29.0<8;8,1>:d r53.0<8;8,1>:d {Compacted}
 sends (16|M0) null:ud r73 r74 0x10A 0x020AC3FD
 add (16|M0) r6.0<1>:d r6.0<8;8,1>:d 1:d {Compacted}
L864:
 while (16|M0) L360
L880:
 add (16|M0) r4.0<1>:d r4.0<8;8,1>:d 1:d {Compacted}
L888:
 while (16|M0) L328
L904:
 mov (16|M0) r7.0<1>:ud 0x9F:ud {Compacted}
 mov (16|M0) r70.0<1>:ud 0x0:ud {Compacted}
L920:
 cmp (16|M0) (lt)f0.0 null<1>:d r7.0<8;8,1>:d 0:d {Compacted}
(f0.0) break (16|M0) L1088 L1088
L944:
 shl (16|M0) r55.0<1>:d r7.0<8;8,1>:d 0x2:ud
(W) mov (8|M0) r66.0<1>:ud 0x0:ud {NoDDClr}
(W) and (1|M0) r66.3<1>:ud r0.3<0;1,0>:ud 0xF:ud {NoDDChk,NoDDClr}
(W) and (1|M0) r66.5<1>:ud r0.5<0;1,0>:ud 0xFFFFFC00:ud {NoDDChk}
 add (16|M0) r7.0<1>:d r7.0<8;8,1>:d -1:d {Compacted}
 shl (16|M0) r67.0<1>:ud r55.0<8;8,1>:d 0x2:ud
 or (16|M0) r67.0<1>:ud r67.0<8;8,1>:ud r2.0<8;8,1>:uw
 sends (16|M0) r56:ud r66 r67 0x8A 0x0228C3FD
 xor (16|M0) r58.0<1>:ud r70.0<8;8,1>:ud r56.0<8;8,1>:ud {Compacted}
 mul (16|M0) r70.0<1>:d r58.0<8;8,1>:d 16777619:d
L1088:
 while (16|M0) L920
L1104:
 shl (16|M0) r68.0<1>:d r16.0<8;8,1>:d 0x2:ud
 sends (16|M0) null:ud r68 r70 0x8C 0x04025E03
(W) mov (8|M0) r126.0<1>:ud r0.0<8;8,1>:ud {Compacted}
(W) send (16|M0) null:uw r126:uw 0x4D00027 0x02000010 {EOT}
L1160:
