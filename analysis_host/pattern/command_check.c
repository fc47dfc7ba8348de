/* patterns check: all faults of all files. */
#include "commands.h"
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

/* ---- Ends the program where a file takes too much time or memory: the library counts its steps,
 * but single ones can be long. ---- */

enum { MOST_BYTES = 60 << 20 };

static const char *guarded = "";

static void say(const char *text)
{
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        _exit(2);
}

static void give_up(int signal_number)
{
    (void)signal_number;
    say(guarded);
    say(":1:1: too hard: it takes more work or memory than is allowed\n");
    _exit(2);
}

/* From now on the work is on FILE, which is kept and not copied, and may take SECONDS of processor
 * time and some 60 MB. What takes more ends the program with status 2. */
static void guard_begin(const char *file, unsigned seconds)
{
    struct itimerval time = { .it_value = { .tv_sec = (time_t)seconds } };
    struct rlimit memory;

    guarded = file;
    (void)signal(SIGPROF, give_up);
    (void)signal(SIGABRT, give_up); /* the library of large numbers, without memory */
    (void)setitimer(ITIMER_PROF, &time, NULL);
    if (getrlimit(RLIMIT_AS, &memory) == 0) {
        memory.rlim_cur = MOST_BYTES;
        (void)setrlimit(RLIMIT_AS, &memory);
    }
}

/* Returns true when WORD gives a let of the pattern that FILE is named for. */
static bool is_for(const struct given_word *word, const char *file)
{
    const char *name = strrchr(file, '/');
    size_t n = strlen(word->pattern);

    name = name == NULL ? file : name + 1;
    return strncmp(name, word->pattern, n) == 0 && strcmp(name + n, ".pattern") == 0;
}

int request_read(struct request *q, unsigned number, struct study *s)
{
    struct let_given given[MOST_GIVEN];
    unsigned n = 0;

    for (unsigned i = 0; i < q->n_given; i++)
        if (is_for(&q->given[i], q->files[number]))
            given[n++] = q->given[i].let;
    if (study_read(s, q->files[number], given, n) != 0)
        return -1;
    for (unsigned i = 0; i < n; i++)
        if (!given[i].used)
            fault_add(&s->faults, (struct place){ 1, 1 }, "no let '%s', which is given",
                      given[i].name);
    return 0;
}

int request_study(struct request *q, unsigned number, struct study *s)
{
    if (q->seconds > 0)
        guard_begin(q->files[number], q->seconds);
    if (request_read(q, number, s) != 0)
        return -1;
    if (q->narrow)
        pattern_narrow(s->pattern);
    study_check(s);
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
