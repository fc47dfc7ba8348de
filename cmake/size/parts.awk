# Reads a link map of GNU ld: a line "PART TEXT DATA BSS", in bytes, for each part of the image that has any.
# Parts: "ops" a probe, "ops.i32" its generated kernels on a type, "pattern.kernels" those of none, "lib", "lib.kernels" (what only probes that are asked
# for share), "run", "record", "hal", "compiler" (libgcc and the C library).

function number(hex,    i, n) {
    n = 0
    for (i = 3; i <= length(hex); i++)
        n = n * 16 + index("0123456789abcdef", substr(hex, i, 1)) - 1
    return n
}

# The probe that the generated file FILE belongs to, and its element type; "run" for tables of what the image has.
function generated(file,    type) {
    sub(/\.c\..*$/, "", file)
    if (file ~ /^(no_)?tiles$|table$/)
        return "run"
    if (file ~ /^pattern_/)
        return "pattern.kernels"
    type = file
    sub(/.*_/, "", type)
    return file ~ /^ops_/     ? "ops." type \
           : file ~ /^live_/  ? "live_ranges." type \
           : file ~ /^peak_/  ? "peaks." type \
           : file ~ /^tiles_/ ? "tune." type \
                              : "run"
}

function part_of(object,    words, n) {
    if (object ~ /librecord_write\.a/)
        return "record"
    if (object ~ /(^|\/)(lib)?hal(\/[^\/]*)?\.a\(/ || object ~ /(^|\/)hal\//)
        return "hal"
    if (object !~ /CMakeFiles\/[a-z_]*\.dir\//)
        return "compiler"
    sub(/.*CMakeFiles\/[a-z_]*\.dir\//, "", object)
    if (object ~ /(^|\/)generated\//) {
        sub(/.*generated\//, "", object)
        return generated(object)
    }
    sub(/^.*probes\//, "", object)
    n = split(object, words, "/")
    if (words[1] == "kernels" && n > 2)
        return "kernels.kernels"
    if (words[1] == "lib" && words[2] ~ /^(kernel_|pattern_code|tile)/)
        return "lib.kernels"
    return words[1]
}

# 1: text, 2: data, 3: bss, 0: not in the image's memory.
function kind_of(section, out) {
    if (out ~ /^\.(debug|comment|ARM\.attr|riscv\.attr|gnu\.attr|note\.GNU|stab|symtab|strtab|shstrtab)/)
        return 0
    if (out ~ /^\.(t?bss|sbss|stacks?|heap|noinit)/ || section == "COMMON")
        return 3
    return out ~ /^\.(t?data|sdata|got|init_array|fini_array|preinit_array|dynamic|tm_clone)/ ? 2 : 1
}

function add(section, bytes, object,    kind, part) {
    kind = kind_of(section, out)
    bytes = number(bytes)
    if (kind == 0 || bytes == 0)
        return
    part = part_of(object)
    if (!(part in seen)) {
        seen[part] = 1
        order[++n_parts] = part
    }
    size[part, kind] += bytes
}

/^Linker script and memory map/ {
    inside = 1
}

!inside {
    next
}

/^\.[a-zA-Z_]/ {
    out = $1
}

# A long name has a line of its own.
/^ (\.[^ ]+|COMMON)$/ {
    pending = $1
    next
}

pending != "" && /^ +0x[0-9a-f]+ +0x[0-9a-f]+ [^ ]/ {
    add(pending, $2, $3)
}

/^ (\.[^ ]+|COMMON) +0x[0-9a-f]+ +0x[0-9a-f]+ [^ ]/ {
    add($1, $3, $4)
}

{
    pending = ""
}

END {
    for (i = 1; i <= n_parts; i++)
        print order[i], size[order[i], 1] + 0, size[order[i], 2] + 0, size[order[i], 3] + 0
}
