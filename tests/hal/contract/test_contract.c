/* Holds a port to what hal/include promises; linked once with each. */
#include "capture.h"
#include <hal/alloc.h>
#include <hal/cache.h>
#include <hal/code.h>
#include <hal/console.h>
#include <hal/events.h>
#include <hal/identity.h>
#include <hal/os_reported.h>
#include <hal/os_work.h>
#include <hal/regions.h>
#include <hal/reserve.h>
#include <hal/thread.h>
#include <hal/timer.h>
#include <hal/traffic.h>
#include <hal/untouched.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <setjmp.h>

#include <cmocka.h>

/* ---- timer ---- */

enum { READINGS = 100000, MOST_READINGS = 100000000 };

static int start_timer(void **state)
{
    (void)state;
    return hal_timer_start();
}

static void timer_advances(void **state)
{
    uint64_t first = hal_timer_now_ticks();
    long i = 0;

    (void)state;
    while (i < MOST_READINGS && hal_timer_now_ticks() == first)
        i++;
    assert_true(i < MOST_READINGS);
}

/* A port without the clock says 0; else it advances while the thread works. */
static void thread_time_advances_with_work(void **state)
{
    uint64_t first = hal_timer_thread_ns();
    volatile unsigned work = 0;

    (void)state;
    for (unsigned i = 0; i < 20000000 && hal_timer_thread_ns() == first && first != 0; i++)
        work += i;
    assert_true(first == 0 || hal_timer_thread_ns() > first);
}

static void timer_obeys_its_bits(void **state)
{
    unsigned bits = hal_timer_bits();

    (void)state;
    assert_in_range(bits, 16, 64);
    for (unsigned i = 0; i < READINGS; i++)
        assert_true(hal_timer_now_ticks() <= UINT64_MAX >> (64 - bits));
    assert_int_equal(hal_timer_bits(), bits);
}

static void timer_never_goes_back(void **state)
{
    uint64_t mask = UINT64_MAX >> (64 - hal_timer_bits());
    uint64_t last = hal_timer_now_ticks();

    (void)state;
    for (unsigned i = 0; i < READINGS; i++) {
        uint64_t now = hal_timer_now_ticks();
        assert_true(((now - last) & mask) <= mask / 2);
        last = now;
    }
}

static void timer_keeps_its_rate_and_name(void **state)
{
    uint64_t hz = hal_timer_hz();
    const char *name = hal_timer_name();

    (void)state;
    assert_non_null(name);
    assert_true(name[0] != '\0');
    for (unsigned i = 0; i < READINGS; i++)
        (void)hal_timer_now_ticks();
    assert_int_equal(hal_timer_hz(), hz);
    assert_string_equal(hal_timer_name(), name);
}

/* ---- alloc ---- */

static const enum hal_pages every_kind[] = { HAL_PAGES_BASE, HAL_PAGES_LARGE,
                                             HAL_PAGES_CONTIGUOUS };
enum { KINDS = 3, MOST_ALIGN_BYTES = 2 * 1024 * 1024 };

static void assert_all_zero(const struct hal_block *block)
{
    assert_null(block->start);
    assert_int_equal(block->size_bytes, 0);
    assert_int_equal(block->page_bytes, 0);
    assert_false(block->contiguous);
    assert_null(block->port[0]);
    assert_null(block->port[1]);
}

/* Returns 1 when a block is granted, which must keep every promise; else 0. */
static int alloc_and_check(size_t size_bytes, size_t align_bytes, enum hal_pages kind)
{
    struct hal_block block;

    memset(&block, 0xa5, sizeof block);
    if (hal_alloc(&block, size_bytes, align_bytes, kind) != 0) {
        assert_all_zero(&block);
        return 0;
    }
    assert_non_null(block.start);
    assert_int_equal((uintptr_t)block.start % align_bytes, 0);
    assert_true(block.size_bytes >= size_bytes);
    assert_int_equal(block.page_bytes & (block.page_bytes - 1), 0);
    memset(block.start, 0x5a, block.size_bytes);
    hal_free(&block);
    assert_all_zero(&block);
    return 1;
}

static void alloc_aligns_as_asked(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < KINDS; kind++)
        for (size_t align = 1; align <= MOST_ALIGN_BYTES; align *= 2) {
            int there = alloc_and_check(3 * align / 2 + 1, align, every_kind[kind]);
            /* A small board may lack room for great alignments, but not for a page's. */
            assert_true(there || align > 4096);
        }
}

static void alloc_grants_its_limit(void **state)
{
    (void)state;
    assert_true(hal_alloc_limit_bytes() > 0);
    assert_int_equal(hal_alloc_limit_bytes(), hal_alloc_limit_bytes());
    assert_true(alloc_and_check(hal_alloc_limit_bytes() / 2, 4096, HAL_PAGES_BASE));
}

static void alloc_refuses_the_impossible(void **state)
{
    static const size_t sizes[] = { SIZE_MAX / 2, SIZE_MAX, SIZE_MAX - 4096, SIZE_MAX / 4 };

    (void)state;
    for (unsigned kind = 0; kind < KINDS; kind++)
        for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
            assert_false(alloc_and_check(sizes[i], 64, every_kind[kind]));
    assert_true(alloc_and_check(4096, 64, HAL_PAGES_BASE)); /* and goes on */
}

static void alloc_keeps_blocks_apart(void **state)
{
    struct hal_block block[8];

    (void)state;
    for (unsigned i = 0; i < 8; i++) {
        assert_int_equal(hal_alloc(&block[i], 1000 + i, 64, every_kind[i % KINDS]), 0);
        memset(block[i].start, (int)i, block[i].size_bytes);
    }
    for (unsigned i = 0; i < 8; i++)
        for (size_t k = 0; k < block[i].size_bytes; k++)
            assert_int_equal(((unsigned char *)block[i].start)[k], i);
    for (unsigned i = 0; i < 8; i++)
        hal_free(&block[i * 3 % 8]); /* in no order */
}

static void alloc_gives_back(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 20; i++) /* more than the limit, one after another */
        assert_true(alloc_and_check(hal_alloc_limit_bytes() / 16, 64, every_kind[i % KINDS]));
}

static void free_leaves_a_zero_block_alone(void **state)
{
    struct hal_block block = { 0 };

    (void)state;
    hal_free(&block);
    assert_all_zero(&block);
}

/* ---- thread ---- */

static void count_up(void *arg)
{
    ++*(unsigned *)arg;
}

static void thread_runs_once_on_each_context(void **state)
{
    (void)state;
    assert_true(hal_thread_contexts() >= 1);
    assert_int_equal(hal_thread_pin(0), HAL_THREAD_OK);
    for (unsigned k = 0; k < hal_thread_contexts(); k++) {
        struct hal_thread thread = { { 0 } };
        unsigned runs = 0;
        enum hal_thread_status status = hal_thread_start(&thread, k, count_up, &runs);
        if (k == 0 && status == HAL_THREAD_BUSY) {
            assert_int_equal(runs, 0); /* the caller's own, and no OS */
            continue;
        }
        assert_int_equal(status, HAL_THREAD_OK);
        hal_thread_join(&thread);
        assert_int_equal(runs, 1);
    }
}

/* Only a system has an anywhere. */
static void thread_runs_anywhere_or_says_so(void **state)
{
    unsigned runs = 0;
    struct hal_thread thread = { { 0 } };

    (void)state;
    enum hal_thread_status status = hal_thread_start(&thread, HAL_THREAD_ANY, count_up, &runs);
    if (status == HAL_THREAD_OK)
        hal_thread_join(&thread);
    else
        assert_int_equal(status, HAL_THREAD_NO_CONTEXT);
    assert_int_equal(runs, status == HAL_THREAD_OK);
}

static void thread_knows_its_contexts(void **state)
{
    unsigned n = hal_thread_contexts();
    unsigned runs = 0;
    struct hal_thread thread = { { 0 } };

    (void)state;
    assert_int_equal(hal_thread_start(&thread, n, count_up, &runs), HAL_THREAD_NO_CONTEXT);
    assert_int_equal(hal_thread_start(&thread, UINT32_MAX - 1, count_up, &runs),
                     HAL_THREAD_NO_CONTEXT);
    assert_int_equal(hal_thread_pin(n), HAL_THREAD_NO_CONTEXT);
    assert_int_equal(runs, 0);
    assert_int_equal(hal_thread_pin(n - 1), HAL_THREAD_OK);
    assert_int_equal(hal_thread_contexts(), n); /* pinned or not */
    assert_int_equal(hal_thread_pin(0), HAL_THREAD_OK);
    hal_thread_pause();
}

enum { PARTIES = 4, ROUNDS = 2000 };

struct meeting {
    struct hal_barrier barrier;
    unsigned wrote[PARTIES]; /* plain, so that only the barrier makes it seen */
    unsigned stale[PARTIES]; /* values of others that were not this round's */
};

struct party {
    struct meeting *meeting;
    unsigned me;
};

static void meet(void *arg)
{
    struct party *party = arg;
    struct meeting *m = party->meeting;

    for (unsigned round = 1; round <= ROUNDS; round++) {
        m->wrote[party->me] = round;
        hal_barrier_wait(&m->barrier);
        for (unsigned i = 0; i < m->barrier.n; i++)
            m->stale[party->me] += m->wrote[i] != round;
        hal_barrier_wait(&m->barrier);
    }
}

static void barrier_makes_writes_seen(void **state)
{
    unsigned n = hal_thread_contexts() < PARTIES ? hal_thread_contexts() : PARTIES;
    struct meeting m = { .barrier = { .n = n } };
    struct hal_thread thread[PARTIES] = { { { 0 } } };
    struct party party[PARTIES];

    (void)state;
    if (n == 1)
        print_message("one context: only a barrier of one is tested\n");
    assert_int_equal(hal_thread_pin(0), HAL_THREAD_OK);
    for (unsigned i = 0; i < n; i++) {
        party[i] = (struct party){ &m, i };
        if (i > 0)
            assert_int_equal(hal_thread_start(&thread[i], i, meet, &party[i]), HAL_THREAD_OK);
    }
    meet(&party[0]);
    for (unsigned i = 1; i < n; i++)
        hal_thread_join(&thread[i]);
    for (unsigned i = 0; i < n; i++)
        assert_int_equal(m.stale[i], 0);
}

/* ---- console ---- */

static void console_keeps_every_byte_in_order(void **state)
{
    static char got[100000];
    size_t n = 0;

    (void)state;
    capture_begin();
    int failed = hal_console_put("", 0);
    for (unsigned i = 0; i < 5000; i++) {
        char line[32];
        int length = snprintf(line, sizeof line, "<%u>\n", i);
        failed |= hal_console_put(line, (size_t)length);
    }
    n = capture_end(got, sizeof got);

    assert_int_equal(failed, 0);
    assert_int_equal(n, strlen(got));
    const char *at = got;
    for (unsigned i = 0; i < 5000; i++) {
        char line[32];
        int length = snprintf(line, sizeof line, "<%u>\n", i);
        assert_memory_equal(at, line, (size_t)length);
        at += length;
    }
    assert_int_equal(*at, '\0');
}

static void console_ends_with_the_status(void **state)
{
    static const int statuses[] = { 0, 1, 3 };

    (void)state;
    for (unsigned i = 0; i < sizeof statuses / sizeof statuses[0]; i++) {
        int how = 0;
        (void)fflush(stdout); /* or the child would print the parent's lines again */
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0)
            hal_console_exit(statuses[i]);
        assert_int_equal(waitpid(child, &how, 0), child);
        assert_true(WIFEXITED(how));
        assert_int_equal(WEXITSTATUS(how), statuses[i]);
    }
}

/* ---- what the system reports ---- */

static void reported_values_are_named_once_and_end(void **state)
{
    enum { MOST = 1000 };
    struct hal_os_reported reported, other;
    unsigned n = 0;

    (void)state;
    for (; n < MOST && hal_os_reported(n, &reported); n++) {
        size_t bytes = strnlen(reported.id, sizeof reported.id);
        assert_in_range(bytes, 1, sizeof reported.id - 1);
        assert_int_equal(strspn(reported.id, "abcdefghijklmnopqrstuvwxyz_.0123456789"), bytes);
        for (unsigned i = 0; i < n; i++) {
            assert_true(hal_os_reported(i, &other));
            assert_string_not_equal(reported.id, other.id);
        }
    }
    assert_true(n < MOST);
    assert_true(n == 0 || hal_os_reported_source() != NULL);
    memset(&reported, 1, sizeof reported);
    other = reported;
    assert_false(hal_os_reported(n, &reported));
    assert_memory_equal(&reported, &other, sizeof reported);
}

