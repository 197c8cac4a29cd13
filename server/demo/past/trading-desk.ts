/** Runs the simulated traders: views a market, plans, and sends commands like any user. */
import type { OrderSide } from '../../core/market/order';
import type { Engine } from '../../engine/engine';
import { randomFrom, keyOf, type RandomSource } from '../../platform/prices/noise';
import { contractQuotes, contractTake } from '../at-work/contract-orders';
import { planQuotes, type LadderShape } from '../at-work/ladder';
import { CONTRACT_FUNDS, MAKER_FUNDS, TAKER_FUNDS } from './listings';
import {
  indexOf,
  marketStateOf,
  ticksNear,
  wholeBetween,
  type IndexPrices,
  type MarketState,
} from '../at-work/market-state';
import type { Sender } from '../sender';
import { buyerBiasAt, planTake, planTakePressure, type TakePressure } from '../at-work/takes';
import { planContractTopUps, planTopUps } from '../at-work/top-up';

/** User ids: all ordinary users, except the admin who funds them. */
export interface Traders {
  maker: number;
  takers: readonly number[];
}

export interface TradingContext {
  engine: Pick<Engine, 'submit' | 'figures' | 'state'>;
  prices: IndexPrices;
  seed: number;
  traders: Traders;
}

/** The maker's view of a market, and its index, at one moment. */
interface MarketWithIndex {
  marketState: MarketState;
  /** Ticks. */
  index: number;
  /** True for a perpetual, where trades change positions. */
  isContract: boolean;
}

const BOTH_SIDES: readonly OrderSide[] = ['buy', 'sell'];

export class TradingDesk {
  private readonly keys = new Map<string, number>();

  constructor(
    private readonly context: TradingContext,
    readonly sender: Sender,
  ) {}

  /** Moves the maker's quotes to the index, with at most `changesMax` changes. */
  quote(market: string, shape: LadderShape, changesMax: number, at: number): void {
    const indexedMarket = this.indexedMarketOf(market);
    if (indexedMarket) this.requote(indexedMarket, shape, BOTH_SIDES, changesMax, at);
  }

  /** One of the takers trades. */
  take(market: string, notionalMean: number, at: number): void {
    const indexedMarket = this.indexedMarketOf(market);
    if (indexedMarket) this.takeBest(indexedMarket, this.takePressureIn(indexedMarket, at), notionalMean, at);
  }

  /** Moves the quote to the index, then one of the takers trades at it. */
  trade(market: string, shape: LadderShape, notionalMean: number, at: number): void {
    const indexedMarket = this.indexedMarketOf(market);
    if (!indexedMarket) return;
    const pressure = this.takePressureIn(indexedMarket, at);
    // In an empty contract book a waiting order must not be beyond the last price, so the allowed side comes first.
    const isEmpty = indexedMarket.marketState.bid === 0 || indexedMarket.marketState.ask === 0;
    const sides: readonly OrderSide[] =
      indexedMarket.isContract && isEmpty ? BOTH_SIDES : [pressure.side === 'buy' ? 'sell' : 'buy'];
    this.requote(indexedMarket, shape, sides, Infinity, at);
    const marketState = this.stateOf(market);
    if (marketState) this.takeBest({ ...indexedMarket, marketState }, pressure, notionalMean, at);
  }

  /** Cancels all quotes of the maker, or those in one market. */
  clear(onlyMarket?: string): void {
    const { engine, traders } = this.context;
    const user = traders.maker;
    for (const market of engine.state().members.get(user)?.openOrders.keys() ?? []) {
      if (onlyMarket !== undefined && market !== onlyMarket) continue;
      this.sender.send({ actor: `user/${user}`, command: { type: 'CancelAllOrders', user, market } });
    }
  }

  /** Credits low balances. */
  topUp(at: number): void {
    const { engine, traders } = this.context;
    for (const user of [traders.maker, ...traders.takers]) {
      const [funds, contracts] =
        user === traders.maker ? [MAKER_FUNDS, CONTRACT_FUNDS.maker] : [TAKER_FUNDS, CONTRACT_FUNDS.taker];
      const state = engine.state();
      for (const command of [...planTopUps(state, user, funds, at), ...planContractTopUps(state, user, contracts)]) {
        const actor = command.type === 'TransferFunds' ? (`user/${user}` as const) : 'demo';
        this.sender.send({ actor, command });
      }
    }
  }

  private indexedMarketOf(market: string): MarketWithIndex | null {
    const marketState = this.stateOf(market);
    const state = this.context.engine.state();
    const price = this.context.prices.latest(indexOf(state, market));
    const isContract = state.perpetual.contracts.has(market);
    return marketState && price && { marketState, index: ticksNear(marketState, price.price), isContract };
  }

  private stateOf(market: string): MarketState | null {
    const { engine, traders } = this.context;
    return marketStateOf(engine.state(), market, traders.maker);
  }

  private requote(
    indexedMarket: MarketWithIndex,
    shape: LadderShape,
    sides: readonly OrderSide[],
    changesMax: number,
    at: number,
  ): void {
    const user = this.context.traders.maker;
    const random = this.randomFor('quotes', indexedMarket, at);
    const command = planQuotes({ ...indexedMarket, user, shape, sides, changesMax, random });
    if (!command) return;
    const actor = `user/${user}` as const;
    if (!indexedMarket.isContract) this.sender.send({ actor, command });
    else contractQuotes(this.context.engine.state, command, (one) => this.sender.send({ actor, command: one }));
  }

  private takePressureIn(indexedMarket: MarketWithIndex, at: number): TakePressure {
    const buyerBias = buyerBiasAt(this.keyOf('mood', indexedMarket), at);
    return planTakePressure({ ...indexedMarket, buyerBias, random: this.randomFor('urge', indexedMarket, at) });
  }

  private takeBest(indexedMarket: MarketWithIndex, pressure: TakePressure, notionalMean: number, at: number): void {
    const { takers } = this.context.traders;
    const random = this.randomFor('takes', indexedMarket, at);
    const user = takers[wholeBetween(0, takers.length - 1, random)];
    const order = planTake({ ...indexedMarket, user, pressure, notionalMean, random });
    if (!order) return;
    const command = indexedMarket.isContract ? contractTake(this.context.engine.state(), order) : order;
    this.sender.send({ actor: `user/${user}`, command });
  }

  private randomFor(purpose: string, indexedMarket: MarketWithIndex, at: number): RandomSource {
    return randomFrom(this.keyOf(purpose, indexedMarket), at);
  }

  /** Computed once, because every command uses it. */
  private keyOf(purpose: string, { marketState }: MarketWithIndex): number {
    const name = `${purpose} of ${marketState.market}`;
    let key = this.keys.get(name);
    if (key === undefined) {
      key = keyOf(this.context.seed, name);
      this.keys.set(name, key);
    }
    return key;
  }
}
