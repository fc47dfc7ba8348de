# Holds the generated kernels of probe ops to the operations that they stand for.
# awk -v arch=ARCHITECTURE -f timed_loops_isa.awk -f op_loops.awk LISTING
# LISTING: the output of `objdump -dt --no-show-raw-insn` of an image. Kernels are functions OP_STREAMS of files
# ops_TYPE.c and ops_fma_TYPE.c. Each has steps times streams operations, no fewer (folded) and no more than a
# loop's own few (done twice). Kernels of probe peaks are functions MIX_DEPTH_UNROLL of files peak_TYPE.c and
# peak_fma_TYPE.c: of each operation of the mix as many as it says, and nothing of the stack in the loop.
# Kernels of probe shared_units are functions OP_TYPE_OTHER_TYPE_N_M, or OP_TYPE_alone_N_CHAINS, of files
# shared_TYPE.c: N operations of the one and M of the other, and, where words have 64 bits, nothing of the stack in the loop.
# Operations that the table below lacks go unchecked. Ends with 1 where a kernel is not as it should be.

# OPS on TYPES (regular expressions) are instructions that match FORM, PER to an operation; the loop
# around has up to OWN of them itself.
function rule(ops, types, form, per, own) {
    n_rules++
    rule_ops[n_rules] = "^(" ops ")$"
    rule_types[n_rules] = "^(" types ")$"
    rule_form[n_rules] = form
    rule_per[n_rules] = per
    rule_own[n_rules] = own
}

function rules_x86() {
    rule("add|sub", any_int, "^(add|sub|lea)[bwlq]? ", 1, 6)
    rule("and", any_int, "^and[bwlq]? ", 1, 2)
    rule("xor", any_int, "^xor[bwlq]? ", 1, 4)
    rule("mul", any_int, "^i?mul[bwlq]? ", 1, 0)
    rule("div|mod", any_int, "^idiv[bwlq]? ", 1, 0)
    rule("cmp", any_int, "^(cmov[a-z]+|v?p(max|min)s[bwdq]|v?pblendv[a-z]*|v?pand) ", 1, 2)
    rule("load", any_int, "^mov[a-z]* +(0x0)?\\(%[er][a-ds1-9][^s,]*,%[^)]*\\)", 1, 1)
    rule("apart", any_int, "^mov[a-z]* +(0x[0-9a-f]+)?\\(%[er]([^i,]*|[sd]i)\\),", 1, 2)
    rule("add", "f32|f64|v.*f..", "^v?add[sp][sd] ", 1, 0)
    rule("sub", "f32|f64|v.*f..", "^v?sub[sp][sd] ", 1, 0)
    rule("mul", "f32|f64|v.*f..", "^v?mul[sp][sd] ", 1, 0)
    rule("div", "f32|f64|v.*f..", "^v?div[sp][sd] ", 1, 0)
    rule("sqrt", "f32|f64", "^v?sqrts[sd] ", 1, 0)
    rule("cmp", "f32|f64", "^v?(max|min)s[sd] ", 1, 0)
    rule("cvt", wide ? "f32|f64" : "f32", "^v?cvt(t?s[sd]2si|si2s[sd])", 2, 0)
    rule("fma", "f32|f64|v.*f..", "^(vfmadd[123]*|v?mul)[sp][sd] ", 1, 0)
    rule("add", "v.*i..", "^v?padd[dq] ", 1, 0)
    rule("xor", "v.*i..", "^(v?pxor[dq]?|v?xorp[sd]) ", 1, 3)
    rule("mul", "v[25].*i32", "^v?pmulld ", 1, 0)
    rule("shift", "v.*i..", "^v?ps[lr]l[dq] ", 1, 0)
}

function rules_arm() {
    rule("add|sub", any_int, "^(adds?|subs?|rsbs?)(\\.w)? ", 1, 8)
    rule("mul", any_int, "^(muls?|smulbb)(\\.w)? ", 1, 0)
    rule("and", any_int, "^ands?(\\.w)? ", 1, 2)
    rule("xor", any_int, "^eors?(\\.w)? ", 1, 2)
    rule("div|mod", any_int, "^sdiv ", 1, 0)
    rule("load", any_int, "^ldr(s?b|s?h)?(\\.w)? +[a-z0-9]+, \\[(r|ip|lr|sl|fp)[0-9]*, (r|ip|lr|sl|fp)", 1, 1)
    rule("add", "f..|v.*f..", "^vadd\\.f", 1, 0)
    rule("sub", "f..", "^vsub\\.f", 1, 0)
    rule("mul", "f..|v.*f..", "^vn?mul\\.f", 1, 0)
    rule("div", "f..", "^vdiv\\.f", 1, 0)
    rule("sqrt", "f..", "^vsqrt\\.f", 1, 0)
    rule("cvt", "f32", "^vcvt\\.", 2, 0)
    rule("cmp", "f..", "^v(cmpe?|(max|min)nm)\\.f", 1, 0)
    rule("fma", "f..|v.*f..", "^v(n?ml|fn?m)[as]\\.f", 1, 0)
    rule("add", "v.*i..", "^vadd\\.i", 1, 0)
    rule("mul", "v.*i32", "^vmul\\.i", 1, 0)
    rule("xor", "v.*i..", "^veor", 1, 0)
}

function rules_aarch64() {
    rule("add|sub", any_int, "^(adds?|subs?|neg) +[wxs]", 1, 8)
    rule("mul", any_int, "^(mul|madd|smull) +[wx]", 1, 0)
    rule("and", any_int, "^ands? +[wx]", 1, 2)
    rule("xor", any_int, "^eor +[wx]", 1, 2)
    rule("shift", any_int, "^(lsl|lsr|asr|s?b?fiz|[su]bfi?[xz]|u?bfx) ", 1, 4)
    rule("div|mod", any_int, "^sdiv ", 1, 0)
    rule("cmp", any_int, "^cs(el|inc|neg) ", 1, 2)
    rule("load", any_int, "^ldrs?[bhw]? +[wx][0-9]+, \\[x[0-9]+, [wx][0-9]+", 1, 1)
    rule("apart", any_int, "^ldrs?[bhw]? +[wx][0-9]+, \\[x[0-9]+(, #[0-9]+)?\\]", 1, 3)
    rule("add", "f..|v.*f..", "^fadd ", 1, 0)
    rule("sub", "f..", "^fsub ", 1, 0)
    rule("mul", "f..|v.*f..", "^fmul ", 1, 0)
    rule("div", "f..|v.*f..", "^fdiv ", 1, 0)
    rule("sqrt", "f..", "^fsqrt ", 1, 0)
    rule("cvt", "f..", "^(fcvtzs|scvtf) ", 2, 0)
    rule("cmp", "f..", "^f(max|min)nm ", 1, 0)
    rule("fma", "f..", "^fmadd ", 1, 0)
    rule("fma", "v.*f..", "^fmla ", 1, 0)
    rule("add", "v.*i..", "^add +v", 1, 0)
    rule("mul", "v.*i32", "^mul +v", 1, 0)
    rule("xor", "v.*i..", "^eor +v", 1, 0)
    rule("shift", "v.*i..", "^(shl|ushr|sshr) ", 1, 0)
}

function rules_riscv() {
    rule("add", "i32", wide ? "^addw " : "^add ", 1, wide ? 2 : 8)
    rule("sub", "i32|i64", "^subw? ", 1, 2)
    rule("mul", any_int, "^mulw? ", 1, 0)
    rule("xor", any_int, "^xor ", 1, 0)
    rule("and", any_int, "^and ", 1, 0)
    rule("div", any_int, "^divw? ", 1, 0)
    rule("mod", any_int, "^remw? ", 1, 0)
    rule("add", "f..", "^fadd\\.", 1, 0)
    rule("sub", "f..", "^fsub\\.", 1, 0)
    rule("mul", "f..", "^fmul\\.", 1, 0)
    rule("div", "f..", "^fdiv\\.", 1, 0)
    rule("sqrt", "f..", "^fsqrt\\.", 1, 0)
    rule("cvt", "f..", "^fcvt\\.", 2, 0)
    rule("fma", "f..", "^fmadd\\.", 1, 0)
}

function rules_ppc() {
    rule("add", any_int, "^add ", 1, 4)
    rule("sub", any_int, "^(subf|sub) ", 1, 4)
    rule("mul", any_int, "^mull[wd] ", 1, 0)
    rule("div|mod", any_int, "^div[wd] ", 1, 0)
    rule("and", any_int, "^and ", 1, 0)
    rule("xor", any_int, "^xor ", 1, 0)
    rule("add", "f..", "^(fadds?|xsadd[sd]p) ", 1, 0)
    rule("sub", "f..", "^(fsubs?|xssub[sd]p) ", 1, 0)
    rule("mul", "f..", "^(fmuls?|xsmul[sd]p) ", 1, 0)
    rule("div", "f..", "^(fdivs?|xsdiv[sd]p) ", 1, 0)
    rule("sqrt", "f..", "^(fsqrts?|xssqrt[sd]p) ", 1, 0)
    rule("fma", "f..", "^(fmadds?|xsmadd[am][sd]p) ", 1, 0)
}

