/** How often a property of a pure decision is tried; `npm run test:long` tries more, and elsewhere. */
export const RUNS = { numRuns: 2_000 };
