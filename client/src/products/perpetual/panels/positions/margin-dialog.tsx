import { useState } from 'react';
import { useAdjustMarginMutation } from '../../../../kit/entities/contract/contract-api';
import { useMark } from '../../../../kit/entities/contract/marks';
import { withdrawableMarginOf, withMargin } from '../../../../kit/entities/contract/reckoning';
import { useServerWords } from '../../../../kit/i18n/server-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { compare, differenceOf, isAbove, sumOf } from '../../../../kit/lib/numbers/exact';
import { EMPTY, decimalOfTyped } from '../../../../kit/lib/numbers/typed';
import { useSendOnce } from '../../../../kit/lib/hooks/use-send-once';
import { Amount } from '../../../../kit/ui/figures/amount';
import { Dialog } from '../../../../kit/ui/dialogs/dialog';
import { DialogForm } from '../../../../kit/ui/dialogs/dialog-form';
import { Facts } from '../../../../kit/ui/figures/facts';
import { useSubmitState } from '../../../../kit/ui/dialogs/use-submit-state';
import { NumberField } from '../../../../kit/entities/order/ticket/number-field';
import { moneyOf, priceOf } from '../../../../kit/positions/position-format';
import styles from '../../../../kit/positions/positions.module.css';
import { useReckonedAccount, type ShownPosition } from '../../../../kit/positions/use-positions';

interface MarginDialogProps {
  position: ShownPosition;
  onClose: () => void;
}

/** Adds or removes margin of an isolated position, and previews the liquidation price. */
export function MarginDialog({ position, onClose }: MarginDialogProps) {
  const texts = useTexts();
  const { t } = texts;
  const serverText = useServerWords();
  const { state, market, terms, mark } = position;
  const [act, setAct] = useState<'add' | 'take'>('add');
  const [amount, setAmount] = useState(EMPTY);
  const [adjust, { isLoading, error }] = useAdjustMarginMutation();
  const { hasTried, setTried, setFault, refusal } = useSubmitState(error);
  const sendOnce = useSendOnce(`margin ${state.id}`);
  const account = useReckonedAccount(market.quote);
  /** With a stale mark the removable margin is unknown. */
  const isHeld = useMark(market.name)?.isStale === true && act === 'take';
  const max =
    act === 'add'
      ? // Excludes what cross positions have lost or require.
        (account?.free ?? '0')
      : mark === null || isHeld
        ? '0'
        : withdrawableMarginOf(terms, state, mark);
  const amountValue = decimalOfTyped(amount);
  const margin =
    amountValue === null
      ? null
      : act === 'add'
        ? sumOf([state.margin, amountValue])
        : differenceOf(state.margin, amountValue);
  const after = margin === null || !isAbove(margin, '0') ? null : withMargin(terms, state, margin);
  const choose = (name: typeof act) => {
    setAct(name);
    setFault(null);
  };
  const send = async () => {
    setTried(true);
    if (amount.kind === 'refused') return;
    const found = isHeld
      ? serverText('code', 'mark.stale')
      : amountValue === null || compare(amountValue, '0') <= 0
        ? t('positions.margin.enter')
        : isAbove(amountValue, max)
          ? serverText('code', 'margin.insufficient')
          : null;
    setFault(found);
    if (found !== null || amountValue === null) return;
    const request = { market: market.name, position: state.side, act, amount: amountValue };
    if (await sendOnce(adjust, request, { key: 'positions.margin.done' })) onClose();
  };
  return (
    <Dialog title={t('positions.margin.title', { market: market.label })} onClose={onClose}>
      <DialogForm {...{ refusal, isBusy: isLoading, onSend: send }} confirm={t(`positions.margin.${act}`)}>
        <div className={styles.choices} role="group" aria-label={t('positions.act.margin')}>
          {(['add', 'take'] as const).map((name) => (
            <button key={name} type="button" aria-pressed={name === act} onClick={() => choose(name)}>
              {t(`positions.margin.${name}`)}
            </button>
          ))}
        </div>
        <NumberField
          {...{ name: 'amount', label: t('positions.margin.amount'), unit: market.quote, scale: terms.scale }}
          {...{ value: amount, onChange: setAmount, isTold: hasTried, beyond: 'down' }}
        />
        <Facts
          layout="lines"
          details={[
            [
              t('positions.margin.most'),
              <>
                <Amount amount={max} asset={market.quote} /> {market.quote}
              </>,
            ],
            [t('positions.margin'), `${moneyOf(texts, state.margin)} → ${moneyOf(texts, margin)}`],
            [
              t('positions.liquidation'),
              `${priceOf(texts, position, state.liquidationPrice)} → ${
                after ? priceOf(texts, position, after.liquidationPrice) : '–'
              }`,
            ],
          ]}
        />
      </DialogForm>
    </Dialog>
  );
}
