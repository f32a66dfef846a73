L0:
(W) mov (8|M0) r3.0<1>:ud r0.0<1;1,0>:ud
(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw {@1}
(W) mul (1|M0) acc0.0<1>:d r9.2<0;1,0>:d r3.2<0;1,0>:uw {@1}
(W) mach (1|M0) r4.0<1>:d r9.2<0;1,0>:d r3.1<0;1,0>:d
(W) mov (8|M0) r127.0<1>:f r3.0<8;8,1>:f {Compacted}
add (16|M0) r5.0<1>:d r4.0<0;1,0>:d r1.0<16;16,1>:uw {@2}
add (16|M16) r10.0<1>:d r4.0<0;1,0>:d r2.0<16;16,1>:uw
add (16|M0) r5.0<1>:d r5.0<8;8,1>:d r7.0<0;1,0>:d {Compacted,@2}
add (16|M16) r10.0<1>:d r10.0<8;8,1>:d r7.0<0;1,0>:d {Compacted,@2}
shl (16|M0) r5.0<1>:d r5.0<8;8,1>:d 2:w {Compacted,@2}
shl (16|M16) r10.0<1>:d r10.0<8;8,1>:d 2:w {Compacted,@2}
add (16|M0) r12.0<1>:d r5.0<8;8,1>:d r9.0<0;1,0>:d {Compacted,@2}
add (16|M16) r14.0<1>:d r10.0<8;8,1>:d r9.0<0;1,0>:d {Compacted,@2}
add (16|M0) r5.0<1>:d r5.0<8;8,1>:d r9.1<0;1,0>:d {Compacted}
add (16|M16) r10.0<1>:d r10.0<8;8,1>:d r9.1<0;1,0>:d {Compacted}
send.dc1 (16|M0) r17 r12 null 0x0 0x04205E00 {@4,$0}
send.dc1 (16|M16) r19 r14 null 0x0 0x04205E00 {@3,$1}
send.dc1 (16|M0) r21 r5 null 0x0 0x04205E01 {@2,$2}
send.dc1 (16|M16) r23 r10 null 0x0 0x04205E01 {@1,$3}
sync.nop null {Compacted,$2.dst}
mad (16|M0) r25.0<1>:f r21.0<8;1>:f r17.0<8;1>:f r8.4<0>:f {Compacted,$0.dst}
sync.nop null {Compacted,$3.dst}
mad (16|M16) r27.0<1>:f r23.0<8;1>:f r19.0<8;1>:f r8.4<0>:f {Compacted,$1.dst}
send.dc1 (16|M0) null r5 r25 0x80 0x04025E01 {@2,$4}
send.dc1 (16|M16) null r10 r27 0x80 0x04025E01 {@1,$5}
(W) send.dc0 (8|M0) r16 r3 null 0x0 0x0219E000 {$6}
(W) mov (8|M0) null<1>:ud r16.0<8;8,1>:ud {$6.dst}
(W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT,@1}
L344:
