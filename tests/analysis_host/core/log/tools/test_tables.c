/* Latency tables of other tools: every form is read, damage is named, noise is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "log/log.h"
#include "log/tools/table_reader.h"
#include "log/tools/table_text.h"
#include "log/tools/table_tool.h"

/* TEXT read in pieces of CHUNK bytes. */
static bool read_text(struct log *log, const char *text, size_t n, size_t chunk)
{
    struct table_reader *r = table_reader_new();
    bool found;

    assert_non_null(r);
    memset(log, 0, sizeof *log);
    for (size_t i = 0; i < n; i += chunk)
        table_reader_feed(r, text + i, n - i < chunk ? n - i : chunk);
    found = table_reader_end(r, log);
    table_reader_free(r);
    return found;
}

static const char *key(const struct log_series *s, const char *name)
{
    return log_key_text(s->keys, s->n_keys, name);
}

/* ---- every rule about one table, as text and what must come of it ---- */

enum { MOST_POINTS = 8 };

struct table_case {
    const char *rule, *text;
    size_t n_series, n_problems, n_points; /* of the first series */
    uint64_t point[MOST_POINTS][2];        /* bytes, picoseconds */
};

#define STRIDE "\"stride=64\n"
#define RAM    "       size:  1x32  2x32 1xPTR 2xPTR\n"
#define TINY   "block size : single random read / dual random read\n"

