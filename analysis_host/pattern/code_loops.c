/* Writes a tree of loops as C. */
#include "code_loops.h"
#include "ast_branches.h"
#include "check.h"
#include <stdlib.h>
#include <string.h>

struct writer {
    FILE *out;
    const struct ast *ast;
    const struct relation *r;
    const struct schedule *s;
    unsigned indent;
    signed char
        vector[MOST_LOOPS]; /* of a dimension: 1 iterations may run at once, -1 not, 0 not known */
};

static void write_node(struct writer *w, isl_ast_node *node);

static void line(const struct writer *w)
{
    for (unsigned i = 0; i < w->indent; i++)
        fputs("    ", w->out);
}

/* Writes an expression, which it takes. */
static void write_expr(const struct writer *w, isl_ast_expr *e)
{
    char *text = isl_ast_expr_to_C_str(e);

    fputs(text == NULL ? "0" : text, w->out);
    free(text);
    isl_ast_expr_free(e);
}

static bool is_innermost(isl_ast_node *node)
{
    isl_ast_node *body = isl_ast_node_for_get_body(node);
    bool found = ast_has_loop(body);

    isl_ast_node_free(body);
    return !found;
}

/* The iterator's name, c0 ...; its depth. */
static char *iterator_of(isl_ast_node *node, unsigned *depth)
{
    isl_ast_expr *e = isl_ast_node_for_get_iterator(node);
    char *name = isl_ast_expr_to_C_str(e);

    isl_ast_expr_free(e);
    *depth = name == NULL ? 0 : (unsigned)strtoul(name + 1, NULL, 10);
    return name;
}

static bool is_vector(struct writer *w, unsigned depth)
{
    unsigned at = depth < w->ast->n ? w->ast->dimension[depth] : 0;

    if (w->vector[at] == 0)
        w->vector[at] = check_loop_is_parallel(w->r, w->s, at) ? 1 : -1;
    return w->vector[at] > 0;
}

static void write_body(struct writer *w, isl_ast_node *body)
{
    w->indent++;
    write_node(w, body);
    w->indent--;
    isl_ast_node_free(body);
}

/* The last value of the iterator, from the condition "i <= E" or "i < E". */
static void write_last(const struct writer *w, isl_ast_node *node)
{
    isl_ast_expr *condition = isl_ast_node_for_get_cond(node);
    bool less = isl_ast_expr_get_op_type(condition) == isl_ast_op_lt;

    fputc('(', w->out);
    write_expr(w, isl_ast_expr_get_op_arg(condition, 1));
    fputs(less ? ") - 1" : ")", w->out);
    isl_ast_expr_free(condition);
}

/* A loop with one iteration, or the check that its run of iterations is the caller's. */
static void write_degenerate(struct writer *w, isl_ast_node *node, const char *name, bool dealt)
{
    line(w);
    fprintf(w->out, "{\n");
    w->indent++;
    line(w);
    fprintf(w->out, "const long %s = ", name);
    write_expr(w, isl_ast_node_for_get_init(node));
    fputs(";\n", w->out);
    if (dealt) {
        line(w);
        fprintf(w->out, "if (pattern_is_mine(%s, share)) {\n", name);
    }
    write_body(w, isl_ast_node_for_get_body(node));
    if (dealt) {
        line(w);
        fputs("}\n", w->out);
    }
    w->indent--;
    line(w);
    fputs("}\n", w->out);
}

static void write_step(const struct writer *w, isl_ast_node *node, unsigned times)
{
    fprintf(w->out, "%u * (", times);
    write_expr(w, isl_ast_node_for_get_inc(node));
    fputc(')', w->out);
}

/* The loop itself; UNROLLED: from where unrolled laps left off. DEALT: every so many iterations. */
static void write_for(struct writer *w, isl_ast_node *node, const char *name, bool dealt,
                      bool unrolled)
{
    line(w);
    fprintf(w->out, "for (long %s = ", name);
    if (unrolled) {
        fprintf(w->out, "%s_at", name);
    } else {
        fputs(dealt ? "pattern_first(" : "", w->out);
        write_expr(w, isl_ast_node_for_get_init(node));
        fputs(dealt ? ", share)" : "", w->out);
    }
    fprintf(w->out, "; %s <= %s_last; %s += ", name, name, name);
    if (dealt)
        fputs("(long)share->contexts", w->out);
    else
        write_expr(w, isl_ast_node_for_get_inc(node));
    fputs(") {\n", w->out);
    write_body(w, isl_ast_node_for_get_body(node));
    line(w);
    fputs("}\n", w->out);
}

