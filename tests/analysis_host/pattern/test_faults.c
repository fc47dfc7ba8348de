/* test_faults FOLDER: faults planted in patterns are told where they are. */
#include "study.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *folder;

/* Lines 1 and 2 of most texts: a size, an array. */
#define HEAD "size n\narray A[n] f64\n"
/* Lines 3 and 4: a chain; line 4 begins with a blank. */
#define NESTS                                                                                      \
    HEAD "for X[k] : 0 <= k < n\n A[k] = 1\nfor S[i,k] : 0 <= i < n and 0 <= k < n\n A[i] = "      \
         "A[i]\n"
#define CHAIN HEAD "for S[i] : 1 <= i < n\n A[i] = A[i-1]\n"
#define COPY  HEAD "array B[n] f64\nfor S[i] : 0 <= i < n\n A[i] = B[i]\n"
#define HEAT                                                                                       \
    "size n\narray A[2][n] f64\nfor S[t,i] : 0 <= t < 64 and 1 <= i < n-1\n"                       \
    " A[(t+1)%2][i] = (A[t%2][i-1] + A[t%2][i+1]) * 0.5\n"

/* Lines 1 to 4, and 5: an index array X, and what reads by it. */
#define INDEX  "size n\narray A[n] f64\narray B[n] f64\nindex "
#define READS  "for S[i] : "
#define GATHER INDEX "X[n] in 0..n-1 random\n" READS "0 <= i < n\n"

struct planted {
    const char *text;
    unsigned line, column;
    const char *words; /* of the message */
};

