import { scaleOf } from '../../../../shared/rules/units';
import type { WithdrawalQuote } from '../../../../shared/wire/wallet';
import { withdrawalTerms } from '../../entities/withdrawal/withdrawal-terms';
import { useTexts } from '../../shared/i18n/use-texts';
import { AMOUNT_DIGITS } from '../../shared/lib/amount';
import styles from './wallet.module.css';

interface WithdrawalSumsProps {
  quote: WithdrawalQuote;
  /** Null while there is none. */
  amount: string | null;
}

/** What there is, what it costs, and what arrives. */
export function WithdrawalSums({ quote, amount }: WithdrawalSumsProps) {
  const { say, numbers } = useTexts();
  const { asset, account, available, fee } = quote;
  const terms = amount === null ? null : withdrawalTerms(amount, quote);
  const lines: { name: string; value: string | null; isStrong?: boolean }[] = [
    { name: say('wallet.available_in', { account: say(`wallet.account.${account}`) }), value: available },
    { name: say('wallet.fee'), value: fee },
    { name: say('wallet.taken'), value: terms?.taken ?? null },
    { name: say('wallet.received'), value: terms?.received ?? null, isStrong: true },
  ];
  return (
    <dl className={styles.facts} aria-live="off">
      {lines.map(({ name, value, isStrong = false }) => (
        <div key={name} data-strong={isStrong}>
          <dt>{name}</dt>
          <dd>
            {value === null
              ? '—'
              : // What is sent is seen to its last digit before.
                `${numbers.fixed(value, Math.max(AMOUNT_DIGITS, scaleOf(value)))} ${asset}`}
          </dd>
        </div>
      ))}
    </dl>
  );
}
