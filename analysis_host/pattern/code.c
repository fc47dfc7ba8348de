/* Writes a pattern as C. */
#include "code.h"
#include "ast.h"
#include "check.h"
#include "code_parts.h"
#include "interpret.h"
#include <stdlib.h>
#include <string.h>

/* ---- Writes a tree of loops as C. ---- */

struct writer {
    FILE *out;
    const struct ast *ast;
    const struct relation *r;
    const struct schedule *s;
    const struct passes *passes; /* where chunks of the parallel loop are dealt; else NULL */
    const struct variant *v;
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

/* One pass over the parallel loop, chunk by chunk; CALL has its outer iterations. */
static void write_pass(struct writer *w, isl_ast_expr *call)
{
    static const char *const kinds[] = { "static", "dynamic", "guided" };
    const struct ast *outer = w->ast;
    bool cyclic = w->v->space == SPACE_CYCLIC;
    isl_size n = isl_ast_expr_get_op_n_arg(call);

    fputs("{\n", w->out);
    w->indent++;
    for (int i = 1; i < n; i++) {
        line(w);
        fprintf(w->out, "const long p%d = ", i - 1);
        write_expr(w, isl_ast_expr_get_op_arg(call, i));
        fputs(";\n", w->out);
    }
    line(w);
    fputs("struct pattern_chunks chunks = pattern_chunks_of(", w->out);
    write_expr(w, isl_ast_expr_copy(w->passes->least));
    fputs(", ", w->out);
    write_expr(w, isl_ast_expr_copy(w->passes->most));
    fprintf(w->out, ", %u, %s, share);\n", (unsigned)(cyclic ? w->v->chunk : w->v->grain),
            cyclic ? "0" : "share->from");
    line(w);
    fprintf(w->out, "while (pattern_%s(&chunks, share)) {\n",
            cyclic ? "static" : kinds[w->v->schedule]);
    w->indent++;
    line(w);
    fputs("const long from = chunks.from, to = chunks.to;\n", w->out);
    w->ast = &w->passes->inner;
    write_node(w, w->passes->inner.node);
    w->ast = outer;
    for (unsigned i = 0; i < 2; i++) {
        w->indent--;
        line(w);
        fputs("}\n", w->out);
    }
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
    } else if (text != NULL && strcmp(text, AST_PASS) == 0) {
        write_pass(w, call);
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

/* Writes the loops of W, indented by one level. A statement S becomes the macro S_S(...),
 * AST_SYNC a call of kernel_sync(). Innermost loops whose iterations may run at once are marked so.
 * False where the work became too much. */
static bool code_loops(struct writer w)
{
    const struct ast *a = w.ast;

    w.indent = 1;
    if (a->node == NULL || (w.passes != NULL && w.passes->inner.node == NULL))
        return false;
    write_node(&w, a->node);
    return !relation_failed(w.r);
}

enum { MOST_STEPS = 600000, USUAL_SIZE = 37 };

bool code_wants(const char *list, const char *variant)
{
    size_t n = strlen(variant);

    if (list == NULL)
        return true;
    for (const char *p = list; p != NULL; p = strchr(p, ',')) {
        p += *p == ',';
        if (strncmp(p, variant, n) == 0 && (p[n] == ',' || p[n] == '\0'))
            return true;
    }
    return false;
}

void code_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (const unsigned char *p = (const unsigned char *)text; *p != '\0'; p++)
        if (*p == '"' || *p == '\\')
            fprintf(out, "\\%c", *p);
        else if (*p < ' ' || *p >= 0x7f || *p == '?')
            fprintf(out, "\\%03o", *p);
        else
            fputc(*p, out);
    fputc('"', out);
}

/* ---- layouts: variants with equal rows share one ---- */

static bool same_rows(const struct pattern *p, const struct variant *a, const struct variant *b)
{
    for (unsigned i = 0; i < p->n_arrays; i++) {
        uint32_t x = a->has_pad[i] ? a->pads[i] : p->arrays[i].pad;
        uint32_t y = b->has_pad[i] ? b->pads[i] : p->arrays[i].pad;
        if (x != y || a->dense[i] != b->dense[i])
            return false;
    }
    return true;
}

/* The first wanted variant with the rows of variant V. */
static unsigned layout_of(const struct pattern *p, const char *list, unsigned v)
{
    for (unsigned i = 0; i < v; i++)
        if (code_wants(list, p->variants[i].name) && same_rows(p, &p->variants[i], &p->variants[v]))
            return i;
    return v;
}

/* ---- checksums ---- */

/* The size nearest to WANTED that the pattern takes. */
static int64_t taken(const struct pattern *p, int64_t wanted)
{
    int64_t size = wanted > p->most ? p->most : wanted;

    return size <= p->least ? p->least : size - (size - p->least) % p->step;
}

/* Writes the checks that the text's order gives; their number. */
static unsigned write_expected(FILE *out, const struct pattern *p)
{
    const int64_t sizes[] = { taken(p, p->least), taken(p, USUAL_SIZE) };
    unsigned n = 0;
    uint64_t check;

    for (unsigned i = 0; i < 2; i++) {
        if ((i > 0 && sizes[1] == sizes[0]) || !interpret_check(p, sizes[i], MOST_STEPS, &check))
            continue;
        if (n++ == 0)
            fprintf(out, "static const struct kernel_expected pattern_%s_expected[] = {\n",
                    p->name);
        fprintf(out, "    { %lldu, UINT64_C(0x%016llx) },\n", (long long)sizes[i],
                (unsigned long long)check);
    }
    fputs(n > 0 ? "};\n\n" : "", out);
    return n;
}

/* ---- kernels ---- */

/* Sets BOUNDS to the expressions of the least and the largest iteration of the parallel loop. */
static bool write_share(FILE *out, const struct relation *r, const struct schedule *s,
                        const struct variant *v)
{
    isl_set *values = isl_set_from_union_set(
        isl_union_map_range(schedule_part(s, (unsigned)s->parallel, (unsigned)s->parallel + 1)));
    struct ast a;

    values = isl_set_set_dim_name(values, isl_dim_param, 0, "n");
    ast_make(&a, r, s);
    fprintf(out,
            "static void pattern_%s_%s_range(uint64_t size, long *from, long *to)\n"
            "{\n    const long n = (long)size;\n\n    (void)n;\n",
            r->pattern->name, v->name);
    for (unsigned upper = 0; upper < 2; upper++) {
        isl_pw_aff *bound = upper ? isl_set_dim_max(isl_set_copy(values), 0)
                                  : isl_set_dim_min(isl_set_copy(values), 0);
        isl_ast_expr *e = isl_ast_build_expr_from_pw_aff(a.build, bound);
        char *text = isl_ast_expr_to_C_str(e);
        fprintf(out, "    *%s = %s%s;\n", upper ? "to" : "from", text == NULL ? "0" : text,
                upper ? " + 1" : "");
        free(text);
        isl_ast_expr_free(e);
    }
    fputs("    if (*to < *from)\n        *to = *from;\n}\n\n", out);
    isl_set_free(values);
    ast_free(&a);
    return !relation_failed(r);
}

static bool write_run(FILE *out, const struct relation *r, const struct schedule *s,
                      const struct variant *v, unsigned line_bytes)
{
    const struct pattern *p = r->pattern;
    struct passes passes = { 0 };
    struct ast a = { 0 };
    bool dealt = s->parallel >= 0 && v->grain > 0;

    if (s->parallel < 0)
        ast_make(&a, r, s);
    else if (!dealt)
        ast_make_share(&a, r, s, v);
    dealt = dealt || ast_escapes(&a);
    if (dealt)
        ast_make_passes(&passes, r, s, v);
    fprintf(out,
            "static void pattern_%s_%s_run(void *base, uint64_t size, const struct kernel_share "
            "*share)\n"
            "{\n    const long n = (long)size;\n",
            p->name, v->name);
    if (s->parallel >= 0 && !dealt)
        fputs("    const long from = share->from, to = share->to;\n", out);
    fputs("\n    if (n == 0)\n        return;\n    (void)share;\n", out);
    code_pointers(out, p, v, line_bytes);
    code_statements(out, p, v->nontemporal);
    bool good = code_loops((struct writer){ .out = out,
                                            .ast = dealt ? &passes.outer : &a,
                                            .passes = dealt ? &passes : NULL,
                                            .r = r,
                                            .s = s,
                                            .v = v });
    code_statements_end(out, p);
    fputs(v->nontemporal ? "    PATTERN_STREAM_END;\n}\n\n" : "}\n\n", out);
    ast_free(&a);
    ast_free_passes(&passes);
    return good;
}

static void write_contexts(FILE *out, const struct pattern *p, const struct variant *v)
{
    if (v->n_contexts == 0)
        return;
    fprintf(out, "static const uint16_t pattern_%s_%s_contexts[] = {", p->name, v->name);
    for (unsigned i = 0; i < v->n_contexts; i++)
        fprintf(out, " %u,", v->contexts[i]);
    fputs(" };\n\n", out);
}

static void write_names(FILE *out, const struct pattern *p, const struct variant *v)
{
    static const char *const spaces[] = { "KERNEL_UNIFIED", "KERNEL_INDEPENDENT", "KERNEL_CYCLIC" };
    static const char *const schedules[] = { "KERNEL_STATIC", "KERNEL_DYNAMIC", "KERNEL_GUIDED" };
    const enum element_type type = p->statements[0].type;

    fprintf(out, "const struct kernel pattern_%s_%s = {\n    .name = \"%s\",\n", p->name, v->name,
            p->name);
    fprintf(out, "    .variant = \"%s\",\n    .type = \"%s\",\n    .about = ", v->name,
            type_word(type));
    code_string(out, p->about);
    fputs(",\n    .clauses = ", out);
    if (v->text[0] == '\0')
        fputs("0", out);
    else
        code_string(out, v->text);
    fprintf(out, ",\n    .spec = UINT32_C(0x%08x),\n    .space = %s,\n    .chunk = %u,\n",
            (unsigned)p->spec, spaces[v->space],
            (unsigned)(v->space == SPACE_CYCLIC ? v->chunk : v->grain));
    fprintf(out, "    .barrier = %s,\n", v->barrier ? "true" : "false");
    if (v->has_schedule)
        fprintf(out, "    .schedule = %s,\n", schedules[v->schedule]);
}

static void write_kernel(FILE *out, const struct pattern *p, const struct variant *v,
                         const struct schedule *s, unsigned layout, unsigned line_bytes,
                         unsigned n_expected)
{
    bool lines = true;

    for (unsigned i = 0; i < p->n_arrays; i++)
        lines &= !v->dense[i];
    write_names(out, p, v);
    fprintf(out, "    .line_bytes = %u,\n    .least = %lldu,\n    .step = %lldu,\n", line_bytes,
            (long long)p->least, (long long)p->step);
    if (p->most == INT64_MAX)
        fputs("    .most = UINT64_MAX,\n", out);
    else
        fprintf(out, "    .most = %lldu,\n", (long long)p->most);
    if (v->n_contexts > 0)
        fprintf(out, "    .contexts = pattern_%s_%s_contexts,\n    .n_contexts = %u,\n", p->name,
                v->name, v->n_contexts);
    fprintf(out,
            "    .bytes = pattern_%s_bytes%u,\n    .count = pattern_%s_count%s,\n"
            "    .fill = pattern_%s_fill%u,\n    .check = pattern_%s_check%u,\n",
            p->name, layout, p->name, lines ? "" : "_dense", p->name, layout, p->name, layout);
    if (s->parallel >= 0)
        fprintf(out, "    .range = pattern_%s_%s_range,\n", p->name, v->name);
    fprintf(out, "    .run = pattern_%s_%s_run,\n", p->name, v->name);
    if (n_expected > 0)
        fprintf(out, "    PATTERN_EXPECTED(pattern_%s_expected, %u)\n", p->name, n_expected);
    fputs("};\n\n", out);
}

static bool write_variant(FILE *out, const struct relation *r, const struct schedule *s, unsigned v,
                          unsigned layout, unsigned line_bytes, unsigned n_expected)
{
    const struct variant *variant = &r->pattern->variants[v];
    bool good = true;

    if (s->parallel >= 0)
        good = write_share(out, r, s, variant);
    good = write_run(out, r, s, variant, line_bytes) && good;
    write_contexts(out, r->pattern, variant);
    write_kernel(out, r->pattern, variant, s, layout, line_bytes, n_expected);
    return good;
}

bool code_pattern(FILE *out, const struct relation *r, const struct schedule *schedules,
                  const struct counts *c, const char *list)
{
    const struct pattern *p = r->pattern;

    fprintf(out, "/* Written by patterns from %s.pattern. */\n#include \"lib/pattern_code.h\"\n\n",
            p->name);
    for (unsigned i = 0; i < p->n_variants; i++)
        if (code_wants(list, p->variants[i].name))
            fprintf(out, "extern const struct kernel pattern_%s_%s;\n", p->name,
                    p->variants[i].name);
    fputc('\n', out);
    code_counts(out, p, c);
    unsigned n_expected = write_expected(out, p);
    for (unsigned i = 0; i < p->n_variants; i++) {
        if (!code_wants(list, p->variants[i].name))
            continue;
        unsigned layout = layout_of(p, list, i);
        if (layout == i)
            code_layout(out, p, &p->variants[i], i, c->line_bytes);
        if (!write_variant(out, r, &schedules[i], i, layout, c->line_bytes, n_expected))
            return false;
    }
    return true;
}

void code_table(FILE *out, const struct pattern *const *patterns, const char *const *lists,
                unsigned n)
{
    fputs("/* Written by patterns: the kernels of this image that patterns describe. */\n"
          "#include \"lib/kernel.h\"\n\n",
          out);
    for (unsigned i = 0; i < n; i++)
        for (unsigned v = 0; v < patterns[i]->n_variants; v++)
            if (code_wants(lists[i], patterns[i]->variants[v].name))
                fprintf(out, "extern const struct kernel pattern_%s_%s;\n", patterns[i]->name,
                        patterns[i]->variants[v].name);
    fputs("\nconst struct kernel *const pattern_table[] = {\n", out);
    for (unsigned i = 0; i < n; i++)
        for (unsigned v = 0; v < patterns[i]->n_variants; v++)
            if (code_wants(lists[i], patterns[i]->variants[v].name))
                fprintf(out, "    &pattern_%s_%s,\n", patterns[i]->name,
                        patterns[i]->variants[v].name);
    fputs("    0,\n};\n", out);
}
