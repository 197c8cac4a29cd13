/**
 * Auditor part for stops attached to orders: each fill that opens lots gets its stops in the next batch, before
 * anything else. The attachment ends with both the order and its position. Uses events only.
 */
import type { Batch, CoreEvent, EventOf } from '../../../../server/core/event';
import type { CoreState } from '../../../../server/core/state';

const KINDS = ['take_profit', 'stop_loss'] as const;
type Kind = (typeof KINDS)[number];

interface Surroundings {
  fail(what: string): never;
  isThere(position: number): boolean;
  isOpen(order: number): boolean;
  /** A live stop. */
  stop(id: number): { contract: number; quantity: number } | undefined;
}
interface Brought {
  trigger: number;
  by: string;
  owed: number;
  stop: number;
}
interface Bringing {
  placed: EventOf<'PerpetualOrderPlaced'>;
  contract: number;
  brings: Partial<Record<Kind, Brought>>;
}
type Wishes = Pick<
  EventOf<'PerpetualOrderPlaced' | 'PerpetualOrderAmended'>,
  'takeProfit' | 'takeProfitBy' | 'stopLoss' | 'stopLossBy'
>;

export class AttachedAudit {
  private readonly orders = new Map<number, Bringing>();

  constructor(private readonly around: Surroundings) {}

  follow(event: CoreEvent): void {
    if (event.type === 'PerpetualOrderPlaced') {
      const bringing: Bringing = { placed: event, contract: 0, brings: {} };
      this.wish(bringing, event);
      this.check(event.closes === 0 || Object.keys(bringing.brings).length === 0, 'closes and brings stops along');
      this.orders.set(event.order, bringing);
    }
    if (event.type === 'PerpetualOrderAmended') this.wish(this.order(event.order), event);
    if (event.type !== 'PerpetualTraded') return;
    const { makerOrder, makerPosition, makerReleased, takerOrder, takerPosition, takerReleased, quantity } = event;
    if (makerReleased === undefined) this.open(makerOrder, makerPosition, quantity);
    if (takerReleased === undefined) this.open(takerOrder, takerPosition, quantity);
  }

  private wish({ brings }: Bringing, { takeProfit, takeProfitBy, stopLoss, stopLossBy }: Wishes): void {
    const set = (kind: Kind, trigger?: number, by?: string): void => {
      if (trigger === undefined) return;
      this.check(trigger > 0 === (by !== undefined), 'looks at nothing');
      if (by === undefined) delete brings[kind];
      else brings[kind] = { trigger, by, owed: 0, stop: 0 };
    };
    set('take_profit', takeProfit, takeProfitBy);
    set('stop_loss', stopLoss, stopLossBy);
  }

  private open(id: number, contract: number, lots: number): void {
    const order = this.order(id);
    order.contract = contract;
    for (const brought of Object.values(order.brings)) brought.owed += lots;
  }

  /** The oldest order with owed stops gets them, and nothing else happens. */
  checkTurn({ command, events, actor }: Batch, last: number): boolean {
    for (const [id, { contract, brings }] of this.orders) {
      if (!this.around.isThere(contract)) for (const brought of Object.values(brings)) brought.owed = 0;
      const owes = Object.values(brings).some(({ owed }) => owed > 0);
      if (!owes && !this.around.isOpen(id)) this.orders.delete(id);
    }
    const owing = [...this.orders].filter(([, { brings }]) => Object.values(brings).some(({ owed }) => owed > 0));
    this.check((command.type === 'AttachStops') === owing.length > 0, 'leaves what was opened without its stops');
    if (owing.length === 0) return false;
    this.check(actor === 'clock' && command.cause === last, 'is not due to the batch before');
    const [id, { placed, contract, brings }] = owing.sort(([one], [other]) => one - other)[0];
    const due = KINDS.flatMap((kind) => {
      const { [kind]: brought } = brings;
      if (!brought) return [];
      const living = this.around.stop(brought.stop);
      const grows = living?.contract === contract;
      const { trigger, by, owed } = brought;
      return grows
        ? `StopGrown ${brought.stop} ${id} ${living.quantity + owed}`
        : `StopPlaced ${id} ${placed.user} ${placed.position} ${contract} ${kind} ${trigger} ${by} ${owed}`;
    });
    const told = events.map((event) => {
      if (event.type === 'StopGrown') return `StopGrown ${event.stop} ${event.order} ${event.quantity}`;
      if (event.type !== 'StopPlaced') return event.type;
      const { order = 0, user, position, contract: its, kind, trigger, triggerBy, quantity = 0 } = event;
      return `StopPlaced ${order} ${user} ${position} ${its} ${kind} ${trigger} ${triggerBy} ${quantity}`;
    });
    this.check(told.join() === due.join(), `is ${told.join()}, not ${due.join()}`);
    return true;
  }

  /** An owed stop was placed or grew. */
  settled(order: number, kind: Kind, stop: number): void {
    const { [kind]: brought } = this.order(order).brings;
    this.check(brought !== undefined && brought.owed > 0, 'is not owed');
    Object.assign(brought, { owed: 0, stop });
  }

  compare({ stops }: CoreState): void {
    const live = [...this.orders].filter(([id, { brings, contract }]) => {
      const owes = this.around.isThere(contract) && Object.values(brings).some(({ owed }) => owed > 0);
      return Object.keys(brings).length > 0 && (owes || this.around.isOpen(id));
    });
    this.check(live.length === stops.attached.size, `${stops.attached.size} bring stops along, not ${live.length}`);
    for (const [id, { brings }] of live) {
      const real = stops.attached.get(id);
      const told = [brings.take_profit?.trigger, brings.stop_loss?.trigger].join();
      this.check([real?.takeProfit?.trigger, real?.stopLoss?.trigger].join() === told, `order ${id} brings others`);
    }
  }

  private order(id: number): Bringing {
    return this.orders.get(id) ?? this.around.fail(`order ${id} is unknown`);
  }
  private check(holds: boolean, what: string): asserts holds {
    if (!holds) this.around.fail(what);
  }
}
