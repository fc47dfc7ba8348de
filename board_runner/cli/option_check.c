/* Asks an image of this machine whether it takes its options. */
#include "option_check.h"
#include "ask.h"
#include "capture/exit_status.h"
#include "capture/interrupts.h"
#include "say.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { REFUSED = 2 /* RUN_EXIT_USAGE of the probes */, SAID_BYTES = 4096 };

/* Returns true for a program that the kernel loads: a script may measure whatever it is asked. */
static bool is_binary(const char *image)
{
    char magic[4] = "";
    FILE *in = fopen(image, "re");
    bool is = in != NULL && fread(magic, 1, sizeof magic, in) == sizeof magic &&
              memcmp(magic, "\177ELF", sizeof magic) == 0;

    if (in != NULL)
        (void)fclose(in);
    return is;
}

/* Passes on what the image said, line by line. */
static void say_refusal(const char *said)
{
    for (size_t n; *said != '\0'; said += n + (said[n] == '\n')) {
        n = strcspn(said, "\n");
        say_line(stderr, "%.*s", (int)n, said);
    }
}

/* Returns the option that makes the image print a text and measure nothing; NULL where there is
 * none.
 */
static const char *option_that_prints(char *const *options)
{
    for (; *options != NULL; options++)
        if (strcmp(*options, "--list") == 0 || strcmp(*options, "--help") == 0 ||
            strcmp(*options, "-h") == 0 || strcmp(*options, "--version") == 0)
            return *options;
    return NULL;
}

static int refuse_print(const struct plan *plan, const char *option)
{
    say_part(stderr, "board_runner: %s measures nothing; this shows it: ", option);
    shell_word_print(stderr, plan->image);
    say_line(stderr, " %s", option);
    return EXIT_USAGE;
}

/* Asks the image, whose command is WORDS. */
static int ask_image(char *const *words)
{
    size_t n = 0;
    char said[SAID_BYTES];

    while (words[n] != NULL)
        n++;
    const char **argv = calloc(n + 2, sizeof *argv);
    if (argv == NULL || interrupts_start() != 0) {
        complain("%s", strerror(errno));
        free(argv);
        return EXIT_NOT_STARTED;
    }
    argv[0] = words[0];
    argv[1] = "--list";
    for (size_t i = 1; i < n; i++)
        argv[i + 1] = words[i];
    int status = ask_status(argv, said, sizeof said);
    free(argv);
    if (status != REFUSED)
        return 0;
    say_refusal(said);
    return EXIT_USAGE;
}

int option_check(const struct plan *plan)
{
    char *const *options = plan->request->options;
    char **words = NULL;
    int status = 0;

    if (plan->link != PLAN_PROCESS || options[0] == NULL || !is_binary(plan->image))
        return 0;
    status = plan_words(plan, BOARD_RUN, 0, &words);
    if (status == 0 && strcmp(words[0], plan->image) == 0) {
        const char *prints = option_that_prints(options);

        status = prints != NULL ? refuse_print(plan, prints) : ask_image(words);
    }
    command_free(words);
    return status;
}
