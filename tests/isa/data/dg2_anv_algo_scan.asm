L0:
(W) and (1|M0) r61.0<1>:ud r0.0<0;1,0>:ud 0xFFFFFFC0:ud
(W) mov (8|M0) r3.0<1>:uw 0x76543210:v
mov (16|M0) r45.0<1>:ud r0.1<0;1,0>:ud
and (16|M0) r8.0<1>:ud r0.2<0;1,0>:ud 0xFF:ud {Compacted}
(W) add (1|M0) r62.0<1>:ud r61.0<0;1,0>:ud 0x0:ud {Compacted,I@4}
(W) add (8|M0) r3.8<1>:uw r3.0<1;1,0>:uw 0x8:uw {Compacted,I@4}
shl (16|M0) r10.0<1>:d r8.0<8;8,1>:d 0x4:ud {I@3}
(W) sync.nop null {I@3}
(W) send.ugm (1|M0) r1 r62 null:0 0x0 0x0220D500 {$0}
(W) sync.nop null {I@2}
mov (16|M0) r12.0<1>:d r3.0<8;8,1>:uw
add (16|M0) r14.0<1>:d r12.0<1;1,0>:d r10.0<1;1,0>:d {Compacted,I@1}
(W) sync.nop null {$0.dst}
add (16|M0) r17.0<1>:d r45.0<1;1,0>:d r1.6<0;1,0>:d {Compacted,I@7}
shl (16|M0) r19.0<1>:d r17.0<8;8,1>:d 0x7:ud {I@1}
and (16|M0) r16.0<1>:ud r14.0<1;1,0>:ud 0x7F:ud {Compacted,I@3}
add (16|M0) r21.0<1>:d r19.0<1;1,0>:d r16.0<1;1,0>:d {Compacted,I@1}
shl (16|M0) r47.0<1>:d r16.0<8;8,1>:d 0x2:ud
shl (16|M0) r57.0<1>:d r21.0<8;8,1>:d 0x2:ud {I@2}
(W) sync.nop null {I@1}
send.ugm (16|M0) r49 r57 null:0 0x2000000 0x64201502 {$1}
(W) sync.nop null {$1.dst}
(W) sync.nop null {I@2}
send.slm (16|M0) null r47 r49:2 0x0 0x04001506 {$2}
(W) sync.allwr null
(W) send.slm (1|M0) r25 r0 null:0 0x0 0x0210111F {$3}
(W) sync.nop null {$3.dst}
(W) mov (8|M0) r26.0<1>:ud 0x0:ud
(W) sync.nop null {$3.src}
(W) mov (2|M0) r26.10<1>:ub r0.11<0;1,0>:ub {I@1}
(W) sync.nop null {I@1}
(W) send.gtwy (16|M0) null r26 null:0 0x0 0x02000004 {$4}
(W) sync.bar null
mov (16|M0) r6.0<1>:ud 0x1:ud
mov (16|M0) r4.0<1>:ud 0x0:ud
L504:
cmp (16|M0) (ge)f0.0 null<1>:ud r6.0<8;8,1>:ud 0x80:ud {I@2}
(f0.0) break (16|M0) L1024 L1024
L536:
shl (16|M0) r27.0<1>:d r4.0<8;8,1>:d 0x9:ud {I@3}
cmp (16|M0) (ge)f0.0 null<1>:ud r16.0<8;8,1>:ud r6.0<8;8,1>:ud
(W) sync.nop null {$2.src}
add (16|M0) r50.0<1>:d r27.0<1;1,0>:d r47.0<1;1,0>:d {Compacted,I@2}
(W) sync.nop null {I@1}
send.slm (16|M0) r54 r50 null:0 0x0 0x04201502 {$2}
(f0.0) if (16|M0) L728 L728
L640:
add (16|M0) r29.0<1>:d r16.0<1;1,0>:d -r6.0<1;1,0>:d {Compacted}
shl (16|M0) r31.0<1>:d r29.0<8;8,1>:d 0x2:ud {I@1}
(W) sync.nop null {$2.src}
add (16|M0) r51.0<1>:d r27.0<1;1,0>:d r31.0<1;1,0>:d {Compacted,I@1}
(W) sync.nop null {I@1}
send.slm (16|M0) r33 r51 null:0 0x0 0x04201502 {$2}
add (16|M0) r54.0<1>:d r54.0<1;1,0>:d r33.0<1;1,0>:d {Compacted,$2.dst}
L728:
endif (16|M0) L1024
L744:
mov (16|M0) r34.0<1>:d -r4.0<8;8,1>:d
add (16|M0) r4.0<1>:d -r4.0<1;1,0>:d 1:d {Compacted}
shl (16|M0) r36.0<1>:d r34.0<8;8,1>:d 0x9:ud {I@2}
add (16|M0) r38.0<1>:d r36.0<1;1,0>:d 512:d {Compacted,I@1}
(W) sync.nop null {$2.src}
add (16|M0) r52.0<1>:d r38.0<1;1,0>:d r47.0<1;1,0>:d {Compacted,I@1}
(W) sync.nop null {I@1}
send.slm (16|M0) null r52 r54:2 0x0 0x04001506 {$2}
(W) sync.allwr null
(W) send.slm (1|M0) r40 r0 null:0 0x0 0x0210111F {$5}
(W) sync.nop null {$5.dst}
(W) mov (8|M0) r41.0<1>:ud 0x0:ud {$6.src}
(W) mov (1|M0) f0.0<1>:ud ce<0;1,0>:ud
(W) sync.nop null {$5.src}
(W) mov (2|M0) r41.10<1>:ub r0.11<0;1,0>:ub {I@2}
(W) sync.nop null {I@1}
(W&f0.0.any16h) send.gtwy (16|M0) null r41 null:0 0x0 0x02000004 {$6}
(W) sync.bar null
shl (16|M0) r6.0<1>:d r6.0<8;8,1>:d 0x1:ud
L1024:
while (16|M0) L504
L1040:
shl (16|M0) r42.0<1>:d r4.0<8;8,1>:d 0x9:ud {I@1}
(W) sync.nop null {$2.src}
add (16|M0) r55.0<1>:d r42.0<1;1,0>:d r47.0<1;1,0>:d {Compacted,I@1}
(W) sync.nop null {I@1}
send.slm (16|M0) r59 r55 null:0 0x0 0x04201502 {$7}
(W) sync.nop null {$1.src}
(W) sync.nop null {$7.dst}
send.ugm (16|M0) null r57 r59:2 0x3000000 0x64001506 {$8}
(W) mov (8|M0) r126.0<1>:ud r0.0<8;8,1>:ud
(W) send.gtwy (16|M0) null r126 null:0 0x0 0x02000000 {EOT,A@1}
L1192:
