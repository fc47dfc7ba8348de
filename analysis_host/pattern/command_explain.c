/* patterns explain, patterns json: relations, loops, counts, legality. */
#include "ast.h"
#include "commands.h"
#include "count.h"
#include "lexer.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Writes JSON. ---- */

struct json {
    FILE *out;
    unsigned depth;
    bool first; /* nothing is in the innermost object or array yet */
};

/* Bytes beyond ASCII become '?' where they are no UTF-8, as in names of files. */
static void string(FILE *out, const char *text)
{
    bool utf8 = text_is_utf8(text);

    fputc('"', out);
    for (const unsigned char *p = (const unsigned char *)text; *p != '\0'; p++)
        if (*p == '"' || *p == '\\')
            fprintf(out, "\\%c", *p);
        else if (*p == '\n')
            fputs("\\n", out);
        else if (*p < ' ' || *p == 0x7f)
            fprintf(out, "\\u%04x", *p);
        else if (*p >= 0x80 && !utf8)
            fputc('?', out);
        else
            fputc(*p, out);
    fputc('"', out);
}

static void item(struct json *j, const char *key)
{
    if (j->depth > 0) {
        fputs(j->first ? "\n" : ",\n", j->out);
        for (unsigned i = 0; i < j->depth; i++)
            fputc(' ', j->out);
    }
    j->first = false;
    if (key != NULL) {
        string(j->out, key);
        fputs(": ", j->out);
    }
}

/* Begin and end an object or an array, BRACKET being '{' or '['; KEY is NULL in an array. */
static void json_begin(struct json *j, const char *key, char bracket)
{
    item(j, key);
    fputc(bracket, j->out);
    j->depth++;
    j->first = true;
}

static void json_end(struct json *j, char bracket)
{
    j->depth--;
    if (!j->first) {
        fputc('\n', j->out);
        for (unsigned i = 0; i < j->depth; i++)
            fputc(' ', j->out);
    }
    fputc(bracket, j->out);
    j->first = false;
    if (j->depth == 0)
        fputc('\n', j->out);
}

static void json_text(struct json *j, const char *key, const char *text)
{
    item(j, key);
    string(j->out, text);
}

static void json_number(struct json *j, const char *key, uint64_t number)
{
    item(j, key);
    fprintf(j->out, "%llu", (unsigned long long)number);
}

static void json_null(struct json *j, const char *key)
{
    item(j, key);
    fputs("null", j->out);
}

static void json_bool(struct json *j, const char *key, bool value)
{
    item(j, key);
    fputs(value ? "true" : "false", j->out);
}

static const char *size_name(const struct study *s)
{
    return s->pattern->size == NULL ? "n" : s->pattern->size;
}

/* The loops of a variant as text; owned by the caller. */
static char *loops_text(const struct study *s, unsigned variant)
{
    struct ast a;

    ast_make(&a, &s->relation, &s->schedules[variant]);
    char *text = a.node == NULL ? NULL : isl_ast_node_to_C_str(a.node);
    ast_free(&a);
    return text;
}

static char *relation_text(const struct study *s, unsigned variant)
{
    return s->schedules[variant].map == NULL ? NULL
                                             : isl_union_map_to_str(s->schedules[variant].map);
}

/* ---- sizes ---- */

static bool takes(const struct pattern *p, uint64_t n)
{
    return n >= (uint64_t)p->least && n <= (uint64_t)p->most &&
           (n - (uint64_t)p->least) % (uint64_t)p->step == 0;
}

/* Adds a fault for each size that the pattern does not take. */
static void check_sizes(const struct request *q, struct study *s)
{
    const struct pattern *p = s->pattern;
    struct place at = p->size == NULL ? (struct place){ 1, 1 } : p->size_at;

    for (unsigned i = 0; i < q->n_sizes; i++) {
        unsigned long long n = q->sizes[i].at;
        if (strcmp(q->sizes[i].name, "n") != 0 && strcmp(q->sizes[i].name, size_name(s)) != 0)
            fault_add(&s->faults, at, "%.40s=%llu: the size is %s", q->sizes[i].name, n,
                      size_name(s));
        else if (!takes(p, n) && p->most == INT64_MAX)
            fault_add(&s->faults, at, "%s = %llu is outside of what the pattern takes: from %lld",
                      size_name(s), n, (long long)p->least);
        else if (!takes(p, n))
            fault_add(&s->faults, at,
                      "%s = %llu is outside of what the pattern takes: %lld to %lld in steps of "
                      "%lld",
                      size_name(s), n, (long long)p->least, (long long)p->most, (long long)p->step);
    }
}

