import { useEffect, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { ContractNews } from '../../entities/contract/contract-news';
import { selectContractNews } from '../../entities/contract/positions';
import { labelOf, useInstrumentsById } from '../../entities/instrument/instrument';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { toastShown } from '../../shared/toasts/toasts-slice';

/** Says what happened to the user's contracts while their screen is open, once. Orders taken back together are one piece of news. */
export function useContractNews(): void {
  const { say, sayCount, numbers } = useTexts();
  const words = useServerWords();
  const instruments = useInstrumentsById();
  const dispatch = useDispatch();
  const news = useSelector(selectContractNews);
  // What had happened before is no news.
  const heard = useRef<readonly ContractNews[]>(news);
  useEffect(() => {
    const known = new Set(heard.current.map(({ id }) => id));
    const fresh = news.filter(({ id }) => !known.has(id));
    heard.current = news;
    const cancelled = fresh.filter(({ kind }) => kind === 'cancelled');
    const tell = (kind: 'success' | 'info', text: string) => dispatch(toastShown({ kind, text }));
    for (const one of fresh) {
      if (one.kind === 'reached') {
        const { kind, market } = one.stop;
        tell('info', say(`positions.news.reached.${kind}`, { market: labelOf(instruments, market) }));
        continue;
      }
      if (one.kind === 'closed') {
        const { side, market } = one.position;
        tell('info', say(`positions.news.closed.${side}`, { market: labelOf(instruments, market) }));
        continue;
      }
      const { market: name, act, position, filledQuantity, reason } = one.order;
      const market = labelOf(instruments, name);
      const side = say(`positions.${act}_${position}`);
      switch (one.kind) {
        case 'filled':
        case 'partly': {
          const quantity = `${numbers.exact(filledQuantity)} ${instruments.get(name)?.base ?? ''}`;
          tell('success', say(`own.news.${one.kind}`, { side, market, quantity }));
          break;
        }
        case 'triggered':
          tell('info', say('own.news.triggered', { side, market }));
          break;
        case 'ended':
          tell('info', [market, side, words('reason', reason ?? '')].filter((part) => part !== '').join(' · '));
          break;
        case 'cancelled':
          if (cancelled.length === 1) tell('info', say('own.news.cancelled', { market }));
      }
    }
    if (cancelled.length > 1) tell('info', sayCount('own.news.cancelled_together', cancelled.length));
  }, [news, say, sayCount, numbers, words, instruments, dispatch]);
}
