/**
 * Notifies staff when an item waits too long: everyone with the right for its queue, once for each item and each state. The stored messages
 * record past notifications, so a restart sends none again.
 */
import { WITHDRAWAL_WAITS, type OverdueWait } from '../../shared/rules/overdue-hours';
import type { StaffRight } from '../../shared/rules/staff-rights';
import { OPEN_WITHDRAWAL_STATUSES, type OpenWithdrawalStatus } from '../../shared/products/wallet/wire';
import type { MessageFacts, OverdueQueue } from '../../shared/wire/messages-center';
import type { Database } from '../platform/database/database';
import type { ExchangeTables } from '../platform/database/exchange-tables';
import { errorText } from '../platform/logs/error-facts';
import type { LiveViews } from '../views/live/live-views';
import type { ViewsDatabase } from '../views/stored/views-database';

const LOOK_EVERY_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Maximum messages per queue and check; later checks send the rest. */
const ORIGINS_REMEMBERED_MAX = 50;

export interface OverdueDependencies {
  clock: () => number;
  database: Pick<Database<ExchangeTables>, 'sql'>;
  stored: ViewsDatabase;
  live: Pick<LiveViews, 'staff'>;
  /** Returns whether it is new. */
  notify: (user: number, params: MessageFacts<'queue.overdue'>, origin: string) => Promise<boolean>;
  log: (message: string, details: Record<string, unknown>) => void;
}

export interface OverdueItem {
  queue: OverdueQueue;
  /** Its number. */
  item: number;
  /** The item's waiting state, for queues with several states. */
  state: string;
  right: StaffRight;
  hours: number;
}

export interface OverdueCounts {
  verifications: number;
  withdrawals: Record<OpenWithdrawalStatus, number>;
  recharges: number;
  proposals: number;
  feedback: number;
}

type OverdueListDependencies = Pick<OverdueDependencies, 'clock' | 'database' | 'stored' | 'live'>;

export class OverdueNotifier {
  private timer: NodeJS.Timeout | null = null;
  private turning: Promise<void> = Promise.resolve();
  private isClosed = false;
  private lastError: string | null = null;
  /** Origins of stored messages, which need no second write. */
  private notifiedOrigins = new Set<string>();

  constructor(private readonly dependencies: OverdueDependencies) {}

  start(): void {
    this.timer = setInterval(() => void this.checkQueues(), LOOK_EVERY_MS);
    this.timer.unref();
  }

  /** Checks every queue once. Never rejects. */
  checkQueues(): Promise<void> {
    this.turning = this.turning.then(() => this.notifyNew());
    return this.turning;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    if (this.timer) clearInterval(this.timer);
    await this.turning;
  }

  private async notifyNew(): Promise<void> {
    try {
      const items = await overdueItems(this.dependencies);
      const still = new Set<string>();
      const perQueue = new Map<OverdueQueue, number>();
      for (const one of items) {
        still.add(originOf(one));
        if (this.notifiedOrigins.has(originOf(one))) continue;
        const count = (perQueue.get(one.queue) ?? 0) + 1;
        perQueue.set(one.queue, count);
        if (count <= ORIGINS_REMEMBERED_MAX) await this.notifyStaff(one);
      }
      this.notifiedOrigins = new Set([...this.notifiedOrigins].filter((origin) => still.has(origin)));
      this.lastError = null;
    } catch (error) {
      const message = errorText(error as Error);
      if (message !== this.lastError && !this.isClosed)
        this.dependencies.log('overdue queues are not told', { fault: message });
      this.lastError = message;
    }
  }

  private async notifyStaff(one: OverdueItem): Promise<void> {
    const origin = originOf(one);
    const { queue, item, hours, right } = one;
    const { staff } = this.dependencies.live;
    for (const [user, { role }] of staff.people()) {
      if (this.isClosed) return;
      if (role !== 'admin' || !staff.has(user, right)) continue;
      await this.dependencies.notify(user, { queue, item: String(item), hours }, `${origin}/${user}`);
    }
    this.notifiedOrigins.add(origin);
  }
}

function originOf({ queue, item, state }: OverdueItem): string {
  return `overdue/${queue}/${item}/${state}`;
}

/** Items that have waited longer than the limits of the staff pages, oldest first in each queue. */
export async function overdueItems({ clock, database, stored, live }: OverdueListDependencies): Promise<OverdueItem[]> {
  const now = clock();
  const before = (hours: number): number => now - hours * HOUR_MS;
  const items: OverdueItem[] = [];
  const add = (queue: OverdueQueue, right: StaffRight, hours: number, rows: { id: number; state?: string }[]): void => {
    for (const { id, state = 'waits' } of rows) items.push({ queue, item: id, state, right, hours });
  };
  const hoursFor = (wait: OverdueWait): number => live.staff.overdueHours(wait);
  const open = await stored.sql
    .selectFrom('withdrawals')
    .select(['id', 'status', 'appliedAt', 'notBefore', 'approvedAt', 'payingAt'])
    .where('status', 'in', [...OPEN_WITHDRAWAL_STATUSES])
    .orderBy('id')
    .execute();
  for (const { id, status, appliedAt, notBefore, approvedAt, payingAt } of open) {
    const state = status as OpenWithdrawalStatus;
    const applied = notBefore ?? appliedAt;
    const since = state === 'applied' ? applied : state === 'approved' ? approvedAt : payingAt;
    const hours = hoursFor(WITHDRAWAL_WAITS[state]);
    if ((since ?? applied) < before(hours)) add('withdrawal', 'withdrawals', hours, [{ id, state }]);
  }
  const recharges = stored.sql.selectFrom('recharges').select('id').where('status', '=', 'recharging');
  const overdueRecharges = await recharges
    .where('at', '<', before(hoursFor('recharge')))
    .orderBy('id')
    .execute();
  add('recharge', 'recharges', hoursFor('recharge'), overdueRecharges);
  const submissions = database.sql.selectFrom('verifications').select('id').where('status', '=', 'under_review');
  const unread = await submissions
    .where('submittedAt', '<', before(hoursFor('verification')))
    .orderBy('id')
    .execute();
  add('verification', 'verification', hoursFor('verification'), unread);
  for (const { id, at, confirmedBy, command } of live.staff.proposals().reverse()) {
    if (confirmedBy !== null || at >= before(hoursFor('proposal'))) continue;
    add('proposal', live.staff.rightOf(command), hoursFor('proposal'), [{ id }]);
  }
  const feedback = database.sql.selectFrom('feedback').select('id').where('state', '=', 'open');
  const unanswered = feedback.where('createdAt', '<', before(hoursFor('feedback')));
  add('feedback', 'content', hoursFor('feedback'), await unanswered.orderBy('id').execute());
  return items;
}

/** Number of overdue items in each queue of the overview. */
export async function overdueCounts(dependencies: OverdueListDependencies): Promise<OverdueCounts> {
  const items = await overdueItems(dependencies);
  const countOf = (queue: OverdueQueue, state?: string): number =>
    items.filter((one) => one.queue === queue && (state === undefined || one.state === state)).length;
  const withdrawals = Object.fromEntries(
    OPEN_WITHDRAWAL_STATUSES.map((status) => [status, countOf('withdrawal', status)]),
  ) as OverdueCounts['withdrawals'];
  const [verifications, recharges] = [countOf('verification'), countOf('recharge')];
  return { verifications, withdrawals, recharges, proposals: countOf('proposal'), feedback: countOf('feedback') };
}
