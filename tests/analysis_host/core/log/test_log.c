/* The log reader: every rule of the record stream, what damage costs, gzip, pipes, bounds of
 * memory. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <inttypes.h>
#include <malloc.h>
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

#include "log/build.h"
#include "log/read.h"
#include "stream.h"

/* ---- a log as text ---- */

static void put_keys(FILE *out, const struct log_key *keys, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fprintf(out, " %s=%s", keys[i].key, keys[i].value);
}

static void put_series(FILE *out, const struct log_series *s)
{
    fprintf(out, "%s", s->probe);
    put_keys(out, s->keys, s->n_keys);
    for (size_t i = 0; i < s->n_samples; i++) {
        const struct log_sample *p = &s->samples[i];
        fprintf(out, " (");
        for (unsigned k = 0; k < p->n_x; k++)
            fprintf(out, "%s%" PRIu64, k ? ":" : "", p->x[k]);
        fprintf(out, "/%" PRIu64, p->ops);
        for (size_t k = 0; k < p->n_ticks; k++)
            fprintf(out, " %" PRIu64, p->ticks[k]);
        fprintf(out, ")");
    }
    for (size_t i = 0; i < s->n_events; i++) {
        fprintf(out, " [%" PRIu64, s->events[i].x);
        for (size_t k = 0; k < s->events[i].n_values; k++)
            fprintf(out, " %" PRIu64, s->events[i].values[k]);
        fprintf(out, "]");
    }
    for (size_t i = 0; i < s->n_skips; i++)
        fprintf(out, " -%" PRIu64 ":%s", s->skips[i].x,
                s->skips[i].end == RECORD_END_UNKNOWN ? "?" : record_end_words(s->skips[i].end));
    fprintf(out, " %s", s->status ? s->status : "open");
    if (s->damaged || s->points_lost > 0)
        fprintf(out, " damaged-%" PRIu64, s->points_lost);
    fprintf(out, "\n");
}

static void put_run(FILE *out, const struct log_run *run)
{
    put_keys(out, run->keys, run->n_keys);
    put_keys(out, run->plan, run->n_plan);
    for (size_t i = 0; i < run->n_notes; i++)
        fprintf(out, " \"%s\"", run->notes[i]);
    fprintf(out, " %s%s\n", run->status ? run->status : "open", run->complete ? "" : " part");
    for (size_t i = 0; i < run->n_series; i++)
        put_series(out, &run->series[i]);
}

static char *text_of(const struct log *log)
{
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);

    assert_non_null(out);
    if (log->has_run) {
        fprintf(out, "run %u of %u", log->chosen, log->n_runs);
        put_run(out, &log->run);
    }
    for (size_t i = 0; i < log->n_problems; i++)
        fprintf(out, "%d: %s: %s\n", (int)log->problems[i].line, log->problems[i].what,
                log->problems[i].cost);
    fclose(out);
    return text;
}

/* ---- rules ---- */

static int fd_of(const char *bytes, size_t n)
{
    int fd = memfd_create("log", MFD_CLOEXEC);

    assert_true(fd >= 0);
    assert_int_equal(write(fd, bytes, n), (ssize_t)n);
    assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
    return fd;
}

#define RUN   "{0,RUN,format=1,tick_hz=9}\n"
#define HEAD  "run 1 of 1 format=1 tick_hz=9"
#define PROBE "{1,PROBE,p,line=4}\n"

struct log_case {
    const char *rule, *stream, *text;
};

