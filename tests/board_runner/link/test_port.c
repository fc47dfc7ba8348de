/* Serial lines: the one that is meant is found, and one program has it at a time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "link/port.h"
#include "pty_board.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

struct id_case {
    const char *text;
    bool is_one;
    struct port_usb_id id;
};

static void test_usb_ids(void **state)
{
    static const struct id_case cases[] = {
        { "0403:6001", true, { 0x403, 0x6001, "" } },
        { "1:FFFF:A50285BI", true, { 1, 0xffff, "A50285BI" } },
        { "0403:6001:a:b", true, { 0x403, 0x6001, "a:b" } },
        { "0403", false, { 0, 0, "" } },
        { "0403:", false, { 0, 0, "" } },
        { ":6001", false, { 0, 0, "" } },
        { "0403:6001:", false, { 0, 0, "" } },
        { "00403:6001", false, { 0, 0, "" } },
        { "+403:6001", false, { 0, 0, "" } },
        { "0x1:6001", false, { 0, 0, "" } },
        { "/dev/ttyUSB0", false, { 0, 0, "" } },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct port_usb_id id;

        if (port_usb_id_read(&id, cases[i].text) != cases[i].is_one)
            fail_msg("%s", cases[i].text);
        if (!cases[i].is_one)
            continue;
        assert_int_equal(id.vendor, cases[i].id.vendor);
        assert_int_equal(id.product, cases[i].id.product);
        assert_string_equal(id.serial, cases[i].id.serial);
    }
}

static const struct port_usb desk[] = {
    { "/dev/ttyUSB0", { 0x403, 0x6001, "A1" } },
    { "/dev/ttyUSB1", { 0x403, 0x6001, "A2" } },
    { "/dev/ttyACM0", { 0x483, 0x374b, "" } },
};

struct choice {
    const char *want, *device, *why[2];
};

static void test_two_that_match_are_both_named(void **state)
{
    static const struct choice cases[] = {
        { "0483:374b", "/dev/ttyACM0", { "", "" } },
        { "0403:6001:a2", "/dev/ttyUSB1", { "", "" } },
        { "0403:6001", NULL, { "2 ports match", "/dev/ttyUSB0 (0403:6001:A1), /dev/ttyUSB1" } },
        { "0403:6001:A3", NULL, { "no such port; there are:", "/dev/ttyACM0 (0483:374b:)" } },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char why[PORT_WHY_BYTES] = "";
        struct port_usb_id id;

        assert_true(port_usb_id_read(&id, cases[i].want));
        const struct port_usb *found = port_choose(desk, 3, &id, why);
        if ((found != NULL) != (cases[i].device != NULL))
            fail_msg("%s: %s", cases[i].want, why);
        if (found != NULL)
            assert_string_equal(found->device, cases[i].device);
        assert_non_null(strstr(why, cases[i].why[0]));
        assert_non_null(strstr(why, cases[i].why[1]));
    }
    struct port_usb_id id = { 1, 2, "" };
    char why[PORT_WHY_BYTES];
    assert_null(port_choose(NULL, 0, &id, why));
    assert_non_null(strstr(why, "there are: none"));
}

static void setup_for(struct port_setup *setup, const char *name)
{
    *setup = (struct port_setup){ .name = name, .baud = 115200, .parity = "none", .flow = "none" };
}

static void test_a_line_is_raw(void **state)
{
    struct pty_board b;
    struct port_setup setup;
    struct port port;
    struct termios t;
    char why[PORT_WHY_BYTES] = "";

    (void)state;
    pty_board_open(&b, "no log");
    assert_int_equal(tcgetattr(b.held, &t), 0);
    t.c_lflag |= ICANON | ECHO;
    t.c_iflag |= ICRNL;
    assert_int_equal(tcsetattr(b.held, TCSANOW, &t), 0);
    setup_for(&setup, b.name);
    setup.flow = "xonxoff";
    assert_int_equal(port_open(&port, &setup, why), 0);
    assert_int_equal(tcgetattr(port.fd, &t), 0);
    assert_int_equal(t.c_lflag & (ICANON | ECHO | ISIG), 0);
    assert_int_equal(t.c_iflag & (ICRNL | IXON | IXOFF), IXON | IXOFF);
    port_close(&port);
    pty_board_free(&b);
}

static void test_a_line_is_one_program_s(void **state)
{
    struct pty_board b;
    struct port_setup setup;
    struct port first, second;
    char why[PORT_WHY_BYTES] = "", pid[32];

    (void)state;
    pty_board_open(&b, "no log");
    setup_for(&setup, b.name);
    (void)snprintf(pid, sizeof pid, "process %ld", (long)getpid());
    assert_int_equal(port_open(&first, &setup, why), 0);
    assert_int_equal(port_open(&second, &setup, why), -1);
    assert_non_null(strstr(why, pid));
    assert_non_null(strstr(why, b.name));
    port_close(&first);
    assert_int_equal(port_open(&second, &setup, why), 0);
    port_close(&second);
    assert_int_not_equal(access(first.lock_path, F_OK), 0);
    pty_board_free(&b);
}

/* Locks as other programs leave them: a number in ten columns. */
static void test_locks_of_others(void **state)
{
    struct pty_board b;
    struct port_setup setup;
    struct port port;
    char why[PORT_WHY_BYTES] = "";

    (void)state;
    pty_board_open(&b, "no log");
    setup_for(&setup, b.name);
    assert_int_equal(port_open(&port, &setup, why), 0);
    port_close(&port);
    static const struct {
        const char *text;
        int opens;
    } locks[] = {
        { "         1\n", -1 },             /* runs */
        { "2147483646\n", 0 },              /* does not */
        { "         1 board_runner\n", 0 }, /* was killed, and another has its number */
        { "", 0 },
    };
    for (size_t i = 0; i < sizeof locks / sizeof locks[0]; i++) {
        FILE *out = fopen(port.lock_path, "we");

        assert_non_null(out);
        (void)fputs(locks[i].text, out);
        (void)fclose(out);
        struct port again;
        if (port_open(&again, &setup, why) != locks[i].opens)
            fail_msg("lock `%s`: %s", locks[i].text, why);
        if (locks[i].opens == 0)
            port_close(&again);
    }
    (void)unlink(port.lock_path);
    pty_board_free(&b);
}

