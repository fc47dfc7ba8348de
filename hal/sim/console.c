/* The console of the simulated board: standard output. */
#include "hal/console.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* Standard output is the serial line; nothing is ever received, so that runs are repeatable. */

int hal_console_put(const char *bytes, size_t n)
{
    static bool lost;

    if (!lost && (fwrite(bytes, 1, n, stdout) != n || fflush(stdout) != 0))
        lost = true;
    return lost ? -1 : 0;
}

int hal_console_get(void)
{
    return -1;
}

void hal_console_complain(const char *text)
{
    fprintf(stderr, "%s\n", text);
}

_Noreturn void hal_console_exit(int status)
{
    exit(status);
}
