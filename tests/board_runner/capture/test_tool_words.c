/* What tools said when a board did not answer becomes one sentence; the messages are those of the
 * installed programs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "capture/tool_words.h"
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* OpenOCD 0.12.0 with an ST-LINK: messages that it wrote. */
static const char openocd_none[] =
    "Info : clock speed 2000 kHz\nError: open failed\nin procedure 'program'\n"
    "** OpenOCD init failed **\nshutdown command invoked\n\n";
static const char openocd_locked[] = "Error: libusb_open() failed with LIBUSB_ERROR_ACCESS\n"
                                     "Error: open failed\nin procedure 'program'\n";
static const char openocd_no_power[] =
    "Info : Target voltage: 0.000000\n"
    "Error: target voltage may be too low for reliable debugging\n"
    "Error: init mode failed (unable to connect to the target)\n** OpenOCD init failed **\n";
static const char openocd_other[] =
    "Info : Target voltage: 3.300000\nWarn : UNEXPECTED idcode: 0x1ba01477\n"
    "Error: expected 1 of 1: 0x2ba01477\nin procedure 'program'\n** OpenOCD init failed **\n"
    "shutdown command invoked\n\n";
static const char openocd_family[] = "Info : device id = 0x00000410\n"
                                     "Warn : Cannot identify target as a STM32 family.\n"
                                     "Error: auto_probe failed\n** Programming Failed **\n";
/* As src/jtag/core.c of OpenOCD 0.12.0 writes it. */
static const char openocd_jtag[] =
    "Warn : JTAG tap: stm32f4x.cpu       UNEXPECTED: 0x3ba00477 (mfg: 0x23b (ARM Ltd), part: "
    "0xba00, ver: 0x3)\n";
/* stlink 1.7.0. */
static const char st_flash_none[] =
    "st-flash 1.7.0\n2026-11-27T01:30:06 WARN usb.c: Couldn't find any ST-Link devices\n";
static const char st_flash_other[] =
    "2026-11-27T01:37:33 WARN common.c: unknown chip id! 0x999\nFailed to connect to target\n";
static const char dfu_none[] = "dfu-util 0.11\n\ndfu-util: Warning: Invalid DFU suffix signature\n"
                               "dfu-util: No DFU capable USB device available\n";

static const struct {
    const char *words[4], *said, *sentence; /* "": none */
} cases[] = {
    { { "openocd", "-f", "x.cfg" },
      openocd_none,
      "the board does not answer (openocd: open failed): no debug adapter that may be opened is on "
      "USB: check cable, power and the udev rules" },
    { { "/opt/bin/openocd" },
      openocd_locked,
      "the USB device may not be opened (openocd: libusb_open() failed with LIBUSB_ERROR_ACCESS): "
      "add "
      "the udev rules of the tool's package, then plug the board in again" },
    { { "openocd" },
      openocd_no_power,
      "the board does not answer (openocd: target voltage may be too low for reliable debugging): "
      "the debug adapter works, the chip has no power: check the board's supply" },
    { { "openocd" },
      openocd_other,
      "another chip answered (openocd: UNEXPECTED idcode: 0x1ba01477): check which board is "
      "connected, and the command in board.txt" },
    { { "openocd" },
      openocd_family,
      "another chip answered (openocd: Cannot identify target as a STM32 family.): check which "
      "board is connected, and the command in board.txt" },
    { { "openocd" },
      openocd_jtag,
      "another chip answered (openocd: UNEXPECTED: 0x3ba00477 (mfg: 0x23b (ARM Ltd), part: 0xba00, "
      "ver: 0x3)): check which board is connected, and the command in board.txt" },
    { { "st-flash", "write" },
      st_flash_none,
      "the board does not answer (st-flash: Couldn't find any ST-Link devices): no debug adapter "
      "that may be "
      "opened is on USB: check cable, power and the udev rules" },
    { { "sudo", "st-flash" },
      st_flash_other,
      "another chip answered (st-flash: unknown chip id! 0x999): check which board is connected, "
      "and "
      "the command in board.txt" },
    { { "dfu-util", "-a", "0" },
      dfu_none,
      "the board does not answer (dfu-util: No DFU capable USB device available): its USB loader "
      "is not on USB: check cable and power, and start the loader with the board's button or "
      "jumper" },
    { { "fastboot", "boot" },
      "< waiting for any device >", /* no line end: it waits */
      "the board does not answer (fastboot: < waiting for any device >): its USB loader is not on "
      "USB: check cable and power, and start the loader with the board's button or jumper" },
    { { "openocd" }, "embedded:startup.tcl:28: Error: Can't find board/nope.cfg\n", "" },
    { { "sh", "-c", "exit 3" }, openocd_none, "" },
};

