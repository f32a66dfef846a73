L0:
(W) mov (8|M0) r3.0<1>:ud r0.0<1;1,0>:ud
(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw {@1}
(W) mul (1|M0) acc0.0<1>:d r9.0<0;1,0>:d r3.2<0;1,0>:uw {Compacted,@1}
(W) mach (1|M0) r4.0<1>:d r9.0<0;1,0>:d r3.1<0;1,0>:d {Compacted}
(W) mov (8|M0) r127.0<1>:f r3.0<8;8,1>:f {Compacted}
add (16|M0) r5.0<1>:d r4.0<0;1,0>:d r1.0<16;16,1>:uw {@2}
add (16|M16) r10.0<1>:d r4.0<0;1,0>:d r2.0<16;16,1>:uw
add (16|M0) r5.0<1>:d r5.0<8;8,1>:d r7.0<0;1,0>:d {Compacted,@2}
add (16|M16) r10.0<1>:d r10.0<8;8,1>:d r7.0<0;1,0>:d {Compacted,@2}
shl (16|M0) r5.0<1>:d r5.0<8;8,1>:d 1:w {Compacted,@2}
shl (16|M16) r10.0<1>:d r10.0<8;8,1>:d 1:w {Compacted,@2}
add (16|M0) r12.0<1>:d r5.0<8;8,1>:d r8.6<0;1,0>:d {Compacted,@2}
add (16|M16) r14.0<1>:d r10.0<8;8,1>:d r8.6<0;1,0>:d {Compacted,@2}
send.dc0 (16|M0) r16 r12 null 0x0 0x04210500 {@2,$0}
send.dc0 (16|M16) r18 r14 null 0x0 0x04210500 {@1,$1}
add (16|M0) r5.0<1>:d r5.0<8;8,1>:d r8.7<0;1,0>:d {Compacted}
add (16|M16) r10.0<1>:d r10.0<8;8,1>:d r8.7<0;1,0>:d {Compacted}
send.dc0 (16|M0) r20 r5 null 0x0 0x04210501 {@2,$2}
send.dc0 (16|M16) r22 r10 null 0x0 0x04210501 {@1,$3}
mov (8|M0) r26.0<1>:f r16.0<2;1,0>:hf {$0.dst}
mov (8|M8) r27.0<1>:f r17.0<2;1,0>:hf
mov (8|M16) r28.0<1>:f r18.0<2;1,0>:hf {$1.dst}
mov (8|M24) r29.0<1>:f r19.0<2;1,0>:hf
mul (16|M0) acc0.0<1>:hf r16.0<2;1,0>:hf 2.5:hf
mul (16|M16) acc1.0<1>:hf r18.0<2;1,0>:hf 2.5:hf
math.inv (16|M0) r26.0<1>:f r26.0<8;8,1>:f {@5,$4}
add (16|M0) r24.0<1>:hf acc0.0<16;16,1>:hf r20.0<2;1,0>:hf {$2.dst}
math.inv (16|M16) r28.0<1>:f r28.0<8;8,1>:f {@4,$5}
add (16|M16) r25.0<1>:hf acc1.0<16;16,1>:hf r22.0<2;1,0>:hf {$3.dst}
mul (8|M0) r30.0<1>:hf r24.0<8;8,1>:hf r26.0<8;8,1>:f {@2,$4.dst}
mul (8|M8) r30.8<1>:hf r24.8<8;8,1>:hf r27.0<8;8,1>:f
mul (8|M16) r31.0<1>:hf r25.0<8;8,1>:hf r28.0<8;8,1>:f {@3,$5.dst}
mul (8|M24) r31.8<1>:hf r25.8<8;8,1>:hf r29.0<8;8,1>:f
mov (16|M0) r32.0<1>:ud r30.0<16;16,1>:uw {@3}
mov (16|M16) r34.0<1>:ud r31.0<16;16,1>:uw {@2}
send.dc0 (16|M0) null r5 r32 0x80 0x04030501 {@2,$6}
send.dc0 (16|M16) null r10 r34 0x80 0x04030501 {@1,$7}
(W) send.dc0 (8|M0) r36 r3 null 0x0 0x0219E000 {$8}
(W) mov (8|M0) null<1>:ud r36.0<8;8,1>:ud {$8.dst}
(W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT,@1}
L552:
