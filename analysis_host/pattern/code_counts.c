/* Counts of a pattern as tables of C. */
#include "code_parts.h"

/* Returns true when the coefficients fit 32 bits. */
static bool is_short(const struct quasi *q)
{
    for (unsigned r = 0; r < q->period; r++)
        for (unsigned i = 0; i <= q->degree; i++)
            if (q->newton[r][i] > INT32_MAX || q->newton[r][i] < INT32_MIN)
                return false;
    return true;
}

static void write_newton(FILE *out, const struct quasi *q, const char *name)
{
    fprintf(out, "static const int%u_t %s_newton[] = {", is_short(q) ? 32 : 64, name);
    for (unsigned r = 0; r < q->period; r++)
        for (unsigned i = 0; i <= q->degree; i++)
            fprintf(out, "%s%lld,",
                    r == 0 && i == 0 ? " "
                    : i == 0         ? "\n    "
                                     : " ",
                    (long long)q->newton[r][i]);
    fputs(" };\n", out);
}

static void write_table(FILE *out, const struct quasi *q, const char *name)
{
    fprintf(out, "static const uint64_t %s_table[] = {", name);
    for (unsigned i = 0; i < q->n_table; i++)
        fprintf(out, " %lluu,", (unsigned long long)q->table[i]);
    fputs(q->n_table > 0 ? " };\n" : " 0 };\n", out);
}

/* The tables that write_quasi() names. */
static void write_tables(FILE *out, const struct quasi *q, const char *name)
{
    if (q->known)
        write_newton(out, q, name);
    write_table(out, q, name);
}

static void write_quasi(FILE *out, const struct quasi *q, const char *name)
{
    unsigned long long smallest = q->known ? q->smallest : q->n_table;

    fprintf(out, "    { .smallest = %lluu, .largest = %lluu, .period = %u, .degree = %u, ",
            smallest, (unsigned long long)quasi_largest(q), q->known ? q->period : 1, q->degree);
    if (q->known)
        fprintf(out, ".%snewton = %s_newton, ", is_short(q) ? "short_" : "", name);
    fprintf(out, ".table = %s_table },\n", name);
}

static const char *set_name(const struct pattern *p, unsigned kind, char *text, size_t size)
{
    (void)snprintf(text, size, "pattern_%s_set%u", p->name, kind);
    return text;
}

static const char *instances_name(const struct pattern *p, unsigned i, char *text, size_t size)
{
    (void)snprintf(text, size, "pattern_%s_in%u", p->name, i);
    return text;
}

static void write_weights(FILE *out, const struct pattern *p, const struct counts *c)
{
    static const enum count_kind kinds[] = { COUNT_ADD,   COUNT_MUL,   COUNT_DIV,   COUNT_SQRT,
                                             COUNT_KINDS, COUNT_LOADS, COUNT_STORES };

    fprintf(out, "static const uint16_t pattern_%s_weights[] = {", p->name);
    for (unsigned i = 0; i < p->n_statements; i++)
        for (unsigned k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
            fprintf(out, " %u,", kinds[k] == COUNT_KINDS ? 0 : count_weight(c, kinds[k], i));
    fputs(" };\n", out);
}

void code_counts(FILE *out, const struct pattern *p, const struct counts *c)
{
    unsigned n_sets = c->has_lines ? COUNT_SETS : COUNT_LINES;
    char name[80];

    for (unsigned i = 0; i < p->n_statements; i++)
        write_tables(out, &c->instances[i], instances_name(p, i, name, sizeof name));
    for (unsigned i = 0; i < n_sets; i++)
        write_tables(out, &c->sets[i], set_name(p, i, name, sizeof name));
    write_weights(out, p, c);
    fprintf(out, "static const struct pattern_quasi pattern_%s_instances[] = {\n", p->name);
    for (unsigned i = 0; i < p->n_statements; i++)
        write_quasi(out, &c->instances[i], instances_name(p, i, name, sizeof name));
    fprintf(out, "};\nstatic const struct pattern_quasi pattern_%s_sets[] = {\n", p->name);
    for (unsigned i = 0; i < n_sets; i++)
        write_quasi(out, &c->sets[i], set_name(p, i, name, sizeof name));
    fprintf(out,
            "};\nstatic const struct pattern_counts pattern_%s_counts = {\n"
            "    %u, pattern_%s_instances, pattern_%s_weights, pattern_%s_sets, %s\n};\n\n",
            p->name, p->n_statements, p->name, p->name, p->name, c->has_lines ? "true" : "false");
    fprintf(out,
            "static uint64_t pattern_%s_count(enum kernel_count of, uint64_t n)\n"
            "{\n    return pattern_count(&pattern_%s_counts, of, n);\n}\n\n",
            p->name, p->name);
}
