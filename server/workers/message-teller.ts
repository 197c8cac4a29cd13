/**
 * Tells users what became of their money. It follows the journal from a place of its own: a message is stored under the
 * event's position before that place moves on, so after a crash it is told again and there once.
 */
import { decimalOf } from '../../shared/rules/units';
import type { MessageFacts, MessageKey } from '../../shared/wire/messages-center';
import type { Batch, CoreEvent, EventOf } from '../core/event';
import type { Journal, StoredBatch, Subscription } from '../journal/port';
import type { Database } from '../platform/database/database';
import type { ExchangeTables } from '../platform/database/exchange-tables';
import type { FollowerRow } from '../platform/database/wallet-tables';
import type { ProjectionProgress } from '../platform/projection-progress';
import { AssetScales } from '../views/stored/asset-scales';
import { frozenFundsByHold, rechargeById, withdrawalById } from '../views/stored/wallet-queries';
import type { ViewsDatabase } from '../views/stored/views-database';

/** Its row among the followers. */
export const TELLER_NAME = 'messages';
const RETRY_MS = 1_000;
const PROJECTION_MS_MAX = 2_000;
/** The place is written at the latest after this many events of which none was told. */
const EVENTS_UNWRITTEN_MAX = 5_000;

export interface MessageTellerParts {
  journal: Pick<Journal, 'subscribe'>;
  database: Database<ExchangeTables>;
  stored: ViewsDatabase;
  progress: ProjectionProgress;
  tell: <K extends MessageKey>(user: number, key: K, facts: MessageFacts<K>, origin: string) => Promise<unknown>;
  onFault: (error: Error) => void;
}

export interface MessageTeller {
  /** Resolves when no further message will be told. */
  close(): Promise<void>;
}

interface Money {
  asset: string;
  amount: string;
}

type Told = { [K in MessageKey]: { user: number; key: K; facts: MessageFacts<K> } }[MessageKey];

export async function startMessageTeller(parts: MessageTellerParts): Promise<MessageTeller> {
  const { database, journal, onFault, stored } = parts;
  const scales = new AssetScales(stored);
  let isClosed = false;
  let { position, hash } = await placeOf(database);
  let written = position;
  let retry: NodeJS.Timeout | null = null;
  let subscription: Subscription = follow();

  function follow(): Subscription {
    return journal.subscribe(position, tellAll, (error) => {
      if (isClosed) return;
      onFault(error);
      retry = setTimeout(() => (subscription = follow()), RETRY_MS);
    });
  }

  async function tellAll(batches: readonly StoredBatch[]): Promise<void> {
    for (const storedBatch of batches) {
      const { batch } = storedBatch;
      let isTold = false;
      for (const [index, event] of batch.events.entries()) {
        if (isClosed) return;
        const word = WORDS[event.type] as ((event: CoreEvent, scene: Scene) => Promise<Told | null>) | undefined;
        // Most events are trades, of which nobody is told here.
        if (!word) continue;
        await included(storedBatch.position);
        const told = await word(event, sceneOf(batch, scales, stored));
        if (!told) continue;
        await parts.tell(told.user, told.key, told.facts, `journal/${batch.first + index}`);
        isTold = true;
      }
      ({ position, hash } = storedBatch);
      if (isTold || position - written >= EVENTS_UNWRITTEN_MAX) await write();
    }
  }

  /** Whoever is told looks at once, and must find what the message is about. */
  async function included(place: number): Promise<void> {
    const isReached = await parts.progress.waitFor(place, PROJECTION_MS_MAX);
    if (!isReached) throw new Error(`the read models are behind ${place}`);
  }

  async function write(): Promise<void> {
    await database.sql
      .insertInto('followers')
      .values({ name: TELLER_NAME, position, hash })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ position, hash }))
      .execute();
    written = position;
  }

  return {
    async close() {
      isClosed = true;
      if (retry) clearTimeout(retry);
      await subscription.close();
      if (position > written) await write();
    },
  };
}

async function placeOf({ sql }: Database<ExchangeTables>): Promise<Omit<FollowerRow, 'name'>> {
  const followers = sql.selectFrom('followers').select(['position', 'hash']);
  return (await followers.where('name', '=', TELLER_NAME).executeTakeFirst()) ?? { position: -1, hash: null };
}

