/* Section of the text: answers that no other section shows. */
#include "report/format/table.h"
#include "report/format/value.h"
#include "result/confidence.h"
#include "sections.h"
#include <stdio.h>
#include <string.h>

/* Quantities that a section shows, on the first screen or with -v. */
static const bool has_section[QUANTITIES] = {
    [CPU_FREQUENCY] = true,
    [CACHE_LEVELS] = true,
    [MEMORY_LATENCY] = true,
    [CACHE_SIZE] = true,
    [CACHE_LINE] = true,
    [CACHE_WAYS] = true,
    [CACHE_LATENCY] = true,
    [CACHE_POLICY] = true,
    [CACHE_INCLUSION] = true,
    [CACHE_WRITE] = true,
    [CACHE_ALLOCATE] = true,
    [CACHE_SHARED_BY] = true,
    [CACHE_MLP] = true,
    [MEMORY_MLP] = true,
    [TLB_PAGE] = true,
    [TLB_LEVELS] = true,
    [TLB_WALK] = true,
    [PAGE_LARGE] = true,
    [TLB_ENTRIES] = true,
    [TLB_WAYS] = true,
    [TLB_PENALTY] = true,
    [REGISTERS] = true,
    [CONTEXTS_INT] = true,
    [CONTEXTS_FLOAT] = true,
    [CONTEXTS_MEMORY] = true,
    [CONTEXTS_SMP] = true,
    [CONTEXTS_SMT] = true,
    [CONTEXT_CYCLE] = true,
    [CONTEXT_LATENCY] = true,
    [OS_TIMESLOT] = true,
    [OS_CALL] = true,
    [OS_MAP] = true,
    [OS_READ] = true,
    [OS_WRITE] = true,
    [OS_FIND] = true,
    [OS_OPEN] = true,
    [OS_LIST] = true,
    [OS_GROW] = true,
    [OS_GROW_MANY] = true,
    [FIRST_TOUCH_PAGE] = true,
    [FIRST_TOUCH_READ] = true,
    [FIRST_TOUCH_COPIED] = true,
    [FIRST_TOUCH_RETURN] = true,
    [FIRST_TOUCH_FILE] = true,
    [BRANCH_PENALTY] = true,
    [BRANCH_PATTERN] = true,
    [BRANCH_INDIRECT_PENALTY] = true,
    [BRANCH_INDIRECT_PATTERN] = true,
    [BRANCH_INDIRECT_TARGETS] = true,
    [BRANCH_INDIRECT_SEVERAL] = true,
    [ICACHE_SIZE] = true,
    [ICACHE_WAYS] = true,
    [CODE_LINE] = true,
    [CODE_IN_ORDER] = true,
    [ISSUE_WIDTH] = true,
    [ISSUE_SHARED] = true,
    [ISSUE_STORE] = true,
    [ISSUE_STORE_LINE] = true,
    [ISSUE_STORE_LINES] = true,
    [ISSUE_LOAD_REAL] = true,
    [ISSUE_CALL] = true,
    [WINDOW_SIZE] = true,
    [WINDOW_WAITING] = true,
    [WINDOW_WAITING_REAL] = true,
    [WINDOW_AHEAD] = true,
    [WINDOW_AHEAD_REAL] = true,
    [NEIGHBOUR_SHARE] = true, /* among the doubts */
    [FORWARD_LATENCY] = true,
    [FORWARD_SAME] = true,
    [FORWARD_PART] = true,
    [FORWARD_REAL] = true,
    [FORWARD_EVICTED] = true,
    [BYPASS_CROSS] = true,
    [BYPASS_ADD_MUL] = true,
    [BYPASS_LOAD_VECTOR] = true,
    [TIMER_STEP] = true,
    [TIMER_READ] = true,
    [NUMA_NODES] = true,
    [NUMA_NEAR_LATENCY] = true,
    [NUMA_NEAR_BANDWIDTH] = true,
    [NUMA_FAR_LATENCY] = true,
    [NUMA_FAR_BANDWIDTH] = true,
    [LOADED_RATIO] = true,
    [LOADED_LATENCY] = true,
    [COHERENCE_PAIRS] = true,
    [BANDWIDTH_ALONE] = true,
    [BANDWIDTH_TOGETHER] = true,
    [BANDWIDTH_TRAFFIC] = true,
    [BANDWIDTH_SATURATION] = true,
    [PEAK_IMBALANCE] = true,
    [PEAK_CLOCK] = true,
    [CPU_FREQUENCY_UNDER] = true,
    [CPU_FREQUENCY_TRANSITION] = true,
    [PEAK_RATE] = true,
    [PEAK_TOGETHER] = true,
    [ROOFLINE_RIDGE] = true,
    [REGION_LATENCY] = true,
    [REGION_BANDWIDTH] = true,
    [OP_LATENCY] = true,
    [OP_THROUGHPUT] = true,
    [OP_INTERVAL] = true,
    [OP_IN_FLIGHT] = true,
    [OP_EXISTS] = true,
    [KERNEL_BEST] = true,
    [KERNEL_AT] = true,
    [KERNEL_INTENSITY] = true,
    [KERNEL_ROOF] = true,
    [KERNEL_LIMIT] = true,
    [KERNEL_ROOF_TOGETHER] = true,
    [KERNEL_LIMIT_TOGETHER] = true,
    [KERNEL_BEST_TOGETHER] = true,
    [KERNEL_AT_TOGETHER] = true,
    [KERNEL_INTENSITY_TOGETHER] = true,
    [PATTERN_STREAMS_BEST] = true,
    [PATTERN_SPEEDUP] = true,
    [PATTERN_SPEEDUP_AT] = true,
    [PATTERN_TRAFFIC] = true,
    [PATTERN_RATE] = true,
    [PATTERN_SHARING] = true,
    [PATTERN_BARRIER] = true,
};

