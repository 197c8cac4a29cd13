/** The simulated traders at work: looks at a market, lets the plans decide, and sends what they say like any user. */
import type { OrderSide } from '../../core/market/order';
import type { Engine } from '../../engine/engine';
import { chanceFrom, keyOf, type Chance } from '../../platform/prices/noise';
import { contractQuotes, contractTake } from '../at-work/contract-orders';
import { planQuotes, type LadderShape } from '../at-work/ladder';
import { CONTRACT_FUNDS, MAKER_FUNDS, TAKER_FUNDS } from './listings';
import { indexOf, sightOf, ticksNear, wholeBetween, type IndexPrices, type MarketSight } from '../at-work/market-sight';
import type { Sender } from '../sender';
import { moodAt, planTake, planUrge, type Urge } from '../at-work/takes';
import { planContractTopUps, planTopUps } from '../at-work/top-up';

/** User ids: ordinary users all, but for the admin who funds them. */
export interface Traders {
  maker: number;
  takers: readonly number[];
}

export interface Stage {
  engine: Pick<Engine, 'submit' | 'figures' | 'state'>;
  prices: IndexPrices;
  seed: number;
  traders: Traders;
}

/** A moment at the desk: what the maker sees of a market, and where its index is. */
interface Look {
  sight: MarketSight;
  /** Ticks. */
  index: number;
  /** Of a perpetual: what is bought and sold there are positions. */
  isContract: boolean;
}

const BOTH_SIDES: readonly OrderSide[] = ['buy', 'sell'];

export class Desk {
  private readonly keys = new Map<string, number>();

  constructor(
    private readonly stage: Stage,
    readonly sender: Sender,
  ) {}

  /** Brings the maker's quotes to where the index is, by no more changes than `changesMax`. */
  quote(market: string, shape: LadderShape, changesMax: number, at: number): void {
    const look = this.look(market);
    if (look) this.requote(look, shape, BOTH_SIDES, changesMax, at);
  }

  /** Lets one of the takers trade. */
  take(market: string, notionalMean: number, at: number): void {
    const look = this.look(market);
    if (look) this.takeBest(look, this.urgeIn(look, at), notionalMean, at);
  }

  /** Lets one of the takers trade at a quote that is brought to the index just before. */
  trade(market: string, shape: LadderShape, notionalMean: number, at: number): void {
    const look = this.look(market);
    if (!look) return;
    const urge = this.urgeIn(look, at);
    // In an empty book of contracts an order that waits may not lie beyond the last price: then the side that may comes first.
    const isEmpty = look.sight.bid === 0 || look.sight.ask === 0;
    const sides: readonly OrderSide[] =
      look.isContract && isEmpty ? BOTH_SIDES : [urge.side === 'buy' ? 'sell' : 'buy'];
    this.requote(look, shape, sides, Infinity, at);
    const sight = this.sightOf(market);
    if (sight) this.takeBest({ ...look, sight }, urge, notionalMean, at);
  }

  /** Takes all quotes of the maker back, or those in one market. */
  clear(only?: string): void {
    const { engine, traders } = this.stage;
    const user = traders.maker;
    for (const market of engine.state().members.get(user)?.openOrders.keys() ?? []) {
      if (only !== undefined && market !== only) continue;
      this.sender.send({ actor: `user/${user}`, command: { type: 'CancelAllOrders', user, market } });
    }
  }

  /** Credits what has run low. */
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

  private look(market: string): Look | null {
    const sight = this.sightOf(market);
    const state = this.stage.engine.state();
    const price = this.stage.prices.latest(indexOf(state, market));
    const isContract = state.perpetual.contracts.has(market);
    return sight && price && { sight, index: ticksNear(sight, price.price), isContract };
  }

  private sightOf(market: string): MarketSight | null {
    const { engine, traders } = this.stage;
    return sightOf(engine.state(), market, traders.maker);
  }

  private requote(look: Look, shape: LadderShape, sides: readonly OrderSide[], changesMax: number, at: number): void {
    const user = this.stage.traders.maker;
    const chance = this.chanceOf('quotes', look, at);
    const command = planQuotes({ ...look, user, shape, sides, changesMax, chance });
    if (!command) return;
    const actor = `user/${user}` as const;
    if (!look.isContract) this.sender.send({ actor, command });
    else contractQuotes(this.stage.engine.state, command, (one) => this.sender.send({ actor, command: one }));
  }

  private urgeIn(look: Look, at: number): Urge {
    const mood = moodAt(this.keyOf('mood', look), at);
    return planUrge({ ...look, mood, chance: this.chanceOf('urge', look, at) });
  }

  private takeBest(look: Look, urge: Urge, notionalMean: number, at: number): void {
    const { takers } = this.stage.traders;
    const chance = this.chanceOf('takes', look, at);
    const user = takers[wholeBetween(0, takers.length - 1, chance)];
    const order = planTake({ ...look, user, urge, notionalMean, chance });
    if (!order) return;
    const command = look.isContract ? contractTake(this.stage.engine.state(), order) : order;
    this.sender.send({ actor: `user/${user}`, command });
  }

  private chanceOf(what: string, look: Look, at: number): Chance {
    return chanceFrom(this.keyOf(what, look), at);
  }

  /** Asked for with every command, made once. */
  private keyOf(what: string, { sight }: Look): number {
    const name = `${what} of ${sight.market}`;
    let key = this.keys.get(name);
    if (key === undefined) {
      key = keyOf(this.stage.seed, name);
      this.keys.set(name, key);
    }
    return key;
  }
}
