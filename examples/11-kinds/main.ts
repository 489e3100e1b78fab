import { compareCrds, printTable } from '@slipway/crd/compatibility';
import { cel, defineCrd, listSet } from '@slipway/crd/definition';
import { printProblem } from '@slipway/crd/schema';
import { z } from 'zod';

function defineBooks(genres: readonly [string, ...string[]]) {
  const spec = z
    .object({
      title: z.string().min(1).describe('As on the cover.'),
      genre: z.enum(genres),
      pages: z.int().min(1).default(100),
      tags: z.array(z.string().max(32)).max(8).meta(listSet).optional(),
    })
    .meta(cel({ rule: "self.genre != 'Poetry' || self.pages <= 200", message: 'poems are short' }));
  return defineCrd({ group: 'library.example.com', kind: 'Book', scope: 'Namespaced', versions: { v1: { spec } } });
}

const books = defineBooks(['Novel', 'Poetry']);

// What the API server would make of an object, without one.
const head = { apiVersion: 'library.example.com/v1', kind: 'Book', metadata: { name: 'a' } };
const { schema } = books.kinds.v1;
console.log(JSON.stringify(schema.admit({ ...head, spec: { title: 'Emma', genre: 'Novel' } }).object['spec']));
const refused = schema.admit({ ...head, spec: { title: 'Odes', genre: 'Poetry', pages: 300, tags: ['old', 'old'] } });
for (const problem of refused.problems) console.log(printProblem(problem));

// What a change does to those who use the kind today.
console.log(printTable([compareCrds(books.crd, defineBooks(['Novel', 'Essay']).crd)]).trimEnd());
