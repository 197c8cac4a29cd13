/**
 * A journal as lines of JSON, one a batch: the same bytes whichever store they come from, so that `jq`, a verifier in any
 * language or an auditor's diff needs to know nothing of the store. They are the stored bytes: nothing is encoded again.
 */
import { encodeBody } from '../core/codec';
import type { Journal, JournalHead, StoredReading, StoredText } from './port';
import { exportLine, genesis, seal, verifyStored } from './seal';

/** The lines from the batch that holds position `from` on, without line ends. Refuses to export what does not verify. */
export async function* exportLines(journal: Journal | StoredReading, core: string, from = 0): AsyncIterable<string> {
  for await (const { hash, text } of verifiedTexts(journal, core, from)) yield exportLine(hash, text);
}

/**
 * The stored batches from the one that holds `from` on, each after it was found to follow from the one before; a ChainError
 * names the first that does not. The first one of all follows from the core's name, one from the middle from what it names.
 */
export async function* verifiedTexts(
  journal: Journal | StoredReading,
  core: string,
  from = 0,
): AsyncIterable<StoredText> {
  let head: JournalHead | null = from <= 0 ? { position: -1, hash: genesis(core) } : null;
  let number = 0;
  for await (const stored of storedTexts(journal, from)) {
    head = verifyStored(head ?? { position: stored.first - 1, hash: stored.prev }, stored, ++number);
    yield stored;
  }
}

/** A store that cannot give its text yet has only batches of the present version, whose text is what the codec writes. */
function storedTexts(journal: Journal | StoredReading, from: number): AsyncIterable<StoredText> {
  return journal.readStored?.(from) ?? encodedAgain(journal as Journal, from);
}

async function* encodedAgain(journal: Journal, from: number): AsyncIterable<StoredText> {
  for await (const { batch, position, hash, prev } of journal.read(from)) {
    yield { text: seal(prev, encodeBody(batch)).bytes, first: batch.first, position, hash, prev };
  }
}
