L0:
(W) mov (8|M0) r127.0<1>:ud 0x0:ud
(W) and (1|M0) r127.2<1>:ud r0.0<0;1,0>:ud 0xFFFFFFC0:ud
(W) and (1|M0) r127.0<1>:uw r0.4<0;1,0>:uw 0xFF:uw
(W) add (1|M0) r127.2<1>:ud r127.2<0;1,0>:ud 0x40:uw {I@2}
(W) mad (1|M0) r127.2<1>:ud r127.2<0;0>:ud r127.0<0;0>:uw 0xC0:uw {I@1}
(W) mov (8|M0) r7.0<1>:ud r1.0<1;1,0>:ud
(W) send.dc0 (8|M0) r1 r127 null:0 0x0 0x024844FD {A@1,$0}
(W) add (1|M0) r127.2<1>:ud r127.2<0;1,0>:ud 0x80:uw {$0.src}
(W) send.dc0 (8|M0) r5 r127 null:0 0x0 0x022843FD {A@1,$1}
nop
nop
nop
(W) mov (8|M0) r127.0<1>:ud 0x0:ud {$1.src}
(W) and (1|M0) r127.2<1>:ud r0.0<0;1,0>:ud 0xFFFFFFC0:ud
(W) send.dc0 (8|M0) r8 r127 null:0 0x0 0x022843FD {A@1,$2}
(W) mov (8|M0) r3.0<1>:ud r0.0<1;1,0>:ud {$0.dst}
(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw {A@1}
sync.nop null {Compacted,A@1}
sync.nop null {Compacted,$2.dst}
(W) mul (1|M0) acc0.0<1>:d r9.0<0;1,0>:d r3.2<0;1,0>:uw {Compacted,A@1}
(W) mach (1|M0) r4.0<1>:d r9.0<0;1,0>:d r3.1<0;1,0>:d {Compacted}
(W) mov (8|M0) r127.0<1>:f r3.0<1;1,0>:f {Compacted}
sync.nop null {Compacted,$1.dst}
add3 (16|M0) r5.0<1>:d r4.0<0;0>:d r1.0<1;0>:uw r7.0<0>:d {I@1}
add3 (16|M16) r10.0<1>:d r4.0<0;0>:d r2.0<1;0>:uw r7.0<0>:d
shl (16|M0) r5.0<1>:d r5.0<1;1,0>:d 1:w {Compacted,I@2}
shl (16|M16) r10.0<1>:d r10.0<1;1,0>:d 1:w {Compacted,I@2}
add (16|M0) r12.0<1>:d r5.0<1;1,0>:d r8.6<0;1,0>:d {Compacted,I@2}
add (16|M16) r14.0<1>:d r10.0<1;1,0>:d r8.6<0;1,0>:d {Compacted,I@2}
send.dc0 (16|M0) r16 r12 null:0 0x0 0x04210500 {A@2,$3}
send.dc0 (16|M16) r18 r14 null:0 0x0 0x04210500 {A@1,$4}
add (16|M0) r5.0<1>:d r5.0<1;1,0>:d r8.7<0;1,0>:d {Compacted}
add (16|M16) r10.0<1>:d r10.0<1;1,0>:d r8.7<0;1,0>:d {Compacted}
send.dc0 (16|M0) r20 r5 null:0 0x0 0x04210501 {A@2,$5}
send.dc0 (16|M16) r22 r10 null:0 0x0 0x04210501 {A@1,$6}
mov (16|M0) r40.0<1>:uw r16.0<2;1,0>:uw {$3.dst}
mov (16|M16) r41.0<1>:uw r18.0<2;1,0>:uw {$4.dst}
mov (16|M0) r26.0<1>:f r40.0<1;1,0>:hf {I@2}
mov (16|M16) r28.0<1>:f r41.0<1;1,0>:hf {I@1}
mul (16|M0) acc0.0<1>:hf r40.0<1;1,0>:hf 2.5:hf
mul (16|M16) acc1.0<1>:hf r41.0<1;1,0>:hf 2.5:hf
mov (16|M0) r42.0<1>:uw r20.0<2;1,0>:uw {$5.dst}
mov (16|M16) r43.0<1>:uw r22.0<2;1,0>:uw {$6.dst}
math.inv (16|M0) r26.0<1>:f r26.0<1;1,0>:f {@4,$7}
add (16|M0) r24.0<1>:hf acc0.0<1;1,0>:hf r42.0<1;1,0>:hf {I@2}
math.inv (16|M16) r28.0<1>:f r28.0<1;1,0>:f {@4,$8}
add (16|M16) r25.0<1>:hf acc1.0<1;1,0>:hf r43.0<1;1,0>:hf {I@1}
mov (8|M0) r30.0<1>:f r24.0<1;1,0>:hf {F@2}
mov (8|M8) r31.0<1>:f r24.8<1;1,0>:hf
mov (8|M16) r32.0<1>:f r25.0<1;1,0>:hf {F@3}
mov (8|M24) r33.0<1>:f r25.8<1;1,0>:hf
sync.nop null {Compacted,$7.dst}
mul (16|M0) r26.0<1>:f r26.0<1;1,0>:f r30.0<1;1,0>:f {Compacted,F@3}
sync.nop null {Compacted,$8.dst}
mul (16|M16) r28.0<1>:f r28.0<1;1,0>:f r32.0<1;1,0>:f {Compacted,F@2}
mov (8|M0) r34.0<1>:hf r26.0<1;1,0>:f {F@2}
mov (8|M8) r34.8<1>:hf r27.0<1;1,0>:f
mov (8|M16) r35.0<1>:hf r28.0<1;1,0>:f {F@3}
mov (8|M24) r35.8<1>:hf r29.0<1;1,0>:f
mov (16|M0) r36.0<1>:ud r34.0<1;1,0>:uw {A@3}
mov (16|M16) r38.0<1>:ud r35.0<1;1,0>:uw {A@1}
send.dc0 (16|M0) null r5 r36:2 0x0 0x04030501 {A@2,$9}
send.dc0 (16|M16) null r10 r38:2 0x0 0x04030501 {A@1,$10}
(W) send.ugm (1|M0) r44 r3 null:0 0x0 0x0214031F {$11}
(W) mov (8|M0) null<1>:ud r44.0<1;1,0>:ud {$11.dst}
(W) send.gtwy (8|M0) null r127 null:0 0x0 0x02000010 {EOT,A@1}
L928:
nop
