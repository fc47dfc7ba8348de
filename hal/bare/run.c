/* From the port's start-up to main(): the clock, a hello, the words of the command line. */
#include "bare.h"
#include <hal/board_limits.h>
#include <hal/console.h>
#include <hal/timer.h>
#include <stdbool.h>

enum { LINE_BYTES = HAL_LIMIT_LINE_BYTES, MOST_WORDS = 32 };

/* From the build (PONTOON_OPTIONS): options of a run that is given none. */
#ifndef HAL_OPTIONS
#define HAL_OPTIONS ""
#endif

static char text[LINE_BYTES];
static char *words[MOST_WORDS + 2];

int main(int argc, char **argv);

static bool blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* The end of the word at TEXT, its quotes taken out; TEXT then holds the word, without its zero. */
static char *close_up(char *from, char **end)
{
    char *to = from;
    char quote = '\0';

    for (; *from && (quote || !blank(*from)); from++) {
        if (quote ? *from == quote : *from == '"' || *from == '\'')
            quote = quote ? '\0' : *from;
        else
            *to++ = *from;
    }
    *end = to;
    return from;
}

unsigned bare_words(char *line, char **word, unsigned most)
{
    unsigned n = 0;

    for (;;) {
        char *end;

        while (blank(*line))
            line++;
        if (!*line || n == most)
            return n;
        word[n++] = line;
        line = close_up(line, &end);
        if (*line)
            line++;
        *end = '\0';
    }
}

static void copy(const char *line)
{
    size_t n = 0;

    for (; line && line[n] && n + 1 < LINE_BYTES; n++)
        text[n] = line[n];
    text[n] = '\0';
}

/* A byte within a second, or -1. Of a clock whose rate is not known, 2^30 ticks are waited for: a
 * second at the rates that processors have. */
static int wait_byte(void)
{
    uint64_t mask = hal_timer_bits() >= 64 ? UINT64_MAX : ((uint64_t)1 << hal_timer_bits()) - 1;
    uint64_t wait_ticks = hal_timer_hz() > 0 ? hal_timer_hz() : (uint64_t)1 << 30;
    uint64_t last = hal_timer_now_ticks(), gone_ticks = 0;

    while (gone_ticks < wait_ticks) {
        int byte = hal_console_get();
        uint64_t now = hal_timer_now_ticks();

        if (byte >= 0)
            return byte;
        gone_ticks += (now - last) & mask; /* summed, as a narrow counter wraps meanwhile */
        last = now;
    }
    return -1;
}

/* The first byte must come within a second; once one came, the line may take its time. */
static void read_typed(void)
{
    enum { SECONDS_A_BYTE = 30 };
    unsigned silent = 0;
    size_t n = 0;

    hal_console_complain("pontoon: options may be typed now, within a second");
    while (silent < (n > 0 ? SECONDS_A_BYTE : 1)) {
        int byte = wait_byte();

        silent = byte < 0 ? silent + 1 : 0;
        if (byte == '\n' || byte == '\r')
            break;
        if (byte >= 0 && n + 1 < LINE_BYTES)
            text[n++] = (char)byte;
    }
    text[n] = '\0';
}

_Noreturn void bare_run(const char *line)
{
    static char name[] = "probes";
    bool clock = hal_timer_start() == 0;

    copy(line);
    words[0] = name;
    unsigned n = bare_words(text, words + 1, MOST_WORDS);
    if (n == 0) {
        copy(HAL_OPTIONS);
        n = bare_words(text, words + 1, MOST_WORDS);
    }
    if (n == 0 && clock) {
        read_typed();
        n = bare_words(text, words + 1, MOST_WORDS);
    }
    hal_console_exit(main((int)n + 1, words));
}
