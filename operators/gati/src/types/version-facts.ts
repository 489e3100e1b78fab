import { anyFields, listSet } from '@slipway/crd';
import { z } from 'zod';
import { text } from './fields.ts';

/** What is known of a version beside what runs: a handler's are copied to the version it makes. */
export const versionFacts = {
  transformers: z
    .array(z.string())
    .exactOptional()
    .describe('Which requests can be carried from one version to another: v1->v2, v1-to-v2, path/v1-to-v2.ts.'),
  schema: z
    .object({
      request: anyFields().exactOptional(),
      response: anyFields().exactOptional(),
      statusCode: z.int().min(100).max(599).exactOptional(),
    })
    .exactOptional()
    .describe('JSON Schema of requests and responses.'),
  schemaRef: z
    .object({ configMap: text(), key: text() })
    .exactOptional()
    .describe('A ConfigMap that holds the schema.'),
  tags: z.array(text()).meta(listSet).exactOptional().describe('Protected tags keep a version from being retired.'),
};
