; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
(function_declaration name: (identifier) @definition.function)
(variable_declaration (assignment_statement (variable_list name: (_) @definition.variable)))
(variable_declaration (variable_list name: (_) @definition.variable))
(function_declaration name: (_ field: (identifier) @definition.member.method))
(function_declaration name: (_ method: (identifier) @definition.member.method))
(assignment_statement (variable_list name: (_ field: (identifier) @definition.member)))
(field name: (identifier) @definition.member)
(parameters name: (_) @definition.parameter)
