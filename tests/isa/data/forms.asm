L0:
 mov (8|M0) r1.0<1>:f r2.0<8;8,1>:f
 mov (8|M0) r1.0<1>:f 1.0:f
(W) mov (1|M0) r1.0<1>:uq 0x123456789ABCDEF0:uq
 mov (8|M0) r1.0<1>:df 1.0:df
 mov (8|M0) r1.0<1>:hf 1.0:hf
 mov (8|M0) r1.0<1>:w -3:w
 add (8|M0) r1.0<1>:w r2.0<8;8,1>:w -3:w
 add (8|M0) r1.0<1>:uw r2.0<8;8,1>:uw 0x123:uw
 add (8|M0) r1.0<1>:hf r2.0<8;8,1>:hf 2.0:hf
(f0.0) sel (16|M0) r1.0<1>:f r2.0<8;8,1>:f r4.0<8;8,1>:f
 mad (16|M0) r1.0<1>:f r2.0<2;1>:f r4.0<2;1>:f r6.0<1>:f
 mad (1|M0) r5.6<1>:f r2.1<0;0>:f r4.0<0;0>:f r6.0<0>:f
 mad (1|M0) r5.3<1>:hf r2.1<0;0>:hf r4.3<0;0>:hf r6.5<0>:hf
 mad (2|M0) r5.1<1>:df r2.1<0;0>:df r4.0<2;1>:df r6.0<0>:df
 madm (8|M0) r5.mme1:f r2.mme0:f r4.nomme:f r6.mme7:f
 math.invm (8|M0) (eo)f0.0 r5.mme1:f r2.mme0:f r4.nomme:f
 math.rsqtm (8|M0) (eo)f1.0 r5.mme1:f r2.mme0:f
 math.sin (8|M0) r5.0<1>:f r2.0<8;8,1>:f
 math.pow (8|M0) r5.0<1>:f r2.0<8;8,1>:f r3.0<8;8,1>:f
(W) jmpi L0
L320:
 if (8|M0) L0 L0
L336:
 else (8|M0) L0 L0
L352:
 endif (8|M0) L0
L368:
 while (8|M0) L0
L384:
 break (8|M0) L0 L0
L400:
 goto.b (8|M0) L0 L0
L416:
 join (8|M0) L0
L432:
 call (8|M0) r1.0 L0
L448:
 calla (8|M0) r1.0 L0
L464:
 call (8|M0) r1.0 r2.0
L480:
 ret (8|M0) r1.0
L496:
 brd (8|M0) L0
L512:
 brd (8|M0) r2.0
L528:
 brc (8|M0) L0 L0
L544:
 brc (8|M0) r2.0
L560:
 halt (8|M0) L0 L0
L576:
 wait n0.0<0;1,0>:ud
 nop
 illegal
 send (8|M0) r1 r2 0xC 0x02106000
 send (8|M0) null r127 0x27 0x02000010 {EOT}
L656:
 send (8|M0) r1:hf r2 0xC a0.0
 sends (8|M0) r1:ud r2 r5 0x4C 0x02106000
 sends (8|M0) r1:ud r2 r5 a0.2 0x02106000
 sends (8|M0) r1:ud r2 r5 a0.2 a0.0
 sendsc (8|M0) r1:f r2 null 0xC a0.0
 csel (8|M0) (lt)f0.1 r1.0<1>:f r2.0<2;1>:f r4.0<2;1>:f r6.0<1>:f
 mov (8|M0) r[a0.1,-16]<1>:f r[a0.2,8]<1,0>:f
 mov (8|M0) r[a0.1]<1>:f r[a0.2,8]<8;8,1>:f
 movi (8|M0) r1.0<1>:f r[a0.0]<1;1,0>:f
 cmp (8|M0) (lt)f0.1 null<1>:f -r2.0<8;8,1>:f (abs)r4.0<8;8,1>:f
