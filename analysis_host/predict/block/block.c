/* Replays a block as a program that runs nothing else: each instruction is a block of its own in a
 * loop of its own, so that the replay charges cycles to it. */
#include "block.h"
#include "model/unit_model.h"
#include "predict/core_model.h"
#include "predict/micro.h"
#include "predict/say.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    REPLAYED = 24000,     /* instructions, a quarter of which warms up */
    FEWEST = 24,          /* iterations */
    PLACES = 1 << 20,     /* the first address of data; places are PLACE apart */
    PLACE = 1 << 14,      /* bytes */
    STACK = 1 << 19,      /* the first address of what push stores */
    STEP = 8,             /* bytes that an address which changes moves in an iteration */
    STEPS = PLACE / STEP, /* after which it is where it began */
};

/* A place in memory: what the operand's text is without its displacement. */
struct place {
    char text[DECODED_TEXT];
    bool moves; /* the block changes a register of its address */
};

/* A program of one loop. */
struct program {
    struct signature signature;
    struct signature_burst burst;
    struct place place[BLOCK_MOST];
    size_t n_places;
    int64_t *displacement; /* of each instruction's operand in memory */
    size_t *at;            /* its place; BLOCK_MOST: the stack */
    unsigned iterations;
};

static const char *const limit_names[BLOCK_LIMITS] = {
    [BLOCK_FRONT_END] = "front end", [BLOCK_FETCH] = "fetch",
    [BLOCK_LOADS] = "loads",         [BLOCK_STORES] = "stores",
    [BLOCK_BRANCHES] = "branches",   [BLOCK_INTEGER] = "integer units",
    [BLOCK_VECTOR] = "vector units", [BLOCK_OPERATION] = "operation",
    [BLOCK_DEPENDENCE] = "latency",
};

const char *block_limit_name(enum block_limit limit)
{
    return limit_names[limit];
}

/* ---- code ---- */

static int no_memory(void)
{
    return say(SAY_NOTHING, "predict", "out of memory");
}

/* Decodes the instructions of C into S and B. */
static int decode_all(struct block *b, struct signature *s, const struct block_code *c,
                      struct decoder *d)
{
    for (size_t at = 0; at < c->n_bytes; b->n++) {
        struct signature_instruction *i = &s->code[b->n];
        struct block_instruction *to = &b->instruction[b->n];

        if (b->n == BLOCK_MOST)
            return say(SAY_USAGE, c->name, "has more than %d instructions: give one loop of it",
                       BLOCK_MOST);
        size_t length = decode_text(d, c->bytes + at, c->n_bytes - at, c->address + at, to->text);
        if (length == 0 || length > SIGNATURE_BYTES)
            return say(SAY_NOTHING, c->name, "byte %zu is no instruction of %s", at, s->isa);
        i->address = c->address + at;
        i->length = (uint8_t)length;
        memcpy(i->bytes, c->bytes + at, length);
        to->known = decode(d, i);
        b->unknown += !to->known;
        at += length;
    }
    s->n_code = (uint32_t)b->n;
    return b->n > 0 ? 0 : say(SAY_NOTHING, c->name, "holds no instruction");
}

/* A call, a system call or a jump elsewhere ends what can be replayed. */
static int check_code(const struct block *b, const struct signature *s, const char *name)
{
    for (size_t i = 0; i < b->n; i++) {
        unsigned end = s->code[i].end;
        if (end == END_CALL || end == END_CALL_INDIRECT || end == END_SYSCALL || end == END_RETURN)
            return say(SAY_USAGE, name,
                       "instruction %zu, %s, leaves the block: give the code without it", i + 1,
                       b->instruction[i].text);
        if (i + 1 < b->n && (end == END_JUMP || end == END_INDIRECT))
            return say(SAY_USAGE, name,
                       "instruction %zu, %s, jumps away before the end: give the code of one loop",
                       i + 1, b->instruction[i].text);
    }
    return 0;
}

/* ---- data ---- */

/* Copies the operand in memory of TEXT, "[rbx + rcx*8 + 0x10]", without its displacement, which
 * *DISPLACEMENT gets. False where TEXT has none. */
