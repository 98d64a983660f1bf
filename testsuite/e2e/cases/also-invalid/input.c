int a; int bug; int b; int cow; int c; int dog; int d;
