/* Locks of logs on a file system that has none: the linker puts a fcntl() that refuses in place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "capture/log_lock.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { AT_ONCE = 8, PATIENCE_MS = 20000 };

static const char log_name[] = "note.log", note_name[] = "note.log.lock";
static int log_fd;

int __wrap_fcntl(int fd, int command, ...);
int __wrap_fcntl64(int fd, int command, ...);

int __wrap_fcntl(int fd, int command, ...)
{
    (void)fd;
    assert_true(command == F_SETLK || command == F_GETLK);
    errno = ENOLCK;
    return -1;
}

int __wrap_fcntl64(int fd, int command, ...)
{
    return __wrap_fcntl(fd, command);
}

static int set_up(void **state)
{
    (void)state;
    (void)unlink(note_name);
    (void)rmdir(note_name);
    log_fd = open(log_name, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    return log_fd < 0;
}

static int tear_down(void **state)
{
    (void)close(log_fd);
    (void)unlink(log_name);
    return set_up(state) != 0 || close(log_fd) != 0 || unlink(log_name) != 0;
}

static void write_note(const char *text)
{
    FILE *out = fopen(note_name, "we");

    assert_non_null(out);
    (void)fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

/* Locks in a process of its own that ends without unlocking. Returns its answer (0 or 1), and the
 * process in *PID. */
static int lock_and_die(pid_t *pid)
{
    int status = 0;

    *pid = fork();
    if (*pid == 0) {
        struct log_lock lock;
        char why[LOG_WHY_BYTES];

        _exit(log_lock(&lock, log_fd, log_name, why) != 0);
    }
    assert_int_equal(waitpid(*pid, &status, 0), *pid);
    return WEXITSTATUS(status);
}

static void test_the_note_locks(void **state)
{
    struct log_lock lock, second;
    char why[LOG_WHY_BYTES], expected[80];
    pid_t child;

    (void)state;
    assert_int_equal(log_lock(&lock, log_fd, log_name, why), 0);
    assert_string_equal(why, "");
    assert_int_equal(lock_and_die(&child), 1);
    assert_int_equal(log_lock(&second, log_fd, log_name, why), -1);
    (void)snprintf(expected, sizeof expected, "process %ld is writing it", (long)getpid());
    assert_string_equal(why, expected);
    log_unlock(&second);
    assert_int_equal(access(note_name, F_OK), 0);
    log_unlock(&lock);
    assert_int_not_equal(access(note_name, F_OK), 0);
}

static void test_a_dead_lock_is_taken_over(void **state)
{
    struct log_lock lock;
    char why[LOG_WHY_BYTES], expected[80];
    pid_t child;

    (void)state;
    assert_int_equal(lock_and_die(&child), 0);
    assert_int_equal(log_lock(&lock, log_fd, log_name, why), 0);
    (void)snprintf(expected, sizeof expected, "process %ld, which was writing it, is dead",
                   (long)child);
    assert_memory_equal(why, expected, strlen(expected));
    log_unlock(&lock);
}

static void test_a_number_that_another_process_has_now(void **state)
{
    struct log_lock lock;
    char why[LOG_WHY_BYTES], host[65] = "", text[200];

    (void)state;
    assert_int_equal(gethostname(host, sizeof host - 1), 0);
    (void)snprintf(text, sizeof text, "%ld 1 %s\n", (long)getpid(), host);
    write_note(text);
    assert_int_equal(log_lock(&lock, log_fd, log_name, why), 0);
    assert_non_null(strstr(why, "is dead"));
    log_unlock(&lock);
}

static void test_another_host_cannot_be_seen(void **state)
{
    struct log_lock lock;
    char why[LOG_WHY_BYTES];

    (void)state;
    write_note("77 5 elsewhere\n");
    assert_int_equal(log_lock(&lock, log_fd, log_name, why), -1);
    assert_non_null(strstr(why, "process 77 on host elsewhere is writing it; remove "));
    assert_non_null(strstr(why, "note.log.lock if that process is dead"));
}

static void test_no_note_either_is_said(void **state)
{
    struct log_lock lock;
    char why[LOG_WHY_BYTES];

    (void)state;
    assert_int_equal(mkdir(note_name, 0777), 0);
    assert_int_equal(log_lock(&lock, log_fd, log_name, why), 0);
    assert_non_null(strstr(why, "has no locks"));
    log_unlock(&lock);
}

/* Takes over a dead lock at the same time as others, and holds it until END ends. Returns 0 for the
 * one that has it. */
static int race_for_it(int start, int end)
{
    struct log_lock lock;
    char why[LOG_WHY_BYTES], byte;

    (void)!read(start, &byte, 1); /* ends when all have been started */
    if (log_lock(&lock, log_fd, log_name, why) != 0)
        return 1;
    (void)!read(end, &byte, 1);
    return 0;
}

static void start_racers(int start[2], int end[2])
{
    for (unsigned i = 0; i < AT_ONCE; i++) {
        pid_t pid = fork();

        if (pid == 0) {
            (void)close(start[1]);
            (void)close(end[1]);
            _exit(race_for_it(start[0], end[0]));
        }
        assert_true(pid > 0);
    }
}

static void test_of_many_at_once_one_takes_over(void **state)
{
    int start[2], end[2], status;
    unsigned lost = 0, won = 0;
    pid_t child;

    (void)state;
    assert_int_equal(lock_and_die(&child), 0);
    assert_int_equal(pipe(start), 0);
    assert_int_equal(pipe(end), 0);
    start_racers(start, end);
    (void)close(start[1]);
    for (unsigned ms = 0; ms < PATIENCE_MS && lost < AT_ONCE - 1; ms += 5) {
        while (waitpid(-1, &status, WNOHANG) > 0)
            lost += WIFEXITED(status) && WEXITSTATUS(status) == 1;
        (void)usleep(5000);
    }
    (void)close(end[1]);
    while (wait(&status) > 0)
        won += WIFEXITED(status) && WEXITSTATUS(status) == 0;
    (void)close(start[0]);
    (void)close(end[0]);
    assert_int_equal(won, 1);
    assert_int_equal(lost, AT_ONCE - 1);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_the_note_locks, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_a_dead_lock_is_taken_over, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_a_number_that_another_process_has_now, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_another_host_cannot_be_seen, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_no_note_either_is_said, set_up, tear_down),
    cmocka_unit_test_setup_teardown(test_of_many_at_once_one_takes_over, set_up, tear_down),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