static const struct table_case cases[] = {
    { "lat_mem_rd: sizes are exact again",
      STRIDE "0.00049 1.250\n0.00146 1.251\n0.75000 9.000\n64.00000 101.125\n",
      1,
      0,
      4,
      { { 512, 1250 }, { 1536, 1251 }, { 786432, 9000 }, { 67108864, 101125 } } },
    { "lat_mem_rd: CR LF, a closing quote and blanks",
      "  \"stride=64\"\r\n0.00049 1.250\r\n 0.00098\t1.250 \r\n",
      1,
      0,
      2,
      { { 512, 1250 }, { 1024, 1250 } } },
    { "lat_mem_rd: other text before, between and after",
      "Memory load latency\n" STRIDE "0.00049 1.250\n[   12.5] usb 1-1: reset\n0.00098 1.260\n\n"
      "bandwidth test\n1.05 9000.00\n",
      1,
      0,
      2,
      { { 512, 1250 }, { 1024, 1260 } } },
    { "lat_mem_rd: blank lines between rows",
      STRIDE "\n0.00049 1.250\n\n0.00098 1.260\n\n",
      1,
      0,
      2,
      { { 512, 1250 }, { 1024, 1260 } } },
    { "lat_mem_rd: a head with other text after it is none",
      "\"stride=64 bytes\n0.00049 1.250\n",
      0,
      0,
      0,
      { { 0 } } },
    { "lat_mem_rd: rows without a head are foreign",
      "0.00049 1.250\n0.00098 1.250\n",
      0,
      0,
      0,
      { { 0 } } },
    { "a head alone is reported", STRIDE "no rows\n", 0, 1, 0, { { 0 } } },

    { "a negative latency is refused",
      STRIDE "0.00049 1.250\n0.00098 -1.250\n0.00195 1.300\n",
      1,
      1,
      2,
      { { 512, 1250 }, { 2048, 1300 } } },
    { "nan is refused",
      STRIDE "0.00049 1.250\n0.00098 nan\n0.00195 1.300\n",
      1,
      1,
      2,
      { { 512, 1250 }, { 2048, 1300 } } },
    { "inf is refused",
      STRIDE "0.00049 1.250\n0.00098 inf\n0.00195 1.300\n",
      1,
      1,
      2,
      { { 512, 1250 }, { 2048, 1300 } } },
    { "a hexadecimal number is refused",
      STRIDE "0.00049 1.250\n0.00098 0x1p3\n0.00195 1.300\n",
      1,
      1,
      2,
      { { 512, 1250 }, { 2048, 1300 } } },
    { "a decimal comma among points is refused",
      STRIDE "0.00049 1.250\n0.00098 1,250\n0.00195 1.300\n",
      1,
      1,
      2,
      { { 512, 1250 }, { 2048, 1300 } } },
    { "a latency of 0 is refused",
      STRIDE "0.00049 1.250\n0.00098 0.000\n",
      1,
      1,
      1,
      { { 512, 1250 } } },
    { "a latency beyond 64 bits is refused",
      STRIDE "0.00049 1.250\n0.00098 9e+29\n",
      1,
      1,
      1,
      { { 512, 1250 } } },
    { "a size beyond all bounds is refused",
      STRIDE "0.00049 1.250\n9999999999999.00000 1.250\n",
      1,
      1,
      1,
      { { 512, 1250 } } },
    { "a size of 0 is refused",
      STRIDE "0.00000 1.250\n0.00049 1.250\n",
      1,
      1,
      1,
      { { 512, 1250 } } },
    { "two rows run together are refused",
      STRIDE "0.00049 1.2500.00098 1.250\n0.00195 1.300\n",
      1,
      1,
      1,
      { { 2048, 1300 } } },
    { "a third field is refused",
      STRIDE "0.00049 1.250 7\n0.00195 1.300\n",
      1,
      1,
      1,
      { { 2048, 1300 } } },
    { "a size that does not grow is refused",
      STRIDE "0.00049 1.250\n0.00098 2.000\n0.00098 3.000\n",
      1,
      1,
      2,
      { { 512, 1250 }, { 1024, 2000 } } },
    { "a damaged row is named once the table goes on",
      STRIDE "0.00049 1.250\n0.0$98 2.0\n0.00195 3.000\n",
      1,
      1,
      2,
      { { 512, 1250 }, { 2048, 3000 } } },
    { "a last row cut in its number is refused",
      STRIDE "0.00049 1.250\n0.00098 1.2",
      1,
      1,
      1,
      { { 512, 1250 } } },
    { "a last row cut in its size is refused",
      STRIDE "0.00049 1.250\n0.000",
      1,
      1,
      1,
      { { 512, 1250 } } },
    { "a last row that only lacks its line end is whole",
      STRIDE "0.00049 1.250\n0.00098 1.260",
      1,
      0,
      2,
      { { 512, 1250 }, { 1024, 1260 } } },

    { "text in the place of a row is named",
      STRIDE "0.00049 1.250\noops\n0.00195 3.000\n",
      1,
      1,
      2,
      { { 512, 1250 }, { 2048, 3000 } } },
    { "before the first row, too",
      STRIDE "oops\n0.00049 1.250\n0.00195 3.000\n",
      1,
      1,
      2,
      { { 512, 1250 }, { 2048, 3000 } } },
    { "and right after the last one, where damage may have made it of a row",
      STRIDE "0.00049 1.250\n0.00098 1.260\n#.0#146 1.270\n",
      1,
      1,
      2,
      { { 512, 1250 }, { 1024, 1260 } } },
    { "words right after the last row are none of the table",
      STRIDE "0.00049 1.250\n0.00098 1.260\n```\nroot@board1:~# \n",
      1,
      0,
      2,
      { { 512, 1250 }, { 1024, 1260 } } },
    { "a damaged last row is named",
      STRIDE "0.00049 1.250\n0.00098 1.260\n0.0$95 2.0\n\n",
      1,
      1,
      2,
      { { 512, 1250 }, { 1024, 1260 } } },
    { "text after a blank line is none of the table",
      STRIDE "0.00049 1.250\n0.00098 1.260\n\noops\n1 2 3\n",
      1,
      0,
      2,
      { { 512, 1250 }, { 1024, 1260 } } },
    { "kernel messages are none either",
      STRIDE "0.00049 1.250\n<6>[  101.250000] eth0: up\n[1.5]\n0.00098 1.260\n[ 2.5] x\n",
      1,
      0,
      2,
      { { 512, 1250 }, { 1024, 1260 } } },
    { "what only begins like a kernel message is named",
      STRIDE "0.00049 1.250\n[oops\n0.00098 1.260\n<6\n0.00195 3.000\n[ 1.5 x\n\n",
      1,
      3,
      3,
      { { 512, 1250 }, { 1024, 1260 }, { 2048, 3000 } } },
    { "a word after a number is refused",
      STRIDE "0.00049 1.250oops\n0.00098 1.260 oops\n0.00195oops 1.270\n0.00391 3.000\n",
      1,
      3,
      1,
      { { 4096, 3000 } } },
    { "numbers that are none are refused in the size, too",
      STRIDE "nan 1.250\ninf 1.250\n-0.00049 1.250\n1e99 1.250\n0.00391 3.000\n",
      1,
      4,
      1,
      { { 4096, 3000 } } },
    { "a row after much other text is named",
      STRIDE "0.00049 1.250\n\n1\n2\n3\n4\n5\n6\n7\n8\n9\n0.00098 1.260\n0.00195 3.000\n",
      1,
      2,
      1,
      { { 512, 1250 } } },
    { "rows whose head was damaged are named once",
      STRIDE "0.00049 1.250\n1.00000 9.000\n\n\"strid#=64\n0.00049 1.250\n0.00098 1.250\n",
      1,
      1,
      2,
      { { 512, 1250 }, { 1048576, 9000 } } },

    { "ramlat: column 1xPTR, k is 1024",
      RAM "        4k: 4.5 4.6 3.125 9\n     1024k: 14.5 14.6 31.25 99\n        2M: 1 2 45 4\n",
      1,
      0,
      3,
      { { 4096, 3125 }, { 1048576, 31250 }, { 2097152, 45000 } } },
    { "ramlat: trailing blank, trailing point, exponent",
      RAM "        4k: 4.5 4.6 1234. 9 \n        8k: 4.5 4.6 1.024e+04 9 \n",
      1,
      0,
      2,
      { { 4096, 1234000 }, { 8192, 10240000 } } },
    { "ramlat: a missing column is refused",
      RAM "        4k: 4.5 4.6 3.125 9\n        8k: 4.5 3.125 9\n",
      1,
      1,
      1,
      { { 4096, 3125 } } },
    { "ramlat: one column too many is refused",
      RAM "        4k: 4.5 4.6 3.125 9 10\n        8k: 1 1 2 3\n",
      1,
      1,
      1,
      { { 8192, 2000 } } },
    { "ramlat: a number missing in another column is refused",
      RAM "        4k: 4.5 -- 3.125 9\n        8k: 1 1 2 3\n",
      1,
      1,
      1,
      { { 8192, 2000 } } },
    { "ramlat: a table without 1xPTR is foreign",
      "       size:  1x32  2x32\n        4k: 4.5 4.6\n",
      0,
      0,
      0,
      { { 0 } } },
    { "ramlat: a last row without its end may lack a digit",
      RAM "        4k: 4.5 4.6 3.125 9\n   8k: 4.5 4.6 3.125 9",
      1,
      1,
      1,
      { { 4096, 3125 } } },
    { "ramlat: a last row cut before its end is refused",
      RAM "        4k: 4.5 4.6 3.125 9\n   8k: 4.5 4.6 3",
      1,
      1,
      1,
      { { 4096, 3125 } } },

    { "tinymembench: bytes, the single read, zeros allowed",
      TINY "      1024 :    0.0 ns          /     0.0 ns \n     65536 :    4.3 ns          /     "
           "7.3 ns \n",
      1,
      0,
      2,
      { { 1024, 0 }, { 65536, 4300 } } },
    { "tinymembench: a negative increment is refused",
      TINY "      1024 :    0.0 ns /  0.0 ns\n      2048 :   -0.1 ns /  0.0 ns\n",
      1,
      1,
      1,
      { { 1024, 0 } } },
    { "tinymembench: a row without units is refused",
      TINY "  1024 : 0.0 ns / 0.0 ns\n  2048 : 0.1 / 0.2\n",
      1,
      1,
      1,
      { { 1024, 0 } } },

    { "tinymembench: a word after the row is refused",
      TINY "  1024 : 0.0 ns / 0.0 ns\n  2048 : 0.1 ns / 0.2 ns oops\n",
      1,
      1,
      1,
      { { 1024, 0 } } },

    { "a closing fence is none of the table",
      "```\n" TINY "  1024 : 0.0 ns / 0.0 ns\n  2048 : 0.1 ns / 0.2 ns\n```\n",
      1,
      0,
      2,
      { { 1024, 0 }, { 2048, 100 } } },
    { "tinymembench: 0.0 ns is the first level's, and no larger size's",
      TINY "1024 : 0.0 ns / 0.0 ns\n2048 : 5.5 ns / 9.1 ns\n4096 : 8.0 ns / 9.3 ns\n"
           "8192 : 0.0 ns / 0.0 ns\n",
      1,
      1,
      3,
      { { 1024, 0 }, { 2048, 5500 }, { 4096, 8000 } } },
    { "tinymembench: nor in the middle of the first step",
      TINY "1024 : 0.0 ns / 0.0 ns\n2048 : 5.5 ns / 9.1 ns\n4096 : 0.0 ns / 0.0 ns\n"
           "8192 : 9.0 ns / 9.0 ns\n",
      1,
      1,
      3,
      { { 1024, 0 }, { 2048, 5500 }, { 8192, 9000 } } },
    { "tinymembench: noise within the first level costs none of its zeros",
      TINY "1024 : 1.3 ns / 0.0 ns\n2048 : 0.0 ns / 0.0 ns\n4096 : 0.1 ns / 0.0 ns\n"
           "8192 : 9.0 ns / 9.0 ns\n",
      1,
      0,
      4,
      { { 1024, 1300 }, { 2048, 0 }, { 4096, 100 }, { 8192, 9000 } } },
    { "lat_mem_rd: a latency that lost a digit is refused",
      STRIDE "0.00049 1.250\n0.00098 1.250\n0.00195 1.250\n0.00391 1.250\n0.00781 12.50\n",
      1,
      1,
      4,
      { { 512, 1250 }, { 1024, 1250 }, { 2048, 1250 }, { 4096, 1250 } } },
    { "tinymembench: so is one that lost its decimal",
      TINY "1024 : 0.0 ns / 0.0 ns\n2048 : 0.1 ns / 0.1 ns\n4096 : 5 ns / 8.3 ns\n"
           "8192 : 9.0 ns / 9.0 ns\n16384 : 9.0 ns / 9.0 ns\n",
      1,
      1,
      4,
      { { 1024, 0 }, { 2048, 100 }, { 8192, 9000 }, { 16384, 9000 } } },
    { "ramlat: drops zeros at the end of numbers itself",
      RAM "4k: 1 1 3.125 9\n8k: 1 1 3.12 9\n16k: 1 1 3.125 9\n32k: 1 1 3 9\n64k: 1 1 3.5 9\n",
      1,
      0,
      5,
      { { 4096, 3125 }, { 8192, 3120 }, { 16384, 3125 }, { 32768, 3000 }, { 65536, 3500 } } },

    /* ---- what loggers, mail and pages make of a table ---- */
    { "dates before each line",
      "Nov 9 09:59:58 \"stride=64\nNov 9 09:59:59 0.00049 1.250\nNov 10 10:00:00 0.00098 1.260\n"
      "Nov 10 10:00:01 \n",
      1,
      0,
      2,
      { { 512, 1250 }, { 1024, 1260 } } },
    { "seconds that grow by a digit, and blanks that go",
      "[   99.5 0.1] \"stride=64\n[   99.9 0.2] 0.00049 1.250\n[12345.6 10.1]0.00098 1.260\n",
      1,
      0,
      2,
      { { 512, 1250 }, { 1024, 1260 } } },
    { "a number alone before each line",
      "0.100000 " RAM "0.200000         4k: 4.5 4.6 3.125 9\n10.30000         8k: 1 1 3.5 9\n",
      1,
      0,
      2,
      { { 4096, 3125 }, { 8192, 3500 } } },
    { "a date, a host, a program and its number",
      "2026-11-26T11:00:00+0100 vm7 sh[99]: " TINY
      "2026-11-26T11:00:00+0100 vm7 sh[99]:       1024 :    0.0 ns  /     0.0 ns \n"
      "2026-11-26T11:00:01+0100 vm7 sh[100]:      2048 :    4.3 ns  /     7.3 ns \n",
      1,
      0,
      2,
      { { 1024, 0 }, { 2048, 4300 } } },
    { "quoted mail",
      "> > \"stride=64\n> > 0.00049 1.250\n> >\n>>0.00098 1.260\n",
      1,
      0,
      2,
      { { 512, 1250 }, { 1024, 1260 } } },
    { "LAVA's YAML",
      "- {\"dt\": \"2026-11-26T11:00:00\", \"lvl\": \"target\", \"msg\": \"\\\"stride=64\"}\n"
      "- {\"dt\": \"2026-11-26T11:00:01\", \"lvl\": \"target\", \"msg\": \"0.00049 1.250\"}\n"
      "- {\"dt\": \"2026-11-26T11:00:01\", \"lvl\": \"target\", \"msg\": \"\"}\n"
      "- {\"dt\": \"2026-11-26T11:00:02\", \"lvl\": \"target\", \"msg\": \"0.00098 1.260\"}\n",
      1,
      0,
      2,
      { { 512, 1250 }, { 1024, 1260 } } },
    { "docker's JSON, with more behind the text",
      "{\"log\":\"\\\"stride=64\\n\",\"stream\":\"stdout\"}\n"
      "{\"log\":\"0.00049 1.250\\n\",\"stream\":\"stdout\"}\n"
      "{\"log\":\"0.00098\\t1.260\\n\",\"stream\":\"stdout\"}\n",
      1,
      0,
      2,
      { { 512, 1250 }, { 1024, 1260 } } },
    { "a page: its tags, entities and blanks",
      "<p><pre>&quot;stride=64\n0.00049&nbsp;1.250<br>\n<b>0.00098</b>\xc2\xa0\xe2\x80\x89"
      "1.260</pre>\n",
      1,
      0,
      2,
      { { 512, 1250 }, { 1024, 1260 } } },
    { "colours of a terminal, and what a carriage return overwrites",
      "\x1b[32m\"stride=64\x1b[0m\n 50 %\r100 %\r0.00049 1.250\n\x1b[1;31m0.00098 1.260\x1b[m\n",
      1,
      0,
      2,
      { { 512, 1250 }, { 1024, 1260 } } },
    { "decimal commas",
      STRIDE "0,00049 1,250\n0,00098 1,260\n",
      1,
      0,
      2,
      { { 512, 1250 }, { 1024, 1260 } } },
    { "decimal commas and semicolons, behind time stamps with a point",
      "11:00:00.5 \"stride=64\n11:00:00.6 0,00049;1,250\n11:00:00.7 0,00098;1,260\n",
      1,
      0,
      2,
      { { 512, 1250 }, { 1024, 1260 } } },
    { "commas between fields",
      STRIDE "0.00049,1.250\n0.00098,1.260\n",
      1,
      0,
      2,
      { { 512, 1250 }, { 1024, 1260 } } },
    { "a bad row behind a prefix is named",
      "1.5 \"stride=64\n1.6 0.00049 1.250\n1.7 0.00098 nan\n1.8 0.00195 1.300\n",
      1,
      1,
      2,
      { { 512, 1250 }, { 2048, 1300 } } },
    { "the words of a head in other text are no table",
      "it prints size: 1x32 1xPTR\nand \"stride=64\nthen rows\n",
      0,
      0,
      0,
      { { 0 } } },

    { "nothing", "", 0, 0, 0, { { 0 } } },
    { "text without tables", "U-Boot 2024.01\nstarting kernel ...\n1 2 3\n", 0, 0, 0, { { 0 } } },
};

