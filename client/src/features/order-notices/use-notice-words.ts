import { useCallback } from 'react';
import { scaleOf } from '../../../../shared/rules/units';
import { labelOf, useInstrumentsById } from '../../entities/instrument/instrument';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import type { Notice } from './notice';

/** A notice in one line. */
export function useNoticeWords(): (notice: Pick<Notice, 'kind' | 'order'>) => string {
  const { say, numbers } = useTexts();
  const words = useServerWords();
  const instruments = useInstrumentsById();
  return useCallback(
    ({ kind, order: { market, side, filledQuantity, status, reason } }) => {
      const { base = '' } = instruments.get(market) ?? {};
      const named = { side: say(`trades.${side}`), market: labelOf(instruments, market) };
      switch (kind) {
        case 'filled':
        case 'partly': {
          const quantity = `${numbers.fixed(filledQuantity, scaleOf(filledQuantity))} ${base}`;
          return say(`own.news.${kind}`, { ...named, quantity });
        }
        case 'placed':
        case 'triggered':
          return say(`own.news.${kind}`, named);
        case 'cancelled':
          return say('own.news.cancelled', named);
        case 'ended':
          return [named.market, words('status', status), reason === null ? '' : words('reason', reason)]
            .filter((part) => part !== '')
            .join(' · ');
      }
    },
    [say, numbers, words, instruments],
  );
}
