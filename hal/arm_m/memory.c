/* Gives hal_alloc() the memory after the image, as far as it is there. */
#include "memory.h"
#include "bare.h"
#include "core.h"
#include "fault.h"
#include "memory_word.h"
#include "needs.h"

enum { UNIT = 64 };

extern char memory_start[], memory_end[]; /* from image.ld */

static bool readable(uintptr_t at)
{
    trial_begin();
    m_load(at);
    return trial_end();
}

static bool holds(uintptr_t at)
{
    if (!readable(at))
        return false;
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t value = (uint32_t)at ^ (0u - i);

        word_out(at, value);
        if (word_in(at) != value)
            return false;
    }
    return true;
}

/* Half of the rest again and again. */
static uintptr_t held_end(uintptr_t first, uintptr_t end)
{
    while (end > first && !holds(end - sizeof(uint32_t)))
        end = first + (end - first) / 2 / UNIT * UNIT;
    return end;
}

void m_memory_add(void)
{
    uintptr_t start = (uintptr_t)memory_start, told = (uintptr_t)memory_end;
    uintptr_t end = held_end(start, told);

    if (end < told)
        bare_note_less_memory(end, told);
    bare_memory_add(start, end - start, 0);
    for (const struct m_range *r = board.more; r && r->size_bytes > 0; r++)
        bare_memory_add(r->start, r->size_bytes, 0);
}
