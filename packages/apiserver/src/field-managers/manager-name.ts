/** As long as a real server lets a manager's name be, in bytes. */
export const LONGEST_MANAGER_BYTES = 128;

/** Who writes when the server writes by itself. */
export const SERVER_MANAGER = 'kube-apiserver';

/** K-62: the parameter or, without it, the user agent up to the first slash. */
export function managerName(fieldManager: string | null, userAgent: string): string {
  if (fieldManager) return fieldManager;
  let name = '';
  for (const character of userAgent.split('/')[0] ?? '') {
    if (!isPrintable(character)) continue;
    if (Buffer.byteLength(name + character) > LONGEST_MANAGER_BYTES) break;
    name += character;
  }
  return name || 'unknown';
}

/** What Go calls printable: letters, marks, numbers, punctuation, symbols and the plain space. */
export function isPrintable(character: string): boolean {
  return character === ' ' || /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(character);
}
