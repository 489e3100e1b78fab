/** A text that is no selector, in the words of a real server. */
export class MalformedSelector extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MalformedSelector';
  }
}