static const struct log_case cases[] = {
    { "everything a run can hold",
      RUN "{1,RUN,cc=a=b}\n{2,PLAN,p,2}\n{3,NOTE,hello%20you}\n{4,PROBE,p,line=4,op=rd}\n"
          "{5,S,1:2:3:4,10,7,8}\n{6,E,5,6,7}\n{7,DONE,p,2,ok}\n{8,END,8,ok}\n",
      HEAD " cc=a=b p=2 \"hello you\" ok\np line=4 op=rd (1:2:3:4/10 7 8) [5 6 7] ok\n" },
    { "the second PLAN of a probe replaces its first",
      RUN "{1,PLAN,p,2}{2,PLAN,q,3}{3,PLAN,p,4}{4,PLAN,q,5}{5,PLAN,q,6}{6,END,6,ok}",
      HEAD " p=4 q=5 q=6 ok\n" },
    { "former names of probes are read as those of today",
      RUN
      "{1,PLAN,window,2}{2,PLAN,pairs,3}{3,PLAN,window,1}{4,PROBE,window,of=code}"
      "{5,S,8,1,1}{6,DONE,window,1,ok}{7,RUN,took.window=5}{8,PLAN,pairs,1}"
      "{9,PROBE,add_chain,beside=interference}{10,S,8,1,1}{11,DONE,add_chain,1,ok}{12,END,12,ok}",
      HEAD " took.reorder_buffer=5 reorder_buffer=1 core_to_core=1 ok\n"
           "reorder_buffer of=code (8/1 1) ok\nadd_chain beside=loaded_latency (8/1 1) ok\n" },
    { "DONE by a former name ends a series of today's, and names like them stay",
      RUN "{1,PROBE,reorder_buffer}{2,S,8,1,1}{3,DONE,window,1,ok}{4,PROBE,windows,of=pair}"
          "{5,DONE,windows,0,ok}{6,RUN,took.windows=1,given.window=2}{7,END,7,ok}",
      HEAD " took.windows=1 given.window=2 ok\nreorder_buffer (8/1 1) ok\nwindows of=pair ok\n" },
    { "S with the same x and ops are one point",
      RUN PROBE
      "{2,S,8,1,1}{3,S,8,1,2,3}{4,S,8,2,4}{5,S,9,2,5}{6,S,8,2,6}{7,DONE,p,5,ok}{8,END,8,ok}",
      HEAD " ok\np line=4 (8/1 1 2 3) (8/2 4) (9/2 5) (8/2 6) ok\n" },
    { "x of other lengths is another point",
      RUN PROBE "{2,S,8,1,1}{3,S,8:0,1,2}{4,DONE,p,2,ok}{5,END,5,ok}",
      HEAD " ok\np line=4 (8/1 1) (8:0/1 2) ok\n" },
    { "NOTE, PLAN and RUN inside a series are not points",
      RUN PROBE
      "{2,S,8,1,1}{3,NOTE,n}{4,PLAN,q,1}{5,RUN,a=b}{6,S,9,1,2}{7,DONE,p,2,ok}{8,END,8,ok}",
      HEAD " a=b q=1 \"n\" ok\np line=4 (8/1 1) (9/1 2) ok\n" },
    { "a point that was left out is no point",
      RUN PROBE "{2,S,8,1,1}{3,SKIP,9,skip:no%20time%20left}{4,SKIP,10,gone}{5,DONE,p,1,ok}"
                "{6,END,6,ok}",
      HEAD " ok\np line=4 (8/1 1) -9:skip:no time left -10:? ok\n" },
    { "what was left out behind a gap in a series whose end is lost",
      RUN PROBE "{2,SKIP,1,gone}{3,S,8,1,1}\n{5,SKIP,9,gone}{6,END,6,ok}",
      HEAD " ok\np line=4 (8/1 1) -1:? open damaged-0\n4: 1 sentence missing: up to 1 point of p, "
           "or its end\n" },
    { "a SKIP that is none",
      RUN PROBE "{2,SKIP,x,gone}{3,SKIP,1}{4,DONE,p,0,ok}\n{5,SKIP,1,a}"
                "{6,END,6,ok}",
      HEAD " ok\np line=4 ok\n3: SKIP without x and a reason: \n3: SKIP without x and a reason: \n"
           "4: SKIP outside of any series: \n" },
    { "a skipped series", RUN PROBE "{2,DONE,p,0,skip:no%20memory}{3,END,3,ok}",
      HEAD " ok\np line=4 skip:no memory\n" },
    { "an unknown type is reported and the rest is read",
      RUN PROBE "{2,X,1}\n{3,S,8,1,1}{4,DONE,p,1,ok}{5,END,5,ok}",
      HEAD " ok\np line=4 (8/1 1) ok\n3: sentence of unknown type X: \n" },

    { "no END", RUN "{1,NOTE,n}\n",
      HEAD " \"n\" open part\n2: the log ends before its first probe: the rest of the run\n" },
    { "no DONE before the end", RUN PROBE "{2,S,8,1,1}\n",
      HEAD " open part\np line=4 (8/1 1) open damaged-0\n3: the log ends in the middle of probe "
           "p: the rest of the run\n" },
    { "no END, with a plan",
      RUN "{1,PLAN,p,1}{2,PLAN,q,1}{3,PLAN,p,1}{4,PROBE,p}{5,S,8,1,1}\n{6,DONE,p,1,ok}"
          "{7,RUN,took.p=5}{8,PLAN,q,1}{9,PROBE,q}\n",
      "run 1 of 1 format=1 tick_hz=9 took.p=5 p=1 q=1 open part\np (8/1 1) ok\nq open damaged-0\n"
      "3: the log ends in the middle of probe q; 1 of 2 probes is whole: the rest of the run\n" },
    { "no END, between two probes",
      RUN "{1,PLAN,p,1}{2,PLAN,q,1}{3,PLAN,p,1}{4,PROBE,p}{5,S,8,1,1}\n{6,DONE,p,1,ok}"
          "{7,RUN,took.p=5}\n",
      "run 1 of 1 format=1 tick_hz=9 took.p=5 p=1 q=1 open part\np (8/1 1) ok\n"
      "3: the log ends after probe p; 1 of 2 probes is whole: the rest of the run\n" },
    { "the log ends in a sentence", RUN PROBE "{2,S,8,1,1}\n$PT,3,S,8",
      HEAD " open part\np line=4 (8/1 1) open damaged-0\n3: the log ends in the middle of probe "
           "p: the rest of the run\n" },
    { "no DONE before PROBE, no gap",
      RUN PROBE "{2,S,8,1,1}\n{3,PROBE,q}{4,DONE,q,0,ok}{5,END,5,ok}",
      HEAD " ok\np line=4 (8/1 1) open damaged-0\nq ok\n4: series p has no DONE: the end of p\n" },
    { "no DONE before END, no gap", RUN PROBE "{2,S,8,1,1}\n{3,END,3,ok}",
      HEAD " ok\np line=4 (8/1 1) open damaged-0\n4: series p has no DONE: the end of p\n" },
    { "DONE counts another number", RUN PROBE "{2,S,8,1,1}{3,DONE,p,2,ok}\n{4,END,4,ok}",
      HEAD " ok\np line=4 open damaged-1\n3: DONE of p counts 2 points, in p came 1: all 1 point "
           "of p\n" },
    { "DONE of another probe", RUN PROBE "{2,S,8,1,1}{3,DONE,q,1,ok}\n{4,END,4,ok}",
      HEAD " ok\np line=4 open damaged-1\n3: DONE of q counts 1 point, in p came 1: all 1 point of "
           "p\n" },
    { "END counts another number", RUN "{1,END,7,ok}",
      HEAD " ok\n2: END counts 7 sentences, its own number is 1: not known\n" },

    { "a lost S", RUN PROBE "{2,S,8,1,1}\n{4,S,8,1,3}{5,DONE,p,3,ok}{6,END,6,ok}",
      HEAD " ok\np line=4 (8/1 1) (8/1 3) ok damaged-1\n4: 1 sentence missing: 1 point of p\n" },
    { "lost E and S, in two places",
      RUN PROBE "{3,S,8,1,1}\n{6,E,1,2}\n{7,DONE,p,5,ok}{8,END,8,ok}",
      HEAD " ok\np line=4 (8/1 1) [1 2] ok damaged-3\n3: 1 sentence missing: 1 point of p\n"
           "4: 2 sentences missing: 2 points of p\n" },
    { "a broken S is a lost S, told once",
      RUN PROBE "$PT,2,S,8,1*00000000\n{3,S,8,1,3}{4,DONE,p,2,ok}{5,END,5,ok}",
      HEAD " ok\np line=4 (8/1 3) ok damaged-1\n3: bad crc: 1 point of p\n" },
    { "a broken S and one that is gone",
      RUN PROBE "$PT,2,S,8,1\n{4,S,8,1,3}{5,DONE,p,3,ok}{6,END,6,ok}",
      HEAD " ok\np line=4 (8/1 3) ok damaged-2\n3: broken sentence: counted in the gap at line 4\n"
           "4: 2 sentences missing: 2 points of p\n" },
    { "broken, but nothing is missing", RUN "$PT,2,S,8,1\n{1,END,1,ok}",
      HEAD " ok\n2: broken sentence: \n" },
    { "a gap that may hide a boundary: DONE does not count as many",
      RUN PROBE "{2,S,8,1,1}\n{5,S,9,1,9}{6,DONE,p,1,ok}{7,END,7,ok}",
      HEAD
      " ok\np line=4 (8/1 1) open damaged-0\n4: 2 sentences missing: up to 2 points of p, and 1 "
      "behind it that may not be of this series\n" },
    { "a gap that did hide a boundary",
      RUN PROBE "{2,S,8,1,1}\n{5,S,9,1,9}{6,E,1,2}{7,DONE,q,2,ok}\n{8,END,8,ok}",
      HEAD
      " ok\np line=4 (8/1 1) open damaged-0\n4: 2 sentences missing: up to 2 points of p, and 2 "
      "behind it that may not be of this series\n4: DONE of q without its PROBE: 2 points of q\n" },
    { "DONE is lost", RUN PROBE "{2,S,8,1,1}\n{4,PROBE,q}\n{5,DONE,q,0,ok}{6,END,6,ok}",
      HEAD " ok\np line=4 (8/1 1) open damaged-0\nq ok\n"
           "4: 1 sentence missing: up to 1 point of p, or its end\n" },
    { "PROBE is lost", RUN "{2,S,8,1,1}\n{3,S,9,1,2}{4,DONE,q,2,ok}{5,END,5,ok}",
      HEAD " ok\n2: 1 sentence missing: 1 sentence outside any known series\n"
           "2: points without their PROBE: 2 points of q\n" },
    { "PROBE and DONE are lost", RUN "{2,S,8,1,1}\n{4,PROBE,q}{5,DONE,q,0,ok}\n{6,END,6,ok}",
      HEAD " ok\nq ok\n2: 1 sentence missing: 1 sentence outside any known series\n"
           "2: points without their PROBE: 1 point of an unknown probe\n"
           "3: 1 sentence missing: 1 sentence outside any known series\n" },
    { "RUN is lost", "{1,PLAN,p,1}\n{2,END,2,ok}",
      "run 1 of 1 p=1 ok part\n1: 1 sentence missing: the beginning of the run\n"
      "2: run 1, from line 1, is not complete: the rest of the run\n" },

    { "sums that fit",
      RUN PROBE "{2,S,8,1,1}{3,DONE,p,1,ok,+}{4,PROBE,q}{5,DONE,q,0,ok,+}{6,END,6,ok,+}",
      HEAD " ok\np line=4 (8/1 1) ok\nq ok\n" },
    { "a foreign sentence costs its series",
      RUN PROBE "{2,S,8,1,1}{3,DONE,p,1,ok,00000000}\n"
                "{4,PROBE,p,line=8}{5,S,8,1,7}\n{6,DONE,p,1,ok,00000000}\n{7,END,7,ok,5D0E1E83}",
      HEAD " ok\np line=4 open damaged-1\np line=8 open damaged-1\n"
           "3: DONE does not sum up the sentences after line 1: one is of another run, or out of "
           "order: all points of p\n"
           "5: DONE does not sum up the sentences after line 3: one is of another run, or out of "
           "order: all points of p\n" },
    { "a sum of another run goes on from there",
      RUN PROBE "{2,S,8,1,1}{3,DONE,p,1,ok,12345678}\n{4,PROBE,p,line=8}{5,S,8,1,7}\n"
                "{6,DONE,p,1,ok,4C2C6794}\n{7,END,7,ok,1CB53361}",
      HEAD " ok\np line=4 open damaged-1\np line=8 (8/1 7) ok\n"
           "3: DONE does not sum up the sentences after line 1: one is of another run, or out of "
           "order: all points of p\n" },
    { "a gap makes one sum unknown",
      RUN PROBE "{3,S,8,1,1}\n{4,DONE,p,2,ok,12345678}\n{5,PROBE,p,line=8}{6,S,8,1,7}\n"
                "{7,DONE,p,1,ok,BAA16FAC}\n{8,END,8,ok,AC7B85DE}",
      HEAD " ok\np line=4 (8/1 1) ok damaged-1\np line=8 (8/1 7) ok\n"
           "3: 1 sentence missing: 1 point of p\n" },
    { "a series that was cut off, and the one with the sum",
      RUN PROBE "{2,S,8,1,1}\n{3,PROBE,q}{4,S,8,1,2}\n{5,DONE,q,1,ok,00000000}",
      HEAD " open part\np line=4 open damaged-0\nq open damaged-1\n"
           "4: series p has no DONE: the end of p\n"
           "5: DONE does not sum up the sentences after line 1: one is of another run, or out of "
           "order: all points of p, q\n"
           "5: the log ends in the middle of probe q: the rest of the run\n" },
    { "END does not sum up", RUN PROBE "{2,S,8,1,1}\n{3,DONE,p,1,ok,+}\n{4,END,4,ok,00000000}",
      HEAD " ok\np line=4 (8/1 1) ok\n5: END does not sum up the sentences after line 4: one is "
           "of another run, or out of order: not known\n" },
    { "END does not sum up a series without DONE", RUN PROBE "{2,S,8,1,1}\n{3,END,3,ok,00000000}",
      HEAD " ok\np line=4 open damaged-0\n4: series p has no DONE: the end of p\n"
           "4: END does not sum up the sentences after line 1: one is of another run, or out of "
           "order: all points of p\n" },
    { "END sums up a series that a fault cut off", RUN PROBE "{2,S,8,1,1}\n{3,END,3,fault,+}",
      HEAD " fault\np line=4 (8/1 1) open damaged-0\n4: series p has no DONE: the end of p\n" },
    { "a DONE without its PROBE that does not sum up",
      RUN "{1,NOTE,n}\n{2,DONE,p,0,ok,00000000}\n{3,NOTE,m}\n",
      HEAD " \"n\" \"m\" open part\n3: DONE of p without its PROBE: 0 points of p\n"
           "3: DONE does not sum up the sentences after line 1: one is of another run, or out of "
           "order: not known\n"
           "4: the log ends before its first probe: the rest of the run\n" },

    { "ops 0", RUN PROBE "{2,S,8,0,1}{3,DONE,p,1,ok}{4,END,4,ok}",
      HEAD " ok\np line=4 ok damaged-1\n3: S: ops is no number from 1: 1 point of p\n" },
    { "no timing", RUN PROBE "{2,S,8,1}{3,DONE,p,1,ok}{4,END,4,ok}",
      HEAD " ok\np line=4 ok damaged-1\n3: S: no timing: 1 point of p\n" },
    { "no ops", RUN PROBE "{2,S,8}{3,DONE,p,1,ok}{4,END,4,ok}",
      HEAD " ok\np line=4 ok damaged-1\n3: S: ops is no number from 1: 1 point of p\n" },
    { "nothing in S", RUN PROBE "{2,S}{3,DONE,p,1,ok}{4,END,4,ok}",
      HEAD " ok\np line=4 ok damaged-1\n3: S: x is no list of 1 to 4 numbers: 1 point of p\n" },
    { "five x", RUN PROBE "{2,S,1:2:3:4:5,1,1}{3,DONE,p,1,ok}{4,END,4,ok}",
      HEAD " ok\np line=4 ok damaged-1\n3: S: x is no list of 1 to 4 numbers: 1 point of p\n" },
    { "an empty x", RUN PROBE "{2,S,1:,1,1}{3,DONE,p,1,ok}{4,END,4,ok}",
      HEAD " ok\np line=4 ok damaged-1\n3: S: x is no list of 1 to 4 numbers: 1 point of p\n" },
    { "a negative timing", RUN PROBE "{2,S,1,1,5,-1}{3,DONE,p,1,ok}{4,END,4,ok}",
      HEAD " ok\np line=4 ok damaged-1\n3: S: a timing is no number: 1 point of p\n" },
    { "an event without a value", RUN PROBE "{2,E,1}{3,DONE,p,1,ok}{4,END,4,ok}",
      HEAD " ok\np line=4 ok damaged-1\n3: E: no value: 1 point of p\n" },
    { "a bad S between two of the same x keeps them one point",
      RUN PROBE "{2,S,8,1,1}{3,S,8,1,x}{4,S,8,1,2}{5,DONE,p,3,ok}{6,END,6,ok}",
      HEAD " ok\np line=4 (8/1 1 2) ok damaged-1\n3: S: a timing is no number: 1 point of p\n" },
    { "a DONE that is none", RUN PROBE "{2,S,8,1,1}{3,DONE,p}\n{4,END,4,ok}",
      HEAD " ok\np line=4 open damaged-1\n3: DONE without probe, points and status: \n"
           "3: DONE of p counts 0 points, in p came 1: all 1 point of p\n" },
    { "a PROBE without a name", RUN "{1,PROBE}\n{2,END,2,ok}",
      HEAD " ok\n2: PROBE without a name: a series\n" },
    { "a PLAN that is none", RUN "{1,PLAN,p,x}\n{2,END,2,ok}",
      HEAD " ok\n2: PLAN without probe and points: \n" },
    { "a key that is none", "{0,RUN,format=1,=5,abc}\n{1,END,1,ok}",
      "run 1 of 1 format=1 ok\n1: no key=value: =5: \n1: no key=value: abc: \n" },

    { "the last whole run", RUN "{1,NOTE,a}{2,END,2,ok}\n" RUN "{1,NOTE,b}{2,END,2,ok}\n",
      "run 2 of 2 format=1 tick_hz=9 \"b\" ok\n" },
    { "a whole run is better than a later part",
      RUN "{1,NOTE,a}{2,END,2,ok}\n" RUN "{1,NOTE,b}\n{3,NOTE,c}\n",
      "run 1 of 2 format=1 tick_hz=9 \"a\" ok\n5: 1 sentence missing: \n"
      "5: run 2, from line 3, is not complete: \n" },
    { "the last of two parts", RUN "{1,NOTE,a}\n" RUN "{1,NOTE,b}\n",
      "run 2 of 2 format=1 tick_hz=9 \"b\" open part\n2: run 1, from line 1, is not complete: \n"
      "4: the log ends before its first probe: the rest of the run\n" },
    { "reset inside a series", RUN PROBE "{2,S,8,1,1}\n" RUN "{1,END,1,ok}\n",
      "run 2 of 2 format=1 tick_hz=9 ok\n3: series p has no DONE: \n"
      "3: run 1, from line 1, is not complete: \n" },
    { "a format that is not known gives way to one that is",
      RUN "{1,NOTE,a}\n{0,RUN,format=2}\n{1,PROBE,p}{2,S,8,1,1}{3,DONE,p,1,ok}{4,END,4,ok}",
      "run 1 of 2 format=1 tick_hz=9 \"a\" open part\n2: run 1, from line 1, is not complete: the "
      "rest "
      "of the run\n3: format 2 is not known, 1 is: \n" },
    { "a format that is not known, alone",
      "{0,RUN,format=2,a=b}\n{1,PROBE,p}{2,S,8,1,1}{3,DONE,p,1,ok}{4,END,4,ok}",
      "run 1 of 1 format=2 a=b ok\n1: format 2 is not known, 1 is: the run\n" },
    { "repetitions and late ones are told once",
      RUN "{2,NOTE,a}\n{1,NOTE,b}\n{2,NOTE,a}\n{2,NOTE,a}\n{3,END,3,ok}",
      HEAD " \"a\" ok\n2: 1 sentence missing: 1 sentence outside any known series\n"
           "3: 1 sentence out of order and dropped, counted as missing, from here to line 3: \n"
           "4: 2 sentences repeated and dropped, from here to line 5: \n" },
    { "numbering begins again", RUN "{1,NOTE,a}\n{2,NOTE,b}\n{1,NOTE,c}\n{2,NOTE,d}\n{3,END,3,ok}",
      "run 2 of 2 \"c\" \"d\" ok part\n3: run 1, from line 1, is not complete: \n"
      "4: numbering begins again without a RUN: the beginning of the run\n"
      "6: run 2, from line 4, is not complete: the rest of the run\n" },
};

