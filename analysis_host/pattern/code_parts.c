/* Arrays and statements of a pattern as C. */
#include "code_parts.h"
#include <string.h>

/* ---- Counts of a pattern as tables of C. ---- */

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
    for (unsigned i = 0; i < p->n_variants * p->n_arrays; i++) {
        if (!p->variants[i / p->n_arrays].dense[i % p->n_arrays])
            continue;
        fprintf(out,
                "static __attribute__((unused)) uint64_t pattern_%s_count_dense(enum kernel_count "
                "of, uint64_t n)\n"
                "{\n    return of >= KERNEL_LINES ? 0 : pattern_%s_count(of, n);\n}\n\n",
                p->name, p->name);
        return;
    }
}

static const char *const c_types[TYPES] = { "double", "float", "int32_t", "int64_t" };
static const char *const pattern_types[TYPES] = { "PATTERN_F64", "PATTERN_F32", "PATTERN_I32",
                                                  "PATTERN_I64" };

void code_affine(FILE *out, const struct affine *a, const char *const *names)
{
    static const char signs[] = { [AFFINE_ADD] = '+', [AFFINE_SUB] = '-', [AFFINE_MUL] = '*' };

    switch (a->kind) {
    case AFFINE_NUMBER:
        fprintf(out, a->number < 0 ? "(%lldL)" : "%lldL", (long long)a->number);
        break;
    case AFFINE_SIZE:
        fputs("n", out);
        break;
    case AFFINE_ITERATOR:
        fprintf(out, "i_%s", names[a->index]);
        break;
    case AFFINE_FLOOR:
        fputs("pattern_floor(", out);
        code_affine(out, a->left, names);
        fprintf(out, ", %lldL)", (long long)a->number);
        break;
    case AFFINE_MOD: /* the left side is never negative */
        fputc('(', out);
        code_affine(out, a->left, names);
        fprintf(out, " %% %lldL)", (long long)a->number);
        break;
    default:
        fputc('(', out);
        code_affine(out, a->left, names);
        fprintf(out, " %c ", signs[a->kind]);
        code_affine(out, a->right, names);
        fputc(')', out);
        break;
    }
}

/* ---- arrays ---- */

/* How rows of an array follow each other in a variant. */
struct rows {
    uint32_t pad;
    bool dense;
};

static struct rows rows_of(const struct variant *v, const struct array *a, unsigned array)
{
    return (struct rows){ v->has_pad[array] ? v->pads[array] : a->pad,
                          a->dense || v->dense[array] };
}

/* An extent, 0 where it is negative. */
static void extent(FILE *out, const struct affine *a)
{
    fputs("pattern_max(0, ", out);
    code_affine(out, a, NULL);
    fputc(')', out);
}

/* Elements from a row to the next, by the function ROUND. */
static void pitch(FILE *out, const struct array *a, const struct rows *rows, unsigned line_bytes,
                  const char *round)
{
    unsigned per_line = line_bytes / type_bytes(a->type);
    uint32_t pad = rows->pad;

    if (!rows->dense)
        fprintf(out, "%s(", round);
    fputs("(uint64_t)", out);
    extent(out, a->extents[a->n_extents - 1]);
    if (pad > 0)
        fprintf(out, " + %uu", (unsigned)pad);
    if (!rows->dense)
        fprintf(out, ", %uu)", per_line > 0 ? per_line : 1);
}

static void shape_of_array(FILE *out, const struct array *a, const struct rows *rows,
                           unsigned line_bytes)
{
    fprintf(out, "    *a++ = (struct pattern_array){\n        .type = %s,\n        .rows = ",
            pattern_types[a->type]);
    for (unsigned i = 0; i + 1 < a->n_extents; i++)
        fputs("pattern_product(", out);
    fputs("1", out);
    for (unsigned i = 0; i + 1 < a->n_extents; i++) {
        fputs(", (uint64_t)", out);
        extent(out, a->extents[i]);
        fputc(')', out);
    }
    fputs(",\n        .columns = (uint64_t)", out);
    extent(out, a->extents[a->n_extents - 1]);
    fputs(",\n        .pitch = ", out);
    pitch(out, a, rows, line_bytes, "pattern_round");
    if (a->index) {
        fputs(",\n        .low = ", out);
        code_affine(out, a->low, NULL);
        fputs(",\n        .range = ", out);
        code_affine(out, a->high, NULL);
        fputs(" - ", out);
        code_affine(out, a->low, NULL);
        fprintf(out, " + 1,\n        .stride = %uu,\n        .index = %s", (unsigned)a->stride,
                a->random ? "PATTERN_RANDOM" : "PATTERN_STRIDE");
    }
    fputs(",\n    };\n", out);
}