static const enum count_kind kinds[] = { COUNT_INSTANCES, COUNT_ELEMENTS,      COUNT_WRITTEN,
                                         COUNT_LINES,     COUNT_LINES_WRITTEN, COUNT_ADD,
                                         COUNT_MUL,       COUNT_DIV,           COUNT_SQRT,
                                         COUNT_LOADS,     COUNT_STORES };
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* The count at N; false where there is none, which is told unless the kind has none at all. */
static bool count_of(const struct study *s, const struct counts *c, enum count_kind kind,
                     uint64_t n, uint64_t *value)
{
    bool none = !c->has_lines && (kind == COUNT_LINES || kind == COUNT_LINES_WRITTEN);
    enum quasi_value got = none ? QUASI_UNKNOWN : counts_at(c, kind, n, value);

    if (none || got == QUASI_OK)
        return got == QUASI_OK;
    fprintf(stderr, "patterns: %s: %s at %s = %llu: %s\n", s->faults.file, count_word(kind),
            size_name(s), (unsigned long long)n,
            got == QUASI_OVERFLOW ? "more than 2^64 - 1" : "too hard to count");
    return false;
}

/* ---- JSON ---- */

static void json_variants(struct json *j, const struct study *s)
{
    json_begin(j, "variants", '[');
    for (unsigned i = 0; i < s->pattern->n_variants; i++) {
        char *relation = relation_text(s, i);
        char *loops = relation == NULL ? NULL : loops_text(s, i);
        json_begin(j, NULL, '{');
        json_text(j, "name", s->pattern->variants[i].name);
        json_bool(j, "legal", s->legal[i]);
        json_text(j, "relation", relation == NULL ? "" : relation);
        json_text(j, "loops", loops == NULL ? "" : loops);
        json_end(j, '}');
        free(relation);
        free(loops);
    }
    json_end(j, ']');
}

static void json_counts(struct json *j, const struct request *q, const struct study *s,
                        const struct counts *c)
{
    uint64_t value;

    json_begin(j, "counts", '[');
    for (unsigned i = 0; c != NULL && i < q->n_sizes; i++) {
        if (!takes(s->pattern, q->sizes[i].at))
            continue;
        json_begin(j, NULL, '{');
        json_number(j, "n", q->sizes[i].at);
        for (unsigned k = 0; k < KINDS; k++)
            if (count_of(s, c, kinds[k], q->sizes[i].at, &value))
                json_number(j, count_word(kinds[k]), value);
            else
                json_null(j, count_word(kinds[k]));
        json_end(j, '}');
    }
    json_end(j, ']');
}

static void json_faults(struct json *j, const struct faults *f)
{
    json_begin(j, "faults", '[');
    for (unsigned i = 0; i < f->n; i++) {
        json_begin(j, NULL, '{');
        json_text(j, "file", f->file);
        json_number(j, "line", f->at[i].at.line);
        json_number(j, "column", f->at[i].at.column);
        json_text(j, "text", f->at[i].text);
        json_end(j, '}');
    }
    json_end(j, ']');
}

/* The file's text, up to a byte 0. */
static void json_source(struct json *j, const struct study *s)
{
    char *text = malloc(s->faults.n_bytes + 1);

    if (text == NULL)
        return;
    memcpy(text, s->text, s->faults.n_bytes);
    text[s->faults.n_bytes] = '\0';
    json_text(j, "text", text);
    free(text);
}

static void write_json(struct json *j, const struct request *q, const struct study *s,
                       const struct counts *c, bool source)
{
    char spec[16];

    (void)snprintf(spec, sizeof spec, "%08X", (unsigned)s->pattern->spec);
    json_begin(j, NULL, '{');
    json_text(j, "schema", "pontoon.pattern/1");
    json_text(j, "name", s->pattern->name);
    json_text(j, "about", s->pattern->about);
    json_text(j, "spec", spec);
    json_number(j, "line", q->line_bytes);
    if (source)
        json_source(j, s);
    json_variants(j, s);
    json_counts(j, q, s, c);
    json_faults(j, &s->faults);
    json_end(j, '}');
}

/* ---- text ---- */

static void indented(const char *text)
{
    for (const char *p = text; p != NULL && *p != '\0';) {
        const char *end = strchr(p, '\n');
        int n = (int)(end == NULL ? (int)strlen(p) : end - p);
        if (n > 0)
            printf("      %.*s\n", n, p);
        p = end == NULL ? NULL : end + 1;
    }
}

static void text_variants(const struct study *s)
{
    for (unsigned i = 0; i < s->pattern->n_variants; i++) {
        const struct variant *v = &s->pattern->variants[i];
        char *relation = relation_text(s, i);
        char *loops = relation == NULL ? NULL : loops_text(s, i);
        printf("  variant %s: %s%s%s\n", v->name, s->legal[i] ? "legal" : "NOT LEGAL",
               v->text[0] == '\0' ? "" : "; ", v->text);
        indented(relation);
        indented(loops);
        free(relation);
        free(loops);
    }
}

