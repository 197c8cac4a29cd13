/** The user of the browser benchmark: a hundred open orders in two markets, which are filled in part in turn. */
import type { ContractPositions } from '../../shared/products/perpetual/stream';
import type {
  Balance,
  BalancePush,
  BalanceSnapshot,
  Fill,
  MessagePush,
  MessageSnapshot,
  OrderPush,
  OrderSnapshot,
  OrderState,
  PositionPush,
} from '../../shared/wire/market-data';
import { decimalOf } from '../../shared/rules/units';
import type { FedMarket } from './fed-market';

const ORDERS = 100;
/**
 * An order is over after so many fills, and another one is placed. All are of one age, and a row that has been drawn twice holds
 * more than one that is new: with three the heap is looked at both times with orders of the same age.
 */
const FILLS_AN_ORDER = 3;
/** Orders stand so many ticks apart, from the middle outwards. */
const APART_TICKS = 40;

/** What is said to the user alone. */
export interface Told {
  order: OrderPush;
  balance: BalancePush;
}

export class FedUser {
  /** Of what became of the user, and of the journal, which goes on without them. */
  private position = 1_000;
  /** Up to where contracts were told of, which fills are nothing to. */
  private contracts = 1_000;
  private orders = 0;
  private trades = 0;
  private readonly open: { order: OrderState; fills: number }[];

  constructor(private readonly markets: readonly FedMarket[]) {
    this.open = Array.from({ length: ORDERS }, (_, at) => ({ order: this.placed(at), fills: 0 }));
  }

  orderSnapshot(): OrderSnapshot {
    return { position: this.position, orders: this.open.map(({ order }) => order) };
  }

  balanceSnapshot(): BalanceSnapshot {
    return { position: this.position, balances: this.balances() };
  }

  /** Messages are counted from the subscription on, and there are none. */
  messageSnapshot(): MessageSnapshot {
    return { position: 0, messages: [] };
  }

  /** Nothing of contracts. */
  contractSnapshot(): ContractPositions {
    this.contracts = this.position;
    return { position: this.position, positions: [], stops: [], orders: [], settings: [] };
  }

  /** What the user has of what orders are paid with: it is another amount with every fill. */
  get available(): string {
    return decimalOf(BigInt(this.trades) * 1_000n, 2);
  }

  /** Nothing has happened to the user: that much is said once a second. */
  beat(): Told & { position: PositionPush; message: MessagePush } {
    const [from, at] = [this.position, Date.now()];
    this.position += 1;
    const [span, contracts] = [
      { from, to: this.position, at },
      { from: this.contracts, to: this.position, at },
    ];
    this.contracts = this.position;
    return {
      order: { ...span, updates: [] },
      balance: { ...span, updates: [] },
      position: { ...contracts, updates: [] },
      message: { from: 0, to: 0, at, messages: [] },
    };
  }

  /** One order is filled in part; the last part of it ends it, and another takes its place. */
  update(): Told {
    const from = this.position;
    this.position += 1;
    this.trades += 1;
    const place = this.trades % ORDERS;
    const filled = this.open[place];
    filled.fills += 1;
    const isOver = filled.fills === FILLS_AN_ORDER;
    const { order, market, price, quantity } = filled.order;
    filled.order = {
      ...filled.order,
      phase: isOver ? 'closed' : 'resting',
      status: isOver ? 'filled' : 'partially_filled',
      filledQuantity: decimalOf(BigInt(filled.fills), 0),
      filledQuote: '1',
    };
    const fill: Fill = {
      ...{ trade: String(this.trades), order, market, role: 'maker', price: price ?? '1', quantity: quantity ?? '1' },
      ...{ fee: '0.001', feeAsset: 'USDT' },
    };
    const touched = [filled.order];
    if (isOver) {
      this.open[place] = { order: this.placed(place), fills: 0 };
      touched.push(this.open[place].order);
    }
    const [to, at] = [this.position, Date.now()];
    const [span, happened] = [
      { from, to, at },
      { position: to, at },
    ];
    return {
      order: { ...span, updates: [{ ...happened, orders: touched, fills: [fill] }] },
      balance: { ...span, updates: [{ ...happened, balances: this.balances() }] },
    };
  }

  private placed(place: number): OrderState {
    this.orders += 1;
    const market = this.markets[place % this.markets.length];
    const side = place % 4 < 2 ? 'buy' : 'sell';
    const away = APART_TICKS * (1 + Math.floor(place / 4));
    return {
      ...{ order: String(100_000 + this.orders), market: market.name, side, kind: 'limit', timeInForce: 'gtc' },
      ...{ phase: 'resting', status: 'pending', reason: null, price: market.priceAt(side === 'buy' ? -away : away) },
      ...{ quantity: String(FILLS_AN_ORDER), quoteAmount: null, trigger: null, filledQuantity: '0', filledQuote: '0' },
    };
  }

  private balances(): Balance[] {
    return ['USDT', 'BTC', 'ETH'].map((asset) => ({
      ...{ account: 'spot', asset, available: this.available, frozen: '10', locked: '0' },
    }));
  }
}
