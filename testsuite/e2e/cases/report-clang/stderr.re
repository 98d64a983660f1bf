^written +input.reduced.c; report: input.report/ \(for the tracker: github.md\)$
