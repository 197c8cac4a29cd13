/**
 * A settlement certificate: what was bought, which publications of the index began and ended it, and what was paid, with the
 * batches of the journal that say so, byte for byte. Checking one needs no server and nothing of it: each batch is hashed anew, each
 * publication names the one before it, so that none can have been left out, and all else follows by the rule that the core settles by.
 */
import { entryFrom, ruleOf, type OptionRule } from '../products/option/rules/settlement';
import { readBatches, type Hash, type ProofBatch } from './batches';
import { dueOf, isAgreed, isInTime } from './due';
import { checkPayment } from './payment';
import { Refusal, refuse, type Refused } from './refusal';
import { told, type Told } from './told';

/** By the rule of the contract: each is checked by its own. */
export const CERTIFICATE_FORMS: Readonly<Record<OptionRule, string>> = {
  1: 'second-contract/1',
  2: 'second-contract/2',
};

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

/** @param sha256 of a text's bytes in UTF-8, in hex; where it throws, so does this. */
export async function verifyCertificate(given: unknown, sha256: Hash): Promise<Verdict> {
  try {
    const { form, contract, says, lines } = formed(given);
    const batches = await readBatches(lines, sha256);
    return readable(() => {
      const known = told(batches, contract);
      if (CERTIFICATE_FORMS[ruleOf(known.bought)] !== form) refuse('form', 'form');
      if (JSON.stringify(says) !== JSON.stringify(known)) refuse('says', 'says');
      return { says: known, isOpen: !settles(known, batches, contract) };
    });
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.refused };
    throw error;
  }
}

/** Batches that hash and yet are none of this exchange may lack anything. */
function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    return refuse('form', 'lines');
  }
}

function formed(given: unknown): Certificate {
  if (typeof given !== 'object' || given === null) refuse('form', '');
  const one = given as Certificate;
  if (Object.keys(one).sort().join() !== 'contract,form,lines,says') refuse('form', Object.keys(one).join());
  if (!Object.values(CERTIFICATE_FORMS).includes(one.form)) refuse('form', 'form');
  if (!Number.isSafeInteger(one.contract)) refuse('form', 'contract');
  if (!Array.isArray(one.lines) || one.lines.some((line) => typeof line !== 'string')) refuse('form', 'lines');
  return one;
}

/** The rule. True when the publications leave nothing to ask; false when one after the end is still to come. */
function settles(says: Told, batches: readonly ProofBatch[], contract: number): boolean {
  const { bought, entry, result, publications } = says;
  const actorOf = (position: number) => batches.find((batch) => batch.position === position)?.actor;
  const owner = `user/${bought.user}`;
  if (actorOf(bought.position) !== owner) refuse('actor', bought.position);
  for (const publication of publications) {
    if (!isAgreed(publication)) refuse('median', publication.position);
    if (actorOf(publication.position)?.startsWith('feed/') !== true) refuse('actor', publication.position);
  }
  if (actorOf(result.position) !== (result.end === 'cancelled' ? owner : 'clock')) refuse('actor', result.position);
  if (entry && actorOf(entry.position) !== 'clock') refuse('actor', entry.position);

  const { sourcesMin = 0 } = bought;
  const isCounting = Number.isSafeInteger(sourcesMin) && sourcesMin > 0;
  if (ruleOf(bought) === 1 ? bought.sourcesMin !== undefined : !isCounting) refuse('entry', 'sourcesMin');
  const due = dueOf(says);
  const { startsAt } = bought;
  if (bought.from !== entryFrom(startsAt ?? bought.at) || (startsAt ?? Infinity) <= bought.at) refuse('entry', 'from');
  const begun = due.begun && { price: due.begun.price, at: due.begun.at, batch: due.begun.position };
  const wanted = begun ? { position: entry?.position, ...begun, endsAt: begun.at + bought.durationMs } : null;
  if (JSON.stringify(entry) !== JSON.stringify(wanted)) refuse('entry', entry?.position ?? 'entry');
  const by = due.by && { price: due.by.price, at: due.by.at, batch: due.by.position };
  if (result.end === 'cancelled' && !isInTime(bought, result.at)) refuse('end', 'cancelled');
  if (result.end !== due.end || result.reason !== due.reason) refuse('end', result.position);
  if (result.dueAt !== due.dueAt || result.at < due.dueAt) refuse('end', 'dueAt');
  if (JSON.stringify(result.by) !== JSON.stringify(by)) refuse('end', 'by');
  checkPayment(says, contract, batches, due.elapsedMs);
  return due.isProven;
}
