/** Waiting take-profits, stop-losses and trailing stops by user: part of a user's contract state. */
import type { StopState } from '../../../../shared/products/perpetual/stream';
import { getOrThrow } from '../../../core/evolve-helpers';
import type { PositionSide, PriceKind } from '../../../core/market/order';
import type { CoreState } from '../../../core/state';
import type { Folds } from '../../../views/live/live-view';
import type { LiveMarket, MarketsView } from '../../../views/live/markets';
import { callbackOf, trailingGroupsOf } from '../core/stops/evolve';
import type { Stop, StopsState } from '../core/stops/state';
import { extremeOf, startTrailing, takeReachedStops, stopTrailing } from '../core/stops/trailing';
import { rateText } from './trade-fields';

/** Parts of 10^9 in a hundredth of a percent. */
const PPB_OF_BP = 100_000;

/** Callback for changes of a watched user's stop. */
type OnStopChange = (user: number, stop: () => StopState) => void;

export class WaitingStops {
  private readonly stops = new Map<number, Stop>();
  private readonly byUser = new Map<number, Set<Stop>>();
  private readonly trailing: Pick<StopsState, 'trails'> = { trails: new Map() };

  constructor(
    private readonly markets: MarketsView,
    private readonly touch: OnStopChange,
  ) {}

  readonly folds: Folds = {
    PerpetualTraded: ({ market, price }) => this.moveTrailingStops(market, 'last', price),
    StopPlaced: (event) => {
      const {
        stop: id,
        user,
        market,
        position,
        contract,
        kind,
        trigger,
        triggerBy: by,
        price = 0,
        quantity = 0,
      } = event;
      const callback = callbackOf(event);
      const stop = { id, user, market, position, contract, kind, trigger, by, price, quantity, callback, extreme: 0 };
      this.addStop(stop);
      if (callback && event.extreme !== undefined)
        startTrailing(trailingGroupsOf(this.trailing, stop), id, callback, event.extreme);
      this.pushStop(stop, 'waiting', null);
    },
    MarkPublished: ({ market, mark }) => {
      const { state } = this.markets.get(market);
      if (state === 'open' || state === 'close_only') this.moveTrailingStops(market, 'mark', mark);
    },
    StopGrown: ({ stop: id, quantity }) => {
      const stop = getOrThrow(this.stops, id);
      stop.quantity = quantity;
      this.pushStop(stop, 'waiting', null);
    },
    StopAmended: ({ stop: id, trigger, price = 0, quantity = 0, reason = null }) => {
      const stop = getOrThrow(this.stops, id);
      Object.assign(stop, { trigger, price, quantity });
      this.pushStop(stop, 'waiting', reason);
    },
    StopEnded: ({ stop: id, reason }) => {
      const stop = getOrThrow(this.stops, id);
      this.stops.delete(id);
      if (stop.callback) stopTrailing(trailingGroupsOf(this.trailing, stop), id);
      const userStops = this.byUser.get(stop.user);
      userStops?.delete(stop);
      if (userStops?.size === 0) this.byUser.delete(stop.user);
      this.pushStop(stop, 'closed', reason);
    },
  };

  seed({ stops }: CoreState): void {
    for (const stop of stops.stops.values()) {
      this.addStop({ ...stop });
      const extreme = stop.callback && extremeOf(trailingGroupsOf(stops, stop), stop.id);
      if (stop.callback && extreme !== null)
        startTrailing(trailingGroupsOf(this.trailing, stop), stop.id, stop.callback, extreme);
    }
  }

  /** A user's stops in order of placing. */
  snapshot(user: number): StopState[] {
    const userStops = [...(this.byUser.get(user) ?? [])].sort((one, other) => one.id - other.id);
    return userStops.map((stop) => this.toWire(stop, 'waiting', null));
  }

  /** Side of a waiting stop's position. */
  sideOf(stop: number): PositionSide | undefined {
    return this.stops.get(stop)?.position;
  }

  /** Moves trailing stops as the core does; separate events report triggered ones. */
  private moveTrailingStops(market: string, priceKind: PriceKind, price: number): void {
    const trails = this.trailing.trails.get(market);
    if (!trails) return;
    for (const direction of ['up', 'down'] as const)
      for (const { stop, trigger, extreme } of takeReachedStops(trails[priceKind][direction], price))
        Object.assign(getOrThrow(this.stops, stop), { trigger, extreme });
  }

  private addStop(stop: Stop): void {
    this.stops.set(stop.id, stop);
    const userStops = this.byUser.get(stop.user);
    if (userStops) userStops.add(stop);
    else this.byUser.set(stop.user, new Set([stop]));
  }

  private pushStop(stop: Stop, phase: StopState['phase'], reason: string | null): void {
    this.touch(stop.user, () => this.toWire(stop, phase, reason));
  }

  private toWire(stop: Stop, phase: StopState['phase'], reason: string | null): StopState {
    const market = this.markets.get(stop.market);
    return {
      id: String(stop.id),
      market: stop.market,
      position: stop.position,
      contract: String(stop.contract),
      kind: stop.kind,
      triggerBy: stop.by,
      trigger: stop.trigger === 0 ? null : market.price(stop.trigger),
      ...this.trailFieldsOf(stop, market),
      price: stop.price === 0 ? null : market.price(stop.price),
      quantity: stop.quantity === 0 ? null : market.quantity(stop.quantity),
      phase,
      reason,
    };
  }

  private trailFieldsOf(stop: Stop, market: LiveMarket): Pick<StopState, 'callback' | 'callbackRate' | 'extreme'> {
    const { callback } = stop;
    const extreme = callback && (extremeOf(trailingGroupsOf(this.trailing, stop), stop.id) ?? stop.extreme);
    return {
      callback: callback && 'ticks' in callback ? market.price(callback.ticks) : null,
      callbackRate: callback && 'bp' in callback ? rateText(callback.bp * PPB_OF_BP) : null,
      extreme: extreme ? market.price(extreme) : null,
    };
  }
}