/* The same sentence whatever pieces the bytes come in. */
static void test_sentences(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (size_t piece = 1; piece < 100; piece += 7) {
            struct tool_words t = { .argv = (char *const *)(uintptr_t)cases[i].words };
            size_t n = strlen(cases[i].said);
            char text[512] = "";

            for (size_t at = 0; at < n; at += piece)
                tool_words_feed(&t, cases[i].said + at, n - at < piece ? n - at : piece);
            assert_int_equal(tool_words_say(&t, text, sizeof text), *cases[i].sentence != '\0');
            assert_string_equal(text, cases[i].sentence);
        }
}

static void test_a_missing_drive(void **state)
{
    char *missing[] = { "cp", "probes.uf2", "/nowhere/RPI-RP2/pontoon.uf2", NULL };
    char *there[] = { "cp", "probes.uf2", "/tmp/pontoon.uf2", NULL };
    struct tool_words t = { .argv = missing };
    char text[512];

    (void)state;
    assert_true(tool_words_say(&t, text, sizeof text));
    assert_string_equal(text,
                        "the board's drive is not there (no folder /nowhere/RPI-RP2): connect "
                        "the board and mount its drive, or name the drive's folder in a desk "
                        "file");
    t.argv = there;
    assert_false(tool_words_say(&t, text, sizeof text));
}

static void test_odd_bytes_and_long_lines(void **state)
{
    char *words[] = { "openocd", NULL };
    struct tool_words t = { .argv = words };
    char text[512], line[400];

    (void)state;
    memset(line, 'x', sizeof line);
    tool_words_feed(&t, line, sizeof line);
    tool_words_feed(&t, "\n\033[2Jopen failed\033[0m\n", 22);
    assert_true(tool_words_say(&t, text, sizeof text));
    assert_null(strchr(text, '\033'));
    assert_non_null(strstr(text, "(openocd: open failed?[0m)"));
}

/* Returns true when the file PATH holds TEXT. */
static bool file_holds(const char *path, const char *text)
{
    FILE *in = fopen(path, "re");
    bool holds = false;

    if (in == NULL)
        return false;
    assert_int_equal(fseek(in, 0, SEEK_END), 0);
    size_t n = (size_t)ftell(in), length = strlen(text);
    rewind(in);
    char *bytes = malloc(n + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, n, in), n);
    for (size_t i = 0; i + length <= n && !holds; i++)
        holds = memcmp(bytes + i, text, length) == 0;
    free(bytes);
    (void)fclose(in);
    return holds;
}

/* The program TOOL or its library has each text of the table. */
static void check_tool(const char *tool, const char *pattern)
{
    glob_t found;

    if (glob(pattern, GLOB_BRACE, NULL, &found) != 0) {
        printf("%s is not installed: its messages are not compared\n", tool);
        return;
    }
    for (const struct tool_message *m = tool_messages; m->text != NULL; m++) {
        /* Some are put together when they are written. */
        bool holds = strstr(m->text, "LIBUSB_") != NULL ||
                     strstr(m->text, "UNEXPECTED: ") != NULL || strstr(m->text, "find any") != NULL;

        for (size_t i = 0; i < found.gl_pathc && !holds; i++)
            holds = file_holds(found.gl_pathv[i], m->text);
        if (strcmp(m->tool, tool) == 0 && !holds)
            fail_msg("%s never says `%s`", tool, m->text);
    }
    globfree(&found);
}

static void test_the_programs_say_so(void **state)
{
    (void)state;
    check_tool("openocd", "/usr/bin/openocd");
    check_tool("dfu-util", "/usr/bin/dfu-util");
    check_tool("st-flash", "{/usr/bin/st-flash,/usr/lib/*/libstlink.so.*}");
    check_tool("picotool", "/usr/bin/picotool");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sentences),
        cmocka_unit_test(test_a_missing_drive),
        cmocka_unit_test(test_odd_bytes_and_long_lines),
        cmocka_unit_test(test_the_programs_say_so),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
