/* Operations of probe screen in integer arithmetic, bit by bit. Floats are fixed-point numbers:
 * operands lie between 2^-16 and 2^63, so that products and their sums have all their bits in
 * WIDE_BITS, and are rounded once, to nearest, ties to even (IEEE 754-2008, 4.3.1). Quotients and
 * roots are digit by digit (Ercegovac and Lang, "Digital Arithmetic", 2004, chapters 5 and 6). */
#include "screen_reference.h"
#include <string.h>

enum op {
    ADD,
    SUB,
    MUL,
    DIV,
    MOD,
    AND,
    XOR,
    SHL,
    SHR,
    MIN,
    MAX,
    FMA,
    SQRT,
    TO_I32,
    TO_I64,
    FROM_I32,
    FROM_I64,
    TO_F32,
    FROM_F32,
};

enum { ON_INTEGERS = 1, ON_FLOATS = 2, ON_F64 = 4, ON_VECTORS = 8 };

static const struct {
    const char *word;
    unsigned on;
    enum screen_unit on_integer, on_float;
} ops[] = {
    [ADD] = { "add", ON_INTEGERS | ON_FLOATS | ON_VECTORS, SCREEN_UNIT_INT, SCREEN_UNIT_FP },
    [SUB] = { "sub", ON_INTEGERS | ON_FLOATS | ON_VECTORS, SCREEN_UNIT_INT, SCREEN_UNIT_FP },
    [MUL] = { "mul", ON_INTEGERS | ON_FLOATS | ON_VECTORS, SCREEN_UNIT_INT_MUL, SCREEN_UNIT_FP },
    [DIV] = { "div", ON_INTEGERS | ON_FLOATS | ON_VECTORS, SCREEN_UNIT_INT_DIV,
              SCREEN_UNIT_FP_DIV },
    [MOD] = { "mod", ON_INTEGERS, SCREEN_UNIT_INT_DIV, SCREEN_UNIT_FP },
    [AND] = { "and", ON_INTEGERS | ON_VECTORS, SCREEN_UNIT_INT, SCREEN_UNIT_FP },
    [XOR] = { "xor", ON_INTEGERS | ON_VECTORS, SCREEN_UNIT_INT, SCREEN_UNIT_FP },
    [SHL] = { "shl", ON_INTEGERS | ON_VECTORS, SCREEN_UNIT_INT, SCREEN_UNIT_FP },
    [SHR] = { "shr", ON_INTEGERS | ON_VECTORS, SCREEN_UNIT_INT, SCREEN_UNIT_FP },
    [MIN] = { "min", ON_INTEGERS | ON_FLOATS, SCREEN_UNIT_INT, SCREEN_UNIT_FP },
    [MAX] = { "max", ON_INTEGERS | ON_FLOATS, SCREEN_UNIT_INT, SCREEN_UNIT_FP },
    [FMA] = { "fma", ON_FLOATS | ON_VECTORS, SCREEN_UNIT_INT, SCREEN_UNIT_FMA },
    [SQRT] = { "sqrt", ON_FLOATS, SCREEN_UNIT_INT, SCREEN_UNIT_FP_DIV },
    [TO_I32] = { "to_i32", ON_FLOATS, SCREEN_UNIT_INT, SCREEN_UNIT_CONVERSION },
    [TO_I64] = { "to_i64", ON_F64, SCREEN_UNIT_INT, SCREEN_UNIT_CONVERSION },
    [FROM_I32] = { "from_i32", ON_FLOATS, SCREEN_UNIT_INT, SCREEN_UNIT_CONVERSION },
    [FROM_I64] = { "from_i64", ON_F64, SCREEN_UNIT_INT, SCREEN_UNIT_CONVERSION },
    [TO_F32] = { "to_f32", ON_F64, SCREEN_UNIT_INT, SCREEN_UNIT_CONVERSION },
    [FROM_F32] = { "from_f32", ON_F64, SCREEN_UNIT_INT, SCREEN_UNIT_CONVERSION },
};
enum { OPS = sizeof ops / sizeof ops[0], VECTOR_SHIFT = 3, MOST_LANES = 64 };

