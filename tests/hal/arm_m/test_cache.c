/* Caches of a Cortex-M over registers that the test plays: ARMv7-M Architecture Reference Manual,
 * DDI 0403, sections B2.2.7, B3.2.8 and B4.8; the shapes are those of an STM32H7 and of an i.MX
 * RT1060. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bare.h"
#include "stand_in.h"
#include <hal/cache.h>
#include <string.h>

enum { CCR = 0xe000ed14, CLIDR = 0xe000ed78, CTR = 0xe000ed7c, CCSIDR = 0xe000ed80 };
enum { CSSELR = 0xe000ed84, ICIALLU = 0xe000ef50, DCISW = 0xe000ef60, DCCIMVAC = 0xe000ef70 };
enum { DCCISW = 0xe000ef74 };
enum { CCR_DC = 1 << 16, CCR_IC = 1 << 17, MOST_LINES = 4096, MOST_FLUSHED = 16 };

static struct {
    uint32_t ccr, clidr, csselr, shape[2];
    uint32_t line[MOST_LINES], flushed[MOST_FLUSHED];
    unsigned n_lines, n_flushed, n_cleaned, n_code, n_pending;
    char note[200];
} chip;

uint32_t word_in(uintptr_t at)
{
    switch (at) {
    case CCR:
        return chip.ccr;
    case CLIDR:
        return chip.clidr;
    case CTR:
        return 0x8303c003; /* lines of 32 bytes */
    case CCSIDR:
        assert_int_equal(chip.n_pending, 0); /* the selection has taken effect */
        return chip.shape[chip.csselr];
    default:
        fail_msg("0x%lx was read", (unsigned long)at);
        return 0;
    }
}

/* While the cache still answers. */
static void clean(uint32_t line)
{
    assert_true((chip.ccr & CCR_DC) != 0);
    assert_true((line & 0x3fffffe0) < 128 << 5);
    chip.n_cleaned++;
}

static void turn(uint32_t ccr)
{
    if ((ccr & ~chip.ccr & CCR_IC) != 0)
        assert_true(chip.n_code > 0 && chip.n_pending == 0); /* empty, and that is done */
    if ((ccr & ~chip.ccr & CCR_DC) != 0)
        assert_true(chip.n_lines > 0 && chip.n_pending == 0);
    chip.ccr = ccr;
}

void word_out(uintptr_t at, uint32_t value)
{
    if (at == CCR)
        turn(value);
    else if (at == CSSELR)
        chip.csselr = value;
    else if (at == ICIALLU)
        chip.n_code++;
    else if (at == DCISW)
        chip.line[chip.n_lines++ % MOST_LINES] = value;
    else if (at == DCCISW)
        clean(value);
    else if (at == DCCIMVAC)
        chip.flushed[chip.n_flushed++ % MOST_FLUSHED] = value;
    else
        fail_msg("0x%lx was written", (unsigned long)at);
    chip.n_pending++;
}

void m_barrier(void)
{
    chip.n_pending = 0;
}

void bare_note(const char *text)
{
    strncat(chip.note, text, sizeof chip.note - 1);
}

/* B4.8.1: sets, ways, and lines of 32 bytes. */
static uint32_t shape(uint32_t sets, uint32_t ways)
{
    return (sets - 1) << 13 | (ways - 1) << 3 | 1;
}

static void begin(uint32_t code_sets, uint32_t code_ways, uint32_t data_sets, uint32_t data_ways)
{
    memset(&chip, 0, sizeof chip);
    chip.clidr = 0x09000003;
    chip.shape[1] = shape(code_sets, code_ways);
    chip.shape[0] = shape(data_sets, data_ways);
}

static unsigned times(uint32_t line)
{
    unsigned n = 0;

    for (unsigned i = 0; i < chip.n_lines; i++)
        n += chip.line[i] == line;
    return n;
}

static void every_line_is_dropped_and_both_are_on(void **state)
{
    (void)state;
    begin(512, 2, 256, 4); /* i.MX RT1060: 32 KiB each */
    m_caches_on();
    assert_int_equal(chip.ccr, CCR_IC | CCR_DC);
    assert_int_equal(chip.n_lines, 256 * 4);
    for (uint32_t set = 0; set < 256; set++)
        for (uint32_t way = 0; way < 4; way++)
            assert_int_equal(times(way << 30 | set << 5), 1);
    assert_string_equal(chip.note,
                        "on: instruction cache 32 KiB, ways 2, data cache 32 KiB, ways 4");
}

static void one_way_has_no_number(void **state)
{
    (void)state;
    begin(256, 2, 128, 1);
    m_caches_on();
    assert_int_equal(chip.n_lines, 128);
    assert_int_equal(times(127 << 5), 1);
    assert_string_equal(chip.note,
                        "on: instruction cache 16 KiB, ways 2, data cache 4 KiB, ways 1");
}

static void what_a_loader_turned_on_keeps_its_lines(void **state)
{
    (void)state;
    begin(256, 2, 128, 4); /* STM32H7: 16 KiB each */
    chip.ccr = CCR_DC;
    m_caches_on();
    assert_int_equal(chip.ccr, CCR_IC | CCR_DC);
    assert_int_equal(chip.n_lines, 0);
}

static void a_core_without_any_is_left_alone(void **state)
{
    (void)state;
    begin(256, 2, 128, 4);
    chip.clidr = 0;
    m_caches_on();
    assert_int_equal(chip.ccr, 0);
    assert_string_equal(chip.note, "");
    assert_int_equal(hal_cache_flush(&chip, 64), -1);
    assert_int_equal(hal_cache_flush_code(), -1);
    assert_int_equal(chip.n_flushed + chip.n_code, 0);
}

static void every_line_that_is_touched_is_flushed(void **state)
{
    (void)state;
    begin(256, 2, 128, 4);
    assert_int_equal(hal_cache_flush((const void *)(uintptr_t)0x2000001c, 5), 0);
    assert_int_equal(chip.n_flushed, 2);
    assert_int_equal(chip.flushed[0], 0x20000000);
    assert_int_equal(chip.flushed[1], 0x20000020);
    assert_int_equal(chip.n_pending, 0);
    assert_int_equal(hal_cache_flush((const void *)(uintptr_t)0x20000000, 0), 0);
    assert_int_equal(chip.n_flushed, 2);
    assert_int_equal(hal_cache_flush_code(), 0);
    assert_int_equal(chip.n_code, 1);
}

static void off_cleans_every_line_and_on_drops_them(void **state)
{
    (void)state;
    begin(256, 2, 128, 4);
    m_caches_on();
    assert_true(bare_caches_on());
    assert_string_equal(m_cache_states[0], "uncached");
    m_caches_set(1);
    assert_int_equal(chip.ccr, 0);
    assert_int_equal(chip.n_cleaned, 128 * 4);
    assert_false(bare_caches_on());
    chip.n_lines = chip.n_code = 0;
    m_caches_set(0);
    assert_int_equal(chip.ccr, CCR_IC | CCR_DC);
    assert_int_equal(chip.n_lines, 128 * 4);
    assert_int_equal(chip.n_code, 1);
    begin(256, 2, 128, 4);
    chip.clidr = 0;
    m_caches_set(1);
    assert_int_equal(chip.n_cleaned, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_line_is_dropped_and_both_are_on),
        cmocka_unit_test(one_way_has_no_number),
        cmocka_unit_test(what_a_loader_turned_on_keeps_its_lines),
        cmocka_unit_test(a_core_without_any_is_left_alone),
        cmocka_unit_test(every_line_that_is_touched_is_flushed),
        cmocka_unit_test(off_cleans_every_line_and_on_drops_them),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
