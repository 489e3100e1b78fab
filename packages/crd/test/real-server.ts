import { Buffer } from 'node:buffer';
import { Agent, request } from 'node:https';
import { waitUntil } from '@slipway/tools/processes/index';
import { parse } from 'yaml';
import { type JsonObject, type JsonValue, parseJson, stringifyJson } from '../src/schema/index.ts';

export interface ServerAnswer {
  readonly status: number;
  readonly body: JsonObject;
  /** Texts of the warning headers. */
  readonly warnings: readonly string[];
}

interface Kubeconfig {
  readonly clusters: readonly [
    { readonly cluster: { readonly server: string; readonly 'certificate-authority-data': string } },
  ];
  readonly users: readonly [{ readonly user: Readonly<Record<string, string>> }];
}

/** Few kept connections and exact integers: thousands of small requests to one API server. */
export class RealServer {
  readonly #url: string;
  readonly #agent: Agent;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(kubeconfig: string) {
    const { clusters, users } = parse(kubeconfig) as Kubeconfig;
    const { user } = users[0];
    const pem = (key: string) => (user[key] === undefined ? undefined : Buffer.from(user[key], 'base64'));
    const [cert, key] = [pem('client-certificate-data'), pem('client-key-data')];
    this.#url = clusters[0].cluster.server;
    this.#headers = user['token'] === undefined ? {} : { authorization: `Bearer ${user['token']}` };
    this.#agent = new Agent({
      keepAlive: true,
      maxSockets: 8,
      ca: Buffer.from(clusters[0].cluster['certificate-authority-data'], 'base64'),
      ...(cert && key ? { cert, key } : {}),
    });
  }

  close(): void {
    this.#agent.destroy();
  }

  send(method: string, path: string, body?: JsonValue): Promise<ServerAnswer> {
    return new Promise((resolve, reject) => {
      const headers = { ...this.#headers, 'content-type': 'application/json' };
      const outgoing = request(`${this.#url}${path}`, { method, agent: this.#agent, headers });
      outgoing.once('error', (cause) => reject(new Error(`${method} ${path} failed: ${cause.message}`, { cause })));
      outgoing.once('response', (incoming) => {
        let text = '';
        incoming.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        incoming.once('error', reject);
        incoming.once('end', () => {
          const warnings = [incoming.headers['warning'] ?? []].flat().flatMap(warningTexts);
          // A resource that is not served yet is answered with plain text.
          const isJson = incoming.headers['content-type']?.includes('json') === true;
          const body = isJson ? (parseJson(text) as JsonObject) : { message: text };
          resolve({ status: incoming.statusCode ?? 0, body, warnings });
        });
      });
      outgoing.end(body === undefined ? undefined : stringifyJson(body));
    });
  }

  /** Creates a CRD and waits until its objects can be created. */
  async install(crd: JsonObject): Promise<void> {
    const created = await this.send('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', crd);
    if (created.status !== 201) throw new Error(`the CRD was refused: ${stringifyJson(created.body)}`);
    const { group, names } = crd['spec'] as { group: string; names: { plural: string } };
    const path = `/apis/${group}/v1/namespaces/default/${names.plural}?dryRun=All`;
    await this.until(async () => (await this.send('GET', path)).status === 200);
  }

  /** Asks again until the answer is yes: the server takes up a new CRD in its own time. */
  async until(isTrue: () => Promise<boolean>): Promise<void> {
    await waitUntil(async () => ((await isTrue()) ? true : undefined));
  }

  /** Writes a CRD over its predecessor and waits until the server goes by it. */
  async replace(crd: JsonObject, isInForce: () => Promise<boolean>): Promise<void> {
    const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${(crd['metadata'] as { name: string }).name}`;
    const { body } = await this.send('GET', path);
    const answer = await this.send('PUT', path, { ...crd, metadata: body['metadata'] ?? {} });
    if (answer.status !== 200) throw new Error(`the CRD was refused: ${stringifyJson(answer.body)}`);
    await this.until(isInForce);
  }

  async remove(name: string): Promise<void> {
    await this.send('DELETE', `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}`);
  }
}

/** `299 - "text", 299 - "text"`: node joins several headers into one. */
function warningTexts(header: string): string[] {
  return [...header.matchAll(/299 - "((?:[^"\\]|\\.)*)"/g)].map(([, text]) =>
    (text as string).replaceAll(/\\(.)/g, '$1'),
  );
}
