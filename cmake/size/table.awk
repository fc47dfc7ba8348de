# awk -v totals="TEXT DATA BSS" -v usual="TEXT DATA BSS" -f table.awk LIMITS PARTS
# Prints the size of an image by part, and holds it to its target's limits.
# PARTS: lines of parts.awk. What no part has (padding, tables of the linker) is the rest of TOTALS.
# LIMITS: a target's sizes.txt, or /dev/null:
#     most text BYTES       code and constants
#     most ram BYTES        data and bss
#     most usual BYTES      text of the image without probes that run only when asked for (USUAL; "": there is none)
#     most TYPE BYTES       text without kernels on types other than TYPE (i32, f32 ...)
#     part NAME TEXT RAM    what the part took when the limits were set
# Ends with 1 where a limit is passed, after naming the parts that grew most; with 2 where LIMITS has another line.

function complain(text) {
    print text >"/dev/stderr"
}

FILENAME == ARGV[1] && !/^(#|$)/ {
    if ($1 == "most" && NF == 3 && $2 ~ /^(text|ram|usual|[a-z][a-z0-9]*[0-9])$/ && $3 ~ /^[0-9]+$/) {
        most[$2] = $3
    } else if ($1 == "part" && NF == 4 && $3 $4 ~ /^[0-9]+$/) {
        was[$2, "text"] = $3
        was[$2, "ram"] = $4
        had[$2] = 1
    } else {
        complain(FILENAME ":" FNR ": " $0 ": neither `most text|ram|usual|TYPE BYTES` nor `part NAME TEXT RAM`")
        bad = 1
        exit 2
    }
}

FILENAME != ARGV[1] {
    add($1, $2, $3, $4)
}

function add(part, text, data, bss) {
    order[++n] = part
    is[part, "text"] = text
    is[part, "data"] = data
    is[part, "bss"] = bss
    is[part, "ram"] = data + bss
    sum["text"] += text
    sum["data"] += data
    sum["bss"] += bss
}

# Larger text first.
function sort_parts(    i, j, moved) {
    for (i = 2; i <= n; i++)
        for (j = i; j > 1 && is[order[j], "text"] > is[order[j - 1], "text"]; j--) {
            moved = order[j]
            order[j] = order[j - 1]
            order[j - 1] = moved
        }
}

function row(name, text, data, bss) {
    printf "%-22s %8d %8d %8d\n", name, text, data, bss
}

# Text without kernels on types other than TYPE.
function text_of(type,    i, left) {
    left = total[1]
    for (i = 1; i <= n; i++)
        if (order[i] ~ /\.[a-z0-9]*[0-9]$/ && order[i] !~ ("\\." type "$"))
            left -= is[order[i], "text"]
    return left
}

# The parts whose WHAT (text, ram) grew, most first, five at most.
function growth(what,    i, best, by, said, k) {
    for (k = 0; k < 5; k++) {
        by = 0
        for (i = 1; i <= n; i++)
            if (order[i] != "rest" && !(order[i] in told) && is[order[i], what] - was[order[i], what] > by) {
                by = is[order[i], what] - was[order[i], what]
                best = order[i]
            }
        if (by == 0)
            break
        told[best] = 1
        said = said (said == "" ? "" : ", ") best " by " by (best in had ? "" : " (new)")
    }
    split("", told)
    return said == "" ? "no part grew since they were noted" : said
}

function hold(name, bytes, what) {
    if (!(name in most) || bytes == "")
        return
    printf "%-6s %8d of %8d\n", name, bytes, most[name]
    if (bytes > most[name]) {
        complain(name " is " bytes " bytes, " bytes - most[name] " more than the target's limit; what grew: " growth(what))
        passed = 1
    }
}

END {
    if (bad)
        exit 2
    split(totals, total, " ")
    add("rest", total[1] - sum["text"], total[2] - sum["data"], total[3] - sum["bss"])
    sort_parts()
    printf "%-22s %8s %8s %8s\n", "PART", "TEXT", "DATA", "BSS"
    for (i = 1; i <= n; i++)
        row(order[i], is[order[i], "text"], is[order[i], "data"], is[order[i], "bss"])
    row("all", total[1], total[2], total[3])
    if (split(usual, without, " ") == 3)
        row("without asked for", without[1], without[2], without[3])
    hold("text", total[1], "text")
    hold("usual", without[1], "text")
    hold("ram", total[2] + total[3], "ram")
    for (name in most)
        if (name !~ /^(text|usual|ram)$/)
            hold(name, text_of(name), "text")
    exit passed
}
