import { CircleCheck } from 'lucide-react';
import { useTexts } from '../../../kit/i18n/use-texts';
import { Facts } from '../../../kit/ui/figures/facts';
import formStyles from '../../../kit/entities/order/ticket/order-form.module.css';
import { rateOf } from '../api/rate';
import styles from './convert-form.module.css';
import type { Outcome } from './use-conversion';

interface ConvertedProps {
  outcome: Outcome;
  onAgain: () => void;
  onRecords: () => void;
}

/** Focuses the heading, because the focused button is gone. Screen readers then read the result. */
function focused(heading: HTMLElement | null): void {
  heading?.focus();
}

/** Result with all digits; approximate values of the quote if the exchange has no final amounts yet. */
export function Converted({ outcome, onAgain, onRecords }: ConvertedProps) {
  const { t, numbers } = useTexts();
  const { quote } = outcome;
  const { from, to } = quote;
  const [spent, received] = [outcome.spent ?? quote.spent, outcome.received ?? quote.received];
  const estimateMark = outcome.received === null ? '≈ ' : '';
  const money = (amount: string, asset: string): string => `${estimateMark}${numbers.exact(amount)} ${asset}`;
  return (
    <div className={styles.done} role="status">
      <CircleCheck size={40} aria-hidden="true" />
      <h2 ref={focused} tabIndex={-1}>
        {t('convert.done')}
      </h2>
      <p className={styles.brought} translate="no">
        {money(received, to)}
      </p>
      <Facts
        layout="lines"
        details={[
          [t('convert.spent'), money(spent, from)],
          [t('convert.received'), money(received, to)],
          [t('convert.price'), `1 ${from} ≈ ${numbers.exact(rateOf(spent, received))} ${to}`],
        ]}
      />
      <button type="button" className={formStyles.send} onClick={onAgain}>
        {t('convert.again')}
      </button>
      <button type="button" className={styles.link} onClick={onRecords}>
        {t('convert.see_records')}
      </button>
    </div>
  );
}
