no-such-compiler-xyz
