x\*.*empty
