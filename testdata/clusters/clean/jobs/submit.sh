#!/bin/sh
# Everything that leads to a bitstream, as one chain.

QUEUE=${QUEUE:-synth}
base=$(bsub -q "$QUEUE" -n 8 -W 24:00 -R "rusage[mem=9000]" -J top_synth ./synth.tcl | sed 's/.*<\([0-9]*\)>.*/\1/')

for corner in slow typical fast; do
    bsub -w "done($base)" -q pnr -app dist_route -J "route_$corner" ./route.sh "$corner"
done

bsub -Is -q interactive -R 'select[mem>4000]' -W 2:00 waves

bsub -q gpu -R "select[gpuhost] span[hosts=1]" -n 4,8 <<JOB
#!/bin/sh
#BSUB -J train_$USER
#BSUB -W 12:00
./train --cores \$LSB_DJOB_NUMPROC
JOB
