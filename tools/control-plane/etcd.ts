import { ToolError } from '../errors.ts';
import { ask } from './http.ts';

/** Makes etcd forget everything before its present revision. */
export async function compactEtcd(url: string): Promise<void> {
  const present = await post(url, '/v3/kv/range', { key: Buffer.from('/').toString('base64'), count_only: true });
  const { header } = JSON.parse(present) as { header: { revision: string } };
  await post(url, '/v3/kv/compaction', { revision: header.revision, physical: true });
}

async function post(url: string, path: string, body: unknown): Promise<string> {
  const answer = await ask(`${url}${path}`, { method: 'POST', body });
  if (answer?.status === 200) return answer.body;
  throw new ToolError('CONTROL_PLANE_FAILED', `etcd answered ${path} with ${answer?.body ?? 'nothing'}`);
}
