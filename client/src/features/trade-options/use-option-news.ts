import { useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { useSettledOptions } from '../../entities/option/options-slice';
import type { SettledOption } from '../../../../shared/wire/option-stream';
import { useTexts } from '../../shared/i18n/use-texts';
import { useKeptSwitch } from '../../shared/lib/kept';
import { toastShown } from '../../shared/toasts/toasts-slice';

/** Under which a user's wish for silence is kept. */
export const SILENT_KEY = 'option.silent';

/** Says how contracts ended while their screen is open, once each, and sounds unless that is switched off. */
export function useOptionNews(): void {
  const { say, numbers } = useTexts();
  const dispatch = useDispatch();
  const settled = useSettledOptions();
  const [isSilent] = useKeptSwitch(SILENT_KEY);
  // What had ended before is no news.
  const heard = useRef<ReadonlySet<string>>(new Set(settled.map(({ contract }) => contract)));
  useEffect(() => {
    const fresh = settled.filter(({ contract }) => !heard.current.has(contract));
    heard.current = new Set(settled.map(({ contract }) => contract));
    for (const one of fresh) {
      // That was the user's own act.
      if (one.end === 'cancelled') continue;
      const facts = { symbol: one.symbol, amount: `${numbers.exact(one.paid)} ${one.asset}` };
      dispatch(toastShown({ kind: isGain(one) ? 'success' : 'info', text: say(`option.news.${one.end}`, facts) }));
    }
    if (fresh.some(({ end }) => end !== 'cancelled') && !isSilent) sound(fresh.some(isGain));
  }, [settled, dispatch, say, numbers, isSilent]);
}

function isGain({ end }: SettledOption): boolean {
  return end === 'won' || end === 'take_profit';
}

/** Two short tones, rising for a gain. A browser that plays nothing before a touch plays nothing. */
function sound(isRising: boolean): void {
  if (typeof AudioContext === 'undefined') return;
  const context = new AudioContext();
  const volume = context.createGain();
  volume.gain.value = 0.06;
  volume.connect(context.destination);
  const tones = isRising ? [660, 880] : [440, 330];
  tones.forEach((frequency, place) => {
    const tone = context.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(volume);
    tone.start(context.currentTime + place * 0.14);
    tone.stop(context.currentTime + place * 0.14 + 0.12);
    if (place === tones.length - 1) tone.onended = () => void context.close();
  });
}
