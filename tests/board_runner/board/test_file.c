/* board.txt and the command line: every fault is reported with its place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fake_board.h"
#include <stdlib.h>
#include <string.h>

struct text_case {
    const char *rule, *board_txt, *message;
};

static const struct text_case cases[] = {
    { "an unknown key", "# fine\n\nrun = sh {image}\nspeed = 9600\n",
      "fake/board.txt:4: unknown key (there are: about, like, run, serial, usb, ssh, " },
    { "no equals sign", "about = a\nrun\n", "board.txt:2: expected `key = value`: run" },
    { "a key given twice", "run = a\nrun = b\n", "board.txt:2: given twice: run" },
    { "no value", "run =\n", "board.txt:1: has no value: run" },
    { "no run", "about = a\n", "board.txt: ends without `run`" },
    { "an empty file", "", "board.txt: ends without `run`" },
    { "an open quote", "about = a\nrun = sh '{image}\n", "board.txt:2: run: a quote is never" },
    { "another placeholder", "run = sh {portal}\n", "board.txt:1: run: only {image}, {options}" },
    { "a port without a line", "run = sh {port}\n", "board.txt:1: run: only {image}, {options}" },
    { "an address without a boot loader", "run = a\nreset = a {address}\n",
      "board.txt:2: reset: only {image}" },
    { "a section", "run = a\n[fake]\n",
      "board.txt:2: sections are allowed only in a file of --boards: [fake]" },
    { "like", "like = fake\n", "board.txt:1: is allowed only in a file of --boards: like" },
    { "two links", "serial = /dev/x\nrun = a\n", "board.txt:2: run: a second link" },
    { "two lines", "serial = /dev/x\nusb = 1:2\n", "board.txt:2: usb: a second link" },
    { "a line and a host", "serial = /dev/x\nssh = a\n", "board.txt:2: ssh: a second link" },
    { "baud without a line", "baud = 9600\nrun = a\n",
      "board.txt:1: baud: is allowed only with `serial` or `usb`" },
    { "baud", "serial = /dev/x\nbaud = fast\n",
      "board.txt:2: baud: expected a number from 1 to 20000000" },
    { "baud of 0", "serial = /dev/x\nbaud = 0\n", "board.txt:2: baud: expected a number from 1" },
    { "parity", "serial = /dev/x\nparity = some\n",
      "board.txt:2: parity: expected: none or odd or even" },
    { "flow", "serial = /dev/x\nflow = hard\n", "board.txt:2: flow: expected: none or rtscts or" },
    { "usb", "usb = 0403:6001:\n", "board.txt:1: usb: expected VENDOR:PRODUCT or" },
    { "usb in no hex", "usb = 0403:600g\n", "board.txt:1: usb: expected VENDOR:PRODUCT or" },
    { "a host that is an option", "ssh = -oProxyCommand=x\n", "board.txt:1: ssh: expected HOST" },
    { "a start without a load", "serial = /dev/x\nstart = go\n",
      "board.txt:2: start: is allowed only with `load`" },
    { "load without an address", "serial = /dev/x\nload = ymodem\n",
      "board.txt:2: load: expected: ymodem ADDRESS" },
    { "load by another way", "serial = /dev/x\nload = kermit 0x80000000\n",
      "board.txt:2: load: expected: ymodem ADDRESS" },
    { "load to no hex address", "serial = /dev/x\nload = ymodem 80300000\n", "the address as 0x" },
    { "tftp without a folder", "serial = /dev/x\nload = tftp 0x80000000\n",
      "board.txt:2: load: `tftp`, the folder of the server, is missing" },
    { "check", "serial = /dev/x\nload = ymodem 0x1\ncheck = md5\n",
      "board.txt:3: check: expected: crc32 or none" },
    { "a timeout", "run = a\nupload_timeout = 0\n",
      "board.txt:2: upload_timeout: expected a number from 1" },
};

static void test_faults_have_their_line(void **state)
{
    struct fake *fake = *state;

    fake_script(fake, "echo started");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fake_board_txt(fake, cases[i].board_txt);
        fake_run(fake, "");
        if (fake->status != 2 || strstr(fake->err, cases[i].message) == NULL)
            fail_msg("%s: status %d\n%s", cases[i].rule, fake->status, fake->err);
    }
}

static void test_comments_blanks_and_cr(void **state)
{
    struct fake *fake = *state;

    fake_stream(fake, "sent", 20, "");
    fake_script(fake, "cat sent; echo \"$1\" >&2");
    fake_board_txt(fake, "\r\n  # a = b\r\n\trun =  sh {image} '#=x' \r\n");
    fake_run(fake, "");
    fake_ended(fake, 0, "#=x\n");
}

static void test_a_zero_byte(void **state)
{
    struct fake *fake = *state;
    FILE *out = fake_create(fake, "targets/fake/board.txt");

    (void)fwrite("run = a\n\0x\n", 1, 11, out);
    (void)fclose(out);
    fake_script(fake, "true");
    fake_run(fake, "");
    fake_ended(fake, 2, "board.txt:2: holds a zero byte");
}

static void run_bare(struct fake *fake, const char *words)
{
    fake_start_bare(fake, words);
    fake_wait(fake);
}

static void test_a_board_that_is_not_there(void **state)
{
    struct fake *fake = *state;
    static const char *const words[] = { "run nobody", "run _template_arm", "run ../targets/fake",
                                         "run ." };

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        run_bare(fake, words[i]);
        fake_ended(fake, 2, "there is: fake\n");
    }
}

static void test_list(void **state)
{
    struct fake *fake = *state;
    size_t n;

    run_bare(fake, "list");
    fake_ended(fake, 0, "");
    char *out = fake_read(fake, "out", &n);
    assert_non_null(strstr(out, "fake                 a fake\n"));
    assert_non_null(strstr(out, "by a program of this machine\n"));
    assert_non_null(strstr(out, "missing: "));
    free(out);
    fake_board_txt(fake, "speed = 3\n");
    run_bare(fake, "list");
    fake_ended(fake, 2, "board.txt:1: unknown key");
    run_bare(fake, "list --targets /no/such/folder");
    fake_ended(fake, 2, "/no/such/folder: No such file");
}

/* Runs board_runner with DIR/own as the file of --boards. */
static void run_own(struct fake *fake, const char *verb, const char *own)
{
    char words[512];
    char *path = fake_path(fake, "own");

    fake_write(fake, "own", own);
    (void)snprintf(words, sizeof words, "--boards %s %s", path, verb);
    run_bare(fake, words);
    free(path);
}

