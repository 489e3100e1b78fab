import { quote } from '../report/index.ts';

/** A number of pods, or a share of them such as `25%`. */
export type PodShare = number | string;

export const isNoPods = (share: PodShare): boolean => share === 0 || share === '0%';

export function checkAmountOfPods(
  share: PodShare,
  field: string,
  tell: (field: string, message: string) => void,
): void {
  const isShare = typeof share === 'string' && /^(?:\d{1,2}|100)%$/.test(share);
  const isCount = typeof share === 'number' && Number.isInteger(share) && share >= 0;
  if (!isShare && !isCount) tell(field, `is ${quote(share)}; give a whole number of pods, or a share such as "25%"`);
}
