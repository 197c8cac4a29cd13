/**
 * Auditor part for stops: each belongs to a position, triggers in order by its own price, becomes one order that closes
 * at most the position, and ends with the position. Uses events only.
 */
import type { Batch, CoreEvent, EventOf, EventType } from '../../../../server/core/event';
import type { CoreState } from '../../../../server/core/state';
import { AttachedAudit } from './attached-audit';

const STOP_EVENTS = [
  'StopPlaced',
  'StopGrown',
  'StopAmended',
  'StopTriggered',
  'StopEnded',
] as const satisfies EventType[];
type StopEvent = EventOf<(typeof STOP_EVENTS)[number]>;

export function isOfStops(event: CoreEvent): event is StopEvent {
  return STOP_EVENTS.some((type) => type === event.type);
}

interface Surroundings {
  fail(what: string): never;
  isOpen(order: number): boolean;
  position(id: number): { lots: number; user: number; side: 'long' | 'short'; market: string } | undefined;
  /** Current price of the trigger's kind; 0 before the first. */
  price(market: string, by: 'last' | 'mark'): number;
  owe(stop: number, cause: number | null): void;
}
interface AuditedStop {
  placed: EventOf<'StopPlaced'>;
  /** 0 while the stop trails. */
  trigger: number;
  price: number;
  quantity: number;
  /** Trailing stops: the best price seen. */
  extreme: number;
  /** Arrival number of the current wait; 0 while not waiting. */
  arrival: number;
}

/** Trigger price of a trailing stop, rounded to the first whole tick beyond. */
function followedTo({ placed: { position, callbackTicks, callbackBp = 0 }, extreme }: AuditedStop): number {
  const away = callbackTicks ?? (extreme * callbackBp) / 10_000;
  return position === 'long' ? Math.floor(extreme - away) : Math.ceil(extreme + away);
}

export class StopAudit {
  private readonly stops = new Map<number, AuditedStop>();
  private arrivals = 0;

  readonly attached: AttachedAudit = new AttachedAudit({
    fail: (what) => this.around.fail(what),
    isThere: (position) => this.around.position(position) !== undefined,
    isOpen: (order) => this.around.isOpen(order),
    stop: (id) => {
      const stop = this.stops.get(id);
      return stop && { contract: stop.placed.contract, quantity: stop.quantity };
    },
  });

  constructor(private readonly around: Surroundings) {}

  /** Stops of the lowest closed position end before anything else. */
  checkTurn(batch: Batch, last: number): boolean {
    const { command, events, actor } = batch;
    const gone = [...this.stops.values()].filter(({ placed }) => !this.around.position(placed.contract));
    const contract = Math.min(...gone.map(({ placed }) => placed.contract));
    this.check((command.type === 'EndStops') === gone.length > 0, 'leaves stops of what is closed, or ends others');
    if (gone.length === 0) return this.attached.checkTurn(batch, last);
    const due = gone.filter(({ placed }) => placed.contract === contract).map(({ placed }) => placed.stop);
    const ended = events.map((event) => (event.type === 'StopEnded' ? event.stop : 0));
    this.check(actor === 'clock' && command.cause === last, 'is not due to the batch before');
    this.check(ended.join() === due.sort((a, b) => a - b).join(), `ends ${ended.join()}, not ${due.join()}`);
    return true;
  }

