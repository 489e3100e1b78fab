import type { KubeObject } from '../objects/index.ts';
import { autoscalerConversion } from './autoscaler-conversion.ts';
import { qualifiedName, type Resource, type ServedVersion } from './resource.ts';

/** How the objects of a version differ from the form in which they are stored. */
export interface Conversion {
  readonly toStored: (object: KubeObject) => KubeObject;
  readonly fromStored: (object: KubeObject) => KubeObject;
}

/** `events.k8s.io` shows the core group's events under newer names. */
const EVENT_FIELDS: readonly (readonly [shown: string, stored: string])[] = [
  ['regarding', 'involvedObject'],
  ['note', 'message'],
  ['reportingController', 'reportingComponent'],
  ['deprecatedSource', 'source'],
  ['deprecatedFirstTimestamp', 'firstTimestamp'],
  ['deprecatedLastTimestamp', 'lastTimestamp'],
  ['deprecatedCount', 'count'],
];

function renaming(names: ReadonlyMap<string, string>): (object: KubeObject) => KubeObject {
  return (object) =>
    Object.fromEntries(
      Object.entries(object).map(([key, value]) => [names.get(key) ?? key, value]),
    ) as unknown as KubeObject;
}

const eventConversion: Conversion = {
  toStored: renaming(new Map(EVENT_FIELDS)),
  fromStored: renaming(new Map(EVENT_FIELDS.map(([shown, stored]) => [stored, shown]))),
};

/** How a version of a resource differs from what is stored; undefined where it does not. */
export function conversionOf(
  resource: Pick<Resource, 'group' | 'plural'>,
  { version }: Pick<ServedVersion, 'version'>,
): Conversion | undefined {
  switch (`${qualifiedName(resource)}/${version}`) {
    case 'events.events.k8s.io/v1':
      return eventConversion;
    case 'horizontalpodautoscalers.autoscaling/v1':
      return autoscalerConversion;
    default:
      return undefined;
  }
}