static bool operand(const char *text, char *to, int64_t *displacement)
{
    const char *at = strchr(text, '['), *end = at != NULL ? strchr(at, ']') : NULL;
    size_t n = 0;

    *displacement = 0;
    if (end == NULL)
        return false;
    while (++at < end) {
        const char *digits = at + (*at == '-' || *at == '#');
        bool number = isdigit((unsigned char)*digits) &&
                      (at[-1] == '[' || at[-1] == ' ' || at[-1] == '#' || at[-1] == '-') &&
                      strchr("[+- #,", at[-1]) != NULL;
        if (number) {
            char *after;
            bool minus = at[-1] == '-' || (at[-1] == ' ' && at[-2] == '-') || *at == '-';
            long long value = strtoll(digits, &after, 0);
            *displacement += minus ? -value : value;
            at = after - 1;
        } else if (isalnum((unsigned char)*at) || *at == '*') {
            to[n++] = *at;
        }
    }
    to[n] = '\0';
    return true;
}

/* True where an instruction of S, other than those of the stack, writes a register of I's address.
 */
static bool moves(const struct signature *s, const struct signature_instruction *i)
{
    for (uint32_t k = 0; k < s->n_code; k++)
        for (unsigned w = 0; w < s->code[k].n_writes && s->code[k].idiom != IDIOM_STACK; w++)
            for (unsigned a = 0; a < i->n_addresses; a++)
                if (s->code[k].writes[w] == i->addresses[a])
                    return true;
    return false;
}

/* Finds the place of instruction I, or adds it. */
static void find_place(struct program *p, const struct block *b, size_t i)
{
    const struct signature_instruction *code = &p->signature.code[i];
    struct place new = { .moves = moves(&p->signature, code) };
    size_t k = 0;

    p->at[i] = BLOCK_MOST;
    if (code->loads + code->stores == 0 || code->idiom == IDIOM_STACK)
        return;
    if (!operand(b->instruction[i].text, new.text, &p->displacement[i]))
        snprintf(new.text, sizeof new.text, "%zu", i); /* a place that no other has */
    while (k < p->n_places && strcmp(p->place[k].text, new.text) != 0)
        k++;
    if (k == p->n_places)
        p->place[p->n_places++] = new;
    p->at[i] = k;
}

/* Where instruction I accesses memory in iteration ROUND; PUSHED: bytes on the stack. */
static uint64_t address_of(const struct program *p, size_t i, unsigned round, int64_t pushed)
{
    size_t k = p->at[i];

    if (k == BLOCK_MOST)
        return (uint64_t)(STACK - (pushed & (PLACE - 1)));
    uint64_t moved = p->place[k].moves ? round % STEPS * STEP : 0;
    return PLACES + k * 2 * PLACE + moved + (uint64_t)(p->displacement[i] & (PLACE - 1));
}

/* Adds what instruction I accesses in iteration ROUND. */
static void add_accesses(struct program *p, size_t i, unsigned round, int64_t *pushed)
{
    struct signature *s = &p->signature;
    const struct signature_instruction *code = &s->code[i];
    bool on_stack = p->at[i] == BLOCK_MOST;
    uint16_t bytes = code->access_bytes > 0 ? code->access_bytes : 8;
    struct signature_event *e = &s->events[s->n_events];

    for (unsigned store = 0; store < 2; store++) {
        if ((store ? code->stores : code->loads) == 0)
            continue;
        *pushed += on_stack && store ? bytes : 0;
        s->accesses[s->n_accesses++] = (struct signature_access){
            .address = address_of(p, i, round, *pushed), .bytes = bytes, .store = (uint8_t)store
        };
        *pushed -= on_stack && !store ? bytes : 0;
        e->n_accesses++;
    }
}

