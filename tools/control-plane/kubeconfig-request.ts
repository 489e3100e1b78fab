import { parse } from 'yaml';
import { ToolError } from '../errors.ts';
import { type Answer, ask, type Request } from './http.ts';

interface Kubeconfig {
  readonly clusters: readonly [
    { readonly cluster: { readonly server: string; readonly 'certificate-authority-data': string } },
  ];
  readonly users: readonly [
    {
      readonly user: {
        readonly token?: string;
        readonly 'client-certificate-data'?: string;
        readonly 'client-key-data'?: string;
      };
    },
  ];
}

/**
 * One request with the credentials of a kubeconfig that has one cluster and one user, as those of test
 * clusters have. It needs no client of ours, so tests can hold the client against it.
 */
export async function requestAs(kubeconfig: string, path: string, request: Request = {}): Promise<Answer> {
  const { clusters, users } = parse(kubeconfig) as Kubeconfig;
  const { server, 'certificate-authority-data': ca } = clusters[0].cluster;
  const { token, 'client-certificate-data': cert, 'client-key-data': key } = users[0].user;
  const answer = await ask(`${server}${path}`, {
    ...request,
    headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...request.headers },
    tls: { ca: decode(ca), ...(cert && key ? { cert: decode(cert), key: decode(key) } : {}) },
  });
  if (answer === undefined) throw new ToolError('CONTROL_PLANE_FAILED', `${server} did not answer ${path}`);
  return answer;
}

function decode(base64: string): string {
  return Buffer.from(base64, 'base64').toString('utf8');
}
