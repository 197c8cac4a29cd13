import { sumOf } from '../../../shared/lib/numbers/exact';
import { Amount } from '../../../shared/ui/figures/amount';

/** An amount with its coin: of one level, or of both together. */
export function Money({ amounts, asset }: { amounts: readonly string[]; asset: string }) {
  return (
    <>
      <Amount of={sumOf(amounts)} asset={asset} /> {asset}
    </>
  );
}
