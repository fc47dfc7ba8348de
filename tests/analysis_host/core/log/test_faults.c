/* Two rules, held against every small fault that a line can do to a log:
 *   no value turns up in a series, or at a point, that it was not sent in;
 *   whatever was sent and is not there has left a mark. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "log/build.h"
#include "sent_run.h"
#include "stream.h"

enum { LOG_MOST = 3 * SENT_BYTES };

/* Of the faults that come by the ten thousand one in so many is made: all of them, but with
 * sanitizers, which take ten times as long. Prime, so that every bit of a byte and every byte of
 * a word has its turn. */
#ifndef FAULT_STEP
#define FAULT_STEP 1
#endif

static struct sent_run first, second, other;

/* Sentences of a run that the log has, whichever of its runs sent them. */
struct found {
    bool value[SENT_MOST]; /* sentence I is there, with all its values */
    bool series[8];
    bool done[8];
    unsigned n_missing; /* S and E */
};

static char at[100]; /* the fault, for messages */

static void broken(const char *rule)
{
    fail_msg("%s: %s", at, rule);
}

static void must(bool ok, const char *rule)
{
    if (!ok)
        broken(rule);
}

/* ---- reading ---- */

static void read_chunks(struct log *log, const char *bytes, size_t n, size_t chunk, unsigned wanted)
{
    struct log_build build = { .log = log, .wanted = wanted };
    struct record_reader_calls calls = { .sentence = log_build_runs_sentence,
                                         .fault = log_build_runs_fault,
                                         .ctx = &build };
    struct record_reader *r = record_reader_new(&calls);

    assert_non_null(r);
    *log = (struct log){ 0 };
    for (size_t i = 0; i < n; i += chunk)
        record_reader_feed(r, bytes + i, n - i < chunk ? n - i : chunk);
    record_reader_end(r);
    log_build_runs_end(&build);
    assert_false(build.no_memory);
    record_reader_free(r);
}

static void dump_series(FILE *out, const struct log_series *s)
{
    fprintf(out, "%s %d %s %d\n", s->probe, (int)s->points_announced, s->status ? s->status : "-",
            (int)s->points_lost);
    for (size_t i = 0; i < s->n_samples; i++)
        for (size_t k = 0; k < s->samples[i].n_ticks; k++)
            fprintf(out, " %d", (int)s->samples[i].ticks[k]);
    for (size_t i = 0; i < s->n_events; i++)
        fprintf(out, " %d", (int)s->events[i].values[0]);
}

static char *dump(const struct log *log)
{
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);

    assert_non_null(out);
    fprintf(out, "%u %u %d\n", log->n_runs, log->chosen, log->run.complete);
    for (size_t i = 0; i < log->run.n_series; i++)
        dump_series(out, &log->run.series[i]);
    for (size_t i = 0; i < log->n_problems; i++)
        fprintf(out, "%d: %s: %s\n", (int)log->problems[i].line, log->problems[i].what,
                log->problems[i].cost);
    fclose(out);
    return text;
}

/* The same answer however the bytes are cut. */
static void read_log(struct log *log, const char *bytes, size_t n)
{
    static const size_t chunks[] = { 1, 7 };

    read_chunks(log, bytes, n, n + 1, 0);
    char *whole = dump(log);
    for (size_t i = 0; i < 2; i++) {
        struct log cut;
        read_chunks(&cut, bytes, n, chunks[i], 0);
        char *text = dump(&cut);
        must(strcmp(whole, text) == 0, "the answer depends on how the bytes were cut");
        free(text);
        log_free(&cut);
    }
    free(whole);
}

/* ---- rule 1: nothing that was not sent there ---- */

static const struct sent_run *run_of(unsigned image)
{
    return image == other.image ? &other : &first;
}

