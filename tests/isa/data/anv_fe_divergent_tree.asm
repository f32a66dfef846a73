L0:
(W) mov (8|M0) r3.0<1>:uw 0x76543210:v
 mov (16|M0) r25.0<1>:ud r0.1<0;1,0>:ud {Compacted}
 shl (16|M0) r9.0<1>:d r2.1<0;1,0>:d 0x4:ud
 mov (16|M0) r32.0<1>:ud 0x0:ud {Compacted}
(W) add (8|M0) r3.8<1>:uw r3.0<8;8,1>:uw 0x8:uw
 add (16|M0) r7.0<1>:d r25.0<8;8,1>:d r1.6<0;1,0>:d {Compacted}
 mov (16|M0) r11.0<1>:d r3.0<8;8,1>:uw
 shl (16|M0) r17.0<1>:d r7.0<8;8,1>:d 0x6:ud
 add (16|M0) r13.0<1>:d r11.0<8;8,1>:d r9.0<8;8,1>:d {Compacted}
 and (16|M0) r15.0<1>:ud r13.0<8;8,1>:ud 0x3F:ud {Compacted}
 add (16|M0) r19.0<1>:d r17.0<8;8,1>:d r15.0<8;8,1>:d {Compacted}
 shl (16|M0) r27.0<1>:d r19.0<8;8,1>:d 0x2:ud
 send (16|M0) r29:uw r27 0xC 0x04205E02
L160:
 cmp (16|M0) (le)f0.0 null<1>:ud r29.0<8;8,1>:ud 0x3:ud {Compacted}
(f0.0) break (16|M0) L552 L552
L184:
 and (16|M0) (ne)f0.0 null<1>:ud r29.0<8;8,1>:ud 0x1:ud {Compacted}
(f0.0) if (16|M0) L448 L528
L208:
 and (16|M0) (ne)f0.0 null<1>:ud r29.0<8;8,1>:ud 0x2:ud {Compacted}
(f0.0) if (16|M0) L256 L416
L232:
 shr (16|M0) r29.0<1>:ud r29.0<8;8,1>:ud 0x2:ud {Compacted}
 else (16|M0) L416 L416
L256:
 and (16|M0) (ne)f0.0 null<1>:ud r29.0<8;8,1>:ud 0x4:ud {Compacted}
(f0.0) if (16|M0) L320 L400
L280:
 shr (16|M0) r21.0<1>:ud r29.0<8;8,1>:ud 0x3:ud {Compacted}
 add (16|M0) r32.0<1>:d r32.0<8;8,1>:d 2:d {Compacted}
 add (16|M0) r29.0<1>:d r29.0<8;8,1>:d -r21.0<8;8,1>:d {Compacted}
 else (16|M0) L400 L400
L320:
 shr (16|M0) r29.0<1>:ud r29.0<8;8,1>:ud 0x1:ud {Compacted}
 mov (16|M0) r6.0<1>:ud 0x0:ud {Compacted}
 and (16|M0) r22.0<1>:ud r29.0<8;8,1>:ud 0x3:ud {Compacted}
L344:
 cmp (16|M0) (ge)f0.0 null<1>:ud r6.0<8;8,1>:ud r22.0<8;8,1>:ud {Compacted}
(f0.0) break (16|M0) L384 L384
L368:
 add (16|M0) r32.0<1>:d r32.0<8;8,1>:d r6.0<8;8,1>:d {Compacted}
 add (16|M0) r6.0<1>:d r6.0<8;8,1>:d 1:d {Compacted}
L384:
 while (16|M0) L344
L400:
 endif (16|M0) L416
L416:
 endif (16|M0) L432
L432:
 else (16|M0) L528 L528
L448:
 mul (8|M0) acc0.0<1>:ud r29.0<8;8,1>:ud 0xAAAB:uw
 mach (8|M0) r23.0<1>:ud r29.0<8;8,1>:ud 0xAAAAAAAB:ud {AccWrEn}
 mul (8|M8) acc0.0<1>:ud r30.0<8;8,1>:ud 0xAAAB:uw
 mach (8|M8) r24.0<1>:ud r30.0<8;8,1>:ud 0xAAAAAAAB:ud {AccWrEn}
 shr (16|M0) r29.0<1>:ud r23.0<8;8,1>:ud 0x1:ud {Compacted}
 xor (16|M0) r32.0<1>:ud r32.0<8;8,1>:ud r29.0<8;8,1>:ud {Compacted}
L528:
 endif (16|M0) L552
L544:
 add (16|M0) r32.0<1>:d r32.0<8;8,1>:d 1:d {Compacted}
L552:
 while (16|M0) L160
L568:
 sends (16|M0) null:ud r27 r29 0x8C 0x04025E03
 add (16|M0) r30.0<1>:d r27.0<8;8,1>:d 1024:d {Compacted}
 sends (16|M0) null:ud r30 r32 0x8C 0x04025E03
(W) mov (8|M0) r126.0<1>:ud r0.0<8;8,1>:ud {Compacted}
(W) send (16|M0) null:uw r126:uw 0x4D00027 0x02000010 {EOT}
L632:
