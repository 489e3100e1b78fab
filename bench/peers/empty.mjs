// Does nothing but answer: what the readings of a Node process cost by themselves.
import { converse, readOptions } from './conversation.mjs';

await converse(readOptions(), async () => 0);
