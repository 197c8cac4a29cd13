/** Texts of a purchase for the form and the confirmation: entry rule, fee, and break-even rate. */
import type { OptionDuration, OptionProduct, OptionRules } from '../../../../../shared/products/option/wire';
import { decimalOf } from '../../../../../shared/rules/units';
import { useTexts, type Texts } from '../../../kit/i18n/use-texts';
import { roundedUp } from '../../../kit/lib/numbers/exact';
import { LEVEL_MOMENTS, paidAtLevel } from './option-ticket';

const PPB_SCALE = 9;
const PERCENT_PLACES = 4;

/** Parts per billion as a percentage. */
export function ppbShown(numbers: Texts['numbers'], ppb: number): string {
  return numbers.exactPercent(decimalOf(BigInt(ppb), PPB_SCALE), 0);
}

/** To two decimal places, rounded up, so that the shown rate is never too low. */
export function breakEvenShown(numbers: Texts['numbers'], ppb: number | null): string {
  if (ppb === null) return '–';
  return numbers.exactPercent(roundedUp(decimalOf(BigInt(ppb), PPB_SCALE), PERCENT_PLACES), 2);
}

/** The fee as a percentage of the stake, as an amount, or none. */
export function feeShown({ numbers, t }: Texts, { feePpb, feeAmount }: OptionDuration, asset: string): string {
  if (feePpb > 0) return ppbShown(numbers, feePpb);
  return feeAmount === '0' ? t('option.fee.none') : `${numbers.exact(feeAmount)} ${asset}`;
}

interface LevelWordsProps {
  product: OptionProduct;
  level: 'take_profit' | 'stop_loss';
  durationMs: number;
  stake: string;
}

/** Payout for a level reached at once, halfway, and at the end. */
export function LevelWords({ product, level, durationMs, stake }: LevelWordsProps) {
  const { t, numbers } = useTexts();
  const momentTexts = LEVEL_MOMENTS.map(([moment, elapsedShare]) => {
    const amount = `${numbers.exact(paidAtLevel(product, durationMs, stake, level, elapsedShare))} ${product.asset}`;
    return t(`option.levels.${moment}`, { amount });
  });
  return momentTexts.join(' · ');
}

export function RuleWords({ rules, isTimed }: { rules: OptionRules; isTimed: boolean }) {
  const { t, numbers } = useTexts();
  const delay = numbers.exact(decimalOf(BigInt(rules.entryDelayMs), 3));
  return t(isTimed ? 'option.rule.timed' : 'option.rule.now', { delay });
}
