/**
 * Assembles a settlement certificate from the journal: the few stored batches that prove one second contract.
 * Publications are linked to their predecessor, so it follows the links and skips everything between.
 */
import { readBatches, type ProofBatch } from '../../../shared/proof/batches';
import { CERTIFICATE_FORMS, type Certificate } from '../../../shared/products/option/proof/certificate';
import { statementOf } from '../../../shared/products/option/proof/statement';
import { ruleOf, type OptionRule } from '../../../shared/products/option/rules/settlement';
import type { StoredReading, StoredText } from '../../journal/port';
import { exportLine, hashOf } from '../../journal/seal';

/** Batch positions of a contract in the journal; `settledBy` and `entry` are publications. */
export interface SettledContract {
  contract: number;
  symbol: string;
  boughtPosition: number;
  enteredPosition: number | null;
  settledPosition: number;
  entry: number | null;
  settledBy: number | null;
  /** With take-profit or stop-loss every publication in between counts. */
  hasLevels: boolean;
}

/** Maximum publications in one certificate, and batches scanned for the next publication. */
const PUBLICATIONS_MAX = 5_000;
const BATCHES_SEARCHED_MAX = 100_000;

/** Null if it needs more publications than the maximum. */
export async function certificateOf(journal: StoredReading, settled: SettledContract): Promise<Certificate | null> {
  const { contract, symbol, boughtPosition, enteredPosition, settledPosition, entry, settledBy, hasLevels } = settled;
  const textByPosition = new Map<number, StoredText>();
  const show = async (position: number): Promise<StoredText> => {
    const text = textByPosition.get(position) ?? (await storedAt(journal, position));
    textByPosition.set(text.position, text);
    return text;
  };
  const purchase = await show(boughtPosition);
  /** Follows links back to the first publication not after `until`. */
  const showBack = async (from: StoredText, until: number): Promise<boolean> => {
    let position = previousPublicationOf(from, symbol);
    while (position !== null && position >= until) {
      if (textByPosition.size > PUBLICATIONS_MAX) return false;
      position = previousPublicationOf(await show(position), symbol);
    }
    return true;
  };
  /** Follows links back to the last publication before a time. */
  const showBefore = async (from: StoredText, at: number): Promise<void> => {
    let position = previousPublicationOf(from, symbol);
    while (position !== null) {
      const one = await show(position);
      position = timeOf(one) < at ? null : previousPublicationOf(one, symbol);
    }
  };
  /** Back to the last publication before possible entries: under rule 2 several may have failed. */
  const showWaited = async (from: StoredText): Promise<void> => {
    const purchaseEvent = eventIn(purchase, 'OptionBought', contract);
    if (ruleOf(purchaseEvent) !== 1) await showBefore(from, purchaseEvent.from);
  };
  if (enteredPosition !== null) await show(enteredPosition);
  const settlement = await show(settledPosition);
  const entryText = entry === null ? null : await show(entry);
  const last = settledBy === null ? null : await show(settledBy);
  for (const publication of [entryText, last]) {
    const before = publication && previousPublicationOf(publication, symbol);
    if (before !== null) await show(before);
  }
  const entering = entryText ?? last;
  if (entering) await showWaited(entering);
  if (hasLevels && entryText && last && !(await showBack(last, entryText.position))) return null;
  const next = await nextPublication(journal, symbol, last?.position ?? settledPosition);
  if (next) {
    textByPosition.set(next.position, next);
    const before = previousPublicationOf(next, symbol);
    if (before !== null) {
      const previous = await show(before);
      if (!entering) await showWaited(next);
      // A refund for a missing publication names none; the certificate contains those around it.
      if (entryText && !last) await showBefore(next, eventIn(settlement, 'OptionSettled', contract).dueAt);
      if (hasLevels && entryText && !last && !(await showBack(previous, entryText.position))) return null;
    }
  }
  const lines = [...textByPosition.values()]
    .sort((one, other) => one.position - other.position)
    .map(({ hash, text }) => exportLine(hash, text));
  const statement = statementOf(await parseBatches(lines), contract);
  return { form: CERTIFICATE_FORMS[ruleOf(statement.bought)], contract, says: statement, lines };
}

/** Verifies stored batches like the recipient of the certificate. */
function parseBatches(lines: readonly string[]): Promise<ProofBatch[]> {
  return readBatches(lines, (text) => hashOf('', text));
}

async function storedAt(journal: StoredReading, position: number): Promise<StoredText> {
  for await (const stored of journal.readStored(position)) return stored;
  throw new Error(`the journal has no batch at position ${position}`);
}

/** The first publication after a position, within the scan limit. */
async function nextPublication(journal: StoredReading, symbol: string, after: number): Promise<StoredText | null> {
  let looked = 0;
  for await (const stored of journal.readStored(after + 1)) {
    if (publicationIn(stored, symbol)) return stored;
    if (++looked >= BATCHES_SEARCHED_MAX) break;
  }
  return null;
}

type Price = [symbol: string, price: number, sources: unknown, before?: number];

function publicationIn({ text }: StoredText, symbol: string): Price | null {
  if (!text.includes('{"type":"IndexPublished",')) return null;
  const { events } = JSON.parse(text) as { events: { type: string; prices?: Price[] }[] };
  for (const { type, prices = [] } of events) {
    const found = type === 'IndexPublished' && prices.find(([name]) => name === symbol);
    if (found) return found;
  }
  return null;
}

/** Event fields used here. */
interface Events {
  OptionBought: { rule?: OptionRule; from: number };
  OptionSettled: { dueAt: number };
}

function eventIn<T extends keyof Events>({ text }: StoredText, type: T, contract: number): Events[T] {
  const { events } = JSON.parse(text) as { events: (Events[T] & { type: string; contract?: number })[] };
  const found = events.find((event) => event.type === type && event.contract === contract);
  if (!found) throw new Error(`the journal has no ${type} of contract ${contract} where it should be`);
  return found;
}

function timeOf({ text }: StoredText): number {
  return (JSON.parse(text) as { at: number }).at;
}

/** Position of the previous publication. */
function previousPublicationOf(stored: StoredText, symbol: string): number | null {
  return publicationIn(stored, symbol)?.[3] ?? null;
}
