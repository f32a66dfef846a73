#!/usr/bin/env bash
# Real client programs on the driver that VK_DRIVER_FILES names: from PyPI into a virtual environment under build/.
set -u
cd "$(dirname "$0")"
venv=../../build/clients-venv
[ -x $venv/bin/python ] || python3 -m venv $venv
passed=0 failed=0
# taichi and wgpu demand a queue with graphics, which Kiln does not have: they say so and do not count.
for client in ${*:-taichi ncnn wgpu iree}; do
    echo "[clients] $client: installing from PyPI" >&2
    packages=$client
    [ "$client" = iree ] && packages="iree-base-compiler iree-base-runtime"
    # shellcheck disable=SC2086
    $venv/bin/pip install -q $packages numpy >/dev/null 2>&1 || { echo "$client: pip failed"; failed=$((failed + 1)); continue; }
    if timeout 600 $venv/bin/python "client_$client.py" >/tmp/kiln-client.$$ 2>&1; then
        passed=$((passed + 1))
        tail -n 1 /tmp/kiln-client.$$
    else
        failed=$((failed + 1))
        echo "FAILED $client:"
        tail -n 5 /tmp/kiln-client.$$
    fi
    rm -f /tmp/kiln-client.$$
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
