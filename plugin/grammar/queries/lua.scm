; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
(function_declaration name: (identifier) @definition.function)
(variable_declaration (assignment_statement (variable_list name: (_) @definition.variable)))
(variable_declaration (variable_list name: (_) @definition.variable))
(parameters name: (_) @definition.parameter)
