import { useEffect, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { scaleOf } from '../../../../shared/rules/units';
import type { OrderState } from '../../../../shared/wire/market-data';
import { labelOf, useInstrumentsById } from '../../entities/instrument/instrument';
import { selectEnded, selectLatestFills, selectOpenById, selectOrdersPosition } from '../../entities/order/order-slice';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { toastShown } from '../../shared/toasts/toasts-slice';

/** Says what happened to the user's orders: a fill, or an end that the user has not asked for. */
export function useOrderNews(): void {
  const { say, numbers } = useTexts();
  const words = useServerWords();
  const instruments = useInstrumentsById();
  const dispatch = useDispatch();
  const position = useSelector(selectOrdersPosition);
  const ended = useSelector(selectEnded);
  const fills = useSelector(selectLatestFills);
  const open = useSelector(selectOpenById);
  // What had happened before the screen was opened is no news.
  const told = useRef(position);
  useEffect(() => {
    const since = told.current;
    told.current = position;
    if (since === null || position === null || position <= since) return;
    const named = ({ side, market, filledQuantity }: OrderState) => {
      const base = instruments.get(market)?.base ?? '';
      return {
        side: say(`trades.${side}`),
        quantity: `${numbers.fixed(filledQuantity, scaleOf(filledQuantity))} ${base}`,
        market: labelOf(instruments, market),
      };
    };
    for (const { position: at, order } of ended) {
      if (at <= since) break;
      if (order.status === 'filled') {
        dispatch(toastShown({ kind: 'success', text: say('own.news.filled', named(order)) }));
      } else if (order.reason === 'requested') {
        dispatch(
          toastShown({ kind: 'info', text: say('own.news.cancelled', { market: labelOf(instruments, order.market) }) }),
        );
      } else {
        const reason = words('reason', order.reason ?? '');
        dispatch(toastShown({ kind: 'info', text: `${words('status', order.status)}: ${reason}` }));
      }
    }
    const partly = new Set(fills.filter((fill) => fill.position > since).map(({ order }) => order));
    for (const id of partly) {
      const order = open[id];
      if (order) dispatch(toastShown({ kind: 'success', text: say('own.news.partly', named(order)) }));
    }
  }, [position, ended, fills, open, say, numbers, words, instruments, dispatch]);
}
