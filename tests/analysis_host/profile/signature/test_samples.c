/* Events and accesses of samples: whatever they hold is read again. */
#include "random.h"
#include "signature/file.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BLOCKS = 40, BLOCK = 7, EVENTS = 3000, SAMPLES = 5, ACCESSES = 4 * EVENTS };

/* What a signature of samples alone holds. */
struct made {
    struct signature_instruction code[BLOCKS * BLOCK];
    struct signature_block blocks[BLOCKS];
    struct signature_burst bursts[SAMPLES];
    struct signature_event events[EVENTS];
    struct signature_access accesses[ACCESSES];
    struct signature s;
};

/* Strided, near and far lines, in samples of 1500 touches. */
static uint64_t some_line(struct random *r, uint64_t last)
{
    switch (random_below(r, 4)) {
    case 0:
        return last + random_below(r, 3);
    case 1:
        return random_below(r, 40) * 64;
    case 2:
        return random_below(r, 60);
    default:
        return random_below(r, 900);
    }
}

/* Distances that need not be true. */
static struct signature_access some_access(struct random *r, uint64_t *last)
{
    *last = some_line(r, *last / 64) * 64 + random_below(r, 64);
    struct signature_access a = { .address = *last,
                                  .bytes = (uint16_t)(1U << random_below(r, 7)),
                                  .store = (uint8_t)random_below(r, 2),
                                  .flags = (uint8_t)random_below(r, 4) };
    if (random_below(r, 3) == 0)
        return a;
    a.distance = (uint8_t)(random_below(r, 9) ? random_below(r, 30) : SIGNATURE_COLD);
    a.page_distance = (uint8_t)random_below(r, 20);
    for (unsigned k = 0; k < SIGNATURE_SETS; k++) {
        a.depth[k] = (uint8_t)random_below(r, SIGNATURE_DEPTHS);
        a.page_depth[k] = (uint8_t)random_below(r, SIGNATURE_DEEP + 1);
    }
    return a;
}

static void make_event(struct made *m, struct random *r, uint64_t *last)
{
    struct signature *s = &m->s;
    struct signature_event *e = &m->events[s->n_events++];

    *e = (struct signature_event){ .block = (uint32_t)random_below(r, BLOCKS),
                                   .n_accesses = (uint16_t)random_below(r, 5),
                                   .repeats = (uint32_t)(random_below(r, 9) ? 0 : 1000000),
                                   .taken = (uint8_t)random_below(r, 2),
                                   .missed = (uint8_t)random_below(r, 16),
                                   .code_distance = (uint8_t)random_below(r, 90),
                                   .code_page = (uint8_t)random_below(r, 3) };
    for (unsigned k = 0; k < e->n_accesses; k++) {
        m->accesses[s->n_accesses] = some_access(r, last);
        m->accesses[s->n_accesses++].instruction = (uint16_t)random_below(r, BLOCK);
    }
}

static struct made *make(void)
{
    struct made *m = calloc(1, sizeof *m);
    struct random r = { 2 };
    uint64_t last = 0;

    m->s = (struct signature){ .isa = "x86_64",
                               .program = "made",
                               .line_bytes = 64,
                               .page_bytes = 4096,
                               .code = m->code,
                               .blocks = m->blocks,
                               .bursts = m->bursts,
                               .events = m->events,
                               .accesses = m->accesses,
                               .n_code = BLOCKS * BLOCK,
                               .n_blocks = BLOCKS,
                               .n_bursts = SAMPLES };
    for (uint32_t i = 0; i < BLOCKS * BLOCK; i++)
        m->code[i] = (struct signature_instruction){ .address = 0x1000 + 5 * i + i / 30 * 100,
                                                     .length = (uint8_t)(1 + i % 5),
                                                     .bytes = { (uint8_t)random_below(&r, 3) } };
    for (uint32_t i = 0; i < BLOCKS; i++)
        m->blocks[i] = (struct signature_block){
            .first = BLOCK * i, .n = BLOCK, .loop = SIGNATURE_NONE, .function = SIGNATURE_NONE
        };
    for (uint32_t i = 0; i < SAMPLES; i++) {
        struct signature_burst *b = &m->bursts[i];
        *b = (struct signature_burst){ .first_event = m->s.n_events,
                                       .first_access = m->s.n_accesses };
        for (uint32_t e = 0; e < EVENTS / SAMPLES; e++)
            make_event(m, &r, &last);
        b->n_events = m->s.n_events - b->first_event;
        b->n_accesses = m->s.n_accesses - b->first_access;
    }
    return m;
}

static void is_read_again(enum signature_packing packing)
{
    struct made *m = make();
    struct signature s;
    char message[512], *bytes = NULL;
    size_t n;
    FILE *file = open_memstream(&bytes, &n);

    assert_true(signature_write_next(&m->s, file, packing));
    fclose(file);
    file = fmemopen(bytes, n, "rb");
    assert_int_equal(signature_read_next(&s, file, message, sizeof message), SIGNATURE_WHOLE);
    fclose(file);
    assert_int_equal(s.n_events, m->s.n_events);
    assert_int_equal(s.n_accesses, m->s.n_accesses);
    for (uint32_t i = 0; i < s.n_code; i++)
        assert_memory_equal(&s.code[i], &m->code[i], sizeof s.code[i]);
    for (uint32_t i = 0; i < s.n_events; i++)
        assert_memory_equal(&s.events[i], &m->events[i], sizeof s.events[i]);
    for (uint32_t i = 0; i < s.n_accesses; i++)
        assert_memory_equal(&s.accesses[i], &m->accesses[i], sizeof s.accesses[i]);
    signature_free(&s);
    free(bytes);
    free(m);
}

static void are_read_again(void **state)
{
    (void)state;
    is_read_again(SIGNATURE_FAST);
    is_read_again(SIGNATURE_SMALL);
}

/* The file of a signature that is changed by CHANGE is refused, with MESSAGE. */
static void is_refused(void (*change)(struct made *m), const char *message)
{
    struct made *m = make();
    struct signature s;
    char got[512], *bytes = NULL;
    size_t n;
    FILE *file = open_memstream(&bytes, &n);

    change(m);
    assert_true(signature_write_next(&m->s, file, SIGNATURE_SMALL));
    fclose(file);
    file = fmemopen(bytes, n, "rb");
    assert_int_equal(signature_read_next(&s, file, got, sizeof got), SIGNATURE_REFUSED);
    assert_string_equal(got, message);
    fclose(file);
    free(bytes);
    free(m);
}

static void fewer_instructions(struct made *m)
{
    m->s.n_code = 3;
}

static void instruction_beyond_its_block(struct made *m)
{
    m->accesses[ACCESSES / 8].instruction = BLOCK;
}

static void unknown_distance(struct made *m)
{
    m->accesses[0].distance = SIGNATURE_GROUPS;
}

static void fifth_predictor(struct made *m)
{
    m->events[EVENTS - 1].missed = 1U << SIGNATURE_PREDICTORS;
}

static void one_access_less(struct made *m)
{
    m->s.n_accesses--;
}

static void bad_rows_are_refused(void **state)
{
    (void)state;
    is_refused(fewer_instructions, "section BLOK refers to rows that do not exist");
    is_refused(instruction_beyond_its_block, "section ACCS refers to rows that do not exist");
    is_refused(unknown_distance, "section ACCS refers to rows that do not exist");
    is_refused(fifth_predictor, "section EVNT refers to rows that do not exist");
    is_refused(one_access_less, "section TRAC refers to rows that do not exist");
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(are_read_again),
                                        cmocka_unit_test(bad_rows_are_refused) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
