SIGABRT or a failure instead of exit status 0
GIMPLE pass tree-modref2 \(named by -fdisable-tree-modref2.*, or one of .*store_merging,.* tree-dse
hidden by .*-fno-store-merging
sieve +[0-9]+ % of the time of tests, .* s gcc-12 -O1 with warnings
a test asks: gcc-12 -fdbg-cnt=store_merging:0-0
