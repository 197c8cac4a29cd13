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
  sight: MarketState;
  /** Ticks. */
  index: number;
  /** True for a perpetual, where trades change positions. */
  isContract: boolean;
}

const BOTH_SIDES: readonly OrderSide[] = ['buy', 'sell'];

export class TradingDesk {
  private readonly keys = new Map<string, number>();

  constructor(
    private readonly stage: TradingContext,
    readonly sender: Sender,
  ) {}

  /** Moves the maker's quotes to the index, with at most `changesMax` changes. */
  quote(market: string, shape: LadderShape, changesMax: number, at: number): void {
    const look = this.look(market);
    if (look) this.requote(look, shape, BOTH_SIDES, changesMax, at);
  }

  /** One of the takers trades. */
  take(market: string, notionalMean: number, at: number): void {
    const look = this.look(market);
    if (look) this.takeBest(look, this.takePressureIn(look, at), notionalMean, at);
  }

  /** Moves the quote to the index, then one of the takers trades at it. */
  trade(market: string, shape: LadderShape, notionalMean: number, at: number): void {
    const look = this.look(market);
    if (!look) return;
    const urge = this.takePressureIn(look, at);
    // In an empty contract book a waiting order must not be beyond the last price, so the allowed side comes first.
    const isEmpty = look.sight.bid === 0 || look.sight.ask === 0;
    const sides: readonly OrderSide[] =
      look.isContract && isEmpty ? BOTH_SIDES : [urge.side === 'buy' ? 'sell' : 'buy'];
    this.requote(look, shape, sides, Infinity, at);
    const sight = this.stateOf(market);
    if (sight) this.takeBest({ ...look, sight }, urge, notionalMean, at);
  }

  /** Cancels all quotes of the maker, or those in one market. */
  clear(only?: string): void {
    const { engine, traders } = this.stage;
    const user = traders.maker;
    for (const market of engine.state().members.get(user)?.openOrders.keys() ?? []) {
      if (only !== undefined && market !== only) continue;
      this.sender.send({ actor: `user/${user}`, command: { type: 'CancelAllOrders', user, market } });
    }
  }

  /** Credits low balances. */
  topUp(at: number): void {
    const { engine, traders } = this.stage;
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

  private look(market: string): MarketWithIndex | null {
    const sight = this.stateOf(market);
    const state = this.stage.engine.state();
    const price = this.stage.prices.latest(indexOf(state, market));
    const isContract = state.perpetual.contracts.has(market);
    return sight && price && { sight, index: ticksNear(sight, price.price), isContract };
  }

  private stateOf(market: string): MarketState | null {
    const { engine, traders } = this.stage;
    return marketStateOf(engine.state(), market, traders.maker);
  }

  private requote(
    look: MarketWithIndex,
    shape: LadderShape,
    sides: readonly OrderSide[],
    changesMax: number,
    at: number,
  ): void {
    const user = this.stage.traders.maker;
    const chance = this.chanceOf('quotes', look, at);
    const command = planQuotes({ ...look, user, shape, sides, changesMax, chance });
    if (!command) return;
    const actor = `user/${user}` as const;
    if (!look.isContract) this.sender.send({ actor, command });
    else contractQuotes(this.stage.engine.state, command, (one) => this.sender.send({ actor, command: one }));
  }

  private takePressureIn(look: MarketWithIndex, at: number): TakePressure {
    const mood = buyerBiasAt(this.keyOf('mood', look), at);
    return planTakePressure({ ...look, mood, chance: this.chanceOf('urge', look, at) });
  }

  private takeBest(look: MarketWithIndex, pressure: TakePressure, notionalMean: number, at: number): void {
    const { takers } = this.stage.traders;
    const chance = this.chanceOf('takes', look, at);
    const user = takers[wholeBetween(0, takers.length - 1, chance)];
    const order = planTake({ ...look, user, urge: pressure, notionalMean, chance });
    if (!order) return;
    const command = look.isContract ? contractTake(this.stage.engine.state(), order) : order;
    this.sender.send({ actor: `user/${user}`, command });
  }

  private chanceOf(what: string, look: MarketWithIndex, at: number): RandomSource {
    return randomFrom(this.keyOf(what, look), at);
  }

  /** Computed once, because every command uses it. */
  private keyOf(what: string, { sight }: MarketWithIndex): number {
    const name = `${what} of ${sight.market}`;
    let key = this.keys.get(name);
    if (key === undefined) {
      key = keyOf(this.stage.seed, name);
      this.keys.set(name, key);
    }
    return key;
  }
}
