/**
 * The market in which a recorded exchange log is replayed, and a separate owner per recorded order: registered,
 * verified and credited exactly what the order needs.
 */
import { unitsOf } from '../../../shared/rules/units';
import type { Command } from '../../core/command';
import { DEFAULT_SELF_TRADE } from '../../core/market/order';

export const TICK_SCALE = 2;
export const LOT_SCALE = 8;
const QUOTE_SCALE = TICK_SCALE + LOT_SCALE;
const MARKET = 'BTC-USD';
const FIRST_OWNER = 10_000_001;

/** Lists two assets and their market and opens it. */
export const LISTING: readonly Command[] = [
  { type: 'ListAsset', asset: 'BTC', scale: LOT_SCALE, withdrawalFee: 0n, withdrawalMin: 1n },
  { type: 'ListAsset', asset: 'USD', scale: QUOTE_SCALE, withdrawalFee: 0n, withdrawalMin: 1n },
  {
    type: 'ListMarket',
    market: MARKET,
    base: 'BTC',
    quote: 'USD',
    tick: '0.01',
    lot: '0.00000001',
    quantityMin: 1,
    quantityMax: Number.MAX_SAFE_INTEGER,
    notionalMin: 0n,
    priceLowest: 1,
    priceHighest: 2 ** 30 - 1,
    makerFeesPpb: [0],
    takerFeesPpb: [0],
    openOrdersMax: 200,
    referencePrice: 23_647,
    bandPpb: 100_000_000,
  },
  { type: 'SetMarketState', market: MARKET, state: 'open' },
];

export function ownerOf(recordedOrders: number): number {
  return FIRST_OWNER + recordedOrders;
}

interface RecordedOrder {
  side: 'buy' | 'sell';
  price: string;
  amount: string;
}

/** Commands that fund the owner to place the order; all are ordinary commands. */
export function fundingCommands(user: number, { side, price, amount }: RecordedOrder): Command[] {
  const lots = exact(amount, LOT_SCALE);
  const need = side === 'buy' ? exact(price, TICK_SCALE) * lots : lots;
  return [
    { type: 'RegisterMember', user },
    { type: 'VerifyMember', user },
    {
      type: 'CreditRecharge',
      user,
      asset: side === 'buy' ? 'USD' : 'BTC',
      amount: need,
      reference: `recorded order of ${user}`,
    },
  ];
}

export function placeOrderCommand(user: number, { side, price, amount }: RecordedOrder): Command {
  return {
    type: 'PlaceOrder',
    user,
    market: MARKET,
    side,
    kind: 'limit',
    timeInForce: 'gtc',
    ...DEFAULT_SELF_TRADE,
    price: Number(exact(price, TICK_SCALE)),
    quantity: Number(exact(amount, LOT_SCALE)),
  };
}

function exact(decimal: string, scale: number): bigint {
  const units = unitsOf(decimal, scale);
  if (typeof units !== 'bigint') throw new Error(`${decimal} has more than ${scale} decimals`);
  return units;
}
