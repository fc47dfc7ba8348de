/* corruptions [-s SEED] [-t SECONDS] [-f CASE] [-w CASE] CASES LOG LOG...: corrupts the logs in
 * CASES ways (-f: from CASE on), bytes (damage.h) and sentences (change.h), the latter with their
 * checksums mended, and holds the answers to each against the true ones (judge.h). Prints a table
 * by kind. Exit status 1 when anything is wrong: a crash, more than SECONDS of processor time, an
 * answer that differs in silence. -w writes the log of CASE to standard output instead. */
#define _GNU_SOURCE
#include "change.h"
#include "subject.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    KINDS = DAMAGES + CHANGES * MENDS,
    LONG_EVERY = 50, /* so many cases have one on a long log */
    LONGEST_NAME = 60,
};

/* What a child found, shared with its parent. */
struct tally {
    unsigned long now; /* the case under way */
    struct row {
        unsigned long cases, crashed, hung;
        struct judged j;
    } row[KINDS];
};

struct campaign {
    struct subjects subjects;
    unsigned long first, cases, seed; /* cases from the first to before CASES */
    int limit_s;                      /* processor time of one case */
    struct tally *tally;
};

/* ---- a case ---- */

/* Everything about one case follows from its number and the seed. */
struct corrupted {
    const struct subject *subject;
    struct bytes log;
    bool must_tell; /* an answer that changed is wrong without a word */
    bool is_broken; /* its structure tells, whatever the checksums do */
    char what[250];
};

static void kind_name(unsigned kind, char name[LONGEST_NAME])
{
    static const char *const mended[] = { "checksum", "and number", "and counts", "all but counts",
                                          "everything" };

    if (kind < DAMAGES)
        snprintf(name, LONGEST_NAME, "%s", damage_name((enum damage)kind));
    else
        snprintf(name, LONGEST_NAME, "%s, %s mended",
                 change_name((enum change)((kind - DAMAGES) / MENDS)),
                 mended[(kind - DAMAGES) % MENDS]);
}

static const struct subject *choose(const struct subjects *s, struct random *r)
{
    size_t n_long = s->n - s->n_short;

    if (n_long > 0 && (random_below(r, LONG_EVERY) == 0 || s->n_short == 0))
        return &s->at[s->n_short + random_below(r, n_long)];
    return &s->at[random_below(r, s->n_short)];
}

/* What sentences are taken from: half the time its neighbour, which is the most alike. */
static const struct subject *choose_other(const struct subjects *s, const struct subject *one,
                                          struct random *r)
{
    size_t i = (size_t)(one - s->at);

    return &s->at[random_below(r, 2) ? (i + 1) % s->n : random_below(r, s->n)];
}

static void corrupt_sentences(struct corrupted *c, const struct subject *other, unsigned kind,
                              struct random *r)
{
    enum mend mend = (enum mend)(kind % MENDS);
    struct sentences s;

    sentences_copy(&s, &c->subject->sentences);
    change_sentences(&s, &other->sentences, (enum change)(kind / MENDS), r);
    c->log = sentences_write(&s, mend);
    c->must_tell = mend < MEND_RUNNING;
    c->is_broken = mend == MEND_RUNNING && sentences_are_broken(&s);
    sentences_free(&s);
}

static struct corrupted corrupt(const struct campaign *c, unsigned long number)
{
    struct random r = { (uint64_t)c->seed << 32 ^ number * UINT64_C(0x9E3779B97F4A7C15) };
    unsigned kind = (unsigned)(number % KINDS);
    struct corrupted one = { .subject = choose(&c->subjects, &r), .must_tell = true };
    const struct subject *other = choose_other(&c->subjects, one.subject, &r);
    char name[LONGEST_NAME];

    if (kind < DAMAGES)
        one.log = damage_bytes(&one.subject->log, &other->log, (enum damage)kind, &r);
    else
        corrupt_sentences(&one, other, kind - DAMAGES, &r);
    kind_name(kind, name);
    snprintf(one.what, sizeof one.what, "case %lu, %s, %s", number, one.subject->name, name);
    return one;
}

static void judge(const struct corrupted *c, struct row *row)
{
    struct found got;

    found_make(&got, &c->log);
    judge_answers(&got, &c->subject->truth, c->must_tell, c->what, &row->j);
    row->j.unsound += judge_soundness(&got, c->what);
    if (c->is_broken && !judge_has_told(&got, &c->subject->truth)) {
        printf("%s: its structure is broken, and no problem is listed\n", c->what);
        row->j.unseen++;
    }
    found_free(&got);
}

/* ---- all cases ---- */

/* A profiling timer, as a busy machine takes long for everything. */
static void limit_time(int seconds)
{
    struct itimerval limit = { .it_value = { .tv_sec = seconds } };

    signal(SIGPROF, SIG_DFL);
    setitimer(ITIMER_PROF, &limit, NULL);
}

