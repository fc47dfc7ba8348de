/* The loop of `run --rounds`: what was measured decides what is measured next. */
#include "ask.h"
#include "capture/exit_status.h"
#include "commands.h"
#include "say.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A board that takes longer to start is not run again unless that was asked for. */
enum { CHEAP_START_MS = 5000, DEFAULT_ROUNDS = 2, SHOWN = 4 };

struct loop {
    const struct request *request;
    const char *name;
    char *analyze; /* path */
    struct run_outcome first;
    unsigned n; /* rounds in all, at most */
};

/* ---- options of a further round ---- */

static bool begins(const char *word, const char *prefix)
{
    return strncmp(word, prefix, strlen(prefix)) == 0;
}

/* Returns true when WORD is "KEY=..." and a word of OTHERS has the same key. */
static bool is_replaced(const char *word, const char *const *others)
{
    const char *equals = strchr(word, '=');

    for (; equals != NULL && *others != NULL; others++)
        if (strncmp(*others, word, (size_t)(equals - word) + 1) == 0)
            return true;
    return false;
}

/* What the suggested run chooses itself: its probes, and how hard it tries. */
static bool is_chosen_anew(const char *word, const char *const *suggested)
{
    bool effort = strcmp(word, "--quick") == 0 || strcmp(word, "--thorough") == 0;

    return begins(word, "--only=") || begins(word, "--also=") || begins(word, "--round=") ||
           (effort && suggested_has(suggested, "--thorough")) || is_replaced(word, suggested);
}

/* The words of OWN that still hold, and those of WANTED after them; end with NULL, for free().
 * NULL: no memory. */
static char **options_of(char *const *own, const char *const *suggested)
{
    size_t n = 0, at = 0;

    while (own[n] != NULL)
        n++;
    for (size_t k = 0; suggested[k] != NULL; k++)
        n++;
    char **words = calloc(n + 1, sizeof *words);
    for (; words != NULL && *own != NULL; own++)
        if (strcmp(*own, "--only") == 0 || strcmp(*own, "--also") == 0)
            own += own[1] != NULL;
        else if (!is_chosen_anew(*own, suggested))
            words[at++] = *own;
    for (; words != NULL && *suggested != NULL; suggested++)
        words[at++] = (char *)(size_t)*suggested;
    return words;
}

/* Returns true when a board can be given WORDS. */
static bool fit_a_line(char *const *words)
{
    size_t n = 0, bytes = 0;

    for (; words[n] != NULL; n++)
        bytes += strlen(words[n]) + 1;
    return n <= SUGGESTED_WORDS && bytes <= SUGGESTED_LINE + 1;
}

/* ---- words for the user ---- */

/* A message under way, to be wrapped when it is whole. */
struct message {
    FILE *to; /* NULL: no memory */
    char *text;
    size_t n;
};

static void begin_message(struct message *m)
{
    *m = (struct message){ .text = NULL };
    m->to = open_memstream(&m->text, &m->n);
}

static void end_message(struct message *m)
{
    if (m->to != NULL && fclose(m->to) == 0)
        say_wrapped(stderr, 2, m->text);
    free(m->text);
}

/* Prints the first of LIST, and how many more there are. */
static void print_list(FILE *to, const char *const *list)
{
    size_t n = 0;

    for (; list[n] != NULL; n++)
        if (n < SHOWN)
            fprintf(to, "%s%s", n > 0 ? ", " : "", list[n]);
    if (n > SHOWN)
        fprintf(to, " and %zu more", n - SHOWN);
}

static void say_round(const struct loop *l, unsigned round, const struct suggested *w)
{
    struct message m;

    if (l->request->quiet)
        return;
    begin_message(&m);
    if (m.to != NULL) {
        fprintf(m.to, "%s: round %u of at most %u", l->name, round, l->n);
        if (w->seconds > 0)
            fprintf(m.to, ", about %.0f s", w->seconds < 1 ? 1 : w->seconds);
        fprintf(m.to, ": ");
        print_list(m.to, w->probes);
        fprintf(m.to, ", for ");
        print_list(m.to, w->ids);
    }
    end_message(&m);
}

enum fate { SETTLED, STILL_OPEN, CLOSED };

/* What became of the answer ID: a reason why no run answers it settles nothing. */
static enum fate fate_of(const struct suggested *now, const char *id)
{
    return suggested_has(now->open, id)     ? STILL_OPEN
           : suggested_has(now->closed, id) ? CLOSED
                                            : SETTLED;
}

/* Prints BEFORE and those of ASKED that ended as FATE; nothing where there is none. */
static void print_fate(FILE *to, const char *before, const char *const *asked,
                       const struct suggested *now, enum fate fate)
{
    size_t n = 0, found = 0;

    while (asked[n] != NULL)
        n++;
    const char **list = calloc(n + 1, sizeof *list);
    for (size_t i = 0; list != NULL && i < n; i++)
        if (fate_of(now, asked[i]) == fate)
            list[found++] = asked[i];
    if (found > 0) {
        fprintf(to, "%s", before);
        print_list(to, list);
    }
    free(list);
}