bool screen_operation_read(struct screen_operation *operation, const char *op, bool is_float,
                           unsigned bits, unsigned lanes)
{
    bool known = bits == 32 || bits == 64 || (!is_float && (bits == 8 || bits == 16));
    unsigned on = !is_float ? ON_INTEGERS : bits == 64 ? ON_FLOATS | ON_F64 : ON_FLOATS;

    for (unsigned i = 0; i < OPS && known && lanes > 0 && lanes <= MOST_LANES; i++) {
        if (strcmp(ops[i].word, op) != 0)
            continue;
        *operation = (struct screen_operation){ i, is_float, bits, lanes };
        return (ops[i].on & on) != 0 && (lanes == 1 || (ops[i].on & ON_VECTORS) != 0) &&
               !(lanes > 1 && i == DIV && !is_float);
    }
    return false;
}

enum screen_unit screen_unit_of(const struct screen_operation *operation)
{
    if (operation->lanes > 1)
        return SCREEN_UNIT_VECTOR;
    return operation->is_float ? ops[operation->op].on_float : ops[operation->op].on_integer;
}

const char *screen_unit_word(enum screen_unit unit)
{
    static const char *const words[SCREEN_UNITS] = {
        [SCREEN_UNIT_INT] = "int",
        [SCREEN_UNIT_INT_MUL] = "int_mul",
        [SCREEN_UNIT_INT_DIV] = "int_div",
        [SCREEN_UNIT_FP] = "fp",
        [SCREEN_UNIT_FMA] = "fma",
        [SCREEN_UNIT_FP_DIV] = "fp_div",
        [SCREEN_UNIT_CONVERSION] = "conversion",
        [SCREEN_UNIT_VECTOR] = "vector",
    };

    return words[unit];
}

/* ---- integers ---- */

static uint64_t low(uint64_t x, unsigned bits)
{
    return x & UINT64_MAX >> (64 - bits);
}

static bool is_negative(uint64_t x, unsigned bits)
{
    return x >> (bits - 1) & 1;
}

/* The magnitude of X as a signed number of BITS. */
static uint64_t magnitude(uint64_t x, unsigned bits)
{
    return is_negative(x, bits) ? low(~x + 1, bits) : low(x, bits);
}

static uint64_t product(uint64_t a, uint64_t b)
{
    uint64_t sum = 0;

    for (; b != 0; b >>= 1, a <<= 1)
        sum += b & 1 ? a : 0;
    return sum;
}

/* The quotient of A and B, B in 1 to 2^63 - 1; *REST is what is left. */
static uint64_t quotient(uint64_t a, uint64_t b, uint64_t *rest)
{
    uint64_t q = 0;

    *rest = 0;
    for (unsigned i = 64; i-- > 0;) {
        *rest = *rest << 1 | (a >> i & 1);
        q <<= 1;
        if (*rest >= b) {
            *rest -= b;
            q |= 1;
        }
    }
    return q;
}

/* Quotient, or where REST what is left, rounded towards 0; B is positive. */
static uint64_t divided(uint64_t a, uint64_t b, unsigned bits, bool rest)
{
    uint64_t left, q = quotient(magnitude(a, bits), b, &left), result = rest ? left : q;

    return is_negative(a, bits) ? ~result + 1 : result;
}

static bool is_less(uint64_t a, uint64_t b, unsigned bits)
{
    uint64_t sign = (uint64_t)1 << (bits - 1);

    return (a ^ sign) < (b ^ sign);
}

static uint64_t on_integers(const struct screen_operation *o, uint64_t a, uint64_t b)
{
    unsigned shift = o->lanes > 1 ? VECTOR_SHIFT : (unsigned)b & (o->bits - 1);

    switch (o->op) {
    case ADD:
        return a + b;
    case SUB:
        return a - b;
    case MUL:
        return product(a, b);
    case DIV:
    case MOD:
        return divided(a, b, o->bits, o->op == MOD);
    case AND:
        return a & b;
    case XOR:
        return a ^ b;
    case SHL:
        return a << shift;
    case SHR:
        return a >> shift;
    case MIN:
        return is_less(a, b, o->bits) ? a : b;
    default:
        return is_less(b, a, o->bits) ? a : b;
    }
}

/* ---- numbers of 256 bits ---- */

