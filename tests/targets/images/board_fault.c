/* Faults on purpose: reads at 0, where most boards have no memory, or, told `elsewhere`, where
 * those with memory at 0 have none; or, told `stack`, needs more stack than any board has. The last
 * word tells: a board's own come before it. */
#include <hal/console.h>
#include <hal/report.h>
#include <stddef.h>

int main(int argc, char **argv);

static void tell(const char *text)
{
    size_t n = 0;

    while (text[n])
        n++;
    (void)hal_console_put("NOTE ", 5);
    (void)hal_console_put(text, n);
    (void)hal_console_put("\n", 1);
    hal_console_exit(HAL_REPORT_FAULT_STATUS);
}

/* Returns the sum of 1 to DEPTH, each in a frame of its own. */
static unsigned sum_to(unsigned depth)
{
    volatile unsigned frame[64] = { depth };

    return depth == 0 ? 0 : sum_to(depth - 1) + frame[0];
}

int main(int argc, char **argv)
{
    const volatile int *const elsewhere = (const volatile int *)0x30000000;
    const volatile int *volatile nowhere = 0;
    volatile unsigned deep = 1000000;
    const char told = argc > 1 ? argv[argc - 1][0] : 0;

    hal_report_faults_to(tell);
    if (told == 's')
        return (int)sum_to(deep);
    if (told == 'e')
        nowhere = elsewhere;
    return *nowhere;
}
