/* What is collected of blocks and accesses that run by hand. */
#include "profile/plugin/collect.h"
#include "random.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct collect_rules rules = {
    .line_shift = 6,
    .page_shift = 12,
    .burst = 60,
    .warm = 12,
    .every = 100,
    .most_bursts = 8,
    .whole = UINT64_MAX,
};
static struct collect c;

/* As the plugin has it: what little is to be done of most accesses, or all. */
static void accessed(struct collect_instruction *instruction, bool store, uint64_t address,
                     unsigned n_bytes)
{
    if (!collect_accessed_quickly(&c, 0, instruction, store, address, n_bytes))
        collect_accessed(&c, 0, instruction, store, address, n_bytes);
}

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
        accessed(moves, false, 0x10000 + 8 * i, 8);
        accessed(moves, true, 0x20000 + 8 * i, 8);
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
        accessed(&b->instruction[0], false, 0x10000 + 8 * i, 8);
    collect_ran(&c, 0, b);
    accessed(&b->instruction[0], false, 0x1003c, 8);
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
        accessed(&b->instruction[0], false, 0x10000 + 64 * i, 8);
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
    collect_called(&c, 0, 0, 0x14000, false);
    collect_moved(&c, 0, 0, 0x1001);
    collect_called(&c, 0, 1, 0, false); /* to a terminal */
    collect_moved(&c, 0, 1, 0x2000);
    collect_called(&c, 0, 1, 0, true);
    collect_moved(&c, 0, 1, 0x300);
    for (unsigned i = 0; i < sizeof accesses / sizeof *accesses; i++) {
        collect_ran(&c, 0, b);
        accessed(&b->instruction[0], accesses[i].store, accesses[i].address, 8);
    }
    result_make(&c, &s);
    assert_int_equal(s.pages, 7);
    assert_int_equal(s.pages_read, 4);
    assert_int_equal(s.pages_copied, 3);
    assert_int_equal(s.file_bytes, 0x300);
    signature_free(&s);
}