/* ---- which machine it is ---- */

static void identities_are_named_once_and_end(void **state)
{
    struct hal_identity identity, other;
    unsigned n = 0;

    (void)state;
    for (; n < 100 && hal_identity(n, &identity); n++) {
        assert_in_range(strnlen(identity.key, sizeof identity.key), 1, sizeof identity.key - 1);
        assert_in_range(strnlen(identity.text, sizeof identity.text), 1, sizeof identity.text - 1);
        for (unsigned i = 0; i < n; i++) {
            assert_true(hal_identity(i, &other));
            assert_string_not_equal(identity.key, other.key);
        }
    }
    assert_true(n < 100);
    memset(&identity, 1, sizeof identity);
    other = identity;
    assert_false(hal_identity(n, &identity));
    assert_memory_equal(&identity, &other, sizeof identity);
}

/* ---- memories ---- */

/* What has one memory without a name neither gives any of it nor places code there. */
static void systems_name_no_memories(void **state)
{
    struct hal_block block = { .start = &block };
    struct hal_region_code code = { .n_hops = 8 };
    size_t n = 1;

    (void)state;
    assert_int_equal(hal_regions(), 0);
    assert_string_equal(hal_region_state(0, 0), "");
    assert_null(hal_region_state(0, 1));
    assert_int_equal(hal_region_alloc(0, &block, 4096), -1);
    assert_null(block.start);
    assert_null(hal_region_ring(0, &n));
    assert_int_equal(n, 0);
    assert_int_equal(hal_region_place(0, NULL, &code), -1);
    assert_int_equal(code.n_hops, 0);
}

/* ---- caches ---- */

static void traffic_is_counted_by_somebody_or_lacking_for_a_reason(void **state)
{
    unsigned levels = hal_traffic_levels();
    struct hal_traffic before, after;

    (void)state;
    assert_int_equal(hal_traffic_name() != NULL, levels > 0);
    assert_int_equal(hal_traffic_lacking() != NULL, levels == 0);
    assert_true(hal_traffic_passes() > 0);
    for (unsigned pass = 0; pass < hal_traffic_passes(); pass++)
        hal_traffic_begin(pass);
    assert_int_equal(hal_traffic_read(levels, &before), -1);
    for (unsigned i = 0; i < levels; i++) {
        assert_int_equal(hal_traffic_read(i, &before), 0);
        assert_int_equal(hal_traffic_read(i, &after), 0);
        assert_true(after.in_lines >= before.in_lines && after.out_lines >= before.out_lines);
        assert_true(before.line_bytes > 0 && before.line_bytes == after.line_bytes);
    }
}

/* Whatever is counted, its counts are of the time between begin and end alone. */
static void events_are_counted_or_lacking_for_a_reason(void **state)
{
    static const char *const names[] = { "INST_RETIRED", "instret", "INSTRUCTION_RETIRED",
                                         "instructions", "page-faults" };
    enum hal_event_kind kind;
    unsigned n = 0;

    (void)state;
    assert_non_null(hal_event_add("no such event", &kind));
    for (unsigned i = 0; i < sizeof names / sizeof names[0] && n < HAL_EVENTS; i++) {
        const char *why = hal_event_add(names[i], &kind);

        assert_true(why == NULL || *why != '\0');
        n += why == NULL;
    }
    assert_true(n == 0 || hal_events_name() != NULL);
    for (unsigned round = 0; round < 2 && n > 0; round++) {
        uint64_t counts[HAL_EVENTS];

        hal_events_begin();
        hal_events_end(counts);
        for (unsigned i = 0; i < n; i++)
            assert_true(counts[i] == HAL_EVENT_LOST || counts[i] < 1000000);
    }
    while (n-- > 0)
        hal_event_drop();
}

static void flushes_keep_what_memory_holds(void **state)
{
    enum { BYTES = 3 << 12 };
    struct hal_block block;

    (void)state;
    assert_int_equal(hal_alloc(&block, BYTES, 64, HAL_PAGES_BASE), 0);
    memset(block.start, 0x5a, BYTES);
    int lines = hal_cache_flush(block.start, BYTES);
    assert_true(lines == 0 || lines == -1);
    assert_int_equal(hal_cache_flush((char *)block.start + 1, 1), lines);
    assert_int_equal(hal_cache_flush(block.start, 0), lines);
    for (unsigned i = 0; i < BYTES; i++)
        assert_int_equal(((const char *)block.start)[i], 0x5a);
    int code = hal_cache_flush_code();
    assert_true(code == 0 || code == -1);
    hal_free(&block);
}

/* ---- untouched pages ---- */

/* They read as zeros and keep what is written; a board without a system has none and no call. */
static void untouched_pages_are_zeros_or_there_are_none(void **state)
{
    struct hal_block b;
    bool system = hal_untouched_call() == 0;

    (void)state;
    if (hal_untouched_map(&b, 100000, HAL_UNTOUCHED_OWN) != 0) {
        assert_false(system);
        assert_all_zero(&b);
        assert_int_equal(hal_untouched_map(&b, 100000, HAL_UNTOUCHED_FILE), -1);
        assert_all_zero(&b);
        hal_untouched_unmap(&b);
        return;
    }
    assert_true(system && b.page_bytes > 0 && b.size_bytes > 0 && b.size_bytes <= 100000);
    for (size_t i = 0; i < b.size_bytes; i++)
        assert_int_equal(((unsigned char *)b.start)[i]++, 0);
    assert_int_equal(((unsigned char *)b.start)[b.size_bytes - 1], 1);
    hal_untouched_unmap(&b);
    assert_all_zero(&b);
}

static void pages_of_a_file_can_be_read(void **state)
{
    struct hal_block b;
    unsigned sum = 0;

    (void)state;
    if (hal_untouched_map(&b, 1, HAL_UNTOUCHED_FILE) == 0)
        fail_msg("less than a page was mapped");
    if (hal_untouched_map(&b, 1 << 20, HAL_UNTOUCHED_FILE) != 0)
        skip();
    assert_true(b.size_bytes > 0 && b.size_bytes <= 1 << 20);
    for (size_t i = 0; i < b.size_bytes; i += b.page_bytes)
        sum += ((const volatile unsigned char *)b.start)[i];
    assert_true(sum < 256 * (b.size_bytes / b.page_bytes));
    hal_untouched_unmap(&b);
}

/* As often as they are asked for; without a system there are none. */
static void files_are_worked_on_or_there_are_none(void **state)
{
    bool system = hal_untouched_call() == 0;

    (void)state;
    for (int i = 0; i < 3; i++) {
        for (unsigned w = HAL_OS_READ; w <= HAL_OS_OPEN; w++)
            assert_true(hal_os_work((enum hal_os_work)w, 1) <= system);
        size_t pages = hal_os_work(HAL_OS_GROW, 7);
        assert_true(pages <= (system ? 7 : 0));
        assert_int_equal(hal_os_work(HAL_OS_EMPTY, 1), pages > 0);
        size_t entries = hal_os_work(HAL_OS_LIST, 1);
        assert_true(system || entries == 0);
        assert_int_equal(hal_os_work(HAL_OS_LIST, 1), entries);
    }
}

static void addresses_become_memory_where_they_are_written(void **state)
{
    enum { PAGE = 1 << 16, PAGES = 1 << 10 };
    struct hal_block block;

    (void)state;
    if (hal_reserve(&block, (size_t)PAGES * PAGE, PAGE) == 0) {
        char *start = block.start;

        assert_int_equal((uintptr_t)start % PAGE, 0);
        assert_true(block.page_bytes > 0 && block.size_bytes >= (size_t)PAGES * PAGE);
        for (size_t i = 0; i < PAGES; i += PAGES - 1) {
            assert_int_equal(start[i * PAGE], 0);
            start[i * PAGE] = 1;
            assert_int_equal(start[i * PAGE], 1);
        }
    }
    hal_release(&block);
    assert_null(block.start);
    assert_int_equal(hal_reserve(&block, SIZE_MAX - 1, PAGE), -1);
    assert_null(block.start);
    hal_release(&block);
}

