import { useState } from 'react';
import { scaleOf } from '../../../../shared/rules/units';
import type { MarketRecord } from '../../../../shared/wire/product';
import { totalOf } from '../../entities/order/order-terms';
import { useTexts } from '../../shared/i18n/use-texts';
import { focusFirst } from '../../shared/lib/focus-first';
import { useKeptSwitch } from '../../shared/lib/kept';
import { Dialog } from '../../shared/ui/dialog';
import styles from './order-form.module.css';
import { SKIP_CONFIRMATION_KEY } from './skip-confirmation';
import type { Order } from './use-submission';

interface ConfirmDialogProps {
  market: MarketRecord;
  order: Order;
  onConfirm: () => void;
  onClose: () => void;
}

/** The order once more, in words and to the last digit, before it is sent. */
export function ConfirmDialog({ market, order, onConfirm, onClose }: ConfirmDialogProps) {
  const { say, numbers } = useTexts();
  const [, keepSkipped] = useKeptSwitch(SKIP_CONFIRMATION_KEY);
  const [isLast, setLast] = useState(false);
  const digits = scaleOf(market.tick);
  const quantityDigits = scaleOf(market.lot);
  const { side, kind, timeInForce, price, trigger, quantity, quoteAmount } = order;
  const total = quoteAmount ?? (price !== undefined && quantity !== undefined ? totalOf(price, quantity) : null);
  const facts = [
    [say('place.kind'), say(`place.kind.${kind}`)],
    ...(timeInForce ? [[say('place.time_in_force'), say(`place.time_in_force.${timeInForce}`)]] : []),
    ...(trigger === undefined ? [] : [[say('place.trigger'), `${numbers.fixed(trigger, digits)} ${market.quote}`]]),
    [
      say('place.price'),
      price === undefined ? say('place.at_market') : `${numbers.fixed(price, digits)} ${market.quote}`,
    ],
    ...(quantity === undefined
      ? []
      : [[say('place.quantity'), `${numbers.fixed(quantity, quantityDigits)} ${market.base}`]]),
    ...(total === null
      ? []
      : [[say('place.total'), `${numbers.fixed(total, Math.max(2, scaleOf(total)))} ${market.quote}`]]),
  ];
  const confirm = () => {
    if (isLast) keepSkipped(true);
    onConfirm();
  };
  return (
    <Dialog title={say(`place.confirm.${side}`, { market: `${market.base}/${market.quote}` })} onClose={onClose}>
      <dl className={styles.facts}>
        {facts.map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      <label className={styles.check}>
        <input type="checkbox" checked={isLast} onChange={({ target }) => setLast(target.checked)} />
        {say('place.skip')}
      </label>
      <button type="button" className={styles.send} data-side={side} ref={focusFirst} onClick={confirm}>
        {say(`place.${side}`, { asset: market.base })}
      </button>
    </Dialog>
  );
}
