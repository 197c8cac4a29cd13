/**
 * Everybody of staff hears of every proposal and what became of it, of what one did alone and that it ended, of whoever gets another
 * role or other rights, of break-glass, of a freeze among staff, and of a stop of withdrawals.
 */
import { OPERATOR } from '../../shared/rules/staff-kinds';
import type { MessageFacts, MessageKey } from '../../shared/wire/messages-center';
import { actorId } from '../core/actor';
import type { Batch, CoreEvent, EventOf } from '../core/event';
import type { CoreState } from '../core/state';
import type { Database } from '../platform/database/database';
import type { ExchangeTables } from '../platform/database/exchange-tables';

type Message = { [K in MessageKey]: { key: K; facts: MessageFacts<K> } }[MessageKey];

const STOPS_TOLD_MAX = 5;

/** To one of staff; told again after a crash it is there once. */
type ToldOfStaff = Message & { user: number; origin: string };

interface Proposed {
  act: string;
  by: number;
}

/** These name a proposal by its number, and say by themselves neither what it does nor whose it is. */
const NAMING: ReadonlySet<CoreEvent['type']> = new Set(['StaffConfirmed', 'StaffDeclined', 'StaffApplied']);

export class ToldStaff {
  private readonly people: Set<number>;
  /** When each difference that stops withdrawals did so. Those that are still to be told of are among them when this begins. */
  private readonly stops: Map<number, number>;
  private readonly proposals: Map<number, Proposed>;
  /** What one did alone, and may still end by itself. */
  private readonly acts: Map<number, Proposed>;
  /** The last batch that was told; it is asked for again when its messages could not be stored. */
  private last = -1;
  private messages: ToldOfStaff[] = [];

  constructor(
    { drift, staff }: CoreState,
    /** Of one that was made before this began, and was over in the journal by then. */
    private readonly olderOf: (proposal: number) => Promise<Proposed | null>,
  ) {
    this.stops = new Map([...drift.open.values()].map(({ id, at }) => [id, at]));
    this.people = new Set(staff.people.keys());
    this.proposals = new Map([...staff.proposals].map(([id, { command, by }]) => [id, { act: command, by }]));
    this.acts = new Map([...staff.acts].map(([id, { command, by }]) => [id, { act: command, by }]));
  }

  async told(batch: Batch): Promise<readonly ToldOfStaff[]> {
    if (batch.first === this.last) return this.messages;
    await this.learnOlder(batch);
    this.messages = this.toldOf(batch);
    this.last = batch.first;
    return this.messages;
  }

  private async learnOlder({ events }: Batch): Promise<void> {
    for (const event of events) {
      if (!NAMING.has(event.type)) continue;
      const { proposal } = event as EventOf<'StaffConfirmed'>;
      if (this.proposals.has(proposal)) continue;
      const older = await this.olderOf(proposal);
      if (older) this.proposals.set(proposal, older);
    }
  }

  private toldOf({ first, at, actor, events }: Batch): ToldOfStaff[] {
    // Before the journal says who is staff nobody is; who was by then is no news.
    if (events.some(({ type }) => type === 'StaffTold')) {
      for (const event of events) if (event.type === 'StaffNamed') this.people.add(event.user);
      return [];
    }
    return events.flatMap((event, index) => {
      const message = isFreezeOfTheirOwn(event, actor) ? null : this.messageOf(event, at);
      if (message === null) return [];
      return [...this.people].map((user): ToldOfStaff => {
        return { ...message, user, origin: `journal/${first + index}/${user}` };
      });
    });
  }

  private messageOf(event: CoreEvent, at: number): Message | null {
    if (event.type === 'WithdrawalsStopped') return this.stopped(event, at);
    if (event.type === 'WithdrawalsLifted') return this.lifted(event, at);
    if (event.type === 'AccountFrozen') return frozenBoth(event);
    if (event.type === 'StaffNamed') {
      if (event.role === 'user') this.people.delete(event.user);
      else this.people.add(event.user);
      return { key: 'staff.named', facts: { user: event.user } };
    }
    if (event.type === 'StaffProposed') {
      const { proposal, command: act, by } = event;
      this.proposals.set(proposal, { act, by });
      if (by === OPERATOR) return restoreAsked(event);
      return { key: 'staff.proposed', facts: { proposal: String(proposal), act, by } };
    }
    if (event.type === 'StaffConfirmed') {
      const { proposal, by, from } = event;
      if (by === OPERATOR) return null;
      return { key: 'staff.confirmed', facts: { ...this.factsOf(proposal), by, time: from } };
    }
    if (event.type === 'StaffDeclined')
      return { key: 'staff.declined', facts: { ...this.ended(event.proposal), by: event.by } };
    if (event.type === 'StaffApplied') {
      const facts = this.ended(event.proposal);
      // Told by its own event, behind this one.
      return event.by === OPERATOR ? null : { key: 'staff.applied', facts };
    }
    if (event.type === 'StaffRestored') return { key: 'staff.restored', facts: { user: event.user } };
    if (event.type === 'StaffLapsed')
      return { key: 'staff.lapsed', facts: { proposal: this.ended(event.proposal).proposal } };
    if (event.type === 'StaffActed') return this.acted(event);
    if (event.type === 'StaffActUndone') return this.undone(event);
    if (event.type === 'StaffActKept') this.acts.delete(event.act);
    return null;
  }

  /** Of what ends by itself alone: single cases are in the log. */
  private acted({ act: id, command: act, by, until: time }: EventOf<'StaffActed'>): Message | null {
    if (time === undefined) return null;
    this.acts.set(id, { act, by });
    return { key: 'staff.acted', facts: { act, by, time } };
  }

  private undone({ act: id }: EventOf<'StaffActUndone'>): Message | null {
    const facts = this.acts.get(id);
    this.acts.delete(id);
    return facts ? { key: 'staff.act.ended', facts } : null;
  }

  /** Of many at once the first ones: the desk has them all. */
  private stopped(event: EventOf<'WithdrawalsStopped'>, at: number): Message | null {
    const { difference, comparison, asset } = event;
    this.stops.set(difference, at);
    // Of higher numbers are those that came after it.
    const before = [...this.stops.keys()].filter((id) => id < difference).length;
    if (before >= STOPS_TOLD_MAX) return null;
    return { key: 'withdrawals.stopped', facts: { comparison, asset } };
  }

  /** Once nothing stops them any more. */
  private lifted({ upTo }: EventOf<'WithdrawalsLifted'>, at: number): Message | null {
    for (const id of [...this.stops.keys()]) if (id <= upTo) this.stops.delete(id);
    const isStopped = [...this.stops.values()].some((since) => since <= at);
    return isStopped ? null : { key: 'withdrawals.lifted', facts: {} };
  }

  private factsOf(id: number): Proposed & { proposal: string } {
    const { act, by } = this.proposals.get(id) ?? { act: '', by: 0 };
    return { proposal: String(id), act, by };
  }

  private ended(id: number): ReturnType<ToldStaff['factsOf']> {
    const facts = this.factsOf(id);
    this.proposals.delete(id);
    return facts;
  }
}

/** A freeze among staff is two events; the one of whoever froze the other is not told again. */
function isFreezeOfTheirOwn(event: CoreEvent, actor: Batch['actor']): boolean {
  return event.type === 'AccountFrozen' && event.user === actorId(actor);
}

/** It takes effect when it would expire. */
function restoreAsked({ proposal, user = 0, until: time }: EventOf<'StaffProposed'>): Message {
  return { key: 'staff.restore.asked', facts: { proposal: String(proposal), user, time } };
}

function frozenBoth({ user, with: by }: EventOf<'AccountFrozen'>): Message | null {
  return by === undefined ? null : { key: 'staff.frozen.both', facts: { user, by } };
}

/** As staff were told of it then; null when nobody has the message any more. */
export async function proposalToldOf({ sql }: Database<ExchangeTables>, proposal: number): Promise<Proposed | null> {
  const message = await sql
    .selectFrom('messages')
    .select(['key', 'facts'])
    .where('key', 'in', ['staff.proposed', 'staff.restore.asked'])
    .where('facts', 'like', `%"proposal":"${proposal}"%`)
    .limit(1)
    .executeTakeFirst();
  if (!message) return null;
  if (message.key === 'staff.restore.asked') return { act: 'RestoreStaff', by: OPERATOR };
  const { act, by } = JSON.parse(message.facts) as MessageFacts<'staff.proposed'>;
  return { act, by };
}
