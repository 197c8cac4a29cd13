import { Star as StarIcon } from 'lucide-react';
import { toggleFavourite, useFavourites } from '../../entities/favourites/favourites';
import { useTexts } from '../../shared/i18n/use-texts';
import styles from './star.module.css';

interface StarProps {
  market: string;
  /** What people call it. */
  label: string;
}

export function Star({ market, label }: StarProps) {
  const { say } = useTexts();
  const isStarred = useFavourites().includes(market);
  return (
    <button
      type="button"
      className={styles.star}
      aria-pressed={isStarred}
      aria-label={say('quotes.star', { pair: label })}
      onClick={() => toggleFavourite(market)}
    >
      <StarIcon size={16} aria-hidden="true" />
    </button>
  );
}
