/* Tells notes and faults as the test scripts them. */
#include "fake.h"
#include <hal/report.h>

const char *hal_report_note(unsigned i)
{
    const char *const *notes = fake.report.notes;

    for (unsigned k = 0; notes && notes[k]; k++)
        if (k == i)
            return notes[k];
    return NULL;
}

void hal_report_faults_to(void (*tell)(const char *text))
{
    fake.report.tell = tell;
}
