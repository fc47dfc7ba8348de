/* Runs the program `probes` over the fake port. */
#include "program.h"
#include "fake.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

int probes_main(int argc, char **argv); /* main() of probes/run/main.c */

enum { MOST_WORDS = 8 };

static void call(void *arg)
{
    char **words = arg;
    int n = 0;

    while (words[n])
        n++;
    (void)probes_main(n, words);
}

bool program_exits(char **words)
{
    return fake_exits(call, words);
}

int program_run(const char *words)
{
    char text[200], *argv[MOST_WORDS + 1] = { "probes" };
    int n = 1;

    assert_true(strlen(words) < sizeof text);
    strcpy(text, words);
    for (char *word = strtok(text, " "); word && n < MOST_WORDS; word = strtok(NULL, " "))
        argv[n++] = word;
    assert_true(program_exits(argv));
    return fake.console.exit_status;
}
