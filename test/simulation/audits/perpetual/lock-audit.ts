/**
 * Auditor part for position locks: each is requested by staff other than the owner and moves the whole margin only. The
 * owner cannot change a locked position. Uses events only.
 */
import type { Batch, CoreEvent, EventOf, EventType } from '../../../../server/core/event';
import type { CoreState } from '../../../../server/core/state';
import { add, askedBy, type Deltas } from '../audited';

const LOCK_EVENTS = ['PositionLockProposed', 'PositionLocked', 'PositionUnlocked'] as const satisfies EventType[];
type LockEvent = EventOf<(typeof LOCK_EVENTS)[number]>;

export function isOfLocks(event: CoreEvent): event is LockEvent {
  return LOCK_EVENTS.some((type) => type === event.type);
}

interface Surroundings {
  fail(what: string): never;
  position(id: number): { user: number; market: string; side: 'long' | 'short'; hold: number } | undefined;
  quote(market: string): string;
  remaining(hold: number): bigint;
}

const HOUR_MS = 3_600_000;

export class LockAudit {
  private readonly until = new Map<number, number>();
  private readonly proposed = new Map<number, { act: string; by: number }>();

  constructor(private readonly around: Surroundings) {}

  expect(event: LockEvent, expected: Deltas, batch: Batch): void {
    const { actor, at, events } = batch;
    const { position: id, user, market, side } = event;
    const position = this.around.position(id);
    if (!position) this.around.fail('is of a position that is not there');
    this.check(
      position.user === user && position.market === market && position.side === side,
      'is of another position',
    );
    const isLocked = this.until.has(id);
    if (event.type === 'PositionLockProposed') {
      this.check(actor === `admin/${event.by}` && event.by !== user, 'is proposed by another, or by its owner');
      this.check((event.act === 'unlock') === isLocked, `proposes to ${event.act} what is so`);
      this.proposed.set(id, { act: event.act, by: event.by });
      return;
    }
    const act = event.type === 'PositionLocked' ? 'lock' : 'unlock';
    this.check((act === 'unlock') === isLocked, `${act}s what is so`);
    const isByRuleOfBefore = this.proposed.get(id)?.by === event.proposedBy && askedBy(batch) !== event.proposedBy;
    if (event.proposedBy === undefined) {
      // The start of a liquidation unlocks as well.
      const isLiquidated = events.some((other) => other.type === 'LiquidationStarted' && other.position === id);
      const isOver = isLiquidated || at >= (this.until.get(id) ?? Infinity);
      this.check(actor === 'clock' && act === 'unlock' && isOver, 'ends before its time');
    } else if (!isByRuleOfBefore) {
      this.check(event.proposedBy === askedBy(batch) && event.proposedBy !== user, 'is by another, or by its owner');
    } else {
      const first = this.proposed.get(id);
      this.check(first?.act === act && first.by === event.proposedBy, 'was proposed by nobody');
      const isAnother = actor.startsWith('admin/') && actor !== `admin/${first.by}` && actor !== `admin/${user}`;
      this.check(isAnother, 'is seconded by the first, or by the owner');
    }
    const [from, to] = act === 'lock' ? ['locked', 'frozen'] : ['frozen', 'locked'];
    const margin = this.around.remaining(position.hold);
    const account = (bucket: string): string => `${user}/contract/${this.around.quote(market)}/${bucket}`;
    add(expected, account(from), -margin);
    add(expected, account(to), margin);
    this.proposed.delete(id);
    if (event.type === 'PositionLocked') {
      this.check(event.until === at + (isByRuleOfBefore ? 24 : 1) * HOUR_MS, `lasts until ${event.until}`);
      this.until.set(id, event.until);
    } else this.until.delete(id);
  }

  /** Acts of a user on their own locked position. */
  checkAct(
    event: CoreEvent,
    { actor }: Batch,
    isLockedSide: (user: number, market: string, side: string) => boolean,
  ): void {
    if (!actor.startsWith('user/')) return;
    const sides =
      event.type === 'PerpetualOrderPlaced'
        ? [event.position]
        : event.type === 'MarginAdjusted'
          ? [event.side]
          : event.type === 'LeverageSet'
            ? ['long', 'short']
            : [];
    if (sides.length === 0 || !('user' in event)) return;
    const { user, market } = event as EventOf<'MarginAdjusted'>;
    this.check(!sides.some((side) => isLockedSide(user, market, side)), 'acts on a locked position');
  }

  isLocked(position: number): boolean {
    return this.until.has(position);
  }

  /** A closed position is no longer locked. */
  forget(position: number): void {
    this.until.delete(position);
    this.proposed.delete(position);
  }

  compare({ locks }: CoreState): void {
    const same = [...locks.locked].join() === [...this.until].join() && locks.proposed.size === this.proposed.size;
    this.check(same, `${[...locks.locked].join()} are locked, not ${[...this.until].join()}`);
  }

  private check(holds: boolean, what: string): asserts holds {
    if (!holds) this.around.fail(what);
  }
}
