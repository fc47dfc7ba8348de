/* Sentences that are not whole within their line: joined where their checksums prove it, else told
 * once, with what they have in common. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "log/read.h"
#include "stream.h"

enum { ROOM = 1 << 16, SAMPLES = 40 };

/* A run of one series; its sentences are 40 to 130 bytes long. */
static size_t make_run(char *to)
{
    static char text[ROOM];
    size_t n = (size_t)sprintf(
        text, "{0,RUN,format=1,tick_hz=1000000000,target=board,cflags=-O2\\-x%%20\"y\"&z,"
              "cc=a_compiler_of_some_version}\n{1,PROBE,p,line=64}\n");

    for (unsigned i = 0; i < SAMPLES; i++) {
        n += (size_t)sprintf(text + n, "{%u,S,%u,100", i + 2, 4096 * (i + 1));
        for (unsigned k = 0; k < 3 + i % 12; k++)
            n += (size_t)sprintf(text + n, ",%u", 1234567 + 1000 * i + k);
        n += (size_t)sprintf(text + n, "}\n");
    }
    n += (size_t)sprintf(text + n, "{%u,DONE,p,%u,ok,+}\n{%u,END,%u,ok,+}\n", SAMPLES + 2, SAMPLES,
                         SAMPLES + 3, SAMPLES + 3);
    return stream_make(to, ROOM, text);
}

static void read_text(struct log *log, const char *text, size_t n)
{
    int fd = memfd_create("log", 0);

    assert_true(write(fd, text, n) == (ssize_t)n);
    assert_true(lseek(fd, 0, SEEK_SET) == 0);
    assert_int_equal(log_read(log, fd, 0), LOG_OK);
    close(fd);
}

static void must_be_whole(const struct log *log, const char *rule)
{
    if (!log->run.complete || log->run.n_series != 1 || log->run.series[0].damaged ||
        log->run.series[0].n_samples != SAMPLES)
        fail_msg("%s: %zu samples; %s (%s)", rule,
                 log->run.n_series > 0 ? log->run.series[0].n_samples : 0,
                 log->n_problems > 0 ? log->problems[0].what : "",
                 log->n_problems > 0 ? log->problems[0].cost : "");
    for (unsigned i = 0; i < SAMPLES; i++) {
        const struct log_sample *s = &log->run.series[0].samples[i];
        assert_true(s->x[0] == 4096 * (i + 1) && s->n_ticks == 3 + i % 12 &&
                    s->ticks[2] == 1234569 + 1000 * i);
    }
}

static void must_say(const struct log *log, const char *what, const char *cost)
{
    assert_int_equal(log->n_problems, 1);
    if (strstr(log->problems[0].what, what) == NULL)
        fail_msg("not \"%s\", but \"%s\"", what, log->problems[0].what);
    assert_string_equal(log->problems[0].cost, cost);
}

/* Writes FROM to TO with END after every WIDTH bytes of a line, PREFIX before each line and piece.
 */
static size_t wrap(char *to, const char *from, size_t n, size_t width, const char *end,
                   const char *prefix)
{
    size_t used = (size_t)sprintf(to, "%s", prefix), column = strlen(prefix);

    for (size_t i = 0; i < n; i++) {
        if (from[i] != '\n' && column >= width) {
            used += (size_t)sprintf(to + used, "%s%s", end, prefix);
            column = strlen(prefix);
        }
        to[used++] = from[i];
        column++;
        if (from[i] == '\n' && i + 1 < n) {
            used += (size_t)sprintf(to + used, "%s", prefix);
            column = strlen(prefix);
        }
    }
    return used;
}

/* Any width, any line end, behind any prefix. */
static void wrapped_sentences_are_joined(void **state)
{
    static const char *const ends[] = { "\n", "\r\n", " \r", " \r\n" };
    static const char *const prefixes[] = { "", "> ", "Nov 26 11:11:11 vm sh[9]: " };
    static char run[ROOM], text[2 * ROOM];
    size_t n = make_run(run);

    (void)state;
    for (size_t width = 37; width <= 132; width += 19)
        for (size_t e = 0; e < sizeof ends / sizeof ends[0]; e++)
            for (size_t p = 0; p < sizeof prefixes / sizeof prefixes[0]; p++) {
                char rule[80], place[40];
                struct log log;
                if (p > 0 && (e == 2 || width < 2 * strlen(prefixes[p])))
                    continue; /* a terminal has no prefix, and a line is no prefix */
                snprintf(rule, sizeof rule, "width %zu, line end %zu, prefix %zu", width, e, p);
                snprintf(place, sizeof place, "lines end at column %zu: ", width);
                read_text(&log, text, wrap(text, run, n, width, ends[e], prefixes[p]));
                must_be_whole(&log, rule);
                if (e != 2)
                    must_say(&log, place, "");
                log_free(&log);
            }
}

