/* Operations, in the order of tables. */
#ifndef FORMAT_OPS_H
#define FORMAT_OPS_H

#include <stdbool.h>
#include <stddef.h>

enum { FORMAT_OPS = 13 };
extern const char *const format_ops[FORMAT_OPS];

/* Returns true when VALUE, at least 0, is shown without decimals: it is large, or within 2 % of
 * whole. */
bool format_op_is_whole(double value);

#endif
