error: --match: leave it out; with --test
