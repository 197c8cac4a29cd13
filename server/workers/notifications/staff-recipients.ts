/** All staff at a position of the journal, and the differences that stop withdrawals. */
import { positionOf, type Batch } from '../../core/event';
import type { CoreState } from '../../core/state';

const STOPS_NOTIFIED_MAX = 5;

/** Positions of the journal. */
interface ServicePeriod {
  from: number;
  until: number;
}

export class StaffRecipients {
  private readonly people: Map<number, ServicePeriod>;
  /** Times of the stops. At a start these include stops that are still to be notified. */
  private readonly stops: Map<number, number>;

  constructor({ drift, staff }: CoreState) {
    this.people = new Map([...staff.people.keys()].map((user) => [user, { from: -1, until: Infinity }]));
    this.stops = new Map([...drift.open.values()].map(({ id, at }) => [id, at]));
  }

  fold(batch: Batch): void {
    for (const [index, event] of batch.events.entries()) {
      const position = batch.first + index;
      if (event.type === 'WithdrawalsStopped') this.stops.set(event.difference, batch.at);
      if (event.type !== 'StaffNamed') continue;
      const service = this.people.get(event.user);
      if (event.role === 'user') {
        if (service) service.until = position;
      } else if (service?.until !== Infinity) {
        this.people.set(event.user, { from: position, until: Infinity });
      }
    }
  }

  forget(batch: Batch): void {
    for (const [user, { until }] of this.people) if (until <= positionOf(batch)) this.people.delete(user);
    for (const event of batch.events)
      if (event.type === 'WithdrawalsLifted')
        for (const id of this.stops.keys()) if (id <= event.upTo) this.stops.delete(id);
  }

  at(position: number): number[] {
    return [...this.people].flatMap(([user, { from, until }]) => (from <= position && position < until ? [user] : []));
  }

  /** True for the first of many stops at once; the admin pages list all. */
  isAmongFirst(difference: number): boolean {
    // Higher numbers came later.
    return [...this.stops.keys()].filter((id) => id < difference).length < STOPS_NOTIFIED_MAX;
  }

  /** Whether a later difference still stops withdrawals at that time. */
  isStoppedAfter(upTo: number, at: number): boolean {
    return [...this.stops].some(([id, since]) => id > upTo && since <= at);
  }
}