static const struct planted faults[] = {
    /* what no line can be */
    { "size n\n  @\n", 2, 3, "'@' has no meaning" },
    { "size n\narray A[n] f64\nfoo A\n", 3, 1, "a line begins with" },
    { "about a\nabout b\n" CHAIN, 2, 1, "about" },
    { "", 1, 1, "there is no statement" },
    /* declarations */
    { "size n\nsize m\n", 2, 6, "there is a size already" },
    { "size n in 8..4\n", 1, 14, "the largest size" },
    { "size n step 0\n", 1, 13, "a step" },
    { "array A[n] f64\n", 1, 9, "`size n`" },
    { HEAD "array A[n] f32\n", 3, 7, "declared already, as an array" },
    { HEAD "let n = 3\n", 3, 5, "declared already, as a size" },
    { HEAD "let A = 3\n", 3, 5, "declared already, as an array" },
    { "size n\nlet T = 3\narray T[n] f64\n", 3, 7, "declared already, as a let" },
    { "size n\narray A[m] f64\n", 2, 9, "neither a size nor a let" },
    { "size n\narray A[n] f61\n", 2, 12, "a type is expected" },
    { "size n\narray A f64\n", 2, 9, "'[' is expected" },
    { "size n\narray A[n] f64 pad\n", 2, 19, "a pad" },
    { "size n\nlet T = 99999999999\n", 2, 9, "too large" },
    { "size n\nlet T = 3 4\n", 2, 11, "one too many" },
    /* statements */
    { HEAD "for S[i] : 0 <= i < n\n A[i*i] = A[i]\n", 4, 5, "not affine" },
    { HEAD "for S[i] : 0 <= i < m\n A[i] = A[i]\n", 3, 21, "neither a size nor an iterator of S" },
    { HEAD "for S[i] : 0 <= i < n\n A[i] = B[i]\n", 4, 9, "no array 'B'" },
    { HEAD "for S[i] : 0 <= i < n\n A[i] = A[i][i]\n", 4, 9, "A has 1 dimension, here are 2" },
    { HEAD "for S[i] : 0 <= i < n\n A[i] = A[i/0]\n", 4, 13, "needs a positive number" },
    { HEAD "for S[i] : 0 <= i < n\n A[i] = A[i] / 0\n", 4, 16, "needs a positive number" },
    { HEAD "for S[i] : 0 <= i < n\n A[i] = i\n", 4, 9, "'i' is no value" },
    { HEAD "for S[i] : 0 <= i < n\n A[i] = exp(A[i])\n", 4, 9, "no function 'exp'" },
    { HEAD "for S[i] : 0 <= i < n\n A[i] = min(A[i])\n", 4, 9, "min() takes two" },
    { HEAD "for S[i] : 0 <= i < n\n A[i] = fma(A[i], 2)\n", 4, 9, "fma() takes three" },
    { HEAD "for S[i] : 0 <= i < n\nfor T[i] : 0 <= i < n\n A[i] = A[i]\n", 3, 5,
      "S has no assignment" },
    { HEAD "for S[i,i] : 0 <= i < n\n A[i] = A[i]\n", 3, 9, "this iterator is there already" },
    { CHAIN "for S[i] : 0 <= i < n\n A[i] = A[i]\n", 5, 5, "of this name already" },
    { HEAD "array B[n] f32\nfor S[i] : 0 <= i < n\n A[i] = B[i]\n", 5, 9, "may not be mixed" },
    { "size n\narray A[n] i32\nfor S[i] : 0 <= i < n\n A[i] = A[i] * 0.5\n", 4, 16, "fraction" },
    { "size n\narray A[n] i32\nfor S[i] : 0 <= i < n\n A[i] = sqrt(A[i])\n", 4, 9, "sqrt()" },
    { HEAD "for S[i] : 0 <= i < n\n A[i] = A[i]\n  + A[i+1]\n", 5, 5,
      "A is left: S(i=0) reads A[1] at n = 1" },
    { HEAD "for S[i] : 0 <= i <= n\n A[i] = 1\n", 4, 2, "A is left: S(i=1) writes A[1] at n = 1" },
    { HEAD "for S[i,j] : 0 <= i < n\n A[i] = 1\n", 3, 5, "j of S has no lower bound" },
    { HEAD "for S[i] : 0 <= i < n\n A[(i-3)%2*0] = 1\n", 4, 9,
      "the left side of '%' is negative: -3 for S(i=0) at n = 1" },
    /* variants */
    { CHAIN "variant a\nvariant a\n", 6, 9, "there is a variant of this name already" },
    { CHAIN "variant a : flip i\n", 5, 13, "a clause is expected" },
    { CHAIN "variant a : tile i 4, j 8\n", 5, 23, "variant a: no statement has an iterator 'j'" },
    { CHAIN "variant a : tile i\n", 5, 19, "a tile" },
    /* sweeps */
    { "size n\nlet T = n, 2\n", 2, 9, "several values takes numbers only" },
    { "size n\nlet T = 2, 3, 2\n", 2, 15, "this number is there already" },
    { "size n\nlet T = 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17\n", 2, 48,
      "more than 16 numbers in a sweep" },
    { "size n\nlet T = 2, 3\narray A[n*T] f64\n", 3, 11, "only clauses of variants take them" },
    { "let T = 2, 3\n" HEAD "for S[i] : 0 <= i < n\n A[i] = T\n", 5, 9,
      "only clauses of variants take them" },
    { "let T = 0\n" COPY "variant a : tile i T\n", 7, 20, "'T' is 0, and 1 to" },
    { "size m\nlet T = m/2\narray A[m] f64\nfor S[i] : 0 <= i < m\n A[i] = 1\n"
      "variant a : tile i T\n",
      6, 20, "'T' is no number: it grows with the size" },
    { "let T = 2, 3\n" COPY "variant a_3\nvariant a : tile i T\n", 8, 1,
      "there is a variant 'a_3' already" },
    { "let T = 2, 1000\n" COPY "variant abcdefghijklmnopqrst : tile i T\n", 7, 1,
      "'abcdefghijklmnopqrst_1000': the name of a variant with its numbers" },
    { "let T = 1,2,3,4,5,6,7,8,9,10,11\nlet U = 2,4,8\n" COPY "variant a : tile i T; unroll i U\n",
      8, 9, "more than 32 variants" },
    { "let T = 1, 2\n" HEAT "variant a : tile t T, i 8\n", 6, 1, "variant a_2 is not legal" },
    /* index arrays */
    { GATHER " A[i] = B[X[i]+1]\n", 6, 15, "']' is expected after a subscript" },
    { GATHER " A[i] = B[2*X[i]]\n", 6, 13, "a whole subscript or none" },
    { GATHER " A[X[i]] = B[i]\n", 6, 4, "index arrays are for reads alone" },
    { GATHER " X[i] = B[i]\n", 6, 2, "it is never written" },
    { GATHER " A[i] = X[i]\n", 6, 9, "it gives subscripts, not values" },
    { GATHER " A[i] = B[X[X[i]]]\n", 6, 11, "no index array in its subscripts" },
    { GATHER " A[i] = B[X[i+1]]\n", 6, 11, "X is left: S(i=0) reads X[1] at n = 1" },
    { INDEX "X[n] in 0..n random\n" READS "0 <= i < n\n A[i] = B[X[i]]\n", 6, 9,
      "B is left: S(i=0) reads B[0..1] at n = 1" },
    { INDEX "X[n] in -1..n-2 random\n" READS "0 <= i < n\n A[i] = B[X[i]]\n", 6, 9,
      "B is left: S(i=0) reads B[-1..-1] at n = 1" },
    { INDEX "X[n] in 1..n-1 random\n" READS "0 <= i < n\n A[i] = B[X[i]]\n", 6, 11,
      "X has an empty range at some size" },
    { INDEX "X[n/2+1] in 0..n-1 random\n" READS "0 <= i < n/2\n A[i] = B[X[i]]\n", 6, 11,
      "fewer elements than its range has numbers" },
    { INDEX "X[n] in 0..n-1 random\n" READS "1 <= i < n\n A[i] = B[X[i]]\n", 6, 11,
      "X is not read as a whole" },
    { INDEX "X[n] in 0..n-1\n", 4, 21, "'random'" },
    { INDEX "X[n] in 0..n-1 stride 0\n", 4, 29, "a stride" },
    { INDEX "X[n] 0..n-1\n", 4, 12, "'in' is expected" },
    { INDEX "X[n] in i..n-1 random\n", 4, 15, "neither a size nor a let" },
    { INDEX "A[n] in 0..n-1 random\n", 4, 7, "declared already, as an array" },
    { INDEX "X[n] in 0..n-1 random\n" READS "0 <= i < n\n A[i] = A[i] + A[X[i]]\n"
            "variant a\nvariant b : reverse i\n",
      8, 1, "variant b is not legal: S(i=0) must run before S(i=1)" },
    { INDEX "X[n] in 0..n-1 random\n" READS "0 <= i < n\n A[i] = A[X[i]]\n"
            "variant a : parallel i\n",
      7, 13, "its loop is not parallel" },
    { COPY "variant a : dense C\n", 6, 19, "an array's name" },
    { CHAIN "order S: i\n", 5, 1, "a clause belongs to a variant" },
    { CHAIN "variant a\n order T: i\n", 6, 8, "variant a: no statement 'T'" },
    { CHAIN "variant a\n order S: i when i < 3\n", 6, 2, "variant a leaves out S(i=3) at n = 4" },
    { CHAIN "variant a\n order S: i\n order S: i+1 when i > 2\n", 6, 2,
      "variant a runs S(i=3) twice at n = 4" },
    { CHAIN "variant a\n order S: 0\n", 6, 2,
      "variant a runs S(i=1) and S(i=2) at one place, at n = 3" },
    { CHAIN "variant plain\nvariant a : reverse i\n", 6, 1,
      "variant a is not legal: S(i=1) must run before S(i=2): both touch A[1], the first writes "
      "it" },
    { CHAIN "variant a : parallel i\n", 5, 13,
      "variant a: its loop is not parallel: S(i=1) and S(i=2): both touch A[1]" },
    { HEAT "variant a : interchange t i\n", 5, 1,
      "variant a is not legal: S(t=0, i=2) must run before S(t=1, i=1): both touch A[1][2]" },
    { HEAT "variant a : parallel i; barrier no\n", 5, 25,
      "variant a: barrier no is not safe: S(t=0, i=1) and S(t=1, i=2): both touch A[1][1]" },
    { HEAT "variant a : interleave q 2\n", 5, 24, "no statement has an iterator 'q'" },
    { NESTS "variant a : parallel i, k\n", 7, 13, "one loop is parallel, not two" },
    { NESTS "variant a : parallel i\n", 7, 22, "X has no such loop" },
    { COPY "variant a : space cyclic 8\n", 6, 19, "space cyclic needs a parallel loop" },
    { COPY "variant a : schedule dynamic 8\n", 6, 22, "schedule needs a parallel loop" },
    { COPY "variant a : parallel i; schedule fast\n", 6, 34, "static, dynamic or guided" },
    { COPY "variant a : parallel i; schedule guided 0\n", 6, 41, "iterations of a chunk" },
    { COPY "variant a : parallel i; schedule static x\n", 6, 41, "iterations of a chunk" },
    { COPY "variant a : parallel i; schedule dynamic; space cyclic 2\n", 6, 34,
      "is a schedule already" },
    { COPY "variant a : parallel i; space independent; schedule guided\n", 6, 53,
      "which only `schedule static` does" },
    { COPY "variant a : parallel i; barrier no; schedule dynamic 4\n", 6, 46,
      "need `barrier yes`" },
    { CHAIN "variant a : parallel i; schedule dynamic\n", 5, 13, "its loop is not parallel" },
    { COPY "variant a : contexts 2,1\n", 6, 24, "contexts, ascending" },
    { COPY "variant a : pad C 3\n", 6, 17, "an array's name" },
    { COPY "variant a :\n   tile i 4;\n   flip\n", 8, 4, "a clause is expected" },
};
enum { FAULTS = sizeof faults / sizeof faults[0] };

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    fclose(file);
}

