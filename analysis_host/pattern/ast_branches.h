/* Conditions within innermost loops, which cost as much as what they guard. */
#ifndef AST_BRANCHES_H
#define AST_BRANCHES_H

#include <isl/ast.h>
#include <stdbool.h>

/* Returns true when a loop of more than one iteration is NODE or below it. */
bool ast_has_loop(isl_ast_node *node);
/* Returns the depth of loop NODE: its iterator is c0, c1 ... */
unsigned ast_loop_depth(isl_ast_node *node);
/* Returns the depths, bit 0 the outermost, of innermost loops of NODE that have a condition in
 * them. */
unsigned ast_branches(isl_ast_node *node);

#endif