static bool is_shown(const struct result_id *id)
{
    if (id->quantity == OP_EXISTS)
        return strcmp(id->op, "fma") == 0;
    if (id->quantity == ICACHE_SIZE)
        return id->level == 1;
    return id->quantity != QUANTITY_UNKNOWN && has_section[id->quantity];
}

static int add_answer(struct libscols_table *table, const struct result *r)
{
    char value[FORMAT_CELL], sure[FORMAT_CELL] = "-", nominal[FORMAT_CELL] = "-";

    format_answer(value, r);
    if (result_is_known(r))
        format_percent(sure, r->confidence);
    if (r->has_nominal)
        format_number(nominal, r->nominal, r->unit);
    const char *cells[] = { r->id, value, nominal, sure };
    return format_table_add(table, cells, sizeof cells / sizeof cells[0]);
}

int text_others(FILE *out, const struct results *results, bool verbose)
{
    enum { FEW = 6 };
    static const struct format_column columns[] = { { .name = "ID" },
                                                    { .name = "VALUE", .right = true },
                                                    { .name = "NOMINAL", .right = true },
                                                    { .name = "SURE", .right = true } };
    size_t n = 0, most = verbose ? SIZE_MAX : FEW;
    int err = 0;

    for (size_t i = 0; i < results->n; i++)
        n += !is_shown(&results->at[i].name);
    if (n == 0)
        return 0;
    fputs("OTHER\n", out);
    struct libscols_table *table = format_table_new(columns, sizeof columns / sizeof columns[0]);
    size_t shown = 0;
    for (size_t i = 0; i < results->n && shown < most && err == 0; i++)
        if (!is_shown(&results->at[i].name)) {
            err = add_answer(table, &results->at[i]);
            shown++;
        }
    err |= format_table_end(out, table);
    if (n > shown)
        fprintf(out, "  ... and %zu more, all with analyze -v\n", n - shown);
    return err;
}
