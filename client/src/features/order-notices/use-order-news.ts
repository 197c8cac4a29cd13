import { useEffect, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { labelOf, useInstrumentsById } from '../../entities/instrument/instrument';
import type { OrderNews } from '../../entities/order/order-news';
import { selectOrderNews } from '../../entities/order/order-slice';
import { isOwnAct, selectOwnActs } from '../../entities/order/own-acts';
import { useTexts } from '../../shared/i18n/use-texts';
import { keep, keptText } from '../../shared/lib/kept';
import { toastShown } from '../../shared/toasts/toasts-slice';
import { kindOf, noticeOf, noticesIn, switchOf, withNotices } from './notice';
import { TOLD_KEY } from './use-notices';
import { useNoticeWords } from './use-notice-words';

/** Cancellations that come this close together are one piece of news. */
const TOGETHER_MS = 300;

/**
 * Says what happened to the user's orders, wherever in the app they are, once. What they do under their own hands has a short word
 * and no more; all else stays in the list of notices as well.
 */
export function useOrderNews(): void {
  const { say, sayCount } = useTexts();
  const wordsOf = useNoticeWords();
  const instruments = useInstrumentsById();
  const dispatch = useDispatch();
  const news = useSelector(selectOrderNews);
  const acts = useSelector(selectOwnActs);
  // What had happened before is no news.
  const heard = useRef<readonly OrderNews[]>(news);
  const waiting = useRef<OrderNews[]>([]);
  /** Markets of orders that were taken back: who cancels all of them is told once. */
  const takenBack = useRef<string[]>([]);
  const telling = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(telling.current), []);
  useEffect(() => {
    const known = new Set([...heard.current, ...waiting.current].map(({ id }) => id));
    waiting.current.push(...news.filter(({ id }) => !known.has(id)).reverse());
    heard.current = news;
    // While an order is on its way, one that comes to be known may be that one: whose it is its answer tells.
    const isSure = ({ isNew }: OrderNews): boolean => !isNew || acts.placing === 0;
    const sure = waiting.current.filter(isSure);
    waiting.current = waiting.current.filter((one) => !isSure(one));
    for (const one of sure) {
      const { kind, order } = one;
      const isOwn = isOwnAct(acts, one);
      // The form that it was placed with has said so.
      if (isOwn && kind === 'placed') continue;
      if (!isOwn) {
        if (keptText(switchOf(kindOf(kind))) === 'off') continue;
        keep(TOLD_KEY, JSON.stringify(withNotices(noticesIn(keptText(TOLD_KEY)), [noticeOf(one)])));
      }
      if (kind === 'cancelled') takenBack.current.push(order.market);
      else {
        const tone = kind === 'filled' || kind === 'partly' ? 'success' : 'info';
        dispatch(toastShown({ kind: tone, text: wordsOf(noticeOf(one)) }));
      }
    }
    if (takenBack.current.length === 0) return;
    clearTimeout(telling.current);
    telling.current = setTimeout(() => {
      const markets = takenBack.current.splice(0);
      const text =
        markets.length === 1
          ? say('own.news.cancelled', { market: labelOf(instruments, markets[0]) })
          : sayCount('own.news.cancelled_together', markets.length);
      dispatch(toastShown({ kind: 'info', text }));
    }, TOGETHER_MS);
  }, [news, acts, say, sayCount, wordsOf, instruments, dispatch]);
}
