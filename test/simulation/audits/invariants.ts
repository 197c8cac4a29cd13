/**
 * An auditor: reads only journalled batches, sums the entries, passes each event to one part per product and fails at
 * the first event that breaks a rule. Shares no arithmetic with the core.
 */
import { FROZEN_ORDERS_ENDED_MAX } from '../../../server/core/bounds';
import type { Batch, CoreEvent, EventType } from '../../../server/core/event';
import { reachedInOrder } from '../../../server/core/market/reached-triggers';
import type { CoreState } from '../../../server/core/state';
import { text, type Deltas } from './audited';
import { isOfStops } from './perpetual/stop-audit';
import { ExpectedMoves } from './expected-moves';
import { AuditorParts } from './auditor-parts';
import { SettledFacts } from './settled-facts';

export class Auditor extends AuditorParts {
  readonly eventTypes = new Set<EventType>();
  private readonly moves: ExpectedMoves = new ExpectedMoves(this);
  private readonly facts: SettledFacts = new SettledFacts(this);

  /** Folds a batch event by event and checks every invariant after each. */
  follow(batch: Batch): void {
    this.current = `batch at ${batch.first}`;
    this.check(batch.first === this.position + 1, `follows position ${this.position}`);
    this.check(batch.events.length > 0, 'is empty');
    this.check(batch.at >= this.at, 'goes back in time');
    this.checkTurn(batch);
    const isWaiting = this.perpetual.liquidations.isWaiting(batch.at, this.at);
    this.at = batch.at;
    this.spot.beginBatch(batch.at);
    this.marks.checkBatch(batch, isWaiting ? [] : this.perpetual.contracts);
    for (const event of batch.events) {
      this.position++;
      this.current = `${event.type} at ${this.position}: ${text(event)}`;
      this.followEvent(event, batch);
      this.spot.checkQuote(event, batch);
    }
    this.endBatch();
  }

  /**
   * Obligations come before any other command, and ending the orders of frozen accounts before the other obligations.
   */
  private checkTurn(batch: Batch): void {
    this.options.checkTurn(batch);
    this.fees.checkTurn(batch);
    this.funding.checkTurn(batch);
    this.perpetual.checkTurn(batch);
    // Timed work comes first of all: the batch owed would carry a later time.
    if (
      [
        'CloseFeeDay',
        'FixFunding',
        'SettleFunding',
        // Comes before any event that touches the account.
        'SettleAccountFunding',
        'ApplyPerpetualTerms',
        'FixSettlement',
        'EnterOptions',
        'SettleOptions',
      ].includes(batch.command.type)
    )
      return;
    if (this.stops.checkTurn(batch, this.position)) return;
    if (this.ending.size > 0) return this.checkEnding(Math.min(...this.ending), batch);
    if (this.perpetual.liquidations.checkTurn(batch, this.at)) return;
    if (this.closeOuts.checkTurn(batch, this.position)) return;
    if (batch.command.type === 'CutOrders') return;
    const { command, events } = batch;
    this.check(command.type !== 'EndFrozenOrders', 'ends the orders of nobody');
    const next = this.owed[0];
    if (!next) {
      const isFiring = command.type === 'TriggerOrder' || command.type === 'TriggerStop';
      this.check(!isFiring, 'fires a trigger that was not reached');
      return;
    }
    if (command.type === 'TriggerStop') {
      const [stop] = events.flatMap((event) => (isOfStops(event) ? [event.stop] : []));
      this.check(stop === next.order && command.cause === next.cause, `does not fire stop ${next.order}`);
      return;
    }
    this.check(command.type === 'TriggerOrder' && command.cause === next.cause, `does not fire order ${next.order}`);
    const fires = events.some(
      ({ type, ...fact }) =>
        (type === 'OrderTriggered' || type === 'PerpetualOrderTriggered') &&
        'order' in fact &&
        fact.order === next.order,
    );
    this.check(fires, `does not fire order ${next.order}`);
  }

  /** Ends the oldest orders, at most one batch's maximum; the cause is the previous batch. */
  private checkEnding(user: number, { command, events, actor }: Batch): void {
    const isDue = command.type === 'EndFrozenOrders' && actor === 'clock' && command.cause === this.position;
    this.check(isDue, `does not end the orders of ${user}`);
    const ended = events.map((event) =>
      event.type === 'OrderCancelled' || event.type === 'PerpetualOrderCancelled' ? event.order : 0,
    );
    const oldest = this.endingOf(user)
      .sort((a, b) => a - b)
      .slice(0, FROZEN_ORDERS_ENDED_MAX);
    this.check(ended.join() === oldest.join(), `ends ${ended.join()}, not ${oldest.join()}`);
  }

  private followEvent(event: CoreEvent, batch: Batch): void {
    this.eventTypes.add(event.type);
    const expected: Deltas = new Map();
    this.moves.expect(event, expected, batch);
    this.entries.post('entries' in event ? event.entries : [], expected);
    this.facts.settle(event, batch);
  }

  /* Invariant 4, and that open orders hold what they need */

  private endBatch(): void {
    this.current = `batch up to ${this.position}`;
    this.wallet.endBatch();
    this.perpetual.endBatch();
    this.funding.endBatch();
    this.robots.endBatch();
    this.spot.endBatch();
  }

  /** Compares the core's own state with the entries and the naive book. */
  compare(state: CoreState): void {
    this.current = `state at ${state.position}`;
    this.check(state.position === this.position && state.at === this.at, `is not at ${this.position}`);
    this.entries.compare(state);
    const open = this.spot.orders.size + this.perpetual.orders.size;
    this.check(state.orders.size === open, `${state.orders.size} open orders, not ${open}`);
    this.spot.compare(state);
    const ending = [...this.ending].sort().join();
    this.check([...state.frozenTraders].sort().join() === ending, `does not owe the end of the orders of ${ending}`);
    const owed = reachedInOrder(state.reached)
      .map(({ order, cause }) => `${order}/${cause}`)
      .join();
    this.check(owed === this.owed.map(({ order, cause }) => `${order}/${cause}`).join(), `owes ${owed}`);
    this.wallet.compare(state);
    this.index.compare(state);
    this.fees.compare(state);
    this.perpetual.compare(state);
    this.stops.compare(state);
    this.closeOuts.compare(state);
    this.marks.compare(state);
    this.funding.compare(state);
    this.locks.compare(state);
    this.options.compare(state);
    this.conversions.compare(state);
    this.referral.compare(state);
  }
}