static void out_holds(const struct fake *fake, const char *text)
{
    size_t n;
    char *out = fake_read(fake, "out", &n);

    if (strstr(out, text) == NULL)
        fail_msg("`%s` expected in:\n%s", text, out);
    free(out);
}

static void out_lacks(const struct fake *fake, const char *text)
{
    size_t n;
    char *out = fake_read(fake, "out", &n);

    if (strstr(out, text) != NULL)
        fail_msg("`%s` not expected in:\n%s", text, out);
    free(out);
}

static void test_boards_of_the_desk(void **state)
{
    struct fake *fake = *state;

    fake_board_txt(fake, "serial = /dev/no1\nbaud = 9600\nupload = true a\nupload = true b\n");
    run_own(fake, "check fake", "# mine\n[fake]\nserial = /dev/no2\n");
    fake_ended(fake, 3, "");
    out_holds(fake, "fake: serial line /dev/no2, 9600 baud, parity none, flow control none\n"
                    "  upload       true a\n  upload       true b\n");
    out_holds(fake, "missing: /dev/no2: No such file");
    run_own(fake, "check fake", "[fake]\nupload = true {port}\nusb = FFFF:ffff:x\n");
    out_holds(fake, "serial line usb FFFF:ffff:x");
    out_holds(fake, "  upload       true FFFF:ffff:x\n  capture");
    run_own(fake, "check left",
            "[left]\nlike = fake\nserial = /dev/no3\n[fake]\nserial = /dev/no2\n");
    out_holds(fake, "left: serial line /dev/no3, 9600 baud");
    fake_board_txt(fake, "serial = /dev/no1\nbaud = 9600\nload = ymodem 0x80300000 {image}.bin\n"
                         "start = go {address}\nsilence = 7\n");
    run_own(fake, "check left", "[left]\nlike = fake\nrun = sh {image}\n");
    out_holds(fake, "  capture      until END, or 7 s of silence");
    out_lacks(fake, "ymodem");
    run_own(fake, "check left", "[left]\nlike = fake\nrun = sh {image}\nbaud = 9600\n");
    fake_ended(fake, 2, "own:4: baud: is allowed only with `serial` or `usb`");
    run_own(fake, "list", "[left]\nlike = fake\n");
    fake_ended(fake, 0, "");
    out_holds(fake, "fake   ");
    out_holds(fake, "left   ");
}

static void test_faults_of_the_desk_have_their_line(void **state)
{
    static const struct text_case own[] = {
        { "a key before a section", "baud = 1\n", "own:1: is before the first [board]: baud" },
        { "an unknown key", "[fake]\nspeed = 1\n", "own:2: unknown key" },
        { "a key twice", "[fake]\nrun = a\n\nrun = b\n", "own:4: given twice: run" },
        { "an open section", "\n[fake\n", "own:2: expected `[board]`: [fake" },
        { "an empty section", "[]\n", "own:1: expected `[board]`" },
        { "two sections", "[fake]\n[fake]\n", "own:2: a second section: fake" },
    };
    struct fake *fake = *state;

    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        run_own(fake, "check fake", own[i].board_txt);
        if (fake->status != 2 || strstr(fake->err, own[i].message) == NULL)
            fail_msg("%s: status %d\n%s", own[i].rule, fake->status, fake->err);
    }
    run_own(fake, "check odd", "[odd]\nrun = a\n");
    fake_ended(fake, 2, "own:1: [odd] names no board under targets/");
    run_bare(fake, "--boards /no/such/file check fake");
    fake_ended(fake, 2, "/no/such/file: No such file");
}

