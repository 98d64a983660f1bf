a\(b
