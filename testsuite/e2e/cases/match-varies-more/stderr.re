^match +kind$
does not crash the same way twice .*going on with --match kind$
