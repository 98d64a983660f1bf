a, c;
bug ( ) { if ( a ) b ( )
  ; else while ( c ) d ( ) ;

  }


cow   =  -  1 ;
