/* What the programs' command lines share beyond argp. */
#ifndef OUTPUT_ARGUMENTS_H
#define OUTPUT_ARGUMENTS_H

#include <argp.h>

/* -h, which is --help: a row of the options of a program. */
enum { ARGUMENTS_KEY_HELP = 'h' };
#define ARGUMENTS_HELP                                                                             \
    {                                                                                              \
        NULL, ARGUMENTS_KEY_HELP, NULL, OPTION_HIDDEN, NULL, -1                                    \
    }

/* For the first line of a parser: ends the program with the help where KEY is -h, and with a
 * message that names the option, "--html wants a file", where ARG is empty. OPTIONS end with zeros.
 */
void arguments_check(struct argp_state *state, const struct argp_option *options, int key,
                     const char *arg);

#endif
