/* Caches of a Cortex-M7 and its like, turned on and flushed; other cores have none. Source: ARMv7-M
 * Architecture Reference Manual, DDI 0403, sections B2.2.7 (operations), B3.2.8 (CCR) and B4.8
 * (what caches there are). */
#include "bare.h"
#include "core.h"
#include "memory_word.h"
#include <hal/cache.h>

enum { CCR = 0xe000ed14, CLIDR = 0xe000ed78, CTR = 0xe000ed7c, CCSIDR = 0xe000ed80 };
enum { CSSELR = 0xe000ed84, ICIALLU = 0xe000ef50, DCISW = 0xe000ef60, DCCIMVAC = 0xe000ef70 };
enum { DCCISW = 0xe000ef74 };
enum { CCR_DC = 1 << 16, CCR_IC = 1 << 17 };
enum { CLIDR_LEVEL_1 = 7, CSSELR_DATA = 0, CSSELR_CODE = 1, WORD_BITS = 32 };

struct shape {
    uint32_t ways, sets;
    unsigned line_log2, way_bits;
};

static bool has_caches(void)
{
    return M_MAY_HAVE_CACHES && (word_in(CLIDR) & CLIDR_LEVEL_1) != 0;
}

static unsigned bits_of(uint32_t highest)
{
    unsigned n = 0;

    while (highest >> n != 0)
        n++;
    return n;
}

static struct shape shape_of(uint32_t which)
{
    word_out(CSSELR, which);
    m_barrier();
    uint32_t ccsidr = word_in(CCSIDR), highest = ccsidr >> 3 & 0x3ff;

    return (struct shape){ .ways = highest + 1,
                           .sets = (ccsidr >> 13 & 0x7fff) + 1,
                           .line_log2 = (ccsidr & 7) + 4,
                           .way_bits = bits_of(highest) };
}

/* Writes every line's place to the register OPERATION. The number of the way ends at bit 31. */
static void every_line(uintptr_t operation, const struct shape *shape)
{
    for (uint32_t set = 0; set < shape->sets; set++)
        for (uint32_t way = 0; way < shape->ways; way++)
            word_out(operation, (uint32_t)((uint64_t)way << (WORD_BITS - shape->way_bits)) |
                                    set << shape->line_log2);
    m_barrier();
}

static void note_shape(struct bare_text *t, const char *name, const struct shape *shape)
{
    bare_text_add(t, name);
    bare_text_number(t, shape->ways * shape->sets << shape->line_log2 >> 10);
    bare_text_add(t, " KiB, ways ");
    bare_text_number(t, shape->ways);
}

static void turn_on_code(void)
{
    word_out(ICIALLU, 0);
    m_barrier();
    word_out(CCR, word_in(CCR) | CCR_IC);
    m_barrier();
}

static void turn_on_data(const struct shape *shape)
{
    if ((word_in(CCR) & CCR_DC) != 0)
        return;
    every_line(DCISW, shape); /* after a reset they hold nonsense */
    word_out(CCR, word_in(CCR) | CCR_DC);
    m_barrier();
}

void m_caches_on(void)
{
    static struct bare_text t;

    if (!has_caches())
        return;
    const struct shape code = shape_of(CSSELR_CODE), data = shape_of(CSSELR_DATA);

    t.n = 0;
    turn_on_code();
    turn_on_data(&data);
    note_shape(&t, "on: instruction cache ", &code);
    note_shape(&t, ", data cache ", &data);
    t.text[t.n] = '\0';
    bare_note(t.text);
}

const char *const m_cache_states[] = { "uncached", NULL };

/* B2.2.7: what lines hold goes to memory while they still answer; nothing is stored from there to
 * the switch, of which an old copy could come to light. */
static void turn_off(void)
{
    const struct shape data = shape_of(CSSELR_DATA);

    every_line(DCCISW, &data);
    word_out(CCR, word_in(CCR) & ~(uint32_t)(CCR_DC | CCR_IC));
    m_barrier();
}

void m_caches_set(unsigned state)
{
    if (!has_caches())
        return;
    if (state != 0) {
        turn_off();
        return;
    }
    const struct shape data = shape_of(CSSELR_DATA);

    turn_on_code();
    turn_on_data(&data);
}

bool bare_caches_on(void)
{
    return has_caches() && (word_in(CCR) & CCR_DC) != 0;
}

/* B4.8.3, CTR: DminLine, log2 of words. */
static uintptr_t line_bytes(void)
{
    return (uintptr_t)4 << (word_in(CTR) >> 16 & 15);
}

int hal_cache_flush(const void *start, size_t n_bytes)
{
    if (!has_caches())
        return -1;
    uintptr_t line = line_bytes(), end = (uintptr_t)start + n_bytes;

    m_barrier();
    for (uintptr_t at = (uintptr_t)start & ~(line - 1); n_bytes > 0 && at < end; at += line)
        word_out(DCCIMVAC, (uint32_t)at);
    m_barrier();
    return 0;
}

/* Code lies in flash memory, of which no line is ever written to. */
int hal_cache_flush_code(void)
{
    if (!has_caches())
        return -1;
    word_out(ICIALLU, 0);
    m_barrier();
    return 0;
}
