; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
(function_item) @scope
(function_signature_item) @scope
(block) @scope
(closure_expression) @scope
(for_expression) @scope
(trait_item) @scope
(impl_item) @scope
(struct_item) @scope
(enum_item) @scope
(union_item) @scope
(type_item) @scope
(function_item name: (_) @definition.function)
(function_signature_item name: (_) @definition.function)
(macro_definition name: (_) @definition.macro)
(struct_item name: (_) @definition.struct)
(enum_item name: (_) @definition.enum)
(union_item name: (_) @definition.union)
(trait_item name: (_) @definition.trait)
(type_item name: (_) @definition.type)
(associated_type name: (_) @definition.type)
(mod_item name: (_) @definition.module)
(const_item name: (_) @definition.constant)
(static_item name: (_) @definition.constant)
(enum_variant name: (_) @definition.constant)
(field_declaration name: (_) @definition.field)
(let_declaration pattern: (_) @definition.variable)
(parameter pattern: (_) @definition.parameter)
(type_parameter name: (_) @definition.type)
(use_declaration argument: (identifier) @definition.import)
(use_declaration argument: (scoped_identifier name: (_) @definition.import))
(use_list (identifier) @definition.import)
(use_as_clause alias: (_) @definition.import)
; What patterns name is a variable or a constant.
(match_pattern (_) @bound)
(let_condition pattern: (_) @bound)
(for_expression pattern: (_) @bound)
(closure_parameters (_) @bound)
(lifetime) @bound
((identifier) @bound (#any-of? @bound "Err" "None" "Ok" "Some"))
