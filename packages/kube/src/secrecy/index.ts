/** For the other folders of this package; what programs import is `public.ts`. */
export { withoutQuotedValues } from './quoted-values.ts';
export { hiderOf } from './sent-values.ts';