/* Makes the arrays of P for the code of B. */
static int make_program(struct program *p, const struct block *b)
{
    struct signature *s = &p->signature;
    int64_t pushed = 0;
    size_t n = b->n;

    p->iterations = (unsigned)(REPLAYED / n > FEWEST ? REPLAYED / n : FEWEST);
    s->blocks = calloc(n, sizeof *s->blocks);
    s->events = calloc(n * p->iterations, sizeof *s->events);
    s->accesses = calloc(2 * n * p->iterations, sizeof *s->accesses);
    p->displacement = calloc(n, sizeof *p->displacement);
    p->at = calloc(n, sizeof *p->at);
    if (s->blocks == NULL || s->events == NULL || s->accesses == NULL || p->displacement == NULL ||
        p->at == NULL)
        return no_memory();
    for (size_t i = 0; i < n; i++) {
        s->blocks[i] = (struct signature_block){ .first = (uint32_t)i,
                                                 .n = 1,
                                                 .end = s->code[i].end,
                                                 .loop = (uint32_t)i,
                                                 .function = SIGNATURE_NONE };
        find_place(p, b, i);
    }
    for (unsigned round = 0; round < p->iterations; round++)
        for (size_t i = 0; i < n; i++) {
            add_accesses(p, i, round, &pushed);
            s->events[s->n_events].block = (uint32_t)i;
            s->events[s->n_events++].taken = i + 1 == n && s->code[i].end != END_CUT;
        }
    uint32_t warm = p->iterations / 4 * (uint32_t)n;
    s->n_blocks = s->n_loops = (uint32_t)n;
    s->instructions = s->n_events;
    s->line_bytes = 64;
    s->page_bytes = 4096;
    s->bursts = &p->burst;
    s->n_bursts = 1;
    p->burst = (struct signature_burst){ .n_events = s->n_events,
                                         .n_accesses = s->n_accesses,
                                         .instructions = s->n_events,
                                         .warm = warm };
    return 0;
}

static void free_program(struct program *p)
{
    free(p->signature.code);
    free(p->signature.blocks);
    free(p->signature.events);
    free(p->signature.accesses);
    free(p->displacement);
    free(p->at);
    free(p);
}

/* ---- replay ---- */

/* Replays P on M. Returns 0; or a status after a message. */
static int replay(struct core_model *r, const struct program *p, const struct machine *m)
{
    struct levels *levels = malloc(sizeof *levels);

    *r = (struct core_model){ 0 };
    if (levels == NULL)
        return no_memory();
    levels_make(levels, m, &p->signature);
    int status = core_model_replay(r, &p->signature, levels, 0, 1, CORE_MODEL_ALL);
    free(levels);
    return status == 0 ? 0 : no_memory();
}

/* M without limits but latencies: units, queues and the front end have room for everything. */
static void widen(struct machine *m)
{
    static const enum machine_parameter fast[] = {
        MACHINE_LOAD_RTHROUGHPUT,   MACHINE_LOAD_FP_RTHROUGHPUT, MACHINE_STORE_RTHROUGHPUT,
        MACHINE_STORE_NEW_LINE,     MACHINE_BRANCH_RTHROUGHPUT,  MACHINE_TAKEN_BRANCH,
        MACHINE_SHUFFLE_RTHROUGHPUT
    };
    static const enum machine_parameter large[] = {
        MACHINE_ISSUE_WIDTH,         MACHINE_ROB_ENTRIES,           MACHINE_STORE_QUEUE_ENTRIES,
        MACHINE_LOAD_QUEUE_ENTRIES,  MACHINE_INT_REGISTERS,         MACHINE_VECTOR_REGISTERS,
        MACHINE_BRANCHES_IN_FLIGHT,  MACHINE_SCHEDULER_INT_ENTRIES, MACHINE_SCHEDULER_FP_ENTRIES,
        MACHINE_SCHEDULER_INT_DEPTH, MACHINE_SCHEDULER_FP_DEPTH,    MACHINE_FETCH_BYTES
    };
    enum { MUCH = 1000 };

    for (size_t i = 0; i < sizeof fast / sizeof *fast; i++)
        m->number[fast[i]].value /= MUCH;
    for (size_t i = 0; i < sizeof large / sizeof *large; i++)
        m->number[large[i]].value = QUEUE_MOST;
    for (unsigned op = 0; op < SIGNATURE_OPS; op++)
        for (unsigned type = 0; type <= TYPE_F64; type++)
            for (unsigned v = 0; v < MACHINE_VECTORS; v++)
                m->cost[op][type][v].interval /= MUCH;
}

