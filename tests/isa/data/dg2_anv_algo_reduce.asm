L0:
(W) and (1|M0) r44.0<1>:ud r0.0<0;1,0>:ud 0xFFFFFFC0:ud
(W) mov (8|M0) r3.0<1>:uw 0x76543210:v
mov (16|M0) r30.0<1>:ud r0.1<0;1,0>:ud
and (16|M0) r5.0<1>:ud r0.2<0;1,0>:ud 0xFF:ud {Compacted}
(W) add (1|M0) r45.0<1>:ud r44.0<0;1,0>:ud 0x0:ud {Compacted,I@4}
(W) add (8|M0) r3.8<1>:uw r3.0<1;1,0>:uw 0x8:uw {Compacted,I@4}
shl (16|M0) r7.0<1>:d r5.0<8;8,1>:d 0x4:ud {I@3}
(W) sync.nop null {I@3}
(W) send.ugm (1|M0) r1 r45 null:0 0x0 0x0220D500 {$0}
(W) sync.nop null {I@2}
mov (16|M0) r9.0<1>:d r3.0<8;8,1>:uw
add (16|M0) r11.0<1>:d r9.0<1;1,0>:d r7.0<1;1,0>:d {Compacted,I@1}
mov (16|M0) r13.0<1>:ud r11.0<32;8,4>:ub {I@1}
shl (16|M0) r36.0<1>:d r13.0<8;8,1>:d 0x2:ud {I@1}
(W) sync.nop null {$0.dst}
add (16|M0) r15.0<1>:d r30.0<1;1,0>:d r1.6<0;1,0>:d {Compacted,I@7}
shl (16|M0) r17.0<1>:d r15.0<8;8,1>:d 0x8:ud {I@1}
add (16|M0) r19.0<1>:d r17.0<1;1,0>:d r13.0<1;1,0>:d {Compacted,I@1}
shl (16|M0) r31.0<1>:d r19.0<8;8,1>:d 0x2:ud {I@1}
(W) sync.nop null {I@1}
send.ugm (16|M0) r33 r31 null:0 0x2000000 0x64201502 {$1}
(W) sync.nop null {$1.dst}
(W) sync.nop null {I@5}
send.slm (16|M0) null r36 r33:2 0x0 0x04001506 {$2}
(W) sync.allwr null
(W) sync.nop null {I@1}
(W) send.slm (1|M0) r20 r0 null:0 0x0 0x0210111F {$3}
(W) sync.nop null {$3.dst}
(W) mov (8|M0) r21.0<1>:ud 0x0:ud
(W) sync.nop null {$3.src}
(W) mov (2|M0) r21.10<1>:ub r0.11<0;1,0>:ub {I@1}
(W) sync.nop null {I@1}
(W) send.gtwy (16|M0) null r21 null:0 0x0 0x02000004 {$4}
(W) sync.bar null
mov (16|M0) r4.0<1>:ud 0x80:ud
L512:
cmp (16|M0) (le)f0.0 null<1>:ud r4.0<8;8,1>:ud 0x0:ud {I@1}
(f0.0) break (16|M0) L960 L960
L544:
cmp (16|M0) (lt)f0.0 null<1>:ud r13.0<8;8,1>:ud r4.0<8;8,1>:ud
(f0.0) if (16|M0) L760 L760
L576:
(W) sync.nop null {$2.src}
send.slm (16|M0) r22 r36 null:0 0x0 0x04201502 {$5}
add (16|M0) r26.0<1>:d r13.0<1;1,0>:d r4.0<1;1,0>:d {Compacted}
(W) sync.nop null {$2.src}
shl (16|M0) r34.0<1>:d r26.0<8;8,1>:d 0x2:ud {I@1}
(W) sync.nop null {I@1}
send.slm (16|M0) r27 r34 null:0 0x0 0x04201502 {$2}
mul (16|M0) r24.0<1>:d r22.0<1;1,0>:d 31:w {Compacted,$5.dst}
(W) sync.nop null {I@1}
add (16|M0) r38.0<1>:d r24.0<1;1,0>:d r27.0<1;1,0>:d {Compacted,$2.dst}
(W) sync.nop null {$5.src}
(W) sync.nop null {I@1}
send.slm (16|M0) null r36 r38:2 0x0 0x04001506 {$2}
L760:
endif (16|M0) L960
L776:
(W) sync.allwr null
(W) sync.nop null {I@2}
(W) send.slm (1|M0) r28 r0 null:0 0x0 0x0210111F {$6}
(W) sync.nop null {$6.dst}
(W) mov (8|M0) r29.0<1>:ud 0x0:ud {$7.src}
(W) mov (1|M0) f0.0<1>:ud ce<0;1,0>:ud
(W) sync.nop null {$6.src}
(W) mov (2|M0) r29.10<1>:ub r0.11<0;1,0>:ub {I@2}
(W) sync.nop null {I@1}
(W&f0.0.any16h) send.gtwy (16|M0) null r29 null:0 0x0 0x02000004 {$7}
(W) sync.bar null
shr (16|M0) r4.0<1>:ud r4.0<1;1,0>:ud 0x1:ud {Compacted}
L960:
while (16|M0) L512
L976:
cmp (16|M0) (eq)f0.0 null<1>:d r13.0<8;8,1>:d 0:d
(f0.0) if (16|M0) L1120 L1120
L1008:
mov (16|M0) r39.0<1>:d 0:d {$2.src}
shl (16|M0) r41.0<1>:d r15.0<8;8,1>:d 0x2:ud
(W) sync.nop null {I@2}
send.slm (16|M0) r43 r39 null:0 0x0 0x04201502 {$2}
(W) sync.nop null {$2.dst}
(W) sync.nop null {I@1}
send.ugm (16|M0) null r41 r43:2 0x3000000 0x64001506 {$8}
L1120:
endif (16|M0) L1136
L1136:
(W) mov (8|M0) r126.0<1>:ud r0.0<8;8,1>:ud
(W) send.gtwy (16|M0) null r126 null:0 0x0 0x02000000 {EOT,A@1}
L1168:
