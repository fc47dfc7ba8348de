/* Each rule of the audit on answers that it must name, and on near ones of which it says nothing.
 */
#include "audit/audit.h"
#include "named_result.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct results results, other;
static struct audit_claims claims;
static struct log_key keys[4];
static struct log_run run;
static struct audit audit;

static int begin(void **state)
{
    (void)state;
    results = other = (struct results){ 0 };
    claims = (struct audit_claims){ 0 };
    run = (struct log_run){ .keys = keys };
    return 0;
}

static int end(void **state)
{
    (void)state;
    results_free(&results);
    results_free(&other);
    return 0;
}

static struct result *number_of(struct results *to, const char *id, const char *unit, double value,
                                double low, double high)
{
    struct result *r = named_result(to, unit, id);

    r->value = value;
    r->has_bounds = true;
    r->low = low;
    r->high = high;
    r->confidence = 0.9;
    return r;
}

static struct result *number(const char *id, const char *unit, double value)
{
    return number_of(&results, id, unit, value, 0.98 * value, 1.02 * value);
}

static void name(const char *id, const char *text)
{
    struct result *r = named_result(&results, "name", id);

    r->kind = RESULT_NAME;
    r->confidence = 0.9;
    snprintf(r->text, sizeof r->text, "%s", text);
}

static void claim(const char *id, double value)
{
    snprintf(claims.at[claims.n].id, ID_BYTES, "%s", id);
    claims.at[claims.n++].value = value;
}

static void key(const char *k, const char *value)
{
    keys[run.n_keys].key = (char *)k;
    keys[run.n_keys++].value = (char *)value;
}

/* The finding of RULE, or NULL. */
static const struct audit_finding *found(const char *rule)
{
    audit_find(&audit, &run, &results, &claims, other.n > 0 ? &other : NULL);
    for (size_t i = 0; i < audit.n_found; i++)
        if (strcmp(audit.found[i].rule, rule) == 0)
            return &audit.found[i];
    return NULL;
}

/* True where RULE lacked what it needs. */
static bool is_open(const char *rule)
{
    (void)found(rule);
    for (size_t i = 0; i < audit.n_open; i++)
        if (strcmp(audit.open[i].rule, rule) == 0)
            return *audit.open[i].needs != '\0';
    return false;
}

static void without_answers_nothing_is_found(void **state)
{
    (void)state;
    audit_find(&audit, &run, &results, &claims, NULL);
    assert_int_equal(audit.n_found, 0);
    assert_int_equal(audit.n_applied, 0);
    assert_true(audit.n_open >= 18);
}

static void clock_below_what_is_stated(void **state)
{
    (void)state;
    number("cpu.frequency", "Hz", 400e6);
    assert_true(is_open("clock"));
    claim("cpu.frequency", 800e6);
    const struct audit_finding *f = found("clock");
    assert_non_null(f);
    assert_true(fabs(f->loss - 0.49) < 1e-9);
    assert_string_equal(f->is.what, "cpu.frequency");
    assert_string_equal(f->may.what, "claim.cpu.frequency");
    claims.at[0].value = 400e6;
    assert_null(found("clock"));
    assert_false(is_open("clock"));
}

static void a_wide_range_excuses(void **state)
{
    (void)state;
    number_of(&results, "cpu.frequency", "Hz", 400e6, 200e6, 900e6);
    claim("cpu.frequency", 800e6);
    assert_null(found("clock"));
}

static void outer_cache_of_a_bare_board(void **state)
{
    (void)state;
    number("cache.levels", "count", 1);
    claim("cache.levels", 2);
    assert_null(found("no_cache")); /* a guest may see less */
    key("os", "none");
    assert_non_null(found("no_cache"));
    results.at[0].value = 2;
    assert_null(found("no_cache"));
}

static void share_of_a_cache(void **state)
{
    (void)state;
    number("cache.2.size", "B", 262144);
    claim("cache.2.size", 524288);
    assert_non_null(found("cache_size"));
    results.at[0].high = 524288;
    assert_null(found("cache_size"));
}

static void stores_that_pass(void **state)
{
    (void)state;
    number("cache.levels", "count", 2);
    name("cache.1.write", "through");
    assert_null(found("write_through")); /* the second cache may keep them */
    claim("cache.1.write_back", 1);
    assert_non_null(found("write_through"));
    claims.at[0].value = 0;
    assert_null(found("write_through"));
    name("cache.2.write", "through");
    assert_non_null(found("write_through"));
}

