import { useState } from 'react';
import { useAdjustMarginMutation } from '../../../../entities/contract/contract-api';
import { useMark } from '../../../../entities/contract/marks';
import { takableOf, withMargin } from '../../../../entities/contract/reckoning';
import { useServerWords } from '../../../../shared/i18n/server-words';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { compare, differenceOf, isAbove, sumOf } from '../../../../shared/lib/numbers/exact';
import { EMPTY, decimalOfTyped } from '../../../../shared/lib/numbers/typed';
import { useSent } from '../../../../shared/lib/hooks/use-sent';
import { Amount } from '../../../../shared/ui/figures/amount';
import { Dialog } from '../../../../shared/ui/dialogs/dialog';
import { DialogForm } from '../../../../shared/ui/dialogs/dialog-form';
import { Facts } from '../../../../shared/ui/figures/facts';
import { useTried } from '../../../../shared/ui/dialogs/use-tried';
import { NumberField } from '../../../../entities/order/ticket/number-field';
import { moneyOf, priceOf } from '../../../../features/show-positions/position-words';
import styles from '../../../../features/show-positions/positions.module.css';
import { useReckonedAccount, type ShownPosition } from '../../../../features/show-positions/use-positions';

interface MarginDialogProps {
  position: ShownPosition;
  onClose: () => void;
}

/** More margin for an isolated position, or less, with the liquidation price that results. */
export function MarginDialog({ position, onClose }: MarginDialogProps) {
  const texts = useTexts();
  const { say } = texts;
  const words = useServerWords();
  const { state, market, terms, mark } = position;
  const [act, setAct] = useState<'add' | 'take'>('add');
  const [amount, setAmount] = useState(EMPTY);
  const [adjust, { isLoading, error }] = useAdjustMarginMutation();
  const { hasTried, setTried, setFault, refusal } = useTried(error);
  const sent = useSent(`margin ${state.id}`);
  const account = useReckonedAccount(market.quote);
  /** By a mark that is out of date nobody knows what the position can do without. */
  const isHeld = useMark(market.name)?.isStale === true && act === 'take';
  const most =
    act === 'add'
      ? // What cross positions have lost, or ask for, is not there to be added.
        (account?.free ?? '0')
      : mark === null || isHeld
        ? '0'
        : takableOf(terms, state, mark);
  const wanted = decimalOfTyped(amount);
  const margin =
    wanted === null ? null : act === 'add' ? sumOf([state.margin, wanted]) : differenceOf(state.margin, wanted);
  const after = margin === null || !isAbove(margin, '0') ? null : withMargin(terms, state, margin);
  const choose = (name: typeof act) => {
    setAct(name);
    setFault(null);
  };
  const send = async () => {
    setTried(true);
    if (amount.kind === 'refused') return;
    const found = isHeld
      ? words('code', 'mark.stale')
      : wanted === null || compare(wanted, '0') <= 0
        ? say('positions.margin.enter')
        : isAbove(wanted, most)
          ? words('code', 'margin.insufficient')
          : null;
    setFault(found);
    if (found !== null || wanted === null) return;
    const wish = { market: market.name, position: state.side, act, amount: wanted };
    if (await sent(adjust, wish, { key: 'positions.margin.done' })) onClose();
  };
  return (
    <Dialog title={say('positions.margin.title', { market: market.label })} onClose={onClose}>
      <DialogForm {...{ refusal, isBusy: isLoading, onSend: send }} confirm={say(`positions.margin.${act}`)}>
        <div className={styles.choices} role="group" aria-label={say('positions.act.margin')}>
          {(['add', 'take'] as const).map((name) => (
            <button key={name} type="button" aria-pressed={name === act} onClick={() => choose(name)}>
              {say(`positions.margin.${name}`)}
            </button>
          ))}
        </div>
        <NumberField
          {...{ name: 'amount', label: say('positions.margin.amount'), unit: market.quote, scale: terms.scale }}
          {...{ value: amount, onChange: setAmount, isTold: hasTried, beyond: 'down' }}
        />
        <Facts
          layout="lines"
          facts={[
            [
              say('positions.margin.most'),
              <>
                <Amount of={most} asset={market.quote} /> {market.quote}
              </>,
            ],
            [say('positions.margin'), `${moneyOf(texts, state.margin)} → ${moneyOf(texts, margin)}`],
            [
              say('positions.liquidation'),
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
