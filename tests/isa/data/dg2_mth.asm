L0:
(W) mov (8|M0) r127.0<1>:ud 0x0:ud
(W) and (1|M0) r127.2<1>:ud r0.0<0;1,0>:ud 0xFFFFFFC0:ud
(W) and (1|M0) r127.0<1>:uw r0.4<0;1,0>:uw 0xFF:uw
(W) add (1|M0) r127.2<1>:ud r127.2<0;1,0>:ud 0x20:uw {I@2}
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
(W) send.dc0 (8|M0) r8 r127 null:0 0x0 0x021842FD {A@1,$2}
(W) mov (8|M0) r80.0<1>:ud r0.0<1;1,0>:ud
(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw {A@1}
sync.nop null {Compacted,A@1}
sync.nop null {Compacted,$2.dst}
(W) mul (1|M0) acc0.0<1>:d r8.5<0;1,0>:d r80.2<0;1,0>:uw {A@1}
(W) mach (1|M0) r3.0<1>:d r8.5<0;1,0>:d r80.1<0;1,0>:d {$0.dst}
(W) mov (1|M0) r81.1<1>:f -0.0:f {Compacted}
add3 (16|M0) r78.0<1>:d r3.0<0;0>:d r1.0<1;0>:uw r7.0<0>:d {I@1}
add3 (16|M16) r76.0<1>:d r3.0<0;0>:d r2.0<1;0>:uw r7.0<0>:d
shl (16|M0) r78.0<1>:d r78.0<1;1,0>:d 2:w {Compacted,I@2}
shl (16|M16) r76.0<1>:d r76.0<1;1,0>:d 2:w {Compacted,I@2}
add (16|M0) r78.0<1>:d r78.0<1;1,0>:d r8.4<0;1,0>:d {Compacted,I@2}
add (16|M16) r76.0<1>:d r76.0<1;1,0>:d r8.4<0;1,0>:d {Compacted,I@2}
send.dc1 (16|M0) r70 r78 null:0 0x0 0x04205E00 {A@2,$3}
send.dc1 (16|M16) r68 r76 null:0 0x0 0x04205E00 {A@1,$4}
(W) mov (1|M0) r81.4<1>:f 0x7FFFFF:f
cmp (16|M0) (gt)f0.0 null<1>:f (abs)r70.0<1;1,0>:f 10000.0:f {$3.dst}
math.sin (16|M0) r84.0<1>:f r70.0<1;1,0>:f {$5}
cmp (16|M16) (gt)f0.0 null<1>:f (abs)r68.0<1;1,0>:f 10000.0:f {$4.dst}
math.sin (16|M16) r86.0<1>:f r68.0<1;1,0>:f {$6}
(f0.0) goto (32|M0) L1008 L1008
L520:
add (16|M0) acc0.0<1>:f r70.0<1;1,0>:f 0x3FC90FDB:f
add (16|M16) acc2.0<1>:f r68.0<1;1,0>:f 0x3FC90FDB:f
(W) mov (1|M0) r6.0<1>:ud 0x3EA2F983:ud {$1.dst}
(W) mov (1|M0) r6.1<1>:ud 0x4B400000:ud
(W) mov (1|M0) r7.0<1>:ud 0xC0490000:ud
mad (16|M0) r8.0<1>:f r6.1<0;0>:f acc0.0<1;0>:f r6.0<0>:f {Compacted,I@2}
mad (16|M16) r10.0<1>:f r6.1<0;0>:f acc2.0<1;0>:f r6.0<0>:f {Compacted}
shl (16|M0) r12.0<1>:d r8.0<1;1,0>:d 31:w {Compacted,F@2}
shl (16|M16) r14.0<1>:d r10.0<1;1,0>:d 31:w {Compacted,F@1}
add (16|M0) acc0.0<1>:f r8.0<1;1,0>:f 0xCB400000:f {Compacted}
add (16|M16) acc2.0<1>:f r10.0<1;1,0>:f 0xCB400000:f {Compacted}
add (16|M0) acc0.0<1>:f acc0.0<1;1,0>:f -0.5:f {Compacted}
add (16|M16) acc2.0<1>:f acc2.0<1;1,0>:f -0.5:f {Compacted}
(W) mov (1|M0) r20.0<1>:ud 0xBA7DA000:ud
mad (16|M0) r16.0<1>:f r70.0<1;0>:f acc0.0<1;0>:f r7.0<0>:f {Compacted,I@4}
mad (16|M16) r18.0<1>:f r68.0<1;0>:f acc2.0<1;0>:f r7.0<0>:f {Compacted}
(W) mov (1|M0) r6.0<1>:ud 0xB4222000:ud
mad (16|M0) r2.0<1>:f r16.0<1;0>:f acc0.0<1;0>:f r20.0<0>:f {Compacted,A@2}
mad (16|M16) r4.0<1>:f r18.0<1;0>:f acc2.0<1;0>:f r20.0<0>:f {Compacted,F@2}
(W) mov (1|M0) r21.0<1>:ud 0xACB4611A:ud
mad (16|M0) r22.0<1>:f r2.0<1;0>:f acc0.0<1;0>:f r6.0<0>:f {Compacted,A@2}
mad (16|M16) r24.0<1>:f r4.0<1;0>:f acc2.0<1;0>:f r6.0<0>:f {Compacted,F@2}
mad (16|M0) r26.0<1>:f r22.0<1;0>:f acc0.0<1;0>:f r21.0<0>:f {Compacted,A@1}
mad (16|M16) r28.0<1>:f r24.0<1;0>:f acc2.0<1;0>:f r21.0<0>:f {Compacted,F@2}
(W) mov (1|M0) r7.1<1>:ud 0xB94FB7FF:ud
(W) mov (1|M0) r7.0<1>:ud 0x362EDEF8:ud
mul (16|M0) r30.0<1>:f r26.0<1;1,0>:f r26.0<1;1,0>:f {Compacted,F@2}
mul (16|M16) r32.0<1>:f r28.0<1;1,0>:f r28.0<1;1,0>:f {Compacted,F@2}
(W) mov (1|M0) r4.0<1>:ud 0x3C08876A:ud
mad (16|M0) acc0.0<1>:f r7.1<0;0>:f r30.0<1;0>:f r7.0<0>:f {Compacted,A@2}
mad (16|M16) acc2.0<1>:f r7.1<0;0>:f r32.0<1;0>:f r7.0<0>:f {F@2}
(W) mov (1|M0) r5.0<1>:ud 0xBE2AAAA6:ud
mad (16|M0) acc0.0<1>:f r4.0<0;0>:f acc0.0<1;0>:f r30.0<1>:f {Compacted,I@2}
mad (16|M16) acc2.0<1>:f r4.0<0;0>:f acc2.0<1;0>:f r32.0<1>:f
mad (16|M0) acc0.0<1>:f r5.0<0;0>:f acc0.0<1;0>:f r30.0<1>:f {Compacted,I@1}
mad (16|M16) acc2.0<1>:f r5.0<0;0>:f acc2.0<1;0>:f r32.0<1>:f
xor (16|M0) r34.0<1>:d r12.0<1;1,0>:d r26.0<1;1,0>:d {Compacted}
xor (16|M16) r36.0<1>:d r14.0<1;1,0>:d r28.0<1;1,0>:d {Compacted}
mul (16|M0) acc0.0<1>:f r30.0<1;1,0>:f acc0.0<1;1,0>:f
mul (16|M16) acc2.0<1>:f r32.0<1;1,0>:f acc2.0<1;1,0>:f
mad (16|M0) r72.0<1>:f r34.0<1;0>:f acc0.0<1;0>:f r34.0<1>:f {Compacted,I@2}
mad (16|M16) r82.0<1>:f r36.0<1;0>:f acc2.0<1;0>:f r36.0<1>:f {Compacted,I@1}
goto (32|M0) L1008 L8000
L1008:
join (32|M0) L8000
L1024:
and (16|M0) r72.0<1>:d r70.0<1;1,0>:d 2147483647:d {F@2}
and (16|M16) r74.0<1>:d r68.0<1;1,0>:d 2147483647:d
cmp (16|M0) (lt)f1.0 null<1>:f (abs)r72.0<1;1,0>:f 2.0:f {Compacted,I@2}
cmp (16|M16) (lt)f1.0 null<1>:f (abs)r74.0<1;1,0>:f 2.0:f {I@1}
(W) mov (1|M0) r81.3<1>:ud 0x33A22168:ud
(W) mov (1|M0) r81.0<1>:f 0x3FC90FDA:f
(W) mov (1|M0) r81.2<1>:f 0.5:f {Compacted}
(f1.0) goto (32|M0) L6200 L6200
L1136:
(W) mov (1|M0) r6.0<1>:f 0x800000:f {Compacted,$1.dst}
shr (16|M0) r2.0<1>:d r72.0<1;1,0>:ud 23:w {Compacted}
bfn.0xF8 (16|M0) r8.0<1>:ud r70.0<1;0>:ud r81.4<0;0>:ud r6.0<0>:d {F@1}
bfn.0xF8 (16|M16) r10.0<1>:ud r68.0<1;0>:ud r81.4<0;0>:ud r6.0<0>:d
(W) mul (8|M0) acc0.0<1>:d r8.0<1;1,0>:d 0x63AB:uw {I@2}
mach (8|M0) r12.0<1>:d r8.0<1;1,0>:d -28220501:d
(W) mul (8|M8) acc0.0<1>:d r9.0<1;1,0>:d 0x63AB:uw
mach (8|M8) r13.0<1>:d r9.0<1;1,0>:d -28220501:d
(W) mul (8|M16) acc0.0<1>:d r10.0<1;1,0>:d 0x63AB:uw {I@5}
mach (8|M16) r14.0<1>:d r10.0<1;1,0>:d -28220501:d
(W) mul (8|M24) acc0.0<1>:d r11.0<1;1,0>:d 0x63AB:uw
mach (8|M24) r15.0<1>:d r11.0<1;1,0>:d -28220501:d
(W) mul (8|M0) acc0.0<1>:ud r8.0<1;1,0>:ud 0x63AB:uw
mach (8|M0) r16.0<1>:d r8.0<1;1,0>:ud 0xFE5163AB:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r9.0<1;1,0>:ud 0x63AB:uw
mach (8|M8) r17.0<1>:d r9.0<1;1,0>:ud 0xFE5163AB:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r10.0<1;1,0>:ud 0x63AB:uw
mach (8|M16) r6.0<1>:d r10.0<1;1,0>:ud 0xFE5163AB:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r11.0<1;1,0>:ud 0x63AB:uw
mach (8|M24) r7.0<1>:d r11.0<1;1,0>:ud 0xFE5163AB:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:d r8.0<1;1,0>:d 0x9041:uw
mach (8|M0) r18.0<1>:d r8.0<1;1,0>:d 1011060801:d
(W) mul (8|M8) acc0.0<1>:d r9.0<1;1,0>:d 0x9041:uw
mach (8|M8) r19.0<1>:d r9.0<1;1,0>:d 1011060801:d
(W) mul (8|M16) acc0.0<1>:d r10.0<1;1,0>:d 0x9041:uw
mach (8|M16) r20.0<1>:d r10.0<1;1,0>:d 1011060801:d
(W) mul (8|M24) acc0.0<1>:d r11.0<1;1,0>:d 0x9041:uw
mach (8|M24) r21.0<1>:d r11.0<1;1,0>:d 1011060801:d
addc (8|M0) r22.0<1>:ud r18.0<1;1,0>:ud r16.0<1;1,0>:ud {AccWrEn,Compacted,I@7}
shr (16|M16) r4.0<1>:d r74.0<1;1,0>:ud 23:w {Compacted}
mov (8|M0) r24.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
addc (8|M8) r23.0<1>:ud r19.0<1;1,0>:ud r17.0<1;1,0>:ud {AccWrEn,I@7}
mov (8|M8) r25.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
addc (8|M16) r26.0<1>:ud r20.0<1;1,0>:ud r6.0<1;1,0>:ud {AccWrEn,I@7}
mov (8|M16) r28.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
addc (8|M24) r27.0<1>:ud r21.0<1;1,0>:ud r7.0<1;1,0>:ud {AccWrEn,I@7}
mov (8|M24) r29.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
(W) mul (8|M0) acc0.0<1>:ud r8.0<1;1,0>:ud 0x9041:uw
mach (8|M0) r30.0<1>:d r8.0<1;1,0>:ud 0x3C439041:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r9.0<1;1,0>:ud 0x9041:uw
mach (8|M8) r31.0<1>:d r9.0<1;1,0>:ud 0x3C439041:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r10.0<1;1,0>:ud 0x9041:uw
mach (8|M16) r32.0<1>:d r10.0<1;1,0>:ud 0x3C439041:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r11.0<1;1,0>:ud 0x9041:uw
mach (8|M24) r33.0<1>:d r11.0<1;1,0>:ud 0x3C439041:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:d r8.0<1;1,0>:d 0x9599:uw
mach (8|M0) r6.0<1>:d r8.0<1;1,0>:d -614296167:d
(W) mul (8|M8) acc0.0<1>:d r9.0<1;1,0>:d 0x9599:uw
add (16|M0) r16.0<1>:d r30.0<1;1,0>:d r24.0<1;1,0>:d {Compacted,I@7}
mach (8|M8) r7.0<1>:d r9.0<1;1,0>:d -614296167:d
(W) mul (8|M16) acc0.0<1>:d r10.0<1;1,0>:d 0x9599:uw
mach (8|M16) r20.0<1>:d r10.0<1;1,0>:d -614296167:d
(W) mul (8|M24) acc0.0<1>:d r11.0<1;1,0>:d 0x9599:uw
mach (8|M24) r21.0<1>:d r11.0<1;1,0>:d -614296167:d
addc (8|M0) r34.0<1>:ud r16.0<1;1,0>:ud r6.0<1;1,0>:ud {AccWrEn,Compacted,I@6}
add (16|M16) r18.0<1>:d r32.0<1;1,0>:d r28.0<1;1,0>:d {Compacted}
mov (8|M0) r36.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
addc (8|M8) r35.0<1>:ud r17.0<1;1,0>:ud r7.0<1;1,0>:ud {AccWrEn,I@7}
mov (8|M8) r37.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
addc (8|M16) r24.0<1>:ud r18.0<1;1,0>:ud r20.0<1;1,0>:ud {AccWrEn,I@4}
mov (8|M16) r28.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
addc (8|M24) r25.0<1>:ud r19.0<1;1,0>:ud r21.0<1;1,0>:ud {AccWrEn}
mov (8|M24) r29.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
(W) mul (8|M0) acc0.0<1>:ud r8.0<1;1,0>:ud 0x9599:uw
mach (8|M0) r30.0<1>:d r8.0<1;1,0>:ud 0xDB629599:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r9.0<1;1,0>:ud 0x9599:uw
mach (8|M8) r31.0<1>:d r9.0<1;1,0>:ud 0xDB629599:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r10.0<1;1,0>:ud 0x9599:uw
mach (8|M16) r32.0<1>:d r10.0<1;1,0>:ud 0xDB629599:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r11.0<1;1,0>:ud 0x9599:uw
mach (8|M24) r33.0<1>:d r11.0<1;1,0>:ud 0xDB629599:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:d r8.0<1;1,0>:d 0xDDC0:uw
mach (8|M0) r18.0<1>:d r8.0<1;1,0>:d -181084736:d
(W) mul (8|M8) acc0.0<1>:d r9.0<1;1,0>:d 0xDDC0:uw
add (16|M0) r6.0<1>:d r30.0<1;1,0>:d r36.0<1;1,0>:d {Compacted,I@7}
mach (8|M8) r19.0<1>:d r9.0<1;1,0>:d -181084736:d
(W) mul (8|M16) acc0.0<1>:d r10.0<1;1,0>:d 0xDDC0:uw
mach (8|M16) r20.0<1>:d r10.0<1;1,0>:d -181084736:d
(W) mul (8|M24) acc0.0<1>:d r11.0<1;1,0>:d 0xDDC0:uw
mach (8|M24) r21.0<1>:d r11.0<1;1,0>:d -181084736:d
addc (8|M0) r38.0<1>:ud r6.0<1;1,0>:ud r18.0<1;1,0>:ud {AccWrEn,Compacted,I@6}
add (16|M16) r16.0<1>:d r32.0<1;1,0>:d r28.0<1;1,0>:d {Compacted}
mov (8|M0) r40.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
addc (8|M8) r39.0<1>:ud r7.0<1;1,0>:ud r19.0<1;1,0>:ud {AccWrEn,I@7}
mov (8|M8) r41.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
addc (8|M16) r28.0<1>:ud r16.0<1;1,0>:ud r20.0<1;1,0>:ud {AccWrEn,I@4}
mov (8|M16) r30.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
addc (8|M24) r29.0<1>:ud r17.0<1;1,0>:ud r21.0<1;1,0>:ud {AccWrEn}
mov (8|M24) r31.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
(W) mul (8|M0) acc0.0<1>:ud r8.0<1;1,0>:ud 0xDDC0:uw
mach (8|M0) r32.0<1>:d r8.0<1;1,0>:ud 0xF534DDC0:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r9.0<1;1,0>:ud 0xDDC0:uw
mach (8|M8) r33.0<1>:d r9.0<1;1,0>:ud 0xF534DDC0:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r10.0<1;1,0>:ud 0xDDC0:uw
mach (8|M16) r36.0<1>:d r10.0<1;1,0>:ud 0xF534DDC0:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r11.0<1;1,0>:ud 0xDDC0:uw
mach (8|M24) r37.0<1>:d r11.0<1;1,0>:ud 0xF534DDC0:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:d r8.0<1;1,0>:d 0x57D1:uw
mach (8|M0) r16.0<1>:d r8.0<1;1,0>:d -64530479:d
(W) mul (8|M8) acc0.0<1>:d r9.0<1;1,0>:d 0x57D1:uw
add (16|M0) r6.0<1>:d r32.0<1;1,0>:d r40.0<1;1,0>:d {Compacted,I@7}
mach (8|M8) r17.0<1>:d r9.0<1;1,0>:d -64530479:d
(W) mul (8|M16) acc0.0<1>:d r10.0<1;1,0>:d 0x57D1:uw
mach (8|M16) r20.0<1>:d r10.0<1;1,0>:d -64530479:d
(W) mul (8|M24) acc0.0<1>:d r11.0<1;1,0>:d 0x57D1:uw
mach (8|M24) r21.0<1>:d r11.0<1;1,0>:d -64530479:d
addc (8|M0) r42.0<1>:ud r6.0<1;1,0>:ud r16.0<1;1,0>:ud {AccWrEn,Compacted,I@6}
add (16|M16) r18.0<1>:d r36.0<1;1,0>:d r30.0<1;1,0>:d {Compacted}
mov (8|M0) r44.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
addc (8|M8) r43.0<1>:ud r7.0<1;1,0>:ud r17.0<1;1,0>:ud {AccWrEn,I@7}
mov (8|M8) r45.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
addc (8|M16) r30.0<1>:ud r18.0<1;1,0>:ud r20.0<1;1,0>:ud {AccWrEn,I@4}
mov (8|M16) r32.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
addc (8|M24) r31.0<1>:ud r19.0<1;1,0>:ud r21.0<1;1,0>:ud {AccWrEn}
mov (8|M24) r33.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
(W) mul (8|M0) acc0.0<1>:ud r8.0<1;1,0>:ud 0x57D1:uw
mach (8|M0) r36.0<1>:d r8.0<1;1,0>:ud 0xFC2757D1:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r9.0<1;1,0>:ud 0x57D1:uw
mach (8|M8) r37.0<1>:d r9.0<1;1,0>:ud 0xFC2757D1:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r10.0<1;1,0>:ud 0x57D1:uw
mach (8|M16) r40.0<1>:d r10.0<1;1,0>:ud 0xFC2757D1:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r11.0<1;1,0>:ud 0x57D1:uw
mach (8|M24) r41.0<1>:d r11.0<1;1,0>:ud 0xFC2757D1:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:d r8.0<1;1,0>:d 0x1529:uw
mach (8|M0) r18.0<1>:d r8.0<1;1,0>:d 1313084713:d
(W) mul (8|M8) acc0.0<1>:d r9.0<1;1,0>:d 0x1529:uw
add (16|M0) r6.0<1>:d r36.0<1;1,0>:d r44.0<1;1,0>:d {Compacted,I@7}
mach (8|M8) r19.0<1>:d r9.0<1;1,0>:d 1313084713:d
(W) mul (8|M16) acc0.0<1>:d r10.0<1;1,0>:d 0x1529:uw
mach (8|M16) r20.0<1>:d r10.0<1;1,0>:d 1313084713:d
(W) mul (8|M24) acc0.0<1>:d r11.0<1;1,0>:d 0x1529:uw
mach (8|M24) r21.0<1>:d r11.0<1;1,0>:d 1313084713:d
addc (8|M0) r46.0<1>:ud r6.0<1;1,0>:ud r18.0<1;1,0>:ud {AccWrEn,Compacted,I@6}
add (16|M16) r16.0<1>:d r40.0<1;1,0>:d r32.0<1;1,0>:d {Compacted}
mov (8|M0) r48.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
addc (8|M8) r47.0<1>:ud r7.0<1;1,0>:ud r19.0<1;1,0>:ud {AccWrEn,I@7}
mov (8|M8) r49.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
addc (8|M16) r32.0<1>:ud r16.0<1;1,0>:ud r20.0<1;1,0>:ud {AccWrEn,I@4}
mov (8|M16) r36.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
addc (8|M24) r33.0<1>:ud r17.0<1;1,0>:ud r21.0<1;1,0>:ud {AccWrEn}
mov (8|M24) r37.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
(W) mul (8|M0) acc0.0<1>:ud r8.0<1;1,0>:ud 0x1529:uw
mach (8|M0) r40.0<1>:d r8.0<1;1,0>:ud 0x4E441529:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r9.0<1;1,0>:ud 0x1529:uw
mach (8|M8) r41.0<1>:d r9.0<1;1,0>:ud 0x4E441529:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r10.0<1;1,0>:ud 0x1529:uw
mach (8|M16) r44.0<1>:d r10.0<1;1,0>:ud 0x4E441529:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r11.0<1;1,0>:ud 0x1529:uw
mach (8|M24) r45.0<1>:d r11.0<1;1,0>:ud 0x4E441529:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:d r8.0<1;1,0>:d 0x836E:uw
mach (8|M0) r16.0<1>:d r8.0<1;1,0>:d -1560706194:d
(W) mul (8|M8) acc0.0<1>:d r9.0<1;1,0>:d 0x836E:uw
add (16|M0) r6.0<1>:d r40.0<1;1,0>:d r48.0<1;1,0>:d {Compacted,I@7}
mach (8|M8) r17.0<1>:d r9.0<1;1,0>:d -1560706194:d
(W) mul (8|M16) acc0.0<1>:d r10.0<1;1,0>:d 0x836E:uw
mach (8|M16) r20.0<1>:d r10.0<1;1,0>:d -1560706194:d
(W) mul (8|M24) acc0.0<1>:d r11.0<1;1,0>:d 0x836E:uw
mach (8|M24) r21.0<1>:d r11.0<1;1,0>:d -1560706194:d
addc (8|M0) r50.0<1>:ud r6.0<1;1,0>:ud r16.0<1;1,0>:ud {AccWrEn,Compacted,I@6}
add (16|M16) r18.0<1>:d r44.0<1;1,0>:d r36.0<1;1,0>:d {Compacted}
mov (8|M0) r52.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
addc (8|M8) r51.0<1>:ud r7.0<1;1,0>:ud r17.0<1;1,0>:ud {AccWrEn,I@7}
mov (8|M8) r53.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
addc (8|M16) r36.0<1>:ud r18.0<1;1,0>:ud r20.0<1;1,0>:ud {AccWrEn,I@4}
mov (8|M16) r40.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
addc (8|M24) r37.0<1>:ud r19.0<1;1,0>:ud r21.0<1;1,0>:ud {AccWrEn}
add (16|M0) r18.0<1>:d r2.0<1;1,0>:d -120:w {Compacted}
mov (8|M24) r41.0<1>:ud acc0.0<1;1,0>:ud {Compacted}
(W) mul (8|M0) acc0.0<1>:ud r8.0<1;1,0>:ud 0x836E:uw
mach (8|M0) r44.0<1>:d r8.0<1;1,0>:ud 0xA2F9836E:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r9.0<1;1,0>:ud 0x836E:uw
add (16|M16) r20.0<1>:d r4.0<1;1,0>:d -120:w {Compacted}
cmp (16|M0) (gt)f0.0 null<1>:d r18.0<1;1,0>:ud 0x1F:uw {I@6}
mach (8|M8) r45.0<1>:d r9.0<1;1,0>:ud 0xA2F9836E:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r10.0<1;1,0>:ud 0x836E:uw
mach (8|M16) r48.0<1>:d r10.0<1;1,0>:ud 0xA2F9836E:ud {AccWrEn}
(W) mul (8|M0) acc0.0<1>:ud r11.0<1;1,0>:ud 0x836E:uw
cmp (16|M16) (gt)f0.0 null<1>:d r20.0<1;1,0>:ud 0x1F:uw {I@6}
add (16|M0) r6.0<1>:d r44.0<1;1,0>:d r52.0<1;1,0>:d {Compacted,I@5}
mach (8|M24) r49.0<1>:d r11.0<1;1,0>:ud 0xA2F9836E:ud {AccWrEn}
(f0.0) sel (16|M0) r56.0<1>:d r46.0<1;1,0>:d r50.0<1;1,0>:d {Compacted}
(f0.0) sel (16|M0) r54.0<1>:d r50.0<1;1,0>:d r6.0<1;1,0>:d {Compacted,I@3}
add (16|M16) r16.0<1>:d r48.0<1;1,0>:d r40.0<1;1,0>:d {Compacted,I@3}
(W) mov (1|M0) r50.0<1>:hf -qnan(0x1E0):hf {I@2}
(f0.0) sel (16|M0) r60.0<1>:d r42.0<1;1,0>:d r46.0<1;1,0>:d {Compacted}
(f0.0) sel (16|M16) r58.0<1>:d r32.0<1;1,0>:d r36.0<1;1,0>:d
(f0.0) sel (16|M16) r8.0<1>:d r36.0<1;1,0>:d r16.0<1;1,0>:d {I@3}
(f0.0) sel (16|M16) r46.0<1>:d r50.0<0;1,0>:w 0:w {F@1}
(f0.0) sel (16|M0) r36.0<1>:d r50.0<0;1,0>:w 0:w
(f0.0) sel (16|M0) r44.0<1>:d r38.0<1;1,0>:d r42.0<1;1,0>:d {Compacted}
(f0.0) sel (16|M16) r10.0<1>:d r30.0<1;1,0>:d r32.0<1;1,0>:d
add3 (16|M16) r42.0<1>:d r46.0<1;0>:d r4.0<1;0>:d -120:w {I@4}
add3 (16|M0) r32.0<1>:d r36.0<1;0>:d r2.0<1;0>:d -120:w {I@4}
cmp (16|M16) (gt)f1.0 null<1>:d r42.0<1;1,0>:ud 0x1F:uw {I@2}
cmp (16|M0) (gt)f1.0 null<1>:d r32.0<1;1,0>:ud 0x1F:uw {I@2}
(f0.0) sel (16|M16) r52.0<1>:d r24.0<1;1,0>:d r28.0<1;1,0>:d
(f0.0) sel (16|M16) r40.0<1>:d r28.0<1;1,0>:d r30.0<1;1,0>:d
(f1.0) sel (16|M0) r28.0<1>:d r56.0<1;1,0>:d r54.0<1;1,0>:d {Compacted}
(f1.0) sel (16|M16) r30.0<1>:d r58.0<1;1,0>:d r8.0<1;1,0>:d
(f1.0) sel (16|M0) r54.0<1>:d r50.0<0;1,0>:w 0:w
(f1.0) sel (16|M16) r8.0<1>:d r50.0<0;1,0>:w 0:w
(f0.0) sel (16|M16) r64.0<1>:d r26.0<1;1,0>:d r24.0<1;1,0>:d
(f0.0) sel (16|M0) r6.0<1>:d r12.0<1;1,0>:d r22.0<1;1,0>:d {Compacted}
(f1.0) sel (16|M0) r24.0<1>:d r60.0<1;1,0>:d r56.0<1;1,0>:d {Compacted}
(f1.0) sel (16|M16) r12.0<1>:d r10.0<1;1,0>:d r58.0<1;1,0>:d
add3 (16|M0) r56.0<1>:d r54.0<1;0>:d r36.0<1;0>:d r18.0<1>:d {I@6}
add3 (16|M16) r58.0<1>:d r8.0<1;0>:d r46.0<1;0>:d r20.0<1>:d {I@6}
(f0.0) sel (16|M0) r62.0<1>:d r22.0<1;1,0>:d r34.0<1;1,0>:d {Compacted}
(f0.0) sel (16|M0) r48.0<1>:d r34.0<1;1,0>:d r38.0<1;1,0>:d {Compacted}
(f0.0) sel (16|M16) r16.0<1>:d r14.0<1;1,0>:d r26.0<1;1,0>:d
cmp (16|M0) (gt)f0.0 null<1>:d r56.0<1;1,0>:ud 0x1F:uw {I@5}
cmp (16|M16) (gt)f0.0 null<1>:d r58.0<1;1,0>:ud 0x1F:uw {I@5}
(f0.0) sel (16|M0) r36.0<1>:d r50.0<0;1,0>:w 0:w
(f0.0) sel (16|M16) r46.0<1>:d r50.0<0;1,0>:w 0:w
(f1.0) sel (16|M16) r22.0<1>:d r40.0<1;1,0>:d r10.0<1;1,0>:d
(f1.0) sel (16|M16) r34.0<1>:d r52.0<1;1,0>:d r40.0<1;1,0>:d
(f0.0) sel (16|M0) r10.0<1>:d r24.0<1;1,0>:d r28.0<1;1,0>:d {Compacted}
(f0.0) sel (16|M16) r40.0<1>:d r12.0<1;1,0>:d r30.0<1;1,0>:d
add3 (16|M0) r28.0<1>:d r36.0<1;0>:d r54.0<1;0>:d r32.0<1>:d {I@6}
add3 (16|M16) r30.0<1>:d r46.0<1;0>:d r8.0<1;0>:d r42.0<1>:d {I@6}
(f1.0) sel (16|M16) r4.0<1>:d r64.0<1;1,0>:d r52.0<1;1,0>:d
(f1.0) sel (16|M0) r2.0<1>:d r62.0<1;1,0>:d r48.0<1;1,0>:d {Compacted}
(f1.0) sel (16|M0) r38.0<1>:d r6.0<1;1,0>:d r62.0<1;1,0>:d {Compacted}
(f1.0) sel (16|M0) r14.0<1>:d r44.0<1;1,0>:d r60.0<1;1,0>:d {Compacted}
(f1.0) sel (16|M0) r26.0<1>:d r48.0<1;1,0>:d r44.0<1;1,0>:d {Compacted}
(f1.0) sel (16|M16) r66.0<1>:d r16.0<1;1,0>:d r64.0<1;1,0>:d
cmp (16|M0) (gt)f1.0 null<1>:d r28.0<1;1,0>:ud 0x1F:uw {I@7}
cmp (16|M16) (gt)f1.0 null<1>:d r30.0<1;1,0>:ud 0x1F:uw {I@7}
(f0.0) sel (16|M0) r44.0<1>:d r14.0<1;1,0>:d r24.0<1;1,0>:d {Compacted,I@5}
(f0.0) sel (16|M16) r48.0<1>:d r22.0<1;1,0>:d r12.0<1;1,0>:d
(f1.0) sel (16|M0) r32.0<1>:d r50.0<0;1,0>:w 0:w
(f1.0) sel (16|M16) r8.0<1>:d r50.0<0;1,0>:w 0:w
(f0.0) sel (16|M0) r18.0<1>:d r38.0<1;1,0>:d r2.0<1;1,0>:d {Compacted}
(f0.0) sel (16|M16) r60.0<1>:d r4.0<1;1,0>:d r34.0<1;1,0>:d
(f0.0) sel (16|M0) r6.0<1>:d r26.0<1;1,0>:d r14.0<1;1,0>:d {Compacted,I@7}
(f0.0) sel (16|M0) r52.0<1>:d r2.0<1;1,0>:d r26.0<1;1,0>:d {Compacted}
(f0.0) sel (16|M16) r16.0<1>:d r34.0<1;1,0>:d r22.0<1;1,0>:d
(f0.0) sel (16|M16) r20.0<1>:d r66.0<1;1,0>:d r4.0<1;1,0>:d
(f1.0) sel (16|M0) r12.0<1>:d r44.0<1;1,0>:d r10.0<1;1,0>:d {Compacted,I@7}
add3 (16|M16) r42.0<1>:d r8.0<1;0>:d r46.0<1;0>:d r58.0<1>:d {I@7}
add3 (16|M0) r38.0<1>:d r32.0<1;0>:d r36.0<1;0>:d r56.0<1>:d
(f1.0) sel (16|M16) r14.0<1>:d r48.0<1;1,0>:d r40.0<1;1,0>:d
add3 (16|M0) r10.0<1>:d 0:w -r32.0<1;0>:d -r28.0<1>:d
add3 (16|M16) r40.0<1>:d 0:w -r8.0<1;0>:d -r30.0<1>:d
(f1.0) sel (16|M0) r26.0<1>:d r18.0<1;1,0>:d r52.0<1;1,0>:d {Compacted,I@7}
(f1.0) sel (16|M0) r22.0<1>:d r6.0<1;1,0>:d r44.0<1;1,0>:d {Compacted}
(f1.0) sel (16|M16) r24.0<1>:d r16.0<1;1,0>:d r48.0<1;1,0>:d {I@7}
(f1.0) sel (16|M16) r34.0<1>:d r20.0<1;1,0>:d r60.0<1;1,0>:d {I@7}
and (16|M0) r18.0<1>:d r10.0<1;1,0>:d 31:w {Compacted,I@6}
and (16|M0) r44.0<1>:d r38.0<1;1,0>:d 31:w {Compacted}
and (16|M16) r48.0<1>:d r42.0<1;1,0>:d 31:w {Compacted}
and (16|M16) r20.0<1>:d r40.0<1;1,0>:d 31:w {Compacted,I@7}
(f1.0) sel (16|M0) r2.0<1>:d r52.0<1;1,0>:d r6.0<1;1,0>:d {Compacted}
(f1.0) sel (16|M16) r4.0<1>:d r60.0<1;1,0>:d r16.0<1;1,0>:d
cmp (16|M16) (eq)f0.0 null<1>:d r42.0<1;1,0>:d 0:w
cmp (16|M0) (eq)f0.0 null<1>:d r38.0<1;1,0>:d 0:w {Compacted}
shr (16|M16) r54.0<1>:d r24.0<1;1,0>:ud r20.0<1;1,0>:d {I@5}
shl (16|M0) r6.0<1>:d r12.0<1;1,0>:d r44.0<1;1,0>:d {Compacted}
shr (16|M0) r52.0<1>:d r22.0<1;1,0>:ud r18.0<1;1,0>:d
shl (16|M16) r16.0<1>:d r14.0<1;1,0>:d r48.0<1;1,0>:d {Compacted}
or (16|M0) r36.0<1>:d r6.0<1;1,0>:d r52.0<1;1,0>:d {Compacted,I@2}
or (16|M16) r46.0<1>:d r16.0<1;1,0>:d r54.0<1;1,0>:d {Compacted,I@2}
shl (16|M0) r28.0<1>:d r22.0<1;1,0>:d r44.0<1;1,0>:d {Compacted}
shl (16|M16) r8.0<1>:d r24.0<1;1,0>:d r48.0<1;1,0>:d {Compacted}
shr (16|M0) r30.0<1>:d r2.0<1;1,0>:ud r18.0<1;1,0>:d
shr (16|M16) r32.0<1>:d r4.0<1;1,0>:ud r20.0<1;1,0>:d
shl (16|M16) r40.0<1>:d r4.0<1;1,0>:d r48.0<1;1,0>:d {Compacted}
shr (16|M16) r60.0<1>:d r34.0<1;1,0>:ud r20.0<1;1,0>:d
(f0.0) sel (16|M0) r6.0<1>:d r12.0<1;1,0>:d r36.0<1;1,0>:d {Compacted,I@7}
(f0.0) sel (16|M16) r16.0<1>:d r14.0<1;1,0>:d r46.0<1;1,0>:d {I@7}
shr (16|M0) r58.0<1>:d r26.0<1;1,0>:ud r18.0<1;1,0>:d
or (16|M0) r50.0<1>:d r28.0<1;1,0>:d r30.0<1;1,0>:d {Compacted,I@7}
or (16|M16) r56.0<1>:d r8.0<1;1,0>:d r32.0<1;1,0>:d {Compacted,I@7}
or (16|M16) r40.0<1>:d r40.0<1;1,0>:d r60.0<1;1,0>:d {Compacted,I@6}
shr (16|M16) r20.0<1>:d r16.0<1;1,0>:ud 29:w {Compacted,I@5}
shr (16|M0) r18.0<1>:d r6.0<1;1,0>:ud 29:w {Compacted}
(f0.0) sel (16|M0) r28.0<1>:d r22.0<1;1,0>:d r50.0<1;1,0>:d {Compacted,I@5}
(f0.0) sel (16|M16) r8.0<1>:d r24.0<1;1,0>:d r56.0<1;1,0>:d {I@5}
(f0.0) sel (16|M16) r32.0<1>:d r4.0<1;1,0>:d r40.0<1;1,0>:d {I@5}
and (16|M16) r46.0<1>:d r20.0<1;1,0>:d 1:w {Compacted,I@5}
and (16|M0) r40.0<1>:d r18.0<1;1,0>:d 1:w {Compacted,I@5}
shl (16|M0) r10.0<1>:d r2.0<1;1,0>:d r44.0<1;1,0>:d {Compacted}
shl (16|M16) r48.0<1>:d r16.0<1;1,0>:d 2:w {Compacted}
shr (16|M0) r38.0<1>:d r28.0<1;1,0>:ud 30:w {Compacted,I@7}
shr (16|M16) r42.0<1>:d r8.0<1;1,0>:ud 30:w {Compacted,I@7}
mov (16|M16) r52.0<1>:d -r46.0<1;1,0>:d {I@6}
mov (16|M0) r50.0<1>:d -r40.0<1;1,0>:d {I@6}
shl (16|M0) r44.0<1>:d r6.0<1;1,0>:d 2:w {Compacted}
or (16|M0) r10.0<1>:d r10.0<1;1,0>:d r58.0<1;1,0>:d {Compacted,I@7}
bfn.0x1E (16|M16) r56.0<1>:ud r48.0<1;0>:ud r42.0<1;0>:ud r52.0<1>:ud {I@4}
bfn.0x1E (16|M0) r54.0<1>:ud r44.0<1;0>:ud r38.0<1;0>:ud r50.0<1>:ud {I@3}
(f0.0) sel (16|M0) r30.0<1>:d r2.0<1;1,0>:d r10.0<1;1,0>:d {Compacted,I@3}
lzd (16|M16) r60.0<1>:ud r56.0<1;1,0>:ud {I@3}
lzd (16|M0) r58.0<1>:ud r54.0<1;1,0>:ud {I@3}
shr (16|M16) r36.0<1>:d r34.0<1;1,0>:ud 30:w {Compacted}
shl (16|M0) r12.0<1>:d r28.0<1;1,0>:d 2:w {Compacted}
shl (16|M16) r14.0<1>:d r8.0<1;1,0>:d 2:w {Compacted}
shr (16|M16) r24.0<1>:d r32.0<1;1,0>:ud 30:w {Compacted}
shl (16|M16) r4.0<1>:d r32.0<1;1,0>:d 2:w {Compacted}
shr (16|M0) r22.0<1>:d r30.0<1;1,0>:ud 30:w {Compacted,I@7}
shl (16|M0) r2.0<1>:d r30.0<1;1,0>:d 2:w {Compacted}
shr (16|M0) r10.0<1>:d r26.0<1;1,0>:ud 30:w {Compacted}
add (16|M16) r64.0<1>:d r60.0<1;1,0>:d 1:w {Compacted,I@7}
add (16|M0) r62.0<1>:d r58.0<1;1,0>:d 1:w {Compacted,I@7}
shl (16|M0) r28.0<1>:d r18.0<1;1,0>:d 31:w {Compacted}
shl (16|M16) r8.0<1>:d r20.0<1;1,0>:d 31:w {Compacted}
add (16|M0) r18.0<1>:d -r58.0<1;1,0>:d 31:w {Compacted}
add (16|M16) r20.0<1>:d -r60.0<1;1,0>:d 31:w {Compacted}
bfn.0x1E (16|M16) r32.0<1>:ud r14.0<1;0>:ud r24.0<1;0>:ud r52.0<1>:ud {I@7}
bfn.0x1E (16|M16) r34.0<1>:ud r4.0<1;0>:ud r36.0<1;0>:ud r52.0<1>:ud {I@7}
bfn.0x1E (16|M0) r30.0<1>:ud r12.0<1;0>:ud r22.0<1;0>:ud r50.0<1>:ud {I@7}
bfn.0x1E (16|M0) r26.0<1>:ud r2.0<1;0>:ud r10.0<1;0>:ud r50.0<1>:ud {I@7}
and (16|M16) r64.0<1>:d r64.0<1;1,0>:d 31:w {Compacted,I@7}
and (16|M0) r62.0<1>:d r62.0<1;1,0>:d 31:w {Compacted,I@7}
and (16|M0) r18.0<1>:d r18.0<1;1,0>:d 31:w {Compacted,I@7}
and (16|M16) r20.0<1>:d r20.0<1;1,0>:d 31:w {Compacted,I@7}
shl (16|M16) r14.0<1>:d r56.0<1;1,0>:d r64.0<1;1,0>:d {Compacted,I@4}
shl (16|M0) r12.0<1>:d r54.0<1;1,0>:d r62.0<1;1,0>:d {Compacted,I@4}
shr (16|M0) r2.0<1>:d r30.0<1;1,0>:ud r18.0<1;1,0>:d {I@4}
shr (16|M16) r4.0<1>:d r32.0<1;1,0>:ud r20.0<1;1,0>:d {I@4}
shl (16|M16) r64.0<1>:d r32.0<1;1,0>:d r64.0<1;1,0>:d {Compacted}
shl (16|M0) r62.0<1>:d r30.0<1;1,0>:d r62.0<1;1,0>:d {Compacted}
shr (16|M0) r18.0<1>:d r26.0<1;1,0>:ud r18.0<1;1,0>:d
shr (16|M16) r20.0<1>:d r34.0<1;1,0>:ud r20.0<1;1,0>:d
(W) mul (8|M0) acc0.0<1>:d r58.0<1;1,0>:d 0x0:uw
or (16|M0) r10.0<1>:d r12.0<1;1,0>:d r2.0<1;1,0>:d {Compacted,I@7}
or (16|M16) r22.0<1>:d r14.0<1;1,0>:d r4.0<1;1,0>:d {Compacted,I@7}
or (16|M0) r24.0<1>:d r62.0<1;1,0>:d r18.0<1;1,0>:d {Compacted,I@5}
or (16|M16) r36.0<1>:d r64.0<1;1,0>:d r20.0<1;1,0>:d {Compacted,I@5}
mach (8|M0) r38.0<1>:d r58.0<1;1,0>:d -8388608:d
(W) mul (8|M8) acc0.0<1>:d r59.0<1;1,0>:d 0x0:uw
shl (16|M0) r14.0<1>:d r10.0<1;1,0>:d 23:w {Compacted,I@6}
shl (16|M16) r18.0<1>:d r22.0<1;1,0>:d 23:w {Compacted,I@6}
shr (16|M0) r20.0<1>:d r24.0<1;1,0>:ud 9:w {Compacted,I@6}
shr (16|M16) r26.0<1>:d r36.0<1;1,0>:ud 9:w {Compacted,I@6}
mach (8|M8) r39.0<1>:d r59.0<1;1,0>:d -8388608:d
(W) mul (8|M16) acc0.0<1>:d r60.0<1;1,0>:d 0x0:uw
mach (8|M16) r2.0<1>:d r60.0<1;1,0>:d -8388608:d
(W) mul (8|M24) acc0.0<1>:d r61.0<1;1,0>:d 0x0:uw
or (16|M0) r30.0<1>:d r14.0<1;1,0>:d r20.0<1;1,0>:d {Compacted,I@6}
or (16|M16) r32.0<1>:d r18.0<1;1,0>:d r26.0<1;1,0>:d {Compacted,I@6}
mach (8|M24) r3.0<1>:d r61.0<1;1,0>:d -8388608:d
shr (16|M0) r4.0<1>:d r10.0<1;1,0>:ud 9:w {Compacted}
shr (16|M16) r12.0<1>:d r22.0<1;1,0>:ud 9:w {Compacted}
add (16|M0) r38.0<1>:d r38.0<1;1,0>:d 1056964608:d {I@7}
lzd (16|M0) r34.0<1>:ud r30.0<1;1,0>:ud {I@6}
lzd (16|M16) r42.0<1>:ud r32.0<1;1,0>:ud {I@6}
add (16|M16) r2.0<1>:d r2.0<1;1,0>:d 1056964608:d {I@6}
bfn.0xFE (16|M0) r4.0<1>:ud r38.0<1;0>:ud r28.0<1;0>:ud r4.0<1>:ud {I@4}
not (16|M0) r44.0<1>:d r34.0<1;1,0>:d {I@4}
not (16|M16) r48.0<1>:d r42.0<1;1,0>:d {I@4}
bfn.0xFE (16|M16) r12.0<1>:ud r2.0<1;0>:ud r8.0<1;0>:ud r12.0<1>:ud {I@4}
add (16|M0) r38.0<1>:d r34.0<1;1,0>:d 1:w {Compacted}
add (16|M16) r2.0<1>:d r42.0<1;1,0>:d 1:w {Compacted}
add (16|M0) r34.0<1>:d -r34.0<1;1,0>:d 31:w {Compacted}
add (16|M16) r42.0<1>:d -r42.0<1;1,0>:d 31:w {Compacted}
and (16|M0) r38.0<1>:d r38.0<1;1,0>:d 31:w {Compacted,I@4}
and (16|M16) r2.0<1>:d r2.0<1;1,0>:d 31:w {Compacted,I@4}
and (16|M0) r34.0<1>:d r34.0<1;1,0>:d 31:w {Compacted,I@4}
and (16|M16) r42.0<1>:d r42.0<1;1,0>:d 31:w {Compacted,I@4}
add3 (16|M0) r18.0<1>:d 488:w -r58.0<1;0>:d r44.0<1>:d
add3 (16|M16) r20.0<1>:d 488:w -r60.0<1;0>:d r48.0<1>:d
shl (16|M0) r38.0<1>:d r30.0<1;1,0>:d r38.0<1;1,0>:d {Compacted,I@6}
shl (16|M16) r2.0<1>:d r32.0<1;1,0>:d r2.0<1;1,0>:d {Compacted,I@6}
shr (16|M0) r34.0<1>:d r24.0<1;1,0>:ud r34.0<1;1,0>:d {I@6}
shr (16|M16) r42.0<1>:d r36.0<1;1,0>:ud r42.0<1;1,0>:d {I@6}
shl (16|M0) r18.0<1>:d r18.0<1;1,0>:d 23:w {Compacted,I@6}
shl (16|M16) r20.0<1>:d r20.0<1;1,0>:d 23:w {Compacted,I@6}
or (16|M0) r10.0<1>:d r38.0<1;1,0>:d r34.0<1;1,0>:d {Compacted,I@4}
mul (16|M0) acc0.0<1>:f r4.0<1;1,0>:f 0x3FC90FDA:f
or (16|M16) r14.0<1>:d r2.0<1;1,0>:d r42.0<1;1,0>:d {Compacted,I@4}
mul (16|M16) acc2.0<1>:f r12.0<1;1,0>:f 0x3FC90FDA:f
add (16|M0) r18.0<1>:d r18.0<1;1,0>:d 1065353216:d {I@4}
add (16|M16) r20.0<1>:d r20.0<1;1,0>:d 1065353216:d {I@4}
shr (16|M0) r22.0<1>:d r10.0<1;1,0>:ud 9:w {Compacted,I@4}
mad (16|M0) r30.0<1>:f -acc0.0<1;0>:f r4.0<1;0>:f r81.0<0>:f
shr (16|M16) r26.0<1>:d r14.0<1;1,0>:ud 9:w {Compacted,I@4}
mad (16|M16) r32.0<1>:f -acc2.0<1;0>:f r12.0<1;0>:f r81.0<0>:f
bfn.0xFE (16|M0) r22.0<1>:ud r18.0<1;0>:ud r28.0<1;0>:ud r22.0<1>:ud {I@2}
mad (16|M0) r34.0<1>:f r30.0<1;0>:f r4.0<1;0>:f r81.3<0>:f {Compacted,F@2}
bfn.0xFE (16|M16) r26.0<1>:ud r20.0<1;0>:ud r8.0<1;0>:ud r26.0<1>:ud {I@2}
mad (16|M16) r36.0<1>:f r32.0<1;0>:f r12.0<1;0>:f r81.3<0>:f {Compacted,F@2}
mad (16|M0) r38.0<1>:f r34.0<1;0>:f r22.0<1;0>:f r81.0<0>:f {Compacted,A@2}
mad (16|M16) r42.0<1>:f r36.0<1;0>:f r26.0<1;0>:f r81.0<0>:f {Compacted,A@1}
add (16|M0) r34.0<1>:f acc0.0<1;1,0>:f r38.0<1;1,0>:f {Compacted,F@2}
add (16|M16) r36.0<1>:f acc2.0<1;1,0>:f r42.0<1;1,0>:f {Compacted,F@2}
shr (16|M0) r14.0<1>:d r6.0<1;1,0>:ud 30:w {Compacted}
shr (16|M16) r18.0<1>:d r16.0<1;1,0>:ud 30:w {Compacted}
add (16|M0) acc0.0<1>:f r34.0<1;1,0>:f -acc0.0<1;1,0>:f {F@2}
add (16|M16) acc2.0<1>:f r36.0<1;1,0>:f -acc2.0<1;1,0>:f {F@2}
add (16|M0) r48.0<1>:d r40.0<1;1,0>:d r14.0<1;1,0>:d {Compacted,I@2}
add (16|M0) r44.0<1>:f r38.0<1;1,0>:f -acc0.0<1;1,0>:f
add (16|M16) r38.0<1>:f r42.0<1;1,0>:f -acc2.0<1;1,0>:f
add (16|M16) r42.0<1>:d r46.0<1;1,0>:d r18.0<1;1,0>:d {Compacted,A@1}
goto (32|M0) L6200 L6848
L6200:
join (32|M0) L6848
L6216:
(W) mov (1|M0) r2.0<1>:ud 0x3F22F983:ud
mad (16|M0) acc0.0<1>:f r81.2<0;0>:f r72.0<1;0>:f r2.0<0>:f {Compacted,I@1}
mad (16|M16) acc2.0<1>:f r81.2<0;0>:f r74.0<1;0>:f r2.0<0>:f
rndz (16|M0) r8.0<1>:f acc0.0<1;1,0>:f {Compacted}
rndz (16|M16) r10.0<1>:f acc2.0<1;1,0>:f {Compacted}
mul (16|M0) acc0.0<1>:f r8.0<1;1,0>:f 0x3FC90FDA:f {F@2}
mul (16|M16) acc2.0<1>:f r10.0<1;1,0>:f 0x3FC90FDA:f {F@2}
add (16|M0) r20.0<1>:f r72.0<1;1,0>:f -acc0.0<1;1,0>:f
add (16|M16) r22.0<1>:f r74.0<1;1,0>:f -acc2.0<1;1,0>:f
add (16|M0) r24.0<1>:f r72.0<1;1,0>:f -r20.0<1;1,0>:f {Compacted,F@2}
add (16|M16) r26.0<1>:f r74.0<1;1,0>:f -r22.0<1;1,0>:f {Compacted,F@2}
mad (16|M0) r16.0<1>:f -acc0.0<1;0>:f r8.0<1;0>:f r81.0<0>:f
mad (16|M16) r18.0<1>:f -acc2.0<1;0>:f r10.0<1;0>:f r81.0<0>:f
add (16|M0) acc0.0<1>:f r24.0<1;1,0>:f -acc0.0<1;1,0>:f {F@4}
add (16|M16) acc2.0<1>:f r26.0<1;1,0>:f -acc2.0<1;1,0>:f {F@4}
add (16|M0) r24.0<1>:f acc0.0<1;1,0>:f -r16.0<1;1,0>:f {Compacted,F@4}
add (16|M16) r26.0<1>:f acc2.0<1;1,0>:f -r18.0<1;1,0>:f {Compacted,F@4}
mul (16|M0) acc0.0<1>:f r8.0<1;1,0>:f 0x33A22168:f
mul (16|M16) acc2.0<1>:f r10.0<1;1,0>:f 0x33A22168:f
add (16|M0) r20.0<1>:f r20.0<1;1,0>:f r24.0<1;1,0>:f {Compacted,F@4}
add (16|M16) r22.0<1>:f r22.0<1;1,0>:f r26.0<1;1,0>:f {Compacted,F@4}
add (16|M0) r30.0<1>:f r20.0<1;1,0>:f -acc0.0<1;1,0>:f {F@2}
add (16|M16) r32.0<1>:f r22.0<1;1,0>:f -acc2.0<1;1,0>:f {F@2}
add (16|M0) r20.0<1>:f r20.0<1;1,0>:f -r30.0<1;1,0>:f {Compacted,F@2}
add (16|M16) r22.0<1>:f r22.0<1;1,0>:f -r32.0<1;1,0>:f {Compacted,F@2}
mad (16|M0) r6.0<1>:f -acc0.0<1;0>:f r8.0<1;0>:f r81.3<0>:f {$1.dst}
mad (16|M16) r28.0<1>:f -acc2.0<1;0>:f r10.0<1;0>:f r81.3<0>:f
add (16|M0) acc0.0<1>:f r20.0<1;1,0>:f -acc0.0<1;1,0>:f {F@4}
add (16|M16) acc2.0<1>:f r22.0<1;1,0>:f -acc2.0<1;1,0>:f {F@4}
add (16|M0) r20.0<1>:f acc0.0<1;1,0>:f -r6.0<1;1,0>:f {Compacted,F@4}
add (16|M16) r22.0<1>:f acc2.0<1;1,0>:f -r28.0<1;1,0>:f {Compacted,F@4}
mul (16|M0) acc0.0<1>:f r8.0<1;1,0>:f 0x27C234C4:f
mul (16|M16) acc2.0<1>:f r10.0<1;1,0>:f 0x27C234C4:f
add (16|M0) r30.0<1>:f r30.0<1;1,0>:f r20.0<1;1,0>:f {Compacted,F@4}
add (16|M16) r32.0<1>:f r32.0<1;1,0>:f r22.0<1;1,0>:f {Compacted,F@4}
add (16|M0) r26.0<1>:f r30.0<1;1,0>:f -acc0.0<1;1,0>:f {F@2}
add (16|M16) r2.0<1>:f r32.0<1;1,0>:f -acc2.0<1;1,0>:f {F@2}
(W) mov (1|M0) r16.0<1>:ud 0x27C234C4:ud
add (16|M0) r30.0<1>:f r30.0<1;1,0>:f -r26.0<1;1,0>:f {Compacted,F@2}
add (16|M16) r32.0<1>:f r32.0<1;1,0>:f -r2.0<1;1,0>:f {Compacted,F@2}
mad (16|M0) r18.0<1>:f -acc0.0<1;0>:f r8.0<1;0>:f r16.0<0>:f {I@1}
mad (16|M16) r24.0<1>:f -acc2.0<1;0>:f r10.0<1;0>:f r16.0<0>:f
add (16|M0) acc0.0<1>:f r30.0<1;1,0>:f -acc0.0<1;1,0>:f {F@4}
add (16|M16) acc2.0<1>:f r32.0<1;1,0>:f -acc2.0<1;1,0>:f {F@4}
mov (16|M0) r48.0<1>:d r8.0<1;1,0>:f {Compacted}
mov (16|M16) r42.0<1>:d r10.0<1;1,0>:f {Compacted}
mov (16|M0) r44.0<1>:f -r18.0<1;1,0>:f {Compacted,F@4}
mov (16|M16) r38.0<1>:f -r24.0<1;1,0>:f {Compacted,F@4}
add (16|M0) r34.0<1>:f r26.0<1;1,0>:f acc0.0<1;1,0>:f
add (16|M16) r36.0<1>:f r2.0<1;1,0>:f acc2.0<1;1,0>:f
L6848:
join (32|M0) L8000
L6864:
and (16|M0) (eq)f0.0 null<1>:d r48.0<1;1,0>:d 1:w {Compacted,I@3}
and (16|M16) (eq)f0.0 null<1>:d r42.0<1;1,0>:d 1:w {I@3}
mul (16|M0) r40.0<1>:f r34.0<1;1,0>:f r34.0<1;1,0>:f {Compacted,F@2}
mul (16|M16) r32.0<1>:f r36.0<1;1,0>:f r36.0<1;1,0>:f {Compacted,F@2}
(f0.0) goto (32|M0) L7264 L7264
L6920:
(W) mov (1|M0) r6.0<1>:ud 0x2F2EC9D3:ud {$1.dst}
(W) mov (1|M0) r6.1<1>:ud 0xB2D72F34:ud
(W) mov (1|M0) r7.0<1>:ud 0x3636DF25:ud
mad (16|M0) acc0.0<1>:f r6.1<0;0>:f r40.0<1;0>:f r6.0<0>:f {Compacted,A@2}
mad (16|M16) acc2.0<1>:f r6.1<0;0>:f r32.0<1;0>:f r6.0<0>:f {F@2}
(W) mov (1|M0) r16.0<1>:ud 0xB95009D4:ud
mad (16|M0) acc0.0<1>:f r7.0<0;0>:f acc0.0<1;0>:f r40.0<1>:f {Compacted,I@2}
mad (16|M16) acc2.0<1>:f r7.0<0;0>:f acc2.0<1;0>:f r32.0<1>:f
(W) mov (1|M0) r17.0<1>:ud 0x3C088887:ud
mad (16|M0) r18.0<1>:f r16.0<0;0>:f acc0.0<1;0>:f r40.0<1>:f {Compacted,I@2}
mad (16|M16) r20.0<1>:f r16.0<0;0>:f acc2.0<1;0>:f r32.0<1>:f {Compacted}
mul (16|M0) acc0.0<1>:f r34.0<1;1,0>:f r40.0<1;1,0>:f {Compacted}
mul (16|M16) acc2.0<1>:f r36.0<1;1,0>:f r32.0<1;1,0>:f {Compacted}
mad (16|M0) r22.0<1>:f r17.0<0;0>:f r18.0<1;0>:f r40.0<1>:f {Compacted,A@1}
mad (16|M16) r24.0<1>:f r17.0<0;0>:f r20.0<1;0>:f r32.0<1>:f {Compacted,F@4}
mul (16|M0) r22.0<1>:f r22.0<1;1,0>:f -acc0.0<1;1,0>:f {F@2}
mul (16|M16) r24.0<1>:f r24.0<1;1,0>:f -acc2.0<1;1,0>:f {F@2}
mad (16|M0) r26.0<1>:f r22.0<1;0>:f r44.0<1;0>:f r81.2<0>:f {Compacted,F@2}
mad (16|M16) r28.0<1>:f r24.0<1;0>:f r38.0<1;0>:f r81.2<0>:f {Compacted,F@2}
(W) mov (1|M0) r6.0<1>:ud 0x3E2AAAAB:ud
mad (16|M0) r8.0<1>:f -r44.0<1;0>:f r26.0<1;0>:f r40.0<1>:f {Compacted,F@2}
mad (16|M16) r10.0<1>:f -r38.0<1;0>:f r28.0<1;0>:f r32.0<1>:f {Compacted,F@2}
mad (16|M0) acc0.0<1>:f r8.0<1;0>:f acc0.0<1;0>:f r6.0<0>:f {Compacted,A@1}
mad (16|M16) acc2.0<1>:f r10.0<1;0>:f acc2.0<1;0>:f r6.0<0>:f {F@2}
add (16|M0) acc0.0<1>:f r34.0<1;1,0>:f -acc0.0<1;1,0>:f
add (16|M16) acc2.0<1>:f r36.0<1;1,0>:f -acc2.0<1;1,0>:f
mov (16|M0) r8.0<1>:f -acc0.0<1;1,0>:f {Compacted}
mov (16|M16) r46.0<1>:f -acc2.0<1;1,0>:f {Compacted}
goto (32|M0) L7264 L7872
L7264:
join (32|M0) L7872
L7280:
(W) mov (1|M0) r2.0<1>:ud 0xAD47D74E:ud
(W) mov (1|M0) r2.1<1>:ud 0x310F74F6:ud
(W) mov (1|M0) r3.0<1>:ud 0xB492923A:ud
mad (16|M0) acc0.0<1>:f r2.1<0;0>:f r40.0<1;0>:f r2.0<0>:f {Compacted,I@2}
(W) mov (1|M0) r12.0<1>:ud 0x37D00AE2:ud
mad (16|M16) acc2.0<1>:f r2.1<0;0>:f r32.0<1;0>:f r2.0<0>:f
mad (16|M0) acc0.0<1>:f r3.0<0;0>:f acc0.0<1;0>:f r40.0<1>:f {Compacted,I@2}
(W) mov (1|M0) r13.0<1>:ud 0xBAB60B60:ud
mad (16|M16) acc2.0<1>:f r3.0<0;0>:f acc2.0<1;0>:f r32.0<1>:f
mad (16|M0) acc0.0<1>:f r12.0<0;0>:f acc0.0<1;0>:f r40.0<1>:f {Compacted,I@2}
sync.nop null {Compacted,$1.dst}
and (16|M0) r6.0<1>:d r34.0<1;1,0>:d 2147483647:d {F@7}
and (16|M16) r2.0<1>:d r36.0<1;1,0>:d 2147483647:d {A@2}
mad (16|M16) acc2.0<1>:f r12.0<0;0>:f acc2.0<1;0>:f r32.0<1>:f
mad (16|M0) acc0.0<1>:f r13.0<0;0>:f acc0.0<1;0>:f r40.0<1>:f {Compacted,I@3}
add (16|M0) r30.0<1>:d r6.0<1;1,0>:d -1050253722:d {I@2}
add (16|M16) r14.0<1>:d r2.0<1;1,0>:d -1050253722:d {I@2}
(W) mov (1|M0) r22.0<1>:ud 0x3D2AAAAB:ud
cmp (16|M0) (gt)f0.0 null<1>:d r6.0<1;1,0>:ud 0x3F480000:ud
cmp (16|M16) (gt)f0.0 null<1>:d r2.0<1;1,0>:ud 0x3F480000:ud
mad (16|M16) acc2.0<1>:f r13.0<0;0>:f acc2.0<1;0>:f r32.0<1>:f
cmp (16|M0) (lt)f1.0 null<1>:d r30.0<1;1,0>:ud 0xAE6667:ud {I@5}
cmp (16|M16) (lt)f1.0 null<1>:d r14.0<1;1,0>:ud 0xAE6667:ud {I@5}
add (16|M0) r8.0<1>:d r6.0<1;1,0>:d -16777216:d
add (16|M16) r10.0<1>:d r2.0<1;1,0>:d -16777216:d
mad (16|M0) acc0.0<1>:f r22.0<0;0>:f acc0.0<1;0>:f r40.0<1>:f {Compacted,I@7}
mad (16|M16) acc2.0<1>:f r22.0<0;0>:f acc2.0<1;0>:f r32.0<1>:f
mul (16|M16) r14.0<1>:f r38.0<1;1,0>:f -r36.0<1;1,0>:f {Compacted,I@3}
(f1.0) sel (16|M0) r12.0<1>:f r8.0<1;1,0>:f 0.0:f {Compacted,I@2}
(f1.0) sel (16|M16) r16.0<1>:f r10.0<1;1,0>:f 0.0:f {I@1}
mul (16|M0) r28.0<1>:f r40.0<1;1,0>:f acc0.0<1;1,0>:f
mul (16|M16) acc2.0<1>:f r32.0<1;1,0>:f acc2.0<1;1,0>:f
mul (16|M0) acc0.0<1>:f r44.0<1;1,0>:f -r34.0<1;1,0>:f {Compacted}
(f0.0) mov (16|M0) r12.0<1>:ud 0x3E900000:ud {F@5}
(f0.0) mov (16|M16) r16.0<1>:ud 0x3E900000:ud {F@4}
mad (16|M16) r10.0<1>:f r14.0<1;0>:f acc2.0<1;0>:f r32.0<1>:f {Compacted}
mad (16|M0) acc0.0<1>:f acc0.0<1;0>:f r28.0<1;0>:f r40.0<1>:f {F@4}
mad (16|M0) acc2.0<1>:f -r12.0<1;0>:f r40.0<1;0>:f r81.2<0>:f {Compacted,I@2}
mad (16|M16) r20.0<1>:f -r16.0<1;0>:f r32.0<1;0>:f r81.2<0>:f {Compacted,I@1}
add (16|M0) r12.0<1>:f -r12.0<1;1,0>:f 1.0:f {Compacted}
add (16|M0) r18.0<1>:f acc2.0<1;1,0>:f -acc0.0<1;1,0>:f
add (16|M16) acc2.0<1>:f -r16.0<1;1,0>:f 1.0:f {Compacted}
add (16|M16) acc0.0<1>:f r20.0<1;1,0>:f -r10.0<1;1,0>:f {Compacted,F@4}
add (16|M0) r8.0<1>:f r12.0<1;1,0>:f -r18.0<1;1,0>:f {Compacted,F@3}
add (16|M16) r46.0<1>:f acc2.0<1;1,0>:f -acc0.0<1;1,0>:f
L7872:
join (32|M0) L8000
L7888:
shl (16|M0) r2.0<1>:d r48.0<1;1,0>:d 30:w {Compacted}
shl (16|M16) r4.0<1>:d r42.0<1;1,0>:d 30:w {Compacted,$1.dst}
cmp (16|M0) (gt)f1.0 null<1>:d r72.0<1;1,0>:ud 0x7F7FFFFF:ud
cmp (16|M16) (gt)f1.0 null<1>:d r74.0<1;1,0>:ud 0x7F7FFFFF:ud
bfn.0x78 (16|M0) r6.0<1>:ud r2.0<1;0>:ud r81.1<0;0>:ud r8.0<1>:ud {A@2}
bfn.0x78 (16|M16) r8.0<1>:ud r4.0<1;0>:ud r81.1<0;0>:ud r46.0<1>:ud {A@1}
(~f1.0) sel (16|M0) r72.0<1>:f r6.0<1;1,0>:f qnan(0x0):f {I@2}
(~f1.0) sel (16|M16) r82.0<1>:f r8.0<1;1,0>:f qnan(0x0):f {I@1}
L8000:
join (32|M0) L8016
L8016:
and (16|M16) r2.0<1>:d r68.0<1;1,0>:d 8323072:d
and (16|M0) r4.0<1>:d r70.0<1;1,0>:d 8323072:d {$1.dst}
add (16|M16) r2.0<1>:d r2.0<1;1,0>:d 65536:d {I@2}
add (16|M0) r4.0<1>:d r4.0<1;1,0>:d 65536:d {I@2}
shr (16|M16) r2.0<1>:d r2.0<1;1,0>:ud 17:w {Compacted,I@2}
shr (16|M0) r4.0<1>:d r4.0<1;1,0>:ud 17:w {Compacted,I@2}
mul (16|M16) r2.0<1>:d r2.0<1;1,0>:d 12:w {Compacted,I@2}
mul (16|M0) r4.0<1>:d r4.0<1;1,0>:d 12:w {Compacted,I@2}
add (16|M16) r2.0<1>:d r2.0<1;1,0>:d 20:w {Compacted,I@2}
send.dc1 (16|M16) r6 r2 null:0 0x0 0x04605801 {A@1,$7}
add (16|M0) r4.0<1>:d r4.0<1;1,0>:d 20:w {Compacted}
send.dc1 (16|M0) r12 r4 null:0 0x0 0x04605801 {A@1,$8}
and (16|M16) r60.0<1>:d r68.0<1;1,0>:d 8388607:d
(W) mov (1|M0) r81.0<1>:d 1065353216:d
(W) mov (1|M0) r18.0<1>:d 1073725440:d
and (16|M0) r58.0<1>:d r70.0<1;1,0>:d 8388607:d
bfn.0xF8 (16|M16) r20.0<1>:ud r68.0<1;0>:ud r81.4<0;0>:ud r81.0<0>:ud {I@3}
bfn.0xE0 (16|M16) r22.0<1>:ud r60.0<1;0>:ud r81.0<0;0>:ud r18.0<0>:d {I@3}
bfn.0xF8 (16|M0) r24.0<1>:ud r70.0<1;0>:ud r81.4<0;0>:ud r81.0<0>:ud
bfn.0xE0 (16|M0) r26.0<1>:ud r58.0<1;0>:ud r81.0<0;0>:ud r18.0<0>:d {I@4}
add (16|M16) acc0.0<1>:f r20.0<1;1,0>:f -r22.0<1;1,0>:f {Compacted,A@3}
sync.nop null {Compacted,$7.src}
add (16|M0) r2.0<1>:f r24.0<1;1,0>:f -r26.0<1;1,0>:f {Compacted,A@1}
shr (16|M16) r64.0<1>:d r68.0<1;1,0>:ud 23:w {Compacted}
shr (16|M0) r62.0<1>:d r70.0<1;1,0>:ud 23:w {Compacted}
add (16|M0) r42.0<1>:d r70.0<1;1,0>:d 1081999360:d
cmp (16|M0) (gt)f0.0 r48.0<1>:d r42.0<1;1,0>:d 2147221504:d {I@1}
add (16|M0) r110.0<1>:f r84.0<1;1,0>:f r72.0<1;1,0>:f {Compacted,$5.dst}
add (16|M16) r108.0<1>:f r86.0<1;1,0>:f r82.0<1;1,0>:f {Compacted,$6.dst}
mul (16|M16) acc2.0<1>:f r10.0<1;1,0>:f r22.0<1;1,0>:f {Compacted,$7.dst}
mul (16|M16) r32.0<1>:f acc0.0<1;1,0>:f r10.0<1;1,0>:f {Compacted}
add (16|M16) acc0.0<1>:f acc2.0<1;1,0>:f -1.0:f {Compacted}
mul (16|M0) acc2.0<1>:f r16.0<1;1,0>:f r26.0<1;1,0>:f {Compacted,$8.dst}
mul (16|M0) r34.0<1>:f r2.0<1;1,0>:f r16.0<1;1,0>:f {Compacted,F@7}
add (16|M16) r36.0<1>:f r6.0<1;1,0>:f acc0.0<1;1,0>:f
add (16|M0) acc2.0<1>:f acc2.0<1;1,0>:f -1.0:f {Compacted}
add (16|M16) r30.0<1>:f r32.0<1;1,0>:f acc0.0<1;1,0>:f {F@6}
add (16|M0) r38.0<1>:f r12.0<1;1,0>:f acc2.0<1;1,0>:f
mul (16|M16) r18.0<1>:f r30.0<1;1,0>:f 0.25:f {Compacted,F@2}
add (16|M0) r4.0<1>:f r34.0<1;1,0>:f acc2.0<1;1,0>:f
add (16|M16) r22.0<1>:d r64.0<1;1,0>:d -127:w {Compacted}
add (16|M16) r18.0<1>:f -r18.0<1;1,0>:f 0x3EAAAAAB:f {F@2}
mul (16|M0) r20.0<1>:f r4.0<1;1,0>:f 0.25:f {Compacted,F@2}
add (16|M16) r26.0<1>:d r68.0<1;1,0>:d 1081999360:d
add (16|M0) r2.0<1>:d r62.0<1;1,0>:d -127:w {Compacted}
mov (16|M16) r24.0<1>:f r22.0<1;1,0>:d {Compacted,I@3}
mul (16|M16) r18.0<1>:f r30.0<1;1,0>:f r18.0<1;1,0>:f {Compacted,F@3}
add (16|M0) r20.0<1>:f -r20.0<1;1,0>:f 0x3EAAAAAB:f {F@3}
cmp (16|M16) (gt)f0.0 r44.0<1>:d r26.0<1;1,0>:d 2147221504:d {I@2}
mov (16|M0) r28.0<1>:f r2.0<1;1,0>:d {Compacted,I@2}
mul (16|M16) r40.0<1>:f r24.0<1;1,0>:f 0x3805FDF4:f {F@4}
add (16|M16) r18.0<1>:f r18.0<1;1,0>:f -0.5:f {Compacted,F@4}
mul (16|M16) acc0.0<1>:f r30.0<1;1,0>:f r30.0<1;1,0>:f {Compacted}
mul (16|M0) r20.0<1>:f r4.0<1;1,0>:f r20.0<1;1,0>:f {Compacted,F@5}
mul (16|M16) r22.0<1>:f r24.0<1;1,0>:f 0x3F317000:f
mul (16|M0) r46.0<1>:f r28.0<1;1,0>:f 0x3805FDF4:f {F@6}
(W) mov (1|M0) r2.0<1>:d -1:w
add (16|M16) r40.0<1>:f r40.0<1;1,0>:f r8.0<1;1,0>:f {Compacted,F@6}
mul (16|M16) acc0.0<1>:f acc0.0<1;1,0>:f r18.0<1;1,0>:f {Compacted,F@6}
add (16|M0) r20.0<1>:f r20.0<1;1,0>:f -0.5:f {Compacted,F@5}
mul (16|M0) acc2.0<1>:f r4.0<1;1,0>:f r4.0<1;1,0>:f {Compacted}
mul (16|M0) r50.0<1>:f r28.0<1;1,0>:f 0x3F317000:f
and (16|M16) r54.0<1>:d r32.0<1;1,0>:d r44.0<1;1,0>:d {Compacted,I@2}
add (16|M16) r26.0<1>:f r22.0<1;1,0>:f r36.0<1;1,0>:f {Compacted,F@7}
add (16|M0) r46.0<1>:f r46.0<1;1,0>:f r14.0<1;1,0>:f {Compacted,F@7}
bfn.0x28 (16|M16) r56.0<1>:ud r32.0<1;0>:ud r44.0<1;0>:ud r2.0<0>:ud {I@2}
add (16|M16) acc0.0<1>:f r40.0<1;1,0>:f acc0.0<1;1,0>:f {F@7}
mul (16|M0) acc2.0<1>:f acc2.0<1;1,0>:f r20.0<1;1,0>:f {Compacted,F@6}
and (16|M0) r6.0<1>:d r34.0<1;1,0>:d r48.0<1;1,0>:d {Compacted}
bfn.0x28 (16|M0) r8.0<1>:ud r34.0<1;0>:ud r48.0<1;0>:ud r2.0<0>:ud
add (16|M0) r18.0<1>:f r50.0<1;1,0>:f r38.0<1;1,0>:f {Compacted,F@5}
add (16|M16) r22.0<1>:f acc0.0<1;1,0>:f r56.0<1;1,0>:f {Compacted,I@3}
add (16|M0) acc0.0<1>:f r46.0<1;1,0>:f acc2.0<1;1,0>:f {F@5}
add (16|M16) r20.0<1>:f r26.0<1;1,0>:f r54.0<1;1,0>:f {Compacted}
add (16|M0) r24.0<1>:f acc0.0<1;1,0>:f r8.0<1;1,0>:f {Compacted,I@1}
add (16|M0) r26.0<1>:f r18.0<1;1,0>:f r6.0<1;1,0>:f {Compacted,F@5}
add (16|M16) acc0.0<1>:f r20.0<1;1,0>:f r22.0<1;1,0>:f {Compacted,F@3}
add (16|M0) acc2.0<1>:f r26.0<1;1,0>:f r24.0<1;1,0>:f {Compacted,F@2}
mul (16|M16) r14.0<1>:f acc0.0<1;1,0>:f 4097.0:f
mul (16|M0) r16.0<1>:f acc2.0<1;1,0>:f 4097.0:f
add (16|M16) acc0.0<1>:f acc0.0<1;1,0>:f r14.0<1;1,0>:f {Compacted,F@2}
add (16|M0) acc2.0<1>:f acc2.0<1;1,0>:f r16.0<1;1,0>:f {Compacted,F@2}
add (16|M16) r14.0<1>:f acc0.0<1;1,0>:f -r14.0<1;1,0>:f {Compacted}
add (16|M0) r12.0<1>:f acc2.0<1;1,0>:f -r16.0<1;1,0>:f {Compacted}
mul (16|M16) r30.0<1>:f r14.0<1;1,0>:f 2.5:f {Compacted,F@2}
add (16|M16) r2.0<1>:d r68.0<1;1,0>:d 2139095040:d
mul (16|M0) r32.0<1>:f r12.0<1;1,0>:f 2.5:f {Compacted,F@2}
and (16|M16) r4.0<1>:d r30.0<1;1,0>:d 2147483647:d {F@2}
cmp (16|M16) (gt)f1.0 null<1>:d r2.0<1;1,0>:d -16777218:d {I@2}
and (16|M0) r6.0<1>:d r32.0<1;1,0>:d 2147483647:d {F@1}
cmp (16|M16) (gt)f0.0 null<1>:d r4.0<1;1,0>:ud 0x42819F00:ud {I@3}
(W) mov (1|M0) r8.0<1>:uw 0x1:uw
cmp (16|M0) (gt)f1.0 null<1>:d r6.0<1;1,0>:ud 0x42819F00:ud {I@3}
add (16|M0) r18.0<1>:d r70.0<1;1,0>:d 2139095040:d
(f1.0) sel (16|M16) acc0.0<1>:uw r8.0<0;1,0>:uw 0x0:uw {I@3}
(f0.0) sel (16|M16) acc2.0<1>:uw r8.0<0;1,0>:uw 0x0:uw
(~f1.0) cmp (16|M0) (gt)f1.0 null<1>:d r18.0<1;1,0>:d -16777218:d {I@3}
or (16|M16) (ne)f1.0 null<1>:uw acc0.0<1;1,0>:uw acc2.0<1;1,0>:uw
(f1.0) goto (32|M0) L9768 L9768
L9192:
add (16|M16) r4.0<1>:f r20.0<1;1,0>:f -r14.0<1;1,0>:f {Compacted}
mul (16|M0) acc2.0<1>:f r32.0<1;1,0>:f 1.442695e+00:f {A@2}
mul (16|M16) acc0.0<1>:f r30.0<1;1,0>:f 1.442695e+00:f
add (16|M0) r2.0<1>:f r26.0<1;1,0>:f -r12.0<1;1,0>:f {Compacted}
add (16|M0) r18.0<1>:f acc2.0<1;1,0>:f 0x4B400000:f {Compacted}
add (16|M16) r20.0<1>:f acc0.0<1;1,0>:f 0x4B400000:f {Compacted}
add (16|M16) acc0.0<1>:f r22.0<1;1,0>:f r4.0<1;1,0>:f {Compacted,F@6}
add (16|M0) acc2.0<1>:f r24.0<1;1,0>:f r2.0<1;1,0>:f {Compacted,F@4}
add (16|M0) r22.0<1>:f r18.0<1;1,0>:f 0xCB400000:f {Compacted,F@4}
add (16|M16) r24.0<1>:f r20.0<1;1,0>:f 0xCB400000:f {Compacted,F@4}
mul (16|M0) r10.0<1>:f r12.0<1;1,0>:f 0.0:f {Compacted}
mul (16|M16) r8.0<1>:f acc0.0<1;1,0>:f 0.0:f {Compacted}
mul (16|M0) r6.0<1>:f acc2.0<1;1,0>:f 0.0:f {Compacted}
mul (16|M0) r26.0<1>:f r22.0<1;1,0>:f 0x3F317200:f {F@5}
mul (16|M16) r28.0<1>:f r24.0<1;1,0>:f 0x3F317200:f {F@5}
mul (16|M16) r12.0<1>:f r14.0<1;1,0>:f 0.0:f {Compacted}
mul (16|M16) r4.0<1>:f acc0.0<1;1,0>:f 2.5:f {Compacted}
add (16|M0) r10.0<1>:f r10.0<1;1,0>:f r6.0<1;1,0>:f {Compacted,F@5}
mul (16|M0) r2.0<1>:f acc2.0<1;1,0>:f 2.5:f {Compacted}
add (16|M0) r26.0<1>:f r32.0<1;1,0>:f -r26.0<1;1,0>:f {Compacted,F@6}
mul (16|M0) r22.0<1>:f r22.0<1;1,0>:f 0x35BFBE8E:f
add (16|M16) r28.0<1>:f r30.0<1;1,0>:f -r28.0<1;1,0>:f {Compacted,F@7}
mul (16|M16) r24.0<1>:f r24.0<1;1,0>:f 0x35BFBE8E:f
add (16|M16) r12.0<1>:f r12.0<1;1,0>:f r8.0<1;1,0>:f {Compacted,F@7}
add (16|M0) r14.0<1>:f r2.0<1;1,0>:f r10.0<1;1,0>:f {Compacted,F@6}
add (16|M0) r26.0<1>:f r26.0<1;1,0>:f -r22.0<1;1,0>:f {Compacted,F@5}
add (16|M16) r28.0<1>:f r28.0<1;1,0>:f -r24.0<1;1,0>:f {Compacted,F@4}
add (16|M16) acc2.0<1>:f r4.0<1;1,0>:f r12.0<1;1,0>:f {Compacted,F@4}
add (16|M0) acc0.0<1>:f r14.0<1;1,0>:f r26.0<1;1,0>:f {Compacted,F@3}
add (16|M16) acc2.0<1>:f acc2.0<1;1,0>:f r28.0<1;1,0>:f {Compacted,F@3}
mul (16|M0) r10.0<1>:f acc0.0<1;1,0>:f 0x3C07D9FE:f
mul (16|M16) r12.0<1>:f acc2.0<1;1,0>:f 0x3C07D9FE:f
add (16|M0) r10.0<1>:f r10.0<1;1,0>:f 0x3D2B8392:f {F@2}
add (16|M16) r12.0<1>:f r12.0<1;1,0>:f 0x3D2B8392:f {F@2}
mul (16|M0) r10.0<1>:f acc0.0<1;1,0>:f r10.0<1;1,0>:f {Compacted,F@2}
mul (16|M16) r12.0<1>:f acc2.0<1;1,0>:f r12.0<1;1,0>:f {Compacted,F@2}
add (16|M0) r10.0<1>:f r10.0<1;1,0>:f 0x3E2AACAC:f {F@2}
add (16|M16) r12.0<1>:f r12.0<1;1,0>:f 0x3E2AACAC:f {F@2}
mul (16|M0) r10.0<1>:f acc0.0<1;1,0>:f r10.0<1;1,0>:f {Compacted,F@2}
mul (16|M16) r12.0<1>:f acc2.0<1;1,0>:f r12.0<1;1,0>:f {Compacted,F@2}
add (16|M0) r10.0<1>:f r10.0<1;1,0>:f 0x3EFFFF34:f {F@2}
add (16|M16) r12.0<1>:f r12.0<1;1,0>:f 0x3EFFFF34:f {F@2}
mul (16|M0) r10.0<1>:f acc0.0<1;1,0>:f r10.0<1;1,0>:f {Compacted,F@2}
mul (16|M16) r12.0<1>:f acc2.0<1;1,0>:f r12.0<1;1,0>:f {Compacted,F@2}
add (16|M0) r10.0<1>:f r10.0<1;1,0>:f 9.999999e-01:f {F@2}
add (16|M16) r12.0<1>:f r12.0<1;1,0>:f 9.999999e-01:f {F@2}
mul (16|M0) acc0.0<1>:f acc0.0<1;1,0>:f r10.0<1;1,0>:f {Compacted,F@2}
mul (16|M16) acc2.0<1>:f acc2.0<1;1,0>:f r12.0<1;1,0>:f {Compacted,F@2}
shl (16|M0) r6.0<1>:d r18.0<1;1,0>:d 23:w {Compacted}
shl (16|M16) r8.0<1>:d r20.0<1;1,0>:d 23:w {Compacted}
add (16|M0) r10.0<1>:f acc0.0<1;1,0>:f 1.0:f {Compacted}
add (16|M16) r12.0<1>:f acc2.0<1;1,0>:f 1.0:f {Compacted}
add (16|M0) r26.0<1>:d r6.0<1;1,0>:d r10.0<1;1,0>:d {Compacted,A@2}
add (16|M16) r50.0<1>:d r8.0<1;1,0>:d r12.0<1;1,0>:d {Compacted,A@1}
goto (32|M0) L9768 L14704
L9768:
join (32|M0) L14704
L9784:
and (16|M0) r20.0<1>:d r62.0<1;1,0>:d 255:w {Compacted}
and (16|M16) r18.0<1>:d r64.0<1;1,0>:d 255:w {Compacted}
cmp (16|M0) (eq)f1.0 r2.0<1>:d r58.0<1;1,0>:d 0:w
cmp (16|M16) (eq)f1.0 r4.0<1>:d r60.0<1;1,0>:d 0:w
cmp (16|M0) (eq)f0.0 r14.0<1>:d r20.0<1;1,0>:d 127:w {Compacted,I@4}
cmp (16|M16) (eq)f0.0 r16.0<1>:d r18.0<1;1,0>:d 127:w {I@4}
not (16|M0) r10.0<1>:d r70.0<1;1,0>:d
not (16|M16) r12.0<1>:d r68.0<1;1,0>:d
mov (16|M0) r6.0<1>:d -r2.0<1;1,0>:d {I@6}
mov (16|M16) r8.0<1>:d -r4.0<1;1,0>:d {I@6}
mov (16|M0) r14.0<1>:d -r14.0<1;1,0>:d {I@6}
shr (16|M0) r10.0<1>:d r10.0<1;1,0>:ud 31:w {Compacted,I@5}
mov (16|M16) r16.0<1>:d -r16.0<1;1,0>:d
shr (16|M16) r12.0<1>:d r12.0<1;1,0>:ud 31:w {Compacted,I@6}
bfn.0x80 (16|M0) r14.0<1>:ud r10.0<1;0>:ud r6.0<1;0>:ud r14.0<1>:ud {I@3}
bfn.0x80 (16|M16) r16.0<1>:ud r12.0<1;0>:ud r8.0<1;0>:ud r16.0<1>:ud {I@2}
cmp (16|M0) (eq)f1.0 null<1>:d r14.0<1;1,0>:d 1:w {I@2}
cmp (16|M16) (eq)f1.0 null<1>:d r16.0<1;1,0>:d 1:w {I@2}
(f1.0) goto (32|M0) L14624 L14624
L10048:
cmp (16|M16) (ne)f1.0 null<1>:d r18.0<1;1,0>:d 255:w
cmp (16|M16) (eq)f0.0 null<1>:d r60.0<1;1,0>:d 0:w
cmp (16|M0) (ne)f0.0 null<1>:d r20.0<1;1,0>:d 255:w {Compacted}
(W) mov (1|M0) r2.0<1>:hf 0x1:hf
(f0.0) sel (16|M16) acc0.0<1>:uw r2.0<0;1,0>:uw 0x0:uw {F@1}
(f1.0) sel (16|M16) acc2.0<1>:uw r2.0<0;1,0>:uw 0x0:uw
(~f0.0) cmp (16|M0) (eq)f0.0 null<1>:d r58.0<1;1,0>:d 0:w
or (16|M16) (ne)f0.0 null<1>:uw acc0.0<1;1,0>:uw acc2.0<1;1,0>:uw
(f0.0) goto (32|M0) L10216 L10216
L10184:
add (16|M0) r26.0<1>:f r70.0<1;1,0>:f 2.5:f {Compacted}
add (16|M16) r50.0<1>:f r68.0<1;1,0>:f 2.5:f {Compacted}
goto (32|M0) L10216 L14704
L10216:
join (32|M0) L14624
L10232:
cmp (16|M0) (ne)f0.0 null<1>:f r70.0<1;1,0>:f 0.0:f {Compacted,A@3}
cmp (16|M16) (ne)f0.0 null<1>:f r68.0<1;1,0>:f 0.0:f
(f0.0) goto (32|M0) L10304 L10304
L10272:
mul (16|M0) r26.0<1>:f r70.0<1;1,0>:f r70.0<1;1,0>:f {Compacted}
mul (16|M16) r50.0<1>:f r68.0<1;1,0>:f r68.0<1;1,0>:f {Compacted}
goto (32|M0) L10304 L14704
L10304:
join (32|M0) L14624
L10320:
cmp (16|M0) (ne)f1.0 null<1>:d r20.0<1;1,0>:d 255:w {F@4}
cmp (16|M16) (ne)f1.0 null<1>:d r18.0<1;1,0>:d 255:w {F@3}
(f1.0) goto (32|M0) L10472 L10472
L10368:
mul (16|M0) acc0.0<1>:f r70.0<1;1,0>:f r70.0<1;1,0>:f {Compacted}
mul (16|M16) acc2.0<1>:f r68.0<1;1,0>:f r68.0<1;1,0>:f {Compacted}
cmp (16|M0) (eq)f0.0 null<1>:f (abs)r70.0<1;1,0>:f inf:f {Compacted,A@1}
cmp (16|M16) (eq)f0.0 null<1>:f (abs)r68.0<1;1,0>:f inf:f
mul (16|M0) acc0.0<1>:f acc0.0<1;1,0>:f 2.5:f {Compacted}
mul (16|M16) acc2.0<1>:f acc2.0<1;1,0>:f 2.5:f {Compacted}
(f0.0) sel (16|M0) r26.0<1>:f (abs)r70.0<1;1,0>:f acc0.0<1;1,0>:f
(f0.0) sel (16|M16) r50.0<1>:f (abs)r68.0<1;1,0>:f acc2.0<1;1,0>:f
goto (32|M0) L10472 L14704
L10472:
join (32|M0) L14624
L10488:
cmp (16|M0) (gt)f0.0 null<1>:f r70.0<1;1,0>:f 0.0:f {Compacted}
cmp (16|M16) (gt)f0.0 null<1>:f r68.0<1;1,0>:f 0.0:f
(~f0.0) goto (32|M0) L14568 L14568
L10528:
cmp (16|M0) (eq)f0.0 null<1>:d r20.0<1;1,0>:d 0:w {Compacted,F@2}
cmp (16|M16) (eq)f0.0 null<1>:d r18.0<1;1,0>:d 0:w {F@1}
and (16|M0) r2.0<1>:d r70.0<1;1,0>:d 2147483647:d
and (16|M16) r4.0<1>:d r68.0<1;1,0>:d 2147483647:d
mul (16|M0) r6.0<1>:f r2.0<1;1,0>:f 0x5F800000:f {Compacted,I@2}
mul (16|M16) r8.0<1>:f r4.0<1;1,0>:f 0x5F800000:f {Compacted,I@1}
(~f0.0) mov (16|M0) r6.0<1>:f r2.0<1;1,0>:f
(~f0.0) mov (16|M16) r8.0<1>:f r4.0<1;1,0>:f
and (16|M0) r10.0<1>:d r6.0<1;1,0>:d 7864320:d {F@2}
and (16|M16) r12.0<1>:d r8.0<1;1,0>:d 7864320:d {F@1}
add (16|M0) r10.0<1>:d r10.0<1;1,0>:d 524288:d {I@2}
add (16|M16) r12.0<1>:d r12.0<1;1,0>:d 524288:d {I@2}
shr (16|M0) r10.0<1>:d r10.0<1;1,0>:ud 20:w {Compacted,I@2}
shr (16|M16) r12.0<1>:d r12.0<1;1,0>:ud 20:w {Compacted,I@2}
shl (16|M0) r14.0<1>:d r10.0<1;1,0>:d 2:w {Compacted,I@2}
shl (16|M16) r16.0<1>:d r12.0<1;1,0>:d 2:w {Compacted,I@2}
add (16|M0) r14.0<1>:d r14.0<1;1,0>:d 924:w {Compacted,I@2}
add (16|M16) r16.0<1>:d r16.0<1;1,0>:d 924:w {Compacted,I@2}
send.dc1 (16|M0) r94 r14 null:0 0x0 0x04205E01 {A@2,$9}
send.dc1 (16|M16) r98 r16 null:0 0x0 0x04205E01 {A@1,$10}
(W) mov (1|M0) r2.0<1>:f 0x807FFFFF:f
shl (16|M0) r10.0<1>:d r10.0<1;1,0>:d 3:w {Compacted}
bfn.0xF8 (16|M0) r30.0<1>:ud r6.0<1;0>:ud r2.0<0;0>:ud r81.0<0>:ud {F@1}
bfn.0xF8 (16|M16) r32.0<1>:ud r8.0<1;0>:ud r2.0<0;0>:ud r81.0<0>:ud
shl (16|M16) r12.0<1>:d r12.0<1;1,0>:d 3:w {Compacted}
add (16|M0) r10.0<1>:d r10.0<1;1,0>:d 960:w {Compacted,I@4}
add (16|M16) r12.0<1>:d r12.0<1;1,0>:d 960:w {Compacted,I@2}
send.dc1 (16|M0) r52 r10 null:0 0x0 0x04405C01 {A@2,$11}
send.dc1 (16|M16) r64 r12 null:0 0x0 0x04405C01 {A@1,$12}
and (16|M0) r10.0<1>:d r6.0<1;1,0>:d 2147483647:d {$11.src}
and (16|M16) r12.0<1>:d r8.0<1;1,0>:d 2147483647:d {$12.src}
add (16|M0) r10.0<1>:d r10.0<1;1,0>:d -1060634624:d {I@2}
add (16|M16) r12.0<1>:d r12.0<1;1,0>:d -1060634624:d {I@2}
asr (16|M0) r10.0<1>:d r10.0<1;1,0>:d 23:w {Compacted,I@2}
asr (16|M16) r12.0<1>:d r12.0<1;1,0>:d 23:w {Compacted,I@2}
mul (16|M0) r4.0<1>:f r94.0<1;1,0>:f r30.0<1;1,0>:f {Compacted,$9.dst}
mul (16|M16) r18.0<1>:f r98.0<1;1,0>:f r32.0<1;1,0>:f {Compacted,$10.dst}
and (16|M0) r20.0<1>:d r4.0<1;1,0>:d 1966080:d {F@2}
and (16|M16) r22.0<1>:d r18.0<1;1,0>:d 1966080:d {F@1}
add (16|M0) r20.0<1>:d r20.0<1;1,0>:d 131072:d {I@2}
add (16|M16) r22.0<1>:d r22.0<1;1,0>:d 131072:d {I@2}
shr (16|M0) r20.0<1>:d r20.0<1;1,0>:ud 18:w {Compacted,I@2}
shr (16|M16) r22.0<1>:d r22.0<1;1,0>:ud 18:w {Compacted,I@2}
shl (16|M0) r14.0<1>:d r20.0<1;1,0>:d 2:w {Compacted,I@2}
shl (16|M16) r16.0<1>:d r22.0<1;1,0>:d 2:w {Compacted,I@2}
add (16|M0) r14.0<1>:d r14.0<1;1,0>:d 1032:w {Compacted,I@2}
add (16|M16) r16.0<1>:d r16.0<1;1,0>:d 1032:w {Compacted,I@2}
send.dc1 (16|M0) r36 r14 null:0 0x0 0x04205E01 {A@2,$13}
send.dc1 (16|M16) r96 r16 null:0 0x0 0x04205E01 {A@1,$14}
shl (16|M0) r20.0<1>:d r20.0<1;1,0>:d 3:w {Compacted}
shl (16|M16) r22.0<1>:d r22.0<1;1,0>:d 3:w {Compacted}
add (16|M0) r20.0<1>:d r20.0<1;1,0>:d 1068:w {Compacted,I@2}
add (16|M16) r22.0<1>:d r22.0<1;1,0>:d 1068:w {Compacted,I@2}
send.dc1 (16|M0) r46 r20 null:0 0x0 0x04405C01 {A@2,$15}
send.dc1 (16|M16) r60 r22 null:0 0x0 0x04405C01 {A@1,$0}
(W) mov (1|M0) r16.0<1>:hf -qnan(0x1C0):hf {$14.src}
mul (16|M0) r2.0<1>:f r4.0<1;1,0>:f r36.0<1;1,0>:f {Compacted,$13.dst}
mul (16|M16) r24.0<1>:f r18.0<1;1,0>:f r96.0<1;1,0>:f {Compacted,$14.dst}
and (16|M0) r26.0<1>:d r2.0<1;1,0>:d 507904:d {F@2}
and (16|M16) r28.0<1>:d r24.0<1;1,0>:d 507904:d {F@1}
add (16|M0) r26.0<1>:d r26.0<1;1,0>:d 16384:w {I@2}
add (16|M16) r28.0<1>:d r28.0<1;1,0>:d 16384:w {I@2}
shr (16|M0) r26.0<1>:d r26.0<1;1,0>:ud 15:w {Compacted,I@2}
shr (16|M16) r28.0<1>:d r28.0<1;1,0>:ud 15:w {Compacted,I@2}
shl (16|M0) r4.0<1>:d r26.0<1;1,0>:d 2:w {Compacted,I@2}
shl (16|M16) r14.0<1>:d r28.0<1;1,0>:d 2:w {Compacted,I@2}
add (16|M0) r4.0<1>:d r4.0<1;1,0>:d 1140:w {Compacted,I@2}
shl (16|M0) r26.0<1>:d r26.0<1;1,0>:d 3:w {Compacted}
add (16|M16) r14.0<1>:d r14.0<1;1,0>:d 1140:w {Compacted,I@3}
shl (16|M16) r28.0<1>:d r28.0<1;1,0>:d 3:w {Compacted}
sync.nop null {Compacted,$0.src}
send.dc1 (16|M0) r22 r4 null:0 0x0 0x04205E01 {A@4,$1}
send.dc1 (16|M16) r34 r14 null:0 0x0 0x04205E01 {A@2,$2}
add (16|M0) r26.0<1>:d r26.0<1;1,0>:d 1208:w {Compacted}
add (16|M16) r28.0<1>:d r28.0<1;1,0>:d 1208:w {Compacted,I@2}
send.dc1 (16|M0) r38 r26 null:0 0x0 0x04405C01 {A@2,$3}
send.dc1 (16|M16) r56 r28 null:0 0x0 0x04405C01 {A@1,$4}
(f0.0) sel (16|M0) r4.0<1>:d r16.0<0;1,0>:w 0:w {$1.src}
(f0.0) sel (16|M16) r14.0<1>:d r16.0<0;1,0>:w 0:w {$2.src}
add (16|M0) r18.0<1>:d r10.0<1;1,0>:d r4.0<1;1,0>:d {Compacted,I@2}
sync.nop null {Compacted,$15.src}
add (16|M16) r20.0<1>:d r12.0<1;1,0>:d r14.0<1;1,0>:d {Compacted,I@2}
mov (16|M0) r102.0<1>:f r18.0<1;1,0>:d {Compacted,I@2}
mov (16|M16) r106.0<1>:f r20.0<1;1,0>:d {Compacted,I@1}
sync.nop null {Compacted,$11.dst}
add (16|M0) r84.0<1>:f r52.0<1;1,0>:f r102.0<1;1,0>:f {Compacted,F@2}
sync.nop null {Compacted,$12.dst}
add (16|M16) r92.0<1>:f r64.0<1;1,0>:f r106.0<1;1,0>:f {Compacted,F@2}
sync.nop null {Compacted,$15.dst}
add (16|M0) r82.0<1>:f r84.0<1;1,0>:f r46.0<1;1,0>:f {Compacted,F@2}
sync.nop null {Compacted,$0.dst}
add (16|M16) r90.0<1>:f r92.0<1;1,0>:f r60.0<1;1,0>:f {Compacted,F@2}
mul (16|M0) r100.0<1>:f r2.0<1;1,0>:f r22.0<1;1,0>:f {Compacted,$1.dst}
mul (16|M16) r104.0<1>:f r24.0<1;1,0>:f r34.0<1;1,0>:f {Compacted,$2.dst}
add (16|M0) r72.0<1>:f r100.0<1;1,0>:f 0xBFB88000:f {F@2}
add (16|M16) r86.0<1>:f r104.0<1;1,0>:f 0xBFB88000:f {F@2}
add (16|M0) r74.0<1>:f r82.0<1;1,0>:f r38.0<1;1,0>:f {Compacted,$3.dst}
add (16|M16) r88.0<1>:f r90.0<1;1,0>:f r56.0<1;1,0>:f {Compacted,$4.dst}
add (16|M0) r42.0<1>:f r74.0<1;1,0>:f r72.0<1;1,0>:f {Compacted,F@2}
add (16|M16) r44.0<1>:f r88.0<1;1,0>:f r86.0<1;1,0>:f {Compacted,F@2}
shr (16|M0) r4.0<1>:d r42.0<1;1,0>:ud 23:w {Compacted,F@2}
shr (16|M16) r6.0<1>:d r44.0<1;1,0>:ud 23:w {Compacted,F@1}
and (16|M0) r2.0<1>:d r4.0<1;1,0>:d 255:w {Compacted,I@2}
and (16|M16) r10.0<1>:d r6.0<1;1,0>:d 255:w {Compacted,I@2}
cmp (16|M0) (lt)f1.0 null<1>:d r2.0<1;1,0>:ud 0x89:uw {I@2}
cmp (16|M16) (lt)f1.0 null<1>:d r10.0<1;1,0>:ud 0x89:uw {I@2}
(f1.0) goto (32|M0) L11864 L11864
L11736:
shr (16|M0) r2.0<1>:d r42.0<1;1,0>:ud 29:w {Compacted}
shr (16|M16) r4.0<1>:d r44.0<1;1,0>:ud 29:w {Compacted}
and (16|M0) r2.0<1>:d r2.0<1;1,0>:d 4:w {Compacted,I@2}
and (16|M16) r4.0<1>:d r4.0<1;1,0>:d 4:w {Compacted,I@2}
add (16|M0) r2.0<1>:d r2.0<1;1,0>:d 2396:w {I@2}
add (16|M16) r4.0<1>:d r4.0<1;1,0>:d 2396:w {I@2}
send.dc1 (16|M0) r6 r2 null:0 0x0 0x04205E01 {A@2,$5}
send.dc1 (16|M16) r8 r4 null:0 0x0 0x04205E01 {A@1,$6}
mul (16|M0) r26.0<1>:f r6.0<1;1,0>:f r6.0<1;1,0>:f {Compacted,$5.dst}
mul (16|M16) r50.0<1>:f r8.0<1;1,0>:f r8.0<1;1,0>:f {Compacted,$6.dst}
goto (32|M0) L11864 L14704
L11864:
join (32|M0) L14568
L11880:
cmp (16|M0) (gt)f0.0 null<1>:d r2.0<1;1,0>:ud 0x40:uw
cmp (16|M16) (gt)f0.0 null<1>:d r10.0<1;1,0>:ud 0x40:uw
(~f0.0) goto (32|M0) L14512 L14512
L11928:
mul (16|M0) acc0.0<1>:f r94.0<1;1,0>:f r36.0<1;1,0>:f {Compacted}
mul (16|M16) acc2.0<1>:f r98.0<1;1,0>:f r96.0<1;1,0>:f {Compacted}
mul (16|M0) r6.0<1>:f acc0.0<1;1,0>:f r22.0<1;1,0>:f {Compacted}
mul (16|M16) r8.0<1>:f acc2.0<1;1,0>:f r34.0<1;1,0>:f {Compacted}
mul (16|M0) acc0.0<1>:f r30.0<1;1,0>:f 4097.0:f
mul (16|M16) acc2.0<1>:f r32.0<1;1,0>:f 4097.0:f
mul (16|M0) r14.0<1>:f r6.0<1;1,0>:f 4097.0:f {F@4}
mul (16|M16) r16.0<1>:f r8.0<1;1,0>:f 4097.0:f {F@4}
add (16|M0) r18.0<1>:f acc0.0<1;1,0>:f -r30.0<1;1,0>:f {Compacted}
add (16|M16) r20.0<1>:f acc2.0<1;1,0>:f -r32.0<1;1,0>:f {Compacted}
add (16|M0) r22.0<1>:f r14.0<1;1,0>:f -r6.0<1;1,0>:f {Compacted,F@4}
add (16|M16) r24.0<1>:f r16.0<1;1,0>:f -r8.0<1;1,0>:f {Compacted,F@4}
add (16|M0) r26.0<1>:f acc0.0<1;1,0>:f -r18.0<1;1,0>:f {Compacted,F@4}
add (16|M16) r28.0<1>:f acc2.0<1;1,0>:f -r20.0<1;1,0>:f {Compacted,F@4}
add (16|M0) acc0.0<1>:f r14.0<1;1,0>:f -r22.0<1;1,0>:f {Compacted,F@4}
add (16|M16) acc2.0<1>:f r16.0<1;1,0>:f -r24.0<1;1,0>:f {Compacted,F@4}
add (16|M0) r2.0<1>:f r30.0<1;1,0>:f -r26.0<1;1,0>:f {Compacted,A@3}
add (16|M16) r4.0<1>:f r32.0<1;1,0>:f -r28.0<1;1,0>:f {Compacted,F@4}
mul (16|M0) r30.0<1>:f r26.0<1;1,0>:f acc0.0<1;1,0>:f
mul (16|M16) r32.0<1>:f r28.0<1;1,0>:f acc2.0<1;1,0>:f
add (16|M0) r34.0<1>:f r6.0<1;1,0>:f -acc0.0<1;1,0>:f
add (16|M16) r36.0<1>:f r8.0<1;1,0>:f -acc2.0<1;1,0>:f
add (16|M0) r30.0<1>:f r30.0<1;1,0>:f -r100.0<1;1,0>:f {Compacted,F@4}
add (16|M16) r32.0<1>:f r32.0<1;1,0>:f -r104.0<1;1,0>:f {Compacted,F@4}
mul (16|M0) acc0.0<1>:f r2.0<1;1,0>:f acc0.0<1;1,0>:f
mul (16|M16) acc2.0<1>:f r4.0<1;1,0>:f acc2.0<1;1,0>:f
mul (16|M0) r10.0<1>:f r26.0<1;1,0>:f r34.0<1;1,0>:f {Compacted,A@2}
mul (16|M16) r12.0<1>:f r28.0<1;1,0>:f r36.0<1;1,0>:f {Compacted,F@6}
add (16|M0) acc0.0<1>:f acc0.0<1;1,0>:f r30.0<1;1,0>:f {Compacted,F@6}
add (16|M16) acc2.0<1>:f acc2.0<1;1,0>:f r32.0<1;1,0>:f {Compacted,F@6}
mul (16|M0) r6.0<1>:f r2.0<1;1,0>:f r34.0<1;1,0>:f {Compacted}
mul (16|M16) r8.0<1>:f r4.0<1;1,0>:f r36.0<1;1,0>:f {Compacted}
add (16|M0) acc0.0<1>:f r10.0<1;1,0>:f acc0.0<1;1,0>:f {F@6}
add (16|M16) acc2.0<1>:f r12.0<1;1,0>:f acc2.0<1;1,0>:f {F@6}
add (16|M0) r18.0<1>:f r6.0<1;1,0>:f acc0.0<1;1,0>:f {F@4}
add (16|M16) r20.0<1>:f r8.0<1;1,0>:f acc2.0<1;1,0>:f {F@4}
add (16|M0) acc0.0<1>:f r72.0<1;1,0>:f r18.0<1;1,0>:f {Compacted,F@2}
add (16|M16) acc2.0<1>:f r86.0<1;1,0>:f r20.0<1;1,0>:f {Compacted,F@2}
add (16|M0) r26.0<1>:f r84.0<1;1,0>:f -r82.0<1;1,0>:f {Compacted}
add (16|M16) r28.0<1>:f r92.0<1;1,0>:f -r90.0<1;1,0>:f {Compacted}
add (16|M0) r30.0<1>:f r102.0<1;1,0>:f -r84.0<1;1,0>:f {Compacted}
add (16|M16) r32.0<1>:f r106.0<1;1,0>:f -r92.0<1;1,0>:f {Compacted}
mul (16|M0) r14.0<1>:f acc0.0<1;1,0>:f 0x3DAB1EA1:f
mul (16|M16) r16.0<1>:f acc2.0<1;1,0>:f 0x3DAB1EA1:f
add (16|M0) r2.0<1>:f r82.0<1;1,0>:f -r74.0<1;1,0>:f {Compacted}
add (16|M16) r4.0<1>:f r90.0<1;1,0>:f -r88.0<1;1,0>:f {Compacted}
add (16|M0) r26.0<1>:f r46.0<1;1,0>:f r26.0<1;1,0>:f {Compacted,F@7}
add (16|M16) r28.0<1>:f r60.0<1;1,0>:f r28.0<1;1,0>:f {Compacted,F@7}
add (16|M0) r30.0<1>:f r52.0<1;1,0>:f r30.0<1;1,0>:f {Compacted,F@7}
add (16|M16) r32.0<1>:f r64.0<1;1,0>:f r32.0<1;1,0>:f {Compacted,F@7}
add (16|M0) r14.0<1>:f -r14.0<1;1,0>:f 0x3E246F69:f {F@7}
add (16|M16) r16.0<1>:f -r16.0<1;1,0>:f 0x3E246F69:f {F@7}
add (16|M0) r2.0<1>:f r38.0<1;1,0>:f r2.0<1;1,0>:f {Compacted,F@7}
add (16|M16) r4.0<1>:f r56.0<1;1,0>:f r4.0<1;1,0>:f {Compacted,F@7}
add (16|M0) r30.0<1>:f r30.0<1;1,0>:f r26.0<1;1,0>:f {Compacted,F@6}
add (16|M16) r32.0<1>:f r32.0<1;1,0>:f r28.0<1;1,0>:f {Compacted,F@6}
mul (16|M0) r14.0<1>:f acc0.0<1;1,0>:f r14.0<1;1,0>:f {Compacted,F@6}
mul (16|M16) r16.0<1>:f acc2.0<1;1,0>:f r16.0<1;1,0>:f {Compacted,F@6}
add (16|M0) r30.0<1>:f r30.0<1;1,0>:f r2.0<1;1,0>:f {Compacted,F@4}
add (16|M16) r32.0<1>:f r32.0<1;1,0>:f r4.0<1;1,0>:f {Compacted,F@4}
add (16|M0) r14.0<1>:f r14.0<1;1,0>:f 0xBEB1C35D:f {F@4}
add (16|M16) r16.0<1>:f r16.0<1;1,0>:f 0xBEB1C35D:f {F@4}
add (16|M0) r6.0<1>:f r74.0<1;1,0>:f -r42.0<1;1,0>:f {Compacted}
add (16|M16) r8.0<1>:f r88.0<1;1,0>:f -r44.0<1;1,0>:f {Compacted}
add (16|M0) r30.0<1>:f r54.0<1;1,0>:f r30.0<1;1,0>:f {Compacted,F@6}
add (16|M16) r32.0<1>:f r66.0<1;1,0>:f r32.0<1;1,0>:f {Compacted,F@6}
mul (16|M0) r14.0<1>:f acc0.0<1;1,0>:f r14.0<1;1,0>:f {Compacted,F@6}
mul (16|M16) r16.0<1>:f acc2.0<1;1,0>:f r16.0<1;1,0>:f {Compacted,F@6}
add (16|M0) r2.0<1>:f r72.0<1;1,0>:f r6.0<1;1,0>:f {Compacted,F@6}
add (16|M16) r4.0<1>:f r86.0<1;1,0>:f r8.0<1;1,0>:f {Compacted,F@6}
add (16|M0) r30.0<1>:f r48.0<1;1,0>:f r30.0<1;1,0>:f {Compacted,F@6}
add (16|M16) r32.0<1>:f r62.0<1;1,0>:f r32.0<1;1,0>:f {Compacted,F@6}
add (16|M0) r14.0<1>:f r14.0<1;1,0>:f 8.941205e-04:f {F@6}
add (16|M16) r16.0<1>:f r16.0<1;1,0>:f 8.941205e-04:f {F@6}
add (16|M0) r26.0<1>:f r2.0<1;1,0>:f r18.0<1;1,0>:f {Compacted,F@6}
add (16|M16) r28.0<1>:f r4.0<1;1,0>:f r20.0<1;1,0>:f {Compacted,F@6}
add (16|M0) r10.0<1>:f r40.0<1;1,0>:f r30.0<1;1,0>:f {Compacted,F@6}
add (16|M16) r12.0<1>:f r58.0<1;1,0>:f r32.0<1;1,0>:f {Compacted,F@6}
mul (16|M0) r14.0<1>:f acc0.0<1;1,0>:f r14.0<1;1,0>:f {Compacted,F@6}
mul (16|M16) r16.0<1>:f acc2.0<1;1,0>:f r16.0<1;1,0>:f {Compacted,F@6}
add (16|M0) r34.0<1>:f r10.0<1;1,0>:f r26.0<1;1,0>:f {Compacted,F@4}
add (16|M16) r36.0<1>:f r12.0<1;1,0>:f r28.0<1;1,0>:f {Compacted,F@4}
add (16|M0) r6.0<1>:f r42.0<1;1,0>:f r14.0<1;1,0>:f {Compacted,F@4}
add (16|M16) r8.0<1>:f r44.0<1;1,0>:f r16.0<1;1,0>:f {Compacted,F@4}
add (16|M0) acc0.0<1>:f r34.0<1;1,0>:f r6.0<1;1,0>:f {Compacted,F@2}
add (16|M16) acc2.0<1>:f r36.0<1;1,0>:f r8.0<1;1,0>:f {Compacted,F@2}
mul (16|M0) r30.0<1>:f acc0.0<1;1,0>:f 4097.0:f
mul (16|M16) r32.0<1>:f acc2.0<1;1,0>:f 4097.0:f
add (16|M0) r22.0<1>:f r30.0<1;1,0>:f -acc0.0<1;1,0>:f {F@2}
add (16|M16) r24.0<1>:f r32.0<1;1,0>:f -acc2.0<1;1,0>:f {F@2}
add (16|M0) r2.0<1>:f r30.0<1;1,0>:f -r22.0<1;1,0>:f {Compacted,F@2}
add (16|M16) r4.0<1>:f r32.0<1;1,0>:f -r24.0<1;1,0>:f {Compacted,F@2}
add (16|M0) r26.0<1>:f r42.0<1;1,0>:f -r6.0<1;1,0>:f {Compacted}
add (16|M16) r28.0<1>:f r44.0<1;1,0>:f -r8.0<1;1,0>:f {Compacted}
mul (16|M0) r10.0<1>:f r2.0<1;1,0>:f 2.5:f {Compacted,F@4}
mul (16|M16) r12.0<1>:f r4.0<1;1,0>:f 2.5:f {Compacted,F@4}
add (16|M0) r6.0<1>:f r6.0<1;1,0>:f -acc0.0<1;1,0>:f
add (16|M16) r8.0<1>:f r8.0<1;1,0>:f -acc2.0<1;1,0>:f
add (16|M0) r14.0<1>:f r14.0<1;1,0>:f r26.0<1;1,0>:f {Compacted,F@6}
add (16|M16) r16.0<1>:f r16.0<1;1,0>:f r28.0<1;1,0>:f {Compacted,F@6}
add (16|M0) r18.0<1>:f r10.0<1;1,0>:f 98304.0:f {Compacted,F@6}
add (16|M16) r20.0<1>:f r12.0<1;1,0>:f 98304.0:f {Compacted,F@6}
add (16|M0) r6.0<1>:f r34.0<1;1,0>:f r6.0<1;1,0>:f {Compacted,F@6}
add (16|M16) r8.0<1>:f r36.0<1;1,0>:f r8.0<1;1,0>:f {Compacted,F@6}
add (16|M0) acc0.0<1>:f acc0.0<1;1,0>:f -r2.0<1;1,0>:f {Compacted}
add (16|M16) acc2.0<1>:f acc2.0<1;1,0>:f -r4.0<1;1,0>:f {Compacted}
add (16|M0) r30.0<1>:f r14.0<1;1,0>:f r6.0<1;1,0>:f {Compacted,F@4}
add (16|M16) r32.0<1>:f r16.0<1;1,0>:f r8.0<1;1,0>:f {Compacted,F@4}
shl (16|M0) r14.0<1>:d r18.0<1;1,0>:d 3:w {Compacted,F@2}
shl (16|M16) r16.0<1>:d r20.0<1;1,0>:d 3:w {Compacted,F@1}
mul (16|M0) r22.0<1>:f acc0.0<1;1,0>:f 0.0:f {Compacted}
mul (16|M16) r24.0<1>:f acc2.0<1;1,0>:f 0.0:f {Compacted}
and (16|M0) r14.0<1>:d r14.0<1;1,0>:d 1016:w {Compacted,I@2}
and (16|M16) r16.0<1>:d r16.0<1;1,0>:d 1016:w {Compacted,I@2}
mul (16|M0) acc0.0<1>:f acc0.0<1;1,0>:f 2.5:f {Compacted}
mul (16|M16) acc2.0<1>:f acc2.0<1;1,0>:f 2.5:f {Compacted}
mul (16|M0) r26.0<1>:f r2.0<1;1,0>:f 0.0:f {Compacted}
mul (16|M16) r28.0<1>:f r4.0<1;1,0>:f 0.0:f {Compacted}
add (16|M0) r14.0<1>:d r14.0<1;1,0>:d 1344:w {Compacted,I@2}
add (16|M16) r16.0<1>:d r16.0<1;1,0>:d 1344:w {Compacted,I@2}
add (16|M0) acc0.0<1>:f r22.0<1;1,0>:f acc0.0<1;1,0>:f {F@6}
add (16|M16) acc2.0<1>:f r24.0<1;1,0>:f acc2.0<1;1,0>:f {F@6}
mul (16|M0) r38.0<1>:f r30.0<1;1,0>:f 2.5:f {Compacted}
mul (16|M16) r40.0<1>:f r32.0<1;1,0>:f 2.5:f {Compacted}
send.dc1 (16|M16) r30 r16 null:0 0x0 0x04405C01 {A@1,$7}
add (16|M0) r34.0<1>:f r26.0<1;1,0>:f acc0.0<1;1,0>:f
add (16|M16) r36.0<1>:f r28.0<1;1,0>:f acc2.0<1;1,0>:f
send.dc1 (16|M0) r26 r14 null:0 0x0 0x04405C01 {A@1,$8}
add (16|M0) acc0.0<1>:f r18.0<1;1,0>:f -98304.0:f {Compacted}
add (16|M16) acc2.0<1>:f r20.0<1;1,0>:f -98304.0:f {Compacted}
add (16|M0) r6.0<1>:f r38.0<1;1,0>:f r34.0<1;1,0>:f {Compacted}
add (16|M16) r8.0<1>:f r40.0<1;1,0>:f r36.0<1;1,0>:f {Compacted}
add (16|M0) acc0.0<1>:f r10.0<1;1,0>:f -acc0.0<1;1,0>:f
add (16|M16) acc2.0<1>:f r12.0<1;1,0>:f -acc2.0<1;1,0>:f
add (16|M0) acc0.0<1>:f acc0.0<1;1,0>:f r6.0<1;1,0>:f {Compacted,F@4}
add (16|M16) acc2.0<1>:f acc2.0<1;1,0>:f r8.0<1;1,0>:f {Compacted,F@4}
mul (16|M0) r6.0<1>:f acc0.0<1;1,0>:f 5.550411e-02:f
mul (16|M16) r8.0<1>:f acc2.0<1;1,0>:f 5.550411e-02:f
add (16|M0) r6.0<1>:f r6.0<1;1,0>:f 2.402265e-01:f {F@2}
add (16|M16) r8.0<1>:f r8.0<1;1,0>:f 2.402265e-01:f {F@2}
mul (16|M0) r6.0<1>:f acc0.0<1;1,0>:f r6.0<1;1,0>:f {Compacted,F@2}
mul (16|M16) r8.0<1>:f acc2.0<1;1,0>:f r8.0<1;1,0>:f {Compacted,F@2}
shl (16|M0) r2.0<1>:d r18.0<1;1,0>:d 10:w {Compacted}
shl (16|M16) r4.0<1>:d r20.0<1;1,0>:d 10:w {Compacted}
add (16|M0) r6.0<1>:f r6.0<1;1,0>:f 6.931472e-01:f {F@2}
add (16|M16) r8.0<1>:f r8.0<1;1,0>:f 6.931472e-01:f {F@2}
asr (16|M0) r22.0<1>:d r2.0<1;1,0>:d 17:w {Compacted,I@2}
asr (16|M16) r34.0<1>:d r4.0<1;1,0>:d 17:w {Compacted,I@2}
mul (16|M0) acc0.0<1>:f acc0.0<1;1,0>:f r6.0<1;1,0>:f {Compacted,F@2}
mul (16|M16) acc2.0<1>:f acc2.0<1;1,0>:f r8.0<1;1,0>:f {Compacted,F@2}
mul (16|M0) acc0.0<1>:f acc0.0<1;1,0>:f r26.0<1;1,0>:f {Compacted,$8.dst}
mul (16|M16) acc2.0<1>:f acc2.0<1;1,0>:f r30.0<1;1,0>:f {Compacted,$7.dst}
add (16|M0) r44.0<1>:f acc0.0<1;1,0>:f r28.0<1;1,0>:f {Compacted}
add (16|M16) r40.0<1>:f acc2.0<1;1,0>:f r32.0<1;1,0>:f {Compacted}
add (16|M0) r42.0<1>:f r26.0<1;1,0>:f r44.0<1;1,0>:f {Compacted,F@2}
add (16|M16) r38.0<1>:f r30.0<1;1,0>:f r40.0<1;1,0>:f {Compacted,F@2}
shr (16|M0) r6.0<1>:d r42.0<1;1,0>:ud 23:w {Compacted,F@2}
shr (16|M16) r36.0<1>:d r38.0<1;1,0>:ud 23:w {Compacted,F@1}
and (16|M0) r14.0<1>:d r6.0<1;1,0>:d 255:w {Compacted,I@2}
and (16|M16) r16.0<1>:d r36.0<1;1,0>:d 255:w {Compacted,I@2}
add3 (16|M0) r4.0<1>:d r22.0<1;0>:d r14.0<1;0>:d -127:w {I@2}
add3 (16|M16) r2.0<1>:d r34.0<1;0>:d r16.0<1;0>:d -127:w {I@2}
cmp (16|M0) (lt)f1.0 null<1>:d r4.0<1;1,0>:d 128:w {Compacted,I@2}
cmp (16|M16) (lt)f1.0 null<1>:d r2.0<1;1,0>:d 128:w {I@2}
(~f1.0) goto (32|M0) L14456 L14456
L13616:
cmp (16|M0) (gt)f0.0 null<1>:d r4.0<1;1,0>:d -127:w {Compacted}
cmp (16|M16) (gt)f0.0 null<1>:d r2.0<1;1,0>:d -127:w
(f0.0) goto (32|M0) L14320 L14320
L13656:
cmp (16|M0) (gt)f1.0 null<1>:d r4.0<1;1,0>:ud 0xFFFFFF77:ud
cmp (16|M16) (gt)f1.0 null<1>:d r2.0<1;1,0>:ud 0xFFFFFF77:ud
(f1.0) goto (32|M0) L13952 L13952
L13704:
cmp (16|M0) (gt)f0.0 null<1>:d r4.0<1;1,0>:ud 0xFFFFFF60:ud
cmp (16|M16) (gt)f0.0 null<1>:d r2.0<1;1,0>:ud 0xFFFFFF60:ud
(~f0.0) goto (32|M0) L13896 L13896
L13752:
shl (16|M0) r2.0<1>:d r22.0<1;1,0>:d 23:w {Compacted}
shl (16|M16) r4.0<1>:d r34.0<1;1,0>:d 23:w {Compacted}
add (16|M0) r2.0<1>:d r2.0<1;1,0>:d 1602224128:d {I@2}
add (16|M16) r4.0<1>:d r4.0<1;1,0>:d 1602224128:d {I@2}
and (16|M0) r2.0<1>:d r2.0<1;1,0>:d 2139095040:d {I@2}
and (16|M16) r4.0<1>:d r4.0<1;1,0>:d 2139095040:d {I@2}
mul (16|M0) acc0.0<1>:f r42.0<1;1,0>:f r2.0<1;1,0>:f {Compacted,I@2}
mul (16|M16) acc2.0<1>:f r38.0<1;1,0>:f r4.0<1;1,0>:f {Compacted,I@1}
mul (16|M0) acc0.0<1>:f acc0.0<1;1,0>:f 5.421011e-20:f {Compacted}
mul (16|M16) acc2.0<1>:f acc2.0<1;1,0>:f 5.421011e-20:f {Compacted}
add (16|M0) r26.0<1>:f acc0.0<1;1,0>:f 0.0:f {Compacted}
add (16|M16) r50.0<1>:f acc2.0<1;1,0>:f 0.0:f {Compacted}
goto (32|M0) L13896 L14704
L13896:
join (32|M0) L13952
L13912:
mov (16|M0) r26.0<1>:ud 0x0:ud {F@2}
mov (16|M16) r50.0<1>:f 0.0:f {Compacted}
goto (32|M0) L13952 L14704
L13952:
join (32|M0) L14320
L13968:
mul (16|M0) acc0.0<1>:f r42.0<1;1,0>:f 4097.0:f
mul (16|M16) acc2.0<1>:f r38.0<1;1,0>:f 4097.0:f
add (16|M0) r6.0<1>:f acc0.0<1;1,0>:f -r42.0<1;1,0>:f {Compacted}
add (16|M16) r8.0<1>:f acc2.0<1;1,0>:f -r38.0<1;1,0>:f {Compacted}
shl (16|M0) r14.0<1>:d r22.0<1;1,0>:d 23:w {Compacted}
shl (16|M16) r16.0<1>:d r34.0<1;1,0>:d 23:w {Compacted}
add (16|M0) acc0.0<1>:f acc0.0<1;1,0>:f -r6.0<1;1,0>:f {Compacted,F@2}
add (16|M16) acc2.0<1>:f acc2.0<1;1,0>:f -r8.0<1;1,0>:f {Compacted,F@2}
add (16|M0) r2.0<1>:f r26.0<1;1,0>:f -r42.0<1;1,0>:f {Compacted,I@5}
add (16|M16) r4.0<1>:f r30.0<1;1,0>:f -r38.0<1;1,0>:f {Compacted}
add (16|M0) r14.0<1>:d r14.0<1;1,0>:d 1602224128:d {I@2}
add (16|M16) r16.0<1>:d r16.0<1;1,0>:d 1602224128:d {I@2}
add (16|M0) r6.0<1>:f r42.0<1;1,0>:f -acc0.0<1;1,0>:f
add (16|M16) r8.0<1>:f r38.0<1;1,0>:f -acc2.0<1;1,0>:f
add (16|M0) r2.0<1>:f r44.0<1;1,0>:f r2.0<1;1,0>:f {Compacted,F@4}
add (16|M16) r4.0<1>:f r40.0<1;1,0>:f r4.0<1;1,0>:f {Compacted,F@4}
and (16|M0) r14.0<1>:d r14.0<1;1,0>:d 2139095040:d {I@2}
and (16|M16) r16.0<1>:d r16.0<1;1,0>:d 2139095040:d {I@2}
add (16|M0) r2.0<1>:f r2.0<1;1,0>:f r6.0<1;1,0>:f {Compacted,F@2}
add (16|M16) r4.0<1>:f r4.0<1;1,0>:f r8.0<1;1,0>:f {Compacted,F@2}
mul (16|M0) acc0.0<1>:f acc0.0<1;1,0>:f r14.0<1;1,0>:f {Compacted,I@2}
mul (16|M16) acc2.0<1>:f acc2.0<1;1,0>:f r16.0<1;1,0>:f {Compacted,I@1}
mul (16|M0) r2.0<1>:f r2.0<1;1,0>:f r14.0<1;1,0>:f {Compacted,F@4}
mul (16|M16) r4.0<1>:f r4.0<1;1,0>:f r16.0<1;1,0>:f {Compacted,F@4}
mul (16|M0) r22.0<1>:f acc0.0<1;1,0>:f 5.421011e-20:f {Compacted}
mul (16|M16) r24.0<1>:f acc2.0<1;1,0>:f 5.421011e-20:f {Compacted}
mul (16|M0) acc0.0<1>:f r2.0<1;1,0>:f 5.421011e-20:f {Compacted,F@4}
mul (16|M16) acc2.0<1>:f r4.0<1;1,0>:f 5.421011e-20:f {Compacted,F@4}
add (16|M0) acc0.0<1>:f r22.0<1;1,0>:f acc0.0<1;1,0>:f {F@4}
add (16|M16) acc2.0<1>:f r24.0<1;1,0>:f acc2.0<1;1,0>:f {F@4}
add (16|M0) r26.0<1>:f acc0.0<1;1,0>:f 0.0:f {Compacted}
add (16|M16) r50.0<1>:f acc2.0<1;1,0>:f 0.0:f {Compacted}
goto (32|M0) L14320 L14704
L14320:
join (32|M0) L14456
L14336:
add (16|M0) r6.0<1>:d r6.0<1;1,0>:d r22.0<1;1,0>:d {Compacted}
add (16|M16) r8.0<1>:d r36.0<1;1,0>:d r34.0<1;1,0>:d {Compacted}
and (16|M0) r2.0<1>:d r42.0<1;1,0>:d -2139095041:d {F@6}
and (16|M16) r4.0<1>:d r38.0<1;1,0>:d -2139095041:d {F@5}
(W) mov (1|M0) r10.0<1>:f inf:f {Compacted}
shl (16|M0) r6.0<1>:d r6.0<1;1,0>:d 23:w {Compacted,I@4}
shl (16|M16) r8.0<1>:d r8.0<1;1,0>:d 23:w {Compacted,I@4}
bfn.0xF8 (16|M0) r26.0<1>:ud r6.0<1;0>:ud r10.0<0;0>:ud r2.0<1>:ud {A@1}
bfn.0xF8 (16|M16) r50.0<1>:ud r8.0<1;0>:ud r10.0<0;0>:ud r4.0<1>:ud {I@2}
goto (32|M0) L14456 L14704
L14456:
join (32|M0) L14512
L14472:
mov (16|M0) r26.0<1>:ud 0x7F800000:ud
mov (16|M16) r50.0<1>:f inf:f {Compacted,I@4}
goto (32|M0) L14512 L14704
L14512:
join (32|M0) L14568
L14528:
mov (16|M0) r26.0<1>:ud 0x3F800000:ud
mov (16|M16) r50.0<1>:f 1.0:f {Compacted}
goto (32|M0) L14568 L14704
L14568:
join (32|M0) L14624
L14584:
mov (16|M0) r26.0<1>:ud 0x7FC00000:ud
mov (16|M16) r50.0<1>:f qnan(0x0):f {Compacted}
goto (32|M0) L14624 L14704
L14624:
join (32|M0) L14704
L14640:
add (16|M0) r2.0<1>:f r70.0<1;1,0>:f 2.5:f {Compacted}
add (16|M16) r4.0<1>:f r68.0<1;1,0>:f 2.5:f {Compacted}
bfn.0xF8 (16|M0) r6.0<1>:ud r2.0<1;0>:ud r81.1<0;0>:ud r81.0<0>:ud {F@2}
bfn.0xF8 (16|M16) r8.0<1>:ud r4.0<1;0>:ud r81.1<0;0>:ud r81.0<0>:ud {F@1}
mul (16|M0) r26.0<1>:f r6.0<1;1,0>:f r6.0<1;1,0>:f {Compacted,I@2}
mul (16|M16) r50.0<1>:f r8.0<1;1,0>:f r8.0<1;1,0>:f {Compacted,I@1}
L14704:
join (32|M0) L14720
L14720:
mul (16|M16) acc0.0<1>:f r68.0<1;1,0>:f 1.442695e+00:f
mul (16|M0) acc2.0<1>:f r70.0<1;1,0>:f 1.442695e+00:f
(W) mov (1|M0) r14.0<1>:ud 0xBF317200:ud
rndz (16|M16) r12.0<1>:f acc0.0<1;1,0>:f {Compacted}
(W) mov (1|M0) r15.0<1>:ud 0xB5BFBE8E:ud
rndz (16|M0) r10.0<1>:f acc2.0<1;1,0>:f {Compacted}
mad (16|M16) acc0.0<1>:f r68.0<1;0>:f r12.0<1;0>:f r14.0<0>:f {A@2}
mad (16|M0) acc2.0<1>:f r70.0<1;0>:f r10.0<1;0>:f r14.0<0>:f {Compacted,F@2}
mad (16|M16) acc0.0<1>:f acc0.0<1;0>:f r12.0<1;0>:f r15.0<0>:f {I@1}
mad (16|M0) acc2.0<1>:f acc2.0<1;0>:f r10.0<1;0>:f r15.0<0>:f {Compacted}
mul (16|M16) r22.0<1>:f acc0.0<1;1,0>:f 1.442695e+00:f
add (16|M0) r2.0<1>:f r110.0<1;1,0>:f r26.0<1;1,0>:f {Compacted}
mul (16|M0) r20.0<1>:f acc2.0<1;1,0>:f 1.442695e+00:f
math.exp (16|M16) r8.0<1>:f r22.0<1;1,0>:f {@3,$9}
cmp (16|M16) (lt)f1.0 null<1>:f r68.0<1;1,0>:f -105.0:f
sync.nop null {Compacted,F@3}
math.exp (16|M16) r26.0<1>:f r12.0<1;1,0>:f {$10}
cmp (16|M16) (gt)f0.0 null<1>:f r68.0<1;1,0>:f 105.0:f
math.exp (16|M0) r24.0<1>:f r10.0<1;1,0>:f {$11}
cmp (16|M0) (lt)f1.0 null<1>:f r70.0<1;1,0>:f -105.0:f
math.exp (16|M0) r6.0<1>:f r20.0<1;1,0>:f {@4,$12}
sync.nop null {Compacted,$10.dst}
mul (16|M16) r26.0<1>:f r26.0<1;1,0>:f r8.0<1;1,0>:f {Compacted,$9.dst}
(f1.0) mov (16|M16) r26.0<1>:ud 0x0:ud {F@1}
(f0.0) mov (16|M16) r26.0<1>:ud 0x7F800000:ud
cmp (16|M16) (gt)f1.0 null<1>:f r68.0<1;1,0>:f 0.0:f {I@1}
cmp (16|M16) (lt)f0.0 null<1>:f (abs)r68.0<1;1,0>:f inf:f
sync.nop null {Compacted,$12.dst}
mul (16|M0) r24.0<1>:f r24.0<1;1,0>:f r6.0<1;1,0>:f {Compacted,$11.dst}
(f1.0) mov (16|M0) r24.0<1>:ud 0x0:ud {F@1}
(W) mov (1|M0) r6.0<1>:uw 0x1:uw
cmp (16|M0) (lt)f1.0 null<1>:f (abs)r70.0<1;1,0>:f inf:f {Compacted,I@2}
cmp (16|M0) (gt)f0.0 null<1>:f r70.0<1;1,0>:f 105.0:f
(f1.0) sel (16|M16) acc2.0<1>:uw r6.0<0;1,0>:uw 0x0:uw {I@1}
(f0.0) sel (16|M16) acc0.0<1>:uw r6.0<0;1,0>:uw 0x0:uw
(f1.0) cmp (16|M0) (gt)f1.0 null<1>:f r70.0<1;1,0>:f 0.0:f
and (16|M16) (ne)f1.0 null<1>:uw acc2.0<1;1,0>:uw acc0.0<1;1,0>:uw
add (16|M16) acc0.0<1>:f r108.0<1;1,0>:f r50.0<1;1,0>:f {Compacted,A@1}
(f0.0) mov (16|M0) r24.0<1>:ud 0x7F800000:ud
add (16|M16) r38.0<1>:f acc0.0<1;1,0>:f r26.0<1;1,0>:f {Compacted}
add (16|M0) r40.0<1>:f r2.0<1;1,0>:f r24.0<1;1,0>:f {Compacted,I@1}
(f1.0) goto (32|M0) L15336 L15336
L15280:
sync.nop null {Compacted,F@1}
math.log (16|M0) r2.0<1>:f r70.0<1;1,0>:f {$13}
math.log (16|M16) r36.0<1>:f r68.0<1;1,0>:f {$14}
goto (32|M0) L15336 L16080
L15336:
join (32|M0) L16080
L15352:
cmp (16|M0) (lt)f1.0 null<1>:f r70.0<1;1,0>:f 0x800000:f {Compacted,I@3}
cmp (16|M16) (lt)f1.0 null<1>:f r68.0<1;1,0>:f 0x800000:f
mul (16|M0) r2.0<1>:f r70.0<1;1,0>:f 8.388608e+06:f {Compacted,$13.dst}
mul (16|M16) r4.0<1>:f r68.0<1;1,0>:f 8.388608e+06:f {Compacted}
(~f1.0) mov (16|M0) r2.0<1>:ud r70.0<1;1,0>:ud {F@2}
(~f1.0) mov (16|M16) r4.0<1>:ud r68.0<1;1,0>:ud {F@1}
add (16|M0) r12.0<1>:d r2.0<1;1,0>:d -1059760811:d {I@2}
add (16|M16) r14.0<1>:d r4.0<1;1,0>:d -1059760811:d {I@2}
and (16|M0) r16.0<1>:d r12.0<1;1,0>:d 8388607:d {I@2}
and (16|M16) r18.0<1>:d r14.0<1;1,0>:d 8388607:d {I@2}
add (16|M0) r16.0<1>:d r16.0<1;1,0>:d 1059760811:d {I@2}
add (16|M16) r18.0<1>:d r18.0<1;1,0>:d 1059760811:d {I@2}
(W) mov (1|M0) r26.0<1>:ud 0xBE0402C8:ud
(W) mov (1|M0) r26.1<1>:ud 0x3E0F335D:ud
add (16|M0) r2.0<1>:f r16.0<1;1,0>:f -1.0:f {Compacted,I@4}
add (16|M16) r4.0<1>:f r18.0<1;1,0>:f -1.0:f {Compacted,I@3}
(W) mov (1|M0) r6.0<1>:ud 0xC1B80000:ud
(W) mov (1|M0) r27.0<1>:ud 0xBDF9889E:ud
asr (16|M0) r12.0<1>:d r12.0<1;1,0>:d 23:w {Compacted}
asr (16|M16) r14.0<1>:d r14.0<1;1,0>:d 23:w {Compacted}
mad (16|M0) acc0.0<1>:f r26.1<0;0>:f r2.0<1;0>:f r26.0<0>:f {Compacted,A@2}
mad (16|M16) acc2.0<1>:f r26.1<0;0>:f r4.0<1;0>:f r26.0<0>:f {F@2}
(f1.0) sel (16|M0) r8.0<1>:f r6.0<0;1,0>:f 0.0:f {Compacted,I@4}
(f1.0) sel (16|M16) r10.0<1>:f r6.0<0;1,0>:f 0.0:f
mov (16|M0) r20.0<1>:f r12.0<1;1,0>:d {Compacted,I@2}
mov (16|M16) r22.0<1>:f r14.0<1;1,0>:d {Compacted,I@1}
mad (16|M0) r32.0<1>:f r27.0<0;0>:f acc0.0<1;0>:f r2.0<1>:f {Compacted}
mad (16|M16) r12.0<1>:f r27.0<0;0>:f acc2.0<1;0>:f r4.0<1>:f {Compacted}
(W) mov (1|M0) r14.0<1>:ud 0x3E0F6B8C:ud {F@3}
add (16|M0) r6.0<1>:f r8.0<1;1,0>:f r20.0<1;1,0>:f {Compacted}
add (16|M16) r24.0<1>:f r10.0<1;1,0>:f r22.0<1;1,0>:f {Compacted}
(W) mov (1|M0) r15.0<1>:ud 0xBE2ACEE6:ud
mad (16|M0) acc0.0<1>:f r14.0<0;0>:f r32.0<1;0>:f r2.0<1>:f {Compacted,A@2}
mad (16|M16) acc2.0<1>:f r14.0<0;0>:f r12.0<1;0>:f r4.0<1>:f {F@4}
(W) mov (1|M0) r20.0<1>:ud 0x3E4CE814:ud {F@4}
mad (16|M0) acc0.0<1>:f r15.0<0;0>:f acc0.0<1;0>:f r2.0<1>:f {Compacted,I@2}
mad (16|M16) acc2.0<1>:f r15.0<0;0>:f acc2.0<1;0>:f r4.0<1>:f
(W) mov (1|M0) r21.0<1>:ud 0xBE7FFF78:ud
mad (16|M0) acc0.0<1>:f r20.0<0;0>:f acc0.0<1;0>:f r2.0<1>:f {Compacted,I@2}
mad (16|M16) acc2.0<1>:f r20.0<0;0>:f acc2.0<1;0>:f r4.0<1>:f
(W) mov (1|M0) r26.0<1>:ud 0x3EAAAA83:ud
mad (16|M0) acc0.0<1>:f r21.0<0;0>:f acc0.0<1;0>:f r2.0<1>:f {Compacted,I@2}
mad (16|M16) acc2.0<1>:f r21.0<0;0>:f acc2.0<1;0>:f r4.0<1>:f
(W) mov (1|M0) r14.0<1>:ud 0xBF000000:ud {F@7}
mad (16|M0) acc0.0<1>:f r26.0<0;0>:f acc0.0<1;0>:f r2.0<1>:f {Compacted,I@2}
mad (16|M16) acc2.0<1>:f r26.0<0;0>:f acc2.0<1;0>:f r4.0<1>:f
mad (16|M0) acc0.0<1>:f r14.0<0;0>:f acc0.0<1;0>:f r2.0<1>:f {Compacted,I@1}
mad (16|M16) acc2.0<1>:f r14.0<0;0>:f acc2.0<1;0>:f r4.0<1>:f
mul (16|M0) acc0.0<1>:f r2.0<1;1,0>:f acc0.0<1;1,0>:f
mul (16|M16) acc2.0<1>:f r4.0<1;1,0>:f acc2.0<1;1,0>:f
(W) mov (1|M0) r15.0<1>:ud 0x35BFBE8E:ud {F@7}
mad (16|M0) acc0.0<1>:f r2.0<1;0>:f acc0.0<1;0>:f r2.0<1>:f {Compacted}
mad (16|M16) acc2.0<1>:f r4.0<1;0>:f acc2.0<1;0>:f r4.0<1>:f
(W) mov (1|M0) r27.0<1>:ud 0x3F317200:ud
mad (16|M0) acc0.0<1>:f acc0.0<1;0>:f r6.0<1;0>:f r15.0<0>:f {Compacted,I@2}
mad (16|M16) acc2.0<1>:f acc2.0<1;0>:f r24.0<1;0>:f r15.0<0>:f
mad (16|M0) r2.0<1>:f acc0.0<1;0>:f r6.0<1;0>:f r27.0<0>:f {Compacted,I@1}
mad (16|M16) r36.0<1>:f acc2.0<1;0>:f r24.0<1;0>:f r27.0<0>:f {Compacted,$14.dst}
L16080:
join (32|M0) L16096
L16096:
sync.nop null {Compacted,F@2}
math.rsqt (16|M0) r6.0<1>:f r70.0<1;1,0>:f {$15}
add (16|M0) acc0.0<1>:f r40.0<1;1,0>:f r2.0<1;1,0>:f {Compacted,$13.dst}
math.rsqt (16|M16) r8.0<1>:f r68.0<1;1,0>:f {$0}
sync.nop null {Compacted,$14.dst}
add (16|M16) acc2.0<1>:f r38.0<1;1,0>:f r36.0<1;1,0>:f {Compacted,F@2}
rndd (16|M0) r10.0<1>:f r70.0<1;1,0>:f {Compacted}
add (16|M0) acc0.0<1>:f acc0.0<1;1,0>:f r6.0<1;1,0>:f {Compacted,$15.dst}
rndd (16|M16) r12.0<1>:f r68.0<1;1,0>:f {Compacted}
sel (16|M0) (lt)f0.0 r14.0<1>:f r70.0<1;1,0>:f 3.0:f {Compacted}
add (16|M16) acc2.0<1>:f acc2.0<1;1,0>:f r8.0<1;1,0>:f {Compacted,$0.dst}
add (16|M0) acc0.0<1>:f acc0.0<1;1,0>:f r10.0<1;1,0>:f {Compacted,F@5}
sel (16|M16) (lt)f0.0 r16.0<1>:f r68.0<1;1,0>:f 3.0:f
mov (16|M0) (sat)r18.0<1>:f r70.0<1;1,0>:f {Compacted}
add (16|M16) acc2.0<1>:f acc2.0<1;1,0>:f r12.0<1;1,0>:f {Compacted,F@6}
add (16|M0) acc0.0<1>:f acc0.0<1;1,0>:f r14.0<1;1,0>:f {Compacted,F@6}
mov (16|M16) (sat)r20.0<1>:f r68.0<1;1,0>:f
mov (16|M0) r10.0<1>:d r70.0<1;1,0>:f {Compacted,F@6}
add (16|M16) acc2.0<1>:f acc2.0<1;1,0>:f r16.0<1;1,0>:f {Compacted,F@5}
add (16|M0) acc0.0<1>:f acc0.0<1;1,0>:f r18.0<1;1,0>:f {Compacted,F@5}
mul (16|M0) r6.0<1>:f r70.0<1;1,0>:f 8.0:f {Compacted}
mov (16|M16) r12.0<1>:d r68.0<1;1,0>:f {Compacted,F@6}
cbit (16|M0) r14.0<1>:ud r10.0<1;1,0>:ud {A@2}
add (16|M16) acc2.0<1>:f acc2.0<1;1,0>:f r20.0<1;1,0>:f {Compacted,F@4}
add (16|M0) acc0.0<1>:f acc0.0<1;1,0>:f (abs)r70.0<1;1,0>:f {Compacted}
mul (16|M16) r8.0<1>:f r68.0<1;1,0>:f 8.0:f {Compacted}
lzd (16|M0) r22.0<1>:ud r10.0<1;1,0>:ud
cbit (16|M16) r16.0<1>:ud r12.0<1;1,0>:ud {A@3}
mov (16|M0) r18.0<1>:f r14.0<1;1,0>:d {Compacted,I@3}
add (16|M16) acc2.0<1>:f acc2.0<1;1,0>:f (abs)r68.0<1;1,0>:f {Compacted}
add (16|M0) r2.0<1>:f acc0.0<1;1,0>:f r6.0<1;1,0>:f {Compacted,F@6}
rol (16|M0) r26.0<1>:ud r10.0<1;1,0>:ud 3:w
(W) mul (8|M0) acc0.0<1>:ud r10.0<1;1,0>:ud 0x4D:uw {A@1}
lzd (16|M16) r24.0<1>:ud r12.0<1;1,0>:ud
mov (16|M16) r20.0<1>:f r16.0<1;1,0>:d {Compacted,I@4}
add (16|M16) acc2.0<1>:f acc2.0<1;1,0>:f r8.0<1;1,0>:f {Compacted}
add (16|M0) r2.0<1>:f r2.0<1;1,0>:f r18.0<1;1,0>:f {Compacted}
mov (16|M0) r6.0<1>:f r22.0<1;1,0>:d {Compacted}
mach (8|M0) r22.0<1>:d r10.0<1;1,0>:ud 0x4D:ud {AccWrEn,F@1}
(W) mul (8|M0) acc0.0<1>:ud r11.0<1;1,0>:ud 0x4D:uw
rol (16|M16) r28.0<1>:ud r12.0<1;1,0>:ud 3:w
mov (16|M0) r14.0<1>:f r26.0<1;1,0>:ud {Compacted,I@6}
add (16|M16) r4.0<1>:f acc2.0<1;1,0>:f r20.0<1;1,0>:f {Compacted}
mov (16|M16) r8.0<1>:f r24.0<1;1,0>:d {Compacted,I@4}
asr (16|M0) r18.0<1>:d r10.0<1;1,0>:d 31:w {Compacted}
add (16|M0) r2.0<1>:f r2.0<1;1,0>:f r6.0<1;1,0>:f {Compacted}
mach (8|M8) r23.0<1>:d r11.0<1;1,0>:ud 0x4D:ud {AccWrEn}
asr (16|M16) r20.0<1>:d r12.0<1;1,0>:d 31:w {Compacted,F@3}
(W) mul (8|M0) acc0.0<1>:ud r12.0<1;1,0>:ud 0x4D:uw
mach (8|M16) r24.0<1>:d r12.0<1;1,0>:ud 0x4D:ud {AccWrEn,F@2}
(W) mul (8|M0) acc0.0<1>:ud r13.0<1;1,0>:ud 0x4D:uw
cmp (16|M0) (gt)f1.0 r36.0<1>:d r10.0<1;1,0>:d 3:w
mov (16|M16) r16.0<1>:f r28.0<1;1,0>:ud {Compacted,I@7}
add (16|M16) acc2.0<1>:f r4.0<1;1,0>:f r8.0<1;1,0>:f {Compacted}
add (16|M0) r2.0<1>:f r2.0<1;1,0>:f r14.0<1;1,0>:f {Compacted,F@3}
mul (16|M0) r6.0<1>:d r18.0<1;1,0>:d 0x4D:uw {I@7}
mach (8|M24) r25.0<1>:d r13.0<1;1,0>:ud 0x4D:ud {AccWrEn}
mul (16|M16) r14.0<1>:d r20.0<1;1,0>:d 0x4D:uw {A@1}
cmp (16|M16) (gt)f1.0 r20.0<1>:d r12.0<1;1,0>:d 3:w
add (16|M16) r34.0<1>:d -r12.0<1;1,0>:d 3:w {Compacted}
add (16|M16) r4.0<1>:f acc2.0<1;1,0>:f r16.0<1;1,0>:f {Compacted}
add (16|M0) r8.0<1>:d r22.0<1;1,0>:d r6.0<1;1,0>:d {Compacted,I@5}
add (16|M0) r18.0<1>:d r10.0<1;1,0>:d -3:w {Compacted}
add (16|M16) r16.0<1>:d r24.0<1;1,0>:d r14.0<1;1,0>:d {Compacted,A@1}
add (16|M16) r6.0<1>:d r12.0<1;1,0>:d -3:w {Compacted}
add (16|M0) r22.0<1>:d -r10.0<1;1,0>:d 3:w {Compacted}
mov (16|M0) r26.0<1>:f r8.0<1;1,0>:d {Compacted,I@5}
mov (16|M16) r28.0<1>:f r16.0<1;1,0>:d {Compacted,I@3}
bfn.0xD8 (16|M16) r6.0<1>:ud r20.0<1;0>:ud r6.0<1;0>:ud r34.0<1>:ud {I@2}
bfn.0xD8 (16|M0) r18.0<1>:ud r36.0<1;0>:ud r18.0<1;0>:ud r22.0<1>:ud {I@2}
add (16|M0) r30.0<1>:f r2.0<1;1,0>:f r26.0<1;1,0>:f {Compacted,F@2}
add (16|M16) acc2.0<1>:f r4.0<1;1,0>:f r28.0<1;1,0>:f {Compacted,F@2}
mov (16|M16) r14.0<1>:f r6.0<1;1,0>:ud {Compacted,I@2}
mov (16|M0) r8.0<1>:f r18.0<1;1,0>:ud {Compacted,I@1}
add (16|M16) r14.0<1>:f acc2.0<1;1,0>:f r14.0<1;1,0>:f {Compacted,F@2}
add (16|M0) r8.0<1>:f r30.0<1;1,0>:f r8.0<1;1,0>:f {Compacted,F@2}
send.dc1 (16|M0) null r78 r8:2 0x0 0x04025E00 {A@1,$1}
send.dc1 (16|M16) null r76 r14:2 0x0 0x04025E00 {$2}
(W) mov (8|M0) r127.0<1>:ud r80.0<1;1,0>:ud
(W) send.ugm (1|M0) r2 r80 null:0 0x0 0x0214031F {$3}
(W) mov (8|M0) null<1>:ud r2.0<1;1,0>:ud {$3.dst}
(W) send.gtwy (8|M0) null r127 null:0 0x0 0x02000010 {EOT,A@1}
L16992:
