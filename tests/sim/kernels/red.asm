L0:
(W)     mov (8|M0)               r3.0<1>:ud    r0.0<1;1,0>:ud                  
(W)     or (1|M0)                cr0.0<1>:ud   cr0.0<0;1,0>:ud   0x4C0:uw              {Switch}
(W)     mul (1|M0)               r4.1<1>:d     r9.3<0;1,0>:d     r3.1<0;1,0>:d   
        mov (16|M0)              r5.0<1>:d     r1.0<16;16,1>:uw                
        mov (16|M16)             r10.0<1>:d    r2.0<16;16,1>:uw                
(W)     mov (1|M0)               r4.0<1>:d     r9.0<0;1,0>:d                    {Compacted}
        add (16|M0)              r12.0<1>:d    r4.1<0;1,0>:d     r5.0<8;8,1>:d    {Compacted}
        add (16|M16)             r14.0<1>:d    r4.1<0;1,0>:d     r10.0<8;8,1>:d  
        shl (16|M0)              r20.0<1>:d    r5.0<8;8,1>:d     2:w              
        shl (16|M16)             r22.0<1>:d    r10.0<8;8,1>:d    2:w              
        add (16|M0)              r12.0<1>:d    r12.0<8;8,1>:d    r7.0<0;1,0>:d    {Compacted}
        add (16|M16)             r14.0<1>:d    r14.0<8;8,1>:d    r7.0<0;1,0>:d   
        shl (16|M0)              r12.0<1>:d    r12.0<8;8,1>:d    2:w              
        shl (16|M16)             r14.0<1>:d    r14.0<8;8,1>:d    2:w              
        send (16|M0)             r16:w    r12     0xC            0x04205E01           // wr:2+0, rd:2; hdc.dc1; untyped surface read with x
        send (16|M16)            r18:w    r14     0xC            0x04205E01           // wr:2+0, rd:2; hdc.dc1; untyped surface read with x
        sends (16|M0)            null:w   r20     r16     0x8C            0x04025EFE           // wr:2+2, rd:0; hdc.dc1; untyped surface write with x
        sends (16|M16)           null:w   r22     r18     0x8C            0x04025EFE           // wr:2+2, rd:0; hdc.dc1; untyped surface write with x
(W)     and (8|M0)               r24.0<1>:ud   r3.2<0;1,0>:ud    0x8F000000:ud             
(W)     mov (1|M0)               n0.0<1>:ud    0x0:ud                              {Switch}
(W)     send (1|M0)              null     r24     0x3            0x02000004           // wr:1+0, rd:0; gateway; signal barrier
(W)     wait                                 n0.0<0;1,0>:ud                  
(W)     cmp (16|M0)   (lt)f0.0   null<1>:d     r4.0<0;1,0>:ud    0x2:uw             
(W)     cmp (16|M16)  (lt)f0.0   null<1>:d     r4.0<0;1,0>:ud    0x2:uw             
(W&f0.0) jmpi                                L768                                
L376:
(W)     shr (1|M0)               r4.2<1>:d     r4.0<0;1,0>:ud    1:w              
        cmp (16|M0)   (gt)f1.0   null<1>:d     r4.2<0;1,0>:ud    r5.0<8;8,1>:ud  
        cmp (16|M16)  (gt)f1.0   null<1>:d     r4.2<0;1,0>:ud    r10.0<8;8,1>:ud 
(f1.0)  if (32|M0)                           L616                  L616                
L440:
        add (16|M0)              r25.0<1>:d    r4.2<0;1,0>:d     r5.0<8;8,1>:d    {Compacted}
        add (16|M16)             r27.0<1>:d    r4.2<0;1,0>:d     r10.0<8;8,1>:d  
        send (16|M0)             r33:w    r20     0xC            0x04205EFE           // wr:2+0, rd:2; hdc.dc1; untyped surface read with x
        send (16|M16)            r35:w    r22     0xC            0x04205EFE           // wr:2+0, rd:2; hdc.dc1; untyped surface read with x
        shl (16|M0)              r25.0<1>:d    r25.0<8;8,1>:d    2:w              
        shl (16|M16)             r27.0<1>:d    r27.0<8;8,1>:d    2:w              
        send (16|M0)             r29:w    r25     0xC            0x04205EFE           // wr:2+0, rd:2; hdc.dc1; untyped surface read with x
        send (16|M16)            r31:w    r27     0xC            0x04205EFE           // wr:2+0, rd:2; hdc.dc1; untyped surface read with x
        add (16|M0)              r33.0<1>:d    r33.0<8;8,1>:d    r29.0<8;8,1>:d   {Compacted}
        add (16|M16)             r35.0<1>:d    r35.0<8;8,1>:d    r31.0<8;8,1>:d  
        sends (16|M0)            null:w   r20     r33     0x8C            0x04025EFE           // wr:2+2, rd:0; hdc.dc1; untyped surface write with x
        sends (16|M16)           null:w   r22     r35     0x8C            0x04025EFE           // wr:2+2, rd:0; hdc.dc1; untyped surface write with x
L616:
        endif (32|M0)                        L632                                
L632:
(W)     and (8|M0)               r37.0<1>:ud   r3.2<0;1,0>:ud    0x8F000000:ud             
(W)     mov (1|M0)               n0.0<1>:ud    0x0:ud                              {Switch}
(W)     send (1|M0)              null     r37     0x3            0x02000004           // wr:1+0, rd:0; gateway; signal barrier
(W)     wait                                 n0.0<0;1,0>:ud                  
(W)     cmp (16|M0)   (lt)f0.0   null<1>:d     r4.0<0;1,0>:ud    0x4:uw             
(W)     cmp (16|M16)  (lt)f0.0   null<1>:d     r4.0<0;1,0>:ud    0x4:uw             
(f0.0)  break (32|M0)                        L752                  L752                
L744:
(W)     mov (1|M0)               r4.0<1>:d     r4.2<0;1,0>:d                    {Compacted}
L752:
        while (32|M0)                        L376                                
L768:
        cmp (16|M0)   (eq)f1.0   null<1>:w     r1.0<16;16,1>:w   0:w              
        cmp (16|M16)  (eq)f1.0   null<1>:w     r2.0<16;16,1>:w   0:w              
(f1.0)  if (32|M0)                           L936                  L936                
L816:
(W)     mov (1|M0)               r38.0<1>:ud   0x0:uw                             
(W)     mov (1|M0)               f0.0<1>:ud    0x0:uw                             
        cmp (32|M0)   (eq)f0.0   null<1>:uw    r4.6<0;1,0>:uw    r4.6<0;1,0>:uw  
(W)     mov (1|M0)               r40.0<1>:uq   r8.1<0;1,0>:uq                  
(W)     send (1|M0)              r8       r38     0xA            0x021108FE           // wr:1+0, rd:1; hdc.dc0; byte gathering read 32b
(W)     cbit (1|M0)              r4.4<1>:ud    f0.0<0;1,0>:ud                   {Compacted}
(W)     mul (1|M0)               r42.0<1>:d    r8.0<0;1,0>:d     r4.8<0;1,0>:uw  
(W)     sends (1|M0)             null:ud  r40     r42     0x4C            0x040487FF           // wr:2+1, rd:0; hdc.dc1; untyped a64 atomic int32 integer add
L936:
        endif (32|M0)                        L952                                
L952:
(W)     mov (8|M0)               r127.0<1>:ud  r3.0<8;8,1>:ud                   {Compacted}
(W)     send (8|M0)              null     r127    0x27            0x02000010           {EOT} // wr:1+0, rd:0; spawner; end of thread
L976:
