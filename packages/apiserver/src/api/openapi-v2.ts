const PROTOBUF = /application\/com\.github\.proto-openapi\.spec\.v2@v1\.0\+protobuf/;

/**
 * `/openapi/v2` for clients that want it as protobuf, without any kind: those that know v3 come here only for a kind
 * that v3 does not have (K-34). They find nothing here either and report it in their own words, as they do on a real
 * server. A 404 would make them report that the server is broken. Undefined for all others, who read JSON.
 */
export function openApiV2AsProtobuf(accept = ''): { readonly body: Buffer; readonly contentType: string } | undefined {
  if (!PROTOBUF.test(accept)) return undefined;
  return { body: EMPTY, contentType: 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf' };
}

const field = (number: number, bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes]);

/** Fields 1 (swagger) and 2 (info: 1 title, 2 version) of gnostic's Document; all are short. */
const EMPTY = Buffer.concat([
  field(1, Buffer.from('2.0')),
  field(2, Buffer.concat([field(1, Buffer.from('Kubernetes')), field(2, Buffer.from('v1.36.4'))])),
]);
