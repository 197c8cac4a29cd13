import { useState } from 'react';
import { scaleOf } from '../../../../../../../shared/rules/units';
import type { ContractOrderState } from '../../../../../../../shared/products/perpetual/stream';
import { useAmendContractMutation } from '../../../../../entities/contract/contract-api';
import { useInstrument } from '../../../../../entities/instrument/instrument';
import { useServerWords } from '../../../../../shared/i18n/server-words';
import { useTexts } from '../../../../../shared/i18n/use-texts';
import { compare, isAbove, isMultiple } from '../../../../../shared/lib/numbers/exact';
import { decimalOfTyped, typedOf } from '../../../../../shared/lib/numbers/typed';
import { useSent } from '../../../../../shared/lib/hooks/use-sent';
import { Dialog } from '../../../../../shared/ui/dialogs/dialog';
import { DialogForm } from '../../../../../shared/ui/dialogs/dialog-form';
import { useTried } from '../../../../../shared/ui/dialogs/use-tried';
import { NumberField } from '../../../../../entities/order/ticket/number-field';

interface AmendContractDialogProps {
  order: ContractOrderState;
  onClose: () => void;
}

/** Another limit, quantity or trigger of an open order; whether its cost is free the exchange judges. */
export function AmendContractDialog({ order, onClose }: AmendContractDialogProps) {
  const { say } = useTexts();
  const words = useServerWords();
  const instrument = useInstrument(order.market);
  const [price, setPrice] = useState(typedOf(order.price));
  const [quantity, setQuantity] = useState(typedOf(order.quantity));
  const [trigger, setTrigger] = useState(typedOf(order.trigger));
  const [amend, { isLoading, error }] = useAmendContractMutation();
  const { hasTried, setTried, setFault, refusal } = useTried(error);
  const sent = useSent();
  if (!instrument) return null;
  const { terms: market } = instrument;
  const isWaiting = order.phase === 'waiting';
  const wish = { price: decimalOfTyped(price), quantity: decimalOfTyped(quantity), trigger: decimalOfTyped(trigger) };
  const faultNow = (): string | null => {
    const prices = [wish.price, ...(isWaiting ? [wish.trigger] : [])];
    if (prices.some((one) => one === null)) return say('place.enter.price');
    if (prices.some((one) => one !== null && !isMultiple(one, market.tick))) return words('code', 'price.off.tick');
    if (wish.quantity === null || compare(wish.quantity, '0') <= 0) return say('place.enter.quantity');
    if (!isMultiple(wish.quantity, market.lot)) return words('code', 'quantity.off.lot');
    return isAbove(wish.quantity, order.filledQuantity) ? null : words('code', 'amend.below.filled');
  };
  const send = async () => {
    setTried(true);
    if ([price, quantity, trigger].some((typed) => typed.kind === 'refused')) return;
    const found = faultNow();
    setFault(found);
    if (found !== null) return;
    const changed = {
      ...(wish.price !== null && wish.price !== order.price ? { price: wish.price } : {}),
      ...(wish.quantity !== null && wish.quantity !== order.quantity ? { quantity: wish.quantity } : {}),
      ...(isWaiting && wish.trigger !== null && wish.trigger !== order.trigger ? { trigger: wish.trigger } : {}),
    };
    if (Object.keys(changed).length === 0) return onClose();
    const terms = { market: order.market, order: order.id, ...changed };
    if (await sent(amend, terms, { key: 'own.amended' })) onClose();
  };
  const ofPrice = { unit: market.quote, scale: scaleOf(market.tick), isTold: hasTried };
  return (
    <Dialog title={say('own.amend_title', { market: market.label })} onClose={onClose}>
      <DialogForm {...{ refusal, isBusy: isLoading, onSend: send }} confirm={say('own.amend')}>
        {isWaiting && (
          <NumberField
            {...{ name: 'trigger', label: say('place.trigger'), value: trigger, onChange: setTrigger }}
            {...ofPrice}
            beyond="down"
          />
        )}
        <NumberField
          {...{ name: 'price', label: say('place.price'), value: price, onChange: setPrice }}
          {...ofPrice}
          beyond={order.side === 'sell' ? 'up' : 'down'}
        />
        <NumberField
          {...{ name: 'quantity', label: say('place.quantity'), value: quantity, onChange: setQuantity }}
          {...{ unit: market.base, scale: scaleOf(market.lot), isTold: hasTried, beyond: 'down' }}
        />
      </DialogForm>
    </Dialog>
  );
}
