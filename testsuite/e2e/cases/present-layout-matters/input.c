int a; int bug; int b; int cow;
