/* The stream is standard output, unbuffered. Nothing is read: options come as arguments. */
#include "system.h"
#include <hal/console.h>

enum { OUTPUT = 1, ERRORS = 2, AGAIN = -11, INTERRUPTED = -4 };

static int lost; /* 0, or -1 after the first lost byte */

static int put(int file, const char *bytes, size_t n)
{
    while (n > 0) {
        long done = ia64_write(file, bytes, n);
        if (done == AGAIN || done == INTERRUPTED)
            continue;
        if (done <= 0)
            return -1;
        bytes += done;
        n -= (size_t)done;
    }
    return 0;
}

int hal_console_put(const char *bytes, size_t n)
{
    if (lost == 0)
        lost = put(OUTPUT, bytes, n);
    return lost;
}

int hal_console_get(void)
{
    return -1;
}

void hal_console_complain(const char *text)
{
    size_t n = 0;

    while (text[n])
        n++;
    if (put(ERRORS, text, n) == 0)
        (void)put(ERRORS, "\n", 1);
}

_Noreturn void hal_console_exit(int status)
{
    ia64_exit(status);
}
