import { useContext } from 'react';
import { scaleOf } from '../../../../../shared/rules/units';
import { useTexts } from '../../i18n/use-texts';
import { AMOUNT_DIGITS, isLostAt, mutedZeros, signOf } from '../../lib/numbers/amount';
import styles from './amount.module.css';
import { AssetScales } from './asset-scales';
import { Figure } from './figure';

interface AmountProps {
  /** A plain decimal, signed or not. */
  of: string;
  /** Of what: its amounts have as many places as the exchange counts of it. */
  asset?: string | undefined;
  /** With a plus for more. */
  isSigned?: boolean;
}

/**
 * An amount in a record, a statement, a confirmation or a balance: every place of it, so that what is below each other adds up.
 * Zeros behind the fourth place step back.
 */
export function Amount({ of: amount, asset, isSigned = false }: AmountProps) {
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

/** In an overview four places are enough: all of them under the pointer, and where four would show nothing. */
export function RoundedAmount({ of: amount }: { of: string }) {
  const { numbers } = useTexts();
  const digits = isLostAt(amount, AMOUNT_DIGITS) ? scaleOf(amount) : AMOUNT_DIGITS;
  return <Figure title={amount}>{numbers.fixed(amount, digits)}</Figure>;
}
