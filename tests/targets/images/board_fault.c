/* Faults on purpose: reads where no board has memory. */
#include <hal/console.h>
#include <hal/report.h>
#include <stddef.h>

int main(void);

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

int main(void)
{
    const volatile int *volatile nowhere = 0;

    hal_report_faults_to(tell);
    return *nowhere;
}
