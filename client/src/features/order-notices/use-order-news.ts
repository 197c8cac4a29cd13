import { useEffect, useMemo, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { selectContractNews, selectHasContracts } from '../../entities/contract/positions';
import { labelOf, useInstrumentsById } from '../../entities/instrument/instrument';
import { selectOrderNews } from '../../entities/order/order-slice';
import { selectOwnActs } from '../../shared/news/own-acts';
import { useTexts } from '../../shared/i18n/use-texts';
import { keep, keptText } from '../../shared/lib/storage/kept';
import { useInterest } from '../../shared/stream/interest';
import { toastShown } from '../../shared/toasts/toasts-slice';
import {
  contractNoticeOf,
  isOwn,
  kindOf,
  marketOf,
  noticeOf,
  noticesIn,
  switchOf,
  textOf,
  withNotices,
  type Notice,
} from './notice';
import { TOLD_KEY } from './use-notices';
import { useNoticeWords } from './use-notice-words';

/** Cancellations that come this close together are one piece of news. */
const TOGETHER_MS = 300;

/** What has happened while this page was open, oldest first; of contracts as well, on whatever screen. */
function useNews(): readonly Notice[] {
  useInterest(useSelector(selectHasContracts) ? { channel: 'position' } : null);
  const orders = useSelector(selectOrderNews);
  const contracts = useSelector(selectContractNews);
  return useMemo(() => [...orders.map(noticeOf).reverse(), ...contracts.map(contractNoticeOf)], [orders, contracts]);
}

/**
 * Says what happened to the user's orders and contracts, wherever in the app they are, once. What they do under their own hands has a
 * short word and no more; all else stays in the list of notices as well.
 */
export function useOrderNews(): void {
  const { say, sayCount } = useTexts();
  const wordsOf = useNoticeWords();
  const instruments = useInstrumentsById();
  const dispatch = useDispatch();
  const news = useNews();
  const acts = useSelector(selectOwnActs);
  // What had happened before is no news.
  const heard = useRef(news);
  const waiting = useRef<Notice[]>([]);
  /** Markets of orders that were taken back: who cancels all of them is told once. */
  const takenBack = useRef<string[]>([]);
  const telling = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(telling.current), []);
  useEffect(() => {
    const known = new Set([...heard.current, ...waiting.current].map(({ id }) => id));
    waiting.current.push(...news.filter(({ id }) => !known.has(id)));
    heard.current = news;
    // While an order is on its way, one that comes to be known may be that one: whose it is its answer tells.
    const isSure = (one: Notice): boolean => acts.placing === 0 || !('isNew' in one && one.isNew);
    const sure = waiting.current.filter(isSure);
    waiting.current = waiting.current.filter((one) => !isSure(one));
    /** Newest first. Written at once: with each writing whoever reads what is kept looks again. */
    const noted: Notice[] = [];
    for (const one of sure) {
      const { kind } = one;
      const isOnesOwn = isOwn(acts, one);
      // The form that it was placed with has said so.
      if (isOnesOwn && kind === 'placed') continue;
      if (!isOnesOwn) {
        if (keptText(switchOf(kindOf(kind))) === 'off') continue;
        // What closed a position is in the list: a fill, a stop that was reached, or what the exchange wrote.
        if (kind !== 'closed') noted.unshift(one);
      }
      if (kind === 'cancelled') takenBack.current.push(marketOf(one));
      else {
        const tone = kind === 'filled' || kind === 'partly' ? 'success' : 'info';
        dispatch(toastShown({ kind: tone, text: wordsOf(one) }));
      }
    }
    if (noted.length > 0) keep(TOLD_KEY, textOf(withNotices(noticesIn(keptText(TOLD_KEY)), noted)));
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
