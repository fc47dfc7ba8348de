/* When the log is brought to the disk; the linker puts an fsync() that is watched in place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "capture/capture.h"
#include "capture/clock.h"
#include "capture/interrupts.h"
#include "fake_board.h"
#include "link/link.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_SYNCS = 32 };

static struct {
    long n_bytes; /* of the file at that time */
    int64_t ms;
} synced[MOST_SYNCS];
static unsigned n_synced;
static int err_of_sync; /* errno that the next calls fail with; 0: none */

int __wrap_fsync(int fd);

int __wrap_fsync(int fd)
{
    struct stat facts;

    assert_true(n_synced < MOST_SYNCS);
    assert_int_equal(fstat(fd, &facts), 0);
    synced[n_synced].n_bytes = (long)facts.st_size;
    synced[n_synced++].ms = clock_now_ms();
    errno = err_of_sync;
    return err_of_sync != 0 ? -1 : 0;
}

static int set_up(void **state)
{
    static bool started;

    n_synced = 0;
    err_of_sync = 0;
    if (!started && interrupts_start() != 0)
        return -1;
    started = true;
    return fake_set_up(state);
}

static char *path_of_script(struct fake *fake, const char *text)
{
    fake_script(fake, text);
    return fake_path(fake, "image");
}

/* Captures what SCRIPT writes into DIR/log. Returns why it ended. */
static enum capture_end capture_script(struct fake *fake, const char *script, struct log_file *log)
{
    char *path = fake_path(fake, "log"), *image = path_of_script(fake, script);
    char why[LOG_WHY_BYTES];
    char *const words[] = { (char[]){ "sh" }, image, NULL };
    static struct capture c;
    struct link link;

    assert_int_equal(log_file_open(log, path, false, why), 0);
    link_none(&link);
    assert_int_equal(link_process_start(&link, words, false), 0);
    c = (struct capture){ .link = &link, .log = log, .board = "fake", .how = PROGRESS_NONE };
    assert_int_equal(capture_begin(&c), 0);
    enum capture_end end = capture_run(&c);
    capture_finish(&c);
    (void)log_file_close(log);
    link.kind->close(&link);
    free(path);
    free(image);
    return end;
}

static long offset_after(struct fake *fake, const char *text)
{
    size_t n;
    char *bytes = fake_read(fake, "sent", &n), *at = strstr(bytes, text);

    assert_non_null(at);
    long offset = strchr(at, '\n') + 1 - bytes;
    free(bytes);
    return offset;
}

/* Both DONE of the stream come one after the other with a pause between them, then END. */
static void test_after_each_series_and_the_run(void **state)
{
    struct fake *fake = *state;
    struct log_file log;

    fake_stream(fake, "sent", 20, "");
    assert_int_equal(capture_script(fake,
                                    "while read -r l; do echo \"$l\"; case $l in"
                                    " *,DONE,*|*,END,*) sleep 1;; esac; done <sent",
                                    &log),
                     CAPTURE_ENDED);
    assert_int_equal(n_synced, 3);
    assert_int_equal(synced[0].n_bytes, offset_after(fake, "DONE,sizes"));
    assert_int_equal(synced[1].n_bytes, offset_after(fake, "DONE,lines"));
    assert_int_equal(synced[2].n_bytes, offset_after(fake, "END,"));
}

static void test_every_5_s_within_a_series(void **state)
{
    struct fake *fake = *state;
    struct log_file log;

    fake_stream(fake, "sent", 20, "");
    int64_t begin = clock_now_ms();
    assert_int_equal(capture_script(fake, "head -n 9 sent; sleep 7; tail -n +10 sent", &log),
                     CAPTURE_ENDED);
    assert_int_equal(n_synced, 2);
    assert_int_equal(synced[0].n_bytes, offset_after(fake, "S,5,"));
    assert_true(synced[0].ms - begin >= LOG_FILE_SYNC_MS);
}

static void test_a_disk_that_fails_ends_the_run(void **state)
{
    struct fake *fake = *state;
    struct log_file log;

    fake_stream(fake, "sent", 20, "");
    err_of_sync = EIO;
    assert_int_equal(capture_script(fake, "head -n -1 sent; sleep 100", &log), CAPTURE_LOG_LOST);
    assert_int_equal(log.err, EIO);
}

static void test_what_has_no_disk_is_no_fault(void **state)
{
    struct fake *fake = *state;
    struct log_file log;

    fake_stream(fake, "sent", 20, "");
    err_of_sync = EINVAL; /* of a pipe */
    assert_int_equal(capture_script(fake, "cat sent", &log), CAPTURE_ENDED);
    assert_int_equal(log.err, 0);
}

#define SYNC_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, fake_tear_down)

static const struct CMUnitTest tests[] = {
    SYNC_TEST(test_after_each_series_and_the_run),
    SYNC_TEST(test_every_5_s_within_a_series),
    SYNC_TEST(test_a_disk_that_fails_ends_the_run),
    SYNC_TEST(test_what_has_no_disk_is_no_fault),
};

FAKE_MAIN(tests)
