import type { JsonValue } from '../../schema/index.ts';
import type { Draft } from '../finding.ts';
import { printPath, shown } from '../finding.ts';
import { IMPLIED, type SchemaNode } from '../normal/index.ts';
import { breaks, loosens, type NodeChange, type NodeRule, turn, written } from './node-change.ts';

function isMap(node: SchemaNode): boolean {
  return node.additional !== undefined && node.additional !== false && node.properties.size === 0;
}

/** S17: an object with declared properties became a map, or the other way round. */
export function isShapeExchange({ old, new: now }: NodeChange): boolean {
  const hasBecomeMap = old.properties.size > 0 && old.additional === undefined && isMap(now);
  const hasBecomeObject = isMap(old) && now.properties.size > 0 && now.additional === undefined;
  return hasBecomeMap || hasBecomeObject;
}

const propertiesRemoved: NodeRule = (change) => {
  const { old, new: now, path } = change;
  const gone = [...old.properties].filter(([name]) => !now.properties.has(name));
  const added = [...now.properties].filter(([name]) => !old.properties.has(name));
  return gone.map(([name, node]): Draft => {
    const place = { path: [...path, name], old: { ...typeOf(node) } };
    if (now.keepsUnknown) {
      return { rule: 'S02', verdict: 'REVIEW', message: 'property removed; its data survives unvalidated', ...place };
    }
    const twin = added.find(([, candidate]) => candidate.meaning === node.meaning);
    const renamed =
      twin && `looks renamed to ${printPath([...path, twin[0]])} (S10): keep the old property beside the new one`;
    return breaks('S01', 'WRD', 'property removed', { ...place, ...(renamed ? { remedy: renamed } : {}) });
  });
};

function typeOf(node: SchemaNode): { readonly type: string } {
  return { type: node.isIntOrString ? 'int-or-string' : node.type };
}

/** Whether objects may hold a field that is not declared. */
function isHeldAlready(node: SchemaNode, name: string): boolean {
  return node.keepsUnknown || node.additional === true || (node.isEmbedded && Object.hasOwn(IMPLIED, name));
}

const SAYS_NOTHING = new Set([
  'description',
  'example',
  'externalDocs',
  'title',
  'x-kubernetes-preserve-unknown-fields',
]);

/** Whether a schema refuses anything that a field of this name could hold without one. */
function isRestricting({ schema, type }: SchemaNode, name: string): boolean {
  return Object.keys(schema).some(
    (keyword) => !SAYS_NOTHING.has(keyword) && !(keyword === 'type' && type === IMPLIED[name]?.type),
  );
}

const propertiesAdded: NodeRule = (change) => {
  const { old, new: now, path } = change;
  const added = [...now.properties].filter(([name]) => !old.properties.has(name));
  return added.map(([name, node]): Draft => {
    const place = { path: [...path, name], reversal: 'loss' as const, new: typeOf(node) };
    const isRequired = now.required.has(name);
    const value = node.schema.default;
    if (value !== undefined) {
      const message = `${isRequired ? 'required property' : 'property'} added, default ${shown(value)}`;
      const remedy = `confirm that ${shown(value)} equals today's behaviour when unset`;
      return { rule: isRequired ? 'S08' : 'S04', verdict: 'REVIEW', message, remedy, ...place };
    }
    if (isRequired) return breaks('S05', 'WS', 'required property added without default', place);
    if (isHeldAlready(old, name) && isRestricting(node, name)) {
      const message = 'property declared where it was kept without: objects may hold it in another shape';
      return breaks('S03', 'WS', message, {
        ...place,
        remedy: 'see that no live object holds the field in another shape',
      });
    }
    const rule = node.required.size > 0 ? 'S06' : 'S03';
    return { rule, verdict: 'SAFE', message: 'optional property added', ...place };
  });
};

const requiredChanged: NodeRule = ({ old, new: now, path }) => {
  const both = [...now.properties.keys()].filter((name) => old.properties.has(name));
  const undeclared = [...new Set([...old.required, ...now.required])].filter(
    (name) => !now.properties.has(name) && !old.properties.has(name),
  );
  return [...both, ...undeclared].flatMap((name): Draft[] => {
    const place = {
      path: [...path, name],
      keyword: 'required',
      old: old.required.has(name),
      new: now.required.has(name),
    };
    switch (turn(old.required.has(name), now.required.has(name))) {
      case '-':
        return [loosens('S09', 'SAFE', 'no longer required', place)];
      case '+': {
        const value = now.properties.get(name)?.schema.default;
        if (value === undefined) return [breaks('S07', 'WS', 'becomes required, without default', place)];
        return [{ rule: 'S08', verdict: 'REVIEW', message: `becomes required, default ${shown(value)}`, ...place }];
      }
      default:
        return [];
    }
  });
};

