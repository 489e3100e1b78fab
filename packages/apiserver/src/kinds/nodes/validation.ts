import { labelValueFaults } from '@slipway/apimachinery/names';
import { isEqual, type JsonObject } from '../../objects/index.ts';
import {
  type At,
  checkLabelKey,
  checkResourceAmount,
  cidrComplaints,
  entries,
  METADATA,
  type Report,
  SPEC,
  STATUS,
  struct,
  structs,
  TAINT_EFFECTS,
  text,
  texts,
} from '../../validation/index.ts';

function checkTaints(report: Report, taints: readonly JsonObject[], at: At): void {
  const seen = new Set<string>();
  for (const [index, taint] of taints.entries()) {
    const here = at.index(index);
    const [key, value, effect] = ['key', 'value', 'effect'].map((name) => text(taint, name)) as [
      string,
      string,
      string,
    ];
    checkLabelKey(report, key, here.field('key'));
    const complaints = labelValueFaults(value);
    if (complaints.length > 0) report.invalid(here.field('value'), value, complaints.join(';'));
    report.requiredOneOf(here.field('effect'), effect, TAINT_EFFECTS);
    if (seen.has(`${effect} ${key}`)) {
      const shown = { Key: key, Value: value, Effect: effect, TimeAdded: taint['timeAdded'] ?? null };
      report.duplicate(here, shown, 'taints must be unique by key and effect pair');
    }
    seen.add(`${effect} ${key}`);
  }
}

function checkAmounts(report: Report, object: JsonObject): void {
  for (const list of ['capacity', 'allocatable']) {
    for (const [name, amount] of entries(struct(object, 'status'), list)) {
      checkResourceAmount(report, name, amount, STATUS.field(list).field(name));
    }
  }
}

export function checkNode(report: Report, object: JsonObject): void {
  const spec = struct(object, 'spec');
  checkTaints(report, structs(spec, 'taints'), METADATA.field('taints'));
  checkAmounts(report, object);
  for (const [index, range] of texts(spec, 'podCIDRs').entries()) {
    report.complain(SPEC.field('podCIDRs').index(index), range, cidrComplaints(range));
  }
}

export function checkNodeChange(report: Report, object: JsonObject, old: JsonObject): void {
  const spec = struct(object, 'spec');
  const oldSpec = struct(old, 'spec');
  checkAmounts(report, object);
  const fixed = (name: string): string => `node updates may not change ${name} except from "" to valid`;
  if (texts(oldSpec, 'podCIDRs').length > 0 && !isEqual(spec['podCIDRs'], oldSpec['podCIDRs'])) {
    report.forbidden(SPEC.field('podCIDRs'), fixed('podCIDR'));
  }
  if (text(oldSpec, 'providerID') !== '' && text(spec, 'providerID') !== text(oldSpec, 'providerID')) {
    report.forbidden(SPEC.field('providerID'), fixed('providerID'));
  }
  checkTaints(report, structs(spec, 'taints'), METADATA.field('taints'));
}
