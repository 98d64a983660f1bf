; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
(program) @scope
(method) @scope
(singleton_method) @scope
(class) @scope
(module) @scope
(block) @scope.open
(do_block) @scope.open
(lambda) @scope.open
(method name: (_) @definition.member.bare.method)
(singleton_method name: (_) @definition.member.bare.method)
(assignment left: (instance_variable) @definition.member.bare)
(class name: (constant) @definition.class)
(module name: (constant) @definition.module)
(assignment left: (identifier) @definition.variable)
(assignment left: (constant) @definition.constant)
(method_parameters (identifier) @definition.parameter)
(block_parameters (identifier) @definition.parameter)
(lambda_parameters (identifier) @definition.parameter)
(optional_parameter name: (_) @definition.parameter)
