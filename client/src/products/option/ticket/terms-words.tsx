/** What is said of a purchase, in the form and before it is sent: the rule of the entry, and how often one has to be right. */
import type { OptionDuration, OptionProduct, OptionRules } from '../../../../../shared/products/option/wire';
import { decimalOf } from '../../../../../shared/rules/units';
import { useTexts, type Texts } from '../../../shared/i18n/use-texts';
import { roundedUp } from '../../../shared/lib/numbers/exact';
import { LEVEL_MOMENTS, paidAtLevel } from './option-ticket';

const PPB_SCALE = 9;
const PERCENT_PLACES = 4;

/** Parts per billion as a percentage. */
export function ppbShown(numbers: Texts['numbers'], ppb: number): string {
  return numbers.exactPercent(decimalOf(BigInt(ppb), PPB_SCALE), 0);
}

/** To two places, up: nobody is told that being right less often is enough. */
export function breakEvenShown(numbers: Texts['numbers'], ppb: number | null): string {
  if (ppb === null) return '–';
  return numbers.exactPercent(roundedUp(decimalOf(BigInt(ppb), PPB_SCALE), PERCENT_PLACES), 2);
}

/** A rate of the stake, an amount, or nothing. */
export function feeShown({ numbers, say }: Texts, { feePpb, feeAmount }: OptionDuration, asset: string): string {
  if (feePpb > 0) return ppbShown(numbers, feePpb);
  return feeAmount === '0' ? say('option.fee.none') : `${numbers.exact(feeAmount)} ${asset}`;
}

interface LevelWordsProps {
  product: OptionProduct;
  level: 'take_profit' | 'stop_loss';
  durationMs: number;
  stake: string;
}

/** The payout for a level that is reached at once, halfway and at the end. */
export function LevelWords({ product, level, durationMs, stake }: LevelWordsProps) {
  const { say, numbers } = useTexts();
  const shown = LEVEL_MOMENTS.map(([moment, part]) => {
    const amount = `${numbers.exact(paidAtLevel(product, durationMs, stake, level, part))} ${product.asset}`;
    return say(`option.levels.${moment}`, { amount });
  });
  return shown.join(' · ');
}

export function RuleWords({ rules, isTimed }: { rules: OptionRules; isTimed: boolean }) {
  const { say, numbers } = useTexts();
  const delay = numbers.exact(decimalOf(BigInt(rules.entryDelayMs), 3));
  return say(isTimed ? 'option.rule.timed' : 'option.rule.now', { delay });
}
