/** Signed heads against the journal: each must be the hash of the batch that it names. */
import { HeadsError, readLine, type SignedLine } from '../../shared/proof/signed-heads';
import { linesIn, verifyHeadFiles } from '../signed-heads/head-files';
import type { AuditedJournal } from './source';

export interface ComparedHeads {
  /** Number of signed lines, and the key that signed the last one. */
  lines: number;
  key: string | null;
  /** Last signed position. */
  position: number;
  /** Signed lines in which the operator declared a truncation of the journal. */
  cuts: readonly { number: number; position: number }[];
  /** The last signed head of the staff log. */
  staffLog: { links: number; hash: string } | null;
}

/**
 * @throws with the first line that has no valid signature or contradicts the journal: the journal was truncated or
 * rewritten
 */
export async function compareHeads(directory: string, core: string, journal: AuditedJournal): Promise<ComparedHeads> {
  const places = new Map<number, { number: number; hash: string }>();
  const cuts: { number: number; position: number }[] = [];
  let staffLog: ComparedHeads['staffLog'] = null;
  const { number, key, head } = await verifyHeadFiles(directory, core, ({ number: line, said }: SignedLine) => {
    if (said.is === 'cut') {
      cuts.push({ number: line, position: said.position });
      // Heads signed behind the cut refer to a lost part, and the cut's signed line says so.
      for (const position of places.keys()) if (position > said.position) places.delete(position);
    }
    if (said.is === 'head') staffLog = said.staffLog;
    if (said.is === 'begin' || said.is === 'hand-over') return;
    const previous = places.get(said.position);
    if (previous && previous.hash !== said.hash)
      throw new HeadsError(line, `line ${previous.number} has another hash for position ${said.position}`);
    places.set(said.position, { number: line, hash: said.hash });
  });
  await compare(places, journal);
  return { lines: number, key, position: head?.position ?? -1, cuts, staffLog };
}

async function compare(places: Map<number, { number: number; hash: string }>, journal: AuditedJournal): Promise<void> {
  places.delete(-1);
  const { opening, head } = journal;
  for (const [position, { number }] of places) {
    if (position > head.position)
      throw new HeadsError(number, `it is of position ${position}, and the journal ends at ${head.position}`);
  }
  const { hashes } = journal;
  if (hashes && [...places.keys()].every((position) => hashes.positions.has(position))) {
    for (const [position, { number, hash }] of places) {
      const found = hashes.found.get(position);
      if (found === undefined) throw new HeadsError(number, `no batch of the journal ends at position ${position}`);
      if (found !== hash) throw differenceError(number, position, hash, found);
    }
    return;
  }
  let last = -1;
  for (const position of places.keys()) last = Math.max(last, position);
  for await (const { position, hash } of journal.readStored(opening.position + 1)) {
    const place = places.get(position);
    if (place && place.hash !== hash) {
      throw differenceError(place.number, position, place.hash, hash);
    }
    places.delete(position);
    if (position >= last) break;
  }
  for (const [position, { number }] of places) {
    if (position > opening.position)
      throw new HeadsError(number, `no batch of the journal ends at position ${position}`);
  }
}

function differenceError(number: number, position: number, signed: string, found: string): HeadsError {
  return new HeadsError(number, `at position ${position} it is ${signed}, and the journal has ${found}`);
}

/** Positions of signed heads, unverified. A verification of the journal collects their hashes in the same pass, so the journal is read once. */
export function signedPositions(directory: string): ReadonlySet<number> {
  const positions = new Set<number>();
  try {
    let number = 0;
    for (const line of linesIn(directory)) {
      const { said } = readLine(line, ++number).signed;
      if ('position' in said) positions.add(said.position);
    }
  } catch {
    // The comparison of the heads reports the error.
  }
  return positions;
}
