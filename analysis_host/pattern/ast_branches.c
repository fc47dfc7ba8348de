/* Finds conditions within innermost loops. */
#include "ast_branches.h"
#include <stdlib.h>

static isl_bool is_loop(isl_ast_node *node, void *user)
{
    bool *found = user;

    if (isl_ast_node_get_type(node) == isl_ast_node_for &&
        isl_ast_node_for_is_degenerate(node) != isl_bool_true)
        *found = true;
    return isl_bool_ok(!*found);
}

bool ast_has_loop(isl_ast_node *node)
{
    bool found = false;

    (void)isl_ast_node_foreach_descendant_top_down(node, is_loop, &found);
    return found;
}

unsigned ast_loop_depth(isl_ast_node *node)
{
    isl_ast_expr *e = isl_ast_node_for_get_iterator(node);
    char *name = isl_ast_expr_to_C_str(e);
    unsigned depth = name == NULL ? 0 : (unsigned)strtoul(name + 1, NULL, 10);

    free(name);
    isl_ast_expr_free(e);
    return depth;
}

static isl_bool is_condition(isl_ast_node *node, void *user)
{
    bool *found = user;

    *found = *found || isl_ast_node_get_type(node) == isl_ast_node_if;
    return isl_bool_ok(!*found);
}

static isl_bool add_branches(isl_ast_node *node, void *user)
{
    unsigned *depths = user;
    bool found = false;

    if (isl_ast_node_get_type(node) != isl_ast_node_for ||
        isl_ast_node_for_is_degenerate(node) == isl_bool_true)
        return isl_bool_true;
    isl_ast_node *body = isl_ast_node_for_get_body(node);
    bool innermost = !ast_has_loop(body);
    if (innermost)
        (void)isl_ast_node_foreach_descendant_top_down(body, is_condition, &found);
    isl_ast_node_free(body);
    unsigned depth = ast_loop_depth(node);
    if (found && depth < 32)
        *depths |= 1U << depth;
    return isl_bool_ok(!innermost);
}

unsigned ast_branches(isl_ast_node *node)
{
    unsigned depths = 0;

    if (node != NULL)
        (void)isl_ast_node_foreach_descendant_top_down(node, add_branches, &depths);
    return depths;
}