static void every_rule(void **state)
{
    char bytes[4096];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct log log;
        int fd = fd_of(bytes, stream_make(bytes, sizeof bytes, cases[i].stream));
        assert_int_equal(log_read(&log, fd, 0), LOG_OK);
        char *text = text_of(&log);
        if (strcmp(text, cases[i].text) != 0)
            fail_msg("%s: read\n%s-- not --\n%s", cases[i].rule, text, cases[i].text);
        assert_string_equal(log.kind, "record stream");
        free(text);
        log_free(&log);
        close(fd);
    }
}

/* ---- what log_read returns ---- */

static enum log_status read_bytes(struct log *log, const char *bytes, size_t n, unsigned wanted)
{
    int fd = fd_of(bytes, n);
    enum log_status status = log_read(log, fd, wanted);

    assert_int_equal(close(fd), 0); /* it is still the caller's */
    return status;
}

static enum log_status read_stream(struct log *log, const char *stream, unsigned wanted)
{
    char bytes[4096];

    return read_bytes(log, bytes, stream_make(bytes, sizeof bytes, stream), wanted);
}

static void statuses(void **state)
{
    static const struct {
        const char *stream;
        unsigned wanted;
        enum log_status status;
    } rules[] = {
        { "", 0, LOG_EMPTY },
        { "\n", 0, LOG_UNKNOWN },
        { "U-Boot\n$PT,0,RUN*00000000\n", 0, LOG_UNKNOWN },
        { RUN "{1,END,1,ok}", 1, LOG_OK },
        { RUN "{1,END,1,ok}", 2, LOG_NO_RUN },
        { "\"stride=64\n0.00049 1.250\n0.00098 1.250\n", 0, LOG_OK },
        { "\"stride=64\n0.00049 1.250\n0.00098 1.250\n", 2, LOG_NO_RUN },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        struct log log;
        assert_int_equal(read_stream(&log, rules[i].stream, rules[i].wanted), rules[i].status);
        log_free(&log);
    }
}

