; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
(module_declaration) @scope
(function_declaration) @scope
(task_declaration) @scope
(class_declaration) @scope
(seq_block) @scope
(module_header (simple_identifier) @definition.module)
(ansi_port_declaration (port_identifier (_) @definition.variable))
(port_reference (port_identifier (_) @definition.variable))
(list_of_port_identifiers (port_identifier (_) @definition.variable))
(list_of_variable_port_identifiers (port_identifier (_) @definition.variable))
(list_of_variable_identifiers (_) @definition.variable)
(list_of_tf_variable_identifiers (port_identifier (_) @definition.variable))
(tf_port_item1 (port_identifier (_) @definition.variable))
(variable_decl_assignment . (simple_identifier) @definition.variable)
(net_decl_assignment . (simple_identifier) @definition.variable)
(param_assignment (parameter_identifier (_) @definition.variable))
(list_of_genvar_identifiers (genvar_identifier (_) @definition.variable))
(enum_name_declaration (enum_identifier (_) @definition.constant))
(type_declaration (simple_identifier) @definition.type)
(function_identifier (function_identifier (_) @definition.function))
(task_identifier (task_identifier (_) @definition.function))