static void study_text(struct study *s, const char *text)
{
    static char path[1000];

    snprintf(path, sizeof path, "%s/planted.pattern", folder);
    write_text(path, text);
    assert_int_equal(study_make(s, path, NULL, 0), 0);
}

/* Returns 1 after a message where the first fault of a text is not the planted one. */
static unsigned differs(const struct planted *p)
{
    static const struct fault none = { .text = "no fault" };
    struct study s;

    study_text(&s, p->text);
    const struct fault *f = s.faults.n > 0 ? &s.faults.at[0] : &none;
    unsigned wrong =
        f->at.line != p->line || f->at.column != p->column || strstr(f->text, p->words) == NULL;
    if (wrong)
        print_error("%u:%u: %s\nin place of %u:%u: %s\nin\n%s\n", f->at.line, f->at.column, f->text,
                    p->line, p->column, p->words, p->text);
    study_free(&s);
    return wrong;
}

static void test_planted(void **state)
{
    unsigned wrong = 0;

    (void)state;
    assert_true(FAULTS >= 40);
    for (unsigned i = 0; i < FAULTS; i++)
        wrong += differs(&faults[i]);
    assert_int_equal(wrong, 0);
}

/* Each line of faults is told, and none twice. */
static void test_all_are_told(void **state)
{
    static const char text[] = "size n\narray A[n] f64\n"
                               "for S[i] : 0 <= i < n\n A[i] = B[i]\n"
                               "for T[i] : 0 <= i < n\n A[i] = A[i+1]\n"
                               "for U[i] : 0 <= i <= n\n A[i] = 1\n"
                               "variant a : tile i 4\nvariant b : flip\nvariant c : space moon\n";
    static const unsigned lines[] = { 4, 6, 8, 10, 11 };
    struct study s;

    (void)state;
    study_text(&s, text);
    assert_int_equal(s.faults.n, 5);
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(s.faults.at[i].at.line, lines[i]);
    study_free(&s);
}

