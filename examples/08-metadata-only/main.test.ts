import { it } from 'vitest';
import { expectToPrintItsReadme } from '../example-run.ts';

it('example 08 prints what its README says', () => expectToPrintItsReadme(import.meta.dirname, { endsItself: true }));
