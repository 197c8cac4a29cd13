/** The user of the browser benchmark: a hundred open orders in two markets, which are filled in part in turn. */
import type { ContractPositions } from '../../../shared/products/perpetual/stream';
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
} from '../../../shared/wire/market-data';
import type { PositionPush } from '../../../shared/products/perpetual/stream';
import { decimalOf } from '../../../shared/rules/units';
import type { FedMarket } from './fed-market';

const ORDERS = 100;
/**
 * Number of fills until an order is over and another is placed. All orders have the same age. A row that was drawn
 * twice holds more memory than a new one; with three fills, both heap measurements see orders of the same age.
 */
const FILLS_AN_ORDER = 3;
/** Distance between orders in ticks, from the middle outwards. */
const APART_TICKS = 40;

/** Messages for this user alone. */
export interface Told {
  order: OrderPush;
  balance: BalancePush;
}

export class FedUser {
  /** Journal position, which also counts events of other users. */
  private position = 1_000;
  /** Last position told on the contract channel; fills do not advance it. */
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

  /** No positions and no contract orders. */
  contractSnapshot(): ContractPositions {
    this.contracts = this.position;
    return { position: this.position, positions: [], stops: [], orders: [], settings: [] };
  }

  /** Available balance of the user; it changes with every fill. */
  get available(): string {
    return decimalOf(BigInt(this.trades) * 1_000n, 2);
  }

  /** The pushes without events that are sent once per second. */
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

  /** Fills one order in part. The last fill ends it, and a new order replaces it. */
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
