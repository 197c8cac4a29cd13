/**
 * A journal as JSON lines, one per batch: equal bytes from every store, so `jq`, a verifier in any language or an
 * auditor's diff works without knowing the store. The stored bytes are used; nothing is encoded again.
 */
import type { JournalHead, StoredReading, StoredText } from './port';
import { exportLine, genesis, verifyStored } from './seal';

/** Lines from the batch that contains position `from` on, without line ends. Throws if the chain does not verify. */
export async function* exportLines(journal: StoredReading, core: string, from = 0): AsyncIterable<string> {
  for await (const { hash, text } of verifiedTexts(journal, core, from)) yield exportLine(hash, text);
}

/**
 * Stored batches from the one that contains `from` on, each verified to follow from the previous one. A ChainError
 * names the first that does not. The journal's first batch follows from the core's name; one from the middle is linked
 * as it states.
 */
export async function* verifiedTexts(journal: StoredReading, core: string, from = 0): AsyncIterable<StoredText> {
  let head: JournalHead | null = from <= 0 ? { position: -1, hash: genesis(core) } : null;
  let number = 0;
  for await (const stored of journal.readStored(from)) {
    head = verifyStored(head ?? { position: stored.first - 1, hash: stored.prev }, stored, ++number);
    yield stored;
  }
}