/* VALUES must be all of one sentence, or of several one after the other, in order. */
static void check_values(const struct sent_run *run, int series, uint64_t x, uint64_t ops,
                         const uint64_t *values, size_t n, struct found *found)
{
    for (size_t i = 0; i < n;) {
        unsigned id = sent_sentence_of(values[i]);
        must(sent_image_of(values[i]) == run->image, "a value of another image");
        must(id < run->n_sentences, "a value that was not sent");
        const struct sent_sentence *s = &run->sentence[id];
        must(s->series == series, "a value of another series");
        must(s->x == x && s->ops == ops, "a value of another point");
        must(!found->value[id], "a value that is there twice");
        found->value[id] = true;
        for (unsigned k = 0; k < s->n_values; k++, i++)
            must(i < n && sent_sentence_of(values[i]) == id && sent_place_of(values[i]) == k,
                 "a point that is not whole");
    }
}

static int sent_series_of(const struct sent_run *run, const struct log_series *s)
{
    uint64_t line = log_key_number(s->keys, s->n_keys, "line", 0);

    for (unsigned i = 0; i < run->n_series; i++)
        if (strcmp(run->series[i].probe, s->probe) == 0 && run->series[i].line == line)
            return (int)i;
    broken("a series that was not sent");
    return -1;
}

static void check_series(const struct log_series *s, struct found *found)
{
    const struct sent_run *run =
        run_of((unsigned)log_key_number(s->keys, s->n_keys, "image", first.image));
    int id = sent_series_of(run, s);

    must(s->n_keys == 2, "keys that were not sent");
    must(!found->series[id], "a series that is there twice");
    found->series[id] = true;
    found->done[id] = s->status != NULL;
    for (size_t i = 0; i < s->n_samples; i++)
        check_values(run, id, s->samples[i].x[0], s->samples[i].ops, s->samples[i].ticks,
                     s->samples[i].n_ticks, found);
    for (size_t i = 0; i < s->n_events; i++)
        check_values(run, id, s->events[i].x, 0, s->events[i].values, s->events[i].n_values, found);
    if (s->status != NULL)
        must(s->points_announced == run->series[id].n_points, "a count that was not sent");
}

/* ---- rule 2: what is missing has left a mark ---- */

static bool has_cost(const struct log *log)
{
    for (size_t i = 0; i < log->n_problems; i++)
        if (*log->problems[i].cost != '\0')
            return true;
    return false;
}

static bool is_point(const struct sent_sentence *s)
{
    return s->type[1] == '\0';
}

static void check_marks(const struct log *log, const struct sent_run *run, struct found *found)
{
    bool missing[8] = { false };
    bool any = !log->run.complete || log->run.n_notes < (run->image == 1 ? 2 : 1) ||
               log->run.n_keys < 3 || log->run.n_plan < 1;

    for (unsigned i = 0; i < run->n_sentences; i++)
        if (is_point(&run->sentence[i]) && !found->value[i]) {
            missing[run->sentence[i].series] = true;
            found->n_missing++;
        }
    for (unsigned i = 0; i < run->n_series; i++)
        any |= missing[i] || !found->done[i];
    if (any && log->has_run)
        must(has_cost(log), "something is missing and no problem says so");
    for (size_t i = 0; i < log->run.n_series; i++) {
        const struct log_series *s = &log->run.series[i];
        int id = sent_series_of(run, s);
        must(s->damaged == (missing[id] || !found->done[id]), "damaged does not tell the truth");
        must(!s->damaged || has_cost(log), "damage without a problem");
    }
}

static struct found check(const struct log *log)
{
    struct found found = { 0 };

    for (size_t i = 0; i < log->run.n_series; i++)
        check_series(&log->run.series[i], &found);
    check_marks(log, &first, &found);
    return found;
}

static void check_whole(const struct log *log)
{
    struct found found = check(log);

    must(log->run.complete, "the run is not complete");
    must(found.n_missing == 0, "a point is missing");
    must(!has_cost(log), "a problem claims a cost");
}

/* ---- faults ---- */

static char damaged[LOG_MOST];
static size_t n_damaged;

static void begin_fault(const char *what, size_t where)
{
    snprintf(at, sizeof at, "%s %zu", what, where);
    n_damaged = 0;
}

