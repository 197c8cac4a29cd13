import { Star as StarIcon } from 'lucide-react';
import { toggleFavourite, useFavourites } from '../../../kit/entities/favourites/favourites';
import { useTexts } from '../../../kit/i18n/use-texts';
import styles from './star.module.css';

interface StarProps {
  market: string;
  /** Market name shown to users. */
  label: string;
}

export function Star({ market, label }: StarProps) {
  const { t } = useTexts();
  const isStarred = useFavourites().includes(market);
  return (
    <button
      type="button"
      className={styles.star}
      aria-pressed={isStarred}
      aria-label={t('quotes.star', { pair: label })}
      onClick={() => toggleFavourite(market)}
    >
      <StarIcon size={16} aria-hidden="true" />
    </button>
  );
}