/* A user who may not write what another user's killed board_runner left. */
static void test_a_dead_lock_of_another_user(void **state)
{
    enum { NOBODY = 65534 };
    struct pty_board b;
    struct port_setup setup;
    struct port port, again;
    char why[PORT_WHY_BYTES];

    (void)state;
    if (geteuid() != 0)
        skip(); /* there is no other user */
    pty_board_open(&b, "no log");
    setup_for(&setup, b.name);
    assert_int_equal(port_open(&port, &setup, why), 0);
    port_close(&port);
    FILE *out = fopen(port.lock_path, "we");
    assert_non_null(out);
    (void)fputs("2147483646 board_runner\n", out);
    (void)fclose(out);
    assert_int_equal(chmod(port.lock_path, 0644), 0);
    assert_int_equal(chmod(b.name, 0666), 0);
    assert_int_equal(seteuid(NOBODY), 0);
    int opened = port_open(&again, &setup, why);
    if (opened == 0)
        port_close(&again);
    assert_int_equal(seteuid(0), 0);
    (void)unlink(port.lock_path);
    pty_board_free(&b);
    if (opened != 0)
        fail_msg("%s", why);
}

static void test_what_is_no_line(void **state)
{
    static const char *const names[] = { "/no/such/line", "/etc/passwd", "/dev/null" };

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct port_setup setup;
        struct port port;
        char why[PORT_WHY_BYTES] = "";

        setup_for(&setup, names[i]);
        assert_int_equal(port_open(&port, &setup, why), -1);
        assert_true(strstr(why, names[i]) != NULL || strstr(why, "libserialport") != NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_usb_ids),
        cmocka_unit_test(test_two_that_match_are_both_named),
        cmocka_unit_test(test_a_line_is_raw),
        cmocka_unit_test(test_a_line_is_one_program_s),
        cmocka_unit_test(test_locks_of_others),
        cmocka_unit_test(test_a_dead_lock_of_another_user),
        cmocka_unit_test(test_what_is_no_line),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
