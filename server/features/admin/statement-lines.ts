/** Lines of a bank's statement as the core takes them: units, and the hash of the name. */
import { creditReferenceOf } from '../../../shared/products/wallet/rules/bank-reference';
import { readStatement, type StatementRecord } from '../../../shared/products/wallet/rules/bank-statement';
import { unitsOf } from '../../../shared/rules/units';
import type { ImportedLine } from '../../products/wallet/core/commands';
import { Refusal } from '../../platform/errors/refusal';

const HEADS = 1;

/** Refuses `statement.invalid` with the first line that is none. */
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

/** As a credit names what came in by bank, and a payment what went out. */
function referenceOf({ way, reference }: Pick<StatementRecord, 'way' | 'reference'>): string | null {
  if (way === 'out') return reference;
  return creditReferenceOf(reference.toLowerCase().startsWith('bank/') ? reference : `bank/${reference}`);
}
