L0:
(W) mov (8|M0) r127.0<1>:ud 0x0:ud
(W) and (1|M0) r127.2<1>:ud r0.0<0;1,0>:ud 0xFFFFFFC0:ud
(W) and (1|M0) r127.0<1>:uw r0.4<0;1,0>:uw 0xFF:uw
(W) add (1|M0) r127.2<1>:ud r127.2<0;1,0>:ud 0x40:uw {I@2}
(W) mad (1|M0) r127.2<1>:ud r127.2<0;0>:ud r127.0<0;0>:uw 0x60:uw {I@1}
(W) mov (8|M0) r4.0<1>:ud r1.0<1;1,0>:ud
(W) send.dc0 (8|M0) r1 r127 null:0 0x0 0x022843FD {A@1,$0}
(W) add (1|M0) r127.2<1>:ud r127.2<0;1,0>:ud 0x40:uw {$0.src}
(W) send.dc0 (8|M0) r3 r127 null:0 0x0 0x021842FD {A@1,$1}
nop
nop
nop
(W) mov (8|M0) r127.0<1>:ud 0x0:ud {$1.src}
(W) and (1|M0) r127.2<1>:ud r0.0<0;1,0>:ud 0xFFFFFFC0:ud
(W) send.dc0 (8|M0) r5 r127 null:0 0x0 0x022843FD {A@1,$2}
(W) mov (8|M0) r2.0<1>:ud r0.0<1;1,0>:ud {$0.dst}
(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw {A@1}
sync.nop null {Compacted,A@1}
sync.nop null {Compacted,$2.dst}
(W) mul (1|M0) acc0.0<1>:d r6.1<0;1,0>:d r2.2<0;1,0>:uw {A@1}
(W) mach (1|M0) r3.0<1>:d r6.1<0;1,0>:d r2.1<0;1,0>:d {$1.dst}
add3 (16|M0) r7.0<1>:d r3.0<0;0>:d r1.0<1;0>:uw r4.0<0>:d {I@1}
shl (16|M0) r7.0<1>:d r7.0<1;1,0>:d 2:w {Compacted,I@1}
add (16|M0) r7.0<1>:d r7.0<1;1,0>:d r6.0<0;1,0>:d {Compacted,I@1}
send.dc1 (16|M0) r9 r7 null:0 0x0 0x04205E00 {A@1,$3}
cmp (16|M0) (gt)f1.1 null<1>:d r9.0<1;1,0>:d r5.2<0;1,0>:d {$3.dst}
(~f1.1) goto (16|M0) L1304 L1304
L400:
(W) asr (1|M0) r3.1<1>:d r5.2<0;1,0>:d 31:w
(W) cmp (16|M0) (eq)f0.0 null<1>:d r5.2<0;1,0>:d 0:w {Compacted}
(W) add (1|M0) r3.2<1>:d r3.1<0;1,0>:d r5.2<0;1,0>:d {I@2}
(W) xor (1|M0) r3.3<1>:d r3.2<0;1,0>:d r3.1<0;1,0>:d {I@1}
L456:
and (16|M0) (eq)f1.1 null<1>:d r9.0<1;1,0>:d 1:w
(~f1.1) goto (16|M0) L984 L984
L488:
(~f0.0) goto (16|M0) L536 L536
L504:
mov (16|M0) r9.0<1>:d -1:w
goto (16|M0) L536 L1048
L536:
join (16|M0) L984
L552:
asr (16|M0) r11.0<1>:d r9.0<1;1,0>:d 31:w {Compacted,I@3}
add (16|M0) r13.0<1>:d r11.0<1;1,0>:d r9.0<1;1,0>:d {Compacted,I@1}
xor (16|M0) r15.0<1>:d r13.0<1;1,0>:d r11.0<1;1,0>:d {Compacted,I@1}
(W) xor (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x30:uw {A@1}
(W) mov (1|M0) r3.4<1>:f r3.3<0;1,0>:ud {A@1}
(W) mov (1|M0) r5.7<1>:f 0xB4C00000:f {Compacted}
(W) math.inv (1|M0) r5.3<1>:f r3.4<0;1,0>:f {@2,$5}
mov (16|M0) r17.0<1>:f r15.0<1;1,0>:ud {Compacted,I@2}
sync.nop null {Compacted,$5.dst}
(W) mad (1|M0) r5.4<1>:f r5.3<0;0>:f r5.7<0;0>:f r5.3<0>:f {F@2}
(W) mov (1|M0) r3.5<1>:ud r3.4<0;1,0>:f
mov (16|M0) r19.0<1>:ud r17.0<1;1,0>:f {F@2}
mul (16|M0) r23.0<1>:f r17.0<1;1,0>:f r5.4<0;1,0>:f {Compacted,F@1}
(W) add (1|M0) r3.6<1>:d r3.3<0;1,0>:d -r3.5<0;1,0>:d {I@2}
add (16|M0) r19.0<1>:d r15.0<1;1,0>:d -r19.0<1;1,0>:d {Compacted,I@2}
mov (16|M0) r25.0<1>:ud r23.0<1;1,0>:f {F@1}
(W) mov (1|M0) r3.7<1>:f r3.6<0;1,0>:ud {I@3}
mov (16|M0) r21.0<1>:f r19.0<1;1,0>:ud {Compacted,I@2}
mov (16|M0) r27.0<1>:f r25.0<1;1,0>:ud {Compacted,I@1}
mad (16|M0) acc0.0<1>:f r17.0<1;0>:f r27.0<1;0>:f -r3.4<0>:f {Compacted,F@1}
mad (16|M0) acc2.0<1>:f r21.0<1;0>:f r27.0<1;0>:f -r3.7<0>:f {Compacted}
add (16|M0) acc0.0<1>:f acc0.0<1;1,0>:f acc2.0<1;1,0>:f
mul (16|M0) r35.0<1>:f r5.4<0;1,0>:f acc0.0<1;1,0>:f
(W) xor (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x30:uw {A@1}
mov (16|M0) r37.0<1>:ud r35.0<1;1,0>:f {A@1}
add (16|M0) r39.0<1>:d r37.0<1;1,0>:d r25.0<1;1,0>:d {Compacted,I@1}
(W) mul (8|M0) acc0.0<1>:d r39.0<1;1,0>:d r3.6<0;1,0>:uw {Compacted,I@1}
mach (8|M0) r43.0<1>:d r39.0<1;1,0>:d r3.3<0;1,0>:d {Compacted}
(W) mul (8|M8) acc0.0<1>:d r40.0<1;1,0>:d r3.6<0;1,0>:uw
mach (8|M8) r44.0<1>:d r40.0<1;1,0>:d r3.3<0;1,0>:d {Compacted}
xor (16|M0) r41.0<1>:d r3.1<0;1,0>:d r11.0<1;1,0>:d {Compacted}
add (16|M0) r43.0<1>:d r15.0<1;1,0>:d -r43.0<1;1,0>:d {Compacted,I@2}
cmp (16|M0) (ge)f0.1 r45.0<1>:ud r43.0<1;1,0>:ud r3.3<0;1,0>:ud {I@1}
add3 (16|M0) r47.0<1>:d r39.0<1;0>:d r41.0<1;0>:d -r45.0<1>:d {I@1}
bfn.0x96 (16|M0) r9.0<1>:ud r47.0<1;0>:ud r3.1<0;0>:ud r11.0<1>:ud {I@1}
goto (16|M0) L984 L1048
L984:
join (16|M0) L1048
L1000:
mul (16|M0) r49.0<1>:d r9.0<1;1,0>:d 3:w {Compacted,I@3}
cmp (16|M0) (gt)f1.0 null<1>:d r49.0<1;1,0>:d 999:w {I@1}
add (16|M0) r9.0<1>:d r49.0<1;1,0>:d 1:w {Compacted}
(f1.0) goto (16|M0) L1048 L1304
L1048:
join (16|M0) L1304
L1064:
cmp (16|M0) (gt)f0.1 null<1>:d r9.0<1;1,0>:d 0:w {I@3}
(~f0.1) goto (16|M0) L1256 L1256
L1096:
mov (16|M0) r51.0<1>:d 0:w
L1112:
cmp (16|M0) (eq)f1.0 null<1>:d r51.0<1;1,0>:d 7:w {I@1}
(f1.0) goto (16|M0) L1200 L1200
L1144:
shl (16|M0) r53.0<1>:d r51.0<1;1,0>:d 2:w {Compacted,$4.src}
add (16|M0) r53.0<1>:d r53.0<1;1,0>:d r6.0<0;1,0>:d {Compacted,I@1}
send.dc1 (16|M0) r55 r53 null:0 0x0 0x04205E00 {A@1,$6}
add (16|M0) r55.0<1>:d r55.0<1;1,0>:d r9.0<1;1,0>:d {Compacted,$6.dst}
send.dc1 (16|M0) null r53 r55:2 0x0 0x04025E00 {A@1,$4}
L1200:
join (16|M0) L1256
L1216:
add (16|M0) r51.0<1>:d r51.0<1;1,0>:d 1:w {Compacted}
cmp (16|M0) (lt)f0.1 null<1>:d r51.0<1;1,0>:d r9.0<1;1,0>:d {I@1}
(f0.1) goto.b (16|M0) L1256 L1112
L1256:
join (16|M0) L1304
L1272:
cmp (16|M0) (gt)f1.1 null<1>:d r9.0<1;1,0>:d r5.2<0;1,0>:d
(f1.1) goto.b (16|M0) L1304 L456
L1304:
join (16|M0) L1320
L1320:
and (16|M0) (eq)f1.0 r57.0<1>:d r9.0<1;1,0>:d 3:w
(~f1.0) goto (16|M0) L1384 L1384
L1352:
mov (16|M0) r59.0<1>:d 5:w
goto (16|M0) L1384 L1472
L1384:
join (16|M0) L1472
L1400:
cmp (16|M0) (eq)f0.1 null<1>:d r57.0<1;1,0>:d 1:w {I@5}
(f0.1) goto (16|M0) L1472 L1624
L1432:
(W) mul (8|M0) acc0.0<1>:d r9.0<1;1,0>:d r9.0<2;1,0>:uw {Compacted}
mach (8|M0) r59.0<1>:d r9.0<1;1,0>:d r9.0<1;1,0>:d {Compacted}
(W) mul (8|M8) acc0.0<1>:d r10.0<1;1,0>:d r10.0<2;1,0>:uw
mach (8|M8) r60.0<1>:d r10.0<1;1,0>:d r10.0<1;1,0>:d {Compacted}
L1472:
join (16|M0) L1624
L1488:
(W) mov (16|M0) r65.0<1>:d 0:w
mov (16|M0) r65.0<1>:f r9.0<1;1,0>:f {Compacted,I@1}
(W) add (8|M0) r61.0<1>:d r65.0<1;1,0>:d r66.0<1;1,0>:d {Compacted,F@1}
(W) mov (2|M0) r62.0<1>:f r5.0<1;1,0>:f {Compacted}
(W) add (4|M0) r6.4<1>:d r61.0<1;1,0>:d r61.4<1;1,0>:d {I@1}
send.dc1 (16|M0) null r7 r59:2 0x0 0x04025E00 {$7}
(W) add (2|M0) r5.5<1>:d r6.4<1;1,0>:d r6.6<1;1,0>:d {I@1}
(W) add (1|M0) r64.0<1>:d r5.5<0;1,0>:d r5.6<0;1,0>:d {I@1}
(W) send.dc1 (1|M0) null r62 r64:1 0x0 0x040487FF {A@1,$8}
goto (16|M0) L1624 L1656
L1624:
join (16|M0) L1656
L1640:
send.dc1 (16|M0) null r7 r9:2 0x0 0x04025E00 {$9}
L1656:
join (16|M0) L1672
L1672:
(W) mov (8|M0) r127.0<1>:f r2.0<1;1,0>:f {Compacted}
sync.nop null {Compacted,$8.src}
(W) send.ugm (1|M0) r63 r2 null:0 0x0 0x0214031F {$10}
(W) mov (8|M0) null<1>:ud r63.0<1;1,0>:ud {$10.dst}
(W) send.gtwy (8|M0) null r127 null:0 0x0 0x02000010 {EOT,A@1}
L1736:
