error: --find-flags: leave it out; with --test
