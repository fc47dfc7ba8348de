# awk -v arch=ARCHITECTURE -f timed_loops_isa.awk -f live_refs.awk LISTING
# LISTING: what `objdump -d --no-show-raw-insn` prints of a generated file of live ranges. A line
# `K REFERENCES` for each loop on K variables: how many instructions of a lap use the stack, or move between registers
# of two kinds, where compilers keep what the one kind has no room for.

BEGIN {
    if (!isa_choose(arch))
        exit 77
}

function is_general(word) {
    return isa == "x86" ? word ~ /^%[er]/ : isa_is_register(word)
}

function changes_kind(text,    name) {
    name = text
    sub(/ .*/, "", name)
    return name ~ /^(v?mov[dq]|vmov|fmov|fmv[.a-z]*)$/ && isa_operands(text) > 1 && \
           is_general(isa_word[1]) != is_general(isa_word[2])
}

function end_of_function(    i, k, from) {
    for (i = 1; i <= n; i++)
        for (k = 1; k <= i && target[i] != ""; k++)
            if (at[k] == target[i]) {
                refs = 0
                for (from = k; from <= i; from++)
                    refs += stack[from]
                print live, refs
            }
    n = 0
}

/^[0-9a-f]+ <live_[0-9]+>:$/ {
    end_of_function()
    isa_framed = 0
    live = $2
    gsub(/[^0-9]/, "", live)
    next
}

live != "" && /^ *[0-9a-f]+:/ {
    line = isa_line($0)
    if (line == "")
        next
    at[++n] = isa_at
    target[n] = isa_target
    stack[n] = isa_stack || changes_kind(line)
}

END {
    end_of_function()
}
