import { sumOf } from '../../../kit/lib/numbers/exact';
import { Amount } from '../../../kit/ui/figures/amount';

/** Amount with its coin: of one level, or the sum of both. */
export function Money({ amounts, asset }: { amounts: readonly string[]; asset: string }) {
  return (
    <>
      <Amount amount={sumOf(amounts)} asset={asset} /> {asset}
    </>
  );
}
