/* patterns c, patterns table: what the build compiles into images. */
#include "code.h"
#include "commands.h"
#include <stdlib.h>
#include <string.h>

static bool has_variant(const struct pattern *p, const char *name, size_t n)
{
    for (unsigned i = 0; i < p->n_variants; i++)
        if (strlen(p->variants[i].name) == n && strncmp(p->variants[i].name, name, n) == 0)
            return true;
    return false;
}

/* Adds a fault for a word of LIST that names no variant. */
static void check_list(struct study *s, const char *list)
{
    for (const char *p = list; p != NULL && *p != '\0';) {
        size_t n = strcspn(p, ",");
        if (!has_variant(s->pattern, p, n))
            fault_add(&s->faults, (struct place){ 1, 1 }, "no variant '%.*s'",
                      (int)(n > 40 ? 40 : n), p);
        p += n + (p[n] == ',');
    }
}

/* Says which counts images will know for small sizes only. */
static void tell_unknown(const char *file, const struct counts *c)
{
    for (unsigned i = 0; i < c->r->n; i++)
        if (!c->instances[i].known)
            fprintf(stderr, "%s: no formula for instances of %s: known below n = %u\n", file,
                    c->r->pattern->statements[i].name, c->instances[i].n_table);
    for (unsigned kind = 0; kind < COUNT_SETS; kind++)
        if (!c->sets[kind].known && (kind < COUNT_LINES || c->has_lines))
            fprintf(stderr, "%s: no formula for %s: known below n = %u\n", file,
                    count_word((enum count_kind)kind), c->sets[kind].n_table);
}

static int write_file(struct request *q, unsigned number, FILE *out)
{
    struct study s;
    struct counts c;
    int status = request_study(q, number, &s) == 0 ? 0 : 2;

    if (status == 0) {
        check_list(&s, q->lists[number]);
        status = study_tell(&s);
    }
    if (status == 0) {
        relation_more(&s.relation);
        counts_make(&c, &s.relation, q->line_bytes);
        tell_unknown(q->files[number], &c);
        relation_more(&s.relation);
        if (!code_pattern(out, &s.relation, s.schedules, &c, q->lists[number])) {
            fprintf(stderr, "%s: too hard: its loops take more work than is allowed\n",
                    q->files[number]);
            status = 2;
        }
        counts_free(&c);
    }
    study_free(&s);
    return status;
}

int command_c(struct request *q)
{
    FILE *out = request_open(q);
    int status = 0;

    if (out == NULL)
        return 4;
    for (unsigned i = 0; i < q->n_files && status == 0; i++)
        status = write_file(q, i, out);
    return request_close(q, out, status);
}

int command_table(struct request *q)
{
    static struct study studies[MOST_FILES];
    static const struct pattern *patterns[MOST_FILES];
    FILE *out = request_open(q);
    int status = 0;

    if (out == NULL)
        return 4;
    for (unsigned i = 0; i < q->n_files; i++) {
        int read = request_read(q, i, &studies[i]);
        status = read == 0 && studies[i].faults.n == 0 ? status : 2;
        if (read == 0)
            faults_write(&studies[i].faults, stderr);
        patterns[i] = studies[i].pattern;
    }
    if (status == 0)
        code_table(out, patterns, q->lists, q->n_files);
    for (unsigned i = 0; i < q->n_files; i++)
        study_free(&studies[i]);
    return request_close(q, out, status);
}