/* A table counts only where the log has no sentence at all, not even after it. */
static void a_sentence_outranks_a_table(void **state)
{
    struct log log;

    (void)state;
    assert_int_equal(
        read_stream(&log, "\"stride=64\n0.00049 1.250\n0.00098 1.250\n" RUN "{1,END,1,ok}\n", 0),
        LOG_OK);
    assert_string_equal(log.kind, "record stream");
    assert_int_equal(log.lines, 5);
    assert_int_equal(log.foreign_lines, 3);
    assert_int_equal(log.sentences, 2);
    log_free(&log);
    assert_int_equal(read_stream(&log, "\"stride=64\n0.00049 1.250\n0.00098 1.250\n", 0), LOG_OK);
    assert_string_equal(log.kind, "lat_mem_rd");
    log_free(&log);
}

static void how_series_and_runs_ended(void **state)
{
    static const enum record_end ends[] = { RECORD_END_OK, RECORD_END_NO_OS, RECORD_END_UNKNOWN,
                                            RECORD_END_MISSING };
    struct log log;

    (void)state;
    assert_int_equal(
        read_stream(&log,
                    RUN "{1,PROBE,p}{2,DONE,p,0,ok}{3,PROBE,p}{4,DONE,p,0,skip:no%20operating%20"
                        "system}{5,PROBE,p}{6,DONE,p,0,skip:rain}{7,PROBE,p}{8,END,8,fault}\n",
                    0),
        LOG_OK);
    assert_int_equal(log.run.n_series, 4);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(log.run.series[i].end, ends[i]);
    assert_int_equal(log.run.end, RECORD_END_FAULT);
    log_free(&log);
    assert_int_equal(read_stream(&log, RUN "{1,NOTE,a}\n", 0), LOG_OK);
    assert_int_equal(log.run.end, RECORD_END_MISSING);
    log_free(&log);
}

