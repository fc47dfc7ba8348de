/* Asks analyze what probes found. */
#include "found.h"
#include "ask.h"
#include "say.h"
#include "shell_word.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_COLUMNS = 17 }; /* of a line: the probe's name and a blank */

/* Returns what analyze says to OPTION of the finder's log, for free(); NULL: nothing. */
static char *ask(const struct finder *f, const char *option)
{
    enum { BRIEFLY_MS = 2000 };
    const char *argv[] = { f->analyze, option, "--", f->log, NULL };
    char *text, why[ASK_WHY_BYTES];
    size_t n;

    enum ask_end end = ask_within(argv, BRIEFLY_MS, &text, &n, why);
    char *whole = end == ASK_READ && n > 0 ? realloc(text, n + 1) : NULL;
    if (whole == NULL)
        free(text);
    else
        whole[n] = '\0';
    return whole;
}

void found_ask(void *ctx, const char *probe, char *text, size_t room)
{
    char option[64];

    text[0] = '\0';
    if (snprintf(option, sizeof option, "--found=%s", probe) >= (int)sizeof option)
        return;
    char *line = ask(ctx, option);
    if (line != NULL && strcspn(line, "\n") > NAME_COLUMNS)
        (void)snprintf(text, room, "%.*s", (int)strcspn(line + NAME_COLUMNS, "\n"),
                       line + NAME_COLUMNS);
    free(line);
}

/* Returns how many bytes of LINE fit on a screen, up to a comma where it is longer. */
static size_t fitting(const char *line)
{
    enum { COLUMNS = 76 };
    size_t n = strlen(line);

    while (n > COLUMNS)
        for (n--; n > 0 && strncmp(line + n, ", ", 2) != 0;)
            n--;
    return n;
}

void found_say(const struct finder *f, bool all)
{
    char *lines = ask(f, "--found"), *rest = lines;

    if (lines == NULL)
        return;
    for (char *line = strsep(&rest, "\n"); all && line != NULL; line = strsep(&rest, "\n"))
        if (*line != '\0')
            say_line(stderr, "   %.*s", (int)fitting(line), line);
    free(lines);
    (void)fputs("now: analyze ", stderr);
    shell_word_print(stderr, f->log);
    (void)fputs("     page: analyze --html page.html ", stderr);
    shell_word_print(stderr, f->log);
    (void)fputc('\n', stderr);
}
