import type { WithdrawalQuote } from '../../../../../../shared/products/wallet/wire';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { cutTo, productOf, quotientOf } from '../../../../kit/lib/numbers/exact';
import styles from './limit-left.module.css';

/** Remainder of today's limit in whole percent. */
export function leftPercent({ limit, limitLeft }: Pick<WithdrawalQuote, 'limit' | 'limitLeft'>): number {
  return Math.min(100, Number(quotientOf(productOf(limitLeft, '100'), limit, 0)));
}

export function LimitLeft({ quote }: { quote: WithdrawalQuote }) {
  const { t, numbers } = useTexts();
  const remaining = numbers.fixed(cutTo(quote.limitLeft, 2), 2);
  const limit = numbers.fixed(quote.limit, 2);
  return (
    <div className={styles.limit}>
      <p>
        <span>{t('wallet.limit_left')}</span>
        <b>
          {remaining} / {limit} USDT
        </b>
      </p>
      <meter min={0} max={100} value={leftPercent(quote)} aria-label={t('wallet.limit_left')} />
    </div>
  );
}
