GIMPLE pass tree-modref2 \(named by -fdisable-tree-modref2