/* Sample I of those walked by one chain. */
static const struct log_sample *single_chain(const struct log_series *s, size_t i)
{
    for (size_t k = 0; k < s->n_samples; k++)
        if (s->samples[k].n_x == 1 && i-- == 0)
            return &s->samples[k];
    return NULL;
}

static size_t single_chains(const struct log_series *s)
{
    size_t n = 0;

    while (single_chain(s, n) != NULL)
        n++;
    return n;
}

static void check_case(const struct table_case *c, size_t chunk)
{
    struct log log;
    bool found = read_text(&log, c->text, strlen(c->text), chunk);

    if (found != (c->n_series > 0) || log.run.n_series != c->n_series ||
        log.n_problems != c->n_problems)
        fail_msg("%s (in pieces of %zu): %zu series, %zu problems", c->rule, chunk,
                 log.run.n_series, log.n_problems);
    if (c->n_series > 0 && single_chains(&log.run.series[0]) != c->n_points)
        fail_msg("%s: %zu points", c->rule, single_chains(&log.run.series[0]));
    for (size_t i = 0; i < c->n_points; i++) {
        const struct log_sample *s = single_chain(&log.run.series[0], i);
        if (s->x[0] != c->point[i][0] || s->n_ticks != 1 || s->ticks[0] != c->point[i][1])
            fail_msg("%s: point %zu is %llu bytes, %llu ps", c->rule, i,
                     (unsigned long long)s->x[0], (unsigned long long)s->ticks[0]);
    }
    log_free(&log);
}

