import { connect } from '@slipway/kube';

/** As whom the API server knows a pod of server.mjs, by the credentials that its process found. */
export async function userOfPod(url: string): Promise<string> {
  const env = (await (await fetch(`${url}/env`)).json()) as Record<string, string>;
  const cluster = await connect({ path: env['KUBECONFIG'] ?? '' });
  try {
    const review = await cluster.transport.json<{ status: { userInfo: { username: string } } }>({
      method: 'POST',
      path: '/apis/authentication.k8s.io/v1/selfsubjectreviews',
      body: JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' }),
    });
    return review.status.userInfo.username;
  } finally {
    await cluster.close();
  }
}