static void whether_there_are_sums(void **state)
{
    static const struct {
        const char *stream;
        enum log_sums sums;
    } rules[] = {
        { RUN "{1,NOTE,n}", LOG_SUMS_UNKNOWN },
        { RUN "{1,END,1,ok}", LOG_SUMS_MISSING },
        { RUN "{1,END,1,ok,+}", LOG_SUMS_THERE },
        { RUN PROBE "{2,DONE,p,0,ok,+}", LOG_SUMS_THERE },
        { RUN PROBE "{2,DONE,p,0,ok}{3,END,3,ok,+}", LOG_SUMS_MISSING },
        { RUN PROBE "{2,DONE,p,0,ok,+}{3,END,3,ok}", LOG_SUMS_MISSING },
    };
    struct log log;

    (void)state;
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        assert_int_equal(read_stream(&log, rules[i].stream, 0), LOG_OK);
        assert_int_equal(log.run.sums, rules[i].sums);
        log_free(&log);
    }
}

static void the_wanted_run(void **state)
{
    static const char stream[] =
        RUN "{1,NOTE,a}\n" RUN "{1,NOTE,b}{2,END,2,ok}\n" RUN "{1,NOTE,c}\n";
    static const char *const notes[] = { "b", "a", "b", "c" };

    (void)state;
    for (unsigned wanted = 0; wanted <= 3; wanted++) {
        struct log log;
        assert_int_equal(read_stream(&log, stream, wanted), LOG_OK);
        assert_string_equal(log.run.notes[0], notes[wanted]);
        assert_int_equal(log.n_summaries, 3);
        assert_false(log.runs[0].complete);
        assert_true(log.runs[1].complete);
        assert_int_equal(log.runs[1].first_line, 3);
        assert_int_equal(log.runs[2].first_line, 5);
        log_free(&log);
    }
}

