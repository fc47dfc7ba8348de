/* signature_thin(): what a replay takes is kept, and taken again as it was. */
#include "signature/signature.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MOST = 450 };

/* N bursts of 100 instructions, an event and two accesses each. */
static struct signature made(uint32_t n)
{
    struct signature s = { .every = 1000, .n_bursts = n, .n_events = n, .n_accesses = 2 * n };

    s.bursts = calloc(n, sizeof *s.bursts);
    s.events = calloc(n, sizeof *s.events);
    s.accesses = calloc(2 * (size_t)n, sizeof *s.accesses);
    for (uint32_t i = 0; i < n; i++) {
        s.bursts[i] = (struct signature_burst){ .at = i,
                                                .first_event = i,
                                                .n_events = 1,
                                                .first_access = 2 * i,
                                                .n_accesses = 2,
                                                .instructions = 100 };
        s.events[i] = (struct signature_event){ .block = i, .n_accesses = 2 };
        s.accesses[2 * i].address = s.accesses[2 * i + 1].address = i;
    }
    return s;
}

static void keeps_what_is_replayed(void **state)
{
    (void)state;
    for (uint32_t n = 1; n < 40; n++) {
        struct signature s = made(n);
        uint32_t stride = signature_stride(&s, MOST), kept = signature_strided(&s, stride);
        uint32_t which[40];

        for (uint32_t i = 0; i < kept; i++)
            which[i] = signature_strided_at(&s, stride, i);
        signature_thin(&s, MOST);
        assert_int_equal(s.n_bursts, kept);
        assert_int_equal(s.n_events, kept);
        assert_int_equal(s.n_accesses, 2 * kept);
        assert_int_equal(s.every, 1000 * stride);
        assert_true(kept > 0 && kept <= MOST / 100);
        assert_int_equal(signature_stride(&s, MOST), 1);
        for (uint32_t i = 0; i < kept; i++) {
            const struct signature_burst *b = &s.bursts[i];
            assert_int_equal(b->at, which[i]);
            assert_int_equal(s.events[b->first_event].block, which[i]);
            assert_int_equal(s.accesses[b->first_access + 1].address, which[i]);
        }
        signature_free(&s);
    }
}

static void one_long_burst_stays(void **state)
{
    struct signature s = made(1);

    (void)state;
    s.bursts[0].instructions = 10 * MOST;
    signature_thin(&s, MOST);
    assert_int_equal(s.n_bursts, 1);
    signature_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(keeps_what_is_replayed),
                                        cmocka_unit_test(one_long_burst_stays) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
