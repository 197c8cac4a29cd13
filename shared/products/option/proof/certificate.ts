/**
 * A settlement certificate: the purchase, the index publications of entry and end, the payment, and the journal batches
 * that prove them, byte for byte. Verification needs no server. It hashes each batch again. Each publication names the
 * previous one, so that none can be missing. The settlement is then recomputed with the core's rule.
 */
import { entryCountsFrom, ruleOf, type OptionRule } from '../rules/settlement';
import { readBatches, type Hash, type ProofBatch } from '../../../proof/batches';
import { dueOf, isAgreed, isInTime } from './due';
import { checkPayment } from './payment';
import { Refusal, refuse, type Refused } from '../../../proof/refusal';
import { statementOf, type CertificateStatement } from './statement';

/** Formats by contract rule; each certificate is checked against that of its rule. */
export const CERTIFICATE_FORMS: Readonly<Record<OptionRule, string>> = {
  1: 'second-contract/1',
  2: 'second-contract/2',
};

export interface Certificate {
  form: string;
  contract: number;
  /** Readable content of the batches. */
  says: CertificateStatement;
  /** Lines in the format and order of a journal export. */
  lines: string[];
}

/** `isOpen`: no publication has followed the settling one, so that only the journal can show that it was the last. */
export type Verdict = { refused: Refused } | { says: CertificateStatement; isOpen: boolean };

/** @param sha256 SHA-256 of a text's UTF-8 bytes, in hex. Its exceptions are passed on. */
export async function verifyCertificate(input: unknown, sha256: Hash): Promise<Verdict> {
  try {
    const { form, contract, says, lines } = parseCertificate(input);
    const batches = await readBatches(lines, sha256);
    return parseJson(() => {
      const derivedStatement = statementOf(batches, contract);
      if (CERTIFICATE_FORMS[ruleOf(derivedStatement.bought)] !== form) refuse('form', 'form');
      if (JSON.stringify(says) !== JSON.stringify(derivedStatement)) refuse('says', 'says');
      return { says: derivedStatement, isOpen: !settlesContract(derivedStatement, batches, contract) };
    });
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.refused };
    throw error;
  }
}

/** Batches with valid hashes that are not from this exchange may lack any field. */
function parseJson<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    return refuse('form', 'lines');
  }
}

function parseCertificate(input: unknown): Certificate {
  if (typeof input !== 'object' || input === null) refuse('form', '');
  const one = input as Certificate;
  if (Object.keys(one).sort().join() !== 'contract,form,lines,says') refuse('form', Object.keys(one).join());
  if (!Object.values(CERTIFICATE_FORMS).includes(one.form)) refuse('form', 'form');
  if (!Number.isSafeInteger(one.contract)) refuse('form', 'contract');
  if (!Array.isArray(one.lines) || one.lines.some((line) => typeof line !== 'string')) refuse('form', 'lines');
  return one;
}

/**
 * Checks the settlement against the rule. True if the publications are complete; false if one after the end is still to
 * come.
 */
function settlesContract(statement: CertificateStatement, batches: readonly ProofBatch[], contract: number): boolean {
  const { bought, entry, result, publications } = statement;
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
  const expectedResult = dueOf(statement);
  const { startsAt } = bought;
  if (bought.from !== entryCountsFrom(startsAt ?? bought.at) || (startsAt ?? Infinity) <= bought.at)
    refuse('entry', 'from');
  const entryFields = expectedResult.entryPublication && {
    price: expectedResult.entryPublication.price,
    at: expectedResult.entryPublication.at,
    batch: expectedResult.entryPublication.position,
  };
  const expectedEntry = entryFields
    ? { position: entry?.position, ...entryFields, endsAt: entryFields.at + bought.durationMs }
    : null;
  if (JSON.stringify(entry) !== JSON.stringify(expectedEntry)) refuse('entry', entry?.position ?? 'entry');
  const expectedPublication = expectedResult.settlingPublication && {
    price: expectedResult.settlingPublication.price,
    at: expectedResult.settlingPublication.at,
    batch: expectedResult.settlingPublication.position,
  };
  if (result.end === 'cancelled' && !isInTime(bought, result.at)) refuse('end', 'cancelled');
  if (result.end !== expectedResult.end || result.reason !== expectedResult.reason) refuse('end', result.position);
  if (result.dueAt !== expectedResult.dueAt || result.at < expectedResult.dueAt) refuse('end', 'dueAt');
  if (JSON.stringify(result.by) !== JSON.stringify(expectedPublication)) refuse('end', 'by');
  checkPayment(statement, contract, batches, expectedResult.elapsedMs);
  return expectedResult.isProven;
}
