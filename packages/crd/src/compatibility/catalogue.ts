/** What the catalogue says of a rule, whatever the case at hand. */
export interface RuleFact {
  readonly title: string;
  /** How to do it safely instead. */
  readonly remedy: string;
  /** Whether the API server protects unchanged stored values on update, from 1.30 on. */
  readonly ratchet?: 'yes' | 'no';
}

const reject = 'correct the manifest: the API server refuses it as it stands';
const keepConstraint = 'add the constraint in a new version, or migrate the objects that violate it first';
const none = 'nothing to do';

/** Ids are stable: they stand in reports, waivers and audits, and are never used again. */
export const catalogue = {
  C01: { title: 'scope changed', remedy: 'the scope cannot change; define another kind and migrate to it' },
  C02: {
    title: 'group or plural changed',
    remedy: 'names of the resource cannot change; define another CRD and migrate to it',
  },
  C03: { title: 'kind changed', remedy: 'the kind cannot change; define another CRD and migrate to it' },
  C04: {
    title: 'names changed',
    remedy: 'look for scripts that use the old name, and for another CRD that has the new one',
  },
  C05: {
    title: 'stored version removed',
    remedy:
      'rewrite all objects at the storage version, take the version out of status.storedVersions through /status, then remove it',
  },
  C06: {
    title: 'served version removed',
    remedy: 'deprecate it, then serve it no longer, then remove it: one release each',
  },
  C07: { title: 'version no longer served', remedy: 'deprecate it for a release and move its clients first' },
  C08: {
    title: 'unserved version removed',
    remedy: 'see that no managedFields name the version: server-side apply answers 500 for such objects',
  },
  C09: { title: 'version added', remedy: none },
  C10: {
    title: 'storage version moved',
    remedy: 'rewrite all objects afterwards, so that the old version can go one day',
  },
  C11: {
    title: 'storage moved to a new version',
    remedy: 'add the version in one release and make it the storage version in the next',
  },
  C12: { title: 'not exactly one storage version', remedy: reject },
  C13: {
    title: 'conversion webhook added',
    remedy: 'have the endpoint answer a ConversionReview before the CRD is applied',
  },
  C14: {
    title: 'conversion webhook removed',
    remedy:
      'keep the webhook until a single version is served and stored; remove `webhook` by a plain update, not by server-side apply',
  },
  C15: {
    title: 'conversion webhook changed',
    remedy: 'have the new endpoint answer a ConversionReview before the CRD is applied',
  },
  C16: {
    title: 'status subresource removed',
    remedy: 'keep the subresource: controllers that write /status are answered 404',
  },
  C17: {
    title: 'status subresource added',
    remedy: 'see that every writer of status uses /status: the main resource ignores it from then on',
  },
  C18: { title: 'scale subresource removed or changed', remedy: 'keep the paths; autoscalers read them' },
  C19: {
    title: 'scale subresource added',
    remedy: 'limit both replica fields to integers from 0 to 2147483647 first',
    ratchet: 'no',
  },
  C20: { title: 'selectable fields changed', remedy: 'keep the field: clients that select by it are refused' },
  C21: { title: 'printer columns changed', remedy: 'look for scripts that read the table' },
  C22: { title: 'deprecation changed', remedy: none },
  C23: {
    title: 'unknown fields are pruned',
    remedy: 'declare every field that objects hold, or keep preserve-unknown-fields where they are',
  },
  C24: { title: 'unknown fields are kept', remedy: 'use x-kubernetes-preserve-unknown-fields in the schema instead' },
  C25: { title: 'schema missing or not structural', remedy: reject },
  C26: { title: 'CRD is gone', remedy: 'keep the CRD in the package: deleting it deletes its objects' },
  C27: { title: 'nothing changed', remedy: none },
  C28: { title: 'approval annotation lost', remedy: 'keep a valid api-approved.kubernetes.io annotation' },
  C29: {
    title: 'Helm may delete the CRD',
    remedy: 'keep helm.sh/resource-policy: keep and the CRD in the same folder of the chart',
  },
  S01: {
    title: 'property removed',
    remedy: 'keep it and say in its description that it is ignored; remove it in a new version',
    ratchet: 'no',
  },
  S02: {
    title: 'property removed, unknown fields are kept',
    remedy: 'see that nothing relied on the validation of this property',
  },
  S03: { title: 'optional property added', remedy: none },
  S04: {
    title: 'optional property added with default',
    remedy: "confirm that the default equals today's behaviour when unset",
  },
  S05: { title: 'required property added', remedy: 'make it optional, or give it a default', ratchet: 'no' },
  S06: { title: 'optional object with required children added', remedy: none },
  S07: {
    title: 'property becomes required',
    remedy: 'give it a default, or require it in a new version only',
    ratchet: 'no',
  },
  S08: {
    title: 'property with default becomes required',
    remedy: "confirm that the default equals today's behaviour when unset",
  },
  S09: { title: 'property no longer required', remedy: 'see that readers cope with its absence' },
  S10: { title: 'property renamed', remedy: 'keep the old property beside the new one' },
  S11: { title: 'items added or removed', remedy: 'keep the schema of the items' },
  S12: { title: 'schema of map values changed', remedy: keepConstraint },
  S13: {
    title: 'map values no longer accepted',
    remedy: 'keep additionalProperties; the keys of stored objects are lost otherwise',
    ratchet: 'no',
  },
  S14: { title: 'map values accepted', remedy: 'see that keys which were pruned so far are harmless' },
  S15: { title: 'map values got a schema', remedy: keepConstraint, ratchet: 'yes' },
  S16: {
    title: 'map values lost their schema',
    remedy: 'use a schema with x-kubernetes-preserve-unknown-fields: `true` empties objects below',
  },
  S17: { title: 'object and map exchanged', remedy: 'add a second property of the other shape and move its users' },
  S18: { title: 'unknown fields no longer kept', remedy: 'declare every field that objects hold before' },
  S19: { title: 'unknown fields kept', remedy: 'see that fields which were pruned so far are harmless' },
  S20: { title: 'embedded resource required', remedy: keepConstraint, ratchet: 'no' },
  S21: { title: 'no longer an embedded resource', remedy: 'declare apiVersion, kind and metadata in its place' },
  S22: { title: 'int-or-string narrowed', remedy: keepConstraint, ratchet: 'yes' },
  S23: { title: 'widened to int-or-string', remedy: 'see that typed readers take both' },
  S24: { title: 'CRD is large', remedy: 'apply it server-side only; shorten descriptions' },
  V01: { title: 'type changed', remedy: 'add a property of the new type beside it, or a new version', ratchet: 'yes' },
  V02: { title: 'format added or changed', remedy: keepConstraint, ratchet: 'yes' },
  V03: { title: 'format removed or ignored', remedy: none },
  V04: { title: 'integer width changed', remedy: keepConstraint, ratchet: 'yes' },
  V05: { title: 'enum added', remedy: keepConstraint, ratchet: 'yes' },
  V06: { title: 'enum value removed', remedy: 'keep the value as deprecated but allowed', ratchet: 'yes' },
  V07: { title: 'enum value added', remedy: 'see that readers cope with a value they do not know' },
  V08: { title: 'enum dropped', remedy: 'see that readers cope with values they do not know' },
  V09: { title: 'enum reordered', remedy: none },
  V10: { title: 'upper bound added', remedy: keepConstraint, ratchet: 'yes' },
  V11: { title: 'upper bound lowered', remedy: keepConstraint, ratchet: 'yes' },
  V12: { title: 'upper bound raised or removed', remedy: none, ratchet: 'yes' },
  V13: { title: 'lower bound added', remedy: keepConstraint, ratchet: 'yes' },
  V14: { title: 'lower bound raised', remedy: keepConstraint, ratchet: 'yes' },
  V15: { title: 'lower bound lowered or removed', remedy: none, ratchet: 'yes' },
  V16: { title: 'bound became exclusive or inclusive', remedy: keepConstraint, ratchet: 'yes' },
  V17: { title: 'multipleOf added', remedy: keepConstraint, ratchet: 'yes' },
  V18: { title: 'multipleOf changed or removed', remedy: keepConstraint, ratchet: 'yes' },
  V19: { title: 'pattern added', remedy: keepConstraint, ratchet: 'yes' },
  V20: {
    title: 'pattern changed',
    remedy: 'widen the pattern so that it also matches what matched before',
    ratchet: 'yes',
  },
  V21: { title: 'pattern removed', remedy: none },
  V22: {
    title: 'null no longer kept',
    remedy: 'keep nullable, or see that no object and no reader uses null',
    ratchet: 'yes',
  },
  V23: { title: 'null is kept', remedy: 'see that readers cope with null' },
  V24: {
    title: 'default added',
    remedy:
      "confirm that the default equals today's behaviour when unset: it applies to stored objects as they are read",
  },
  V25: {
    title: 'default changed',
    remedy: 'change it in a new version only, or write the old default into every object first',
  },
  V26: { title: 'default removed', remedy: 'write the default into every object first' },
  V27: { title: 'default differs between versions', remedy: 'give the property the same default in every version' },
  V28: { title: 'uniqueItems', remedy: 'use x-kubernetes-list-type: set' },
  V29: { title: 'allOf changed', remedy: keepConstraint, ratchet: 'no' },
  V30: { title: 'anyOf changed', remedy: keepConstraint, ratchet: 'no' },
  V31: { title: 'oneOf changed', remedy: keepConstraint, ratchet: 'no' },
  V32: { title: 'not changed', remedy: keepConstraint, ratchet: 'no' },
  V33: { title: 'description changed', remedy: 'read both: does it announce another behaviour?' },
  V34: { title: 'documentation changed', remedy: none },
  V35: {
    title: 'unknown keyword',
    remedy: 'remove the keyword: the server drops it, and server-side apply fails on it',
  },
  X01: { title: 'list or map type written out', remedy: none },
  X02: {
    title: 'list becomes a set',
    remedy: 'see that no list holds an element twice; owners of single elements start anew',
    ratchet: 'yes',
  },
  X03: {
    title: 'list becomes a map',
    remedy: 'see that every element has the keys and no two have the same',
    ratchet: 'yes',
  },
  X04: { title: 'list becomes atomic', remedy: 'let a single manager apply the whole list from now on' },
  X05: {
    title: 'set and map exchanged',
    remedy: 'add a second list of the other type and move its users',
    ratchet: 'yes',
  },
  X06: {
    title: 'list-map-keys changed',
    remedy: 'add a second list with the new keys and move its users',
    ratchet: 'yes',
  },
  X07: { title: 'map becomes atomic', remedy: 'let a single manager apply the whole object from now on' },
  X08: { title: 'map becomes granular', remedy: 'see that managers do not overwrite each other’s keys' },
  X09: {
    title: 'rule added',
    remedy: 'see that no live object breaks the rule, or add it in a new version',
    ratchet: 'yes',
  },
  X10: {
    title: 'transition rule added',
    remedy: 'a field that could change becomes bound; add the rule in a new version',
    ratchet: 'no',
  },
  X11: { title: 'rule removed', remedy: none },
  X12: { title: 'rule changed', remedy: 'prove by live evidence that what held before holds now, then waive' },
  X13: { title: 'message of a rule changed', remedy: none },
  X14: { title: 'reason of a rule changed', remedy: 'look for clients that read details.causes' },
  X15: { title: 'optionalOldSelf changed', remedy: 'see that the rule holds on create, too' },
  X16: { title: 'rule does not compile on a target', remedy: 'write the rule with what the oldest target knows' },
  A03: {
    title: 'property missing in another version',
    remedy: 'declare the property in every version, or convert by a webhook',
  },
  J01: { title: 'root of the schema', remedy: reject },
  J02: { title: 'schema not structural', remedy: reject },
  J03: { title: 'keyword not supported', remedy: reject },
  J04: { title: 'uniqueItems', remedy: 'use x-kubernetes-list-type: set' },
  J05: { title: 'properties and additionalProperties', remedy: reject },
  J06: { title: 'preserve-unknown-fields: false', remedy: 'leave the keyword out' },
  J07: { title: 'int-or-string or embedded-resource', remedy: reject },
  J08: { title: 'keyword inside a combinator', remedy: 'move the keyword out of allOf, anyOf, oneOf or not' },
  J09: { title: 'metadata, kind or apiVersion', remedy: reject },
  J10: { title: 'pattern does not compile', remedy: 'write the pattern in RE2 syntax' },
  J11: { title: 'default not acceptable', remedy: 'make the default valid against its own schema' },
  J12: { title: 'list type', remedy: reject },
  J13: { title: 'map type', remedy: reject },
  J14: { title: 'rule not acceptable', remedy: 'correct the rule, or bound the lists and strings it reads' },
  J15: { title: 'versions', remedy: reject },
  J16: { title: 'conversion', remedy: reject },
  J17: { title: 'selectable fields or scale paths', remedy: reject },
  J18: { title: 'names', remedy: reject },
  J19: { title: 'columns or deprecation', remedy: reject },
  P03: { title: 'waiver expired or about to', remedy: 'renew the waiver or repair its cause' },
  P04: { title: 'waiver matches nothing', remedy: 'remove the waiver' },
} as const satisfies Record<string, RuleFact>;

export type RuleId = keyof typeof catalogue;
