#!/bin/sh
# companions_can_fail.sh SCRIPT DIR: plants what companions.sh must refuse, and what it must not.
script=$1 dir=$2
refuses() {
    rm -rf "$dir"
    mkdir -p "$dir/probes"
    printf 'static void f(void)\n{\n    word("beside");\n}\n\nstatic void g(void)\n{\n%s\n}\n' "$1" > "$dir/probes/one.c"
    ! sh "$script" "$dir" > /dev/null
}
for bad in '    probe_series(run, "cache_hot", keys);' '    probe_series_words(w->run, "traffic", words);' \
    '    probe_series_both(run, "walks", words, keys);' ''; do
    refuses "$bad" || { echo "not refused: $bad"; exit 1; }
done
for good in '    word("of");
    probe_series_words(run, "traffic", words);' '    word("beside");
    probe_series(run, "cache_hot", keys);'; do
    ! refuses "$good" || { echo "refused: $good"; exit 1; }
done
rm -rf "$dir"
