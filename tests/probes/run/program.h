/* The program `probes` over the fake port, from its words to its exit status. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stdbool.h>

/* Runs `probes WORDS`, at most 8 words without blanks, and returns its exit status. */
int program_run(const char *words);

/* Runs the program with WORDS, which end with a NULL; true when it ended with an exit status. */
bool program_exits(char **words);

#endif