static void tables(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check_case(&cases[i], 1 << 20);
        check_case(&cases[i], 7);
        check_case(&cases[i], 1);
    }
}

/* Nothing is used of a line with a zero byte or of an endless one, whatever it begins with. */
static void broken_lines_are_named(void **state)
{
    enum { LONG = 70000 };
    static const char row[] = "0.00098 1.260", head[] = "\"stride=64\n0.00049 1.250\n";
    static const struct {
        char filler;
        const char *why;
    } fillers[] = { { '\0', "a line with a zero byte" },
                    { ' ', "a line of more than 1023 bytes" },
                    { '7', "a line of more than 1023 bytes" },
                    { 'x', "a line of more than 1023 bytes" } };
    static char text[LONG + 100];

    (void)state;
    for (size_t i = 0; i < sizeof fillers / sizeof fillers[0]; i++) {
        size_t n = strlen(head), filled = i == 0 ? 1 : LONG;
        struct log log;
        memcpy(text, head, n);
        memcpy(text + n, row, strlen(row));
        n += strlen(row);
        memset(text + n, fillers[i].filler, filled);
        n += filled;
        memcpy(text + n, "\n0.00195 3.000\n", 15);
        assert_true(read_text(&log, text, n + 15, 100));
        assert_int_equal(log.run.series[0].n_samples, 2);
        assert_true(log.run.series[0].samples[1].x[0] == 2048);
        assert_int_equal(log.n_problems, 1);
        assert_int_equal(log.problems[0].line, 3);
        assert_non_null(strstr(log.problems[0].what, fillers[i].why));
        assert_string_equal(log.problems[0].cost, "1 point of cache_size");
        log_free(&log);
    }
}

