import { useCallback } from 'react';
import { scaleOf } from '../../../../shared/rules/units';
import { labelOf, useInstrumentsById } from '../../entities/instrument/instrument';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { marketOf, type Notice } from './notice';

/** A notice in one line. */
export function useNoticeWords(): (notice: Notice) => string {
  const { say, numbers } = useTexts();
  const words = useServerWords();
  const instruments = useInstrumentsById();
  return useCallback(
    (notice) => {
      const name = marketOf(notice);
      const market = labelOf(instruments, name);
      if (notice.kind === 'reached') return say(`positions.news.reached.${notice.stop.kind}`, { market });
      if (notice.kind === 'closed') return say(`positions.news.closed.${notice.position.side}`, { market });
      const isSpot = 'order' in notice;
      const side = isSpot
        ? say(`trades.${notice.order.side}`)
        : say(`positions.${notice.contract.act}_${notice.contract.position}`);
      const { filledQuantity, reason } = isSpot ? notice.order : notice.contract;
      switch (notice.kind) {
        case 'filled':
        case 'partly': {
          const { base = '' } = instruments.get(name) ?? {};
          const quantity = `${numbers.fixed(filledQuantity, scaleOf(filledQuantity))} ${base}`;
          return say(`own.news.${notice.kind}`, { side, market, quantity });
        }
        case 'placed':
        case 'triggered':
          return say(`own.news.${notice.kind}`, { side, market });
        case 'cancelled':
          return say('own.news.cancelled', { market });
        case 'ended':
          return [market, isSpot ? words('status', notice.order.status) : side, reason && words('reason', reason)]
            .filter(Boolean)
            .join(' · ');
      }
    },
    [say, numbers, words, instruments],
  );
}