/* COPIES iterations a lap, then what is left, one a lap. */
static void write_unrolled(struct writer *w, isl_ast_node *node, const char *name, unsigned copies)
{
    line(w);
    fprintf(w->out, "for (; %s_at + ", name);
    write_step(w, node, copies - 1);
    fprintf(w->out, " <= %s_last; %s_at += ", name, name);
    write_step(w, node, copies);
    fputs(") {\n", w->out);
    w->indent++;
    for (unsigned i = 0; i < copies; i++) {
        line(w);
        fprintf(w->out, "{\n");
        line(w);
        fprintf(w->out, "    const long %s = %s_at + ", name, name);
        write_step(w, node, i);
        fputs(";\n", w->out);
        write_body(w, isl_ast_node_for_get_body(node));
        line(w);
        fputs("}\n", w->out);
    }
    w->indent--;
    line(w);
    fputs("}\n", w->out);
}

/* The bounds of a loop, and the loop. */
static void write_range(struct writer *w, isl_ast_node *node, const char *name, unsigned depth)
{
    bool dealt = (int)depth == w->ast->chunk;
    unsigned copies = depth < w->ast->n && !dealt ? w->s->unroll[w->ast->dimension[depth]] : 0;

    line(w);
    fprintf(w->out, "const long %s_last = ", name);
    write_last(w, node);
    fputs(";\n", w->out);
    if (copies > 0) {
        line(w);
        fprintf(w->out, "long %s_at = ", name);
        write_expr(w, isl_ast_node_for_get_init(node));
        fputs(";\n", w->out);
        write_unrolled(w, node, name, copies);
    }
    /* After unrolled laps fewer are left than a vector has. */
    if (!dealt && copies == 0 && is_innermost(node) && is_vector(w, depth)) {
        line(w);
        fputs("PATTERN_VECTOR\n", w->out);
    }
    write_for(w, node, name, dealt, copies > 0);
}

static void write_loop(struct writer *w, isl_ast_node *node)
{
    unsigned depth;
    char *name = iterator_of(node, &depth);

    if (name != NULL && isl_ast_node_for_is_degenerate(node) == isl_bool_true) {
        write_degenerate(w, node, name, (int)depth == w->ast->chunk);
    } else if (name != NULL) {
        line(w);
        fprintf(w->out, "{\n");
        w->indent++;
        write_range(w, node, name, depth);
        w->indent--;
        line(w);
        fputs("}\n", w->out);
    }
    free(name);
}

static void write_if(struct writer *w, isl_ast_node *node)
{
    line(w);
    fputs("if (", w->out);
    write_expr(w, isl_ast_node_if_get_cond(node));
    fputs(") {\n", w->out);
    write_body(w, isl_ast_node_if_get_then_node(node));
    line(w);
    if (isl_ast_node_if_has_else_node(node) == isl_bool_true) {
        fputs("} else {\n", w->out);
        write_body(w, isl_ast_node_if_get_else_node(node));
        line(w);
    }
    fputs("}\n", w->out);
}

static void write_block(struct writer *w, isl_ast_node *node)
{
    isl_ast_node_list *list = isl_ast_node_block_get_children(node);
    isl_size n = isl_ast_node_list_n_ast_node(list);

    for (int i = 0; i < n; i++) {
        isl_ast_node *child = isl_ast_node_list_get_ast_node(list, i);
        write_node(w, child);
        isl_ast_node_free(child);
    }
    isl_ast_node_list_free(list);
}

static void write_statement(struct writer *w, isl_ast_node *node)
{
    isl_ast_expr *call = isl_ast_node_user_get_expr(node);
    isl_ast_expr *name = isl_ast_expr_get_op_arg(call, 0);
    char *text = isl_ast_expr_to_C_str(name);
    isl_size n = isl_ast_expr_get_op_n_arg(call);

    line(w);
    if (text != NULL && strcmp(text, AST_SYNC) == 0) {
        fputs("kernel_sync(share);\n", w->out);
    } else {
        fprintf(w->out, "S_%s(", text == NULL ? "" : text);
        for (int i = 1; i < n; i++) {
            fputs(i > 1 ? ", " : "", w->out);
            write_expr(w, isl_ast_expr_get_op_arg(call, i));
        }
        fputs(");\n", w->out);
    }
    free(text);
    isl_ast_expr_free(name);
    isl_ast_expr_free(call);
}

static void write_node(struct writer *w, isl_ast_node *node)
{
    switch (isl_ast_node_get_type(node)) {
    case isl_ast_node_for:
        write_loop(w, node);
        break;
    case isl_ast_node_if:
        write_if(w, node);
        break;
    case isl_ast_node_block:
        write_block(w, node);
        break;
    case isl_ast_node_user:
        write_statement(w, node);
        break;
    default:
        break;
    }
}

bool code_loops(FILE *out, const struct ast *a, const struct relation *r, const struct schedule *s)
{
    struct writer w = { .out = out, .ast = a, .r = r, .s = s, .indent = 1 };

    if (a->node == NULL)
        return false;
    write_node(&w, a->node);
    return !relation_failed(r);
}
