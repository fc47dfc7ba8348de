/* Writes a pattern as C. */
#include "code.h"
#include "code_loops.h"
#include "code_parts.h"
#include "interpret.h"
#include <stdlib.h>
#include <string.h>

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

/* ---- layouts: variants with equal pads share one ---- */

static bool same_pads(const struct pattern *p, const struct variant *a, const struct variant *b)
{
    for (unsigned i = 0; i < p->n_arrays; i++) {
        uint32_t x = a->has_pad[i] ? a->pads[i] : p->arrays[i].pad;
        uint32_t y = b->has_pad[i] ? b->pads[i] : p->arrays[i].pad;
        if (x != y)
            return false;
    }
    return true;
}

/* The first wanted variant with the pads of variant V. */
static unsigned layout_of(const struct pattern *p, const char *list, unsigned v)
{
    for (unsigned i = 0; i < v; i++)
        if (code_wants(list, p->variants[i].name) && same_pads(p, &p->variants[i], &p->variants[v]))
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
static bool write_range(FILE *out, const struct relation *r, const struct schedule *s,
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
    struct ast a;

    if (s->parallel >= 0)
        ast_make_share(&a, r, s, v);
    else
        ast_make(&a, r, s);
    fprintf(out,
            "static void pattern_%s_%s_run(void *base, uint64_t size, const struct kernel_share "
            "*share)\n"
            "{\n    const long n = (long)size;\n",
            p->name, v->name);
    if (s->parallel >= 0)
        fputs("    const long from = share->from, to = share->to;\n", out);
    fputs("\n    if (n == 0)\n        return;\n    (void)share;\n", out);
    code_pointers(out, p, v, line_bytes);
    code_statements(out, p, v->nontemporal);
    bool good = code_loops(out, &a, r, s);
    code_statements_end(out, p);
    fputs(v->nontemporal ? "    PATTERN_STREAM_END;\n}\n\n" : "}\n\n", out);
    ast_free(&a);
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
            (unsigned)p->spec, spaces[v->space], (unsigned)v->chunk);
    fprintf(out, "    .barrier = %s,\n", v->barrier ? "true" : "false");
}

static void write_kernel(FILE *out, const struct pattern *p, const struct variant *v,
                         const struct schedule *s, unsigned layout, unsigned line_bytes,
                         unsigned n_expected)
{
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
            "    .bytes = pattern_%s_bytes%u,\n    .count = pattern_%s_count,\n"
            "    .fill = pattern_%s_fill%u,\n    .check = pattern_%s_check%u,\n",
            p->name, layout, p->name, p->name, layout, p->name, layout);
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
        good = write_range(out, r, s, variant);
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
