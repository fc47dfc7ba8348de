/* Rounds of one run, and logs that add to another: what is taken, what is refused and told. */
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
#include <zlib.h>

#include <cmocka.h>

#include "log/read.h"
#include "log/rounds.h"
#include "stream.h"

enum { BYTES = 8192 };

#define BOARD "target=t,arch=a,cc=c,cflags=f,clock=k,tick_hz=1000000"
#define FIRST "0,RUN,format=1," BOARD
#define RUN                                                                                        \
    "{" FIRST                                                                                      \
    "}{1,PROBE,p}{2,S,8,1,5}{3,DONE,p,1,ok}{4,PROBE,q}{5,S,8,1,6}{6,DONE,q,1,ok}{7,END,7,ok}\n"
#define ROUND     "{0,RUN,format=1," BOARD ",round=2,of=@}"
#define P_AGAIN   "{1,PROBE,p}{2,S,8,1,7}{3,DONE,p,1,ok}"
#define END_AGAIN "{4,END,4,ok}\n"

/* TEXT with the checksum of FIRST for each @. */
static size_t make(char *to, const char *text)
{
    static char filled[BYTES];
    const char *first = "PT," FIRST;
    size_t n = 0;

    for (; *text != '\0'; text++)
        if (*text == '@')
            n += (size_t)sprintf(filled + n, "%08lX",
                                 crc32(0, (const Bytef *)first, (uInt)strlen(first)));
        else
            filled[n++] = *text;
    filled[n] = '\0';
    return stream_make(to, BYTES, filled);
}

static enum log_status read_text(struct log *log, const char *text, unsigned wanted)
{
    char bytes[BYTES];
    size_t n = make(bytes, text);
    int fd = memfd_create("log", MFD_CLOEXEC);

    assert_true(fd >= 0);
    assert_int_equal(write(fd, bytes, n), (ssize_t)n);
    assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
    enum log_status status = log_read(log, fd, wanted);
    close(fd);
    return status;
}

/* "p=5 q=6": each series with its first timing, or nothing after '='. */
static void put_series(char *to, const struct log_run *run)
{
    *to = '\0';
    for (size_t i = 0; i < run->n_series; i++) {
        const struct log_series *s = &run->series[i];

        to += sprintf(to, "%s%s=", i > 0 ? " " : "", s->probe);
        if (s->n_samples > 0)
            to += sprintf(to, "%d", (int)s->samples[0].ticks[0]);
    }
}

static bool costs(const struct log *log)
{
    for (size_t i = 0; i < log->n_problems; i++)
        if (*log->problems[i].cost != '\0')
            return true;
    return false;
}

static bool tells(const struct log *log, const char *words)
{
    for (size_t i = 0; i < log->n_problems; i++)
        if (strstr(log->problems[i].what, words) != NULL)
            return true;
    return false;
}

static const struct {
    const char *rule, *text, *series;
    unsigned chosen, rounds;
    const char *told; /* of a problem with a cost; NULL: there is none */
} cases[] = {
    { "a probe that ran again replaces its series, at their place", RUN ROUND P_AGAIN END_AGAIN,
      "p=7 q=6", 1, 1, NULL },
    { "a new probe adds", RUN ROUND "{1,PROBE,r}{2,S,8,1,9}{3,DONE,r,1,ok}" END_AGAIN,
      "p=5 q=6 r=9", 1, 1, NULL },
    { "a probe that measured nothing the second time replaces nothing",
      RUN ROUND "{1,PROBE,p}{2,DONE,p,0,skip:no%20time%20left}{3,END,3,ok}\n", "p=5 q=6", 1, 1,
      NULL },
    { "what was measured beside a probe goes with it",
      "{" FIRST "}{1,PROBE,p}{2,S,8,1,5}{3,DONE,p,1,ok}{4,PROBE,c,beside=p}{5,S,8,1,6}"
      "{6,DONE,c,1,ok}{7,PROBE,c}{8,S,8,1,4}{9,DONE,c,1,ok}{10,END,10,ok}\n" ROUND P_AGAIN
          END_AGAIN,
      "p=7 c=4", 1, 1, NULL },
    { "three rounds: the last that measured counts",
      RUN ROUND P_AGAIN END_AGAIN "{0,RUN,format=1," BOARD ",round=3,of=@}"
                                  "{1,PROBE,p}{2,S,8,1,8}{3,DONE,p,1,ok}" END_AGAIN,
      "p=8 q=6", 1, 2, NULL },
    { "the last complete run counts, with its own rounds alone", RUN ROUND P_AGAIN END_AGAIN RUN,
      "p=5 q=6", 3, 0, NULL },
    { "a round that was cut is not used", RUN ROUND P_AGAIN "{4,PROBE,q}{5,S,8,1,1}", "p=5 q=6", 1,
      0, "has no end" },
    { "a round of another board is not used",
      RUN "{0,RUN,format=1,target=u,arch=a,cc=c,cflags=f,clock=k,tick_hz=1000000,round=2,"
          "of=@}" P_AGAIN END_AGAIN,
      "p=5 q=6", 1, 0, "target is u, in the run that it adds to t" },
    { "nor one of other flags",
      RUN "{0,RUN,format=1,target=t,arch=a,cc=c,cflags=g,clock=k,tick_hz=1000000,round=2,"
          "of=@}" P_AGAIN END_AGAIN,
      "p=5 q=6", 1, 0, "cflags is g" },
    { "nor one without flags",
      RUN "{0,RUN,format=1,target=t,arch=a,cc=c,clock=k,tick_hz=1000000,round=2,of=@}" P_AGAIN
          END_AGAIN,
      "p=5 q=6", 1, 0, "cflags is none" },
    { "nor one of another clock",
      RUN "{0,RUN,format=1,target=t,arch=a,cc=c,cflags=f,clock=k,tick_hz=2000000,round=2,"
          "of=@}" P_AGAIN END_AGAIN,
      "p=5 q=6", 1, 0, "2000000 Hz" },
    { "a rate that is measured anew may be off by a hundredth",
      RUN "{0,RUN,format=1,target=t,arch=a,cc=c,cflags=f,clock=k,tick_hz=1009000,round=2,"
          "of=@}" P_AGAIN END_AGAIN,
      "p=7 q=6", 1, 1, NULL },
    { "identity differs where both tell it",
      "{" FIRST "}{1,RUN,node=one}{2,PROBE,p}{3,S,8,1,5}{4,DONE,p,1,ok}{5,END,5,ok}\n"
      "{0,RUN,format=1," BOARD ",round=2,of=@,node=two}" P_AGAIN END_AGAIN,
      "p=5", 1, 0, "node is two" },
    { "another text of a pattern",
      "{" FIRST "}{1,PROBE,p,name=n,spec=1}{2,S,8,1,5}{3,DONE,p,1,ok}{4,END,4,ok}\n" ROUND
      "{1,PROBE,p,name=n,spec=2}{2,S,8,1,7}{3,DONE,p,1,ok}" END_AGAIN,
      "p=5", 1, 0, "spec of pattern n is 2" },
    { "a round of a run that is not there stands for itself, and that is told",
      ROUND P_AGAIN END_AGAIN, "p=7", 1, 0, "holds no run before it" },
    { "but not where another run is",
      RUN "{0,RUN,format=1," BOARD ",round=2,of=00000000}" P_AGAIN END_AGAIN, "p=5 q=6", 1, 0,
      "holds no run before it" },
    { "what is no round is told", RUN "{0,RUN,format=1," BOARD ",round=1,of=@}" P_AGAIN END_AGAIN,
      "p=5 q=6", 1, 0, "is no number from 2" },
    { "and what is no checksum",
      RUN "{0,RUN,format=1," BOARD ",round=2,of=abcdefgh}" P_AGAIN END_AGAIN, "p=5 q=6", 1, 0,
      "is no number from 2" },
    { "damage inside a round is the run's",
      RUN ROUND P_AGAIN "{5,PROBE,r}{6,S,8,1,9}{7,DONE,r,1,ok}{8,END,8,ok}\n", "p=7 q=6 r=9", 1, 1,
      "1 sentence missing" },
};

