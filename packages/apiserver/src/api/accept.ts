import { notAcceptable, notThatForm } from '../status/index.ts';

/** What an answer is to look like. */
export interface Representation {
  readonly format: 'json' | 'yaml';
  readonly as: 'object' | 'table' | 'metadata' | 'discovery';
  /** The Content-Type of the answer. */
  readonly contentType: string;
}

/** What can be had where the request points. */
export interface Offer {
  /** Custom kinds have no protobuf form, and say so (K-7). */
  readonly custom?: boolean;
  readonly watch?: boolean;
  readonly discovery?: boolean;
  /** Objects and lists of them can also be had as a Table or as their metadata alone. */
  readonly objects?: 'one' | 'list';
  /** What the objects are called in complaints about their form. */
  readonly typeName?: string;
}

const JSON_TYPES = new Set(['application/json', '*/*', 'application/*']);
const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const DISCOVERY_TYPE = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

/**
 * The first of the client's wishes that can be met. A wish for protobuf is met with JSON: every
 * client that prefers protobuf also reads JSON, and none survives a 406 (K-3).
 */
export function negotiate(accept: string | undefined, offer: Offer): Representation {
  for (const range of parseAccept(accept)) {
    const answer = answerTo(range, offer);
    if (answer) return answer;
  }
  const protobuf = offer.custom ? [] : [PROTOBUF];
  const streams = offer.watch ? ['application/json', ...protobuf].map((type) => `${type};stream=watch`) : [];
  throw notAcceptable(['application/json', 'application/yaml', ...protobuf, ...streams]);
}

interface MediaRange {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
}

function parseAccept(accept: string | undefined): MediaRange[] {
  if (accept === undefined || accept.trim() === '') return [{ type: '*/*', parameters: new Map() }];
  const ranges = accept.split(',').map((text, position) => {
    const [type = '', ...rest] = text.split(';').map((part) => part.trim());
    const parameters = new Map(
      rest.map((part) => {
        const [name = '', value = ''] = part.split('=');
        return [name.toLowerCase(), value] as const;
      }),
    );
    const quality = Number(parameters.get('q') ?? 1);
    return { type: type.toLowerCase(), parameters, quality: Number.isNaN(quality) ? 1 : quality, position };
  });
  return ranges.sort((a, b) => b.quality - a.quality || a.position - b.position);
}

function answerTo({ type, parameters }: MediaRange, offer: Offer): Representation | undefined {
  const yaml = type === 'application/yaml';
  if (yaml && offer.watch) return undefined;
  if (!yaml && !JSON_TYPES.has(type) && (type !== PROTOBUF || offer.custom)) return undefined;
  const as = transformation(parameters, offer);
  if (as === undefined) return undefined;
  if (as === 'discovery') return { format: 'json', as, contentType: DISCOVERY_TYPE };
  return { format: yaml ? 'yaml' : 'json', as, contentType: yaml ? 'application/yaml' : 'application/json' };
}

function transformation(parameters: ReadonlyMap<string, string>, offer: Offer): Representation['as'] | undefined {
  const as = parameters.get('as');
  const group = parameters.get('g');
  const version = parameters.get('v');
  if (as === undefined) return 'object';
  if (as === 'APIGroupDiscoveryList') {
    return offer.discovery && group === 'apidiscovery.k8s.io' && version === 'v2' ? 'discovery' : undefined;
  }
  if (!offer.objects || group !== 'meta.k8s.io' || (version !== 'v1' && version !== 'v1beta1')) return undefined;
  if (as === 'Table') return 'table';
  if (as !== 'PartialObjectMetadata' && as !== 'PartialObjectMetadataList') return undefined;
  const wantsList = as === 'PartialObjectMetadataList';
  if (wantsList === (offer.objects === 'list')) return 'metadata';
  const actual = wantsList ? 'not a list' : 'a list';
  throw notThatForm(`you requested ${as}, but the requested object is ${actual} (${offer.typeName})`);
}
