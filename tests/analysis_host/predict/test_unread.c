/* What predict does not analyse changes no answer of what it does, and no machine. */
#include "analysis/analysis.h"
#include "log/read.h"
#include "predict/board.h"
#include "result/query.h"
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char **file; /* logs; NULL ends them */
static struct board board;
static struct machine machine;

static void compare_answers(const struct results *some, const struct results *all)
{
    assert_true(some->n < all->n);
    for (size_t i = 0; i < some->n; i++) {
        const struct result *a = &some->at[i], *b = result_find_text(all, a->id);

        if (b == NULL)
            fail_msg("no answer %s", a->id);
        if (a->kind != b->kind || a->value != b->value || a->low != b->low || a->high != b->high ||
            a->confidence != b->confidence || strcmp(a->text, b->text) != 0)
            fail_msg("%s: %g (%g), and %g (%g)", a->id, a->value, a->confidence, b->value,
                     b->confidence);
    }
}

static void compare_machines(const struct machine *a, const struct machine *b)
{
    assert_memory_equal(a->level, b->level, sizeof a->level);
    assert_memory_equal(a->tlb, b->tlb, sizeof a->tlb);
    assert_memory_equal(a->units, b->units, sizeof a->units);
    for (unsigned i = 0; i < MACHINE_PARAMETERS; i++) {
        assert_true(a->number[i].value == b->number[i].value);
        assert_int_equal(a->number[i].source, b->number[i].source);
    }
    assert_true(a->hz == b->hz && a->shared == b->shared && a->predictor == b->predictor);
    assert_int_equal(a->n_missing, b->n_missing);
}

static void compare(const char *name)
{
    struct log log = { 0 };
    struct results all = { 0 };
    const char *why = NULL;
    int fd = open(name, O_RDONLY | O_CLOEXEC);

    assert_true(fd >= 0);
    log_read(&log, fd, 0);
    assert_null(infer_all(&log.run, METHOD_ROBUST, &all));
    board_take(&board, name);
    assert_int_equal(board.status, 0);
    compare_answers(&board.results, &all);
    assert_true(machine_read(&machine, &log.run, &all, &why));
    compare_machines(&machine, &board.machine);
    board_free(&board);
    results_free(&all);
    log_free(&log);
}

static void analyses_left_out_change_nothing(void **state)
{
    (void)state;
    for (char **name = file; *name != NULL; name++)
        compare(*name);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(analyses_left_out_change_nothing) };

    file = argv + (argc > 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