/* In a child: goes on until the last case, or until one ends it. */
static void run_from(const struct campaign *c, unsigned long number)
{
    for (; number < c->cases; number++) {
        struct row *row = &c->tally->row[number % KINDS];
        c->tally->now = number;
        row->cases++;
        limit_time(c->limit_s);
        struct corrupted one = corrupt(c, number);
        judge(&one, row);
        bytes_free(&one.log);
        fflush(stdout);
    }
    _exit(0);
}

static void tell_end(const struct campaign *c, int status)
{
    struct row *row = &c->tally->row[c->tally->now % KINDS];
    bool hung = WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF;
    struct corrupted one = corrupt(c, c->tally->now);

    *(hung ? &row->hung : &row->crashed) += 1;
    printf("%s: %s\n", one.what, hung ? "hangs" : "crashes");
    bytes_free(&one.log);
}

static void run_all(const struct campaign *c)
{
    for (unsigned long next = c->first; next < c->cases; next = c->tally->now + 1) {
        fflush(stdout);
        pid_t child = fork();
        int status;
        if (child == 0)
            run_from(c, next);
        if (child < 0 || waitpid(child, &status, 0) != child)
            abort();
        if (status != 0)
            tell_end(c, status);
    }
}

/* ---- the table ---- */

static void print_row(const char *name, const struct row *r)
{
    printf("%-30s %6lu %8lu %7lu %7lu %7lu %7lu %8lu %6lu %7lu %6lu %5lu %5lu\n", name, r->cases,
           r->j.same, r->j.null, r->j.bounded, r->j.doubted, r->j.told, r->j.measured, r->j.silent,
           r->j.unsound, r->j.unseen, r->crashed, r->hung);
}

static void add_row(struct row *to, const struct row *from)
{
    to->cases += from->cases;
    to->crashed += from->crashed;
    to->hung += from->hung;
    to->j.same += from->j.same;
    to->j.null += from->j.null;
    to->j.bounded += from->j.bounded;
    to->j.doubted += from->j.doubted;
    to->j.told += from->j.told;
    to->j.measured += from->j.measured;
    to->j.silent += from->j.silent;
    to->j.unsound += from->j.unsound;
    to->j.unseen += from->j.unseen;
}

/* Returns true when nothing is wrong. */
static bool print_table(const struct campaign *c)
{
    struct row sum = { 0 };
    char name[LONGEST_NAME];

    printf("%-30s %6s %8s %7s %7s %7s %7s %8s %6s %7s %6s %5s %5s\n", "corruption", "cases", "same",
           "null", "bounded", "doubted", "told", "measured", "silent", "unsound", "unseen", "crash",
           "hang");
    for (unsigned k = 0; k < KINDS; k++) {
        kind_name(k, name);
        print_row(name, &c->tally->row[k]);
        add_row(&sum, &c->tally->row[k]);
    }
    print_row("all", &sum);
    return sum.cases > 0 &&
           sum.crashed + sum.hung + sum.j.silent + sum.j.unsound + sum.j.unseen == 0;
}

/* ---- the program ---- */

static int usage(void)
{
    fputs("corruptions [-s SEED] [-t SECONDS] [-f CASE] [-w CASE] CASES LOG LOG...\n", stderr);
    return 2;
}

static int write_case(const struct campaign *c, unsigned long number)
{
    struct corrupted one = corrupt(c, number);
    bool good = fwrite(one.log.at, 1, one.log.n, stdout) == one.log.n && fflush(stdout) == 0;

    fprintf(stderr, "%s\n", one.what);
    bytes_free(&one.log);
    return good ? 0 : 2;
}

static int run(struct campaign *c)
{
    c->tally =
        mmap(NULL, sizeof *c->tally, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (c->tally == MAP_FAILED)
        return 2;
    printf("%zu logs, of which %zu are long; seed %lu\n", c->subjects.n,
           c->subjects.n - c->subjects.n_short, c->seed);
    run_all(c);
    return print_table(c) ? 0 : 1;
}

int main(int argc, char **argv)
{
    struct campaign c = { .seed = 1, .limit_s = 2 };
    const char *write_one = NULL;

    for (int option; (option = getopt(argc, argv, "s:t:f:w:")) != -1;) {
        if (option == '?')
            return usage();
        if (option == 's')
            c.seed = strtoul(optarg, NULL, 10);
        else if (option == 't')
            c.limit_s = atoi(optarg);
        else if (option == 'f')
            c.first = strtoul(optarg, NULL, 10);
        else
            write_one = optarg;
    }
    if (argc - optind < 3)
        return usage();
    c.cases = strtoul(argv[optind], NULL, 10);
    for (int i = optind + 1; i < argc; i++)
        if (subjects_add(&c.subjects, argv[i]) != 0)
            return 2;
    if (subjects_ready(&c.subjects) > 0)
        return 1;
    int status = write_one != NULL ? write_case(&c, strtoul(write_one, NULL, 10)) : run(&c);
    subjects_free(&c.subjects);
    return status;
}