static void add(const char *bytes, size_t n)
{
    assert_true(n_damaged + n <= sizeof damaged);
    memcpy(damaged + n_damaged, bytes, n);
    n_damaged += n;
}

/* Sentences FROM to TO - 1 of RUN. */
static void add_lines(const struct sent_run *run, unsigned from, unsigned to)
{
    if (from < to)
        add(run->bytes + run->sentence[from].begin,
            run->sentence[to - 1].end - run->sentence[from].begin);
}

static struct found end_fault(void)
{
    struct log log;

    read_log(&log, damaged, n_damaged);
    struct found found = check(&log);
    log_free(&log);
    return found;
}

static void end_harmless(void)
{
    struct log log;

    read_log(&log, damaged, n_damaged);
    check_whole(&log);
    log_free(&log);
}

static void undamaged(void **state)
{
    (void)state;
    begin_fault("nothing", 0);
    add(first.bytes, first.n_bytes);
    end_harmless();
    assert_in_range(first.n_sentences, 30, 40);
}

static void every_bit_flipped(void **state)
{
    (void)state;
    for (size_t i = 0; i < 8 * first.n_bytes; i += FAULT_STEP) {
        begin_fault("bit", i);
        add(first.bytes, first.n_bytes);
        damaged[i / 8] = (char)(damaged[i / 8] ^ 1 << i % 8);
        end_fault();
    }
}

/* All points that end before the cut are there: truncation is no reason to throw anything away. */
static void every_truncation(void **state)
{
    (void)state;
    for (size_t n = 0; n <= first.n_bytes; n++) {
        begin_fault("cut at byte", n);
        add(first.bytes, n);
        struct found found = end_fault();
        for (unsigned i = 0; i < first.n_sentences; i++)
            if (is_point(&first.sentence[i]))
                must(found.value[i] == (first.sentence[i].end - 1 <= n),
                     "a whole point before the cut is lost, or one after it is there");
    }
}

/* Returns how many points one dropped line costs. A point costs itself, PROBE its series, a NOTE
 * inside a series all after it, as it might have been a boundary; every other line costs none. */
static unsigned cost_of(const struct sent_run *run, unsigned i)
{
    const struct sent_sentence *s = &run->sentence[i];
    unsigned n = 0;

    if (is_point(s))
        return 1;
    if (strcmp(s->type, "PROBE") == 0)
        return run->series[s->series].n_points;
    if (strcmp(s->type, "NOTE") == 0 && s->series >= 0)
        for (unsigned k = i; k < run->n_sentences; k++)
            n += run->sentence[k].series == s->series && is_point(&run->sentence[k]);
    return n;
}

/* The log names the series of a lost point. */
static void check_told(const char *probe)
{
    struct log log;
    char cost[40];
    uint64_t lost = 0;

    snprintf(cost, sizeof cost, "1 point of %s", probe);
    read_chunks(&log, damaged, n_damaged, n_damaged, 0);
    for (size_t i = 0; i < log.run.n_series; i++)
        lost += log.run.series[i].points_lost;
    must(lost == 1, "points_lost is not 1");
    must(log.n_problems == 1 && strcmp(log.problems[0].cost, cost) == 0, "the cost is not told");
    log_free(&log);
}

static void every_line_dropped(void **state)
{
    (void)state;
    for (unsigned i = 0; i < first.n_sentences; i++) {
        begin_fault("without line", i + 1);
        add_lines(&first, 0, i);
        add_lines(&first, i + 1, first.n_sentences);
        must(end_fault().n_missing == cost_of(&first, i), "costs more or less than it must");
        if (is_point(&first.sentence[i]))
            check_told(first.series[first.sentence[i].series].probe);
    }
}

static void every_range_dropped(void **state)
{
    (void)state;
    for (unsigned i = 0; i < first.n_sentences; i++)
        for (unsigned k = i + 2; k <= first.n_sentences; k++) {
            begin_fault("without lines from, to", 1000 * (i + 1) + k);
            add_lines(&first, 0, i);
            add_lines(&first, k, first.n_sentences);
            end_fault();
        }
}

