#!/bin/sh
#BSUB -q sim -n 4 -R "select[mem>500] rusage[mem=500]" -W 1:30 # why
bsub -R 'select[type==any] order[ut]' sleep 10
grep -R "plain text" .
