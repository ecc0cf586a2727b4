#!/bin/bash
# Synthesis of one block
#BSUB -J synth_core
#BSUB -q nromal
#BSUB -W 36:00:00
#BSUB -n 4
#BSUB -R "select[nvme]rusage[mem=64000]"
#BSUB -o logs/%J.log

./synth.tcl core

# The reports are quick.
bsub -q short -W 2:00 -w "done($LSB_JOBID)" ./report.tcl core
bsub -q firmware -R "select[bigmem]" ./boot_test.sh
bsub -x -q normal ./timing.tcl core