static void a_broken_head_is_none(void **state)
{
    static const char zero[] = "\"stride=64\0\n0.00049 1.250\n0.00098 1.260\n";
    static const char named[] =
        "Executing ramlat on cpu0 (A\0 53), results in ns:\n" RAM "        4k: 4 4 3 9\n";
    struct log log;

    (void)state;
    assert_false(read_text(&log, zero, sizeof zero - 1, 100));
    log_free(&log);
    assert_true(read_text(&log, named, sizeof named - 1, 100));
    assert_null(key(&log.run.series[0], "name"));
    log_free(&log);
}

static void problems_come_by_line(void **state)
{
    static const char text[] =
        STRIDE "0.00049 1.250\noops\n0.00098 x\n0.00195 3.000\n#.0#391 4.000\n\n";
    struct log log;

    (void)state;
    assert_true(read_text(&log, text, strlen(text), 100));
    assert_int_equal(log.n_problems, 3);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(log.problems[i].line, i < 2 ? 3 + i : 6);
    assert_string_equal(log.problems[2].cost, "not known");
    log_free(&log);
}

static void the_run_says_what_the_ticks_are(void **state)
{
    static const char text[] = STRIDE "0.00049 1.250\n";
    struct log log;

    (void)state;
    assert_true(read_text(&log, text, strlen(text), 100));
    assert_true(log.has_run);
    assert_true(log.run.complete);
    assert_int_equal(log.n_runs, 1);
    assert_int_equal(log.chosen, 1);
    assert_string_equal(log.kind, "lat_mem_rd");
    assert_string_equal(log_key_text(log.run.keys, log.run.n_keys, "source"), "lat_mem_rd");
    assert_true(log_key_number(log.run.keys, log.run.n_keys, "tick_hz", 0) == 1000000000000u);
    const struct log_series *s = &log.run.series[0];
    assert_string_equal(s->probe, "cache_size");
    assert_string_equal(s->status, "ok");
    assert_string_equal(key(s, "stride"), "64");
    assert_false(s->damaged);
    assert_int_equal(s->first_line, 1);
    assert_int_equal(s->last_line, 2);
    assert_int_equal(s->samples[0].line, 2);
    assert_int_equal(s->samples[0].n_x, 1);
    assert_int_equal(s->samples[0].ops, 1);
    log_free(&log);
}

