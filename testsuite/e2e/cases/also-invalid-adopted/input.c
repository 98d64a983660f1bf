int w1; int a; int w2; int b; int bug; int c; int w3; int d;
