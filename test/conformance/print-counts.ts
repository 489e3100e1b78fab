/** Prints how many requests the last runs of the conformance suites sent to both servers, rule by rule. */
import { allCounts } from '../clusters/request-counts.ts';

const number = (rule: string): number => (rule.startsWith('L') ? 0 : 1000) + Number(rule.slice(2));
const files = Object.entries(allCounts());
const rules = [...new Set(files.flatMap(([, counts]) => Object.keys(counts)))].sort((a, b) => number(a) - number(b));
const lines = rules.map((rule) => {
  const seen = files.flatMap(([file, counts]) =>
    counts[rule] ? [`${file.replace('.kube.test.ts', '')} ${counts[rule]}`] : [],
  );
  const sum = files.reduce((total, [, counts]) => total + (counts[rule] ?? 0), 0);
  return `${rule.padEnd(6)} ${String(sum).padStart(6)}  ${seen.join(', ')}`;
});
process.stdout.write(`${lines.join('\n')}\n`);