static void dram_that_saturates_early(void **state)
{
    (void)state;
    number("bandwidth.memory.read", "B/cycle", 1)->gb_per_s = 1;
    struct result *r = number("bandwidth.memory.read.4", "B/cycle", 1.5);
    r->gb_per_s = 1.5;
    claim("memory.bandwidth", 3.2e9);
    assert_non_null(found("dram_rate"));
    results.at[1].gb_per_s = 2;
    assert_null(found("dram_rate"));
    results.at[1].gb_per_s = 1.5;
    results.at[0].gb_per_s = 0.4; /* the cores ask for no more */
    assert_null(found("dram_rate"));
    assert_true(is_open("dram_rate"));
}

static void reads_without_a_prefetcher(void **state)
{
    (void)state;
    number("cache.levels", "count", 1);
    number("cache.1.line", "B", 64)->nominal = 64;
    number("memory.latency", "cycle", 100);
    number("memory.mlp", "count", 1);
    number("bandwidth.memory.read", "B/cycle", 0.64);
    assert_true(is_open("prefetcher"));
    name("prefetch.1.stride", "none");
    assert_non_null(found("prefetcher"));
    results.at[4].high = 3;
    assert_null(found("prefetcher"));
}

static void calls_in_place_of_units(void **state)
{
    (void)state;
    number("op.add.f32.latency", "cycle", 45);
    number("op.div.i32.latency", "cycle", 120);
    assert_true(is_open("fpu") && is_open("divider"));
    claim("cpu.fpu", 1);
    claim("cpu.divider", 1);
    assert_non_null(found("fpu"));
    assert_non_null(found("divider"));
    results.at[0].low = 4;
    results.at[1].low = 20;
    assert_null(found("fpu"));
    assert_null(found("divider"));
}

static void narrow_vectors(void **state)
{
    (void)state;
    number("op.add.f32.latency", "cycle", 4);
    number("op.add.v128f32.latency", "cycle", 4);
    claim("cpu.vector_bits", 256);
    assert_non_null(found("vectors"));
    claims.at[0].value = 128;
    assert_null(found("vectors"));
}

static void clock_that_falls(void **state)
{
    (void)state;
    number("cpu.frequency.under.v512f64", "ratio", 0.8);
    number("cpu.throttling.level", "ratio", 0.7);
    const struct audit_finding *f = found("vector_clock");
    assert_non_null(f);
    assert_non_null(found("throttling"));
    assert_string_equal(audit.found[0].rule, "throttling"); /* the greater loss first */
    results.at[0].high = results.at[1].high = 1;
    assert_null(found("vector_clock"));
    assert_null(found("throttling"));
}

static void neighbour_on_the_core(void **state)
{
    (void)state;
    number("neighbour.share", "ratio", 0.5);
    number("issue.width", "uop/cycle", 4);
    number("issue.width.shared", "uop/cycle", 2);
    const struct audit_finding *f = found("neighbour");
    assert_non_null(f);
    assert_true(fabs(f->loss - 0.25) < 1e-9);
    results.at[0].low = 0;
    assert_null(found("neighbour"));
}

static void loads_that_trap(void **state)
{
    (void)state;
    assert_true(is_open("alignment"));
    number("core.load.unaligned", "cycle", 600);
    key("hal", "posix");
    const struct audit_finding *f = found("alignment");
    assert_non_null(f);
    assert_true(isnan(f->loss));
    assert_non_null(strstr(f->look, "SBI"));
    number("cache.1.latency", "cycle", 3);
    assert_true(found("alignment")->loss > 0.99);
    results.at[0].low = 12;
    assert_null(found("alignment"));
}

static void time_that_others_take(void **state)
{
    (void)state;
    assert_true(is_open("background_load"));
    number("os.cpu.available", "ratio", 0.5);
    const struct audit_finding *f = found("background_load");
    assert_non_null(f);
    assert_true(fabs(f->loss - 0.49) < 1e-9);
    number("os.cpu.scheduled", "ratio", 0.6);
    f = found("background_load");
    assert_string_equal(f->is.what, "os.cpu.scheduled");
    assert_non_null(strstr(f->what, "other threads"));
    results.at[1].high = 1; /* the thread was on the core all the time */
    f = found("background_load");
    assert_string_equal(f->is.what, "os.cpu.available");
    assert_non_null(strstr(f->look, "/proc/interrupts"));
    results.at[0].high = 0.91;
    assert_null(found("background_load"));
}

