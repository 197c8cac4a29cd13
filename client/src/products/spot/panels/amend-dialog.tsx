import { useId, useState } from 'react';
import { scaleOf } from '../../../../../shared/rules/units';
import type { OrderState } from '../../../../../shared/wire/market-data';
import { useMarkets } from '../../../entities/market/market-api';
import { useAmendOrderMutation } from '../../../entities/order/order-api';
import { faultsOf, stepped } from '../../../entities/order/order-terms';
import { useServerWords } from '../../../shared/i18n/server-words';
import { useTexts } from '../../../shared/i18n/use-texts';
import { decimalOfTyped, typedOf, type Typed } from '../../../shared/lib/numbers/typed';
import { isAbove } from '../../../shared/lib/numbers/exact';
import { focusFirst } from '../../../shared/lib/hooks/focus-first';
import { useSent } from '../../../shared/lib/hooks/use-sent';
import { Dialog } from '../../../shared/ui/dialogs/dialog';
import { DialogForm } from '../../../shared/ui/dialogs/dialog-form';
import { NumberRemark } from '../../../shared/ui/form/fields/number-remark';
import { useTried } from '../../../shared/ui/dialogs/use-tried';
import { useNumberField, type NumberFieldTerms } from '../../../shared/ui/form/use-number-field';
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
  const market = useMarkets().find(({ name }) => name === order.market);
  const [amend, { isLoading, error }] = useAmendOrderMutation();
  const [price, setPrice] = useState(typedOf(suggested ?? order.price));
  const [quantity, setQuantity] = useState(typedOf(order.quantity));
  const { hasTried, setTried, setFault, refusal } = useTried(error);
  const sent = useSent();
  if (!market) return null;
  const wish = {
    side: order.side,
    kind: order.kind,
    price: decimalOfTyped(price) ?? '0',
    quantity: decimalOfTyped(quantity) ?? '0',
  };
  const send = async () => {
    setTried(true);
    if (price.kind === 'refused' || quantity.kind === 'refused') return setFault(null);
    const [found] = faultsOf(wish, market, null, null);
    const isBelow = !isAbove(wish.quantity, order.filledQuantity);
    setFault(found ? words('code', found.code) : isBelow ? words('code', 'amend.below.filled') : null);
    if (found || isBelow) return;
    const terms = { order: order.order, market: order.market, price: wish.price, quantity: wish.quantity };
    if (await sent(amend, terms, { key: 'own.amended' })) onClose();
  };
  // What is being mended is no longer told off.
  const editing = (set: (typed: Typed) => void) => (typed: Typed) => {
    setFault(null);
    set(typed);
  };
  const fields = [
    {
      ...{
        label: say('place.price'),
        unit: market.quote,
        step: market.tick,
        value: price,
        onChange: editing(setPrice),
      },
      beyond: order.side === 'sell' ? ('up' as const) : ('down' as const),
    },
    {
      ...{
        label: say('place.quantity'),
        unit: market.base,
        step: market.lot,
        value: quantity,
        onChange: editing(setQuantity),
      },
      beyond: 'down' as const,
    },
  ];
  return (
    <Dialog title={say('own.amend_title', { market: market.label })} onClose={onClose}>
      <DialogForm {...{ refusal, isBusy: isLoading, onSend: send }} confirm={say('own.amend')}>
        {fields.map((field, index) => (
          <AmendField key={field.label} {...field} isTold={hasTried} isFirst={index === 0} />
        ))}
      </DialogForm>
    </Dialog>
  );
}

interface AmendFieldProps extends Omit<NumberFieldTerms, 'scale' | 'onStep'> {
  label: string;
  /** Of which it is a multiple. */
  step: string;
  isFirst: boolean;
}

function AmendField({ label, step, isFirst, ...terms }: AmendFieldProps) {
  const id = useId();
  const { value, onChange, unit } = terms;
  const { input, remark } = useNumberField({
    ...terms,
    scale: scaleOf(step),
    onStep: (steps) =>
      value.kind !== 'refused' && onChange(typedOf(stepped(decimalOfTyped(value) ?? '0', step, steps))),
  });
  return (
    <div className={styles.amend}>
      <label>
        <span>{label}</span>
        <input
          ref={isFirst ? focusFirst : undefined}
          type="text"
          {...input}
          aria-invalid={remark?.kind === 'fault'}
          aria-describedby={remark ? id : undefined}
        />
        <span>{unit}</span>
      </label>
      <NumberRemark id={id} remark={remark} />
    </div>
  );
}
