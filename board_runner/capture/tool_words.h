/* What a program that writes a board's memory says when it fails, and what that means. */
#ifndef TOOL_WORDS_H
#define TOOL_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* Sources of the messages: OpenOCD 0.12.0 (src/jtag, src/target, src/flash/nor), stlink 1.7.0
 * (src), dfu-util 0.11, picotool 2.x (main.cpp), fastboot of Android's platform tools. */

enum { TOOL_LINE_BYTES = 160 };

enum tool_meaning {
    TOOL_NO_PERMISSION, /* the USB device may not be opened */
    TOOL_IN_USE,        /* another program has the USB device */
    TOOL_OTHER_CHIP,
    TOOL_NO_POWER,   /* the debug adapter works, the chip has no voltage */
    TOOL_NO_CHIP,    /* the debug adapter works, the chip is silent */
    TOOL_NO_ADAPTER, /* no debug adapter is on USB */
    TOOL_NO_LOADER,  /* the chip's own USB loader is not on USB */
};

/* Of several messages of a tool, the one in the earliest row counts. */
struct tool_message {
    enum tool_meaning meaning;
    const char *tool; /* part of a word of its command line */
    const char *text; /* part of the line that it writes */
};

/* The last row has no text. */
extern const struct tool_message tool_messages[];

/* Zero-initialise, then set argv. */
struct tool_words {
    char *const *argv; /* the tool's command line; NULL: nothing is heard */
    char line[TOOL_LINE_BYTES];
    size_t n;                           /* bytes of the line under way */
    char said[TOOL_LINE_BYTES];         /* the message that counts, to the end of its line */
    const struct tool_message *message; /* its row; NULL: none came */
};

/* Takes N bytes that the tool wrote. Longer lines are cut; bytes that are no printable ASCII become
 * '?'. */
void tool_words_feed(struct tool_words *t, const char *bytes, size_t n);
/* Writes to TEXT, of ROOM bytes, why the tool failed and what to check, in one sentence. Returns
 * false, with TEXT as it was, where that is not known. Needs argv. */
bool tool_words_say(const struct tool_words *t, char *text, size_t room);

#endif
