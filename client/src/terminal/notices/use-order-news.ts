import { useEffect, useMemo, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { selectContractNews, selectHasContracts } from '../../kit/entities/contract/positions';
import { labelOf, useInstrumentsById } from '../../kit/entities/instrument/instrument';
import { selectOrderNews } from '../../kit/entities/order/order-slice';
import { selectOwnActs } from '../../kit/news/own-acts';
import { useTexts } from '../../kit/i18n/use-texts';
import { setPreference, preferenceText } from '../../kit/lib/storage/preferences';
import { useInterest } from '../../kit/stream/interest';
import { toastShown } from '../../kit/toasts/toasts-slice';
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

/** Cancellations within this time are announced together. */
const TOGETHER_MS = 300;

/** News since the page was opened, oldest first. Subscribes to contracts on every screen. */
function useNews(): readonly Notice[] {
  useInterest(useSelector(selectHasContracts) ? { channel: 'position' } : null);
  const orders = useSelector(selectOrderNews);
  const contracts = useSelector(selectContractNews);
  return useMemo(() => [...orders.map(noticeOf).reverse(), ...contracts.map(contractNoticeOf)], [orders, contracts]);
}

/**
 * Announces events of the user's orders and contracts once, on every screen. The user's own actions get only a short toast; all others are
 * stored in the list of notices as well.
 */
export function useOrderNews(): void {
  const { t, tCount } = useTexts();
  const wordsOf = useNoticeWords();
  const instruments = useInstrumentsById();
  const dispatch = useDispatch();
  const news = useNews();
  const acts = useSelector(selectOwnActs);
  // Earlier events are not news.
  const previousNews = useRef(news);
  const pendingNotices = useRef<Notice[]>([]);
  /** Markets of cancelled orders, announced together: cancelling all gives one toast. */
  const cancelledMarkets = useRef<string[]>([]);
  const telling = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(telling.current), []);
  useEffect(() => {
    const seenIds = new Set([...previousNews.current, ...pendingNotices.current].map(({ id }) => id));
    pendingNotices.current.push(...news.filter(({ id }) => !seenIds.has(id)));
    previousNews.current = news;
    // While a request to place an order is pending, a new order may be its result. Its response tells, so the notice waits.
    const isReady = (one: Notice): boolean => acts.placing === 0 || !('isNew' in one && one.isNew);
    const readyNotices = pendingNotices.current.filter(isReady);
    pendingNotices.current = pendingNotices.current.filter((one) => !isReady(one));
    /** Newest first. Stored in one write, because each write notifies all readers. */
    const noted: Notice[] = [];
    for (const one of readyNotices) {
      const { kind } = one;
      const isOnesOwn = isOwn(acts, one);
      // The order form has already confirmed it.
      if (isOnesOwn && kind === 'placed') continue;
      if (!isOnesOwn) {
        if (preferenceText(switchOf(kindOf(kind))) === 'off') continue;
        // A closed position is already in the list by its cause: a fill, a triggered stop, or the exchange's message.
        if (kind !== 'closed') noted.unshift(one);
      }
      if (kind === 'cancelled') cancelledMarkets.current.push(marketOf(one));
      else {
        const tone = kind === 'filled' || kind === 'partly' ? 'success' : 'info';
        dispatch(toastShown({ kind: tone, text: wordsOf(one) }));
      }
    }
    if (noted.length > 0) setPreference(TOLD_KEY, textOf(withNotices(noticesIn(preferenceText(TOLD_KEY)), noted)));
    if (cancelledMarkets.current.length === 0) return;
    clearTimeout(telling.current);
    telling.current = setTimeout(() => {
      const markets = cancelledMarkets.current.splice(0);
      const text =
        markets.length === 1
          ? t('own.news.cancelled', { market: labelOf(instruments, markets[0]) })
          : tCount('own.news.cancelled_together', markets.length);
      dispatch(toastShown({ kind: 'info', text }));
    }, TOGETHER_MS);
  }, [news, acts, t, tCount, wordsOf, instruments, dispatch]);
}
