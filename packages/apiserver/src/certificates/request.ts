import { createPublicKey, type KeyObject } from 'node:crypto';
import { dottedOf, type Element, elementsOf } from './der-reader.ts';

/** A certificate signing request (PKCS #10), as far as a signer looks at it. */
export interface CertificateRequest {
  /** DER, to be taken over as it is. */
  readonly subject: Buffer;
  readonly commonName: string;
  readonly organizations: readonly string[];
  readonly publicKey: KeyObject;
  /** DER of the extension's value. */
  readonly alternativeNames: Buffer | undefined;
  readonly hasDnsNames: boolean;
  readonly hasEmails: boolean;
  readonly hasUris: boolean;
  readonly hasAddresses: boolean;
}

const OID = { commonName: '2.5.4.3', organization: '2.5.4.10', alternativeNames: '2.5.29.17' };
const EXTENSION_REQUEST = '1.2.840.113549.1.9.14';

/** Undefined where the text is no request. */
export function readRequest(pem: string): CertificateRequest | undefined {
  const base64 = /-----BEGIN CERTIFICATE REQUEST-----([\s\S]+?)-----END CERTIFICATE REQUEST-----/.exec(pem)?.[1];
  if (base64 === undefined) return undefined;
  try {
    return parse(Buffer.from(base64.replace(/\s/g, ''), 'base64'));
  } catch {
    return undefined;
  }
}

function parse(der: Buffer): CertificateRequest | undefined {
  const [request] = elementsOf(der);
  const [info] = elementsOf(request?.content ?? Buffer.alloc(0));
  const [, subject, key, attributes] = elementsOf(info?.content ?? Buffer.alloc(0));
  if (!subject || !key) return undefined;
  const names = elementsOf(subject.content).flatMap((set) => elementsOf(set.content).map(attributeOf));
  const of = (oid: string): string[] => names.filter((name) => name.oid === oid).map(({ value }) => value);
  const alternativeNames = requestedExtensions(attributes).get(OID.alternativeNames);
  const [list] = alternativeNames ? elementsOf(alternativeNames) : [];
  const tags = list ? elementsOf(list.content).map(({ tag }) => tag & 0x1f) : [];
  return {
    subject: subject.whole,
    commonName: of(OID.commonName)[0] ?? '',
    organizations: of(OID.organization),
    publicKey: createPublicKey({ key: key.whole, format: 'der', type: 'spki' }),
    alternativeNames,
    hasEmails: tags.includes(1),
    hasDnsNames: tags.includes(2),
    hasUris: tags.includes(6),
    hasAddresses: tags.includes(7),
  };
}

function attributeOf({ content }: Element): { readonly oid: string; readonly value: string } {
  const [type, value] = elementsOf(content);
  return { oid: type ? dottedOf(type.content) : '', value: value?.content.toString('utf8') ?? '' };
}

/** Extension → its value. */
function requestedExtensions(attributes: Element | undefined): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (const attribute of attributes ? elementsOf(attributes.content) : []) {
    const [type, values] = elementsOf(attribute.content);
    if (!type || !values || dottedOf(type.content) !== EXTENSION_REQUEST) continue;
    const [extensions] = elementsOf(values.content);
    for (const { content } of extensions ? elementsOf(extensions.content) : []) {
      const parts = elementsOf(content);
      const [oid, value] = [parts[0], parts.at(-1)];
      if (oid && value) found.set(dottedOf(oid.content), value.content);
    }
  }
  return found;
}