/* Least significant first. Bit POINT is worth 1, so that bit 0 is of the product of the least bits
 * of two operands of f64. */
enum { WORDS = 8, WIDE_BITS = 32 * WORDS, POINT = 2 * (16 + 52) };
struct wide {
    bool negative;
    uint32_t word[WORDS];
};

/* Bits of the magnitude of W, up to the highest that is 1; 0 of 0. */
static unsigned length(const struct wide *w)
{
    for (unsigned i = WORDS; i-- > 0;)
        if (w->word[i] != 0)
            return 32 * i + 32 - (unsigned)__builtin_clz(w->word[i]);
    return 0;
}

/* X times 2^SHIFT, below 2^WIDE_BITS. */
static struct wide shifted(bool negative, uint64_t x, unsigned shift)
{
    struct wide w = { .negative = negative };
    const uint64_t low_bits = (x & UINT32_MAX) << shift % 32, high_bits = (x >> 32) << shift % 32;
    const uint32_t part[] = { (uint32_t)low_bits, (uint32_t)(low_bits >> 32 | high_bits),
                              (uint32_t)(high_bits >> 32) };

    for (unsigned i = 0; i < 3 && i + shift / 32 < WORDS; i++)
        w.word[i + shift / 32] = part[i];
    return w;
}

/* The 64 bits of W from bit AT on, those beyond its end 0. */
static uint64_t bits_at(const struct wide *w, unsigned at)
{
    uint64_t part[3] = { 0 };

    for (unsigned i = 0; i < 3 && i + at / 32 < WORDS; i++)
        part[i] = w->word[i + at / 32];
    return part[0] >> at % 32 | part[1] << (32 - at % 32) |
           (at % 32 > 0 ? part[2] << (64 - at % 32) : 0);
}

/* True when W has a 1 below bit AT. */
static bool has_below(const struct wide *w, unsigned at)
{
    uint32_t any = at % 32 > 0 ? w->word[at / 32] << (32 - at % 32) : 0;

    for (unsigned i = 0; i < at / 32; i++)
        any |= w->word[i];
    return any != 0;
}

static bool magnitude_is_less(const struct wide *a, const struct wide *b)
{
    for (unsigned i = WORDS; i-- > 0;)
        if (a->word[i] != b->word[i])
            return a->word[i] < b->word[i];
    return false;
}

/* A + B; 0 is positive. */
static struct wide sum_of(const struct wide *a, const struct wide *b)
{
    bool swap = magnitude_is_less(a, b), differ = a->negative != b->negative;
    const struct wide *more = swap ? b : a, *less = swap ? a : b;
    struct wide sum = { .negative = more->negative };
    uint64_t carry = differ; /* A - B is A + ~B + 1 */

    for (unsigned i = 0; i < WORDS; i++) {
        carry += (uint64_t)more->word[i] + (differ ? ~less->word[i] : less->word[i]);
        sum.word[i] = (uint32_t)carry;
        carry >>= 32;
    }
    sum.negative = sum.negative && length(&sum) > 0;
    return sum;
}

/* ---- floats ---- */

struct layout {
    unsigned bits, fraction; /* of the number; of its fraction, stored */
    int bias;
};

static struct layout layout_of(unsigned bits)
{
    return bits == 64 ? (struct layout){ 64, 52, 1023 } : (struct layout){ 32, 23, 127 };
}

/* A float as whole number times 2^exponent. */
struct parts {
    bool negative;
    uint64_t whole; /* its highest bit is bit FRACTION of the layout */
    int exponent;
};

static struct parts parts_of(uint64_t x, unsigned bits)
{
    struct layout l = layout_of(bits);
    uint64_t one = (uint64_t)1 << l.fraction;

    return (struct parts){ is_negative(x, bits), (x & (one - 1)) | one,
                           (int)(x >> l.fraction & (2 * (uint64_t)l.bias + 1)) - l.bias -
                               (int)l.fraction };
}

/* The float of BITS nearest to the number that has WHOLE as its highest bits, HIGHEST bit of them
 * worth 2^EXPONENT; at least two bits more than a fraction; REST: it has other bits below. */
