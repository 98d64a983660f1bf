; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
(module) @scope
(function_definition) @scope
(class_definition) @scope
(lambda) @scope
(class_definition body: (block (function_definition name: (_) @definition.member.own.method)))
(class_definition body: (block (decorated_definition definition: (function_definition name: (_) @definition.member.own.method))))
(class_definition body: (block (expression_statement (assignment left: (identifier) @definition.member.own))))
(function_definition name: (_) @definition.function)
(class_definition name: (_) @definition.class)
(assignment left: (attribute attribute: (_) @definition.member))
(assignment left: [(identifier) (pattern_list) (tuple_pattern) (list_pattern)] @definition.variable)
(for_statement left: (_) @definition.variable)
(as_pattern_target (identifier) @definition.variable)
(named_expression name: (_) @definition.variable)
(lambda_parameters (identifier) @definition.parameter)
(parameters (identifier) @definition.parameter)
(default_parameter name: (_) @definition.parameter)
(typed_parameter (identifier) @definition.parameter)
(import_statement name: (dotted_name) @definition.import)
(import_from_statement name: (dotted_name) @definition.import)
(aliased_import alias: (_) @definition.import)
