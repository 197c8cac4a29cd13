import { Star as StarIcon } from 'lucide-react';
import { useTexts } from '../../shared/i18n/use-texts';
import styles from './market-list.module.css';

interface StarProps {
  /** As it is written: BTC/USDT. */
  market: string;
  isOn: boolean;
  onToggle: () => void;
}

export function Star({ market, isOn, onToggle }: StarProps) {
  const { say } = useTexts();
  const label = say(isOn ? 'markets.unstar' : 'markets.star', { market });
  return (
    <button
      type="button"
      className={styles.star}
      aria-pressed={isOn}
      aria-label={label}
      title={label}
      onClick={onToggle}
    >
      <StarIcon size={14} aria-hidden="true" fill={isOn ? 'currentColor' : 'none'} />
    </button>
  );
}