static void a_bad_row_damages_its_series_and_is_named(void **state)
{
    static const char text[] = "boot\n" STRIDE "0.00049 1.250\n0.00098 x\n0.00195 1.300\n";
    struct log log;

    (void)state;
    assert_true(read_text(&log, text, strlen(text), 100));
    assert_true(log.run.series[0].damaged);
    assert_int_equal(log.run.series[0].points_lost, 1);
    assert_int_equal(log.run.series[0].points_announced, 3);
    assert_int_equal(log.problems[0].line, 4);
    assert_non_null(strstr(log.problems[0].what, "lat_mem_rd"));
    assert_non_null(strstr(log.problems[0].cost, "1 point"));
    log_free(&log);
}

static void several_tables_keep_apart(void **state)
{
    static const char text[] =
        "Executing benchmark on cpu4 (Cortex-A72):\n\n"
        "block size : single random read / dual random read, [MADV_NOHUGEPAGE]\n"
        "      1024 :    0.0 ns          /     0.0 ns \n\n"
        "Executing ramlat on cpu0 (Cortex-A53), results in ns:\n\n" RAM "        4k: 4 4 3 9\n\n"
        "Executing ramlat on cpu4, results in ns:\n\n" RAM "        4k: 4 4 2 9\n" STRIDE
        "0.00049 1.250\n\"stride=128\n0.00049 1.500\n";
    struct log log;

    (void)state;
    assert_true(read_text(&log, text, strlen(text), 100));
    assert_int_equal(log.run.n_series, 5);
    const struct log_series *s = log.run.series;
    assert_string_equal(key(&s[0], "source"), "ramlat");
    assert_string_equal(key(&s[0], "cpu"), "0");
    assert_string_equal(key(&s[0], "name"), "Cortex-A53");
    assert_string_equal(key(&s[0], "table"), "1");
    assert_null(key(&s[0], "increment"));
    assert_string_equal(key(&s[1], "cpu"), "4");
    assert_null(key(&s[1], "name"));
    assert_string_equal(key(&s[2], "stride"), "64");
    assert_string_equal(key(&s[3], "stride"), "128");
    /* Increments answer less than latencies: they come last, wherever they stand. */
    assert_string_equal(key(&s[4], "source"), "tinymembench");
    assert_string_equal(key(&s[4], "increment"), "1");
    assert_string_equal(key(&s[4], "pages"), "nohugepage");
    assert_string_equal(key(&s[4], "name"), "Cortex-A72");
    assert_string_equal(key(&s[4], "table"), "5");
    assert_string_equal(log.kind, "ramlat");
    log_free(&log);
}

