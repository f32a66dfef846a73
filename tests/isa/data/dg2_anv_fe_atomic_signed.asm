L0:
(W) and (1|M0) r43.0<1>:ud r0.0<0;1,0>:ud 0xFFFFFFC0:ud
(W) mov (8|M0) r3.0<1>:uw 0x76543210:v
mov (16|M0) r23.0<1>:ud r0.1<0;1,0>:ud
and (16|M0) r6.0<1>:ud r0.2<0;1,0>:ud 0xFF:ud {Compacted}
(W) add (1|M0) r44.0<1>:ud r43.0<0;1,0>:ud 0x0:ud {Compacted,I@4}
(W) add (8|M0) r3.8<1>:uw r3.0<1;1,0>:uw 0x8:uw {Compacted,I@4}
shl (16|M0) r8.0<1>:d r6.0<8;8,1>:d 0x4:ud {I@3}
(W) sync.nop null {I@3}
(W) send.ugm (1|M0) r1 r44 null:0 0x0 0x0220D500 {$0}
(W) sync.nop null {I@2}
mov (16|M0) r10.0<1>:d r3.0<8;8,1>:uw
add (16|M0) r12.0<1>:d r10.0<1;1,0>:d r8.0<1;1,0>:d {Compacted,I@1}
and (16|M0) r14.0<1>:ud r12.0<1;1,0>:ud 0x3F:ud {Compacted,I@1}
(W) sync.nop null {$0.dst}
add (16|M0) r4.0<1>:d r23.0<1;1,0>:d r1.6<0;1,0>:d {Compacted,I@7}
shl (16|M0) r16.0<1>:d r4.0<8;8,1>:d 0x6:ud {I@1}
add (16|M0) r18.0<1>:d r16.0<1;1,0>:d r14.0<1;1,0>:d {Compacted,I@1}
shl (16|M0) r24.0<1>:d r18.0<8;8,1>:d 0x2:ud {I@1}
(W) sync.nop null {I@1}
send.ugm (16|M0) r30 r24 null:0 0x2000000 0x64201502 {$1}
and (16|M0) r19.0<1>:ud r30.0<1;1,0>:ud 0x7:ud {Compacted,$1.dst}
shl (16|M0) r26.0<1>:d r19.0<8;8,1>:d 0x6:ud {I@1}
(W) sync.nop null {I@1}
send.ugm (16|M0) null r26 r30:2 0x3000000 0x6404050E {$2}
add (16|M0) r28.0<1>:d r26.0<1;1,0>:d 4:d {Compacted,$2.src}
(W) sync.nop null {$2.src}
(W) sync.nop null {I@1}
send.ugm (16|M0) null r28 r30:2 0x3000000 0x6404050F {$3}
add (16|M0) r32.0<1>:d r26.0<1;1,0>:d 8:d {Compacted}
mov (16|M0) r34.0<1>:d -r30.0<8;8,1>:d {$3.src}
(W) sync.nop null {I@1}
send.ugm (16|M0) null r32 r34:2 0x3000000 0x6404050C {$4}
add (16|M0) r37.0<1>:d r24.0<8;8,1>:d 4096:d {$1.src}
mov (16|M0) r35.0<1>:d 5:d {$4.src}
(W) sync.nop null {I@1}
send.ugm (16|M0) r20 r37 r35:2 0x3000000 0x6424050E {$5}
mov (16|M0) r39.0<1>:d -5:d
(W) sync.nop null {$5.src}
(W) sync.nop null {I@1}
send.ugm (16|M0) r22 r37 r39:2 0x3000000 0x6424050F {$6}
add (16|M0) r40.0<1>:d r24.0<8;8,1>:d 8192:d {$6.src}
(W) sync.nop null {$6.dst}
add (16|M0) r42.0<1>:d r20.0<1;1,0>:d r22.0<1;1,0>:d {Compacted,$5.dst}
(W) sync.nop null {I@1}
send.ugm (16|M0) null r40 r42:2 0x3000000 0x64001506 {$7}
(W) mov (8|M0) r126.0<1>:ud r0.0<8;8,1>:ud
(W) send.gtwy (16|M0) null r126 null:0 0x0 0x02000000 {EOT,A@1}
L664:
