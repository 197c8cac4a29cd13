/**
 * Auditor part for closing whole positions: begun closes continue before any other command, position by position. A
 * reversal opens at most the closed lots, and nothing opens if a part stayed open.
 */
import type { Batch, CoreEvent, EventOf, EventType } from '../../../../server/core/event';
import type { CoreState } from '../../../../server/core/state';

const CLOSE_OUT_EVENTS = ['CloseOutBegun', 'CloseOutEnded', 'ReverseEnded'] as const satisfies EventType[];
type CloseOutEvent = EventOf<(typeof CLOSE_OUT_EVENTS)[number]>;

export function isOfCloseOuts(event: CoreEvent): event is CloseOutEvent {
  return CLOSE_OUT_EVENTS.some((type) => type === event.type);
}

interface Surroundings {
  fail(what: string): never;
  position(id: number): { lots: number; user: number; side: 'long' | 'short'; market: string } | undefined;
  orders(): { placed: EventOf<'PerpetualOrderPlaced'>; rests: boolean }[];
}

export class CloseOutAudit {
  private readonly closing = new Map<number, EventOf<'CloseOutBegun'>>();
  private readonly reversing = new Map<number, EventOf<'CloseOutBegun'>>();

  constructor(private readonly around: Surroundings) {}

  /** Whether the batch is the step owed. */
  checkTurn({ command, actor }: Batch, last: number): boolean {
    const due = this.reversing.size > 0 ? 'OpenReversed' : this.closing.size > 0 ? 'CloseOut' : null;
    const is = ['OpenReversed', 'CloseOut'].includes(command.type) ? command.type : null;
    this.check(is === due, `${command.type} where ${due ?? 'nothing'} is owed`);
    this.check(due === null || (actor === 'clock' && command.cause === last), 'is not due to the batch before');
    return due !== null;
  }

  settle(event: CloseOutEvent, { events }: Batch): void {
    const { position: id, user, market, side } = event;
    switch (event.type) {
      case 'CloseOutBegun': {
        const position = this.around.position(id);
        const same = position?.user === user && position.market === market && position.side === side;
        this.check(same && position.lots === event.lots, 'closes what is not there');
        this.closing.set(id, event);
        return;
      }
      case 'CloseOutEnded': {
        const begun = this.closing.get(id);
        this.check(id === Math.min(...this.closing.keys()), 'is not the next');
        this.check(begun?.mode === event.mode && begun.user === user, 'was not begun');
        this.check((this.around.position(id)?.lots ?? 0) === event.left, `leaves ${event.left}`);
        this.check(event.left === 0 || event.reason !== undefined, 'leaves some without a reason');
        const rests = this.around
          .orders()
          .some(
            ({ placed, rests }) => rests && placed.closes === 1 && placed.user === user && placed.position === side,
          );
        const tried = events.some(({ type }) => type === 'PerpetualOrderPlaced');
        this.check(!tried || !rests, 'leaves what rested to close it');
        this.closing.delete(id);
        if (event.mode === 'reverse' && event.left === 0 && event.reason === undefined) this.reversing.set(id, begun);
        return;
      }
      case 'ReverseEnded': {
        const begun = this.reversing.get(id);
        this.check(begun !== undefined && begun.user === user && begun.side !== side, 'was not closed');
        const opened = events.reduce(
          (sum, other) => sum + (other.type === 'PerpetualTraded' && other.taker === user ? other.quantity : 0),
          0,
        );
        this.check(opened === event.lots && event.lots <= begun.lots, `opened ${opened}`);
        this.check(event.lots === begun.lots || event.reason !== undefined, 'is less without a reason');
        this.reversing.delete(id);
        return;
      }
    }
  }

  compare({ closeOut }: CoreState): void {
    const same = closeOut.closing.size === this.closing.size && closeOut.reversing.size === this.reversing.size;
    this.check(same, 'something else is owed of closing');
  }

  private check(holds: boolean, what: string): asserts holds {
    if (!holds) this.around.fail(what);
  }
}