static const char *const op_names[SIGNATURE_OPS] = {
    [OP_MOVE] = "move",       [OP_ADD] = "add",      [OP_LOGIC] = "logic",   [OP_SHIFT] = "shift",
    [OP_LEA] = "lea",         [OP_MUL] = "mul",      [OP_DIV] = "div",       [OP_BITS] = "bits",
    [OP_FADD] = "FP add",     [OP_FMUL] = "FP mul",  [OP_FMA] = "fma",       [OP_FDIV] = "FP div",
    [OP_FSQRT] = "FP sqrt",   [OP_CONVERT] = "cvt",  [OP_VADD] = "vec add",  [OP_VMUL] = "vec mul",
    [OP_SHUFFLE] = "shuffle", [OP_CROSS] = "int-FP", [OP_ATOMIC] = "atomic", [OP_OTHER] = "other",
};

/* Writes the units of booking B, by name: "p015" of a board whose units are known. */
static void name_units(char to[BLOCK_UNIT], const struct booking *b)
{
    unsigned first = b->units != 0 ? (unsigned)__builtin_ctzll(b->units) : UNITS;

    if (first >= UNIT_MEASURED && first < UNITS)
        unit_model_text(to, BLOCK_UNIT, (uint32_t)(b->units >> UNIT_MEASURED));
    else if (first < SIGNATURE_OPS && op_names[first] != NULL)
        snprintf(to, BLOCK_UNIT, "%s", op_names[first]);
    else if (first == UNIT_INTEGER || first == UNIT_VECTOR)
        snprintf(to, BLOCK_UNIT, "%s", first == UNIT_INTEGER ? "integer" : "vector");
}

/* The units of an instruction. */
static void name_unit(char to[BLOCK_UNIT], const struct micro *i)
{
    *to = '\0';
    if (i->unit.units != 0 || i->group.units != 0)
        name_units(to, i->unit.units != 0 ? &i->unit : &i->group);
    else if (i->load.units >> UNIT_MEASURED != 0 || i->store.units >> UNIT_MEASURED != 0 ||
             i->branch.units >> UNIT_MEASURED != 0)
        name_units(to, i->loads > 0 ? &i->load : i->stores > 0 ? &i->store : &i->branch);
    else if (i->loads > 0 || i->stores > 0 || i->end != END_CUT)
        snprintf(to, BLOCK_UNIT, "%s", i->loads > 0 ? "load" : i->stores > 0 ? "store" : "branch");
}

static double each(const struct booking *b)
{
    return b->units != 0 ? b->cycles / __builtin_popcountll(b->units) : 0;
}

/* What an iteration books, by units. */
struct booked {
    struct booking by[4 * SIGNATURE_OPS];
    size_t n;
};

static void add_booking(struct booked *all, const struct booking *b)
{
    size_t i = 0;

    while (i < all->n && all->by[i].units != b->units)
        i++;
    if (b->units == 0 || i == sizeof all->by / sizeof all->by[0])
        return;
    if (i == all->n)
        all->by[all->n++] = (struct booking){ b->units, 0 };
    all->by[i].cycles += b->cycles;
}

/* What the bookings that need no unit outside of UNITS keep each of these busy for. */
static double busy(const struct booked *all, uint64_t units)
{
    double sum = 0;

    for (size_t i = 0; i < all->n; i++)
        if ((all->by[i].units & ~units) == 0)
            sum += all->by[i].cycles;
    return units != 0 ? sum / __builtin_popcountll(units) : 0;
}

static double busy_all(const struct booked *all)
{
    uint64_t units = 0;

    for (size_t i = 0; i < all->n; i++)
        units |= all->by[i].units;
    return busy(all, units);
}

/* The units of one booking, or of two together, that are busy longest. */
static void limit_by_units(struct block *b, const struct booked *all)
{
    for (size_t i = 0; i < all->n; i++)
        for (size_t k = 0; k <= i; k++) {
            const struct booking both = { all->by[i].units | all->by[k].units, 0 };
            double cycles = busy(all, both.units);

            if (cycles > b->limit[BLOCK_OPERATION]) {
                b->limit[BLOCK_OPERATION] = cycles;
                name_units(b->operation, &both);
            }
        }
}

