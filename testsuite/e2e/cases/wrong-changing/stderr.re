a test does not ask: a second run: .* does something else each time
