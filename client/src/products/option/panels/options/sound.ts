/**
 * Plays the result of a contract: two rising notes, one low note, or one short note. Synthesised, so no file is
 * loaded.
 */
import type { OptionEnd } from '../../../../../../shared/products/option/stream';

interface ToneOf {
  hertz: number;
  fromSeconds: number;
  seconds: number;
}

const GOOD: readonly ToneOf[] = [
  { hertz: 660, fromSeconds: 0, seconds: 0.14 },
  { hertz: 990, fromSeconds: 0.14, seconds: 0.24 },
];
const BAD: readonly ToneOf[] = [{ hertz: 220, fromSeconds: 0, seconds: 0.35 }];
const NEUTRAL: readonly ToneOf[] = [{ hertz: 440, fromSeconds: 0, seconds: 0.12 }];

export function tonesOf(end: OptionEnd): readonly ToneOf[] {
  if (end === 'won' || end === 'take_profit') return GOOD;
  return end === 'lost' || end === 'stop_loss' ? BAD : NEUTRAL;
}

const VOLUME = 0.12;
let context: AudioContext | null = null;

/** Silent if the browser blocks sound before the first interaction; the notification says the same. */
export function sound(end: OptionEnd): void {
  try {
    context ??= new AudioContext();
    void context.resume().catch(() => undefined);
    for (const { hertz, fromSeconds, seconds } of tonesOf(end)) {
      const from = context.currentTime + fromSeconds;
      const tone = context.createOscillator();
      const gain = context.createGain();
      tone.frequency.value = hertz;
      // Fades out to avoid a click.
      gain.gain.setValueAtTime(VOLUME, from);
      gain.gain.exponentialRampToValueAtTime(0.001, from + seconds);
      tone.connect(gain).connect(context.destination);
      tone.start(from);
      tone.stop(from + seconds);
    }
  } catch {
    // The browser has no audio support.
  }
}
