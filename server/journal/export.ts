/**
 * A journal as lines of JSON, one a batch: the same bytes whichever store they come from, so that `jq`, a verifier in any
 * language or an auditor's diff needs to know nothing of the store. They are the stored bytes: nothing is encoded again.
 */
import type { JournalHead, StoredReading, StoredText } from './port';
import { exportLine, genesis, verifyStored } from './seal';

/** The lines from the batch that holds position `from` on, without line ends. Refuses to export what does not verify. */
export async function* exportLines(journal: StoredReading, core: string, from = 0): AsyncIterable<string> {
  for await (const { hash, text } of verifiedTexts(journal, core, from)) yield exportLine(hash, text);
}

/**
 * The stored batches from the one that holds `from` on, each after it was found to follow from the one before; a ChainError
 * names the first that does not. The first one of all follows from the core's name, one from the middle from what it names.
 */
export async function* verifiedTexts(journal: StoredReading, core: string, from = 0): AsyncIterable<StoredText> {
  let head: JournalHead | null = from <= 0 ? { position: -1, hash: genesis(core) } : null;
  let number = 0;
  for await (const stored of journal.readStored(from)) {
    head = verifyStored(head ?? { position: stored.first - 1, hash: stored.prev }, stored, ++number);
    yield stored;
  }
}
