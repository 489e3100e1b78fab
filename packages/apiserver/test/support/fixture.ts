import { afterAll, afterEach, beforeAll } from 'vitest';
import { type ApiServer, type ApiServerOptions, startApiServer } from '../../src/index.ts';
import { TestClient } from './client.ts';

export * from './objects.ts';

export interface Fixture {
  readonly cluster: ApiServer;
  readonly client: TestClient;
}

/** One cluster for all tests of a file; faults of one test do not reach the next. */
export function useCluster(options: () => ApiServerOptions = () => ({})): Fixture {
  let cluster: ApiServer | undefined;
  let client: TestClient | undefined;
  beforeAll(async () => {
    cluster = await startApiServer(options());
    client = new TestClient(cluster);
  });
  afterEach(() => cluster?.faults.clear());
  afterAll(async () => {
    client?.close();
    await cluster?.stop();
  });
  return {
    get cluster() {
      return cluster as ApiServer;
    },
    get client() {
      return client as TestClient;
    },
  };
}
