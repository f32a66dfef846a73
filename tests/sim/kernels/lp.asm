L0:
(W)     mov (8|M0)               r2.0<1>:ud    r0.0<1;1,0>:ud                  
(W)     or (1|M0)                cr0.0<1>:ud   cr0.0<0;1,0>:ud   0x4C0:uw              {Switch}
(W)     mul (1|M0)               r3.0<1>:d     r5.3<0;1,0>:d     r2.1<0;1,0>:d    {Compacted}
        add (16|M0)              r6.0<1>:d     r3.0<0;1,0>:d     r1.0<16;16,1>:uw
        add (16|M0)              r8.0<1>:d     r6.0<8;8,1>:d     r4.0<0;1,0>:d    {Compacted}
        add (16|M0)              r12.0<1>:d    r8.0<8;8,1>:d     -101:w              
        mov (16|M0)              r10.0<1>:f    r8.0<8;8,1>:ud                   {Compacted}
        cmp (16|M0)   (lt)f0.0   null<1>:d     r12.0<8;8,1>:ud   0xFFFFFF9C:ud             
(~f0.0) if (16|M0)                           L368                  L368                
L120:
(W)     mov (1|M0)               r3.1<1>:d     0:w                              
L136:
(W)     and (1|M0)               r3.2<1>:d     r3.1<0;1,0>:d     1:w              
(W)     cmp (16|M0)   (eq)f0.0   null<1>:d     r3.2<0;1,0>:d     0:w              
(W&~f0.0) jmpi                               L240                                
L184:
        mul (16|M0)              r14.0<1>:f    r10.0<8;8,1>:f    r10.0<8;8,1>:f   {Compacted}
        math.sin (16|M0)         r16.0<1>:f    r10.0<8;8,1>:f                   {Compacted}
        math.fdiv (16|M0)        r14.0<1>:f    r14.0<8;8,1>:f    3.0:f              
        nop                    
        add (16|M0)              r10.0<1>:f    r14.0<8;8,1>:f    r16.0<8;8,1>:f   {Compacted}
L240:
(W)     add (1|M0)               r3.1<1>:d     r3.1<0;1,0>:d     1:w              
        cmp (16|M0)   (gt)f1.1   null<1>:f     r10.0<8;8,1>:f    100.0:f              
(W)     mov (1|M0)               r3.6<1>:w     1:w                              
        cmp (16|M0)   (ge)f1.0   null<1>:d     r3.1<0;1,0>:ud    r8.0<8;8,1>:ud  
(f1.1)  sel (16|M0)              r18.0<1>:d    r3.6<0;1,0>:w     0:w              
(f1.0)  mov (16|M0)              r18.0<1>:d    1:w                              
        cmp (16|M0)   (ne)f0.1   null<1>:d     r18.0<8;8,1>:d    0:w              
(~f0.1) while (16|M0)                        L136                                
L368:
        endif (16|M0)                        L384                                
L384:
        shl (16|M0)              r20.0<1>:d    r8.0<8;8,1>:d     2:w              
(W)     mov (8|M0)               r127.0<1>:ud  r2.0<8;8,1>:ud                   {Compacted}
        sends (16|M0)            null:w   r20     r10     0x8C            0x04025E00           // wr:2+2, rd:0; hdc.dc1; untyped surface write with x
(W)     send (8|M0)              null     r127    0x27            0x02000010           {EOT} // wr:1+0, rd:0; spawner; end of thread
L440:
