/* Ways and way size of caches of code, from costs that caches with planted ways would have. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "model/code_sets.h"
#include "policy/splitmix.h"

enum { CALL = 40 };

/* A cache of code; one of decoded instructions of so many ways of entries, each a jump, over WAY
 * bytes, too; and one beyond, which only misses go to. Ways 0: there is none. */
struct planted {
    unsigned ways, decoded_ways, beyond_ways;
    double way, decoded_way, beyond_way;
    double noise;
};

static uint64_t state;

/* Between -1 and 1. */
static double drawn(void)
{
    return 2 * (double)(splitmix(&state) >> 11) / (double)((uint64_t)1 << 53) - 1;
}

static double missed(unsigned lines, double held)
{
    return held > 0 ? fmax(0, 1 - held / lines) : 0;
}

static double held(double ways, double way, double stride)
{
    return ways * fmax(1, way / stride);
}

static void plant(struct code_sets *s, const struct planted *p)
{
    static const unsigned lines[CODE_POINTS] = { 1, 2,  3,  4,  5,  6,  7,  8,
                                                 9, 10, 12, 14, 16, 18, 20, 24 };

    *s = (struct code_sets){
        .n_points = CODE_POINTS, .n_strides = CODE_STRIDES, .call = CALL, .noise = p->noise / 2
    };
    memcpy(s->lines, lines, sizeof lines);
    for (size_t k = 0; k < CODE_STRIDES; k++)
        s->stride[k] = 512 << k;
    for (unsigned kind = 0; kind < CODE_KINDS; kind++)
        for (size_t k = 0; k < CODE_STRIDES; k++)
            for (size_t i = 0; i < CODE_POINTS; i++) {
                double stride = s->stride[k], own = held(p->ways, p->way, stride),
                       decoded = floor(p->decoded_ways / (kind == 0 ? 4.0 : 8.0));

                s->more[kind][k][i] =
                    10 * missed(lines[i], own) +
                    6 * missed(lines[i], held(decoded, p->decoded_way, stride)) +
                    60 * missed(lines[i],
                                p->beyond_ways > 0
                                    ? fmax(own, held(p->beyond_ways, p->beyond_way, stride))
                                    : 0) +
                    p->noise * drawn();
            }
}

static bool explains(const struct code_sets_found *found)
{
    return found->agree * 4 >= found->asked * 3 && found->miss > 3 * found->misfit;
}

/* Where a level lies beyond, it may be that nothing explains enough. */
static void is_found(const struct planted *p)
{
    struct code_sets s;
    struct code_sets_found found;

    plant(&s, p);
    assert_true(code_sets_find(&s, &found));
    if (p->beyond_ways > 0 && !explains(&found))
        return;
    if (found.ways != p->ways || found.way_bytes != p->way)
        fail_msg("%u ways of %g: found %u of %g", p->ways, p->way, found.ways, found.way_bytes);
    assert_true(explains(&found));
}

static void planted_ways_are_found(void **unused)
{
    static const unsigned ways[] = { 1, 2, 3, 4, 6, 8, 12, 16 };

    (void)unused;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
        for (double way = 1024; way <= 32768; way *= 2)
            is_found(&(struct planted){ .ways = ways[i], .way = way });
}

/* What holds decoded instructions ends at other numbers of lines for other numbers of jumps. */
static void decoded_instructions_are_no_lines(void **unused)
{
    (void)unused;
    for (double way = 1024; way <= 4096; way *= 2) {
        is_found(&(struct planted){ 8, 16, 0, 4096, way, 0, 0 });
        is_found(&(struct planted){ 4, 16, 0, 16384, way, 0, 0 });
        is_found(&(struct planted){ 12, 16, 0, 4096, way, 0, 0 });
    }
}

static void an_outer_level_is_another(void **unused)
{
    (void)unused;
    for (double way = 16384; way <= 65536; way *= 2)
        for (unsigned ways = 4; ways <= 16; ways *= 2) {
            is_found(&(struct planted){ 8, 0, ways, 4096, 0, way, 0 });
            is_found(&(struct planted){ 2, 0, ways, 4096, 0, way, 0 });
        }
}

static void noise_is_borne(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < 40; i++)
        is_found(&(struct planted){ 8, 16, 0, 4096, 4096, 0, 0.25 });
}

/* One line that costs ever so much more, whatever the reason, is not where a set ends. */
static void a_line_that_collides_is_left_out(void **unused)
{
    struct code_sets s;
    struct code_sets_found found;

    (void)unused;
    for (size_t at = 2; at < 14; at++) {
        plant(&s, &(struct planted){ 8, 16, 0, 4096, 4096, 0, 0 });
        for (size_t i = at; i < CODE_POINTS; i++)
            s.more[1][at % CODE_STRIDES][i] += 60.0 / s.lines[i];
        assert_true(code_sets_find(&s, &found));
        assert_int_equal(found.ways, 8);
        assert_true(found.way_bytes == 4096);
    }
}

/* Nothing that costs more, or noise alone. */
static void nothing_is_found_in_nothing(void **unused)
{
    struct code_sets s;
    struct code_sets_found found;

    (void)unused;
    for (unsigned i = 0; i < 100; i++) {
        plant(&s, &(struct planted){ .noise = i % 2 ? 0.5 : 0 });
        if (code_sets_find(&s, &found))
            assert_false(explains(&found));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planted_ways_are_found),
        cmocka_unit_test(decoded_instructions_are_no_lines),
        cmocka_unit_test(an_outer_level_is_another),
        cmocka_unit_test(noise_is_borne),
        cmocka_unit_test(a_line_that_collides_is_left_out),
        cmocka_unit_test(nothing_is_found_in_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
