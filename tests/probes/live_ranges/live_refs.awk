# awk -v arch=ARCHITECTURE -f timed_loops_isa.awk -f live_refs.awk LISTING
# LISTING: what `objdump -d --no-show-raw-insn` prints of a generated file of live ranges. A line
# `K REFERENCES` for each loop on K variables: how many instructions of a lap use the stack.

BEGIN {
    if (!isa_choose(arch))
        exit 77
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
    stack[n] = isa_stack
}

END {
    end_of_function()
}
