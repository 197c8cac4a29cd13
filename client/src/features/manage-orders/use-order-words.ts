import { useMemo } from 'react';
import { useMarkets } from '../../entities/market/market-api';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import type { OrderWords } from './order-columns';

export function useOrderWords(): OrderWords {
  const texts = useTexts();
  const words = useServerWords();
  const list = useMarkets();
  const markets = useMemo(() => new Map(list.map((market) => [market.name, market])), [list]);
  return { texts, words, markets };
}
