#!/bin/sh
#BSUB -q sim -n 4 -R "select[mem>500] rusage[mem=500]" -W 1:30 # why
bsub -R 'select[type==any] order[ut]' sleep 10
bsub -R "select[oslevel=='rhel9'] span[hosts=1" sleep 10
echo "${order[0]} plain"
order[1]=2
