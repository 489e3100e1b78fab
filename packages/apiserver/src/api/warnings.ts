/** From so many characters in all on, every warning is cut. */
const CUT_FROM_CHARACTERS = 4096;
/** What remains of one then. */
const CUT_TO_CHARACTERS = 256;

/**
 * K-15: what the client should know beside the answer, one header per text, within the limits of a real server.
 *
 * Header values are bytes. Node takes them as characters up to U+00FF, one per byte, and throws at any other: the
 * texts are UTF-8 in that form.
 */
export class Warnings {
  readonly #texts = new Set<string>();

  readonly add = (text: string): void => {
    // A text with a control character is no header: a real server leaves it out as well.
    if (text !== '' && !/\p{Cc}/u.test(text)) this.#texts.add(text);
  };

  headers(): readonly string[] {
    const texts = [...this.#texts].map((text) => Array.from(text));
    const total = texts.reduce((sum, text) => sum + text.length, 0);
    const shown = total > CUT_FROM_CHARACTERS ? withinLimits(texts) : texts;
    return shown.map((text) => bytesAsCharacters(`299 - "${text.join('').replace(/["\\]/g, '\\$&')}"`));
  }
}

/** None begins after the limit. */
function withinLimits(texts: readonly (readonly string[])[]): readonly (readonly string[])[] {
  let written = 0;
  const kept: (readonly string[])[] = [];
  for (const text of texts) {
    if (written >= CUT_FROM_CHARACTERS) break;
    const cut = text.slice(0, CUT_TO_CHARACTERS);
    written += cut.length;
    kept.push(cut);
  }
  return kept;
}

function bytesAsCharacters(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}
