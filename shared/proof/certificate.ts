/**
 * A settlement certificate: what was bought, which publications of the index began and ended it, and what was paid, with the
 * batches of the journal that say so, byte for byte. Checking one needs no server and nothing of it: each batch is hashed anew, each
 * publication names the one before it, so that none can have been left out, and all else follows by the rule that the core settles by.
 */
import {
  CANCEL_BEFORE_MS,
  ENTRY_WAIT_MS,
  areLevelsAround,
  entryFrom,
  levelReached,
  outcomeOf,
  paidFor,
} from '../rules/option/settlement';
import { agree } from '../rules/median';
import { readBatches, type Hash, type ProofBatch } from './batches';
import { Refusal, refuse, type Refused } from './refusal';
import { told, type Bought, type Publication, type Told } from './told';

export const CERTIFICATE_FORM = 'second-contract/1';

export interface Certificate {
  form: string;
  contract: number;
  /** What the batches say, to be read. */
  says: Told;
  /** Lines as the journal is exported, in its order. */
  lines: string[];
}

/** `isOpen`: no publication has come since the one it was settled by, so that only the journal shows that it was the last. */
export type Verdict = { refused: Refused } | { says: Told; isOpen: boolean };

/** @param sha256 of a text's bytes in UTF-8, in hex */
export async function verifyCertificate(given: unknown, sha256: Hash): Promise<Verdict> {
  try {
    const { contract, says, lines } = formed(given);
    const batches = await readBatches(lines, sha256);
    const known = told(batches, contract);
    if (JSON.stringify(says) !== JSON.stringify(known)) refuse('says', 'says');
    return { says: known, isOpen: !settles(known, batches) };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.refused };
    throw error;
  }
}

function formed(given: unknown): Certificate {
  if (typeof given !== 'object' || given === null) refuse('form', '');
  const one = given as Certificate;
  if (Object.keys(one).sort().join() !== 'contract,form,lines,says') refuse('form', Object.keys(one).join());
  if (one.form !== CERTIFICATE_FORM) refuse('form', 'form');
  if (!Number.isSafeInteger(one.contract)) refuse('form', 'contract');
  if (!Array.isArray(one.lines) || one.lines.some((line) => typeof line !== 'string')) refuse('form', 'lines');
  return one;
}

/** The rule. True when the publications leave nothing to ask; false when one after the end is still to come. */
function settles({ bought, entry, result, publications }: Told, batches: readonly ProofBatch[]): boolean {
  const actorOf = (position: number) => batches.find((batch) => batch.position === position)?.actor;
  if (actorOf(bought.position) !== `user/${bought.user}`) refuse('actor', bought.position);
  for (const { position, price, sources } of publications) {
    const agreed = agree(sources, 1);
    if (agreed?.price !== price || agreed.sources.length !== sources.length) refuse('median', position);
    if (actorOf(position)?.startsWith('feed/') !== true) refuse('actor', position);
  }
  if (bought.from !== entryFrom(bought.startsAt ?? bought.at)) refuse('entry', 'from');
  const ender = result.end === 'cancelled' ? `user/${bought.user}` : 'clock';
  if (actorOf(result.position) !== ender) refuse('actor', result.position);
  if (result.end === 'cancelled') {
    if (bought.startsAt === undefined || bought.startsAt - result.at <= CANCEL_BEFORE_MS) refuse('end', 'cancelled');
    return pays(bought, result, 'refunded', 0);
  }

  const first = around(publications, bought.from);
  const isEntry = first.next !== undefined && first.next.at <= bought.from + ENTRY_WAIT_MS;
  if (!isEntry) {
    if (entry || result.reason !== 'entry_missed') refuse('entry', result.position);
    if (result.at <= bought.from + ENTRY_WAIT_MS) refuse('end', 'entry_missed');
    return pays(bought, result, 'refunded', 0) && first.next !== undefined;
  }
  const begun = first.next as Publication;
  if (!areLevelsAround(bought, bought.direction, begun.price)) {
    if (entry || result.reason !== 'level_passed' || result.by?.batch !== begun.position) refuse('end', 'level_passed');
    return pays(bought, result, 'refunded', 0);
  }
  if (entry?.batch !== begun.position || entry.price !== begun.price || entry.at !== begun.at) refuse('entry', 'entry');
  if (actorOf(entry.position) !== 'clock') refuse('actor', entry.position);
  const endsAt = entry.at + bought.durationMs;
  if (entry.endsAt !== endsAt) refuse('entry', 'endsAt');

  const last = around(publications, endsAt);
  const hit = levelsOf(bought) ? reached(bought, begun, publications, endsAt) : undefined;
  if (hit) {
    const end = levelReached(bought, bought.direction, hit.price);
    if (result.end !== end || result.by?.batch !== hit.position || result.dueAt !== hit.at) refuse('end', 'level');
    return pays(bought, result, end, hit.at - entry.at);
  }
  if (result.at < endsAt || result.dueAt !== endsAt) refuse('end', 'dueAt');
  const isProven = last.next !== undefined;
  if (!last.previous || endsAt - last.previous.at > bought.staleMs) {
    if (result.reason !== 'index_stale') refuse('end', 'index_stale');
    return pays(bought, result, 'refunded', 0) && isProven;
  }
  if (result.by?.batch !== last.previous.position || result.by.price !== last.previous.price) refuse('end', 'by');
  const end = outcomeOf(bought.direction, entry.price, last.previous.price);
  if (result.end !== end) refuse('end', 'end');
  return pays(bought, result, end, bought.durationMs) && isProven;
}

/** The last publication before a time and the first from it on: neighbours, as the later one says. */
function around(publications: readonly Publication[], at: number): { previous?: Publication; next?: Publication } {
  const index = publications.findIndex((one) => one.at >= at);
  const place = index < 0 ? publications.length : index;
  const [previous, next] = [publications[place - 1], publications[place]] as (Publication | undefined)[];
  if (next && next.before !== previous?.position) refuse('left_out', next.position);
  return { ...(previous && { previous }), ...(next && { next }) };
}

function levelsOf({ takeProfit, stopLoss }: Bought): boolean {
  return takeProfit !== undefined || stopLoss !== undefined;
}

/** With levels every publication in between counts. */
function reached(bought: Bought, begun: Publication, all: readonly Publication[], endsAt: number) {
  let before = begun;
  for (const one of all) {
    if (one.at <= begun.at || one.at >= endsAt) continue;
    if (one.before !== before.position) refuse('left_out', one.position);
    if (levelReached(bought, bought.direction, one.price)) return one;
    before = one;
  }
  return undefined;
}

function pays(bought: Bought, result: Told['result'], end: Told['result']['end'] | null, elapsedMs: number): boolean {
  const { stake, fee, payoutPpb, durationMs } = bought;
  const terms = { stake: BigInt(stake), fee: BigInt(fee), payoutPpb, durationMs };
  const isBack = end === 'refunded' || end === 'cancelled' || end === null;
  const owed = isBack ? { back: terms.stake, income: 0n, fee: 0n, kept: 0n } : paidFor(terms, end, elapsedMs);
  const isGain = end === 'won' || end === 'take_profit';
  const paid = owed.back + owed.income - (isGain ? owed.fee : 0n);
  const same = result.paid === `${paid}` && result.income === `${owed.income}` && result.fee === `${owed.fee}`;
  if (!same || result.received !== `${paid}`) refuse('payment', result.position);
  return true;
}
