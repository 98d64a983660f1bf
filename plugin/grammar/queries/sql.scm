; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
(create_table (object_reference name: (identifier) @definition.function))
(create_view (object_reference name: (identifier) @definition.type))
(cte . (identifier) @definition.type)
