/* patterns check: all faults of all files. */
#include "commands.h"
#include "guard.h"
#include <string.h>

/* Returns true when WORD gives a let of the pattern that FILE is named for. */
static bool is_for(const struct given_word *word, const char *file)
{
    const char *name = strrchr(file, '/');
    size_t n = strlen(word->pattern);

    name = name == NULL ? file : name + 1;
    return strncmp(name, word->pattern, n) == 0 && strcmp(name + n, ".pattern") == 0;
}

int request_study(struct request *q, unsigned number, struct study *s)
{
    struct let_given given[MOST_GIVEN];
    unsigned n = 0;

    if (q->seconds > 0)
        guard_begin(q->files[number], q->seconds);
    for (unsigned i = 0; i < q->n_given; i++)
        if (is_for(&q->given[i], q->files[number]))
            given[n++] = q->given[i].let;
    if (study_read(s, q->files[number], given, n) != 0)
        return -1;
    if (q->narrow)
        pattern_narrow(s->pattern);
    study_check(s);
    for (unsigned i = 0; i < n; i++)
        if (!given[i].used)
            fault_add(&s->faults, (struct place){ 1, 1 }, "no let '%s', which is given",
                      given[i].name);
    return 0;
}

int command_check(struct request *q)
{
    int status = 0;

    for (unsigned i = 0; i < q->n_files; i++) {
        struct study s;
        int told = request_study(q, i, &s) == 0 ? study_tell(&s) : 2;
        status = told > status ? told : status;
        study_free(&s);
    }
    return status;
}
