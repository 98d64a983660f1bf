note: bad.c is the source that crashes \(tried 2 of 2\)
