import { useEffect, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { SettledOption } from '../../../../../../shared/products/option/stream';
import { selectOptionNews } from '../../api/option-slice';
import { useServerWords } from '../../../../shared/i18n/server-words';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { useKept } from '../../../../shared/lib/storage/kept';
import { toastShown } from '../../../../shared/toasts/toasts-slice';
import { useOptionWords } from './option-words';
import { sound } from './sound';

/** Heard, until it is switched off. */
export function useOptionSound(): [boolean, (isOn: boolean) => void] {
  const [choice, choose] = useKept('option.sound', ['on', 'off']);
  return [choice === 'on', (isOn) => choose(isOn ? 'on' : 'off')];
}

/** Says how contracts ended while their screen is open, once, by a notice and by a sound. Of many at once one sound is enough. */
export function useOptionNews(): void {
  const { say, numbers } = useTexts();
  const words = useServerWords();
  const { label } = useOptionWords();
  const dispatch = useDispatch();
  const [isHeard] = useOptionSound();
  const news = useSelector(selectOptionNews);
  // What had happened before is no news.
  const heard = useRef<readonly SettledOption[]>(news);
  useEffect(() => {
    const known = new Set(heard.current.map(({ contract }) => contract));
    const fresh = news.filter(({ contract }) => !known.has(contract));
    heard.current = news;
    for (const { symbol, end, reason, paid, asset } of fresh) {
      const facts = { product: label(symbol), amount: `${numbers.exact(paid)} ${asset}` };
      const text = say(`option.news.${end}`, facts);
      const why = reason === null ? '' : ` ${words('reason', reason)}.`;
      dispatch(toastShown({ kind: KIND_OF[end], text: text + why }));
    }
    const last = fresh.at(-1);
    if (last && isHeard) sound(last.end);
  }, [news, say, numbers, words, label, dispatch, isHeard]);
}

const KIND_OF = {
  won: 'success',
  take_profit: 'success',
  lost: 'info',
  stop_loss: 'info',
  tie: 'info',
  refunded: 'info',
  cancelled: 'info',
} as const satisfies Record<SettledOption['end'], 'success' | 'info'>;
