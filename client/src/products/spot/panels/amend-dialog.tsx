import { useId, useState } from 'react';
import { scaleOf } from '../../../../../shared/rules/units';
import type { OrderState } from '../../../../../shared/wire/market-data';
import { useMarkets } from '../../../kit/entities/market/market-api';
import { useAmendOrderMutation } from '../../../kit/entities/order/order-api';
import { faultsOf, stepped } from '../../../kit/entities/order/order-terms';
import { useServerWords } from '../../../kit/i18n/server-words';
import { useTexts } from '../../../kit/i18n/use-texts';
import { decimalOfTyped, typedOf, type Typed } from '../../../kit/lib/numbers/typed';
import { isAbove } from '../../../kit/lib/numbers/exact';
import { focusFirst } from '../../../kit/lib/hooks/focus-first';
import { useSendOnce } from '../../../kit/lib/hooks/use-send-once';
import { Dialog } from '../../../kit/ui/dialogs/dialog';
import { DialogForm } from '../../../kit/ui/dialogs/dialog-form';
import { NumberRemark } from '../../../kit/ui/form/fields/number-remark';
import { useSubmitState } from '../../../kit/ui/dialogs/use-submit-state';
import { useNumberField, type NumberFieldTerms } from '../../../kit/ui/form/use-number-field';
import styles from './orders.module.css';

interface AmendDialogProps {
  order: OrderState;
  /** Price at which its chart line was dropped; if absent, the order's price. */
  price?: string;
  onClose: () => void;
}

/**
 * Amends price and total quantity of an open order. Only the server checks the balance, as part of it is already held.
 */
export function AmendDialog({ order, price: suggested, onClose }: AmendDialogProps) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const market = useMarkets().find(({ name }) => name === order.market);
  const [amend, { isLoading, error }] = useAmendOrderMutation();
  const [price, setPrice] = useState(typedOf(suggested ?? order.price));
  const [quantity, setQuantity] = useState(typedOf(order.quantity));
  const { hasTried, setTried, setFault, refusal } = useSubmitState(error);
  const sendOnce = useSendOnce();
  if (!market) return null;
  const amendment = {
    side: order.side,
    kind: order.kind,
    price: decimalOfTyped(price) ?? '0',
    quantity: decimalOfTyped(quantity) ?? '0',
  };
  const send = async () => {
    setTried(true);
    if (price.kind === 'refused' || quantity.kind === 'refused') return setFault(null);
    const [found] = faultsOf(amendment, market, null, null);
    const isBelow = !isAbove(amendment.quantity, order.filledQuantity);
    setFault(found ? serverText('code', found.code) : isBelow ? serverText('code', 'amend.below.filled') : null);
    if (found || isBelow) return;
    const terms = { order: order.order, market: order.market, price: amendment.price, quantity: amendment.quantity };
    if (await sendOnce(amend, terms, { key: 'own.amended' })) onClose();
  };
  // Editing clears the fault.
  const editing = (set: (input: Typed) => void) => (input: Typed) => {
    setFault(null);
    set(input);
  };
  const fields = [
    {
      ...{
        label: t('place.price'),
        unit: market.quote,
        step: market.tick,
        value: price,
        onChange: editing(setPrice),
      },
      beyond: order.side === 'sell' ? ('up' as const) : ('down' as const),
    },
    {
      ...{
        label: t('place.quantity'),
        unit: market.base,
        step: market.lot,
        value: quantity,
        onChange: editing(setQuantity),
      },
      beyond: 'down' as const,
    },
  ];
  return (
    <Dialog title={t('own.amend_title', { market: market.label })} onClose={onClose}>
      <DialogForm {...{ refusal, isBusy: isLoading, onSend: send }} confirm={t('own.amend')}>
        {fields.map((field, index) => (
          <AmendField key={field.label} {...field} isTold={hasTried} isFirst={index === 0} />
        ))}
      </DialogForm>
    </Dialog>
  );
}

interface AmendFieldProps extends Omit<NumberFieldTerms, 'scale' | 'onStep'> {
  label: string;
  /** The value must be a multiple of this. */
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
