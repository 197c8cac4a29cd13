/** Converts lines of a bank statement for the core: units, and hashed names. */
import { creditReferenceOf } from '../../../shared/products/wallet/rules/bank-reference';
import { readStatement, type StatementRecord } from '../../../shared/products/wallet/rules/bank-statement';
import { unitsOf } from '../../../shared/rules/units';
import type { ImportedLine } from '../../products/wallet/core/commands';
import { Refusal } from '../../platform/errors/refusal';

const HEADS = 1;

/** Refuses `statement.invalid` with the first invalid line. */
export function statementLines(csv: string, scale: number, nameHashOf: (name: string) => string): ImportedLine[] {
  const records = readStatement(csv);
  if (typeof records === 'number') throw new Refusal('statement.invalid', { line: records });
  return records.map(({ way, amount, name, ...record }, index) => {
    const units = unitsOf(amount, scale);
    const reference = referenceOf({ way, ...record });
    if (typeof units !== 'bigint' || reference === null)
      throw new Refusal('statement.invalid', { line: index + 1 + HEADS });
    return { way, reference, amount: units, name: nameHashOf(name) };
  });
}

/** The reference as in credits for incoming and in payments for outgoing transfers. */
function referenceOf({ way, reference }: Pick<StatementRecord, 'way' | 'reference'>): string | null {
  if (way === 'out') return reference;
  return creditReferenceOf(reference.toLowerCase().startsWith('bank/') ? reference : `bank/${reference}`);
}
