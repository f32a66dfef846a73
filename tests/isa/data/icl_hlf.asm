L0:
(W) mov (8|M0) r3.0<1>:ud r0.0<1;1,0>:ud
(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw {Switch}
(W) mul (1|M0) acc0.0<1>:d r9.0<0;1,0>:d r3.2<0;1,0>:uw
(W) mov (8|M0) r127.0<1>:f r3.0<8;8,1>:f {Compacted}
(W) mach (1|M0) r4.0<1>:d r9.0<0;1,0>:d r3.1<0;1,0>:d {Compacted}
add (16|M0) r5.0<1>:d r4.0<0;1,0>:d r1.0<16;16,1>:uw
add (16|M16) r10.0<1>:d r4.0<0;1,0>:d r2.0<16;16,1>:uw
add (16|M0) r5.0<1>:d r5.0<8;8,1>:d r7.0<0;1,0>:d {Compacted}
add (16|M16) r10.0<1>:d r10.0<8;8,1>:d r7.0<0;1,0>:d
shl (16|M0) r5.0<1>:d r5.0<8;8,1>:d 1:w
shl (16|M16) r10.0<1>:d r10.0<8;8,1>:d 1:w
add (16|M0) r12.0<1>:d r5.0<8;8,1>:d r8.6<0;1,0>:d {Compacted}
add (16|M16) r14.0<1>:d r10.0<8;8,1>:d r8.6<0;1,0>:d
add (16|M0) r5.0<1>:d r5.0<8;8,1>:d r8.7<0;1,0>:d {Compacted}
add (16|M16) r10.0<1>:d r10.0<8;8,1>:d r8.7<0;1,0>:d
send (16|M0) r16:w r12:f 0xA 0x04210500
send (16|M16) r18:w r14:f 0xA 0x04210500
send (16|M0) r20:w r5:f 0xA 0x04210501
(W) mov (8|M0) r12.0<1>:f r12.0<8;8,1>:f {Compacted}
send (16|M16) r22:w r10:f 0xA 0x04210501
mul (16|M0) acc0.0<1>:hf r16.0<2;1,0>:hf 2.5:hf
mul (16|M16) r25.0<1>:hf r18.0<2;1,0>:hf 2.5:hf
mov (8|M8) r31.0<1>:hf r17.0<2;1,0>:hf
mov (8|M24) r35.0<1>:hf r19.0<2;1,0>:hf
mov (8|M0) r8.0<1>:hf r16.0<2;1,0>:hf
add (16|M0) r24.0<1>:hf acc0.0<16;16,1>:hf r20.0<2;1,0>:hf
add (16|M16) r25.0<1>:hf r25.0<16;16,1>:hf r22.0<2;1,0>:hf
mov (8|M16) r33.0<1>:hf r18.0<2;1,0>:hf
mov (8|M8) r30.0<1>:hf r24.8<8;8,1>:hf
math.fdiv (8|M0) r24.0<1>:hf r24.0<8;8,1>:hf r8.0<8;8,1>:hf
mov (8|M24) r34.0<1>:hf r25.8<8;8,1>:hf
math.fdiv (8|M16) r25.0<1>:hf r25.0<8;8,1>:hf r33.0<8;8,1>:hf
math.fdiv (8|M8) r32.0<1>:hf r30.0<8;8,1>:hf r31.0<8;8,1>:hf
math.fdiv (8|M24) r36.0<1>:hf r34.0<8;8,1>:hf r35.0<8;8,1>:hf
mov (8|M8) r24.8<1>:hf r32.0<8;8,1>:hf
mov (8|M24) r25.8<1>:hf r36.0<8;8,1>:hf
mov (16|M0) r26.0<1>:ud r24.0<16;16,1>:uw
mov (16|M16) r28.0<1>:ud r25.0<16;16,1>:uw
sends (16|M0) null:w r5 r26 0x8A 0x04030501
sends (16|M16) null:w r10 r28 0x8A 0x04030501
(W) send (8|M0) null r127:f 0x27 0x02000010 {EOT}
L608:
