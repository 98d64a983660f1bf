; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
(function_declaration name: (_) @definition.function)
(variable_declaration (identifier) @definition.variable)
(parameter name: (_) @definition.parameter)
(container_field name: (_) @definition.field)
(error_set_declaration (identifier) @definition.constant)