/* A message, at each place of a sentence, up to the end of its line or of several. */
static void other_text_in_a_sentence_is_taken_out(void **state)
{
    static const char *const messages[] = { "[   12.345678] usb 1-1: new device\r\n",
                                            "BUG: x*y,z\n",
                                            "[1.5] a\n[1.6] b\n[1.7] c*12345678\n",
                                            "\n",
                                            "\x13",
                                            "\x11\x13" };
    static char run[ROOM], text[2 * ROOM];
    size_t n = make_run(run), third = 0, length;

    (void)state;
    for (unsigned lines = 0; lines < 3; third++)
        lines += run[third] == '\n';
    length = (size_t)(strchr(run + third, '\n') - (run + third));
    for (size_t m = 0; m < sizeof messages / sizeof messages[0]; m++)
        for (size_t at = 1; at < length; at++) {
            size_t n_message = strlen(messages[m]);
            char rule[80];
            struct log log;
            snprintf(rule, sizeof rule, "message %zu at byte %zu", m, at);
            memcpy(text, run, third + at);
            memcpy(text + third + at, messages[m], n_message);
            memcpy(text + third + at + n_message, run + third + at, n - third - at);
            read_text(&log, text, n + n_message);
            must_be_whole(&log, rule);
            must_say(&log, "joined by their checksums", "");
            assert_int_equal(log.problems[0].line, 4);
            log_free(&log);
        }
}

/* What JSON, YAML and HTML escape, and what decodes an escape too many. */
static void escapes_of_loggers_are_undone(void **state)
{
    static const struct {
        const char *rule, *letters, *escapes[2];
    } edits[] = { { "JSON", "\\\"", { "\\\\", "\\\"" } },
                  { "HTML", "&\"", { "&amp;", "&quot;" } },
                  { "blanks", "%", { " " } } };
    static char run[ROOM], text[2 * ROOM];

    (void)state;
    for (size_t e = 0; e < sizeof edits / sizeof edits[0]; e++) {
        size_t n = make_run(run), used = 0;
        struct log log;
        for (size_t i = 0; i < n; i++) {
            const char *letter = strchr(edits[e].letters, run[i]);
            if (letter == NULL)
                text[used++] = run[i];
            else
                used +=
                    (size_t)sprintf(text + used, "%s", edits[e].escapes[letter - edits[e].letters]);
            i += run[i] == '%' && letter != NULL ? 2 : 0;
        }
        read_text(&log, text, used);
        must_be_whole(&log, edits[e].rule);
        must_say(&log, "joined by their checksums", "");
        log_free(&log);
    }
}

/* Lines that were cut cannot be joined: one problem says where, and costs what they were. */
static void cut_sentences_are_told_once(void **state)
{
    static const char *const prefixes[] = { "", "12:00:01 host: " };
    static char run[ROOM], text[2 * ROOM];
    size_t n = make_run(run);

    (void)state;
    for (size_t width = 60; width <= 100; width += 20)
        for (size_t p = 0; p < sizeof prefixes / sizeof prefixes[0]; p++) {
            size_t used = 0, column = 0, cut = 0;
            char place[40], cost[40];
            struct log log;
            for (size_t i = 0; i < n; i++) {
                if (column == 0)
                    used += (size_t)sprintf(text + used, "%s", prefixes[p]);
                if (column == 0)
                    column = strlen(prefixes[p]);
                cut += run[i] != '\n' && column == width;
                if (column++ < width || run[i] == '\n')
                    text[used++] = run[i];
                column = run[i] == '\n' ? 0 : column;
            }
            read_text(&log, text, used);
            snprintf(place, sizeof place, "lines end at column %zu: ", width);
            snprintf(cost, sizeof cost, "%zu sentences", cut);
            must_say(&log, place, cost);
            log_free(&log);
        }
}

/* As a journal shortens what it shows: after so many bytes of the message, whatever is before it.
 */
static void shortened_messages_are_told_once(void **state)
{
    static char run[ROOM], text[2 * ROOM];
    size_t n = make_run(run), used = 0, column = 0;
    struct log log;

    (void)state;
    for (size_t i = 0, line = 0; i < n; i++) {
        line += column == 0;
        if (column == 0)
            used += (size_t)sprintf(text + used, "vm sh[%zu]: ", line * line * line);
        if (column++ < 70 || run[i] == '\n')
            text[used++] = run[i];
        if (column == 70)
            used += (size_t)sprintf(text + used, "\xe2\x80\xa6");
        column = run[i] == '\n' ? 0 : column;
    }
    read_text(&log, text, used);
    assert_int_equal(log.n_problems, 1);
    assert_non_null(strstr(log.problems[0].what, "sentences end after 70 bytes: "));
    log_free(&log);
}

/* A byte that changed is no split: nothing joins the sentence, and none that is foreign is made. */
static void damage_is_not_joined(void **state)
{
    static char run[ROOM], text[ROOM];
    size_t n = make_run(run);

    (void)state;
    for (size_t i = 300; i < 1000; i++) {
        struct log log;
        if (run[i] == '\n' || run[i] == '$')
            continue;
        memcpy(text, run, n);
        text[i] = run[i] == '7' ? '8' : '7';
        read_text(&log, text, n);
        assert_true(log.run.series[0].damaged);
        assert_int_equal(log.run.series[0].points_lost, 1);
        assert_int_equal(log.n_problems, 1);
        log_free(&log);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrapped_sentences_are_joined),
        cmocka_unit_test(other_text_in_a_sentence_is_taken_out),
        cmocka_unit_test(escapes_of_loggers_are_undone),
        cmocka_unit_test(cut_sentences_are_told_once),
        cmocka_unit_test(shortened_messages_are_told_once),
        cmocka_unit_test(damage_is_not_joined),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
