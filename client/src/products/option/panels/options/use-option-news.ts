import { useEffect, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { SettledOption } from '../../../../../../shared/products/option/stream';
import { selectOptionNews } from '../../api/option-slice';
import { useServerWords } from '../../../../kit/i18n/server-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { usePreference } from '../../../../kit/lib/storage/preferences';
import { toastShown } from '../../../../kit/toasts/toasts-slice';
import { useOptionFormat } from './option-format';
import { sound } from './sound';

/** On by default. */
export function useOptionSound(): [boolean, (isOn: boolean) => void] {
  const [choice, choose] = usePreference('option.sound', ['on', 'off']);
  return [choice === 'on', (isOn) => choose(isOn ? 'on' : 'off')];
}

/**
 * Announces the results of contracts while the screen is open, once each, by notification and sound. Several at once
 * play one sound.
 */
export function useOptionNews(): void {
  const { t, numbers } = useTexts();
  const serverText = useServerWords();
  const { label } = useOptionFormat();
  const dispatch = useDispatch();
  const [isHeard] = useOptionSound();
  const news = useSelector(selectOptionNews);
  // Results from before mounting are not announced.
  const announcedNews = useRef<readonly SettledOption[]>(news);
  useEffect(() => {
    const announcedIds = new Set(announcedNews.current.map(({ contract }) => contract));
    const newResults = news.filter(({ contract }) => !announcedIds.has(contract));
    announcedNews.current = news;
    for (const { symbol, end, reason, paid, asset } of newResults) {
      const params = { product: label(symbol), amount: `${numbers.exact(paid)} ${asset}` };
      const text = t(`option.news.${end}`, params);
      const reasonText = reason === null ? '' : ` ${serverText('reason', reason)}.`;
      dispatch(toastShown({ kind: KIND_OF[end], text: text + reasonText }));
    }
    const last = newResults.at(-1);
    if (last && isHeard) sound(last.end);
  }, [news, t, numbers, serverText, label, dispatch, isHeard]);
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
