import { useCallback } from 'react';
import { scaleOf } from '../../../../shared/rules/units';
import { labelOf, useInstrumentsById } from '../../kit/entities/instrument/instrument';
import { useServerWords } from '../../kit/i18n/server-words';
import { useTexts } from '../../kit/i18n/use-texts';
import { marketOf, type Notice } from './notice';

/** Text of a notice in one line. */
export function useNoticeWords(): (notice: Notice) => string {
  const { t, numbers } = useTexts();
  const serverText = useServerWords();
  const instruments = useInstrumentsById();
  return useCallback(
    (notice) => {
      const name = marketOf(notice);
      const market = labelOf(instruments, name);
      if (notice.kind === 'reached') return t(`positions.news.reached.${notice.stop.kind}`, { market });
      if (notice.kind === 'closed') return t(`positions.news.closed.${notice.position.side}`, { market });
      const isSpot = 'order' in notice;
      const side = isSpot
        ? t(`trades.${notice.order.side}`)
        : t(`positions.${notice.contract.act}_${notice.contract.position}`);
      const { filledQuantity, reason } = isSpot ? notice.order : notice.contract;
      switch (notice.kind) {
        case 'filled':
        case 'partly': {
          const { base = '' } = instruments.get(name) ?? {};
          const quantity = `${numbers.fixed(filledQuantity, scaleOf(filledQuantity))} ${base}`;
          return t(`own.news.${notice.kind}`, { side, market, quantity });
        }
        case 'placed':
        case 'triggered':
          return t(`own.news.${notice.kind}`, { side, market });
        case 'cancelled':
          return t('own.news.cancelled', { market });
        case 'ended':
          return [
            market,
            isSpot ? serverText('status', notice.order.status) : side,
            reason && serverText('reason', reason),
          ]
            .filter(Boolean)
            .join(' · ');
      }
    },
    [t, numbers, serverText, instruments],
  );
}
