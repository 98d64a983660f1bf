^written +input.reduced.c; report: input.report/ \(for the tracker: bugzilla.txt\)$
