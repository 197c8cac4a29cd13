/**
 * A journal as lines of JSON, one a batch: the same bytes whichever store they come from, so that `jq`, a verifier in any
 * language or an auditor's diff needs to know nothing of the store.
 */
import { encodeBody } from '../core/codec';
import type { Journal } from './port';
import { exportLine, seal } from './seal';

/** The lines from the batch that holds position `from` on, without line ends. Refuses to export what does not verify. */
export async function* exportLines(journal: Journal, from = 0): AsyncIterable<string> {
  for await (const stored of journal.read(from)) {
    const { bytes, hash } = seal(stored.prev, encodeBody(stored.batch));
    if (hash !== stored.hash) throw new Error(`the batch at position ${stored.position} does not fit its hash`);
    yield exportLine(hash, bytes);
  }
}