/* ---- code that is written ---- */

/* A chain of jumps, forward and back, comes back to the caller. */
static void jumps_come_back_or_are_not_written(void **state)
{
    struct hal_block b;

    (void)state;
    if (hal_code_alloc(&b, 8192) != 0) {
        assert_all_zero(&b);
        hal_code_free(&b);
        return;
    }
    char *at = b.start;
    hal_code_jump(at, at + 8192 - HAL_CODE_BYTES);
    hal_code_jump(at + 8192 - HAL_CODE_BYTES, at + HAL_CODE_BYTES);
    hal_code_jump(at + HAL_CODE_BYTES, at + 4096);
    hal_code_jump(at + 4096, NULL);
    if (hal_code_finish(&b) == 0)
        for (unsigned i = 0; i < 3; i++)
            hal_code_run(at);
    hal_code_free(&b);
    assert_all_zero(&b);
}

/* As near to each other as the port says that they may be. */
static void near_jumps_come_back(void **state)
{
    const size_t near = hal_code_near_bytes();
    struct hal_block b;

    (void)state;
    assert_true(near > 0 && near <= HAL_CODE_BYTES);
    if (hal_code_alloc(&b, 64 * near) != 0)
        return;
    char *at = b.start;
    for (unsigned i = 0; i < 63; i++)
        hal_code_jump(at + i * near, at + (i + 1) * near);
    hal_code_jump(at + 63 * near, NULL);
    if (hal_code_finish(&b) == 0)
        hal_code_run(at);
    hal_code_free(&b);
    assert_all_zero(&b);
}

/* No-ops fill what they are to, and are run through. */
static void no_ops_fill_lines(void **state)
{
    struct hal_block b;

    (void)state;
    if (hal_code_alloc(&b, 8192) != 0)
        return;
    char *at = hal_code_fill(b.start, 8192 - HAL_CODE_BYTES);
    if (at != b.start) { /* the port writes any */
        assert_ptr_equal(at, (char *)b.start + 8192 - HAL_CODE_BYTES);
        hal_code_jump(at, NULL);
        if (hal_code_finish(&b) == 0)
            hal_code_run(b.start);
    }
    hal_code_free(&b);
}

enum { DEPTH = 100, FUNCTION_BYTES = 4 * HAL_CODE_OP_BYTES };

/* A function calls the next one, the last none; all come back. */
static void calls_come_back(void **state)
{
    struct hal_block b;

    (void)state;
    if (hal_code_alloc(&b, DEPTH * FUNCTION_BYTES) != 0)
        return;
    for (unsigned i = 0; i + 1 < DEPTH; i++) {
        char *at = (char *)b.start + i * FUNCTION_BYTES, *next = at + FUNCTION_BYTES;

        next = hal_code_call(hal_code_enter(at), next);
        next = hal_code_leave(next);
        assert_true(next <= at + FUNCTION_BYTES);
    }
    hal_code_jump((char *)b.start + (DEPTH - 1) * FUNCTION_BYTES, NULL);
    if (hal_code_finish(&b) == 0)
        for (unsigned i = 0; i < 3; i++)
            hal_code_run(b.start);
    hal_code_free(&b);
}

enum { OPS_EACH = 50, CELLS = 5, LAPS = 7 };

/* Writes laps that go on in both chains, with OP after each step, as often as its places in the
 * data and its registers come around. Returns the end. */
static char *write_laps(char *first, enum hal_code_op op)
{
    char *at = hal_code_begin(first), *lap = at;

    for (unsigned chain = 0; chain < 2; chain++) {
        at = hal_code_op(at, HAL_CODE_CHASE, chain);
        at = hal_code_op(at, HAL_CODE_INT_AFTER, chain);
        if (op == HAL_CODE_LOAD_AFTER)
            at = hal_code_op(at, HAL_CODE_TO_LOAD, chain);
        if (op == HAL_CODE_FP_AFTER)
            at = hal_code_op(at, HAL_CODE_TO_FP, chain);
        for (unsigned i = 0; i < OPS_EACH && op != HAL_CODE_CHASE; i++) {
            char *next = hal_code_op(at, op, i);

            assert_true(next > at && next <= at + HAL_CODE_OP_BYTES);
            at = next;
        }
    }
    char *end = hal_code_lap_end(at, lap);
    assert_true(end <= at + HAL_CODE_OP_BYTES);
    return hal_code_end(end);
}

