import { useTexts } from '../i18n/use-texts';
import { AMOUNT_DIGITS, isLostAt, signOf } from '../lib/amount';

interface AmountProps {
  /** A plain decimal, signed or not. */
  of: string;
  /** With a plus for more. */
  isSigned?: boolean;
}

/** Four places, as the specification has it; all of them under the pointer, and where four would show nothing. */
export function Amount({ of: amount, isSigned = false }: AmountProps) {
  const { numbers } = useTexts();
  const digits = isLostAt(amount, AMOUNT_DIGITS) ? (amount.split('.')[1] ?? '').length : AMOUNT_DIGITS;
  const sign = isSigned && signOf(amount) === 'up' ? '+' : '';
  return <span title={amount}>{sign + numbers.fixed(amount, digits)}</span>;
}
