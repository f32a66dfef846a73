L0:
(W) and (1|M0) r64.0<1>:ud r0.0<0;1,0>:ud 0xFFFFFFC0:ud
(W) mov (8|M0) r3.0<1>:uw 0x76543210:v
mov (16|M0) r62.0<1>:ud 0x0:ud
mov (16|M0) r6.0<1>:ud 0x0:ud
mov (16|M0) r4.0<1>:ud 0x0:ud
mov (16|M0) r57.0<1>:ud r0.1<0;1,0>:ud
mov (16|M0) r59.0<1>:ud r0.6<0;1,0>:ud
and (16|M0) r12.0<1>:ud r0.2<0;1,0>:ud 0xFF:ud {Compacted}
(W) add (1|M0) r65.0<1>:ud r64.0<0;1,0>:ud 0x0:ud {Compacted,I@7}
(W) add (8|M0) r3.8<1>:uw r3.0<1;1,0>:uw 0x8:uw {Compacted,I@7}
shl (16|M0) r14.0<1>:d r12.0<8;8,1>:d 0x4:ud {I@3}
(W) sync.nop null {I@3}
(W) send.ugm (1|M0) r1 r65 null:0 0x0 0x0220D500 {$0}
(W) sync.nop null {I@2}
mov (16|M0) r16.0<1>:d r3.0<8;8,1>:uw
add (16|M0) r18.0<1>:d r16.0<1;1,0>:d r14.0<1;1,0>:d {Compacted,I@1}
and (16|M0) r20.0<1>:ud r18.0<1;1,0>:ud 0x7:ud {Compacted,I@1}
shr (16|M0) r22.0<1>:ud r18.0<1;1,0>:ud 0x3:ud {Compacted}
(W) sync.nop null {$0.dst}
add (16|M0) r8.0<1>:d r57.0<1;1,0>:d r1.6<0;1,0>:d {Compacted,I@7}
add (16|M0) r10.0<1>:d r59.0<1;1,0>:d r1.7<0;1,0>:d {Compacted,I@7}
shl (16|M0) r25.0<1>:d r8.0<8;8,1>:d 0x3:ud {I@2}
shl (16|M0) r27.0<1>:d r10.0<8;8,1>:d 0x3:ud {I@2}
add (16|M0) r29.0<1>:d r25.0<1;1,0>:d r20.0<1;1,0>:d {Compacted,I@2}
and (16|M0) r24.0<1>:ud r22.0<1;1,0>:ud 0x7:ud {Compacted,I@6}
mov (16|M0) r33.0<1>:f r29.0<1;1,0>:ud {Compacted,I@2}
add (16|M0) r31.0<1>:d r27.0<1;1,0>:d r24.0<1;1,0>:d {Compacted,I@1}
mul (16|M0) r36.0<1>:f r33.0<1;1,0>:f 0.046875:f {Compacted,F@1}
mov (16|M0) r34.0<1>:f r31.0<1;1,0>:ud {Compacted,I@1}
add (16|M0) r39.0<1>:f r36.0<1;1,0>:f -2.25:f {Compacted,F@2}
mul (16|M0) r37.0<1>:f r34.0<1;1,0>:f 0.046875:f {Compacted,F@2}
add (16|M0) r41.0<1>:f r37.0<1;1,0>:f -1.5:f {Compacted,F@1}
L376:
cmp (16|M0) (ge)f0.0 null<1>:ud r62.0<8;8,1>:ud 0x64:ud {I@2}
(f0.0) break (16|M0) L504 L504
L408:
mul (16|M0) r43.0<1>:f r6.0<1;1,0>:f r6.0<1;1,0>:f {Compacted,F@2}
mul (16|M0) r45.0<1>:f r4.0<1;1,0>:f r4.0<1;1,0>:f {Compacted,F@2}
mul (16|M0) r47.0<1>:f r6.0<1;1,0>:f r4.0<1;1,0>:f {Compacted,F@5}
add (16|M0) r49.0<1>:f r43.0<1;1,0>:f r45.0<1;1,0>:f {Compacted,F@2}
cmp (16|M0) (gt)f0.0 null<1>:f r49.0<1;1,0>:f 4.0:f {Compacted,F@1}
(f0.0) break (16|M0) L504 L504
L464:
add (16|M0) r50.0<1>:f r43.0<1;1,0>:f -r45.0<1;1,0>:f {Compacted}
add (16|M0) r52.0<1>:f r47.0<1;1,0>:f r47.0<1;1,0>:f {Compacted,F@4}
add (16|M0) r62.0<1>:d r62.0<1;1,0>:d 1:d {Compacted}
add (16|M0) r6.0<1>:f r50.0<1;1,0>:f r39.0<1;1,0>:f {Compacted,F@2}
add (16|M0) r4.0<1>:f r52.0<1;1,0>:f r41.0<1;1,0>:f {Compacted,F@2}
L504:
while (16|M0) L376
L520:
shl (16|M0) r53.0<1>:d r31.0<8;8,1>:d 0x6:ud {F@1}
add (16|M0) r55.0<1>:d r53.0<1;1,0>:d r29.0<1;1,0>:d {Compacted,I@1}
shl (16|M0) r60.0<1>:d r55.0<8;8,1>:d 0x2:ud {I@1}
(W) sync.nop null {I@1}
send.ugm (16|M0) null r60 r62:2 0x2000000 0x64001506 {$1}
(W) mov (8|M0) r126.0<1>:ud r0.0<8;8,1>:ud
(W) send.gtwy (16|M0) null r126 null:0 0x0 0x02000000 {EOT,A@1}
L624:
