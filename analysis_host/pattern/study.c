/* Reads a file and does all checks. */
#include "study.h"
#include "check.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* One byte more than a pattern may have, so that longer files are seen. */
static int read_file(struct study *s, const char *file)
{
    FILE *in = fopen(file, "rb");

    s->text = malloc(MOST_TEXT + 1);
    if (in == NULL || s->text == NULL) {
        fprintf(stderr, "patterns: %s: %s\n", file, strerror(errno));
        if (in != NULL)
            fclose(in);
        return -1;
    }
    s->faults = (struct faults){ .file = file, .text = s->text };
    s->faults.n_bytes = fread(s->text, 1, MOST_TEXT + 1, in);
    bool failed = ferror(in) != 0;
    if (failed)
        fprintf(stderr, "patterns: %s: %s\n", file, strerror(errno));
    fclose(in);
    return failed ? -1 : 0;
}

static bool is_whole(const struct pattern *p)
{
    for (unsigned i = 0; i < p->n_statements; i++)
        if (p->statements[i].broken)
            return false;
    for (unsigned i = 0; i < p->n_arrays; i++)
        if (p->arrays[i].broken)
            return false;
    return p->n_statements > 0;
}

static void check_variants(struct study *s)
{
    for (unsigned i = 0; i < s->pattern->n_variants; i++) {
        const struct variant *v = &s->pattern->variants[i];
        if (v->broken)
            continue;
        s->legal[i] = schedule_make(&s->schedules[i], &s->relation, v, &s->faults) &&
                      check_variant(&s->relation, v, &s->schedules[i], &s->faults);
        if (relation_failed(&s->relation)) {
            s->legal[i] = check_too_hard(&s->faults, v->at, "this variant");
            return;
        }
    }
}

int study_read(struct study *s, const char *file, struct let_given *given, unsigned n_given)
{
    *s = (struct study){ 0 };
    if (read_file(s, file) != 0)
        return -1;
    s->pattern = pattern_parse(&s->faults, given, n_given);
    return 0;
}

int study_make(struct study *s, const char *file, struct let_given *given, unsigned n_given)
{
    if (study_read(s, file, given, n_given) != 0)
        return -1;
    study_check(s);
    return 0;
}

void study_check(struct study *s)
{
    relation_make(&s->relation, s->pattern);
    s->related = true;
    if (check_domains(&s->relation, &s->faults)) {
        s->keeps_bounds = check_subscripts(&s->relation, &s->faults) && is_whole(s->pattern);
        if (is_whole(s->pattern) && !relation_failed(&s->relation))
            check_variants(s);
    }
    faults_sort(&s->faults);
}

void study_free(struct study *s)
{
    for (unsigned i = 0; i < MOST_VARIANTS; i++)
        schedule_free(&s->schedules[i]);
    if (s->related)
        relation_free(&s->relation);
    pattern_free(s->pattern);
    free(s->text);
}

int study_tell(struct study *s)
{
    faults_write(&s->faults, stderr);
    return s->faults.n > 0 ? 2 : 0;
}