static void test_options_that_nothing_takes(void **state)
{
    struct fake *fake = *state;

    fake_board_txt(fake, "run = sh {image}\n");
    run_bare(fake, "check fake -- --quick");
    fake_ended(fake, 2, "fake takes no options");
}

static void test_check(void **state)
{
    struct fake *fake = *state;

    fake_board_txt(fake, "run = no-such-tool {image} '{options}'\npower = true on\n"
                         "power_off = true off\nsilence = 7\n");
    run_bare(fake, "check fake --image /bin/sh -- -q x");
    fake_ended(fake, 3, "");
    out_holds(fake, "  power        true on\n  run          no-such-tool /bin/sh '-q x'\n"
                    "  capture      until END, or 7 s of silence\n  power off    true off\n");
    out_holds(fake, "missing: no-such-tool: not found on PATH (run)");
    fake_board_txt(fake, "serial = /dev/null\nload = ymodem 0x80300000 {image}.bin\n"
                         "type = setenv a ${b}\n");
    run_bare(fake, "check fake --image /no/image -- --quick");
    out_holds(fake, "  boot loader  wait for `=>`, at most 60 s; the board is reset by hand\n"
                    "  type         setenv a ${b}\n"
                    "  ymodem       /no/image.bin to 0x80300000\n"
                    "  crc32        compared with the file's\n"
                    "  start        go 0x80300000 --quick\n");
    out_holds(fake, "missing: /no/image.bin: No such file");
    fake_board_txt(fake, "serial = /dev/null\nupload = cp {image}.bin /no/card/kernel8.img\n"
                         "upload = cp {image}.bin /dev/kernel8.img\n");
    run_bare(fake, "check fake --image /bin/sh");
    fake_ended(fake, 3, "");
    out_holds(fake, "missing: /no/card: No such file");
    out_lacks(fake, "missing: /dev:");
    fake_board_txt(fake, "run = sh {image}\n");
    run_bare(fake, "check fake --image /bin/sh");
    fake_ended(fake, 0, "");
}

static void test_wrong_usage(void **state)
{
    struct fake *fake = *state;
    static const struct {
        const char *words, *message;
    } wrong[] = {
        { "", "no command; the commands are: list" },
        { "start fake", "start: unknown command" },
        { "run", "which board?" },
        { "run fake --quick", "--quick" },
        { "run fake quick", "several boards need --output-dir=DIR" },
        { "run fake fake --output-dir=x", "fake is named twice" },
        { "check fake quick", "options for the probes come after --" },
        { "check", "which board?" },
        { "capture", "which serial line?" },
        { "list --all", "--all is for `run`" },
        { "run --all", "need --output-dir=DIR" },
        { "run --all fake", "--all is for `run` without board names" },
        { "run fake -o x --output-dir=x", "exclude each other" },
        { "run fake --baud=x", "--baud=x: expected a number from 1" },
        { "run fake --port=/dev/x", "fake has no serial line: --port cannot be used" },
        { "list fake", "fake: unexpected word" },
        { "run fake --silence", "silence" },
        { "run fake --silence=soon", "--silence=soon: expected a number of seconds" },
        { "run fake --silence=-1", "expected a number of seconds" },
        { "run fake --silence=99999999999999999999", "expected a number of seconds" },
    };

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        run_bare(fake, wrong[i].words);
        fake_ended(fake, 2, wrong[i].message);
    }
}

static void test_help(void **state)
{
    struct fake *fake = *state;
    size_t n;

    run_bare(fake, "--help");
    fake_ended(fake, 0, "");
    char *out = fake_read(fake, "out", &n);
    assert_non_null(strstr(out, "Exit status:"));
    assert_non_null(strstr(out, "--silence"));
    free(out);
}

static const struct CMUnitTest tests[] = {
    FAKE_TEST(test_faults_have_their_line),
    FAKE_TEST(test_comments_blanks_and_cr),
    FAKE_TEST(test_a_zero_byte),
    FAKE_TEST(test_a_board_that_is_not_there),
    FAKE_TEST(test_list),
    FAKE_TEST(test_boards_of_the_desk),
    FAKE_TEST(test_faults_of_the_desk_have_their_line),
    FAKE_TEST(test_options_that_nothing_takes),
    FAKE_TEST(test_check),
    FAKE_TEST(test_wrong_usage),
    FAKE_TEST(test_help),
};

FAKE_MAIN(tests)
