/* Knows the messages by which programs that write flash memory say that a board does not answer. */
#include "tool_words.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

const struct tool_message tool_messages[] = {
    { TOOL_NO_PERMISSION, "openocd", "libusb_open() failed with LIBUSB_ERROR_ACCESS" },
    { TOOL_NO_PERMISSION, "dfu-util", "LIBUSB_ERROR_ACCESS" },
    { TOOL_NO_PERMISSION, "picotool", "check your permissions" },
    { TOOL_IN_USE, "openocd", "LIBUSB_ERROR_BUSY" },
    { TOOL_IN_USE, "st-flash", "unable to claim (probably already in use?)" },
    { TOOL_IN_USE, "dfu-util", "Cannot claim interface" },
    { TOOL_OTHER_CHIP, "openocd", "UNEXPECTED idcode" },
    { TOOL_OTHER_CHIP, "openocd", "UNEXPECTED: 0x" },
    { TOOL_OTHER_CHIP, "openocd", "Cannot identify target as" },
    { TOOL_OTHER_CHIP, "openocd", "RP2040 BOOT ROM not found" },
    { TOOL_OTHER_CHIP, "st-flash", "unknown chip id!" },
    { TOOL_NO_POWER, "openocd", "target voltage may be too low" },
    { TOOL_NO_POWER, "st-flash", "too low for flash writes" },
    { TOOL_NO_CHIP, "openocd", "init mode failed (unable to connect to the target)" },
    { TOOL_NO_CHIP, "openocd", "Error connecting DP: cannot read IDR" },
    { TOOL_NO_CHIP, "openocd", "Failed to connect multidrop" },
    { TOOL_NO_CHIP, "openocd", "JTAG scan chain interrogation failed" },
    { TOOL_NO_CHIP, "openocd", "Target not examined yet" },
    { TOOL_NO_CHIP, "st-flash", "Can not connect to target" },
    { TOOL_NO_CHIP, "st-flash", "Failed to connect to target" },
    { TOOL_NO_CHIP, "st-flash", "Failed to enter SWD mode" },
    { TOOL_NO_ADAPTER, "openocd", "open failed" },
    { TOOL_NO_ADAPTER, "openocd", "unable to find a matching CMSIS-DAP device" },
    { TOOL_NO_ADAPTER, "openocd", "No J-Link device found" },
    { TOOL_NO_ADAPTER, "openocd", "unable to open ftdi device" },
    { TOOL_NO_ADAPTER, "st-flash", "Couldn't find any ST-Link devices" },
    { TOOL_NO_LOADER, "dfu-util", "No DFU capable USB device available" },
    { TOOL_NO_LOADER, "picotool", "in BOOTSEL mode were found" },
    { TOOL_NO_LOADER, "fastboot", "< waiting for" },
    { 0 },
};

static const struct {
    const char *before, *advice;
} meanings[] = {
    [TOOL_NO_PERMISSION] = { "the USB device may not be opened",
                             "add the udev rules of the tool's package, then plug the board in "
                             "again" },
    [TOOL_IN_USE] = { "another program uses the USB device", "end that program" },
    [TOOL_OTHER_CHIP] = { "another chip answered",
                          "check which board is connected, and the command in board.txt" },
    [TOOL_NO_POWER] = { "the board does not answer", "the debug adapter works, the chip has no "
                                                     "power: check the board's supply" },
    [TOOL_NO_CHIP] = { "the board does not answer",
                       "the debug adapter works, the chip is silent: check the board's power, the "
                       "debug cable and the reset line" },
    [TOOL_NO_ADAPTER] = { "the board does not answer",
                          "no debug adapter that may be opened is on USB: check cable, power and "
                          "the udev rules" },
    [TOOL_NO_LOADER] = { "the board does not answer",
                         "its USB loader is not on USB: check cable and power, and start the "
                         "loader with the board's button or jumper" },
};

/* Returns the tool's name without folders. */
static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL ? slash + 1 : path;
}

/* Returns true when a word of the command line names TOOL, also after `sudo` or within `sh -c`. */
static bool is_tool(char *const *argv, const char *tool)
{
    for (; *argv != NULL; argv++)
        if (strstr(base_name(*argv), tool) != NULL)
            return true;
    return false;
}

/* Keeps the message of the line under way, unless an earlier row has come. */
static void end_line(struct tool_words *t)
{
    t->line[t->n] = '\0';
    t->n = 0;
    for (const struct tool_message *m = tool_messages; m->text != NULL && m != t->message; m++) {
        const char *at = strstr(t->line, m->text);

        if (at == NULL || !is_tool(t->argv, m->tool))
            continue;
        t->message = m;
        (void)strcpy(t->said, at);
        return;
    }
}

void tool_words_feed(struct tool_words *t, const char *bytes, size_t n)
{
    for (size_t i = 0; t->argv != NULL && i < n; i++)
        if (bytes[i] == '\n' || bytes[i] == '\r')
            end_line(t);
        else if (t->n < sizeof t->line - 1)
            t->line[t->n++] = bytes[i] >= ' ' && bytes[i] <= '~' ? bytes[i] : '?';
}

/* Writes that the folder which `cp` copies to is missing. Returns false where it is there. */
static bool say_missing_folder(char *const *argv, char *text, size_t room)
{
    char folder[1024];
    struct stat facts;
    size_t n = 0;

    if (strcmp(base_name(argv[0]), "cp") != 0)
        return false;
    while (argv[n + 1] != NULL)
        n++;
    const char *slash = strrchr(argv[n], '/');
    if (slash == NULL || slash == argv[n] || (size_t)(slash - argv[n]) >= sizeof folder)
        return false;
    (void)snprintf(folder, sizeof folder, "%.*s", (int)(slash - argv[n]), argv[n]);
    if (stat(folder, &facts) == 0 || errno != ENOENT)
        return false;
    (void)snprintf(text, room,
                   "the board's drive is not there (no folder %s): connect the board and mount its "
                   "drive, or name the drive's folder in a desk file",
                   folder);
    return true;
}

bool tool_words_say(const struct tool_words *t, char *text, size_t room)
{
    struct tool_words last = *t;

    if (t->argv == NULL)
        return false;
    end_line(&last);
    if (last.message == NULL)
        return say_missing_folder(t->argv, text, room);
    (void)snprintf(text, room, "%s (%s: %s): %s", meanings[last.message->meaning].before,
                   last.message->tool, last.said, meanings[last.message->meaning].advice);
    return true;
}
