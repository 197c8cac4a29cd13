import { scaleOf } from '../../../../../shared/rules/units';
import type { OptionProduct, OptionRules } from '../../../../../shared/products/option/wire';
import { useDurationWords } from '../api/use-duration-words';
import { Confirmation } from '../../../kit/entities/order/ticket/confirmation';
import { useTexts } from '../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../kit/lib/numbers/format';
import styles from './option-form.module.css';
import { previewOf, type OptionRequest } from './option-ticket';
import { LevelWords, RuleWords, breakEvenShown } from './terms-words';

/** Storage key of the setting that skips confirmations. */
export const SKIP_OPTION_KEY = 'option.skip-confirmation';

interface ConfirmOptionProps {
  product: OptionProduct;
  rules: OptionRules;
  request: OptionRequest;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirmation of a purchase, with full precision. */
export function ConfirmOption({ product, rules, request, onConfirm, onClose }: ConfirmOptionProps) {
  const { t, numbers } = useTexts();
  const durationWords = useDurationWords();
  const { asset, tick } = product;
  const { direction, stake, durationMs, startsAt, takeProfit, stopLoss } = request;
  const { payout, profit, fee, breakEvenPpb } = previewOf(product, durationMs, stake);
  const money = (amount: string) => `${numbers.exact(amount)} ${asset}`;
  const level = (price: string) => `${numbers.fixed(price, scaleOf(tick))} ${product.quote}`;
  const details: [string, string][] = [
    [t('option.stake'), money(stake)],
    [t('option.duration'), durationWords(durationMs)],
    [t('option.start'), startsAt === undefined ? t('option.timing.now') : dateAndTime(startsAt)],
    ...(takeProfit === undefined ? [] : [[t('option.level.take_profit'), level(takeProfit)] as [string, string]]),
    ...(stopLoss === undefined ? [] : [[t('option.level.stop_loss'), level(stopLoss)] as [string, string]]),
    [t('option.payout'), `${money(payout)} (${signed(profit)})`],
    [t('option.fee'), money(fee)],
    [t('option.break_even'), breakEvenShown(numbers, breakEvenPpb)],
  ];
  const title = t(`option.buy.${direction}`);
  return (
    <Confirmation
      {...{ details, onConfirm, onClose, confirm: title, skipKey: SKIP_OPTION_KEY }}
      title={`${title} · ${product.label}`}
      side={direction === 'up' ? 'buy' : 'sell'}
    >
      {(['take_profit', 'stop_loss'] as const)
        .filter((name) => (name === 'take_profit' ? takeProfit : stopLoss) !== undefined)
        .map((name) => (
          <p key={name} className={styles.rule}>
            {t(`option.levels.pays.${name}`)}: <LevelWords {...{ product, level: name, durationMs, stake }} />
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