/* A size that no long holds has no arrays that could be counted in 64 bits, either. */
void code_layout(FILE *out, const struct pattern *p, const struct variant *v, unsigned layout,
                 unsigned line_bytes)
{
    fprintf(out,
            "static __attribute__((noinline)) void pattern_%s_shape%u(struct pattern_array *a, "
            "uint64_t size)\n"
            "{\n    const long n = (long)size;\n\n    (void)n;\n",
            p->name, layout);
    for (unsigned i = 0; i < p->n_arrays; i++) {
        struct rows rows = rows_of(v, &p->arrays[i], i);
        shape_of_array(out, &p->arrays[i], &rows, line_bytes);
    }
    fputs("}\n\n", out);
    static const struct {
        const char type[12], name[8], parameters[32], call[24], end[8], before[64];
    } functions[] = {
        { "uint64_t", "bytes", "uint64_t n", "return pattern_bytes", "",
          "    if (n > PATTERN_MOST)\n        return KERNEL_TOO_MANY;\n" },
        { "void", "fill", "void *base, uint64_t n", "pattern_fill", ", base", "" },
        { "uint64_t", "check", "const void *base, uint64_t n", "return pattern_check", ", base",
          "" },
    };
    for (unsigned i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        fprintf(out, "static %s pattern_%s_%s%u(%s)\n{\n    struct pattern_array a[%u];\n\n%s",
                functions[i].type, p->name, functions[i].name, layout, functions[i].parameters,
                p->n_arrays, functions[i].before);
        fprintf(out, "    pattern_%s_shape%u(a, n);\n    %s(a, %u, %u%s);\n}\n\n", p->name, layout,
                functions[i].call, p->n_arrays, line_bytes, functions[i].end);
    }
}

/* Strides of an array's dimensions, in elements, as long s_NAME_0 ... */
static void strides(FILE *out, const struct array *a, const struct rows *rows, unsigned line_bytes)
{
    for (unsigned i = a->n_extents - 1; i-- > 0;) {
        fprintf(out, "    const long s_%s_%u = ", a->name, i);
        if (i + 2 == a->n_extents) {
            fputs("(long)(", out);
            pitch(out, a, rows, line_bytes, "pattern_up");
            fputc(')', out);
        } else {
            fprintf(out, "s_%s_%u * ", a->name, i + 1);
            extent(out, a->extents[i + 1]);
        }
        fputs(";\n", out);
    }
}

static void array_end(FILE *out, const struct array *a, const struct rows *rows,
                      unsigned line_bytes)
{
    fprintf(out, "    at += pattern_up((uint64_t)(");
    if (a->n_extents == 1) {
        pitch(out, a, rows, line_bytes, "pattern_up");
    } else {
        fprintf(out, "s_%s_0 * ", a->name);
        extent(out, a->extents[0]);
    }
    fprintf(out, ") * %u, %u);\n", type_bytes(a->type), line_bytes);
}

void code_pointers(FILE *out, const struct pattern *p, const struct variant *v, unsigned line_bytes)
{
    fputs("    char *at = base;\n", out);
    for (unsigned i = 0; i < p->n_arrays; i++) {
        const struct array *a = &p->arrays[i];
        struct rows rows = rows_of(v, a, i);
        fprintf(out, "    %s *const restrict a_%s = __builtin_assume_aligned(at, %u);\n",
                c_types[a->type], a->name, line_bytes);
        strides(out, a, &rows, line_bytes);
        array_end(out, a, &rows, line_bytes);
    }
    fputs("    (void)at;\n", out);
    for (unsigned i = 0; i < p->n_arrays; i++)
        fprintf(out, "    (void)a_%s;\n", p->arrays[i].name);
}

/* ---- statements ---- */

