import { useContext } from 'react';
import { scaleOf } from '../../../../../shared/rules/units';
import { useTexts } from '../../i18n/use-texts';
import { AMOUNT_DIGITS, isLostAt, mutedZeros, signOf } from '../../lib/numbers/amount';
import styles from './amount.module.css';
import { AssetScales } from './asset-scales';
import { Figure } from './figure';

interface AmountProps {
  /** Canonical decimal, with an optional sign. */
  amount: string;
  /** The asset, which decides the number of decimals. */
  asset?: string | undefined;
  /** Shows a plus for positive amounts. */
  isSigned?: boolean;
}

/** Amount in records and balances: all decimals of the asset, so that a column adds up visibly. Zeros after the fourth decimal are muted. */
export function Amount({ amount, asset, isSigned = false }: AmountProps) {
  const { numbers } = useTexts();
  const scales = useContext(AssetScales);
  const digits = Math.max((asset === undefined ? undefined : scales[asset]) ?? AMOUNT_DIGITS, scaleOf(amount));
  const text = numbers.fixed(amount, digits);
  const muted = mutedZeros(text, digits);
  return (
    <Figure className={styles.amount}>
      {(isSigned && signOf(amount) === 'up' ? '+' : '') + text.slice(0, text.length - muted)}
      {muted > 0 && <span data-muted="">{text.slice(-muted)}</span>}
    </Figure>
  );
}

/** Overview amount with four decimals, or all if four would show zero. The tooltip has all. */
export function RoundedAmount({ amount }: { amount: string }) {
  const { numbers } = useTexts();
  const digits = isLostAt(amount, AMOUNT_DIGITS) ? scaleOf(amount) : AMOUNT_DIGITS;
  return <Figure title={amount}>{numbers.fixed(amount, digits)}</Figure>;
}