  settle(event: StopEvent, batch: Batch): void {
    switch (event.type) {
      case 'StopPlaced': {
        const position = this.around.position(event.contract);
        this.check(position?.user === event.user && position.side === event.position, 'is of another’s position');
        const { trigger, price = 0, quantity = 0, extreme = 0, kind } = event;
        this.stops.set(event.stop, { placed: event, trigger, price, quantity, extreme, arrival: ++this.arrivals });
        if (event.order !== undefined && kind !== 'trailing') this.attached.settled(event.order, kind, event.stop);
        const latest = this.around.price(event.market, event.triggerBy);
        if (kind === 'trailing')
          this.check(trigger === 0 && extreme > 0 && (latest === 0 || extreme === latest), `follows from ${extreme}`);
        if (latest > 0) this.reach(event.market, event.triggerBy, latest, batch.first + batch.events.length - 1);
        return;
      }
      case 'StopGrown': {
        const stop = this.stop(event.stop);
        this.check(event.quantity > stop.quantity && stop.quantity > 0, `has grown to ${event.quantity}`);
        stop.quantity = event.quantity;
        const { kind } = stop.placed;
        if (kind === 'trailing') this.around.fail(`stop ${event.stop} grows and follows`);
        this.attached.settled(event.order, kind, event.stop);
        return;
      }
      case 'StopAmended': {
        const { trigger, price = 0, quantity = 0 } = event;
        const stop = this.stop(event.stop);
        if (trigger === 0) {
          this.check(stop.placed.kind === 'trailing' && stop.trigger === 0 && price === 0, 'follows anew');
          stop.quantity = quantity;
          return;
        }
        this.around.owe(event.stop, null);
        this.check(event.reason === undefined || trigger === stop.trigger, 'waits for another price');
        Object.assign(stop, { trigger, price, quantity, arrival: ++this.arrivals });
        return;
      }
      case 'StopTriggered': {
        const { quantity, placed, trigger, extreme } = this.stop(event.stop);
        this.check(event.trigger === trigger, `was to be reached at ${trigger}`);
        this.check((event.extreme ?? 0) === extreme, `has seen ${extreme}`);
        const lots = this.around.position(placed.contract)?.lots ?? 0;
        this.check(event.lots === (quantity === 0 ? lots : Math.min(quantity, lots)), `closes ${event.lots}`);
        this.around.owe(event.stop, null);
        const next = batch.events[batch.events.indexOf(event) + 1];
        this.check(next !== undefined, 'does nothing');
        return;
      }
      case 'StopEnded':
        this.stop(event.stop);
        this.around.owe(event.stop, null);
        this.stops.delete(event.stop);
        return;
    }
  }

  /** Triggers above the price first; by trigger price from the former price, then by arrival. */
  reach(market: string, by: 'last' | 'mark', price: number, cause: number): void {
    const isAbove = ({ placed }: AuditedStop): boolean =>
      (placed.position === 'long') === (placed.kind === 'take_profit');
    const reached = [...this.stops.values()].filter((stop) => {
      const { placed, trigger, arrival } = stop;
      if (placed.market !== market || placed.triggerBy !== by || arrival === 0 || trigger === 0) return false;
      return isAbove(stop) ? price >= trigger : price <= trigger;
    });
    const rank = (stop: AuditedStop): number => (isAbove(stop) ? 0 : 1);
    const away = (stop: AuditedStop): number => (isAbove(stop) ? stop.trigger : -stop.trigger);
    reached.sort((a, b) => rank(a) - rank(b) || away(a) - away(b) || a.arrival - b.arrival);
    for (const stop of reached) {
      stop.arrival = 0;
      this.around.owe(stop.placed.stop, cause);
    }
    this.trail(market, by, price, cause);
  }

  /**
   * Trailing stops: longs first, the nearest to the former price first, then by number. Stops not reached update their
   * best price.
   */
  private trail(market: string, by: 'last' | 'mark', price: number, cause: number): void {
    for (const side of ['long', 'short'] as const) {
      const following = [...this.stops.values()].filter(
        ({ placed, trigger }) =>
          placed.kind === 'trailing' &&
          placed.position === side &&
          placed.market === market &&
          placed.triggerBy === by &&
          trigger === 0,
      );
      const reached = following
        .map((stop) => ({ stop, trigger: followedTo(stop) }))
        .filter(({ trigger }) => (side === 'long' ? price <= trigger : price >= trigger))
        .sort((a, b) =>
          a.trigger !== b.trigger
            ? (b.trigger - a.trigger) * (side === 'long' ? 1 : -1)
            : a.stop.placed.stop - b.stop.placed.stop,
        );
      for (const { stop, trigger } of reached) {
        Object.assign(stop, { trigger, arrival: 0 });
        this.around.owe(stop.placed.stop, cause);
      }
      for (const stop of following)
        if (stop.trigger === 0)
          stop.extreme = side === 'long' ? Math.max(stop.extreme, price) : Math.min(stop.extreme, price);
    }
  }

  compare(state: CoreState): void {
    const { stops } = state;
    this.attached.compare(state);
    this.check(stops.stops.size === this.stops.size, `${stops.stops.size} stops, not ${this.stops.size}`);
    for (const [id, { trigger, price, quantity }] of this.stops) {
      const real = stops.stops.get(id);
      const same = real?.trigger === trigger && real.price === price && real.quantity === quantity;
      this.check(same, `stop ${id} is not the same`);
    }
  }

  private stop(id: number): AuditedStop {
    return this.stops.get(id) ?? this.around.fail(`stop ${id} is unknown`);
  }
  private check(holds: boolean, what: string): asserts holds {
    if (!holds) this.around.fail(what);
  }
}
