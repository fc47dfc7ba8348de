/* Operations, in the order of tables. */
#include "ops.h"
#include <math.h>

const char *const format_ops[FORMAT_OPS] = { "add", "sub",   "mul", "div", "mod",  "fma", "and",
                                             "xor", "shift", "cmp", "cvt", "sqrt", "load" };

bool format_op_is_whole(double value)
{
    return value >= 10 || fabs(value - round(value)) <= 0.02 * value;
}
