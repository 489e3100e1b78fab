import { compareCrds, printTable } from '@slipway/crd/compatibility';
import { printProblem } from '@slipway/crd/schema';
import { books, defineBooks } from './books.crd.ts';

// What the API server would make of an object, without one.
const head = { apiVersion: 'library.example.com/v1', kind: 'Book', metadata: { name: 'a' } };
const { schema } = books.kinds.v1;
console.log(JSON.stringify(schema.admit({ ...head, spec: { title: 'Emma', genre: 'Novel' } }).object['spec']));
const refused = schema.admit({ ...head, spec: { title: 'Odes', genre: 'Poetry', pages: 300, tags: ['old', 'old'] } });
for (const problem of refused.problems) console.log(printProblem(problem));

// What a change does to those who use the kind today.
console.log(printTable([compareCrds(books.crd, defineBooks(['Novel', 'Essay']).crd)]).trimEnd());
