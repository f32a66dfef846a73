L0:
(W) and (1|M0) r38.0<1>:ud r0.0<0;1,0>:ud 0xFFFFFFC0:ud
(W) mov (8|M0) r3.0<1>:uw 0x76543210:v
mov (16|M0) r36.0<1>:ud 0x0:ud
mov (16|M0) r29.0<1>:ud r0.1<0;1,0>:ud
and (16|M0) r9.0<1>:ud r0.2<0;1,0>:ud 0xFF:ud {Compacted}
(W) add (1|M0) r39.0<1>:ud r38.0<0;1,0>:ud 0x0:ud {Compacted,I@5}
(W) add (8|M0) r3.8<1>:uw r3.0<1;1,0>:uw 0x8:uw {Compacted,I@5}
shl (16|M0) r11.0<1>:d r9.0<8;8,1>:d 0x4:ud {I@3}
(W) sync.nop null {I@3}
(W) send.ugm (1|M0) r1 r39 null:0 0x0 0x0220D500 {$0}
(W) sync.nop null {I@2}
mov (16|M0) r13.0<1>:d r3.0<8;8,1>:uw
add (16|M0) r15.0<1>:d r13.0<1;1,0>:d r11.0<1;1,0>:d {Compacted,I@1}
and (16|M0) r17.0<1>:ud r15.0<1;1,0>:ud 0x3F:ud {Compacted,I@1}
(W) sync.nop null {$0.dst}
add (16|M0) r7.0<1>:d r29.0<1;1,0>:d r1.6<0;1,0>:d {Compacted,I@7}
shl (16|M0) r19.0<1>:d r7.0<8;8,1>:d 0x6:ud {I@1}
add (16|M0) r21.0<1>:d r19.0<1;1,0>:d r17.0<1;1,0>:d {Compacted,I@1}
shl (16|M0) r31.0<1>:d r21.0<8;8,1>:d 0x2:ud {I@1}
(W) sync.nop null {I@1}
send.ugm (16|M0) r33 r31 null:0 0x2000000 0x64201502 {$1}
L280:
cmp (16|M0) (le)f0.0 null<1>:ud r33.0<8;8,1>:ud 0x3:ud {@2,$1.dst}
(f0.0) break (16|M0) L728 L728
L312:
and (16|M0) (ne)f0.0 null<1>:ud r33.0<8;8,1>:ud 0x1:ud
(f0.0) if (16|M0) L624 L704
L344:
and (16|M0) (ne)f0.0 null<1>:ud r33.0<8;8,1>:ud 0x2:ud
(f0.0) if (16|M0) L400 L592
L376:
shr (16|M0) r33.0<1>:ud r33.0<1;1,0>:ud 0x2:ud {Compacted}
else (16|M0) L592 L592
L400:
and (16|M0) (ne)f0.0 null<1>:ud r33.0<8;8,1>:ud 0x4:ud {I@2}
(f0.0) if (16|M0) L480 L576
L432:
shr (16|M0) r23.0<1>:ud r33.0<1;1,0>:ud 0x3:ud {Compacted}
add (16|M0) r36.0<1>:d r36.0<1;1,0>:d 2:d {Compacted}
add (16|M0) r25.0<1>:d r23.0<1;1,0>:d 1:d {Compacted,I@2}
add (16|M0) r33.0<1>:d r33.0<1;1,0>:d -r25.0<1;1,0>:d {Compacted,I@1}
else (16|M0) L576 L576
L480:
shr (16|M0) r33.0<1>:ud r33.0<1;1,0>:ud 0x1:ud {Compacted,I@2}
mov (16|M0) r6.0<1>:ud 0x0:ud
and (16|M0) r26.0<1>:ud r33.0<1;1,0>:ud 0x3:ud {Compacted,I@2}
L512:
cmp (16|M0) (ge)f0.0 null<1>:ud r6.0<8;8,1>:ud r26.0<8;8,1>:ud {I@1}
(f0.0) break (16|M0) L560 L560
L544:
add (16|M0) r36.0<1>:d r36.0<1;1,0>:d r6.0<1;1,0>:d {Compacted,I@5}
add (16|M0) r6.0<1>:d r6.0<1;1,0>:d 1:d {Compacted}
L560:
while (16|M0) L512
L576:
endif (16|M0) L592
L592:
endif (16|M0) L608
L608:
else (16|M0) L704 L704
L624:
mul (8|M0) acc0.0<1>:ud r33.0<8;8,1>:ud 0xAAAB:uw {I@2}
mach (8|M0) r27.0<1>:ud r33.0<8;8,1>:ud 0xAAAAAAAB:ud {AccWrEn,I@5}
mul (8|M8) acc0.0<1>:ud r34.0<8;8,1>:ud 0xAAAB:uw {I@4}
mach (8|M8) r28.0<1>:ud r34.0<8;8,1>:ud 0xAAAAAAAB:ud {AccWrEn}
shr (16|M0) r33.0<1>:ud r27.0<1;1,0>:ud 0x1:ud {Compacted,I@1}
xor (16|M0) r36.0<1>:ud r36.0<1;1,0>:ud r33.0<1;1,0>:ud {Compacted,I@1}
L704:
endif (16|M0) L728
L720:
add (16|M0) r36.0<1>:d r36.0<1;1,0>:d 1:d {Compacted,I@2}
L728:
while (16|M0) L280
L744:
(W) sync.nop null {$1.dst}
send.ugm (16|M0) null r31 r33:2 0x3000000 0x64001506 {$2}
add (16|M0) r34.0<1>:d r31.0<1;1,0>:d 1024:d {Compacted,$2.src}
(W) sync.nop null {I@1}
send.ugm (16|M0) null r34 r36:2 0x3000000 0x64001506 {$3}
(W) mov (8|M0) r126.0<1>:ud r0.0<8;8,1>:ud
(W) mov (16|M0) acc0.0<1>:f 0.0:f {I@1}
(W) send.gtwy (16|M0) null r126 null:0 0x0 0x02000000 {EOT,A@1}
L864:
