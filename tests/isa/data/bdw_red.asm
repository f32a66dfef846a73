L0:
(W) and (8|M0) r32.0<1>:ud r0.2<0;1,0>:ud 0xF000000:ud
(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw {Switch}
(W) mul (1|M0) r4.0<1>:d r9.3<0;1,0>:d r0.1<0;1,0>:d {Compacted}
mov (16|M0) r5.0<1>:d r1.0<16;16,1>:uw
mov (16|M16) r10.0<1>:d r2.0<16;16,1>:uw
(W) mov (1|M0) r3.0<1>:d r9.0<0;1,0>:d {Compacted}
add (16|M0) r12.0<1>:d r4.0<0;1,0>:d r5.0<8;8,1>:d {Compacted}
add (16|M16) r14.0<1>:d r4.0<0;1,0>:d r10.0<8;8,1>:d
shl (16|M0) r20.0<1>:d r5.0<8;8,1>:d 2:w
shl (16|M16) r22.0<1>:d r10.0<8;8,1>:d 2:w
add (16|M0) r12.0<1>:d r12.0<8;8,1>:d r7.0<0;1,0>:d {Compacted}
add (16|M16) r14.0<1>:d r14.0<8;8,1>:d r7.0<0;1,0>:d
mov (16|M0) r24.0<1>:ud r20.0<8;8,1>:ud {Compacted}
mov (16|M16) r28.0<1>:ud r22.0<8;8,1>:ud
shl (16|M0) r12.0<1>:d r12.0<8;8,1>:d 2:w
shl (16|M16) r14.0<1>:d r14.0<8;8,1>:d 2:w
(W) cmp (16|M0) (lt)f1.0 null<1>:d r3.0<0;1,0>:ud 0x2:uw
(W) cmp (16|M16) (lt)f1.0 null<1>:d r3.0<0;1,0>:ud 0x2:uw
send (16|M0) r16:w r12:f 0xC 0x04205E00
send (16|M16) r18:w r14:f 0xC 0x04205E00
mov (16|M0) r26.0<1>:d r16.0<8;8,1>:d {Compacted}
mov (16|M16) r30.0<1>:d r18.0<8;8,1>:d
send (16|M0) null:w r24:f 0xC 0x08025EFE
send (16|M16) null:w r28:f 0xC 0x08025EFE
(W&f1.0) jmpi L736
L352:
(W) shr (1|M0) r8.0<1>:d r3.0<0;1,0>:ud 1:w
(W) send (1|M0) null r32:f 0x3 0x02000004
(W) wait n0.0<0;1,0>:ud
cmp (16|M0) (gt)f1.0 null<1>:d r8.0<0;1,0>:ud r5.0<8;8,1>:ud
cmp (16|M16) (gt)f1.0 null<1>:d r8.0<0;1,0>:ud r10.0<8;8,1>:ud
(f1.0) if (32|M0) L648 L648
L448:
add (16|M0) r33.0<1>:d r8.0<0;1,0>:d r5.0<8;8,1>:d {Compacted}
add (16|M16) r35.0<1>:d r8.0<0;1,0>:d r10.0<8;8,1>:d
send (16|M0) r41:w r20:f 0xC 0x04205EFE
mov (16|M0) r45.0<1>:ud r20.0<8;8,1>:ud {Compacted}
shl (16|M0) r33.0<1>:d r33.0<8;8,1>:d 2:w
shl (16|M16) r35.0<1>:d r35.0<8;8,1>:d 2:w
send (16|M16) r43:w r22:f 0xC 0x04205EFE
mov (16|M16) r49.0<1>:ud r22.0<8;8,1>:ud
send (16|M0) r37:w r33:f 0xC 0x04205EFE
send (16|M16) r39:w r35:f 0xC 0x04205EFE
add (16|M0) r47.0<1>:d r41.0<8;8,1>:d r37.0<8;8,1>:d {Compacted}
add (16|M16) r51.0<1>:d r43.0<8;8,1>:d r39.0<8;8,1>:d
send (16|M0) null:w r45:f 0xC 0x08025EFE
send (16|M16) null:w r49:f 0xC 0x08025EFE
L648:
endif (32|M0) L664
L664:
(W) cmp (16|M0) (lt)f0.0 null<1>:d r3.0<0;1,0>:ud 0x4:uw
(W) cmp (16|M16) (lt)f0.0 null<1>:d r3.0<0;1,0>:ud 0x4:uw
(f0.0) break (32|M0) L720 L720
L712:
(W) mov (1|M0) r3.0<1>:d r8.0<0;1,0>:d {Compacted}
L720:
while (32|M0) L352
L736:
cmp (16|M0) (eq)f0.0 null<1>:w r1.0<16;16,1>:w 0:w {Compacted}
cmp (16|M16) (eq)f0.0 null<1>:w r2.0<16;16,1>:w 0:w
(f0.0) if (32|M0) L856 L856
L776:
(W) mov (1|M0) r54.0<1>:ud 0x0:uw
(W) shl (1|M0) r56.0<1>:d r0.1<0;1,0>:d 2:w
(W) mov (8|M0) r55.0<1>:ud 0x0:ud {Compacted}
(W) send (1|M0) r53 r54:f 0xA 0x021108FE
(W) mov (1|M0) r57.0<1>:d r53.0<0;1,0>:d {Compacted}
(W) send (1|M0) null r55:f 0xA 0x060B0801
L856:
endif (32|M0) L872
L872:
(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud {Compacted}
(W) send (8|M0) null r127:f 0x27 0x02000010 {EOT}
L896:
