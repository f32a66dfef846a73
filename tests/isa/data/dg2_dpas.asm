L0:
(W) mov (8|M0) r127.0<1>:ud 0x0:ud
(W) and (1|M0) r127.2<1>:ud r0.0<0;1,0>:ud 0xFFFFFFC0:ud
(W) and (1|M0) r127.0<1>:uw r0.4<0;1,0>:uw 0xFF:uw
(W) add (1|M0) r127.2<1>:ud r127.2<0;1,0>:ud 0x40:uw {I@2}
(W) mad (1|M0) r127.2<1>:ud r127.2<0;0>:ud r127.0<0;0>:uw 0x60:uw {I@1}
(W) mov (8|M0) r4.0<1>:ud r1.0<1;1,0>:ud
(W) send.dc0 (8|M0) r1 r127 null:0 0x0 0x022843FD {A@1,$0}
(W) add (1|M0) r127.2<1>:ud r127.2<0;1,0>:ud 0x40:uw {$0.src}
(W) send.dc0 (8|M0) r3 r127 null:0 0x0 0x021842FD {A@1,$1}
nop
nop
nop
(W) mov (8|M0) r127.0<1>:ud 0x0:ud {$1.src}
(W) and (1|M0) r127.2<1>:ud r0.0<0;1,0>:ud 0xFFFFFFC0:ud
(W) send.dc0 (8|M0) r5 r127 null:0 0x0 0x022843FD {A@1,$2}
(W) mov (8|M0) r123.0<1>:ud r0.0<1;1,0>:ud
(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw {A@1}
sync.nop null {Compacted,A@1}
sync.nop null {Compacted,$2.dst}
(W) mul (1|M0) acc0.0<1>:d r6.0<0;1,0>:d r123.2<0;1,0>:uw {Compacted,A@1}
(W) mach (1|M0) r2.0<1>:d r6.0<0;1,0>:d r123.1<0;1,0>:d {Compacted,$0.dst}
(W) mov (8|M0) r127.0<1>:f r123.0<1;1,0>:f {Compacted}
add3 (8|M0) acc0.0<1>:d r2.0<0;0>:d r1.0<1;0>:uw r4.0<0>:d {I@1}
add (8|M0) acc2.0<1>:d r2.0<0;1,0>:d r1.0<1;1,0>:uw {Compacted}
shl (8|M0) r6.0<1>:d acc0.0<1;1,0>:d 5:w
add3 (8|M0) acc0.0<1>:d acc2.0<1;0>:d r4.0<0;0>:d 8:w
add (8|M0) r15.0<1>:ud r6.0<1;1,0>:ud 0x10:uw {I@2}
add (8|M0) r24.0<1>:ud r6.0<1;1,0>:ud 0x10:uw
add (8|M0) r33.0<1>:ud r6.0<1;1,0>:ud 0x10:uw
send.dc1 (8|M0) r7 r6 null:0 0x0 0x02406000 {$3}
send.dc1 (8|M0) r16 r6 null:0 0x0 0x02406001 {$4}
send.dc1 (8|M0) r25 r6 null:0 0x0 0x02406002 {$5}
send.dc1 (8|M0) r11 r15 null:0 0x0 0x02406000 {A@3,$6}
send.dc1 (8|M0) r20 r24 null:0 0x0 0x02406001 {A@2,$7}
send.dc1 (8|M0) r29 r33 null:0 0x0 0x02406002 {A@1,$8}
add (8|M0) r34.0<1>:ud r6.0<1;1,0>:ud 0x10:uw
add (8|M0) r43.0<1>:ud r6.0<1;1,0>:ud 0x10:uw
add (8|M0) r52.0<1>:ud r6.0<1;1,0>:ud 0x10:uw
shl (8|M0) r54.0<1>:d acc0.0<1;1,0>:d 5:w
add (8|M0) r64.0<1>:ud r6.0<1;1,0>:ud 0x10:uw
add (8|M0) r55.0<1>:ud r54.0<1;1,0>:ud 0x10:uw {I@2}
add (8|M0) r73.0<1>:ud r6.0<1;1,0>:ud 0x10:uw
add (8|M0) r82.0<1>:ud r6.0<1;1,0>:ud 0x10:uw
add (8|M0) r83.0<1>:ud r6.0<1;1,0>:ud 0x10:uw
add (8|M0) r105.0<1>:ud r6.0<1;1,0>:ud 0x10:uw
add (8|M0) r122.0<1>:ud r54.0<1;1,0>:ud 0x10:uw
add (8|M0) r92.0<1>:ud r6.0<1;1,0>:ud 0x10:uw
add (8|M0) r15.0<1>:ud r54.0<1;1,0>:ud 0x10:uw {$6.src}
sync.allwr ($4,$5,$6,$7,$8)
dpas.8x8 (8|M0) r25:f r25:f r16:hf r7.0:hf {$3}
add (8|M0) r16.0<1>:d r6.0<1;1,0>:d 28:w {Compacted,$3.src}
send.dc1 (8|M0) null r6 r25:4 0x0 0x02026002 {$3}
send.dc1 (8|M0) null r34 r29:4 0x0 0x02026002 {$9}
send.dc1 (8|M0) r35 r6 null:0 0x0 0x02406000 {$10}
send.dc1 (8|M0) r39 r43 null:0 0x0 0x02406000 {$11}
send.dc1 (8|M0) r44 r6 null:0 0x0 0x02406001 {$12}
send.dc1 (8|M0) r48 r52 null:0 0x0 0x02406001 {$13}
sync.allwr ($11,$12,$13)
sync.allrd ($3,$9)
dpas.8x8 (8|M0) r25:f r25:f r44:bf r35.0:bf {$10}
add (8|M0) r36.0<1>:ud r54.0<1;1,0>:ud 0x10:uw {$10.src}
add (8|M0) r37.0<1>:ud r54.0<1;1,0>:ud 0x10:uw
send.dc1 (8|M0) null r54 r25:4 0x0 0x02026002 {$10}
send.dc1 (8|M0) null r55 r29:4 0x0 0x02026002 {A@7,$14}
add (8|M0) r26.0<1>:ud r6.0<1;1,0>:ud 0x10:uw {$10.src}
send.dc1 (8|M0) r56 r6 null:0 0x0 0x02406000 {$15}
send.dc1 (8|M0) r60 r64 null:0 0x0 0x02406000 {$1}
send.dc1 (8|M0) r65 r6 null:0 0x0 0x02406001 {$2}
send.dc1 (8|M0) r69 r73 null:0 0x0 0x02406001 {A@7,$4}
send.dc1 (8|M0) r74 r6 null:0 0x0 0x02406003 {$5}
send.dc1 (8|M0) r78 r82 null:0 0x0 0x02406003 {A@7,$6}
sync.allwr ($1,$2,$4,$5,$6)
dpas.8x8 (8|M0) r74:d r74:d r65:b r56.0:b {$15}
send.dc1 (8|M0) null r6 r74:4 0x0 0x02026003 {$15}
send.dc1 (8|M0) null r83 r78:4 0x0 0x02026003 {A@7,$7}
mov (8|M0) r106.0<1>:f r74.0<1;1,0>:f {Compacted}
mov (8|M0) r107.0<1>:f r75.0<1;1,0>:f {Compacted}
mov (8|M0) r108.0<1>:f r76.0<1;1,0>:f {Compacted}
mov (8|M0) r109.0<1>:f r77.0<1;1,0>:f {Compacted}
send.dc1 (8|M0) r84 r6 null:0 0x0 0x02406000 {$8}
send.dc1 (8|M0) r97 r6 null:0 0x0 0x02406001 {$0}
sync.nop null {Compacted,I@7}
send.dc1 (8|M0) r101 r105 null:0 0x0 0x02406001 {$3}
sync.nop null {Compacted,I@7}
send.dc1 (8|M0) r118 r122 null:0 0x0 0x02406003 {$9}
sync.nop null {Compacted,I@6}
send.dc1 (8|M0) r88 r92 null:0 0x0 0x02406000 {$11}
send.dc1 (8|M0) r114 r54 null:0 0x0 0x02406003 {$12}
mov (8|M0) r93.0<1>:f r84.0<1;1,0>:f {Compacted,$8.dst}
mov (8|M0) r94.0<1>:f r85.0<1;1,0>:f {Compacted}
mov (8|M0) r95.0<1>:f r86.0<1;1,0>:f {Compacted}
mov (8|M0) r96.0<1>:f r87.0<1;1,0>:f {Compacted}
mov (8|M0) r11.0<1>:f r118.0<1;1,0>:f {Compacted,$9.dst}
sync.nop null {Compacted,A@2}
sync.nop null {Compacted,$3.dst}
dpas.8x4 (8|M0) r110:d r106:d r97:b r93.0:ub {$0}
mov (8|M0) r12.0<1>:f r119.0<1;1,0>:f {Compacted}
mov (8|M0) r13.0<1>:f r120.0<1;1,0>:f {Compacted}
mov (8|M0) r14.0<1>:f r121.0<1;1,0>:f {Compacted}
mov (8|M0) r7.0<1>:f r110.0<1;1,0>:f {Compacted,$0.dst}
mov (8|M0) r8.0<1>:f r111.0<1;1,0>:f {Compacted}
mov (8|M0) r9.0<1>:f r112.0<1;1,0>:f {Compacted}
mov (8|M0) r10.0<1>:f r113.0<1;1,0>:f {Compacted}
send.dc1 (8|M0) null r54 r7:4 0x0 0x02026003 {A@1,$13}
sync.nop null {Compacted,I@5}
send.dc1 (8|M0) null r15 r11:4 0x0 0x02026003 {$10}
sync.nop null {Compacted,I@4}
send.dc1 (8|M0) r17 r16 null:0 0x0 0x02106E00 {$14}
send.dc1 (8|M0) r18 r6 null:0 0x0 0x02406001 {$1}
sync.nop null {Compacted,I@1}
send.dc1 (8|M0) r22 r26 null:0 0x0 0x02406001 {$2}
send.dc1 (8|M0) r27 r16 null:0 0x0 0x02106E03 {$4}
send.dc1 (8|M0) r28 r54 null:0 0x0 0x02406003 {$5}
send.dc1 (8|M0) r32 r36 null:0 0x0 0x02406003 {$6}
sync.allwr ($1,$2,$4,$6)
dpas.8x1 (8|M0) r35:d r27:d r18:ub r17.0:b {Compacted,$14}
send.dc1 (8|M0) null r54 r28:4 0x0 0x02026003 {$5}
send.dc1 (8|M0) null r37 r32:4 0x0 0x02026003 {$14}
(W) send.ugm (1|M0) r38 r123 null:0 0x0 0x0214031F {$15}
(W) mov (8|M0) null<1>:ud r38.0<1;1,0>:ud {$15.dst}
(W) send.gtwy (8|M0) null r127 null:0 0x0 0x02000010 {EOT,A@1}
L1680:
