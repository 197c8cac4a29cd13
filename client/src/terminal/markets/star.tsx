import { Star as StarIcon } from 'lucide-react';
import { memo } from 'react';
import type { MarketRecord } from '../../../../shared/wire/product';
import { useTexts } from '../../kit/i18n/use-texts';
import styles from './market-list.module.css';

interface StarProps {
  market: Pick<MarketRecord, 'name' | 'label'>;
  isOn: boolean;
  onToggle: (market: string) => void;
}

/** Memoised, so that price changes do not re-render it. */
export const Star = memo(function Star({ market, isOn, onToggle }: StarProps) {
  const { t } = useTexts();
  const label = t(isOn ? 'markets.unstar' : 'markets.star', { market: market.label });
  return (
    <button
      type="button"
      className={styles.star}
      aria-pressed={isOn}
      aria-label={label}
      title={label}
      onClick={() => onToggle(market.name)}
    >
      <StarIcon size={14} aria-hidden="true" fill={isOn ? 'currentColor' : 'none'} />
    </button>
  );
});