static void rounds_are_joined(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct log log;
        char series[BYTES];

        assert_int_equal(read_text(&log, cases[i].text, 0), LOG_OK);
        put_series(series, &log.run);
        if (strcmp(series, cases[i].series) != 0 || log.chosen != cases[i].chosen ||
            log.run.n_rounds != cases[i].rounds || costs(&log) != (cases[i].told != NULL) ||
            (cases[i].told != NULL && !tells(&log, cases[i].told)))
            fail_msg("%s: %s, run %u, %zu rounds, %s", cases[i].rule, series, log.chosen,
                     log.run.n_rounds, log.n_problems > 0 ? log.problems[0].what : "no problem");
        log_free(&log);
    }
}

/* A run that is asked for by its number is read alone. */
static void numbers_name_runs(void **state)
{
    struct log log;
    char series[BYTES];

    (void)state;
    for (unsigned wanted = 1; wanted <= 2; wanted++) {
        assert_int_equal(read_text(&log, RUN ROUND P_AGAIN END_AGAIN, wanted), LOG_OK);
        put_series(series, &log.run);
        assert_string_equal(series, wanted == 1 ? "p=5 q=6" : "p=7");
        assert_int_equal(log.run.n_rounds, 0);
        assert_false(costs(&log));
        log_free(&log);
    }
}

static void another_log_adds_what_is_lacking(void **state)
{
    struct log a, b;
    char series[BYTES], why[LOG_ROUNDS_WHY];

    (void)state;
    assert_int_equal(read_text(&a, RUN, 0), LOG_OK);
    assert_int_equal(
        read_text(&b, "{" FIRST "}" P_AGAIN "{4,PROBE,r}{5,S,8,1,9}{6,DONE,r,1,ok}{7,END,7,ok}", 0),
        LOG_OK);
    assert_true(log_rounds_take(&a.run, &b.run, LOG_TAKE_LACKING, why));
    put_series(series, &a.run);
    assert_string_equal(series, "p=5 q=6 r=9");
    log_free(&b);
    log_free(&a);
}

/* Probes beyond any board's are refused, and nothing has moved. */
static void too_many_probes_are_refused(void **state)
{
    struct log_series series[300], none = { .probe = NULL };
    struct log_run a = { .series = series, .n_series = 300 }, b = { .series = &none };
    char name[300][8], why[LOG_ROUNDS_WHY];

    (void)state;
    for (size_t i = 0; i < 300; i++) {
        sprintf(name[i], "p%zu", i);
        series[i] = (struct log_series){ .probe = name[i] };
    }
    assert_false(log_rounds_take(&a, &b, LOG_TAKE_AGAIN, why));
    assert_non_null(strstr(why, "256 probes"));
    assert_int_equal(a.n_series, 300);
    free(a.rounds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounds_are_joined),
        cmocka_unit_test(numbers_name_runs),
        cmocka_unit_test(another_log_adds_what_is_lacking),
        cmocka_unit_test(too_many_probes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
