import { memo } from 'react';
import { useInstrument } from '../../entities/instrument/instrument';
import { scaleOf } from '../../../../shared/rules/units';
import type { OrderState } from '../../../../shared/wire/market-data';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import styles from './orders.module.css';

/** Places of an order's price and quantity, by its market; as they come while that is not known. */
export function useDigits(market: string): {
  price: number | null;
  quantity: number | null;
  label: string;
  base: string;
  quote: string;
} {
  const instrument = useInstrument(market);
  if (!instrument) return { price: null, quantity: null, label: market, base: '', quote: '' };
  const { label, base, quote, decimals } = instrument;
  return { ...decimals, label, base, quote };
}

export function OrderHeads() {
  const { say } = useTexts();
  const heads = ['time', 'market', 'side', 'price', 'quantity', 'filled', 'trigger', 'status'] as const;
  return heads.map((head) => (
    <th key={head} scope="col">
      {say(`own.head.${head}`)}
    </th>
  ));
}

interface OrderCellsProps {
  order: OrderState;
  time: string | undefined;
  averagePrice?: string | null;
}

/** What every list of orders says of one; on a phone each cell says its heading too. The others stay as they are when one is filled. */
export const OrderCells = memo(function OrderCells({ order, time, averagePrice }: OrderCellsProps) {
  const { say, numbers } = useTexts();
  const words = useServerWords();
  const digits = useDigits(order.market);
  const price = (decimal: string) => numbers.fixed(decimal, digits.price ?? scaleOf(decimal));
  const quantity = (decimal: string) => numbers.fixed(decimal, digits.quantity ?? scaleOf(decimal));
  return (
    <>
      <td data-label={say('own.head.time')} className={styles.quiet}>
        {time ?? '–'}
      </td>
      <td data-label={say('own.head.market')}>{digits.label}</td>
      <td data-label={say('own.head.side')}>
        <span data-direction={order.side === 'buy' ? 'up' : 'down'}>{say(`trades.${order.side}`)}</span>{' '}
        <span className={styles.quiet}>
          {say(`place.kind.${order.kind}`)}
          {order.timeInForce !== 'gtc' &&
            order.price !== null &&
            ` · ${say(`place.time_in_force.${order.timeInForce}`)}`}
        </span>
      </td>
      <td data-label={say('own.head.price')}>
        {order.price !== null ? price(order.price) : say('place.at_market')}
        {averagePrice && <small> ≈ {price(averagePrice)}</small>}
      </td>
      <td data-label={say('own.head.quantity')}>
        {order.quantity !== null
          ? `${quantity(order.quantity)} ${digits.base}`
          : `${numbers.fixed(order.quoteAmount ?? '0', 2)} ${digits.quote}`}
      </td>
      <td data-label={say('own.head.filled')}>{quantity(order.filledQuantity)}</td>
      <td data-label={say('own.head.trigger')}>{order.trigger === null ? '–' : price(order.trigger)}</td>
      <td data-label={say('own.head.status')}>
        {order.phase === 'waiting' ? say('own.waiting') : words('status', order.status)}
        {order.reason !== null && order.reason !== 'requested' && (
          <small className={styles.quiet}> {words('reason', order.reason)}</small>
        )}
      </td>
    </>
  );
});
