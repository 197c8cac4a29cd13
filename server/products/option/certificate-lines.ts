/** Formats a settlement certificate's result, or the reason for its rejection, as lines. */
import { verifyCertificate, type Verdict } from '../../../shared/products/option/proof/certificate';
import type { Hash } from '../../../shared/proof/batches';
import type { Refused } from '../../../shared/proof/refusal';

const FAULT_TEXTS: Readonly<Record<Refused['fault'], string>> = {
  form: 'is no certificate of this form',
  line: 'a line is no batch of a journal',
  hash: 'the hash does not fit the batch',
  order: 'batches are out of order, repeated or not linked',
  missing: 'an event is missing',
  says: 'what it says is not what its batches say',
  actor: 'a batch was sent by somebody who may not',
  median: 'a published price is not the median of its sources',
  left_out: 'a publication before this one was left out',
  entry: 'it did not begin by the rule',
  end: 'it did not end by the rule',
  payment: 'what was paid is not what the rule gives',
};

export async function verifyToLines(
  certificate: unknown,
  sha256: Hash,
): Promise<{ isProved: boolean; lines: string[] }> {
  const verdict = await verifyCertificate(certificate, sha256);
  return { isProved: !('refused' in verdict), lines: verdictLines(verdict) };
}

function verdictLines(verdict: Verdict): string[] {
  if ('refused' in verdict) {
    const { fault, where } = verdict.refused;
    return [`REFUSED: ${FAULT_TEXTS[fault]}${where === '' ? '' : ` (${where})`}`];
  }
  const { bought, entry, result, batches } = verdict.says;
  const time = (at: number): string => new Date(at).toISOString();
  return [
    `bought   ${bought.symbol} ${bought.direction}, ${bought.durationMs / 1_000} s, stake ${bought.stake} units of ${bought.asset}, by account ${bought.user} at ${time(bought.at)}, position ${bought.position}`,
    entry
      ? `entry    ${entry.price} ticks, published at ${time(entry.at)}, position ${entry.batch}; ends at ${time(entry.endsAt)}`
      : 'entry    none',
    result.by
      ? `settled  ${result.end} by ${result.by.price} ticks, published at ${time(result.by.at)}, position ${result.by.batch}`
      : `settled  ${result.end}${result.reason === undefined ? '' : `, ${result.reason}`}`,
    `paid     ${result.paid} units, income ${result.income}, fee ${result.fee}, position ${result.position}`,
    ...batches.map(({ position, hash: digest }) => `batch    ${digest} at position ${position}`),
    verdict.isOpen
      ? 'PROVED but for one thing: no publication has come since; only the journal shows that the one it was settled by was the last.'
      : 'PROVED. Compare one of the hashes with the journal, or with any export of it, to know that this is its history.',
  ];
}
