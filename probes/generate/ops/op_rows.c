/* The table of operations that kernels are generated for. */
#include "op_rows.h"
#include <string.h>

#define SAME(x, y)                                                                                 \
    {                                                                                              \
        { x, y }, { x, y }, { x, y },                                                              \
        {                                                                                          \
            x, y                                                                                   \
        }                                                                                          \
    }
#define BOTH(s)                                                                                    \
    {                                                                                              \
        s, s                                                                                       \
    }

/* Values: a sum that goes up and down again; products and quotients that come back to where they
 * were; integer products of odd numbers, which never become 0; divisions of numbers that use the
 * whole width, kept large by an addition (BlackjackBench section 3.3.1). */
const struct op_row op_rows[] = {
    { "add",
      1,
      "ifIF",
      { "t%u = add_%s(t%u, x);", "t%u = add_%s(t%u, y);" },
      0,
      false,
      { "1.5", "-1.5" },
      SAME("37", "-21") },
    { "sub",
      1,
      "if",
      { "t%u = sub_%s(t%u, x);", "t%u = sub_%s(t%u, y);" },
      0,
      false,
      { "1.5", "-1.5" },
      SAME("37", "-21") },
    { "mul",
      1,
      "ifIF",
      { "t%u = mul_%s(t%u, x);", "t%u = mul_%s(t%u, y);" },
      0,
      false,
      { "1.0009765625", "0.9990234375" },
      SAME("5", "13") },
    { "div",
      1,
      "i",
      BOTH("t%u = div_%s(t%u, x);"),
      "add",
      false,
      { 0, 0 },
      { { "7", "100" }, { "7", "28000" }, { "7", "1800000000" }, { "7", "7700000000000000000" } } },
    { "div",
      1,
      "fF",
      { "t%u = div_%s(t%u, x);", "t%u = div_%s(t%u, y);" },
      0,
      false,
      { "1.0009765625", "0.9990234375" },
      SAME(0, 0) },
    { "mod",
      1,
      "i",
      BOTH("t%u = mod_%s(t%u, x);"),
      "add",
      false,
      { 0, 0 },
      { { "31", "93" },
        { "1009", "30000" },
        { "1000003", "2000000000" },
        { "1000000007", "9000000000000000000" } } },
    { "fma", 1, "fF", BOTH("t%u = fma_%s(t%u, x, y);"), 0, false, { "0.5", "1.0" }, SAME(0, 0) },
    { "and",
      1,
      "i",
      { "t%u = and_%s(t%u, x);", "t%u = and_%s(t%u, y);" },
      0,
      false,
      { 0, 0 },
      SAME("-1", "-1") },
    { "xor",
      1,
      "iI",
      { "t%u = xor_%s(t%u, x);", "t%u = xor_%s(t%u, y);" },
      0,
      false,
      { 0, 0 },
      SAME("37", "-21") },
    { "shift",
      1,
      "iI",
      { "t%u = shl_%s(t%u);", "t%u = shr_%s(t%u);" },
      0,
      false,
      { 0, 0 },
      SAME("1", "1") },
    { "cmp",
      1,
      "if",
      { "t%u = max_%s(t%u, x);", "t%u = min_%s(t%u, y);" },
      0,
      false,
      { "1.5", "9.5" },
      SAME("3", "5") },
    { "cvt", 2, "f", BOTH("t%u = cvt_%s(t%u);"), 0, false, { "1.0", "1.0" }, SAME(0, 0) },
    { "sqrt", 1, "f", BOTH("t%u = sqrt_%s(t%u);"), "add", false, { "1.0", "1000.0" }, SAME(0, 0) },
    { "load", 1, "i", BOTH("t%u = load_%s(table, t%u);"), 0, true, { 0, 0 }, SAME("1", "1") },
    { 0, 0, 0, { 0, 0 }, 0, false, { 0, 0 }, SAME(0, 0) },
};

static const char *const types[] = { "i8",      "i16",     "i32",     "i64",     "f32",
                                     "f64",     "v128i32", "v128i64", "v128f32", "v128f64",
                                     "v256i32", "v256i64", "v256f32", "v256f64", "v512i32",
                                     "v512i64", "v512f32", "v512f64" };

bool op_is_type(const char *type)
{
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (strcmp(type, types[i]) == 0)
            return true;
    return false;
}

static bool is_vector(const char *type)
{
    return type[0] == 'v';
}

/* "i32" of "v128i32". */
static const char *element(const char *type)
{
    return is_vector(type) ? type + 4 : type;
}

bool op_applies(const struct op_row *row, const char *type)
{
    char kind = element(type)[0];

    if (is_vector(type))
        kind = kind == 'i' ? 'I' : 'F';
    /* No machine multiplies vectors of 64-bit integers in an operation or two. */
    if (kind == 'I' && strcmp(row->op, "mul") == 0 && strcmp(element(type), "i64") == 0)
        return false;
    return strchr(row->kinds, kind) != NULL;
}

const char *const *op_values(const struct op_row *row, const char *type)
{
    static const char *const widths[] = { "i8", "i16", "i32", "i64" };

    for (unsigned i = 0; i < 4; i++)
        if (strcmp(element(type), widths[i]) == 0)
            return row->i[i];
    return row->f;
}

static unsigned kernels(const char *type)
{
    if (strcmp(type, "i8") == 0 || strcmp(type, "i16") == 0)
        return OPS_KERNELS - 5;
    if (is_vector(type))
        return OPS_KERNELS - 2;
    return element(type)[0] == 'i' ? OPS_KERNELS - 1 : OPS_KERNELS;
}

bool op_has_streams(const char *type, unsigned k, unsigned most)
{
    unsigned streams = ops_streams(k);

    if (most > 0 && (streams > most || (streams > 1 && streams % 2 == 1)))
        return false;
    return k < kernels(type);
}

void op_declare_streams(FILE *out, const char *type, unsigned streams)
{
    /* A reading each: of equal starts the compiler would know that the streams are one. */
    for (unsigned s = 0; s < streams; s++)
        fprintf(out, "    el_%s t%u = of_%s(start);\n", type, s, type);
}

const char *op_start(const char *type)
{
    return element(type)[0] == 'i' ? "3" : "1.75";
}

bool op_has_table(const char *type)
{
    for (const struct op_row *row = op_rows; row->op; row++)
        if (row->table && op_applies(row, type))
            return true;
    return false;
}