static void node_with_a_channel_less(void **state)
{
    (void)state;
    number("numa.node.0-0.bandwidth", "B/cycle", 4);
    assert_true(is_open("node_bandwidth"));
    number("numa.node.1-1.bandwidth", "B/cycle", 2);
    const struct audit_finding *f = found("node_bandwidth");
    assert_non_null(f);
    assert_string_equal(f->is.what, "numa.node.1-1.bandwidth");
    results.at[1].high = 3.9;
    assert_null(found("node_bandwidth"));
}

static void huge_pages_in_name(void **state)
{
    (void)state;
    name("huge_page.granted", "yes");
    name("huge_page.tlb_reach", "none");
    const struct audit_finding *f = found("huge_pages");
    assert_non_null(f);
    assert_true(isnan(f->loss));
    snprintf(results.at[1].text, sizeof results.at[1].text, "gained");
    assert_null(found("huge_pages"));
}

static void conditions_of_the_system(void **state)
{
    (void)state;
    key("os", "linux");
    assert_null(found("pinning"));
    key("pinning", "EPERM");
    key("governor", "powersave");
    number_of(&results, "cpu.frequency", "Hz", 2e9, 1e9, 3e9);
    assert_non_null(found("pinning"));
    assert_non_null(found("governor"));
    results.at[0].low = 2.9e9;
    assert_null(found("governor"));
}

static void registers_that_are_read_back(void **state)
{
    (void)state;
    assert_true(is_open("registers"));
    claim("sctlr.c", 1);
    claim("sctlr.a", 0);
    assert_null(found("registers"));
    claim("actlr.smp", 0);
    const struct audit_finding *f = found("registers");
    assert_non_null(f);
    assert_string_equal(f->is.what, "actlr.smp");
    assert_non_null(strstr(f->look, "ACTLR.SMP"));
    claims.at[0].value = 0;
    claims.at[1].value = 1;
    (void)found("registers");
    assert_int_equal(audit.n_found, 3);
}

static void registers_of_other_ports(void **state)
{
    static const struct {
        const char *id, *hal, *look;
        double off;
    } bits[] = {
        { "sctlr_el1.c", "aarch64", "SCTLR_ELx.C", 0 },
        { "cpacr_el1.fpen", "aarch64", "CPACR_EL1.FPEN", 0 },
        { "cpuectlr_el1.smpen", "aarch64", "CPUECTLR_EL1.SMPEN", 0 },
        { "ccr.dc", "arm_m", "SCB->CCR", 0 },
        { "ccr.unalign_trp", "arm_m", "UNALIGN_TRP", 1 },
        { "flash_acr.prften", "arm_m", "PRFTEN", 0 },
        { "satp.mode", "riscv64", "satp.MODE", 0 },
        { "sstatus.fs", "riscv64", "sstatus.FS", 0 },
        { "cr0.cd", "x86_64", "CR0.CD", 1 },
        { "ia32_mtrr_def_type.e", "x86_32", "MTRR", 0 },
    };

    for (size_t i = 0; i < sizeof bits / sizeof bits[0]; i++) {
        begin(state);
        key("hal", bits[i].hal);
        claim(bits[i].id, bits[i].off == 0);
        assert_null(found("registers"));
        claims.at[0].value = bits[i].off;
        const struct audit_finding *f = found("registers");
        assert_non_null(f);
        assert_string_equal(f->is.what, bits[i].id);
        if (strstr(f->look, bits[i].look) == NULL)
            fail_msg("%s: %s lacks: %s", bits[i].id, f->look, bits[i].look);
    }
}

static void wait_states_by_their_register(void **state)
{
    (void)state;
    claim("flash_acr.latency", 8);
    assert_true(is_open("wait_states"));
    claim("flash.wait_states", 4);
    assert_non_null(found("wait_states"));
    claims.at[1].value = 8;
    assert_null(found("wait_states"));
    assert_false(is_open("wait_states"));
}

static void an_emulator_s_times_are_not_audited(void **state)
{
    (void)state;
    number("cpu.frequency", "Hz", 400e6);
    claim("cpu.frequency", 800e6);
    claim("sctlr.c", 0);
    claim("actlr.smp", 0);
    key("given.emulated", "1");
    assert_null(found("clock"));
    assert_true(is_open("clock"));
    assert_string_equal(found("registers")->is.what, "sctlr.c");
    assert_int_equal(audit.n_found, 1);
}

