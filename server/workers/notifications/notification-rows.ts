/** Evaluates the rows of all products for a batch. */
import { positionOf, type Batch, type CoreEvent } from '../../core/event';
import type { CoreState } from '../../core/state';
import type { WithdrawalNotice } from '../../platform/mail/letter-texts';
import { PRODUCTS } from '../../products/all';
import type { ProductRow } from '../../products/product';
import { MarketsView } from '../../views/live/markets';
import type {
  HourlyFamily,
  Notice,
  NotificationRow,
  NotificationServices,
  NotificationContext,
  Subject,
} from './notification';
import { ACTS, PROPOSALS, STAFF_NOTIFICATIONS } from './staff-notifications';
import { StaffRecipients } from './staff-recipients';

const SUBJECTS: readonly Subject<unknown>[] = [
  ...PRODUCTS.flatMap(({ subjects = [] }) => subjects),
  ...[PROPOSALS, ACTS],
];

/** By type of event. */
const BEGUN = subjectsBy(({ begins }) => [begins]);
const ENDED = subjectsBy(({ ends }) => ends);

const [beforeStaff, afterStaff] = [false, true].map((isAfterStaff) =>
  PRODUCTS.filter(({ notifiesAfterStaff = false }) => notifiesAfterStaff === isAfterStaff),
);

/** Messages of one batch are stored in the order of these tables. */
const TABLES = [...beforeStaff.map(rowsOf), STAFF_NOTIFICATIONS, ...afterStaff.map(rowsOf)].map(byEvent);

/** Most batches have none of these events. */
const NOTIFYING: ReadonlySet<string> = new Set(TABLES.flatMap((table) => [...table.keys()]));

type AnyEvent = Readonly<Record<string, unknown>>;

export type RowNotice = Notice & {
  origin: string;
  letter: WithdrawalNotice | null;
  /** Set if the message has a limit per hour. */
  limit: { family: HourlyFamily; about: number | string } | null;
};

export class NotificationRows {
  private readonly markets = new MarketsView();
  private readonly staff: StaffRecipients;
  private readonly subjects: Map<Subject<unknown>, Map<number | string, unknown>>;

  constructor(
    state: CoreState,
    private readonly services: NotificationServices,
    /** Awaited before a user's message; afterwards the read models include the batch, or are late. */
    private readonly included: (batch: Batch) => Promise<void>,
  ) {
    this.markets.seed(state);
    this.staff = new StaffRecipients(state);
    this.subjects = new Map(SUBJECTS.map((subject) => [subject, new Map(subject.seed(state))]));
  }

  /** Folds a batch before its notices are requested; the batch may be repeated. */
  fold(batch: Batch): void {
    if (positionOf(batch) > this.markets.position) this.markets.fold(batch);
    this.staff.fold(batch);
    for (const event of batch.events)
      for (const subject of BEGUN.get(event.type) ?? []) {
        const learned = subject.facts(event as never);
        if (learned !== undefined) this.subjects.get(subject)?.set(idIn(event, subject.id), learned);
      }
  }

  /** Called once all notices of the batch are stored. */
  forget(batch: Batch): void {
    this.staff.forget(batch);
    for (const event of batch.events)
      for (const subject of ENDED.get(event.type) ?? []) this.subjects.get(subject)?.delete(idIn(event, subject.id));
  }

  /** Whether the batch may have notices. */
  mayNotify(batch: Batch): boolean {
    return batch.events.some(({ type }) => NOTIFYING.has(type));
  }

  async *noticesOf(batch: Batch): AsyncGenerator<RowNotice> {
    const context = this.contextOf(batch);
    let isIncluded = false;
    for (const table of TABLES)
      for (const [index, event] of batch.events.entries()) {
        const addressees = new Set<string>();
        for (const row of table.get(event.type) ?? []) {
          if (addressees.has(row.to)) continue;
          // Conditions and facts query the store, so it must include the batch.
          if (row.to !== 'staff' && !isIncluded) await this.included(batch);
          isIncluded ||= row.to !== 'staff';
          if (row.when && !(await row.when(event, context))) continue;
          addressees.add(row.to);
          yield* this.ofRow(row, event, batch.first + index, context);
        }
      }
  }

  private async *ofRow(
    { to, key: keyOf, facts: factsOf, perHour, about: subjectIdOf, origin, letter: letterOf }: NotificationRow,
    event: AnyEvent,
    position: number,
    context: NotificationContext,
  ): AsyncGenerator<RowNotice> {
    const key = typeof keyOf === 'function' ? keyOf(event) : keyOf;
    const params = await factsOf(event, context);
    const place = origin?.(event) ?? `journal/${position}`;
    const limit = perHour && subjectIdOf ? { family: perHour, about: subjectIdOf(event) } : null;
    const letter = (await letterOf?.(event, params, context)) ?? null;
    if (to !== 'staff') yield { user: event[to] as number, key, facts: params, origin: place, limit, letter };
    else
      for (const user of this.staff.at(position))
        yield { user, key, facts: params, origin: `${place}/${user}`, limit, letter };
  }

  private contextOf(batch: Batch): NotificationContext {
    const { markets, staff } = this;
    const find: NotificationContext['find'] = async <F>(subject: Subject<F>, id: number | string) =>
      (this.subjects.get(subject)?.get(id) as F | undefined) ?? subject.older?.(this.services, id as number);
    return {
      ...this.services,
      ...{ batch, markets, staff, find },
      money: ({ asset, amount }) => ({ asset, amount: markets.amount(asset, amount) }),
      getSubject: async (subject, id) => {
        const details = await find(subject, id);
        if (details === undefined) throw new Error(`${subject.id} ${id} is not in the read models`);
        return details;
      },
    };
  }
}

function idIn(event: CoreEvent, field: string): number | string {
  return (event as unknown as Record<string, number | string>)[field];
}

function subjectsBy(typesOf: (subject: Subject<unknown>) => readonly string[]): Map<string, Subject<unknown>[]> {
  const subjects = new Map<string, Subject<unknown>[]>();
  for (const subject of SUBJECTS)
    for (const type of typesOf(subject)) subjects.set(type, [...(subjects.get(type) ?? []), subject]);
  return subjects;
}

function byEvent(table: readonly NotificationRow[]): Map<string, NotificationRow[]> {
  const rows = new Map<string, NotificationRow[]>();
  for (const row of table) rows.set(row.event, [...(rows.get(row.event) ?? []), row]);
  return rows;
}

function rowsOf({ notifications = [] }: ProductRow): readonly NotificationRow[] {
  return notifications;
}