/* Both chains are rings of CELLS pointers; after LAPS each is where LAPS steps lead, and only data
 * were written to. */
static void run_laps(const struct hal_block *b)
{
    _Alignas(64) static char data[HAL_CODE_DATA_BYTES + 64];
    static const void *cells[2][CELLS];
    struct hal_code_laps laps = { .data = data, .laps = LAPS };

    memset(data, 0x55, sizeof data);
    for (unsigned chain = 0; chain < 2; chain++) {
        for (unsigned i = 0; i < CELLS; i++)
            cells[chain][i] = &cells[chain][(i + 1 + chain) % CELLS];
        laps.chain[chain] = &cells[chain][0];
    }
    hal_code_run_laps(b->start, &laps);
    assert_int_equal(laps.laps, LAPS);
    assert_ptr_equal(laps.chain[0], &cells[0][LAPS % CELLS]);
    assert_ptr_equal(laps.chain[1], &cells[1][2 * LAPS % CELLS]);
    for (unsigned i = HAL_CODE_DATA_BYTES; i < sizeof data; i++)
        assert_int_equal(data[i], 0x55);
}

static void operations_keep_to_their_registers(void **state)
{
    struct hal_block b;

    for (unsigned op = 0; op < HAL_CODE_OPS; op++) {
        if (!hal_code_knows((enum hal_code_op)op) || hal_code_alloc(&b, 8192) != 0)
            continue;
        char *end = write_laps(b.start, (enum hal_code_op)op);
        assert_true(end <= (char *)b.start + (size_t)(2 * OPS_EACH + 12) * HAL_CODE_OP_BYTES +
                               HAL_CODE_ENDS_BYTES);
        if (hal_code_finish(&b) == 0 && *state == NULL)
            run_laps(&b);
        hal_code_free(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(timer_advances),
        cmocka_unit_test(thread_time_advances_with_work),
        cmocka_unit_test(timer_obeys_its_bits),
        cmocka_unit_test(timer_never_goes_back),
        cmocka_unit_test(timer_keeps_its_rate_and_name),
        cmocka_unit_test(alloc_aligns_as_asked),
        cmocka_unit_test(alloc_grants_its_limit),
        cmocka_unit_test(alloc_refuses_the_impossible),
        cmocka_unit_test(alloc_keeps_blocks_apart),
        cmocka_unit_test(alloc_gives_back),
        cmocka_unit_test(free_leaves_a_zero_block_alone),
        cmocka_unit_test(thread_runs_once_on_each_context),
        cmocka_unit_test(thread_runs_anywhere_or_says_so),
        cmocka_unit_test(thread_knows_its_contexts),
        cmocka_unit_test(barrier_makes_writes_seen),
        cmocka_unit_test(console_keeps_every_byte_in_order),
        cmocka_unit_test(console_ends_with_the_status),
        cmocka_unit_test(reported_values_are_named_once_and_end),
        cmocka_unit_test(identities_are_named_once_and_end),
        cmocka_unit_test(systems_name_no_memories),
        cmocka_unit_test(traffic_is_counted_by_somebody_or_lacking_for_a_reason),
        cmocka_unit_test(events_are_counted_or_lacking_for_a_reason),
        cmocka_unit_test(flushes_keep_what_memory_holds),
        cmocka_unit_test(untouched_pages_are_zeros_or_there_are_none),
        cmocka_unit_test(pages_of_a_file_can_be_read),
        cmocka_unit_test(files_are_worked_on_or_there_are_none),
        cmocka_unit_test(jumps_come_back_or_are_not_written),
        cmocka_unit_test(near_jumps_come_back),
        cmocka_unit_test(no_ops_fill_lines),
        cmocka_unit_test(calls_come_back),
        cmocka_unit_test(operations_keep_to_their_registers),
        cmocka_unit_test(addresses_become_memory_where_they_are_written),
    };
    return cmocka_run_group_tests(tests, start_timer, NULL);
}
