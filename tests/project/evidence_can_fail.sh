#!/bin/sh
# evidence_can_fail.sh SCRIPT DIR: plants what evidence.sh must refuse, and what it must not.
script=$1 dir=$2
refuses() {
    rm -rf "$dir"
    mkdir -p "$dir/analysis_host/analyze/infer/one" "$dir/analysis_host/core/series" "$dir/analysis_host/core/model"
    for room in analyze/infer core/series core/model; do
        echo "/* r->confidence = 0.9; */" > "$dir/analysis_host/$room/none.c"
    done
    printf 'static void f(struct result *r)\n{\n    %s\n}\n' "$1" > "$dir/analysis_host/analyze/infer/${2:-one.c}"
    ! sh "$script" "$dir" > /dev/null
}
for bad in 'r->confidence = 0.95;' 'r->confidence *= 2;' 'r->evidence = 0.95;' 'r->evidence = n > 1 ? 0.9 : 0.6;' \
    'r->evidence = fmin(x, 0.8);' 'r->evidence = SURE;' 'r->evidence = n > 1 ? SURE : x;' 'r->evidence = fmin(x, SURE);' \
    'r->evidence =
        .5 * evidence_near(a, b);' 'r->evidence = 9 * x;'; do
    refuses "$bad" || { echo "not refused: $bad"; exit 1; }
done
refuses 'r->evidence = 0.95;' one/chapter.c || { echo "not refused in a folder below infer"; exit 1; }
for good in 'r->evidence = evidence_near(a, b);' 'if (r->confidence == 0.5) f();' 'r->evidence = 1; /* counted, 0.9 */' \
    'r->evidence = evidence_margin(RISE, rise);' 'r->value = 0.95;'; do
    ! refuses "$good" || { echo "refused: $good"; exit 1; }
done
rm -rf "$dir"
