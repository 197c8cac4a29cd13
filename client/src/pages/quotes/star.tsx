import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { Star as StarIcon } from 'lucide-react';
import { useDispatch, useSelector } from 'react-redux';
import { selectIsFavourite, toggleFavourite, type FavouritesState } from '../../entities/favourites/favourites-slice';
import { useTexts } from '../../shared/i18n/use-texts';
import styles from './star.module.css';

type State = { favourites: FavouritesState };

interface StarProps {
  market: string;
  /** What people call it. */
  label: string;
}

export function Star({ market, label }: StarProps) {
  const { say } = useTexts();
  const dispatch = useDispatch<ThunkDispatch<State, unknown, UnknownAction>>();
  const isStarred = useSelector((state: State) => selectIsFavourite(state, market));
  return (
    <button
      type="button"
      className={styles.star}
      aria-pressed={isStarred}
      aria-label={say('quotes.star', { pair: label })}
      onClick={() => dispatch(toggleFavourite(market))}
    >
      <StarIcon size={16} aria-hidden="true" />
    </button>
  );
}
