import { useEffect, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { scaleOf } from '../../../../shared/rules/units';
import type { OrderState } from '../../../../shared/wire/market-data';
import { labelOf, useInstrumentsById } from '../../entities/instrument/instrument';
import { selectEnded, selectLatestFills, selectOpenById, selectOrdersPosition } from '../../entities/order/order-slice';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { toastShown } from '../../shared/toasts/toasts-slice';

/** Cancellations that come this close together are one piece of news. */
const TOGETHER_MS = 300;

/** Says what happened to the user's orders: a fill, or an end that the user has not asked for. */
export function useOrderNews(): void {
  const { say, sayCount, numbers } = useTexts();
  const words = useServerWords();
  const instruments = useInstrumentsById();
  const dispatch = useDispatch();
  const position = useSelector(selectOrdersPosition);
  const ended = useSelector(selectEnded);
  const fills = useSelector(selectLatestFills);
  const open = useSelector(selectOpenById);
  // What had happened before the screen was opened is no news.
  const told = useRef(position);
  /** Markets of orders that the user took back: who cancels all of them is told once. */
  const requested = useRef<string[]>([]);
  const telling = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(telling.current), []);
  useEffect(() => {
    const since = told.current;
    told.current = position;
    if (since === null || position === null || position <= since) return;
    const named = ({ side, market, filledQuantity }: OrderState) => {
      const { base = '' } = instruments.get(market) ?? {};
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
        requested.current.push(order.market);
      } else {
        const reason = words('reason', order.reason ?? '');
        dispatch(toastShown({ kind: 'info', text: `${words('status', order.status)}: ${reason}` }));
      }
    }
    if (requested.current.length > 0) {
      clearTimeout(telling.current);
      telling.current = setTimeout(() => {
        const markets = requested.current.splice(0);
        const text =
          markets.length === 1
            ? say('own.news.cancelled', { market: labelOf(instruments, markets[0]) })
            : sayCount('own.news.cancelled_together', markets.length);
        dispatch(toastShown({ kind: 'info', text }));
      }, TOGETHER_MS);
    }
    const partly = new Set(fills.filter((fill) => fill.position > since).map(({ order }) => order));
    for (const id of partly) {
      const order = open[id];
      if (order) dispatch(toastShown({ kind: 'success', text: say('own.news.partly', named(order)) }));
    }
  }, [position, ended, fills, open, say, sayCount, numbers, words, instruments, dispatch]);
}
