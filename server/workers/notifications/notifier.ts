/**
 * Notifies users of events. It follows the journal from its own stored position: a message is stored under its event's
 * position before that position advances. After a crash it is repeated and stored once.
 */
import type { MessageFacts, MessageKey } from '../../../shared/wire/messages-center';
import { positionOf, type CoreEvent } from '../../core/event';
import type { CoreState } from '../../core/state';
import type { Journal, StoredBatch, Subscription } from '../../journal/port';
import type { Database } from '../../platform/database/database';
import type { ExchangeTables } from '../../platform/database/exchange-tables';
import type { FollowerRow } from '../../platform/database/wallet-tables';
import type { WithdrawalNotice } from '../../platform/mail/letter-texts';
import type { ProjectionProgress } from '../../platform/projection-progress';
import { contractOrderById } from '../../products/perpetual/stored/queries';
import { orderById } from '../../views/stored/queries';
import type { ViewsDatabase } from '../../views/stored/views-database';
import { HourlyMessages } from './hourly-messages';
import type { NotificationServices } from './notification';
import { NotificationRows } from './notification-rows';
import type { PerpetualFollower } from '../../products/perpetual/notifications/follower';
import { SpotFollower, type OrderNotice } from '../../products/spot/notifications/follower';

/** Its row among the followers. */
export const NOTIFIER_NAME = 'messages';
const RETRY_MS = 1_000;
/** A margin call older than this may repeat at a start if its level still applies. */
const REMEMBERED_MS = 30 * 86_400_000;
/** Users per statement. */
const USERS_AT_ONCE = 500;
const PROJECTION_MS_MAX = 2_000;
/** The position is stored at the latest after this many events without a message. */
const EVENTS_UNWRITTEN_MAX = 5_000;

export interface NotifierDependencies extends NotificationServices {
  journal: Pick<Journal, 'subscribe'>;
  /** The state at the start of the notifier. */
  state: CoreState;
  /** Has followed contracts up to that state. */
  perpetuals: PerpetualFollower;
  progress: ProjectionProgress;
  /** Returns whether it is new. The letter of a withdrawal is stored with the message. */
  notify: <K extends MessageKey>(
    user: number,
    key: K,
    params: MessageFacts<K>,
    origin: string,
    letter?: WithdrawalNotice | null,
  ) => Promise<boolean>;
  /** Idempotent by origin. */
  recovery: (step: RecoveryStep, origin: string) => Promise<void>;
  /** Hourly limit of each family: orders, second contracts, earn products, robots. */
  orderMessagesPerHourMax: number;
  onFault: (error: Error) => void;
}

export interface Notifier {
  /** Resolves when no further message will be stored. */
  close(): Promise<void>;
}

/**
 * A recovery approved by two staff members, its proposal, or a freeze of the account. `request` is set once it takes
 * effect.
 */
export interface RecoveryStep {
  user: number;
  request: number | null;
  /** The account was frozen: earlier links are void. */
  isVoid?: true;
}