interface Scene {
  batch: Batch;
  money: (asset: string, units: bigint) => Promise<Money>;
  ofRecharge: (id: number) => Promise<Money>;
  ofWithdrawal: (id: number) => Promise<Money>;
  ofHold: (id: number) => Promise<Money & { account: string }>;
}

type Words = { readonly [T in CoreEvent['type']]?: (event: EventOf<T>, scene: Scene) => Promise<Told | null> };

/** Null for what its user need not hear of: the first of two approvals, for example. */
const WORDS: Words = {
  FundsTransferred: async ({ user, asset, amount, from, to }, { money }) => {
    return { user, key: 'transfer.done', facts: { ...(await money(asset, amount)), from, to } };
  },
  RechargeSeen: async ({ user, asset, amount, needed }, { batch, money }) => {
    // What fails or is credited in the same breath is told as that.
    if (batch.events.some(({ type }) => type === 'RechargeFailed' || type === 'RechargeCredited')) return null;
    return { user, key: 'recharge.seen', facts: { ...(await money(asset, amount)), needed } };
  },
  RechargeCredited: async ({ user, asset, amount }, { money }) => {
    return { user, key: 'recharge.credited', facts: await money(asset, amount) };
  },
  RechargeFailed: async ({ user, recharge, reason }, { ofRecharge }) => {
    return { user, key: 'recharge.failed', facts: { ...(await ofRecharge(recharge)), reason } };
  },
  RechargeRetracted: async ({ user, recharge }, { ofRecharge }) => {
    return { user, key: 'recharge.retracted', facts: await ofRecharge(recharge) };
  },
  WithdrawalApplied: async ({ user, asset, amount }, { money }) => {
    return { user, key: 'withdrawal.applied', facts: await money(asset, amount) };
  },
  WithdrawalApproved: async ({ user, withdrawal, complete }, { ofWithdrawal }) => {
    return complete ? { user, key: 'withdrawal.approved', facts: await ofWithdrawal(withdrawal) } : null;
  },
  WithdrawalPaid: async ({ user, withdrawal }, { ofWithdrawal }) => {
    return { user, key: 'withdrawal.paid', facts: await ofWithdrawal(withdrawal) };
  },
  WithdrawalRejected: async ({ user, withdrawal, reason }, { ofWithdrawal }) => {
    return { user, key: 'withdrawal.rejected', facts: { ...(await ofWithdrawal(withdrawal)), reason } };
  },
  WithdrawalCancelled: async ({ user, withdrawal }, { ofWithdrawal }) => {
    return { user, key: 'withdrawal.cancelled', facts: await ofWithdrawal(withdrawal) };
  },
  AccountFrozen: async ({ user }) => ({ user, key: 'account.frozen', facts: {} }),
  AccountUnfrozen: async ({ user }) => ({ user, key: 'account.unfrozen', facts: {} }),
  // What staff wrote is for staff and auditors: it may name a claim of somebody else's.
  FundsFrozen: async ({ user, asset, amount, account = 'spot' }, { money }) => {
    return { user, key: 'funds.frozen', facts: { ...(await money(asset, amount)), account } };
  },
  FundsUnfrozen: async ({ user, hold }, { ofHold }) => ({ user, key: 'funds.released', facts: await ofHold(hold) }),
};

/** What an event does not say itself is in the read models, which include its batch by now. */
function sceneOf(batch: Batch, scales: AssetScales, stored: ViewsDatabase): Scene {
  async function money(asset: string, units: bigint): Promise<Money> {
    const scale = await scales.of(asset);
    if (scale === undefined) throw new Error(`asset ${asset} is not in the read models yet`);
    return { asset, amount: decimalOf(units, scale) };
  }
  return {
    batch,
    money,
    async ofRecharge(id) {
      const row = await rechargeById(stored, id);
      if (!row) throw new Error(`recharge ${id} is not in the read models`);
      return money(row.asset, row.amount);
    },
    async ofWithdrawal(id) {
      const row = await withdrawalById(stored, id);
      if (!row) throw new Error(`withdrawal ${id} is not in the read models`);
      return money(row.asset, row.amount);
    },
    async ofHold(id) {
      const row = await frozenFundsByHold(stored, id);
      if (!row) throw new Error(`hold ${id} is not in the read models`);
      return { ...(await money(row.asset, row.amount)), account: row.account };
    },
  };
}