static void text_formula(const struct study *s, const char *name, const struct quasi *q)
{
    char text[400];

    if (!q->known) {
        printf("    %-14s no formula\n", name);
        return;
    }
    printf("    %-14s ", name);
    for (unsigned r = 0; r < q->period; r++) {
        quasi_text(q, r, size_name(s), text, sizeof text);
        printf("%s%s", r > 0 ? ", " : "", text);
        if (q->period > 1)
            printf(" (%s%%%u=%u)", size_name(s), q->period, r);
    }
    if (q->smallest > 1)
        printf(", from %s = %llu", size_name(s), (unsigned long long)q->smallest);
    putchar('\n');
}

static void text_formulas(const struct study *s, const struct counts *c)
{
    static const enum count_kind sums[] = { COUNT_ADD, COUNT_MUL, COUNT_DIV, COUNT_SQRT,
                                            COUNT_LOADS };

    puts("  counts of one run");
    for (unsigned i = 0; i < s->relation.n; i++) {
        const char *name = s->pattern->statements[i].name;
        char word[60];
        (void)snprintf(word, sizeof word, "instances %s", name);
        text_formula(s, word, &c->instances[i]);
        printf("      each ");
        for (unsigned k = 0; k < sizeof sums / sizeof sums[0]; k++)
            printf("%s %u, ", count_word(sums[k]), count_weight(c, sums[k], i));
        puts("stores 1");
    }
    for (unsigned k = 0; k < COUNT_SETS; k++)
        if (k < COUNT_LINES || c->has_lines)
            text_formula(s, count_word((enum count_kind)k), &c->sets[k]);
        else
            printf("    %-14s not counted: rows do not start on lines\n",
                   count_word((enum count_kind)k));
}

static void text_sizes(const struct request *q, const struct study *s, const struct counts *c)
{
    uint64_t value;

    for (unsigned i = 0; i < q->n_sizes; i++) {
        if (!takes(s->pattern, q->sizes[i].at))
            continue;
        printf("  at %s = %llu\n", size_name(s), (unsigned long long)q->sizes[i].at);
        for (unsigned k = 0; k < KINDS; k++) {
            printf("    %-14s ", count_word(kinds[k]));
            fflush(stdout);
            if (count_of(s, c, kinds[k], q->sizes[i].at, &value))
                printf("%llu\n", (unsigned long long)value);
            else
                puts("-");
        }
    }
}

static void write_text(const struct request *q, const struct study *s, const struct counts *c)
{
    printf("%s: %s\n", s->pattern->name, s->pattern->about);
    text_variants(s);
    if (c == NULL)
        return;
    text_formulas(s, c);
    text_sizes(q, s, c);
}

/* ---- commands ---- */

/* Explains file NUMBER as text (J is NULL) or as an element of J. */
static int explain(struct request *q, unsigned number, struct json *j, bool source)
{
    struct study s;
    struct counts c;

    if (request_study(q, number, &s) != 0) {
        study_free(&s);
        return 2;
    }
    check_sizes(q, &s);
    faults_sort(&s.faults);
    relation_more(&s.relation);
    /* JSON has numbers at sizes alone. */
    const struct counts *counted = s.keeps_bounds && (j == NULL || q->n_sizes > 0) ? &c : NULL;
    if (counted != NULL)
        counts_make(&c, &s.relation, q->line_bytes);
    if (j != NULL)
        write_json(j, q, &s, counted, source);
    else
        write_text(q, &s, counted);
    if (counted != NULL)
        counts_free(&c);
    (void)fflush(stdout);
    int status = study_tell(&s);
    study_free(&s);
    return status;
}

static int explain_all(struct request *q, struct json *j, bool source)
{
    int status = 0;

    for (unsigned i = 0; i < q->n_files; i++) {
        int told = explain(q, i, j, source);
        status = told > status ? told : status;
    }
    return status;
}

static int explain_list(struct request *q, struct json *j, bool source)
{
    json_begin(j, NULL, '{');
    json_text(j, "schema", "pontoon.patterns/1");
    json_begin(j, "patterns", '[');
    int status = explain_all(q, j, source);
    json_end(j, ']');
    json_end(j, '}');
    return status;
}

int command_explain(struct request *q)
{
    struct json j = { .out = stdout };
    int status;

    if (!q->json)
        status = explain_all(q, NULL, false);
    else if (q->n_files == 1)
        status = explain_all(q, &j, false);
    else
        status = explain_list(q, &j, false);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    fputs("patterns: standard output could not be written\n", stderr);
    return 4;
}

int command_json(struct request *q)
{
    struct json j = { .out = request_open(q) };

    if (j.out == NULL)
        return 4;
    return request_close(q, j.out, explain_list(q, &j, true));
}
