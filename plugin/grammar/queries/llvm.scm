; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
(fn_define) @scope
(function_header name: (global_var) @definition.function)
(function_header
  arguments: (argument_list
    (argument (value (var (local_var) @definition.parameter)))))
(instruction . (local_var) @definition.variable)
(global_global . (global_var) @definition.variable)
(global_type . (local_var) @definition.type)
(unnamed_attr_grp (attr_ref) @definition.constant)
(global_metadata . (metadata_ref) @definition.constant)
; Nothing names a function's entry, which is always needed.
(function_body . "{" . (label) @definition.parameter)
(label) @definition.label
