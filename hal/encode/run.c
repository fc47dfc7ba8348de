/* Runs code that was written. */
#include "encode.h"

void hal_code_run(const void *first)
{
    void (*run)(void);

    memcpy(&run, &first, sizeof run); /* no cast leads from data to code */
    run();
}

void hal_code_run_laps(const void *first, struct hal_code_laps *laps)
{
    encode_laps *run;

    memcpy(&run, &first, sizeof run);
    run(laps->chain[0], laps->chain[1], laps->data, laps->laps);
    memcpy(laps->chain, laps->data, sizeof laps->chain);
}
