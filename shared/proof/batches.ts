/** Lines of a journal export, each verified by its hash, and adjacent ones by their link. */
import { refuse } from './refusal';

/** SHA-256 of a text's UTF-8 bytes, in hex. */
export type Hash = (text: string) => string | Promise<string>;

/** An event in the journal's form: amounts are text, prices of an index are lists. */
export type ProofEvent = { type: string } & Readonly<Record<string, unknown>>;

export interface ProofBatch {
  /** Position of its last event. */
  position: number;
  hash: string;
  at: number;
  actor: string;
  events: readonly ProofEvent[];
}

interface Stored {
  first: number;
  at: number;
  actor: string;
  events: ProofEvent[];
  prev: string;
}

const LINE = /^\{"hash":"([0-9a-f]{64})","batch":(\{.*\})\}$/su;

export async function readBatches(lines: readonly string[], sha256: Hash): Promise<ProofBatch[]> {
  const batches: ProofBatch[] = [];
  for (const [number, line] of lines.entries()) {
    const [, hash, text] = LINE.exec(line) ?? refuse('line', number);
    const { first, at, actor, events, prev } = parsed(text, number);
    const position = first + events.length - 1;
    if ((await sha256(prev + text)) !== hash) refuse('hash', position);
    const before = batches.at(-1);
    if (before && (first <= before.position || at < before.at)) refuse('order', position);
    // Batches between shown ones may be left out; adjacent ones are linked by hash.
    if (before?.position === first - 1 && before.hash !== prev) refuse('order', position);
    batches.push({ position, hash, at, actor, events });
  }
  return batches;
}

function parsed(text: string, number: number): Stored {
  try {
    const stored = JSON.parse(text) as Stored;
    const { first, at, events } = stored;
    if ([first, at].every((one) => Number.isSafeInteger(one)) && Array.isArray(events) && events.length > 0)
      return stored;
  } catch {
    // Falls through to the refusal below.
  }
  return refuse('line', number);
}