static uint64_t rounded(bool negative, uint64_t whole, unsigned highest, int exponent, bool rest,
                        unsigned bits)
{
    struct layout l = layout_of(bits);
    unsigned extra = highest - l.fraction;
    uint64_t kept = whole >> extra, half = (uint64_t)1 << (extra - 1);
    uint64_t below = whole & (2 * half - 1);

    if (below > half || (below == half && (rest || (kept & 1) != 0)))
        kept++; /* may carry into the exponent, where the fraction is then 0 */
    return ((uint64_t)negative << (bits - 1)) + ((uint64_t)(exponent + l.bias - 1) << l.fraction) +
           kept;
}

static uint64_t rounded_wide(const struct wide *w, unsigned bits)
{
    unsigned n = length(w), take = layout_of(bits).fraction + 3, below = n > take ? n - take : 0;

    if (n == 0)
        return 0;
    uint64_t whole = bits_at(w, below) << (n < take ? take - n : 0);
    return rounded(w->negative, whole, take - 1, (int)n - 1 - POINT, has_below(w, below), bits);
}

static struct wide wide_of(uint64_t x, unsigned bits)
{
    struct parts p = parts_of(x, bits);

    return shifted(p.negative, p.whole, (unsigned)(p.exponent + POINT));
}

static struct wide wide_product(uint64_t a, uint64_t b, unsigned bits)
{
    struct parts x = parts_of(a, bits), y = parts_of(b, bits);
    bool negative = x.negative != y.negative;
    unsigned shift = (unsigned)(x.exponent + y.exponent + POINT);
    uint64_t less = 0, more = 0;

    for (unsigned i = 0; y.whole >> i != 0; i++) {
        if ((y.whole >> i & 1) == 0)
            continue;
        less += x.whole << i;
        more += (i > 0 ? x.whole >> (64 - i) : 0) + (less < x.whole << i);
    }
    struct wide w = shifted(negative, less, shift), upper = shifted(negative, more, shift + 64);
    return sum_of(&w, &upper);
}

static uint64_t float_quotient(uint64_t a, uint64_t b, unsigned bits)
{
    struct parts x = parts_of(a, bits), y = parts_of(b, bits);
    unsigned digits = layout_of(bits).fraction + 3;
    int exponent = x.exponent - y.exponent;
    uint64_t q = 0, rest = x.whole;

    if (rest < y.whole) {
        rest <<= 1;
        exponent--;
    }
    for (unsigned i = 0; i < digits; i++, rest <<= 1) {
        bool digit = rest >= y.whole;

        q = q << 1 | digit;
        rest -= digit ? y.whole : 0;
    }
    return rounded(x.negative != y.negative, q, digits - 1, exponent, rest != 0, bits);
}

/* The root of the magnitude. Two bits of the number make one of its root. */
static uint64_t float_root(uint64_t a, unsigned bits)
{
    struct parts x = parts_of(a, bits);
    unsigned digits = layout_of(bits).fraction + 3, n = layout_of(bits).fraction + 1;
    uint64_t root = 0, rest = 0;

    if (x.exponent % 2 != 0) {
        x.whole <<= 1;
        x.exponent--;
        n++;
    }
    n += n % 2; /* bits of WHOLE, the highest or the one below it 1 */
    for (unsigned i = 0; i < digits; i++) {
        rest = rest << 2 | (2 * i < n ? x.whole >> (n - 2 * i - 2) & 3 : 0);
        root <<= 1;
        if (rest > root << 1) {
            rest -= root << 1 | 1;
            root |= 1;
        }
    }
    return rounded(false, root, digits - 1, (x.exponent + (int)n) / 2 - 1, rest != 0, bits);
}

static uint64_t to_integer(uint64_t x, unsigned from_bits)
{
    struct wide w = wide_of(x, from_bits);
    uint64_t whole = bits_at(&w, POINT);

    return w.negative ? ~whole + 1 : whole;
}

static uint64_t from_integer(uint64_t x, unsigned from_bits, unsigned bits)
{
    struct wide w = shifted(is_negative(x, from_bits), magnitude(x, from_bits), POINT);

    return rounded_wide(&w, bits);
}