static void test_at_most_20(void **state)
{
    char text[2000] = "size n\n", shown[200];
    struct study s;

    (void)state;
    for (unsigned i = 0; i < 30; i++)
        strcat(text, "let a = b\n");
    study_text(&s, text);
    assert_int_equal(s.faults.n, MOST_FAULTS);
    assert_true(s.faults.more);
    char *whole = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&whole, &n);
    faults_write(&s.faults, out);
    fclose(out);
    snprintf(shown, sizeof shown,
             "%s:2:9: 'b' is neither a size nor a let\n    let a = b\n            ^\n",
             s.faults.file);
    assert_int_equal(strncmp(whole, shown, strlen(shown)), 0);
    assert_non_null(strstr(whole, "more faults than these 20"));
    free(whole);
    study_free(&s);
}

/* Limits that are refused by name: a text, repeated, and the words. */
static void test_limits(void **state)
{
    static const struct {
        const char *first, *format;
        unsigned times;
        const char *words;
    } limits[] = {
        { "size n\n", "array A%u[n] f64\n", 25, "more than 24 arrays" },
        { HEAD, "for S%u[i] : 0 <= i < n\n A[i] = 1\n", 9, "more than 8 statements" },
        { COPY, "variant v%u\n", 33, "more than 32 variants" },
        { "size n\n", "let a%u = 1\n", 33, "more than 32 lets" },
        { "size n\n", "# %u 456789 123456789 123456789 123456789 123456789 123456789 12345678\n",
          1000, "longer than 65536 bytes" },
    };
    static char text[1 << 17];
    struct study s;

    (void)state;
    for (unsigned k = 0; k < sizeof limits / sizeof limits[0]; k++) {
        size_t n = (size_t)snprintf(text, sizeof text, "%s", limits[k].first);
        for (unsigned i = 0; i < limits[k].times; i++) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
            n += (size_t)snprintf(text + n, sizeof text - n, limits[k].format, i);
#pragma GCC diagnostic pop
        }
        study_text(&s, text);
        assert_true(s.faults.n > 0);
        if (strstr(s.faults.at[0].text, limits[k].words) == NULL)
            fail_msg("'%s' in place of '%s'", s.faults.at[0].text, limits[k].words);
        study_free(&s);
    }
    study_text(&s, HEAD "for S[a,b,c,d,e,f,g] : 0 <= a < n\n A[a] = 1\n");
    assert_non_null(strstr(s.faults.at[0].text, "more than 6 iterators"));
    assert_int_equal(s.faults.at[0].at.column, 19);
    study_free(&s);
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_planted),
        cmocka_unit_test(test_all_are_told),
        cmocka_unit_test(test_at_most_20),
        cmocka_unit_test(test_limits),
    };

    if (argc != 2)
        return 2;
    folder = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
