/* Runs code that was written. */
#include "encode.h"

size_t hal_code_near_bytes(void)
{
#if defined(__x86_64__) || defined(__i386__)
    return HAL_CODE_BYTES;
#else
    return sizeof(uint32_t);
#endif
}

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
