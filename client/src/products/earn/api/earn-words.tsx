/** How screens of financial products and mining say what they say. */
import type { ReactNode } from 'react';
import type { EarnSale, MiningProduct } from '../../../../../shared/products/earn/wire';
import { useTexts } from '../../../shared/i18n/use-texts';
import { compare } from '../../../shared/lib/numbers/exact';
import { Amount } from '../../../shared/ui/figures/amount';
import { Said } from '../../../shared/ui/said';
import styles from './earn-words.module.css';
import { ratioOf, soldPart, timesOf } from './income';

const DAYS_SHOWN = 30;

export function useEarnWords() {
  const { say, sayCount, numbers } = useTexts();
  const percent = (ppb: number): string => numbers.exactPercent(ratioOf(ppb), 2);
  return {
    percent,
    /** Thirty times the daily rate, by which products are compared. */
    monthly: (dailyRatePpb: number): string => numbers.exactPercent(timesOf(ratioOf(dailyRatePpb), DAYS_SHOWN), 2),
    days: (count: number): string => sayCount('earn.days', count),
    money: (amount: string, asset: string): ReactNode => (
      <span className={styles.money}>
        <Amount of={amount} asset={asset} /> {asset}
      </span>
    ),
    /** In a sentence. */
    plain: (amount: string, asset: string): string => `${numbers.exact(amount)} ${asset}`,
    range: (min: string, max: string, asset: string): string =>
      `${numbers.exact(min)} – ${numbers.exact(max)} ${asset}`,
    rebate: ({ rebate }: Pick<MiningProduct, 'rebate'>): string =>
      rebate === null
        ? say('mining.rebate.none')
        : say(`mining.rebate.${rebate.type}`, { ratio: percent(rebate.ratioPpb) }),
  };
}

/** Why it cannot be bought; null where it can. */
export function obstacleOf({ state, remaining }: { state: EarnSale; remaining: string }): Obstacle | null {
  if (state !== 'open') return state === 'closed' ? 'off' : 'maintenance';
  return compare(remaining, '0') <= 0 ? 'sold_out' : null;
}
export type Obstacle = 'off' | 'maintenance' | 'sold_out';

/** How much of what was released is sold, and what is left. */
export function QuotaBar({ quota, remaining, asset }: { quota: string; remaining: string; asset: string }) {
  const { say, numbers } = useTexts();
  const part = soldPart(quota, remaining);
  return (
    <span className={styles.quota}>
      <span
        className={styles.bar}
        role="meter"
        aria-label={say('earn.quota.sold')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(part * 100)}
      >
        <i style={{ width: `${part * 100}%` }} />
      </span>
      <small>
        <Said
          text="earn.quota.left"
          facts={{ left: numbers.exact(remaining), all: `${numbers.exact(quota)} ${asset}` }}
        />
      </small>
    </span>
  );
}
