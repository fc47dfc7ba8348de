/* The words for how a series or a run ended: one table, for the writer and for the reader. */
#include "record.h"

static const char *const words_of[RECORD_END_UNKNOWN] = {
    [RECORD_END_OK] = "ok",
    [RECORD_END_ALONE] = "skip:needs two contexts",
    [RECORD_END_NO_MEMORY] = "skip:not enough memory",
    [RECORD_END_CLOCK_TOO_COARSE] = "skip:clock too coarse",
    [RECORD_END_CLOCK_BACK] = "fail:clock went back",
    [RECORD_END_NO_TIME] = "skip:no time left",
    [RECORD_END_OUTPUT_LOST] = "fail:output lost",
    [RECORD_END_NO_CACHES] = "skip:no caches known",
    [RECORD_END_NO_FRAMES] = "skip:pages in random frames",
    [RECORD_END_NO_OS] = "skip:no operating system",
    [RECORD_END_NO_CODE] = "skip:not enough code in the image",
    [RECORD_END_NOTHING] = "skip:nothing to measure here",
    [RECORD_END_NO_INSTRUCTION] = "skip:no instruction",
    [RECORD_END_NO_TILE] = "skip:not in this image",
    [RECORD_END_MAX] = "skip:max= is too small",
    [RECORD_END_PIN_REFUSED] = "skip:the system refuses pinning",
    [RECORD_END_WRONG] = "fail:wrong result",
    [RECORD_END_FAULT] = "fault",
};

const char *record_end_words(enum record_end end)
{
    return (unsigned)end < RECORD_END_UNKNOWN ? words_of[end] : 0;
}
