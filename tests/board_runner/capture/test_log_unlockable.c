/* Logs on a file system without locks: the linker puts a fcntl() that refuses in place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "capture/log_file.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static const char name[] = "unlockable.log";

int __real_fcntl(int fd, int command, ...);
int __wrap_fcntl(int fd, int command, ...);
int __wrap_fcntl64(int fd, int command, ...);

int __wrap_fcntl(int fd, int command, ...)
{
    va_list more;

    if (command == F_SETLK || command == F_GETLK) {
        errno = ENOLCK;
        return -1;
    }
    va_start(more, command);
    int word = va_arg(more, int);
    va_end(more);
    return __real_fcntl(fd, command, word);
}

int __wrap_fcntl64(int fd, int command, ...)
{
    va_list more;

    va_start(more, command);
    int word = va_arg(more, int);
    va_end(more);
    return __wrap_fcntl(fd, command, word);
}

static void test_a_log_without_a_lock_is_written(void **state)
{
    struct log_file log;
    char why[LOG_WHY_BYTES], bytes[4] = "";

    (void)state;
    (void)unlink(name);
    assert_int_equal(log_file_open(&log, name, false, why), 0);
    assert_non_null(strstr(why, "cannot be locked"));
    assert_non_null(strstr(why, "another run into it would not be noticed"));
    assert_int_equal(log_file_put(&log, "abc", 3), 0);
    assert_int_equal(log_file_close(&log), 0);
    log_file_free(&log);
    int fd = open(name, O_RDONLY | O_CLOEXEC);
    assert_int_equal(read(fd, bytes, sizeof bytes), 3);
    assert_memory_equal(bytes, "abc", 3);
    (void)close(fd);
    (void)unlink(name);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_a_log_without_a_lock_is_written) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