static void latency_that_is_stated(void **state)
{
    (void)state;
    number("region.flash.fetch.latency", "cycle", 9);
    assert_true(is_open("stated"));
    claim("region.flash.fetch.latency", 5);
    const struct audit_finding *f = found("stated");
    assert_non_null(f);
    assert_non_null(strstr(f->look, "wait states"));
    key("hal", "arm_m");
    assert_non_null(strstr(found("stated")->look, "FLASH_ACR"));
    results.at[0].low = 5;
    assert_null(found("stated"));
}

static void sister_board_by_time(void **state)
{
    (void)state;
    struct result *r = number("memory.latency", "cycle", 100);
    r->ns = 200; /* at half the sister's clock */
    assert_true(is_open("sister"));
    r = number_of(&other, "memory.latency", "cycle", 100, 98, 102);
    r->ns = 100;
    const struct audit_finding *f = found("sister");
    assert_non_null(f);
    assert_string_equal(f->is.unit, "ns");
    assert_true(f->loss > 0.45 && f->loss < 0.5);
    other.at[0].ns = 190;
    assert_null(found("sister"));
}

/* The range of a doubtful answer is wide by what is known of its method, on both boards alike. */
static struct result *reads_dram(struct results *to, double gb_per_s)
{
    struct result *r =
        number_of(to, "bandwidth.memory.read.4", "B/cycle", 1, 0.98 / exp(0.9), 1.02 * exp(0.9));

    r->widened = 0.9;
    r->confidence = 0.2;
    r->gb_per_s = gb_per_s;
    return r;
}

static void bandwidth_of_dram_by_its_samples(void **state)
{
    (void)state;
    reads_dram(&results, 70);
    reads_dram(&other, 100);
    const struct audit_finding *f = found("sister");
    assert_non_null(f);
    assert_true(fabs(f->confidence - 0.2) < 1e-9 && f->loss > 0.25);
    results.at[0].gb_per_s = 85;
    assert_null(found("sister"));
}

static void doubtful_answers_differ_by_half(void **state)
{
    (void)state;
    number("core.store.evicted_line", "cycle", 30);
    number_of(&other, "core.store.evicted_line", "cycle", 20, 20, 20)->confidence = 0.5;
    assert_null(found("sister"));
    results.at[0].value = results.at[0].low = results.at[0].high = 50;
    const struct audit_finding *f = found("sister");
    assert_non_null(f);
    assert_true(f->confidence == 0.5);
    other.at[0].confidence = 0.4;
    assert_null(found("sister"));
}

static void as_sure_as_the_least_sure_answer(void **state)
{
    (void)state;
    number("neighbour.share", "ratio", 0.5)->confidence = 0.999;
    const struct audit_finding *f = found("neighbour");
    assert_true(f->confidence == 0.95);
    number("issue.width", "uop/cycle", 4);
    number("issue.width.shared", "uop/cycle", 2)->confidence = 0.3;
    f = found("neighbour");
    assert_true(f->confidence == 0.3);
}

static void of_one_quantity_the_worst(void **state)
{
    (void)state;
    number("op.add.f32.latency", "cycle", 8);
    number("op.mul.f32.latency", "cycle", 16);
    number_of(&other, "op.add.f32.latency", "cycle", 4, 4, 4);
    number_of(&other, "op.mul.f32.latency", "cycle", 4, 4, 4);
    const struct audit_finding *f = found("sister");
    assert_int_equal(audit.n_found, 1);
    assert_string_equal(f->is.what, "op.mul.f32.latency");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(without_answers_nothing_is_found),
        TEST(clock_below_what_is_stated),
        TEST(a_wide_range_excuses),
        TEST(outer_cache_of_a_bare_board),
        TEST(share_of_a_cache),
        TEST(stores_that_pass),
        TEST(dram_that_saturates_early),
        TEST(reads_without_a_prefetcher),
        TEST(calls_in_place_of_units),
        TEST(narrow_vectors),
        TEST(clock_that_falls),
        TEST(neighbour_on_the_core),
        TEST(loads_that_trap),
        TEST(time_that_others_take),
        TEST(node_with_a_channel_less),
        TEST(huge_pages_in_name),
        TEST(conditions_of_the_system),
        TEST(registers_that_are_read_back),
        TEST(registers_of_other_ports),
        TEST(wait_states_by_their_register),
        TEST(an_emulator_s_times_are_not_audited),
        TEST(latency_that_is_stated),
        TEST(sister_board_by_time),
        TEST(bandwidth_of_dram_by_its_samples),
        TEST(doubtful_answers_differ_by_half),
        TEST(as_sure_as_the_least_sure_answer),
        TEST(of_one_quantity_the_worst),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
