/* The lines of progress: what they say, and that they fit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "capture/progress_line.h"
#include <stdio.h>
#include <string.h>

typedef void line_fn(char line[PROGRESS_LINE_BYTES], const struct progress_view *view);

static const struct progress_view usual = {
    .board = "host_posix",
    .probe = "cache_size",
    .points = 34,
    .planned = 59,
    .x = "24576",
    .status = "ok",
    .probe_s = 41,
    .share = 0.41,
    .elapsed_s = 41,
    .silent_s = 1,
    .limit_s = 120,
    .n_bytes = 18637,
    .columns = 79,
};

/* Returns the columns of UTF-8 text, colours not counted. */
static unsigned columns(const char *text)
{
    unsigned n = 0;

    for (; *text != '\0'; text++) {
        if (*text == '\033')
            text += strcspn(text, "m");
        else
            n += ((unsigned char)*text & 0xc0) != 0x80;
    }
    return n;
}

static void must_say(line_fn *make, const struct progress_view *view, const char *text)
{
    char line[PROGRESS_LINE_BYTES];

    make(line, view);
    if (strstr(line, text) == NULL)
        fail_msg("no `%s` in `%s`", text, line);
}

static void must_not_say(line_fn *make, const struct progress_view *view, const char *text)
{
    char line[PROGRESS_LINE_BYTES];

    make(line, view);
    if (strstr(line, text) != NULL)
        fail_msg("`%s` in `%s`", text, line);
}

static void test_what_the_lines_say(void **state)
{
    (void)state;
    must_say(progress_line_probe, &usual, "cache_size");
    must_say(progress_line_probe, &usual, " 58%");
    must_say(progress_line_probe, &usual, "34/59 points");
    must_say(progress_line_probe, &usual, "x=24576");
    must_say(progress_line_total, &usual, "0:41 of ~1:40");
    must_say(progress_line_total, &usual, "18.2 KiB");
    must_say(progress_line_total, &usual, "Ctrl-C keeps it");
    must_not_say(progress_line_total, &usual, "bad");
    must_say(progress_line_probe_over, &usual, "41.0 s");
    must_say(progress_line_plain, &usual, "34/59 points, 41% of all, 0:41 of ~1:40");
}

static void test_a_probe_that_foretells_its_time(void **state)
{
    struct progress_view view = usual;

    (void)state;
    view.probe = "kernels";
    view.takes_s = 30;
    view.sends_bytes = 184320;
    must_say(progress_line_probe_begins, &view,
             "> kernels        takes about 0:30, sends 180.0 KiB");
    view.line_s = 16;
    must_say(progress_line_probe_begins, &view,
             "kernels        takes about 0:46, 16 s of it for 180.0 KiB on the line");
    view.columns = 30;
    must_not_say(progress_line_probe_begins, &view, "KiB");
}

static void test_trouble_is_shown(void **state)
{
    struct progress_view view = usual;

    (void)state;
    view.bad = 3;
    must_say(progress_line_total, &view, "3 bad");
    view.silent_s = 6;
    must_say(progress_line_probe, &view, "silent for 6 s (limit 120)");
    must_say(progress_line_plain, &view, "silent for 6 s (limit 120)");
    view.columns = 60; /* a plain line leaves out what matters less */
    must_say(progress_line_plain, &view, "34/59 points  silent for 6 s (limit 120)");
    must_not_say(progress_line_plain, &view, "of all");
    view.columns = usual.columns;
    view.limit_s = 0;
    must_not_say(progress_line_probe, &view, "limit");
    view.status = "skip:no memory";
    must_say(progress_line_probe_over, &view, " - cache_size");
    must_say(progress_line_probe_over, &view, "skipped: no memory");
    view.status = "ok";
    (void)strcpy(view.found, "L1 32 KiB 4.0 c, L2 1 MiB 13.9 c, DRAM 265 c");
    must_say(progress_line_probe_over, &view, "s  L1 32 KiB 4.0 c, L2 1 MiB 13.9 c, DRAM 265 c");
    must_not_say(progress_line_probe_over, &view, "points");
    view.columns = 60; /* whole parts alone */
    must_say(progress_line_probe_over, &view, "s  L1 32 KiB 4.0 c, L2 1 MiB 13.9 c");
    must_not_say(progress_line_probe_over, &view, "DRAM");
    view.columns = usual.columns;
    view.status = "fail:clock went back";
    must_say(progress_line_probe_over, &view, " ! cache_size");
    must_say(progress_line_probe_over, &view, "fail:clock went back");
    view.status = "";
    must_say(progress_line_probe_over, &view, "its end did not come");
    view.probe = NULL;
    must_say(progress_line_probe, &view, "host_posix: waiting");
}