static void lookups(void **state)
{
    struct log_key keys[] = { { (char *)"a", (char *)"7" }, { (char *)"b", (char *)"x" } };
    struct log log;

    (void)state;
    assert_string_equal(log_key_text(keys, 2, "b"), "x");
    assert_null(log_key_text(keys, 2, "c"));
    assert_int_equal(log_key_number(keys, 2, "a", 1), 7);
    assert_int_equal(log_key_number(keys, 2, "b", 1), 1);
    assert_int_equal(log_key_number(keys, 2, "c", 1), 1);
    read_stream(&log, RUN "{1,PROBE,p}{2,DONE,p,0,ok}{3,PROBE,q}{4,DONE,q,0,ok}{5,PROBE,p}", 0);
    assert_int_equal(log_find_series(&log.run, "p", 0), 0);
    assert_int_equal(log_find_series(&log.run, "p", 1), 2);
    assert_int_equal(log_find_series(&log.run, "p", 9), 3);
    assert_int_equal(log_find_series(&log.run, "r", 0), 3);
    log_free(&log);
}

/* ---- gzip ---- */

static size_t packed(char *to, size_t size, const char *stream)
{
    char bytes[4096];
    z_stream z = { .next_in = (Bytef *)bytes, .next_out = (Bytef *)to, .avail_out = (uInt)size };

    z.avail_in = (uInt)stream_make(bytes, sizeof bytes, stream);
    assert_int_equal(deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    size_t n = size - z.avail_out;
    deflateEnd(&z);
    return n;
}

static const char packed_run[] = RUN PROBE "{2,S,8,1,1}{3,DONE,p,1,ok}\n{4,END,4,ok}\n";

static void gzip_members_and_plain_text(void **state)
{
    char bytes[8192];
    size_t n = packed(bytes, sizeof bytes, packed_run);
    struct log log;

    (void)state;
    assert_int_equal(read_bytes(&log, bytes, n, 0), LOG_OK);
    assert_true(log.run.complete);
    assert_int_equal(log.n_problems, 0);
    log_free(&log);

    n += packed(bytes + n, sizeof bytes - n, packed_run);
    n += stream_make(bytes + n, sizeof bytes - n, packed_run);
    assert_int_equal(read_bytes(&log, bytes, n, 0), LOG_OK);
    assert_int_equal(log.n_runs, 3);
    log_free(&log);
}

/* Cut or damaged gzip data: what came before it is kept, and the status says that there was more.
 */
static void broken_gzip(void **state)
{
    char bytes[8192];
    size_t n = packed(bytes, sizeof bytes, packed_run);
    struct log log;

    (void)state;
    for (size_t cut = 3; cut < n; cut++) {
        assert_int_equal(read_bytes(&log, bytes, cut, 0), LOG_READ);
        assert_true(cut < n - 8 || log.run.complete);
        log_free(&log);
    }
    for (size_t i = n - 8; i < n; i++) { /* the checksum and length of the member */
        bytes[i] = (char)(bytes[i] ^ 1);
        assert_int_equal(read_bytes(&log, bytes, n, 0), LOG_READ);
        assert_true(log.run.complete);
        log_free(&log);
        bytes[i] = (char)(bytes[i] ^ 1);
    }
}

static void what_cannot_be_read(void **state)
{
    struct log log;
    int fd = open("/", O_RDONLY | O_CLOEXEC);

    (void)state;
    assert_int_equal(log_read(&log, fd, 0), LOG_READ);
    log_free(&log);
    close(fd);
    assert_int_equal(log_read(&log, -1, 0), LOG_READ);
    log_free(&log);
}

static void a_pipe(void **state)
{
    char bytes[4096];
    size_t n = stream_make(bytes, sizeof bytes, packed_run);
    struct log log;
    int ends[2];

    (void)state;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], bytes, n), (ssize_t)n);
    close(ends[1]);
    assert_int_equal(log_read(&log, ends[0], 0), LOG_OK);
    assert_true(log.run.complete);
    log_free(&log);
    close(ends[0]);
}