const shapeExchanged: NodeRule = (change) =>
  breaks('S17', 'WSD', change.old.properties.size > 0 ? 'object became a map' : 'map became an object', {
    keyword: 'additionalProperties',
    ...describedAdditional(change),
  });

const itemsPresence: NodeRule = ({ old, new: now }) => {
  switch (turn(old.items !== undefined, now.items !== undefined)) {
    case '+':
      return breaks('S11', 'WSD', 'items got a schema', { keyword: 'items' });
    case '-':
      return loosens('S11', 'REVIEW', 'items lost their schema', { keyword: 'items' });
    default:
      return undefined;
  }
};

/** Whether values of a map are or contain objects, whose fields `true` would prune (S16). */
function containsObjects(node: SchemaNode): boolean {
  return node.type === 'object' || node.keepsUnknown || (node.items !== undefined && containsObjects(node.items));
}

function describedAdditional({ old, new: now }: NodeChange): {
  old: JsonValue | undefined;
  new: JsonValue | undefined;
} {
  const described = (node: SchemaNode): JsonValue | undefined =>
    typeof node.additional === 'object' ? { ...typeOf(node.additional) } : node.additional;
  return { old: described(old), new: described(now) };
}

const additionalChanged: NodeRule = (change) => {
  const [before, after] = [change.old.additional, change.new.additional];
  if (before === after || (typeof before === 'object' && typeof after === 'object')) return undefined;
  const values = { keyword: 'additionalProperties', ...describedAdditional(change) };
  if (after === false) {
    return breaks('S13', before === undefined ? 'W' : 'WS', 'unknown keys are refused', values);
  }
  if (after === undefined) {
    if (before === false) return loosens('S14', 'SAFE', 'unknown keys are no longer refused', values);
    return breaks('S13', 'WD', 'map values are no longer accepted', values);
  }
  if (before === undefined || before === false) {
    if (change.old.keepsUnknown && typeof after === 'object' && isRestricting(after, '')) {
      return breaks('S14', 'WS', 'keys that were kept as they are got a schema', values);
    }
    return loosens('S14', 'REVIEW', 'map values are accepted', { ...values, reversal: 'loss' });
  }
  if (before === true) return breaks('S15', 'WS', 'map values got a schema', values);
  return containsObjects(before)
    ? breaks('S16', 'WD', 'map values lost their schema: fields of objects below are pruned', values)
    : loosens('S16', 'SAFE', 'map values lost their schema', values);
};

const unknownFields: NodeRule = (change) => {
  const values = written(change, 'x-kubernetes-preserve-unknown-fields');
  switch (turn(change.old.keepsUnknown, change.new.keepsUnknown)) {
    case '-':
      return breaks('S18', 'WD', 'unknown fields are no longer kept', values);
    case '+':
      return loosens('S19', 'REVIEW', 'unknown fields are kept', { ...values, reversal: 'loss' });
    default:
      return undefined;
  }
};

/** Whether apiVersion, kind or metadata survive in an object that is no resource; metadata has fields of its own. */
function keepsWhole({ properties, keepsUnknown }: SchemaNode, name: string): boolean {
  const declared = properties.get(name);
  return declared === undefined ? keepsUnknown : declared.type !== 'object' || declared.keepsUnknown;
}

const embeddedResource: NodeRule = (change) => {
  const values = written(change, 'x-kubernetes-embedded-resource');
  switch (turn(change.old.isEmbedded, change.new.isEmbedded)) {
    case '+':
      return breaks('S20', 'WS', 'has to be a complete resource with apiVersion and kind', values);
    case '-': {
      const message = 'is no longer an embedded resource';
      const isKept = Object.keys(IMPLIED).every((name) => keepsWhole(change.new, name));
      if (isKept) return loosens('S21', 'SAFE', message, values);
      return breaks('S21', 'WD', `${message}: apiVersion, kind or what is in metadata is pruned`, values);
    }
    default:
      return undefined;
  }
};

/** The rules about which fields there are, S01–S21. */
export const structureRules: readonly NodeRule[] = [
  propertiesRemoved,
  propertiesAdded,
  requiredChanged,
  itemsPresence,
  additionalChanged,
  unknownFields,
  embeddedResource,
];

/** What replaces them where an object and a map were exchanged. */
export const exchangeRules: readonly NodeRule[] = [shapeExchanged, unknownFields, embeddedResource];
