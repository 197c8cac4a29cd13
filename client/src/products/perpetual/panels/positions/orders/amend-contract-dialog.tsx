import { useState } from 'react';
import { scaleOf } from '../../../../../../../shared/rules/units';
import type { ContractOrderState } from '../../../../../../../shared/products/perpetual/stream';
import { useAmendContractMutation } from '../../../../../kit/entities/contract/contract-api';
import { useInstrument } from '../../../../../kit/entities/instrument/instrument';
import { useServerWords } from '../../../../../kit/i18n/server-words';
import { useTexts } from '../../../../../kit/i18n/use-texts';
import { compare, isAbove, isMultiple } from '../../../../../kit/lib/numbers/exact';
import { decimalOfTyped, typedOf } from '../../../../../kit/lib/numbers/typed';
import { useSendOnce } from '../../../../../kit/lib/hooks/use-send-once';
import { Dialog } from '../../../../../kit/ui/dialogs/dialog';
import { DialogForm } from '../../../../../kit/ui/dialogs/dialog-form';
import { useSubmitState } from '../../../../../kit/ui/dialogs/use-submit-state';
import { NumberField } from '../../../../../kit/entities/order/ticket/number-field';

interface AmendContractDialogProps {
  order: ContractOrderState;
  onClose: () => void;
}

/** Amends the limit, quantity or trigger of an open order; the server checks whether funds suffice. */
export function AmendContractDialog({ order, onClose }: AmendContractDialogProps) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const instrument = useInstrument(order.market);
  const [price, setPrice] = useState(typedOf(order.price));
  const [quantity, setQuantity] = useState(typedOf(order.quantity));
  const [trigger, setTrigger] = useState(typedOf(order.trigger));
  const [amend, { isLoading, error }] = useAmendContractMutation();
  const { hasTried, setTried, setFault, refusal } = useSubmitState(error);
  const sendOnce = useSendOnce();
  if (!instrument) return null;
  const { terms: market } = instrument;
  const isWaiting = order.phase === 'waiting';
  const amendment = {
    price: decimalOfTyped(price),
    quantity: decimalOfTyped(quantity),
    trigger: decimalOfTyped(trigger),
  };
  const faultNow = (): string | null => {
    const prices = [amendment.price, ...(isWaiting ? [amendment.trigger] : [])];
    if (prices.some((one) => one === null)) return t('place.enter.price');
    if (prices.some((one) => one !== null && !isMultiple(one, market.tick)))
      return serverText('code', 'price.off.tick');
    if (amendment.quantity === null || compare(amendment.quantity, '0') <= 0) return t('place.enter.quantity');
    if (!isMultiple(amendment.quantity, market.lot)) return serverText('code', 'quantity.off.lot');
    return isAbove(amendment.quantity, order.filledQuantity) ? null : serverText('code', 'amend.below.filled');
  };
  const send = async () => {
    setTried(true);
    if ([price, quantity, trigger].some((input) => input.kind === 'refused')) return;
    const found = faultNow();
    setFault(found);
    if (found !== null) return;
    const changed = {
      ...(amendment.price !== null && amendment.price !== order.price ? { price: amendment.price } : {}),
      ...(amendment.quantity !== null && amendment.quantity !== order.quantity ? { quantity: amendment.quantity } : {}),
      ...(isWaiting && amendment.trigger !== null && amendment.trigger !== order.trigger
        ? { trigger: amendment.trigger }
        : {}),
    };
    if (Object.keys(changed).length === 0) return onClose();
    const terms = { market: order.market, order: order.id, ...changed };
    if (await sendOnce(amend, terms, { key: 'own.amended' })) onClose();
  };
  const ofPrice = { unit: market.quote, scale: scaleOf(market.tick), isTold: hasTried };
  return (
    <Dialog title={t('own.amend_title', { market: market.label })} onClose={onClose}>
      <DialogForm {...{ refusal, isBusy: isLoading, onSend: send }} confirm={t('own.amend')}>
        {isWaiting && (
          <NumberField
            {...{ name: 'trigger', label: t('place.trigger'), value: trigger, onChange: setTrigger }}
            {...ofPrice}
            beyond="down"
          />
        )}
        <NumberField
          {...{ name: 'price', label: t('place.price'), value: price, onChange: setPrice }}
          {...ofPrice}
          beyond={order.side === 'sell' ? 'up' : 'down'}
        />
        <NumberField
          {...{ name: 'quantity', label: t('place.quantity'), value: quantity, onChange: setQuantity }}
          {...{ unit: market.base, scale: scaleOf(market.lot), isTold: hasTried, beyond: 'down' }}
        />
      </DialogForm>
    </Dialog>
  );
}
