/* The C library's standard output. Nothing is read: stdio cannot say whether a byte is there
 * without waiting for it. A board without a C library must bring its own console.c. */
#include <hal/console.h>
#include <stdio.h>
#include <stdlib.h>

#if !__STDC_HOSTED__
#error "no C library to write with: this port needs a console.c of its own"
#endif

static int lost; /* 0, or -1 after the first lost byte */

int hal_console_put(const char *bytes, size_t n)
{
    for (size_t i = 0; i < n && lost == 0; i++)
        if (putchar((unsigned char)bytes[i]) == EOF)
            lost = -1;
    if (lost == 0 && fflush(stdout) != 0)
        lost = -1;
    return lost;
}

int hal_console_get(void)
{
    return -1;
}

void hal_console_complain(const char *text)
{
    (void)fprintf(stderr, "%s\n", text);
}

_Noreturn void hal_console_exit(int status)
{
    exit(status);
}
