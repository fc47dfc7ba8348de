/* The loops of a variant as a tree, made by the library. */
#ifndef AST_H
#define AST_H

#include "schedule.h"
#include <isl/ast.h>
#include <isl/ast_build.h>

/* The tree that runs an order, or one context's share of it. */
struct ast {
    isl_ast_node *node; /* NULL: too much work */
    isl_ast_build *build;
    unsigned n;                         /* depths of loops */
    unsigned dimension[MOST_LOOPS + 2]; /* of a depth, in the order */
    int chunk;                          /* the depth that runs of iterations are dealt at; -1 */
};

/* The tree of all instances. */
void ast_make(struct ast *a, const struct relation *r, const struct schedule *s);

/* The tree of the instances whose parallel loop is from `from` to `to` - 1, with the statement
 * AST_SYNC where contexts have to meet. The variant has a parallel loop. */
void ast_make_share(struct ast *a, const struct relation *r, const struct schedule *s,
                    const struct variant *v);
void ast_free(struct ast *a);

/* Returns true when a statement of A runs outside of the loop that runs of iterations are dealt at:
 * the library writes a loop of one iteration as that iteration. */
bool ast_escapes(const struct ast *a);

/* The same instances as passes over the parallel loop. */
struct passes {
    struct ast outer; /* loops around the parallel one: the statements AST_PASS, whose
                       * arguments are called p0, p1 ... within, and AST_SYNC */
    struct ast inner; /* one pass, its parallel loop from `from` to `to` - 1; its iterators
                       * are d0, d1 ... */
    isl_ast_expr *least, *most; /* iterations of the parallel loop in one pass */
};

#define AST_PASS "pass_"

void ast_make_passes(struct passes *p, const struct relation *r, const struct schedule *s,
                     const struct variant *v);
void ast_free_passes(struct passes *p);

#define AST_SYNC "sync_"

/* Returns true when a loop of more than one iteration is NODE or below it. */
bool ast_has_loop(isl_ast_node *node);

/* Returns the depth of loop NODE: its iterator is c0, c1 ... */
unsigned ast_loop_depth(isl_ast_node *node);

/* Returns the depths, bit 0 the outermost, of innermost loops of NODE that have a condition in
 * them. */
unsigned ast_branches(isl_ast_node *node);

#endif
