import type { WithdrawalQuote } from '../../../../../../shared/products/wallet/wire';
import { withdrawalTerms } from '../../api/withdrawal-terms';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { Amount } from '../../../../kit/ui/figures/amount';
import styles from '../parts/wallet.module.css';

interface WithdrawalSumsProps {
  quote: WithdrawalQuote;
  /** Null if no amount is entered. */
  amount: string | null;
}

/** Available balance, fee, and amount that arrives. */
export function WithdrawalSums({ quote, amount }: WithdrawalSumsProps) {
  const { t } = useTexts();
  const { asset, account, available, notFinal, fee } = quote;
  const terms = amount === null ? null : withdrawalTerms(amount, quote);
  const lines: { name: string; value: string | null; isStrong?: boolean }[] = [
    { name: t('wallet.available_in', { account: t(`wallet.account.${account}`) }), value: available },
    ...(/[1-9]/.test(notFinal) ? [{ name: t('wallet.not_final'), value: notFinal }] : []),
    { name: t('wallet.fee'), value: fee },
    { name: t('wallet.taken'), value: terms?.debitAmount ?? null },
    { name: t('wallet.received'), value: terms?.received ?? null, isStrong: true },
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
                <Amount amount={value} asset={asset} /> {asset}
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
