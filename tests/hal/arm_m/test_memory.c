/* Memory of a Cortex-M that is smaller than its files say: where it faults, where it is seen as
 * zeros, and where nothing is wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bare.h"
#include "needs.h"
#include "stand_in.h"
#include <string.h>

void trial_begin(void);
bool trial_end(void);
void m_memory_add(void);

enum { TOLD_BYTES = 65536 };
char memory_start[TOLD_BYTES] __attribute__((aligned(64)));
extern char memory_end[];
/* What a link script gives: the end of the same. */
__asm__(".globl memory_end\n.set memory_end, memory_start + 65536");

static const struct m_range more[] = { { 0x10000000, 4096 }, { 0, 0 } };
const struct m_board board = { .more = more };

static struct {
    size_t real_bytes; /* more are not there */
    bool faults;       /* what is not there; else it reads as zeros */
    bool faulted;
    struct m_range added[4];
    unsigned n_added;
    char note[200];
} chip;

static bool is_there(uintptr_t at)
{
    return at - (uintptr_t)memory_start < chip.real_bytes;
}

uint32_t word_in(uintptr_t at)
{
    assert_true(is_there(at) || !chip.faults);
    return is_there(at) ? *(uint32_t *)at : 0;
}

void word_out(uintptr_t at, uint32_t value)
{
    assert_true(is_there(at) || !chip.faults);
    if (is_there(at))
        *(uint32_t *)at = value;
}

void m_load(uintptr_t at)
{
    chip.faulted = chip.faulted || (!is_there(at) && chip.faults);
}

void trial_begin(void)
{
    chip.faulted = false;
}

bool trial_end(void)
{
    return !chip.faulted;
}

void bare_note(const char *text)
{
    (void)strncpy(chip.note, text, sizeof chip.note - 1);
}

void bare_memory_add(uintptr_t start, size_t size_bytes, size_t page_bytes)
{
    assert_int_equal(page_bytes, 0);
    chip.added[chip.n_added++] = (struct m_range){ start, size_bytes };
}

static void with(size_t real_bytes, bool faults)
{
    memset(&chip, 0, sizeof chip);
    chip.real_bytes = real_bytes;
    chip.faults = faults;
    m_memory_add();
    assert_int_equal(chip.added[0].start, (uintptr_t)memory_start);
    assert_int_equal(chip.n_added, 2);
    assert_int_equal(chip.added[1].start, more[0].start);
}

static void all_of_it_is_given_without_a_word(void **state)
{
    (void)state;
    with(TOLD_BYTES, true);
    assert_int_equal(chip.added[0].size_bytes, TOLD_BYTES);
    assert_string_equal(chip.note, "");
}

static void what_faults_is_left_out_and_told(void **state)
{
    (void)state;
    with(TOLD_BYTES / 2 + 64, true);
    assert_int_equal(chip.added[0].size_bytes, TOLD_BYTES / 2);
    assert_non_null(strstr(chip.note, "memory: to 0x"));
    assert_non_null(strstr(chip.note, ": nothing keeps what is written there"));
}

static void what_reads_as_zeros_is_left_out_too(void **state)
{
    (void)state;
    with(TOLD_BYTES / 8, false);
    assert_int_equal(chip.added[0].size_bytes, TOLD_BYTES / 8);
    assert_true(chip.note[0] != '\0');
}

static void none_at_all_is_no_memory(void **state)
{
    (void)state;
    with(0, false);
    assert_int_equal(chip.added[0].size_bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_of_it_is_given_without_a_word),
        cmocka_unit_test(what_faults_is_left_out_and_told),
        cmocka_unit_test(what_reads_as_zeros_is_left_out_too),
        cmocka_unit_test(none_at_all_is_no_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
