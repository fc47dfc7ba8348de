/* What is collected of blocks and accesses that run by hand. */
#include "profile/plugin/collect.h"
#include "profile/plugin/result.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct collect_rules rules = {
    .line_shift = 6, .page_shift = 12, .burst = 60, .warm = 12, .every = 100, .most_bursts = 8
};
static struct collect c;

/* A block of x86 at ADDRESS: N - 1 instructions of 4 bytes, and LAST of LENGTH. */
static struct collect_block *block_at(uint64_t address, unsigned n, const char *last,
                                      unsigned length)
{
    struct collect_instruction insn[16] = { 0 };

    for (unsigned i = 0; i < n; i++) {
        insn[i].address = address + 4 * i;
        insn[i].length = 4;
    }
    insn[n - 1].length = (uint8_t)length;
    memcpy(insn[n - 1].bytes, last, length);
    return collect_block_of(&c, insn, n, NULL);
}

static int begin(void **state)
{
    (void)state;
    collect_begin(&c, &rules, ISA_X86_64);
    collect_thread_begins(&c, 0);
    return 0;
}

static int end(void **state)
{
    (void)state;
    collect_free(&c);
    return 0;
}

static void a_block_is_known_again(void **state)
{
    (void)state;
    struct collect_block *b = block_at(0x1000, 3, "\x75\xf6", 2);
    assert_ptr_equal(block_at(0x1000, 3, "\x75\xf6", 2), b);
    assert_ptr_not_equal(block_at(0x1000, 3, "\x74\xf6", 2), b); /* its code changed */
    assert_ptr_not_equal(block_at(0x1000, 2, "\x75\xf6", 2), b);
    assert_int_equal(b->end.end, END_CONDITIONAL);
}

/* A loop of 1000 rounds, and what follows. */
static void a_loop_is_counted(void **state)
{
    struct signature s = { 0 };

    (void)state;
    struct collect_block *loop = block_at(0x1000, 3, "\x75\xf6", 2);
    struct collect_block *end = block_at(loop->after, 1, "\xc3", 1);
    for (int i = 0; i < 1000; i++)
        collect_ran(&c, 0, loop);
    collect_ran(&c, 0, end);
    result_make(&c, &s);
    assert_int_equal(s.instructions, 3001);
    assert_int_equal(s.n_blocks, 2);
    assert_int_equal(s.blocks[0].executions, 1000);
    assert_int_equal(s.blocks[0].taken, 999);
    assert_true(s.blocks[0].missed[0] <= 4);
    assert_int_equal(s.n_code, 4);
    assert_int_equal(s.n_edges, 2);
    assert_int_equal(s.edges[0].count, 999);
    assert_int_equal(s.edges[1].to, 1);
    signature_free(&s);
}

/* Bursts are 60 instructions or a block more, and never more than eight are kept. */
static void bursts_thin_out(void **state)
{
    struct signature s = { 0 };

    (void)state;
    struct collect_block *loop = block_at(0x1000, 3, "\x75\xf6", 2);
    for (int i = 0; i < 10000; i++)
        collect_ran(&c, 0, loop);
    result_make(&c, &s);
    assert_true(s.n_bursts >= 4 && s.n_bursts <= 8);
    assert_true(s.every >= 3000);
    for (uint32_t i = 0; i < s.n_bursts; i++) {
        assert_int_equal(s.bursts[i].instructions, 60);
        assert_int_equal(s.bursts[i].n_events, 20);
        assert_int_equal(s.bursts[i].warm, i == 0 ? 0 : 12);
    }
    signature_free(&s);
}

/* rep movs comes as a block and rounds of one instruction: one event, an access a line. */
static void repeats_are_folded(void **state)
{
    struct signature s = { 0 };

    (void)state;
    struct collect_block *copy = block_at(0x1000, 2, "\xf3\x48\xa5", 3);
    struct collect_block *round = block_at(copy->last_address, 1, "\xf3\x48\xa5", 3);
    struct collect_instruction *moves = &copy->instruction[1];
    for (unsigned i = 0; i < 32; i++) {
        collect_ran(&c, 0, i == 0 ? copy : round);
        collect_accessed(&c, 0, moves, false, 0x10000 + 8 * i, 8);
        collect_accessed(&c, 0, moves, true, 0x20000 + 8 * i, 8);
    }
    result_make(&c, &s);
    assert_int_equal(s.instructions, 2);
    assert_int_equal(s.n_events, 1);
    assert_int_equal(s.events[0].repeats, 31);
    assert_int_equal(s.n_accesses, 8);
    for (unsigned i = 0; i < 8; i++) {
        assert_int_equal(s.accesses[i].bytes, 64);
        assert_int_equal(s.accesses[i].address, (i % 2 ? 0x20000 : 0x10000) + 64 * (i / 2));
    }
    assert_int_equal(s.memory[0].count, 4);
    signature_free(&s);
}

