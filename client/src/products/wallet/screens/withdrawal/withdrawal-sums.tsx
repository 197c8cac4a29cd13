import type { WithdrawalQuote } from '../../../../../../shared/products/wallet/wire';
import { withdrawalTerms } from '../../api/withdrawal-terms';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { Amount } from '../../../../shared/ui/figures/amount';
import styles from '../parts/wallet.module.css';

interface WithdrawalSumsProps {
  quote: WithdrawalQuote;
  /** Null while there is none. */
  amount: string | null;
}

/** What there is, what it costs, and what arrives. */
export function WithdrawalSums({ quote, amount }: WithdrawalSumsProps) {
  const { say } = useTexts();
  const { asset, account, available, notFinal, fee } = quote;
  const terms = amount === null ? null : withdrawalTerms(amount, quote);
  const lines: { name: string; value: string | null; isStrong?: boolean }[] = [
    { name: say('wallet.available_in', { account: say(`wallet.account.${account}`) }), value: available },
    ...(/[1-9]/.test(notFinal) ? [{ name: say('wallet.not_final'), value: notFinal }] : []),
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
            {value === null ? (
              '—'
            ) : (
              <>
                <Amount of={value} asset={asset} /> {asset}
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