/* ---- bounds ---- */

struct session {
    struct log log;
    struct log_build build;
    struct record_reader *reader;
};

static void begin_session(struct session *s)
{
    *s = (struct session){ .build = { .log = &s->log } };
    struct record_reader_calls calls = { .sentence = log_build_runs_sentence,
                                         .fault = log_build_runs_fault,
                                         .ctx = &s->build };
    s->reader = record_reader_new(&calls);
    assert_non_null(s->reader);
}

static void feed_stream(struct session *s, const char *stream)
{
    char bytes[4096];

    record_reader_feed(s->reader, bytes, stream_make(bytes, sizeof bytes, stream));
}

static void end_session(struct session *s)
{
    record_reader_end(s->reader);
    log_build_runs_end(&s->build);
    record_reader_free(s->reader);
}

/* Memory is bounded however many runs that are not kept, damages and repetitions come. */
static void memory_is_bounded(void **state)
{
    static const char stream[] = RUN PROBE "{2,S,8,1,1,2,3}{3,DONE,p,1,ok}{4,NOTE,n}{4,NOTE,n}"
                                           "$PT,1\n$PT,0,S*00000000\n{6,S,1,2,3}\n{7,END,7,ok}\n";
    struct session s;
    size_t before = 0;

    (void)state;
    begin_session(&s);
    for (unsigned i = 0; i < 30000; i++) {
        feed_stream(&s, stream);
        if (i == 10000)
            before = mallinfo2().uordblks;
    }
    assert_in_range(mallinfo2().uordblks, 0, before + 4096);
    end_session(&s);
    assert_int_equal(s.log.n_runs, 30000);
    assert_in_range(s.log.n_problems, LOG_BUILD_PROBLEMS, LOG_BUILD_PROBLEMS + 10);
    assert_int_equal(s.log.chosen, 30000);
    log_free(&s.log);
}

