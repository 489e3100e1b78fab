/**
 * @module
 * Transcripts: commands of foreign clients with what they printed against a real control plane.
 *
 * A transcript is a text file. A line that begins with `$ ` is a command for the shell, `# ` begins a
 * remark, everything else is output, evened: names that a server made up, times, addresses and the width
 * of columns are replaced. Playing it on a cluster gives a transcript again, so that two clusters
 * agree where the texts are equal, line by line. The recorded one comes from a real control plane;
 * localcluster has to print the same, on machines too that cannot have a real one.
 *
 * Controllers work in their own time. A command that shows their work begins with `eventually `: it is
 * run again until it prints what is recorded. A command that changes something is run once.
 */
export { even } from './evened.ts';
export { play, type Stage } from './play.ts';
export { readTranscript, type Transcript, writeTranscript } from './transcript.ts';