/* A vector that QEMU loads in pieces is one access; one over the end of a line is two. */
static void pieces_are_one(void **state)
{
    struct signature s = { 0 };

    (void)state;
    struct collect_block *b = block_at(0x1000, 2, "\x75\xf6", 2);
    collect_ran(&c, 0, b);
    for (unsigned i = 0; i < 4; i++)
        collect_accessed(&c, 0, &b->instruction[0], false, 0x10000 + 8 * i, 8);
    collect_ran(&c, 0, b);
    collect_accessed(&c, 0, &b->instruction[0], false, 0x1003c, 8);
    result_make(&c, &s);
    assert_int_equal(s.n_accesses, 3);
    assert_int_equal(s.accesses[0].bytes, 32);
    assert_int_equal(s.accesses[0].page_distance, SIGNATURE_COLD);
    assert_int_equal(s.accesses[1].bytes, 4);
    assert_int_equal(s.accesses[1].distance, 0);
    assert_int_equal(s.accesses[2].distance, SIGNATURE_COLD);
    assert_int_equal(s.memory[0].count, 3);
    assert_int_equal(s.lines, 2);
    signature_free(&s);
}

/* Every line of a page in order: a stream from the third on, a stride too. */
static void streams_are_seen(void **state)
{
    struct signature s = { 0 };

    (void)state;
    struct collect_block *b = block_at(0x1000, 2, "\x75\xf6", 2);
    for (unsigned i = 0; i < 16; i++) {
        collect_ran(&c, 0, b);
        collect_accessed(&c, 0, &b->instruction[0], false, 0x10000 + 64 * i, 8);
    }
    result_make(&c, &s);
    assert_int_equal(s.accesses[1].flags, 0);
    for (unsigned i = 3; i < 16; i++)
        assert_int_equal(s.accesses[i].flags, ACCESS_STREAM | ACCESS_STRIDE);
    assert_int_equal(s.memory[0].stride, 64);
    signature_free(&s);
}

/* Pages read first and stored to later, in another line and in the same; read alone; stored to
 * first; written by a system call, then read. */
static void pages_read_first_are_counted(void **state)
{
    static const struct {
        uint64_t address;
        bool store;
    } accesses[] = {
        { 0x10000, false }, { 0x10040, true },  { 0x10080, true },  { 0x11000, false },
        { 0x11000, true },  { 0x12000, false }, { 0x13000, true },  { 0x13000, false },
        { 0x14008, false }, { 0x15000, false }, { 0x16000, false }, { 0x16000, true }
    };
    struct signature s = { 0 };

    (void)state;
    struct collect_block *b = block_at(0x1000, 2, "\x75\xf6", 2);
    collect_called(&c, 0, 0, 0x14000);
    collect_moved(&c, 0, 0, 0x1001);
    collect_called(&c, 0, 1, 0);
    collect_moved(&c, 0, 1, 0x2000);
    for (unsigned i = 0; i < sizeof accesses / sizeof *accesses; i++) {
        collect_ran(&c, 0, b);
        collect_accessed(&c, 0, &b->instruction[0], accesses[i].store, accesses[i].address, 8);
    }
    result_make(&c, &s);
    assert_int_equal(s.pages, 7);
    assert_int_equal(s.pages_read, 4);
    assert_int_equal(s.pages_copied, 3);
    signature_free(&s);
}

/* A copy of the process starts anew. */
static void a_copy_forgets(void **state)
{
    struct signature s = { 0 };

    (void)state;
    struct collect_block *b = block_at(0x1000, 2, "\x75\xf6", 2);
    collect_ran(&c, 0, b);
    collect_accessed(&c, 0, &b->instruction[0], false, 0x10000, 8);
    collect_restart(&c);
    collect_ran(&c, 0, b);
    result_make(&c, &s);
    assert_int_equal(s.instructions, 2);
    assert_int_equal(s.n_memory, 0);
    assert_int_equal(s.n_bursts, 1);
    signature_free(&s);
}

/* Two threads have their own bursts; blocks are everybody's. */
static void threads(void **state)
{
    struct signature s = { 0 };

    (void)state;
    collect_thread_begins(&c, 1);
    struct collect_block *b = block_at(0x1000, 2, "\x75\xf6", 2);
    for (int i = 0; i < 20; i++) {
        collect_ran(&c, 0, b);
        collect_ran(&c, 1, b);
    }
    result_make(&c, &s);
    assert_int_equal(s.threads, 2);
    assert_int_equal(s.blocks[0].executions, 40);
    assert_int_equal(s.n_bursts, 2);
    assert_int_equal(s.bursts[1].thread, 1);
    signature_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_block_is_known_again, begin, end),
        cmocka_unit_test_setup_teardown(a_loop_is_counted, begin, end),
        cmocka_unit_test_setup_teardown(bursts_thin_out, begin, end),
        cmocka_unit_test_setup_teardown(repeats_are_folded, begin, end),
        cmocka_unit_test_setup_teardown(pieces_are_one, begin, end),
        cmocka_unit_test_setup_teardown(streams_are_seen, begin, end),
        cmocka_unit_test_setup_teardown(pages_read_first_are_counted, begin, end),
        cmocka_unit_test_setup_teardown(a_copy_forgets, begin, end),
        cmocka_unit_test_setup_teardown(threads, begin, end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
