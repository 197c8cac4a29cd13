import { useMemo } from 'react';
import { useInstrumentsById } from '../../../kit/entities/instrument/instrument';
import { useServerWords } from '../../../kit/i18n/server-words';
import { useTexts } from '../../../kit/i18n/use-texts';
import type { OrderWords } from './order-columns';

export function useOrderWords(): OrderWords {
  const texts = useTexts();
  const serverText = useServerWords();
  const instruments = useInstrumentsById();
  return useMemo(() => ({ texts, serverText, instruments }), [texts, serverText, instruments]);
}