/* Adds up how long units and the front end are busy in an iteration. */
static void add_limits(struct block *b, const struct micro *micro, const struct machine *m)
{
    struct booked all = { .n = 0 }, of[2] = { { .n = 0 }, { .n = 0 } }; /* integers, vectors */
    const struct machine_number *number = m->number;
    double *to = b->limit;

    for (size_t k = 0; k < b->n; k++) {
        const struct micro *i = &micro[k];
        struct block_instruction *row = &b->instruction[k];

        to[BLOCK_FRONT_END] += (double)i->slots / number[MACHINE_ISSUE_WIDTH].value;
        to[BLOCK_FETCH] += i->length / number[MACHINE_FETCH_BYTES].value;
        to[BLOCK_LOADS] += each(&i->load);
        to[BLOCK_STORES] += i->stores > 0 ? number[MACHINE_STORE_RTHROUGHPUT].value : 0;
        to[BLOCK_BRANCHES] += each(&i->branch);
        add_booking(&of[i->vector], &i->group);
        add_booking(&all, &i->unit);
        const struct booking *booked[] = { &i->group, &i->load, &i->store, &i->branch };
        for (size_t w = 0; w < sizeof booked / sizeof *booked; w++)
            if (booked[w]->units >> UNIT_MEASURED != 0) /* classes have limits of their own */
                add_booking(&all, booked[w]);
        row->latency =
            (double)i->latency + (i->loads > 0 ? m->level[0].latency + (double)i->load_more : 0);
        row->rthroughput = fmax(each(&i->unit), fmax(each(&i->group), each(&i->load)));
        name_unit(row->unit, i);
    }
    to[BLOCK_INTEGER] = busy_all(&of[0]);
    to[BLOCK_VECTOR] = busy_all(&of[1]);
    limit_by_units(b, &all);
}

/* Replays P as the board is, and as if all was there but latencies. */
static int replay_both(struct block *b, const struct program *p)
{
    struct core_model r, ideal;
    struct machine *wide = malloc(sizeof *wide);
    struct micro *micro = micro_make(&p->signature, &b->board->machine);
    int status = wide != NULL && micro != NULL ? replay(&r, p, &b->board->machine) : no_memory();

    if (status == 0) {
        double iterations = r.instructions / (double)b->n;
        b->cycles = r.cycles / iterations;
        for (size_t i = 0; i < b->n; i++)
            for (unsigned c = 0; c < CAUSES; c++) {
                double cycles = r.place[i].cycles[c] / iterations;
                b->instruction[i].cycles[c] = cycles;
                b->instruction[i].total += cycles;
                b->cause[c] += cycles;
            }
        add_limits(b, micro, &b->board->machine);
        core_model_free(&r);
        *wide = b->board->machine;
        widen(wide);
        status = replay(&ideal, p, wide);
        if (status == 0)
            b->limit[BLOCK_DEPENDENCE] = ideal.cycles / (ideal.instructions / (double)b->n);
        core_model_free(&ideal);
    }
    free(wide);
    free(micro);
    return status;
}

int block_make(struct block *b, const struct block_code *c, const struct board *board)
{
    struct program *p = calloc(1, sizeof *p);
    struct decoder *d = decoder_new(board->isa);
    int status = 0;

    *b = (struct block){ .board = board };
    b->instruction = calloc(BLOCK_MOST + 1, sizeof *b->instruction);
    if (p != NULL)
        p->signature.code = calloc(BLOCK_MOST + 1, sizeof *p->signature.code);
    if (p == NULL || b->instruction == NULL || p->signature.code == NULL)
        status = no_memory();
    else if (d == NULL)
        status = say(SAY_NOTHING, board->file,
                     "its board is %s, and this build decodes no code of that", board->isa);
    if (status == 0) {
        snprintf(p->signature.isa, sizeof p->signature.isa, "%s", board->isa);
        status = decode_all(b, &p->signature, c, d);
    }
    if (status == 0)
        status = check_code(b, &p->signature, c->name);
    if (status == 0)
        status = make_program(p, b);
    if (status == 0)
        status = replay_both(b, p);
    if (p != NULL)
        free_program(p);
    if (d != NULL)
        decoder_free(d);
    return status;
}

void block_free(struct block *b)
{
    free(b->instruction);
    *b = (struct block){ 0 };
}
