/**
 * `/openapi/v2`, without any kind. Clients that know v3 come here only for a kind that v3 does not have
 * (K-34): they find nothing here either and say so in their own words, as they do on a real server. A
 * 404 would make them say that the server is broken.
 */
const DOCUMENT = { swagger: '2.0', info: { title: 'Kubernetes', version: 'v1.36.4' }, paths: {} };

const PROTOBUF = /application\/com\.github\.proto-openapi\.spec\.v2@v1\.0\+protobuf/;

/** The document in the form that the client asks for first, with its media type. */
export function openApiV2(accept = ''): { readonly body: Buffer; readonly contentType: string } {
  return PROTOBUF.test(accept)
    ? { body: asProtobuf(), contentType: 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf' }
    : { body: Buffer.from(JSON.stringify(DOCUMENT)), contentType: 'application/json' };
}

/** Fields 1 (swagger) and 2 (info: 1 title, 2 version) of gnostic's Document; all are short. */
function asProtobuf(): Buffer {
  const field = (number: number, bytes: Buffer): Buffer =>
    Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes]);
  const { title, version } = DOCUMENT.info;
  const info = Buffer.concat([field(1, Buffer.from(title)), field(2, Buffer.from(version))]);
  return Buffer.concat([field(1, Buffer.from(DOCUMENT.swagger)), field(2, info)]);
}