static void every_two_lines_dropped(void **state)
{
    (void)state;
    for (unsigned i = 0; i < first.n_sentences; i++)
        for (unsigned k = i + 2; k < first.n_sentences; k++) {
            begin_fault("without lines", 1000 * (i + 1) + k + 1);
            add_lines(&first, 0, i);
            add_lines(&first, i + 1, k);
            add_lines(&first, k + 1, first.n_sentences);
            end_fault();
        }
}

static void every_pair_swapped(void **state)
{
    (void)state;
    for (unsigned i = 0; i + 1 < first.n_sentences; i++) {
        begin_fault("swapped with the next: line", i + 1);
        add_lines(&first, 0, i);
        add_lines(&first, i + 1, i + 2);
        add_lines(&first, i, i + 1);
        add_lines(&first, i + 2, first.n_sentences);
        must(end_fault().n_missing == cost_of(&first, i), "costs more or less than it must");
    }
}

static void every_line_doubled(void **state)
{
    (void)state;
    for (unsigned i = 0; i < first.n_sentences; i++) {
        begin_fault("doubled: line", i + 1);
        add_lines(&first, 0, i + 1);
        add_lines(&first, i, first.n_sentences);
        end_harmless();
    }
    begin_fault("all lines doubled", 0);
    for (unsigned i = 0; i < first.n_sentences; i++) {
        add_lines(&first, i, i + 1);
        add_lines(&first, i, i + 1);
    }
    end_harmless();
}

static bool in_sentence(size_t byte)
{
    for (unsigned i = 0; i < first.n_sentences; i++)
        if (byte > first.sentence[i].begin && byte < first.sentence[i].end - 1)
            return true;
    return false;
}

static void foreign_text_everywhere(void **state)
{
    static const char *const texts[] = {
        "foreign", "\n",   "\r\n",       "[  1.5] usb 1-1: reset\n",
        "$",       "$PT,", "$PT,3,S,1",  "$PT,3,S,1*00000000",
        "*",       ",",    "\0\xff\x80", "%",
    };

    (void)state;
    for (size_t t = 0; t < sizeof texts / sizeof texts[0]; t++)
        for (size_t i = t % FAULT_STEP; i <= first.n_bytes; i += FAULT_STEP) {
            begin_fault(texts[t], i);
            add(first.bytes, i);
            add(texts[t], *texts[t] ? strlen(texts[t]) : 3);
            add(first.bytes + i, first.n_bytes - i);
            if (in_sentence(i))
                must(end_fault().n_missing <= first.series[0].n_points, "costs too much");
            else
                end_harmless();
        }
}

static void crlf(void **state)
{
    (void)state;
    begin_fault("CR LF", 0);
    for (unsigned i = 0; i < first.n_sentences; i++) {
        add(first.bytes + first.sentence[i].begin,
            first.sentence[i].end - first.sentence[i].begin - 1);
        add("\r\n", 2);
    }
    end_harmless();
}

static void two_runs(void **state)
{
    struct log log;

    (void)state;
    begin_fault("two runs", 0);
    add(first.bytes, first.n_bytes);
    add(second.bytes, second.n_bytes);
    end_harmless();
    for (unsigned wanted = 0; wanted <= 3; wanted++) {
        read_chunks(&log, damaged, n_damaged, n_damaged, wanted);
        must(log.n_runs == 2 && log.n_summaries == 2, "there are two runs");
        must(log.has_run == (wanted < 3), "a run that is not there");
        if (wanted < 3)
            must(log.chosen == (wanted == 1 ? 1 : 2), "not the run that was asked for");
        must(log.n_problems == 0, "two runs are no problem");
        log_free(&log);
    }
}

/* A board that is reset at any byte and then runs to its end has sent a whole run. */
static void reset_then_whole_run(void **state)
{
    (void)state;
    for (size_t i = 0; i <= first.n_bytes; i++) {
        begin_fault("reset at byte", i);
        add(first.bytes, i);
        add(second.bytes, second.n_bytes);
        end_harmless();
    }
}

