import { useMemo } from 'react';
import { useKeptText } from '../shared/lib/storage/kept';
import { wishesFrom, type Wishes } from './layout';

/** How the user wants the panels, from one visit to the next. */
export function useWishes(key: string): [Wishes, (change: (wishes: Wishes) => Wishes) => void] {
  const [kept, keep] = useKeptText(key);
  const wishes = useMemo(() => wishesFrom(kept), [kept]);
  return [wishes, (change) => keep(JSON.stringify(change(wishes)))];
}
