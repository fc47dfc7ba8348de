/* Programs and machines for tests of the replay. */
#include "made_program.h"
#include "policy/scheduler.h"
#include "result/result.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct made_program *made_program_new(void)
{
    struct made_program *p = calloc(1, sizeof *p);
    struct signature *s = &p->signature;

    strcpy(s->isa, "x86_64");
    s->line_bytes = 64;
    s->page_bytes = 4096;
    s->code = p->code;
    s->blocks = p->blocks;
    s->events = p->events;
    s->accesses = p->accesses;
    s->bursts = &p->burst;
    s->n_bursts = 1;
    p->blocks[0].loop = p->blocks[0].function = SIGNATURE_NONE;
    return p;
}

struct signature_instruction *made_program_add(struct made_program *p, unsigned op, unsigned from,
                                               unsigned to)
{
    struct signature_instruction *i = &p->code[p->signature.n_code++];

    *i = (struct signature_instruction){ .address = 0x1000 + 4 * p->signature.n_code,
                                         .length = 1,
                                         .op = (uint8_t)op,
                                         .type = TYPE_I64 };
    if (from > 0)
        i->reads[i->n_reads++] = (uint8_t)from;
    if (to > 0)
        i->writes[i->n_writes++] = (uint8_t)to;
    p->blocks[p->signature.n_blocks].n++;
    p->signature.instructions++;
    p->burst.instructions++;
    return i;
}

struct signature_access *made_program_load(struct made_program *p, uint64_t address,
                                           unsigned distance)
{
    struct signature_instruction *i = &p->code[p->signature.n_code - 1];
    struct signature_access *a = &p->accesses[p->signature.n_accesses++];

    i->loads = 1;
    *a = (struct signature_access){ .address = address, .bytes = 8, .distance = (uint8_t)distance };
    a->instruction = (uint16_t)(p->blocks[p->signature.n_blocks].n - 1);
    p->events[p->signature.n_events].n_accesses++;
    p->burst.n_accesses++;
    return a;
}

void made_program_end(struct made_program *p, enum signature_end end, bool missed)
{
    struct signature *s = &p->signature;
    struct signature_event *e = &p->events[s->n_events++];

    p->code[s->n_code - 1].end = (uint8_t)end;
    p->blocks[s->n_blocks].end = (uint8_t)end;
    e->block = s->n_blocks++;
    e->missed = missed ? 0xff : 0;
    p->burst.n_events++;
    p->blocks[s->n_blocks].first = s->n_code;
    p->blocks[s->n_blocks].loop = p->blocks[s->n_blocks].function = SIGNATURE_NONE;
}

static void put(struct results *r, struct result_id id, double value)
{
    result_add(r, id)->value = value;
}

static void make_levels(struct machine *m)
{
    m->levels = 2;
    m->line_bytes = 64;
    m->page_bytes = 4096;
    m->level[0] = (struct machine_level){ 512, 0, 4, 10, 0, REPLACEMENT_LRU };
    m->level[1] = (struct machine_level){ 16384, 0, 14, 10, 0, REPLACEMENT_LRU };
    m->level[2] = (struct machine_level){ INFINITY, 0, 100, 10, 0, REPLACEMENT_LRU };
}

void made_machine(struct machine *m, struct results *results, double width, double window)
{
    memset(m, 0, sizeof *m);
    memset(results, 0, sizeof *results);
    m->results = results;
    put(results, id_op(OP_LATENCY, "add", "i64"), 1);
    put(results, id_op(OP_RTHROUGHPUT, "add", "i64"), 0.25);
    put(results, id_op(OP_LATENCY, "div", "i64"), 12);
    put(results, id_op(OP_RTHROUGHPUT, "div", "i64"), 6);
    make_levels(m);
    for (unsigned p = 0; p < MACHINE_PARAMETERS; p++)
        m->number[p].value = machine_parameter_bounds((enum machine_parameter)p)[0];
    m->number[MACHINE_ISSUE_WIDTH].value = width;
    m->number[MACHINE_ROB_ENTRIES].value = window;
    m->number[MACHINE_SCHEDULER_INT_ENTRIES].value = m->number[MACHINE_SCHEDULER_FP_ENTRIES].value =
        SCHEDULER_MOST;
    m->number[MACHINE_SCHEDULER_INT_DEPTH].value = m->number[MACHINE_SCHEDULER_FP_DEPTH].value =
        SCHEDULER_MOST;
    m->number[MACHINE_BRANCH_PENALTY].value = 15;
    m->number[MACHINE_FETCH_BYTES].value = 64;
    m->number[MACHINE_STORE_FORWARD_LATENCY].value = 5;
    m->number[MACHINE_STORE_QUEUE_ENTRIES].value = 8;
    m->number[MACHINE_LOAD_QUEUE_ENTRIES].value = m->number[MACHINE_BRANCHES_IN_FLIGHT].value =
        m->number[MACHINE_INT_REGISTERS].value = m->number[MACHINE_VECTOR_REGISTERS].value =
            m->number[MACHINE_RETURN_STACK_ENTRIES].value = QUEUE_MOST;
    m->number[MACHINE_MSHRS].value = MSHRS_MOST;
    m->number[MACHINE_ICACHE_SIZE].value = 32768;
    machine_find_costs(m);
}