static uint64_t selected(uint64_t a, uint64_t b, unsigned bits, bool least)
{
    struct wide minus_b = wide_of(b ^ (uint64_t)1 << (bits - 1), bits), x = wide_of(a, bits);
    struct wide difference = sum_of(&x, &minus_b);

    return difference.negative == least && length(&difference) > 0 ? a : b;
}

static uint64_t converted(const struct screen_operation *o, uint64_t a)
{
    struct wide w;

    switch (o->op) {
    case TO_I32:
    case TO_I64:
        return to_integer(a, o->bits);
    case FROM_I32:
        return from_integer(a, 32, o->bits);
    case FROM_I64:
        return from_integer(a, 64, o->bits);
    case TO_F32:
        w = wide_of(a, 64);
        return rounded_wide(&w, 32);
    default:
        w = wide_of(a, 32);
        return rounded_wide(&w, 64);
    }
}

static uint64_t on_floats(const struct screen_operation *o, uint64_t a, uint64_t b, uint64_t c)
{
    const uint64_t sign = (uint64_t)1 << (o->bits - 1);
    struct wide x, y;

    switch (o->op) {
    case MUL:
        x = wide_product(a, b, o->bits);
        return rounded_wide(&x, o->bits);
    case FMA:
        x = wide_product(a, b, o->bits);
        y = wide_of(c, o->bits);
        break;
    case ADD:
    case SUB:
        x = wide_of(a, o->bits);
        y = wide_of(o->op == ADD ? b : b ^ sign, o->bits);
        break;
    case DIV:
        return float_quotient(a, b, o->bits);
    case SQRT:
        return float_root(a, o->bits);
    case MIN:
    case MAX:
        return selected(a, b, o->bits, o->op == MIN);
    default:
        return converted(o, a);
    }
    x = sum_of(&x, &y);
    return rounded_wide(&x, o->bits);
}

/* ---- operands and checksums ---- */

static unsigned operand_bits(const struct screen_operation *o)
{
    return o->op == FROM_I32 || o->op == FROM_F32 ? 32 : o->bits;
}

static unsigned result_bits(const struct screen_operation *o)
{
    return o->op == TO_I32 || o->op == TO_F32 ? 32 : o->bits;
}

uint64_t screen_reference(const struct screen_operation *operation, uint64_t a, uint64_t b,
                          uint64_t c)
{
    return low(operation->is_float ? on_floats(operation, a, b, c) : on_integers(operation, a, b),
               result_bits(operation));
}

/* The float of BITS with sign and fraction of X, which lies between 2^LEAST and 2^(LEAST + MASK +
 * 1).
 */
static uint64_t float_of(uint64_t x, unsigned bits, int least, uint64_t mask)
{
    struct layout l = layout_of(bits);
    uint64_t exponent = (uint64_t)(l.bias + least) + (x >> 56 & mask);

    return x >> 63 << (bits - 1) | exponent << l.fraction | low(x, l.fraction);
}

void screen_operands(const struct screen_operation *operation, uint64_t *state, uint64_t operand[3])
{
    const unsigned bits = operand_bits(operation), op = operation->op;
    bool integers = !operation->is_float || op == FROM_I32 || op == FROM_I64;

    for (unsigned i = 0; i < 3; i++) {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        operand[i] = *state;
    }
    if (integers && (op == DIV || op == MOD))
        operand[1] = low(operand[1], bits - 1) >> (operand[2] & (bits - 1)) | 1;
    for (unsigned i = 0; i < 3; i++) {
        if (op == TO_I32 || op == TO_I64)
            operand[i] = float_of(operand[i], bits, -1, op == TO_I32 ? 31 : 63);
        else if (!integers)
            operand[i] = float_of(operand[i], bits, -16, 31);
        else
            operand[i] = low(operand[i], bits);
    }
}

uint64_t screen_checksum(const struct screen_operation *operation, uint64_t seed, uint64_t n)
{
    uint64_t state = seed ^ 0x9e3779b97f4a7c15u, sum = 0, operand[3];

    state = state != 0 ? state : 1;
    for (; n > 0; n--)
        for (unsigned lane = 0; lane < operation->lanes; lane++) {
            screen_operands(operation, &state, operand);
            sum = (sum << 1 | sum >> 63) ^
                  screen_reference(operation, operand[0], operand[1], operand[2]);
        }
    return sum;
}