/* The line of RUN is lost with what came next: the same image says the same at the same number, so
 * that a value of either run is right where it is found, and none may be lost without a mark. */
static void reset_and_beginning_lost(void **state)
{
    (void)state;
    for (unsigned i = 0; i <= first.n_sentences; i++)
        for (unsigned k = 1; k <= second.n_sentences; k++) {
            begin_fault("reset at line, first lines lost", 1000 * i + k);
            add_lines(&first, 0, i);
            add_lines(&second, k, second.n_sentences);
            end_fault();
        }
}

/* Another image numbers its sentences otherwise: its values are not to be found under the first. */
static void other_image_and_beginning_lost(void **state)
{
    (void)state;
    for (unsigned shift = 2; shift <= 6; shift++) {
        sent_run_make(&other, 2, 1, shift);
        for (unsigned i = 0; i <= first.n_sentences; i++)
            for (unsigned k = 1 + i % FAULT_STEP; k <= other.n_sentences; k += FAULT_STEP) {
                struct log log;
                struct found found[2] = { { .n_missing = 0 } };
                begin_fault("other image at line, first lines lost", 1000 * i + k);
                add_lines(&first, 0, i);
                add_lines(&other, k, other.n_sentences);
                read_log(&log, damaged, n_damaged);
                for (size_t s = 0; s < log.run.n_series; s++) {
                    const struct log_series *series = &log.run.series[s];
                    uint64_t image = log_key_number(series->keys, series->n_keys, "image", 0);
                    must(image == 1 || image == 2, "an image that was not sent");
                    check_series(series, &found[image - 1]);
                }
                /* Where the sequence numbers happen to meet outside a series, nothing shows. */
                must(log.n_problems > 0 || i == k || i == first.n_sentences || !log.has_run,
                     "a splice without a problem");
                log_free(&log);
            }
    }
    other = (struct sent_run){ .summed = other.summed };
}

/* ---- sentences that are whole, at the number that is next, and yet of another place ---- */

/* The text of sentence I of RUN, from its type on, up to its checksum. */
static void text_of(const struct sent_run *run, unsigned i, char text[RECORD_LINE_BYTES])
{
    const char *begin = run->bytes + run->sentence[i].begin, *end = begin;

    begin = strchr(strchr(begin, ',') + 1, ',') + 1;
    while (*end != '*')
        end++;
    snprintf(text, RECORD_LINE_BYTES, "%.*s", (int)(end - begin), begin);
}

/* Sentence I of RUN, with the next number and the checksum for it. */
static void add_as_next(const struct sent_run *run, unsigned i)
{
    char text[RECORD_LINE_BYTES], braced[RECORD_LINE_BYTES + 20], line[RECORD_LINE_BYTES + 20];
    unsigned seq = 0;

    for (size_t k = 0; k < n_damaged; k++)
        seq += damaged[k] == '\n';
    text_of(run, i, text);
    snprintf(braced, sizeof braced, "{%u,%s}\n", seq, text);
    add(line, stream_make(line, sizeof line, braced));
}

static void end_found(void)
{
    struct log log;

    if (n_damaged == second.n_bytes && memcmp(damaged, second.bytes, n_damaged) == 0)
        return;

    read_log(&log, damaged, n_damaged);
    check(&log);
    must(has_cost(&log), "nothing was found");
    log_free(&log);
}

/* PROBE I is there twice or not at all, and all sentences after it have other numbers. */
static void end_without_probe(unsigned i)
{
    struct log log;

    read_log(&log, damaged, n_damaged);
    must(has_cost(&log), "nothing was found");
    for (size_t k = (size_t)first.sentence[i].series; k < log.run.n_series; k++)
        must(log.run.series[k].n_samples + log.run.series[k].n_events == 0, "a value is left");
    log_free(&log);
}

static bool differ(unsigned i, unsigned k)
{
    char a[RECORD_LINE_BYTES], b[RECORD_LINE_BYTES];

    text_of(&first, i, a);
    text_of(&first, k, b);
    return strcmp(a, b) != 0;
}