export async function startNotifier(dependencies: NotifierDependencies): Promise<Notifier> {
  const { database, journal, onFault, perpetuals, stored } = dependencies;
  const rows = new NotificationRows(dependencies.state, dependencies, ({ first, events }) =>
    included(positionOf({ first, events })),
  );
  const spot = new SpotFollower(dependencies.state, (id) => orderById(stored, id));
  const hourly = new HourlyMessages(database, dependencies.notify, dependencies.orderMessagesPerHourMax);
  /** The last position for which waiting for the read models failed. */
  let missed: number | null = null;
  let isClosed = false;
  let { position, hash } = await storedPosition(database);
  if (position < perpetuals.startPosition) {
    const since = dependencies.state.at - REMEMBERED_MS;
    perpetuals.resetUndeliveredCalls(await storedMarginCalls(database, perpetuals.usersAtLevel(), since));
  }
  let writtenPosition = position;
  let retry: NodeJS.Timeout | null = null;
  let subscription: Subscription = follow();

  function follow(): Subscription {
    return journal.subscribe(position, notifyAll, (error) => {
      if (isClosed) return;
      onFault(error);
      retry = setTimeout(() => (subscription = follow()), RETRY_MS);
    });
  }

  async function notifyAll(batches: readonly StoredBatch[]): Promise<void> {
    for (const storedBatch of batches) {
      const isSent = await notifyOf(storedBatch);
      if (isSent === null) return;
      ({ position, hash } = storedBatch);
      if (isSent || position - writtenPosition >= EVENTS_UNWRITTEN_MAX) await write();
    }
  }

  /** Returns whether the batch has any message; null if the notifier was closed meanwhile. */
  async function notifyOf({ batch, position: place }: StoredBatch): Promise<boolean | null> {
    let isSent = false;
    const ofOrder = async (notice: OrderNotice) => {
      isSent = (await hourly.notify('orders', notice, notice.order, batch.at)) || isSent;
    };
    rows.fold(batch);
    if (spot.follow(batch)) {
      await included(place);
      for (const notice of await spot.notices(batch)) await ofOrder(notice);
    }
    const { unsure, orders, messages } = perpetuals.follow(batch);
    for (const notice of unsure) {
      await included(place);
      if (await isNamed(stored, notice.order)) await ofOrder(notice);
    }
    for (const notice of orders) await ofOrder(notice);
    // Runs before the messages: the message of a freeze marks this step as done.
    for (const [index, event] of batch.events.entries()) {
      const step = recoveryIn(event);
      if (!step) continue;
      const origin = `journal/${batch.first + index}`;
      await dependencies.recovery(step, step.isVoid ? origin : `${origin}/owner`);
      isSent = true;
    }
    for (const { user, key, facts, origin } of messages) {
      if (isClosed) return null;
      await included(place);
      await dependencies.notify(user, key, facts, origin);
      isSent = true;
    }
    for await (const notice of rows.mayNotify(batch) ? rows.noticesOf(batch) : []) {
      if (isClosed) return null;
      const { user, key, facts, origin, letter, limit } = notice;
      if (limit) isSent = (await hourly.notify(limit.family, notice, limit.about, batch.at)) || isSent;
      else {
        await dependencies.notify(user, key, facts, origin, letter);
        isSent = true;
      }
    }
    rows.forget(batch);
    return isSent;
  }

  /**
   * Readers of a message find its subject in the read models while those keep up. Otherwise messages are sent without
   * waiting.
   */
  async function included(place: number): Promise<void> {
    if (missed !== null && dependencies.progress.position() < missed) return;
    missed = (await dependencies.progress.waitFor(place, PROJECTION_MS_MAX)) ? null : place;
  }

  async function write(): Promise<void> {
    await database.sql
      .insertInto('followers')
      .values({ name: NOTIFIER_NAME, position, hash })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ position, hash }))
      .execute();
    writtenPosition = position;
  }

  return {
    async close() {
      isClosed = true;
      if (retry) clearTimeout(retry);
      await subscription.close();
      if (position > writtenPosition) await write();
    },
  };
}

/** The order has ended: the batch is retried until the read models have it. */
async function isNamed(stored: ViewsDatabase, order: number): Promise<boolean> {
  const row = await contractOrderById(stored, order);
  if (!row) throw new Error(`order ${order} is not in the read models yet`);
  return row.clientId !== null;
}

/** Origins of these users' stored margin calls since then. */
async function storedMarginCalls(
  { sql }: Database<ExchangeTables>,
  users: readonly number[],
  since: number,
): Promise<string[]> {
  const origins: string[] = [];
  for (let start = 0; start < users.length; start += USERS_AT_ONCE) {
    const rows = await sql
      .selectFrom('messages')
      .select('origin')
      .where('userId', 'in', users.slice(start, start + USERS_AT_ONCE))
      .where('key', 'in', ['margin.call', 'margin.account'])
      .where('createdAt', '>=', since)
      .where('origin', 'is not', null)
      .execute();
    for (const { origin } of rows) if (origin !== null) origins.push(origin);
  }
  return origins;
}

async function storedPosition({ sql }: Database<ExchangeTables>): Promise<Omit<FollowerRow, 'name'>> {
  const followers = sql.selectFrom('followers').select(['position', 'hash']);
  return (await followers.where('name', '=', NOTIFIER_NAME).executeTakeFirst()) ?? { position: -1, hash: null };
}

function recoveryIn(event: CoreEvent): RecoveryStep | null {
  if (event.type === 'AccountFrozen') return { user: event.user, request: null, isVoid: true };
  if (event.type === 'AccountRecovered') return { user: event.user, request: event.request };
  const isProposed = event.type === 'StaffProposed' && event.command === 'RecoverAccount';
  return isProposed && event.user !== undefined ? { user: event.user, request: null } : null;
}
