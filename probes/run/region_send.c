/* Sends what was kept of regions as a run of the probes. */
#include "hal/console.h"
#include "lib/region.h"
#include "lib/region_clock.h"
#include "run.h"

enum { MOST_BYTES = 512, MOST_WORDS = OPTIONS_GIVEN };

/* Cuts TEXT at blanks into at most MOST_WORDS words, and returns how many. */
static int cut(char *text, char **words)
{
    int n = 0;

    while (*text && n < MOST_WORDS) {
        for (; *text == ' '; text++)
            *text = '\0';
        if (*text)
            words[n++] = text;
        while (*text && *text != ' ')
            text++;
    }
    return n;
}

int region_send(const char *options)
{
    static char text[MOST_BYTES];
    static struct options read;
    char *words[MOST_WORDS];
    size_t n = 0;

    if (!options)
        options = "--only timer_floor,add_chain,region";
    for (; options[n] && n + 1 < sizeof text; n++)
        text[n] = options[n];
    text[n] = '\0';
    const char *fault = options[n] ? "region_send: more than 511 bytes of options"
                                   : options_read(&read, cut(text, words), words);
    if (!fault)
        return (int)(region_has_clock() ? run_probes_by_clock(&read) : run_probes(&read));
    hal_console_complain(fault);
    return RUN_EXIT_USAGE;
}
