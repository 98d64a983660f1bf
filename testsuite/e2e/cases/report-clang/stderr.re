^report +input.report/ \(for the tracker: github.md\)$