/* A copy of the process starts anew. */
static void a_copy_forgets(void **state)
{
    struct signature s = { 0 };

    (void)state;
    struct collect_block *b = block_at(0x1000, 2, "\x75\xf6", 2);
    collect_ran(&c, 0, b);
    accessed(&b->instruction[0], false, 0x10000, 8);
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

/* Runs a program of three blocks over 4000 lines, where a loop touches one line again and again, a
 * vector in two pieces, and random ones; RULES say what of it is followed. */
static void run_random(struct signature *s, const struct collect_rules *r)
{
    struct random random = { 7 };

    collect_free(&c);
    collect_begin(&c, r, ISA_X86_64);
    collect_thread_begins(&c, 0);
    struct collect_block *b[3];
    for (unsigned i = 0; i < 3; i++)
        b[i] = block_at(0x1000 + 0x40 * i, 4, "\x75\xf6", 2);
    for (unsigned i = 0; i < 20000; i++) {
        struct collect_block *now = b[random_below(&random, 8) ? i % 2 : 2];
        uint64_t line = random_below(&random, i % 5 ? 40 : 4000);
        collect_ran(&c, 0, now);
        accessed(&now->instruction[0], i % 3 == 0, 64 * line, 8);
        accessed(&now->instruction[0], i % 3 == 0, 64 * line + 8, 8);
        accessed(&now->instruction[1], false, 0x80000 + 24 * (i / 7), 4);
        accessed(&now->instruction[2], true, 64 * (i % 300) + 62, 4);
    }
    collect_catch_up(&c);
    result_make(&c, s);
}

/* What is between samples is only noted, and yet each access of a sample meets what it would. */
static void samples_are_as_if_all_were_followed(void **state)
{
    struct collect_rules few = rules;
    struct signature all = { 0 }, sampled = { 0 };

    (void)state;
    few.whole = 0;
    run_random(&all, &rules);
    run_random(&sampled, &few);
    assert_int_equal(sampled.n_accesses, all.n_accesses);
    assert_true(all.n_accesses > 300);
    for (uint32_t i = 0; i < all.n_accesses; i++) {
        const struct signature_access *a = &all.accesses[i], *b = &sampled.accesses[i];
        assert_int_equal(a->address, b->address);
        assert_int_equal(a->distance, b->distance);
        assert_int_equal(a->page_distance, b->page_distance);
        assert_memory_equal(a->depth, b->depth, sizeof a->depth);
        assert_memory_equal(a->page_depth, b->page_depth, sizeof a->page_depth);
    }
    for (uint32_t i = 0; i < all.n_events; i++) {
        assert_int_equal(all.events[i].code_distance, sampled.events[i].code_distance);
        assert_int_equal(all.events[i].missed, sampled.events[i].missed);
    }
    signature_free(&all);
    signature_free(&sampled);
}

/* Runs a loop of 700,000 blocks, whose branches follow a pattern of seven or are random. */
static void run_branches(struct signature *s, const struct collect_rules *r)
{
    struct random random = { 7 };
    struct collect_block *b[3];

    collect_free(&c);
    collect_begin(&c, r, ISA_X86_64);
    collect_thread_begins(&c, 0);
    for (unsigned i = 0; i < 3; i++)
        b[i] = block_at(i ? b[i - 1]->after : 0x1000, 4, "\x75\xf6", 2);
    for (unsigned i = 0; i < 700000; i++)
        collect_ran(&c, 0, b[i % 7 < 3 ? 0 : random_below(&random, 8) ? 1 : 2]);
    collect_catch_up(&c);
    result_make(&c, s);
}

/* Branches between samples are learnt in part, and yet as many of a sample are mispredicted. */
static void branches_are_as_if_all_were_learnt(void **state)
{
    struct collect_rules every = rules, few;
    struct signature all = { 0 }, sampled = { 0 };

    (void)state;
    every.burst = 6000;
    every.every = 400000;
    every.whole = UINT64_MAX;
    few = every;
    few.whole = 0;
    run_branches(&all, &every);
    run_branches(&sampled, &few);
    assert_int_equal(all.n_events, sampled.n_events);
    for (unsigned p = 0; p < SIGNATURE_PREDICTORS; p++) {
        int missed[2] = { 0 };
        for (uint32_t i = 0; i < all.n_events; i++) {
            missed[0] += all.events[i].missed >> p & 1;
            missed[1] += sampled.events[i].missed >> p & 1;
        }
        assert_true(missed[0] > 200);
        assert_true(abs(missed[1] - missed[0]) <= missed[0] / 10 + 2);
    }
    assert_true(sampled.blocks[1].missed[3] < all.blocks[1].missed[3] / 2);
    signature_free(&all);
    signature_free(&sampled);
}

/* Counts and first touches are those of the whole run; distances are in proportion. */
static void rows_are_of_the_whole_run(void **state)
{
    struct collect_rules few = rules;
    struct signature all = { 0 }, sampled = { 0 };
    uint64_t cold[2] = { 0 }, pages[2] = { 0 }, sum = 0;

    (void)state;
    few.whole = 0;
    run_random(&all, &rules);
    run_random(&sampled, &few);
    assert_int_equal(sampled.n_memory, all.n_memory);
    assert_int_equal(sampled.lines, all.lines);
    for (uint32_t i = 0; i < all.n_memory; i++) {
        const struct signature_memory *a = &all.memory[i], *b = &sampled.memory[i];
        assert_int_equal(a->count, b->count);
        cold[0] += a->cold, cold[1] += b->cold;
        pages[0] += a->cold_pages, pages[1] += b->cold_pages;
        sum = b->cold;
        for (unsigned g = 0; g < SIGNATURE_GROUPS; g++)
            sum += b->distance[g];
        assert_int_equal(sum, b->count);
        assert_int_equal(b->depth[0][SIGNATURE_DEEP] >= b->cold, true);
    }
    assert_int_equal(cold[0], all.lines);
    assert_int_equal(cold[1], cold[0]);
    assert_int_equal(pages[1], pages[0]);
    signature_free(&all);
    signature_free(&sampled);
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
        cmocka_unit_test_setup_teardown(samples_are_as_if_all_were_followed, begin, end),
        cmocka_unit_test_setup_teardown(branches_are_as_if_all_were_learnt, begin, end),
        cmocka_unit_test_setup_teardown(rows_are_of_the_whole_run, begin, end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
