import { render } from '@testing-library/react';
import type { OrderRecord } from '../../../../../shared/products/spot/wire';
import type { Instrument } from '../../../kit/entities/instrument/instrument';
import { startLanguage } from '../../../kit/i18n/i18n';
import { numberFormats } from '../../../kit/lib/numbers/format';
import { AssetScales } from '../../../kit/ui/figures/asset-scales';
import {
  limitShown,
  openColumns,
  Ordered,
  orderColumns,
  priceShown,
  statusShown,
  totalOf,
  type OrderWords,
} from './order-columns';
import { orderLines } from './order-csv';

const INSTRUMENT = {
  ...{ id: 'BTC-USDT', product: 'spot', base: 'BTC', quote: 'USDT', label: 'BTC/USDT' },
  decimals: { price: 2, quantity: 5, notional: 8 },
} as Instrument;

const how: OrderWords = {
  texts: { t: (key) => key, numbers: numberFormats('en') },
  serverText: (kind, code) => `${kind}:${code}`,
  instruments: new Map([['BTC-USDT', INSTRUMENT]]),
};

const ORDER: OrderRecord = {
  order: '7',
  market: 'BTC-USDT',
  side: 'buy',
  kind: 'limit',
  timeInForce: 'gtc',
  phase: 'closed',
  status: 'filled',
  reason: null,
  price: '60000.5',
  quantity: '0.1',
  quoteAmount: null,
  trigger: null,
  filledQuantity: '0.1',
  filledQuote: '6000.05',
  selfTrade: 'cancel_taker',
  clientId: null,
  averagePrice: '60000.5',
  placedAt: 0,
  changedAt: 0,
};

beforeAll(startLanguage);

/** USDT has eight decimals. An amount to spend shows as many as the total in the next column. */
function orderedText(order: OrderRecord): string {
  const { container } = render(
    <AssetScales.Provider value={{ USDT: 8 }}>
      <Ordered format={how} order={order} />
    </AssetScales.Provider>,
  );
  return container.textContent;
}

describe('order in a list', () => {
  it('uses its market’s decimals, or its own if the market is unknown', () => {
    expect(priceShown(how, 'BTC-USDT', '60000.5')).toBe('60,000.50');
    expect(priceShown(how, 'ETH-USDT', '3000.125')).toBe('3,000.125');
    expect(priceShown(how, 'BTC-USDT', null)).toBe('—');
    expect(orderedText(ORDER)).toBe('0.10000 BTC');
  });

  it('without a limit is a market order, possibly for an amount', () => {
    const spending = { ...ORDER, price: null, quantity: null, quoteAmount: '250.5' };
    expect(limitShown(how, spending)).toBe('orderlist.at_market');
    expect(orderedText(spending)).toBe('250.50000000 USDT');
    expect(orderedText({ ...spending, quoteAmount: '250.12345678' })).toBe('250.12345678 USDT');
  });

  it('shows open and filled quantities first in a narrow panel', () => {
    const shownIn = (hasTriggers: boolean) => {
      const keys = openColumns(how, hasTriggers).flatMap(({ key, isMinor }) => (isMinor ? [] : [key]));
      return keys.join(' ');
    };
    expect(shownIn(false)).toBe('market side price quantity filled total status');
    expect(shownIn(true)).toBe('market side price quantity filled total trigger status');
  });

  it('shows why it ended, unless the owner cancelled it', () => {
    expect(statusShown(how, ORDER)).toBe('status:filled');
    expect(statusShown(how, { ...ORDER, phase: 'waiting' })).toBe('orderlist.waiting');
    expect(statusShown(how, { ...ORDER, status: 'cancelled', reason: 'requested' })).toBe('status:cancelled');
    expect(statusShown(how, { ...ORDER, reason: 'quote_remainder' })).toBe('status:filled');
    expect(statusShown(how, { ...ORDER, status: 'cancelled', reason: 'band' })).toBe('status:cancelled · reason:band');
  });

  it('has its full value as total while open, the traded value once ended, and none if zero', () => {
    const resting = { ...ORDER, phase: 'resting', filledQuantity: '0', filledQuote: '0' } as const;
    expect(totalOf(resting)).toBe('6000.05');
    expect(totalOf({ ...resting, price: null, quantity: null, quoteAmount: '250.5' })).toBe('250.5');
    expect(totalOf({ ...resting, price: null })).toBeNull();
    expect(totalOf(ORDER)).toBe('6000.05');
    expect(totalOf({ ...ORDER, status: 'cancelled', filledQuantity: '0', filledQuote: '0' })).toBeNull();
  });

  it('marks a robot’s order; exports name the robot', () => {
    const [side] = orderColumns(how, ['side']);
    const sideOf = (order: OrderRecord) => render(<>{side.render(order)}</>).container.textContent;
    expect(sideOf(ORDER)).toBe('trades.buy orderlist.kind_name.limit');
    expect(sideOf({ ...ORDER, timeInForce: 'post_only', robot: '12' })).toBe(
      'trades.buy orderlist.kind_name.limit · orderlist.force_name.post_only · orderlist.by_robot',
    );
    expect(sideOf({ ...ORDER, phase: 'resting', robot: '12' })).toBe('trades.buy orderlist.kind_name.limit');
    expect(orderLines(how, [ORDER, { ...ORDER, robot: '12' }]).rows.map((row) => row.at(-1))).toEqual(['', '12']);
  });

  it('is exported with all digits', () => {
    const { head, rows } = orderLines(how, [ORDER]);
    expect(rows[0]).toHaveLength(head.length);
    expect([head[0], rows[0][0]]).toEqual(['orderlist.time (GMT+8)', '1970-01-01 08:00:00']);
    expect(rows[0].slice(1, 9)).toEqual([
      '7',
      'BTC-USDT',
      'trades.buy',
      'orderlist.kind_name.limit',
      '60000.5',
      '60000.5',
      '0.1',
      '',
    ]);
  });
});
