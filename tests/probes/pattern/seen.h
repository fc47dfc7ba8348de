/* Loads and stores of instrumented kernels, handed to a test. */
#ifndef SEEN_H
#define SEEN_H

#include <stdbool.h>

/* The test's: called before each access, one for each line that it touches. */
void seen_access(const volatile void *address, bool stored);

#endif