# As in probes/lib/op_kernel.h.
function steps(streams) {
    return streams == 1 ? 32 : streams == 2 ? 8 : streams <= 8 ? 6 : streams <= 12 ? 4 : 2
}

BEGIN {
    any_int = "i8|i16|i32|i64"
    split("add mul fma", mix_op, " ")
    if (!isa_choose(arch)) {
        status = 77
        exit
    }
    wide = arch ~ /64/
    if (isa == "x86")
        rules_x86()
    else if (isa == "arm")
        rules_arm()
    else if (isa == "aarch64")
        rules_aarch64()
    else if (isa == "riscv")
        rules_riscv()
    else if (isa == "ppc")
        rules_ppc()
}

function find_rule(op, type,    i) {
    if (type == "i64" && !wide)
        return 0 # several instructions each
    for (i = 1; i <= n_rules; i++)
        if (op ~ rule_ops[i] && type ~ rule_types[i])
            return i
    return 0
}

function end_of_kernel(    want) {
    if (kernel == 0)
        return
    want = steps(streams) * streams * rule_per[kernel]
    checked++
    if (got < want || got > want + rule_own[kernel]) {
        print fn " on " type ": " got " instructions instead of " want
        status = 1
    }
    kernel = 0
}

# ---- mixes ----

# So many accumulators of each operation a mix has for one of depth.
function mix_has(mix, op) {
    if (op == "add")
        return mix ~ /^add2/ ? 2 : mix ~ /^(add|add_mul2|balanced|fma_add)$/
    if (op == "mul")
        return mix ~ /_mul2$/ ? 2 : mix ~ /^(mul|add2_mul|balanced)$/
    return mix ~ /^fma/
}

function begin_mix(name,    part, n, i) {
    n = split(name, part, "_")
    mix_laps = part[n - 1] * part[n]
    mix = part[1]
    for (i = 2; i <= n - 2; i++)
        mix = mix "_" part[i]
    for (i = 1; i <= 3; i++) {
        mix_rule[i] = mix_has(mix, mix_op[i]) ? find_rule(mix_op[i], type) : 0
        mix_got[i] = 0
    }
    mix_n = mix_stack = 0
}

function mix_line(line,    i) {
    line = isa_line(line)
    if (line == "")
        return
    for (i = 1; i <= 3; i++)
        mix_got[i] += mix_rule[i] > 0 && line " " ~ rule_form[mix_rule[i]]
    mix_place[isa_at] = ++mix_n
    mix_uses[mix_n] = isa_stack ? line : ""
    if (isa_target != "" && isa_target in mix_place)
        for (i = mix_place[isa_target]; i <= mix_n; i++)
            if (mix_uses[i] != "" && mix_stack == 0) {
                mix_wrong("the stack is used inside the timed loop: " mix_uses[i])
                mix_stack = 1
            }
}

function mix_wrong(what) {
    print fn " on " type ": " what
    status = 1
}

# Where no fused multiply-add is, one counts as the multiplication of its rule; the addition of the two may
# be there beside those of the mix.
function end_of_mix(    i, want, more) {
    for (i = 1; mix != "" && i <= 3; i++) {
        if (mix_rule[i] == 0)
            continue
        want = mix_laps * mix_has(mix, mix_op[i])
        more = rule_own[mix_rule[i]] + (mix ~ /^fma/ && mix_op[i] == "add" ? mix_laps : 0)
        if (mix_got[i] < want || mix_got[i] > want + more)
            mix_wrong(mix_got[i] " times " mix_op[i] " a lap instead of " want)
        mixes_checked += i == 1 || mix_rule[1] == 0
    }
    mix = ""
    delete mix_place
}

# ---- pairs of operations ----

function begin_pair(name,    part, i) {
    split(name, part, "_")
    n_pair = part[3] == "alone" ? 1 : 2
    pair_want[1] = part[n_pair + 3]
    pair_want[2] = part[6]
    for (i = 1; i <= n_pair; i++) {
        pair_op[i] = part[2 * i - 1] == "load" ? "apart" : part[2 * i - 1]
        pair_type[i] = part[2 * i]
        pair_rule[i] = find_rule(pair_op[i], pair_type[i])
        pair_upto[i, 0] = 0
    }
    pair = name
    mix_n = mix_stack = pair_first = pair_return = 0
}