static bool runs_differ(unsigned i)
{
    char a[RECORD_LINE_BYTES], b[RECORD_LINE_BYTES];

    text_of(&first, i, a);
    text_of(&second, i, b);
    return strcmp(a, b) != 0;
}

static void every_line_of_another_run(void **state)
{
    unsigned n = 0;

    (void)state;
    for (unsigned i = 0; i < first.n_sentences; i++)
        for (unsigned k = i + 1; k <= first.n_sentences && runs_differ(i); k++, n++) {
            begin_fault("lines of another run, from, to", 1000 * (i + 1) + k);
            add_lines(&first, 0, i);
            add_lines(&second, i, k);
            add_lines(&first, k, first.n_sentences);
            end_found();
        }
    assert_in_range(n, 200, 1000);
}

static void every_place_where_another_run_goes_on(void **state)
{
    (void)state;
    for (unsigned i = 4; i < first.n_sentences; i++) { /* before, they are the same */
        begin_fault("goes on as another run from line", i + 1);
        add_lines(&first, 0, i);
        add_lines(&second, i, second.n_sentences);
        end_found();
    }
}

static void every_two_lines_in_each_others_place(void **state)
{
    (void)state;
    for (unsigned i = 1; i < first.n_sentences; i++)
        for (unsigned k = i + 1; k < first.n_sentences; k++) {
            if (!differ(i, k))
                continue;
            begin_fault("in each other's place: lines", 1000 * (i + 1) + k + 1);
            for (unsigned at_line = 0; at_line < first.n_sentences; at_line++)
                add_as_next(&first, at_line == i ? k : at_line == k ? i : at_line);
            end_found();
        }
}

/* What follows has the numbers that follow. */
static void every_line_left_out_or_sent_twice(void **state)
{
    (void)state;
    for (unsigned i = 1; i + 1 < first.n_sentences; i++)
        for (unsigned twice = 0; twice <= 1; twice++) {
            begin_fault(twice ? "sent twice: line" : "left out: line", i + 1);
            for (unsigned k = 0; k < first.n_sentences; k++)
                for (unsigned times = k != i ? 1 : 2 * twice; times > 0; times--)
                    add_as_next(&first, k);
            if (strcmp(first.sentence[i].type, "PROBE") == 0)
                end_without_probe(i);
            else
                end_found();
        }
}

static int with_sums(void **state)
{
    (void)state;
    first.summed = second.summed = other.summed = true;
    sent_run_make(&first, 1, 1, 0);
    sent_run_make(&second, 1, 2, 0);
    return 0;
}

static int without_sums(void **state)
{
    (void)state;
    first.summed = second.summed = other.summed = false;
    sent_run_make(&first, 1, 1, 0);
    sent_run_make(&second, 1, 2, 0);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undamaged),
        cmocka_unit_test(every_bit_flipped),
        cmocka_unit_test(every_truncation),
        cmocka_unit_test(every_line_dropped),
        cmocka_unit_test(every_range_dropped),
        cmocka_unit_test(every_two_lines_dropped),
        cmocka_unit_test(every_pair_swapped),
        cmocka_unit_test(every_line_doubled),
        cmocka_unit_test(foreign_text_everywhere),
        cmocka_unit_test(crlf),
        cmocka_unit_test(two_runs),
        cmocka_unit_test(reset_then_whole_run),
        cmocka_unit_test(reset_and_beginning_lost),
        cmocka_unit_test(other_image_and_beginning_lost),
    };

    const struct CMUnitTest found[] = {
        cmocka_unit_test(every_line_of_another_run),
        cmocka_unit_test(every_place_where_another_run_goes_on),
        cmocka_unit_test(every_two_lines_in_each_others_place),
        cmocka_unit_test(every_line_left_out_or_sent_twice),
    };

    return cmocka_run_group_tests(tests, without_sums, NULL) +
           cmocka_run_group_tests(tests, with_sums, NULL) +
           cmocka_run_group_tests(found, with_sums, NULL);
}