/* Every size that lat_mem_rd's sweep can visit prints with five decimals and must come back. */
static void printed_sizes_come_back(void **state)
{
    (void)state;
    for (uint64_t bytes = 512; bytes <= 1u << 30;
         bytes += bytes < 4096 ? 512 : bytes / 8 / 512 * 512) {
        char row[64];
        const char *why = "";
        struct table_point point = { 0 };
        struct table_head head = { 0 };
        snprintf(row, sizeof row, "%.5f 1.000", (double)bytes / (1024 * 1024));
        assert_int_equal(table_lat_mem_rd.row(row, &head, false, &point, &why), TABLE_ROW);
        if (point.bytes != bytes)
            fail_msg("%s is read as %llu bytes", row, (unsigned long long)point.bytes);
    }
}

struct number_case {
    const char *text;
    bool ok;
    uint64_t ps;
};

static void latencies_are_read_strictly(void **state)
{
    static const struct number_case numbers[] = {
        { "1", true, 1000 },
        { "1.2345", true, 1235 },
        { "0.0004", true, 0 },
        { "0.0005", true, 1 },
        { "1e3", true, 1000000 },
        { "1.5e-1", true, 150 },
        { "18446744073709551.615", false, 0 },
        { "999999999999999.999", true, 999999999999999999u },
        { "1.", true, 1000 },
        { ".5", false, 0 },
        { "", false, 0 },
        { "+1", false, 0 },
        { "-1", false, 0 },
        { "1e", false, 0 },
        { "1e99", false, 0 },
        { "1e-99", false, 0 },
        { "1e17", false, 0 },
        { "1x", false, 0 },
        { "1.2.3", false, 0 },
        { "nan", false, 0 },
        { "00000000000000000000000001.5", true, 1500 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        const char *at = numbers[i].text;
        const char *why = "";
        uint64_t ps = 0;
        bool ok = table_text_latency(&at, &ps, &why);
        if (ok != numbers[i].ok || (ok && ps != numbers[i].ps))
            fail_msg("\"%s\": %d, %llu ps", numbers[i].text, ok, (unsigned long long)ps);
        assert_true(ok || *why != '\0');
    }
}

/* A table cut after each of its bytes gives a part of its points, each with its true value, and a
 * problem wherever the last one is in doubt. */
static void a_cut_anywhere_changes_no_value(void **state)
{
    static const char text[] =
        RAM "        4k: 4.5 4.6 3.125 9.5\n       16k: 14.5 14.6 13.25 19.5\n";
    static const uint64_t want[][2] = { { 3125, 9500 }, { 13250, 19500 } };

    (void)state;
    for (size_t n = 0; n <= strlen(text); n++) {
        struct log log;
        read_text(&log, text, n, 5);
        for (size_t i = 0; log.run.n_series > 0 && i < log.run.series[0].n_samples; i++) {
            const struct log_sample *s = &log.run.series[0].samples[i];
            bool chains = s->n_x == 2;
            assert_true(s->ticks[0] == want[s->x[0] == 4096 ? 0 : 1][chains]);
        }
        log_free(&log);
    }
}

/* Noise of every kind must neither crash nor make rows; nor may memory grow with it. */
static void noise_is_survived(void **state)
{
    struct table_reader *r = table_reader_new();
    struct log log = { 0 };
    uint64_t rng = 88172645463325252u;
    char bytes[4096];

    (void)state;
    for (unsigned i = 0; i < 2000; i++) {
        for (size_t k = 0; k < sizeof bytes; k++) {
            rng ^= rng << 13;
            rng ^= rng >> 7;
            rng ^= rng << 17;
            bytes[k] = (char)(rng >> 32);
        }
        table_reader_feed(r, bytes, sizeof bytes);
    }
    assert_false(table_reader_end(r, &log));
    assert_int_equal(log.n_problems, 0);
    table_reader_free(r);
    log_free(&log);
}

/* Endless tables and endless bad rows are bounded, and said. */
static void floods_are_bounded(void **state)
{
    static const char table[] = STRIDE "0.00049 1.250\n";
    static const char bad[] = "0.00098 x\n";
    struct table_reader *r = table_reader_new();
    struct log log = { 0 };

    (void)state;
    for (unsigned i = 0; i < 100000; i++)
        table_reader_feed(r, bad, strlen(bad));
    for (unsigned i = 0; i < 100000; i++)
        table_reader_feed(r, table, strlen(table));
    for (unsigned i = 0; i < 100000; i++)
        table_reader_feed(r, bad, strlen(bad));
    assert_true(table_reader_end(r, &log));
    assert_in_range(log.run.n_series, 200, 1000);
    assert_in_range(log.n_problems, 1, 1000);
    table_reader_free(r);
    log_free(&log);
}

/* So is a table without end. */
static void a_table_without_end_is_bounded(void **state)
{
    static const char head[] = STRIDE;
    struct table_reader *r = table_reader_new();
    struct log log = { 0 };

    (void)state;
    table_reader_feed(r, head, strlen(head));
    for (unsigned i = 1; i <= 20000; i++) {
        char row[64];
        int n = snprintf(row, sizeof row, "%.5f 1.000\n", i / 2048.0);
        table_reader_feed(r, row, (size_t)n);
    }
    assert_true(table_reader_end(r, &log));
    assert_in_range(log.run.series[0].n_samples, 1000, 5000);
    assert_int_equal(log.n_problems, 1);
    assert_non_null(strstr(log.problems[0].what, "the first ones are kept"));
    table_reader_free(r);
    log_free(&log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables),
        cmocka_unit_test(broken_lines_are_named),
        cmocka_unit_test(a_broken_head_is_none),
        cmocka_unit_test(problems_come_by_line),
        cmocka_unit_test(the_run_says_what_the_ticks_are),
        cmocka_unit_test(a_bad_row_damages_its_series_and_is_named),
        cmocka_unit_test(several_tables_keep_apart),
        cmocka_unit_test(printed_sizes_come_back),
        cmocka_unit_test(latencies_are_read_strictly),
        cmocka_unit_test(a_cut_anywhere_changes_no_value),
        cmocka_unit_test(noise_is_survived),
        cmocka_unit_test(floods_are_bounded),
        cmocka_unit_test(a_table_without_end_is_bounded),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
