// Times one task of @slipway/crd, as it is built for release. Arguments: the task, a folder with pairs of manifests
// (`0.old`, `0.new`, …), how often the work is done.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { celRules } from '@slipway/crd/cel';
import { compareCrds, engineEvaluator, isScannable, ObjectScan } from '@slipway/crd/compatibility';
import { compileSchema, parseCrd } from '@slipway/crd/schema';

const [, , task, folder, times] = process.argv;
const count = Number(times);
const variants = readdirSync(folder).filter((file) => file.endsWith('.old')).length;
const textOf = (variant, side) => readFileSync(join(folder, `${variant % variants}.${side}`), 'utf8');
const pairOf = (variant) => ['old', 'new'].map((side) => parseCrd(textOf(variant, side)));
const options = { compiler: celRules };

/** Time that passed, and time that the processor worked: on a busy machine only the second says something. */
function timed(work) {
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  work();
  const ms = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { ms, cpuMs: (user + system) / 1000 };
}

function middle(timings) {
  return timings.toSorted((a, b) => a.ms - b.ms)[Math.floor(timings.length / 2)];
}

/** Fills every field that the schema has. */
function valueOf(schema, turn) {
  if (schema.enum) return schema.enum[0];
  if (schema['x-kubernetes-int-or-string']) return turn;
  switch (schema.type) {
    case 'object':
      return schema.properties
        ? Object.fromEntries(
            Object.entries(schema.properties).map(([name, property]) => [name, valueOf(property, turn)]),
          )
        : { a: `v${turn}`, b: 'x' };
    case 'array':
      return [valueOf(schema.items, turn)];
    case 'integer':
      return 1 + (turn % 60_000);
    default:
      if (schema.format === 'duration') return '1h';
      return schema.format === 'uri' ? '/path' : `v${turn}`;
  }
}

/** Objects that fill the first parts of the spec. */
function objectsOf(crd, parts) {
  const { properties } = crd.spec.versions[0].schema.openAPIV3Schema.properties.spec;
  const filled = Object.entries(properties).slice(0, parts);
  return Array.from({ length: count }, (_, turn) => ({
    apiVersion: 'bench.example.com/v1',
    kind: 'Widget',
    metadata: { name: `w${turn}`, namespace: 'default' },
    spec: Object.fromEntries(filled.map(([name, schema]) => [name, valueOf(schema, turn)])),
  }));
}

function admitAll(schema, objects, optionsOf = () => ({})) {
  return timed(() => {
    for (const object of objects) {
      const { problems } = schema.admit(object, optionsOf(object));
      if (problems.length > 0) throw new Error(JSON.stringify(problems[0]));
    }
  });
}

const tasks = {
  compare() {
    const [first, ...later] = Array.from({ length: count }, () => {
      const pair = pairOf(0);
      return timed(() => compareCrds(...pair, options));
    });
    return { 'first comparison': first, 'later comparison': middle(later) };
  },
  files() {
    const timing = timed(() => {
      for (let variant = 0; variant < count; variant++) compareCrds(...pairOf(variant), options);
    });
    return { 'from file to report': timing };
  },
  parsed() {
    const sum = { ms: 0, cpuMs: 0 };
    for (let variant = 0; variant < count; variant++) {
      const pair = pairOf(variant);
      const { ms, cpuMs } = timed(() => compareCrds(...pair, options));
      sum.ms += ms;
      sum.cpuMs += cpuMs;
    }
    return { comparison: sum };
  },
  engine() {
    const [crd] = pairOf(0);
    const schema = compileSchema(crd, 'v1', { rules: celRules });
    const objects = objectsOf(crd, 1);
    const touched = (object) => ({ ...object, metadata: { ...object.metadata, annotations: { a: 'b' } } });
    const olds = new Map(objects.map((object) => [touched(object), object]));
    return {
      'create, a tenth of the fields': admitAll(schema, objects),
      'update of an annotation': admitAll(schema, [...olds.keys()], (object) => ({ old: olds.get(object) })),
      'create, all fields': admitAll(schema, objectsOf(crd)),
    };
  },
  evidence() {
    const [old, now] = pairOf(0);
    const findings = compareCrds(old, now, options).findings.filter(isScannable);
    const objects = objectsOf(old);
    return {
      'live evidence': timed(() => {
        const scan = new ObjectScan(findings, engineEvaluator(old, now, celRules));
        for (const object of objects) scan.add(object);
        scan.finish({ cluster: 'bench', state: 'complete', isConverted: false, takenAt: 0 });
      }),
    };
  },
};

const steps = tasks[task]();
console.log(JSON.stringify({ steps, peakBytes: process.resourceUsage().maxRSS * 1024 }));
