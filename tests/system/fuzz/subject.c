/* Cuts long logs into pieces and finds the true answers of all. */
#include "subject.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LONG_SENTENCES = 1500, /* a log of more is long */
    PIECE_SENTENCES = 350, /* a piece has so many beside those that all have, or one series more */
};

static struct subject *add(struct subjects *s, const char *file, unsigned piece)
{
    const char *slash = strrchr(file, '/');

    if (s->n == s->room) {
        s->room = 2 * s->room + 64;
        s->at = realloc(s->at, s->room * sizeof *s->at);
        if (s->at == NULL)
            abort();
    }
    struct subject *one = &s->at[s->n++];
    *one = (struct subject){ 0 };
    snprintf(one->name, sizeof one->name, piece > 0 ? "%s piece %u" : "%s",
             slash == NULL ? file : slash + 1, piece);
    return one;
}

/* ---- pieces ---- */

/* Returns the place after the series that begins at I. */
static size_t series_end(const struct sentences *s, size_t i)
{
    while (i < s->n && !sentence_is(&s->at[i], "DONE"))
        i++;
    return i < s->n ? i + 1 : i;
}

/* Returns true for the series that give the cycle and the caches. */
static bool is_common(const struct sentence *probe)
{
    static const char *const all[] = { "PROBE,timer_floor", "PROBE,add_chain", "PROBE,cache_size" };

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (probe->n >= strlen(all[i]) && memcmp(probe->text, all[i], strlen(all[i])) == 0)
            return true;
    return false;
}

static void append(struct sentences *to, const struct sentences *from, size_t first, size_t end)
{
    for (; first < end; first++)
        sentences_insert(to, to->n, &from->at[first]);
}

/* What every piece begins with: RUN and its like, and the common series. */
static void append_common(struct sentences *to, const struct sentences *from)
{
    for (size_t i = 0, end; i + 1 < from->n; i = end) {
        bool is_series = sentence_is(&from->at[i], "PROBE");
        end = is_series ? series_end(from, i) : i + 1;
        if (is_series ? is_common(&from->at[i])
                      : !sentence_is(&from->at[i], "NOTE") && !sentence_is(&from->at[i], "PLAN"))
            append(to, from, i, end);
    }
}

/* Appends other series from *I on, up to the size of a piece. False when there is none. */
static bool append_piece(struct sentences *to, const struct sentences *from, size_t *i)
{
    size_t n = 0;

    while (*i < from->n && n < PIECE_SENTENCES) {
        size_t end = sentence_is(&from->at[*i], "PROBE") ? series_end(from, *i) : *i + 1;
        if (end > *i + 1 && !is_common(&from->at[*i])) {
            append(to, from, *i, end);
            n += end - *i;
        }
        *i = end;
    }
    return n > 0;
}

/* Adds the pieces that are not long themselves. */
static void add_pieces(struct subjects *s, const struct sentences *whole, const char *file)
{
    struct sentences common = { 0 };
    size_t i = 0;
    bool more = true;

    append_common(&common, whole);
    for (unsigned piece = 1; more; piece++) {
        struct sentences one;
        sentences_copy(&one, &common);
        more = append_piece(&one, whole, &i);
        append(&one, whole, whole->n - 1, whole->n);
        if (more && one.n <= LONG_SENTENCES)
            add(s, file, piece)->sentences = one;
        else
            sentences_free(&one);
    }
    sentences_free(&common);
}

/* ---- all ---- */

int subjects_add(struct subjects *s, const char *file)
{
    struct sentences whole;
    struct bytes log;

    if (bytes_read(&log, file) != 0)
        return -1;
    sentences_read(&whole, log.at, log.n);
    bytes_free(&log);
    if (whole.n > LONG_SENTENCES)
        add_pieces(s, &whole, file);
    add(s, file, 0)->sentences = whole;
    return 0;
}

static int by_length(const void *a, const void *b)
{
    const struct subject *one = a, *two = b;
    bool long_one = one->sentences.n > LONG_SENTENCES, long_two = two->sentences.n > LONG_SENTENCES;

    return long_one != long_two ? long_one - long_two : strcmp(one->name, two->name);
}

/* Writes it through the same mending as corrupted ones, and reads that back. Returns how many of
 * its answers are unsound, and what is wrong with the log itself: nothing may be. */
static unsigned long make_truth(struct subject *one)
{
    one->log = sentences_write(&one->sentences, MEND_ALL);
    sentences_free(&one->sentences);
    sentences_read(&one->sentences, one->log.at, one->log.n);
    found_make(&one->truth, &one->log);
    for (size_t i = 0; i < one->truth.log.n_problems; i++)
        printf("%s: %s\n", one->name, one->truth.log.problems[i].what);
    return judge_soundness(&one->truth, one->name) + one->truth.log.n_problems;
}

unsigned long subjects_ready(struct subjects *s)
{
    unsigned long unsound = 0;

    qsort(s->at, s->n, sizeof *s->at, by_length);
    for (size_t i = 0; i < s->n; i++) {
        s->n_short += s->at[i].sentences.n <= LONG_SENTENCES;
        unsound += make_truth(&s->at[i]);
    }
    return unsound;
}

void subjects_free(struct subjects *s)
{
    for (size_t i = 0; i < s->n; i++) {
        sentences_free(&s->at[i].sentences);
        bytes_free(&s->at[i].log);
        found_free(&s->at[i].truth);
    }
    free(s->at);
    *s = (struct subjects){ 0 };
}
