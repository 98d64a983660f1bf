hoits.*hoist
