/** Ports and addresses below these were asked for by a test; others are given out at random. */
const FIRST_RANDOM_PORT = 30_011;

/** An answer without what is random or depends on time: uids, given addresses and ports, suffixes of names. */
export function comparable(text: string): Record<string, unknown> {
  const even = text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UID')
    .replace(/"resourceVersion":"\d+"/g, '"resourceVersion":"VERSION"')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, 'TIME')
    .replace(/10\.96\.(?!0\.)\d+\.\d+/g, 'ADDRESS')
    .replace(/"(nodePort|healthCheckNodePort)":(\d+)/g, (whole, name: string, port: string) =>
      Number(port) < FIRST_RANDOM_PORT ? whole : `"${name}":"PORT"`,
    )
    // The difference that some refusals show is in the words of a Go library.
    .replace(/(if it was previously negative\)|for bound claims)\\n(?:[^"\\]|\\.)*?(?=\]?")/g, '$1');
  return JSON.parse(even) as Record<string, unknown>;
}

/** The gist of an answer, short enough to be kept in a table: a refusal in one line, or what was stored. */
export function gist(body: Record<string, unknown>): unknown {
  if (body['kind'] === 'Status') return `${String(body['code'])} ${String(body['message'])}`;
  const { kind: _kind, apiVersion: _version, metadata, ...rest } = body;
  const { name, labels, annotations, finalizers, generation } = metadata as Record<string, unknown>;
  return { metadata: { name, generation, labels, annotations, finalizers }, ...rest };
}
