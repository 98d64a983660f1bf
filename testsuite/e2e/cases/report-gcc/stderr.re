^report +input.report/ \(for the tracker: bugzilla.txt\)$