# 64-bit PowerPC: a register that the caller owns is loaded from where it was first stored, on a way out of the loop.
function gives_back(line) {
    if (isa != "ppc")
        return 0
    if (sub(/^std /, "", line))
        pair_saved[pair, line] = 1
    return sub(/^ld /, "", line) && (pair, line) in pair_saved
}

function pair_line(line,    i) {
    line = isa_line(line)
    if (line == "")
        return
    mix_place[isa_at] = ++mix_n
    for (i = 1; i <= n_pair; i++)
        pair_upto[i, mix_n] = pair_upto[i, mix_n - 1] + (pair_rule[i] > 0 && line " " ~ rule_form[pair_rule[i]])
    mix_uses[mix_n] = isa_stack && !gives_back(line) ? line : ""
    if (line ~ /^(blr|ret)( |$)/)
        pair_return = mix_n # rare parts of a loop may lie after it
    if (isa_target == "" || !(isa_target in mix_place))
        return
    if (pair_first == 0 || mix_place[isa_target] < pair_first)
        pair_first = mix_place[isa_target]
    if (wide && mix_place[isa_target] > pair_return)
        for (i = mix_place[isa_target]; i <= mix_n; i++)
            if (mix_uses[i] != "" && mix_stack == 0) {
                mix_wrong("the stack is used inside the timed loop: " mix_uses[i])
                mix_stack = 1
            }
}

# What comes before the loop does not count. Where no fused multiply-add is, one counts as the multiplication of its
# rule. The loop chooses where it begins.
function end_of_pair(    i, more) {
    for (i = 1; pair != "" && i <= n_pair; i++) {
        if (pair_rule[i] == 0)
            continue
        pair_got[i] = pair_upto[i, mix_n] - pair_upto[i, pair_first - 1]
        more = rule_own[pair_rule[i]] + 4 + (pair_op[i] == "fma" && n_pair > 1 ? pair_want[3 - i] : 0)
        if (pair_got[i] < pair_want[i] * rule_per[pair_rule[i]] ||
            pair_got[i] > pair_want[i] * rule_per[pair_rule[i]] + more)
            mix_wrong(pair_got[i] " times " pair_op[i] " a lap instead of " pair_want[i])
        pairs_checked++
    }
    pair = ""
    delete mix_place
}

# The symbol table: local functions follow their file.
$3 == "df" || $4 == "df" {
    symbol_file = $NF
    next
}
/^[0-9a-f]+ +l .*F / {
    file_at[isa_address($1)] = symbol_file
    next
}

/^[0-9a-f]+ <[^.].*>:$/ {
    end_of_kernel()
    end_of_pair()
    fn = $2
    gsub(/[<>:]/, "", fn)
    file = file_at[isa_address($1)]
    end_of_mix()
    if (file ~ /^shared_[ifv][0-9]+([if][0-9]+)?\.c$/ && fn ~ /^[a-z0-9_]+_[0-9]+_[0-9]+$/) {
        type = file
        gsub(/^shared_|\.c$/, "", type)
        begin_pair(fn)
        next
    }
    if (file ~ /^peak_(fma_)?[ifv][0-9]+([if][0-9]+)?\.c$/ && fn ~ /^[a-z0-9_]+_[0-9]+_[0-9]+$/) {
        type = file
        gsub(/^peak_(fma_)?|\.c$/, "", type)
        begin_mix(fn)
        next
    }
    if (file !~ /^ops_(fma_)?[ifv][0-9]+([if][0-9]+)?\.c$/ || fn !~ /^[a-z]+_[0-9]+$/)
        next
    type = file
    gsub(/^ops_(fma_)?|\.c$/, "", type)
    split(fn, part, "_")
    streams = part[2]
    kernel = find_rule(part[1], type)
    got = 0
    next
}

pair != "" && /^ *[0-9a-f]+:/ {
    pair_line($0)
    next
}

mix != "" && /^ *[0-9a-f]+:/ {
    mix_line($0)
    next
}

kernel && /^ *[0-9a-f]+:/ {
    if (isa_clean($0) " " ~ rule_form[kernel])
        got++
}

END {
    end_of_kernel()
    end_of_mix()
    end_of_pair()
    if (status != 77 && pairs_checked > 0)
        print pairs_checked " kernels of pairs are as declared"
    if (status != 77 && mixes_checked > 0)
        print mixes_checked " kernels of mixes are as declared"
    if (status != 77 && checked > 0)
        print checked " kernels of operations are as declared"
    exit status
}
