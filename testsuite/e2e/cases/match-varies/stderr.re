^match +function$
does not crash the same way twice .*going on with --match function$
