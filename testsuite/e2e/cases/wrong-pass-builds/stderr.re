GIMPLE pass store_merging \(named by -fdbg-cnt