/* Damage beyond the bound is still told, as a number. */
static void untold_problems_leave_a_mark(void **state)
{
    struct session s;
    char line[100];

    (void)state;
    begin_session(&s);
    feed_stream(&s, RUN PROBE);
    for (unsigned i = 0; i < 2 * LOG_BUILD_PROBLEMS; i++) {
        snprintf(line, sizeof line, "{%u,S,%u,1,1}\n", 3 + 2 * i, i);
        feed_stream(&s, line);
    }
    snprintf(line, sizeof line, "{%u,DONE,p,%u,ok}", 2 + 4 * LOG_BUILD_PROBLEMS,
             4 * LOG_BUILD_PROBLEMS);
    feed_stream(&s, line);
    end_session(&s);
    assert_int_equal(s.log.run.series[0].n_samples, 2 * LOG_BUILD_PROBLEMS);
    assert_int_equal(s.log.run.series[0].points_lost, 2 * LOG_BUILD_PROBLEMS);
    assert_string_equal(s.log.problems[0].cost, "1 point of p");
    assert_string_not_equal(s.log.problems[s.log.n_problems - 1].cost, "");
    log_free(&s.log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule),
        cmocka_unit_test(statuses),
        cmocka_unit_test(how_series_and_runs_ended),
        cmocka_unit_test(a_sentence_outranks_a_table),
        cmocka_unit_test(whether_there_are_sums),
        cmocka_unit_test(the_wanted_run),
        cmocka_unit_test(lookups),
        cmocka_unit_test(gzip_members_and_plain_text),
        cmocka_unit_test(broken_gzip),
        cmocka_unit_test(what_cannot_be_read),
        cmocka_unit_test(a_pipe),
        cmocka_unit_test(memory_is_bounded),
        cmocka_unit_test(untold_problems_leave_a_mark),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
