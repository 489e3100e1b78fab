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

function timed(work) {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

function middle(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
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
    const ms = timed(() => {
      for (let variant = 0; variant < count; variant++) compareCrds(...pairOf(variant), options);
    });
    return { 'from file to report': ms };
  },
  parsed() {
    let ms = 0;
    for (let variant = 0; variant < count; variant++) {
      const pair = pairOf(variant);
      ms += timed(() => compareCrds(...pair, options));
    }
    return { comparison: ms };
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

const ms = tasks[task]();
console.log(JSON.stringify({ ms, peakBytes: process.resourceUsage().maxRSS * 1024 }));
