import { scaleOf } from '../../../../../shared/rules/units';
import type { OptionProduct, OptionRules } from '../../../../../shared/products/option/wire';
import { useDurationWords } from '../../../entities/option/use-duration-words';
import { Confirmation } from '../../../entities/order/ticket/confirmation';
import { useTexts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import styles from './option-form.module.css';
import { previewOf, type OptionWish } from './option-ticket';
import { LevelWords, RuleWords, breakEvenShown } from './terms-words';

/** Under which a user's wish not to be asked twice is kept. */
export const SKIP_OPTION_KEY = 'option.skip-confirmation';

interface ConfirmOptionProps {
  product: OptionProduct;
  rules: OptionRules;
  wish: OptionWish;
  onConfirm: () => void;
  onClose: () => void;
}

/** The purchase once more, to the last digit, before it is sent. */
export function ConfirmOption({ product, rules, wish, onConfirm, onClose }: ConfirmOptionProps) {
  const { say, numbers } = useTexts();
  const durationWords = useDurationWords();
  const { asset, tick } = product;
  const { direction, stake, durationMs, startsAt, takeProfit, stopLoss } = wish;
  const { payout, profit, fee, breakEvenPpb } = previewOf(product, durationMs, stake);
  const money = (amount: string) => `${numbers.exact(amount)} ${asset}`;
  const level = (price: string) => `${numbers.fixed(price, scaleOf(tick))} ${product.quote}`;
  const facts: [string, string][] = [
    [say('option.stake'), money(stake)],
    [say('option.duration'), durationWords(durationMs)],
    [say('option.start'), startsAt === undefined ? say('option.timing.now') : dateAndTime(startsAt)],
    ...(takeProfit === undefined ? [] : [[say('option.level.take_profit'), level(takeProfit)] as [string, string]]),
    ...(stopLoss === undefined ? [] : [[say('option.level.stop_loss'), level(stopLoss)] as [string, string]]),
    [say('option.payout'), `${money(payout)} (${signed(profit)})`],
    [say('option.fee'), money(fee)],
    [say('option.break_even'), breakEvenShown(numbers, breakEvenPpb)],
  ];
  const title = say(`option.buy.${direction}`);
  return (
    <Confirmation
      {...{ facts, onConfirm, onClose, confirm: title, skipKey: SKIP_OPTION_KEY }}
      title={`${title} · ${product.label}`}
      side={direction === 'up' ? 'buy' : 'sell'}
    >
      {(['take_profit', 'stop_loss'] as const)
        .filter((name) => (name === 'take_profit' ? takeProfit : stopLoss) !== undefined)
        .map((name) => (
          <p key={name} className={styles.rule}>
            {say(`option.levels.pays.${name}`)}: <LevelWords {...{ product, level: name, durationMs, stake }} />
          </p>
        ))}
      <p className={styles.rule}>
        <RuleWords rules={rules} isTimed={startsAt !== undefined} />
      </p>
    </Confirmation>
  );

  function signed(amount: string): string {
    return amount.startsWith('-') ? money(amount) : `+${money(amount)}`;
  }
}
