SIGABRT instead of exit status 0
pass store_merging \(named by -fdbg-cnt
hidden by .*-fno-store-merging