/* What comes in place of the stream, as long as it fits. */
static void test_what_comes_instead(void **state)
{
    struct progress_view view = usual;

    (void)state;
    view.board = "/dev/ttyUSB0";
    view.settings = "115200 8N1";
    view.probe = NULL;
    must_say(progress_line_probe, &view, "/dev/ttyUSB0, 115200 8N1: waiting for a sentence");
    (void)strcpy(view.heard, "2.9 KiB came, 63 % is no text: another --baud?");
    (void)strcpy(view.heard_brief, "63 % is no text: another --baud?");
    must_say(progress_line_probe, &view, "/dev/ttyUSB0, 115200 8N1: 2.9 KiB came, 63 % is no text");
    must_say(progress_line_plain, &view, "another --baud?");
    view.columns = 60;
    must_say(progress_line_probe, &view, "> 2.9 KiB came, 63 % is no text: another --baud?");
    view.columns = 39;
    must_say(progress_line_probe, &view, "> 63 % is no text: another --baud?");
    view.columns = 20;
    must_say(progress_line_probe, &view, "> waiting");
    for (view.columns = 20; view.columns < 100; view.columns++) {
        char line[PROGRESS_LINE_BYTES];

        progress_line_probe(line, &view);
        assert_true(columns(line) <= view.columns);
    }
}

static void test_a_stage_is_shown(void **state)
{
    struct progress_view view = usual;

    (void)state;
    view.stage = "ymodem";
    view.stage_detail = "14.0 KiB of 20.1 KiB";
    view.stage_s = 3;
    view.stage_limit_s = 600;
    must_say(progress_line_probe, &view, "ymodem");
    must_say(progress_line_probe, &view, "14.0 KiB of 20.1 KiB  3 s (limit 600)");
    must_say(progress_line_plain, &view,
             "host_posix: ymodem  14.0 KiB of 20.1 KiB  3 s (limit 600)");
    must_say(progress_line_stage_over, &view, "+ ymodem            3.0 s");
    view.columns = 39;
    must_say(progress_line_probe, &view, "14.0 KiB of 20.1 KiB");
}

static void test_no_more_than_all(void **state)
{
    struct progress_view view = usual;

    (void)state;
    view.points = 1000;
    must_say(progress_line_probe, &view, "100%");
    view.planned = 0;
    must_say(progress_line_probe, &view, " 0%");
}

static void test_no_guess_from_too_little(void **state)
{
    struct progress_view view = usual;

    (void)state;
    view.share = 0.001;
    assert_true(progress_whole_s(&view) == 0);
    must_not_say(progress_line_total, &view, "~");
}

static void test_every_line_fits(void **state)
{
    static line_fn *const lines[] = { progress_line_probe, progress_line_total,
                                      progress_line_probe_over, progress_line_plain,
                                      progress_line_stage_over };
    enum { N_LINES = sizeof lines / sizeof lines[0] };
    char line[PROGRESS_LINE_BYTES];

    (void)state;
    for (unsigned i = 0; i < N_LINES * 2 * 2 * 2 * 2; i++)
        for (unsigned wide = 20; wide < 200; wide++) {
            struct progress_view view = usual;
            unsigned how = i / N_LINES;

            view.columns = wide;
            view.utf8 = (how & 1) != 0;
            view.colour = (how & 2) != 0;
            view.points = view.planned = (how & 4) != 0 ? UINT64_MAX : 34;
            view.bad = view.n_bytes = view.points;
            view.probe = "a_probe_with_a_name_that_is_rather_long_is_cut";
            view.stage = (how & 8) != 0 || i % N_LINES == 4 ? "boot loader" : NULL;
            view.stage_detail = "12.0 KiB of 20.1 KiB";
            lines[i % N_LINES](line, &view);
            if (columns(line) > wide)
                fail_msg("%u columns: `%s`", wide, line);
        }
}

static void test_forty_columns_tell_the_essential(void **state)
{
    struct progress_view view = usual;

    (void)state;
    view.columns = 39;
    must_say(progress_line_probe, &view, "cache_size");
    must_say(progress_line_probe, &view, " 58%");
    must_say(progress_line_total, &view, "0:41 of ~1:40");
}

static void test_ascii_where_asked(void **state)
{
    char line[PROGRESS_LINE_BYTES];

    (void)state;
    progress_line_probe(line, &usual);
    assert_int_equal(columns(line), strlen(line));
    progress_line_probe_over(line, &usual);
    assert_null(strchr(line, '\033'));
}

static void test_bytes(void **state)
{
    static const struct {
        uint64_t n_bytes;
        const char *text;
    } cases[] = { { 0, "0 B" },
                  { 1023, "1023 B" },
                  { 1024, "1.0 KiB" },
                  { 1024 * 1000, "1.0 MiB" },
                  { (uint64_t)5 << 30, "5.0 GiB" },
                  { UINT64_MAX, "17179869184.0 GiB" } };
    char text[32];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        progress_bytes_text(text, sizeof text, cases[i].n_bytes);
        assert_string_equal(text, cases[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_the_lines_say),
        cmocka_unit_test(test_a_probe_that_foretells_its_time),
        cmocka_unit_test(test_trouble_is_shown),
        cmocka_unit_test(test_what_comes_instead),
        cmocka_unit_test(test_a_stage_is_shown),
        cmocka_unit_test(test_no_more_than_all),
        cmocka_unit_test(test_no_guess_from_too_little),
        cmocka_unit_test(test_every_line_fits),
        cmocka_unit_test(test_forty_columns_tell_the_essential),
        cmocka_unit_test(test_ascii_where_asked),
        cmocka_unit_test(test_bytes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
