L0:
(W) mov (8|M0) r2.0<1>:ud r0.0<1;1,0>:ud
(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw {@1}
(W) mul (1|M0) acc0.0<1>:d r6.0<0;1,0>:d r2.2<0;1,0>:uw {Compacted,@1}
mov (16|M0) r7.0<1>:d r1.0<16;16,1>:uw
(W) mach (1|M0) r3.0<1>:d r6.0<0;1,0>:d r2.1<0;1,0>:d {Compacted}
add (16|M0) r7.0<1>:d r3.0<0;1,0>:d r7.0<8;8,1>:d {Compacted,@1}
add (16|M0) r7.0<1>:d r7.0<8;8,1>:d r4.0<0;1,0>:d {Compacted,@1}
shl (16|M0) r7.0<1>:d r7.0<8;8,1>:d 2:w {Compacted,@1}
add (16|M0) r7.0<1>:d r7.0<8;8,1>:d r5.6<0;1,0>:d {Compacted,@1}
send.dc1 (16|M0) r9 r7 null 0x0 0x04205E00 {@1,$0}
cmp (16|M0) (gt)f1.0 null<1>:d r9.0<8;8,1>:d r5.2<0;1,0>:d {$0.dst}
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w
(f1.0) if (16|M0) L656 L656
L160:
and (16|M0) (eq)f0.0 null<1>:d r9.0<8;8,1>:d 1:w {Compacted}
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w {@3}
(f0.0) goto (16|M0) L280 L280
L200:
mul (16|M0) r11.0<1>:d r9.0<8;8,1>:d 3:w {Compacted}
cmp (16|M0) (gt)f1.1 null<1>:d r11.0<8;8,1>:d 999:w {@1}
add (16|M0) r9.0<1>:d r11.0<8;8,1>:d 1:w {Compacted}
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w {@5}
(f1.1) goto (16|M0) L280 L640
L264:
goto (16|M0) L280 L328
L280:
join (16|M0) L328
L296:
math.iqot (8|M0) r9.0<1>:d r9.0<8;8,1>:d r5.2<0;1,0>:d {@5,$2}
math.iqot (8|M8) r10.0<1>:d r10.0<8;8,1>:d r5.2<0;1,0>:d {$3}
L328:
join (16|M0) L640
L344:
sync.nop null {Compacted,$3.dst}
cmp (16|M0) (gt)f0.1 null<1>:d r9.0<8;8,1>:d 0:w {$2.dst}
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w {@6}
(f0.1) if (16|M0) L576 L576
L400:
mov (16|M0) r13.0<1>:f 0.0:f {Compacted}
L408:
cmp (16|M0) (eq)f0.0 null<1>:d r13.0<8;8,1>:d 7:w {Compacted,@1}
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w {@4}
(~f0.0) if (16|M0) L504 L504
L448:
shl (16|M0) r15.0<1>:d r13.0<8;8,1>:d 2:w {Compacted,$1.src}
add (16|M0) r15.0<1>:d r15.0<8;8,1>:d r5.6<0;1,0>:d {Compacted,@1}
send.dc1 (16|M0) r17 r15 null 0x0 0x04205E00 {@1,$4}
add (16|M0) r17.0<1>:d r17.0<8;8,1>:d r9.0<8;8,1>:d {Compacted,$4.dst}
send.dc1 (16|M0) null r15 r17 0x80 0x04025E00 {@1,$1}
L504:
endif (16|M0) L520
L520:
add (16|M0) r13.0<1>:d r13.0<8;8,1>:d 1:w {Compacted}
cmp (16|M0) (lt)f1.1 null<1>:d r13.0<8;8,1>:d r9.0<8;8,1>:d {@1}
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w {@7}
(f1.1) while (16|M0) L408
L576:
endif (16|M0) L592
L592:
cmp (16|M0) (gt)f1.0 null<1>:d r9.0<8;8,1>:d r5.2<0;1,0>:d
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w {@4}
(f1.0) goto.b (16|M0) L640 L160
L640:
join (16|M0) L656
L656:
endif (16|M0) L672
L672:
and (16|M0) (eq)f0.1 r19.0<1>:d r9.0<8;8,1>:d 3:w
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w {@5}
(~f0.1) goto (16|M0) L752 L752
L720:
mov (16|M0) r21.0<1>:f 7.00649e-45:f
goto (16|M0) L752 L928
L752:
join (16|M0) L928
L768:
cmp (16|M0) (eq)f0.0 null<1>:d r19.0<8;8,1>:d 1:w {Compacted,@6}
(W) csel (4|M0) (eq)f0.0 r0.0<1>:w r0.0<4;1>:w r0.0<4;1>:w r0.0<1>:w {@6}
(f0.0) goto (16|M0) L928 L1152
L808:
(W) mov (1|M0) r5.6<1>:uw f0.0<0;1,0>:uw {Compacted}
(W) mov (1|M0) f0.0<1>:uw 0x0:uw
cmp (16|M0) (eq)f0.0 null<1>:uw r2.0<0;1,0>:uw r2.0<0;1,0>:uw
(W&f0.0.any16h) mov (1|M0) f0.0<1>:uw 0xFFFF:uw
(W&f0.0) mul (8|M0) acc0.0<1>:d r9.0<8;8,1>:d r9.0<2;1,0>:uw
mach (8|M0) r21.0<1>:d r9.0<8;8,1>:d r9.0<8;8,1>:d {Compacted}
(W&f0.0) mul (8|M8) acc0.0<1>:d r10.0<8;8,1>:d r10.0<2;1,0>:uw
(W) mov (1|M0) f0.0<1>:uw r5.6<0;1,0>:uw {@7}
mach (8|M8) r22.0<1>:d r10.0<8;8,1>:d r10.0<8;8,1>:d {Compacted}
L928:
join (16|M0) L1152
L944:
(W) mov (1|M0) r5.6<1>:uw f0.0<0;1,0>:uw {Compacted}
(W) mov (1|M0) f0.0<1>:uw 0x0:uw
cmp (16|M0) (eq)f0.0 null<1>:uw r2.0<0;1,0>:uw r2.0<0;1,0>:uw
send.dc1 (16|M0) null r7 r21 0x80 0x04025E00 {@5,$5}
(W&f0.0.any16h) mov (16|M0) r27.0<1>:f 0.0:f
mov (16|M0) r27.0<1>:f r9.0<8;8,1>:f {Compacted}
(W&f0.0.any16h) add (8|M0) r23.0<1>:d r27.0<8;8,1>:d r28.0<8;8,1>:d {@1}
(W&f0.0.any16h) mov (2|M0) r24.0<1>:f r5.0<2;2,1>:f
(W&f0.0.any16h) add (4|M0) r3.1<1>:d r23.0<4;4,1>:d r23.4<4;4,1>:d {@2}
(W&f0.0.any16h) add (2|M0) r3.5<1>:d r3.1<2;2,1>:d r3.3<2;2,1>:d {@1}
(W&f0.0.any16h) add (1|M0) r26.0<1>:d r3.5<0;1,0>:d r3.6<0;1,0>:d {@1}
(W&f0.0.any16h) send.dc1 (1|M0) null r24 r26 0x40 0x040487FF {@1,$6}
(W) mov (1|M0) f0.0<1>:uw r5.6<0;1,0>:uw {@7}
goto (16|M0) L1152 L1184
L1152:
join (16|M0) L1184
L1168:
send.dc1 (16|M0) null r7 r9 0x80 0x04025E00 {$7}
L1184:
join (16|M0) L1200
L1200:
(W) mov (8|M0) r127.0<1>:f r2.0<8;8,1>:f {Compacted}
sync.nop null {Compacted,$6.src}
(W) send.dc0 (8|M0) r25 r2 null 0x0 0x0219E000 {$8}
(W) mov (8|M0) null<1>:ud r25.0<8;8,1>:ud {$8.dst}
(W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT,@1}
L1264:
