/* Writes a tree of loops as C. */
#ifndef CODE_LOOPS_H
#define CODE_LOOPS_H

#include "ast.h"

/* Writes A's loops to OUT, indented by one level. A statement S becomes the macro S_S(...),
 * AST_SYNC a call of kernel_sync(). Innermost loops whose iterations may run at once are marked so.
 * False where the work became too much. */
bool code_loops(FILE *out, const struct ast *a, const struct relation *r, const struct schedule *s);

#endif