/* Says which of ASKED are known now, and which no run answers. Returns how many are known. */
static size_t say_settled(const struct loop *l, unsigned round, const char *const *asked,
                          const struct suggested *now)
{
    struct message m;
    size_t n = 0, settled = 0;

    for (; asked[n] != NULL; n++)
        settled += fate_of(now, asked[n]) == SETTLED;
    if (l->request->quiet)
        return settled;
    begin_message(&m);
    if (m.to != NULL) {
        fprintf(m.to, "%s: round %u settled %zu of %zu", l->name, round, settled, n);
        print_fate(m.to, ": ", asked, now, SETTLED);
        print_fate(m.to, "; no run on this board would settle: ", asked, now, CLOSED);
    }
    end_message(&m);
    return settled;
}

/* ---- the loop ---- */

/* A program that is not there is no fault unless rounds were asked for. */
static int say_no_answer(const struct loop *l, enum ask_end end, const char *why)
{
    bool asked = l->request->rounds > 0 || l->request->analyze != NULL;

    if (end == ASK_INTERRUPTED)
        return EXIT_INTERRUPTED;
    bool harmless = end == ASK_NOTHING || (end == ASK_NO_PROGRAM && !asked);
    if (harmless && l->request->quiet)
        return EXIT_COMPLETE;
    complain("%s: no further round, as what is open in %s is not known: %s --suggest: %s", l->name,
             l->first.log, l->analyze, why);
    return harmless ? EXIT_COMPLETE : EXIT_NOT_ASKED;
}

int rounds_again(const struct request *request, const char *name, const char *log,
                 const char *const *suggested)
{
    struct request q = *request;
    struct run_outcome outcome = { .log = NULL };
    char **options = options_of(q.options, suggested);
    int status = EXIT_NOT_STARTED;

    if (options == NULL) {
        complain("%s", strerror(ENOMEM));
    } else if (!fit_a_line(options)) {
        complain("%s: no further round: with the options given, its options do not fit into %d "
                 "words and %d bytes",
                 name, SUGGESTED_WORDS, SUGGESTED_LINE);
        status = EXIT_NOT_ASKED;
    } else {
        q.options = options;
        q.log = log;
        q.output_dir = NULL;
        q.append = true;
        status = run_once(&q, name, &outcome);
    }
    if (status != EXIT_COMPLETE && status != EXIT_NOT_ASKED)
        complain("%s: a further round failed; the rounds before it stay valid in %s", name, log);
    free(outcome.log);
    free(options);
    return status;
}

/* Runs what analyze suggests while that settles something. */
static int go_on(const struct loop *l)
{
    char why[ASK_WHY_BYTES];
    struct suggested now, before = { .json = NULL };
    enum ask_end end = suggested_ask(&now, l->analyze, l->first.log, why);
    int status = EXIT_COMPLETE;

    for (unsigned round = 2; end == ASK_READ && status == EXIT_COMPLETE; round++) {
        if (before.json != NULL && say_settled(l, round - 1, before.ids, &now) == 0)
            break;
        if (now.options == NULL || round > l->n)
            break;
        say_round(l, round, &now);
        status = rounds_again(l->request, l->name, l->first.log, now.options);
        suggested_free(&before);
        before = now;
        now = (struct suggested){ .json = NULL };
        if (status == EXIT_COMPLETE)
            end = suggested_ask(&now, l->analyze, l->first.log, why);
    }
    if (end != ASK_READ)
        status = say_no_answer(l, end, why);
    suggested_free(&before);
    suggested_free(&now);
    return status;
}

static bool gives_only(char *const *options)
{
    for (; *options != NULL; options++)
        if (strcmp(*options, "--only") == 0 || begins(*options, "--only="))
            return true;
    return false;
}

/* What went to a device or a pipe cannot be read again. */
static bool is_file(const char *path)
{
    struct stat facts;

    return path != NULL && stat(path, &facts) == 0 && S_ISREG(facts.st_mode);
}

/* Rounds in all. Without a request, a second one where starting again costs little. */
static unsigned rounds_of(const struct request *q, const struct run_outcome *first)
{
    if (!is_file(first->log))
        return 1;
    if (q->rounds > 0)
        return q->rounds;
    bool cheap = !first->by_hand && first->start_ms >= 0 && first->start_ms < CHEAP_START_MS;
    return cheap && !gives_only(q->options) ? DEFAULT_ROUNDS : 1;
}

int rounds_run(const struct request *request, const char *name)
{
    struct loop l = { .request = request, .name = name };
    int status = run_once(request, name, &l.first);

    l.n = rounds_of(request, &l.first);
    if (status == EXIT_COMPLETE && is_file(l.first.log)) {
        l.analyze = format_text("%s", request->analyze != NULL ? request->analyze
                                                               : request->analyze_beside);
        status = l.analyze == NULL ? EXIT_NOT_STARTED : l.n > 1 ? go_on(&l) : status;
    }
    if (status == EXIT_COMPLETE && l.analyze != NULL && !request->quiet) {
        const struct finder finder = { .analyze = l.analyze, .log = l.first.log };
        found_say(&finder, !l.first.found);
    }
    free(l.analyze);
    free(l.first.log);
    return status;
}
