/** Text formats of the screens of financial products and mining. */
import type { ReactNode } from 'react';
import type { EarnSale, MiningProduct } from '../../../../../shared/products/earn/wire';
import { useTexts } from '../../../kit/i18n/use-texts';
import { compare } from '../../../kit/lib/numbers/exact';
import { Amount } from '../../../kit/ui/figures/amount';
import { TextWithFact } from '../../../kit/ui/text-with-fact';
import styles from './earn-format.module.css';
import { ratioOf, soldShare, timesOf } from './income';

const DAYS_SHOWN = 30;

export function useEarnFormat() {
  const { t, tCount, numbers } = useTexts();
  const percent = (ppb: number): string => numbers.exactPercent(ratioOf(ppb), 2);
  return {
    percent,
    /** Thirty times the daily rate, for comparing products. */
    monthly: (dailyRatePpb: number): string => numbers.exactPercent(timesOf(ratioOf(dailyRatePpb), DAYS_SHOWN), 2),
    days: (count: number): string => tCount('earn.days', count),
    money: (amount: string, asset: string): ReactNode => (
      <span className={styles.money}>
        <Amount amount={amount} asset={asset} /> {asset}
      </span>
    ),
    /** Plain text, for use in a sentence. */
    plain: (amount: string, asset: string): string => `${numbers.exact(amount)} ${asset}`,
    range: (min: string, max: string, asset: string): string =>
      `${numbers.exact(min)} – ${numbers.exact(max)} ${asset}`,
    rebate: ({ rebate }: Pick<MiningProduct, 'rebate'>): string =>
      rebate === null
        ? t('mining.rebate.none')
        : t(`mining.rebate.${rebate.type}`, { ratio: percent(rebate.ratioPpb) }),
  };
}

/** Why the product cannot be bought, or null. */
export function saleObstacleOf({ state, remaining }: { state: EarnSale; remaining: string }): Obstacle | null {
  if (state !== 'open') return state === 'closed' ? 'off' : 'maintenance';
  return compare(remaining, '0') <= 0 ? 'sold_out' : null;
}
export type Obstacle = 'off' | 'maintenance' | 'sold_out';

/** Sold share of the quota, and the remainder. */
export function QuotaBar({ quota, remaining, asset }: { quota: string; remaining: string; asset: string }) {
  const { t, numbers } = useTexts();
  const soldRatio = soldShare(quota, remaining);
  return (
    <span className={styles.quota}>
      <span
        className={styles.bar}
        role="meter"
        aria-label={t('earn.quota.sold')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(soldRatio * 100)}
      >
        <i style={{ width: `${soldRatio * 100}%` }} />
      </span>
      <small>
        <TextWithFact
          text="earn.quota.left"
          params={{ left: numbers.exact(remaining), all: `${numbers.exact(quota)} ${asset}` }}
        />
      </small>
    </span>
  );
}