static void write_access(FILE *out, const struct pattern *p, const struct statement *s,
                         const struct access *access)
{
    const struct array *a = &p->arrays[access->array];

    fprintf(out, "a_%s[", a->name);
    for (unsigned i = 0; i < access->n; i++) {
        fputs(i > 0 ? " + " : "", out);
        if (access->subscripts[i] != NULL) {
            code_affine(out, access->subscripts[i], s->iterators);
        } else {
            fputs("(long)", out);
            write_access(out, p, s, access->gather);
        }
        if (i + 1 < access->n)
            fprintf(out, " * s_%s_%u", a->name, i);
    }
    fputc(']', out);
}

static void write_number(FILE *out, enum element_type type, const struct value *v)
{
    if (type_is_float(type))
        fprintf(out, "(%s)%s%s", c_types[type], v->text, v->whole ? ".0" : "");
    else
        fprintf(out, "(%s)%s", c_types[type], v->text);
}

static void write_value(FILE *out, const struct pattern *p, const struct statement *s,
                        const struct value *v);

/* Operands of a function, two at a time: f(f(a, b), c). */
static void write_call(FILE *out, const struct pattern *p, const struct statement *s,
                       const struct value *v, const char *name)
{
    for (unsigned i = 2; i < v->n && v->kind != VALUE_FMA; i++)
        fprintf(out, "%s_%s(", name, type_word(s->type));
    fprintf(out, "%s_%s(", name, type_word(s->type));
    for (unsigned i = 0; i < v->n; i++) {
        fputs(i > 0 ? ", " : "", out);
        write_value(out, p, s, v->operands[i]);
        if (i > 0 && i + 1 < v->n && v->kind != VALUE_FMA)
            fputc(')', out);
    }
    fputc(')', out);
}

static void write_binary(FILE *out, const struct pattern *p, const struct statement *s,
                         const struct value *v, char sign)
{
    fputc('(', out);
    write_value(out, p, s, v->operands[0]);
    fprintf(out, " %c ", sign);
    write_value(out, p, s, v->operands[1]);
    fputc(')', out);
}

static void write_value(FILE *out, const struct pattern *p, const struct statement *s,
                        const struct value *v)
{
    switch (v->kind) {
    case VALUE_NUMBER:
        write_number(out, s->type, v);
        break;
    case VALUE_ACCESS:
        write_access(out, p, s, v->access);
        break;
    case VALUE_ADD:
    case VALUE_SUB:
        write_binary(out, p, s, v, v->kind == VALUE_ADD ? '+' : '-');
        break;
    case VALUE_MUL:
    case VALUE_DIV:
        write_binary(out, p, s, v, v->kind == VALUE_MUL ? '*' : '/');
        break;
    case VALUE_NEGATE:
        fputs("(-", out);
        write_value(out, p, s, v->operands[0]);
        fputc(')', out);
        break;
    case VALUE_SQRT:
        write_call(out, p, s, v, "pattern_sqrt");
        break;
    case VALUE_FMA:
        write_call(out, p, s, v, "pattern_fma");
        break;
    default:
        write_call(out, p, s, v, v->kind == VALUE_MIN ? "pattern_min" : "pattern_max");
        break;
    }
}

static void write_statement(FILE *out, const struct pattern *p, const struct statement *s,
                            bool nontemporal)
{
    fprintf(out, "#define S_%s(", s->name);
    for (unsigned i = 0; i < s->n_iterators; i++)
        fprintf(out, "%sx%u", i > 0 ? ", " : "", i);
    fputs(") do { ", out);
    for (unsigned i = 0; i < s->n_iterators; i++)
        fprintf(out, "const long i_%s = (x%u); (void)i_%s; ", s->iterators[i], i, s->iterators[i]);
    fprintf(out, "const %s value = ", c_types[s->type]);
    write_value(out, p, s, s->value);
    fputs("; ", out);
    if (nontemporal)
        fprintf(out, "pattern_stream_%u(&", type_bytes(s->type));
    write_access(out, p, s, &s->target);
    fputs(nontemporal ? ", &value); } while (0)\n" : " = value; } while (0)\n", out);
}

void code_statements(FILE *out, const struct pattern *p, bool nontemporal)
{
    for (unsigned i = 0; i < p->n_statements; i++)
        write_statement(out, p, &p->statements[i], nontemporal);
}

void code_statements_end(FILE *out, const struct pattern *p)
{
    for (unsigned i = 0; i < p->n_statements; i++)
        fprintf(out, "#undef S_%s\n", p->statements[i].name);
}
