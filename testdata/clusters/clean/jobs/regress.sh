#!/bin/bash
# A regression: one job per seed, then the report.
#BSUB -J "regress[1-200]%40"
#BSUB -q regress
#BSUB -app vsim
#BSUB -W 4:00
#BSUB -M 24000
#BSUB -R "rusage[mem=16000]"
#BSUB -o logs/%J.%I.log

set -euo pipefail
seed=$((LSB_JOBINDEX * 17))

run_seed --seed "$seed" --test "${TEST:-smoke}"

if [ "$LSB_JOBINDEX" = 1 ]; then
    bsub -q short -W 10 -w "ended(\"regress\")" -o logs/report.log \
        ./report.sh "$LSB_JOBID"
fi
