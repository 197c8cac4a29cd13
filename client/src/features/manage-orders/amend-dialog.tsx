import { nanoid } from '@reduxjs/toolkit';
import { useState, type FormEvent } from 'react';
import { useDispatch } from 'react-redux';
import { scaleOf } from '../../../../shared/rules/units';
import type { OrderState } from '../../../../shared/wire/market-data';
import { useMarkets } from '../../entities/market/market-api';
import { useAmendOrderMutation } from '../../entities/order/order-api';
import { faultsOf, isAbove, stepped } from '../../entities/order/order-terms';
import { wordsOf } from '../../shared/api/envelope';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { canonical, typed } from '../../shared/lib/typed';
import { focusFirst } from '../../shared/lib/focus-first';
import { noticeShown } from '../../shared/notices/notices-slice';
import { Dialog } from '../../shared/ui/dialog';
import styles from './orders.module.css';

interface AmendDialogProps {
  order: OrderState;
  /** Where its line was dragged to on the chart; absent: the price it has. */
  price?: string;
  onClose: () => void;
}

/** New price and new total quantity of an open order. The balance is the exchange's to judge: part of it is held already. */
export function AmendDialog({ order, price: suggested, onClose }: AmendDialogProps) {
  const { say } = useTexts();
  const words = useServerWords();
  const dispatch = useDispatch();
  const market = useMarkets().find(({ name }) => name === order.market);
  const [amend, { isLoading, error }] = useAmendOrderMutation();
  const [price, setPrice] = useState(suggested ?? order.price ?? '');
  const [quantity, setQuantity] = useState(order.quantity ?? '');
  const [fault, setFault] = useState<string | null>(null);
  if (!market) return null;
  const wish = {
    side: order.side,
    kind: order.kind,
    price: canonical(price) ?? '0',
    quantity: canonical(quantity) ?? '0',
  };
  const said = error && wordsOf(error);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const [found] = faultsOf(wish, market, null, null);
    const isBelow = !isAbove(wish.quantity, order.filledQuantity);
    setFault(found ? words('code', found.code) : isBelow ? words('code', 'amend.below.filled') : null);
    if (found || isBelow) return;
    const answer = await amend({ clientId: nanoid(), order: order.order, price: wish.price, quantity: wish.quantity });
    if (answer.error) return;
    dispatch(noticeShown({ kind: 'success', key: 'own.amended' }));
    onClose();
  };
  const fields = [
    { label: say('place.price'), unit: market.quote, value: price, step: market.tick, change: setPrice },
    { label: say('place.quantity'), unit: market.base, value: quantity, step: market.lot, change: setQuantity },
  ];
  return (
    <Dialog title={say('own.amend_title', { market: `${market.base}/${market.quote}` })} onClose={onClose}>
      <form className={styles.amend} onSubmit={(event) => void send(event)} noValidate>
        {fields.map(({ label, unit, value, step, change }, index) => (
          <label key={label}>
            <span>{label}</span>
            <input
              ref={index === 0 ? focusFirst : undefined}
              type="text"
              inputMode="decimal"
              autoComplete="off"
              value={value}
              onChange={({ target }) => {
                const text = typed(target.value, scaleOf(step));
                if (text !== null) change(text);
              }}
              onKeyDown={(event) => {
                const steps = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
                if (steps === 0) return;
                event.preventDefault();
                change(stepped(value, step, steps));
              }}
            />
            <span>{unit}</span>
          </label>
        ))}
        {(fault !== null || said) && (
          <p className={styles.refusal} role="alert">
            {fault ?? (said && ('text' in said ? said.text : say(said.key)))}
          </p>
        )}
        <button type="submit" className={styles.confirm} disabled={isLoading}>
          {say('own.amend')}
        </button>
      </form>
    </Dialog>
  );
}
