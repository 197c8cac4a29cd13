/**
 * Tells users what became of their money. It follows the journal from a place of its own: a message is stored under the
 * event's position before that place moves on, so after a crash it is told again and there once.
 */
import { reasonOf as catalogued } from '../../shared/rules/staff-reasons';
import type { MessageFacts, MessageKey } from '../../shared/wire/messages-center';
import { parseAccount } from '../core/ledger/entry';
import type { Batch, CoreEvent, EventOf } from '../core/event';
import type { CoreState } from '../core/state';
import type { Journal, StoredBatch, Subscription } from '../journal/port';
import type { Database } from '../platform/database/database';
import type { ExchangeTables } from '../platform/database/exchange-tables';
import type { FollowerRow } from '../platform/database/wallet-tables';
import type { MaybeOfChain } from '../platform/kept-addresses';
import type { WithdrawalNotice } from '../platform/mail/letters';
import type { ProjectionProgress } from '../platform/projection-progress';
import { contractOrderById } from '../views/stored/perpetual/queries';
import { optionContractById } from '../views/stored/option/queries';
import { orderById } from '../views/stored/queries';
import { marketOfRobot } from '../views/stored/robot/queries';
import { rechargeById, withdrawalById } from '../views/stored/wallet-queries';
import type { ViewsDatabase } from '../views/stored/views-database';
import { HourlyMessages } from './hourly-messages';
import type { ContractTeller, ToldOfContract } from './told-contracts';
import { toldOfFinancial } from './told-financial';
import { toldOfMining } from './told-mining';
import { ToldMoney, type Money } from './told-money';
import { OptionStarts, toldOfOption } from './told-options';
import { ToldOrders } from './told-orders';
import { toldOfRebates } from './told-rebates';
import { isToldOfRobot, ToldRobots } from './told-robots';
import { proposalToldOf, ToldStaff } from './told-staff';
import { ToldWithdrawals, type DestinationOf } from './told-withdrawals';

/** Its row among the followers. */
export const TELLER_NAME = 'messages';
const RETRY_MS = 1_000;
/** Who was told of a level of margin longer ago, and is still above it, may hear of it again at a start. */
const REMEMBERED_MS = 30 * 86_400_000;
/** In one statement. */
const USERS_AT_ONCE = 500;
const PROJECTION_MS_MAX = 2_000;
/** The place is written at the latest after this many events of which none was told. */
const EVENTS_UNWRITTEN_MAX = 5_000;

export interface MessageTellerParts {
  journal: Pick<Journal, 'subscribe'>;
  database: Database<ExchangeTables>;
  /** What the journal has led to when this begins. */
  state: CoreState;
  /** Has followed the contracts up to that. */
  contracts: ContractTeller;
  stored: ViewsDatabase;
  progress: ProjectionProgress;
  /** Whether it is new. What a withdrawal comes through goes to its owner's mail or phone as well, stored with the message. */
  tell: <K extends MessageKey>(
    user: number,
    key: K,
    facts: MessageFacts<K>,
    origin: string,
    notice?: WithdrawalNotice | null,
  ) => Promise<boolean>;
  /** That two of staff let an owner back in, or one of them wants to, or the account was frozen. Told again after a crash it does nothing twice. */
  recovery: (step: RecoveryTold, origin: string) => Promise<void>;
  /** In words, shortened. */
  destinationOf: DestinationOf;
  /** The address behind what the journal has in its place; null where it is lost. */
  addressOf: (of: MaybeOfChain) => Promise<string | null>;
  /** What staff wrote, of which the journal has the hash. */
  reasonOf: (reason: string) => Promise<string>;
  /** About orders, and as many about second contracts, about financial products and mining and about robots, to one user. */
  orderMessagesPerHourMax: number;
  onFault: (error: Error) => void;
}

export interface MessageTeller {
  /** Resolves when no further message will be told. */
  close(): Promise<void>;
}

/** `request` is known when it is in effect. */
export interface RecoveryTold {
  user: number;
  request: number | null;
  /** The account was frozen, and what led into it is void. */
  isVoid?: true;
}

export type Told = { [K in MessageKey]: { user: number; key: K; facts: MessageFacts<K> } }[MessageKey];

export async function startMessageTeller(parts: MessageTellerParts): Promise<MessageTeller> {
  const { database, journal, onFault, stored } = parts;
  const money = new ToldMoney(parts.state, {
    withdrawal: (id) => withdrawalById(stored, id),
    recharge: (id) => rechargeById(stored, id),
  });
  const withdrawals = new ToldWithdrawals(stored, parts.destinationOf, parts.addressOf);
  const staff = new ToldStaff(parts.state, (id) => proposalToldOf(database, id));
  const orders = new ToldOrders(parts.state, (id) => orderById(stored, id));
  const { contracts } = parts;
  const robots = new ToldRobots(parts.state, (id) => marketOfRobot(stored, id));
  const optionStarts = new OptionStarts(parts.state, money, (id) => optionContractById(stored, id));
  const perHourMax = parts.orderMessagesPerHourMax;
  const ofOrders = new HourlyMessages(database, parts.tell, perHourMax, 'orders');
  const ofOptions = new HourlyMessages(database, parts.tell, perHourMax, 'options');
  const ofEarn = new HourlyMessages(database, parts.tell, perHourMax, 'earn');
  const ofRobots = new HourlyMessages(database, parts.tell, perHourMax, 'robots');
  /** What the read models were waited for in vain. */
  let missed: number | null = null;
  let isClosed = false;
  let { position, hash } = await placeOf(database);
  if (position < contracts.begun) {
    const since = parts.state.at - REMEMBERED_MS;
    contracts.untell(await toldOfMargin(database, contracts.standing(), since));
  }
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

  /** Why a position was locked is told where it is of the catalogue; the journal may have the hash of it. */
  async function tellOfContract(told: ToldOfContract): Promise<void> {
    if (told.key !== 'position.locked.for') {
      await parts.tell(told.user, told.key, told.facts, told.origin);
      return;
    }
    const { reason, ...facts } = told.facts;
    const words = await parts.reasonOf(reason);
    if (catalogued(words) === null) await parts.tell(told.user, 'position.locked', facts, told.origin);
    else await parts.tell(told.user, told.key, { ...facts, reason: words }, told.origin);
  }

  async function tellAll(batches: readonly StoredBatch[]): Promise<void> {
    for (const storedBatch of batches) {
      const { batch } = storedBatch;
      let isTold = false;
      money.learn(batch);
      withdrawals.learn(batch);
      robots.learn(batch);
      optionStarts.learn(batch);
      if (orders.follow(batch)) {
        await included(storedBatch.position);
        for (const told of await orders.told(batch))
          isTold = (await ofOrders.tell(told, told.order, batch.at)) || isTold;
      }
      const ofContracts = contracts.follow(batch);
      for (const told of ofContracts.unsure) {
        await included(storedBatch.position);
        if (!(await isNamed(stored, told.order))) continue;
        isTold = (await ofOrders.tell(told, told.order, batch.at)) || isTold;
      }
      for (const told of ofContracts.orders) isTold = (await ofOrders.tell(told, told.order, batch.at)) || isTold;
      for (const told of ofContracts.messages) {
        if (isClosed) return;
        await included(storedBatch.position);
        await tellOfContract(told);
        isTold = true;
      }
      for (const event of batch.events) {
        const started = event.type === 'OptionEntered' ? await optionStarts.told(event) : null;
        const told = event.type === 'OptionSettled' ? toldOfOption(event, money) : started;
        if (!told) continue;
        if (isClosed) return;
        await included(storedBatch.position);
        isTold = (await ofOptions.tell(told, told.contract, batch.at)) || isTold;
      }
      for (const event of batch.events) {
        const told = toldOfFinancial(event, money);
        if (!told) continue;
        if (isClosed) return;
        await included(storedBatch.position);
        isTold = (await ofEarn.tell(told, told.purchase, batch.at)) || isTold;
      }
      for (const told of batch.events.flatMap((event) => toldOfMining(event, money))) {
        if (isClosed) return;
        await included(storedBatch.position);
        isTold = (await ofEarn.tell(told, told.about, batch.at)) || isTold;
      }
      for (const event of batch.events) {
        if (!isToldOfRobot(event)) continue;
        if (isClosed) return;
        await included(storedBatch.position);
        const told = await robots.told(event);
        isTold = (await ofRobots.tell(told, told.robot, batch.at)) || isTold;
      }
      for (const { user, key, facts, origin } of await staff.told(batch)) {
        if (isClosed) return;
        await parts.tell(user, key, facts, origin);
        isTold = true;
      }
      for (const { user, facts, origin } of toldOfRebates(batch)) {
        if (isClosed) return;
        await included(storedBatch.position);
        await parts.tell(user, 'referral.paid', facts, origin);
        isTold = true;
      }
      for (const [index, event] of batch.events.entries()) {
        if (isClosed) return;
        const word = WORDS[event.type] as ((event: CoreEvent, scene: Scene) => Promise<Told | null>) | undefined;
        const recovery = recoveryOf(event);
        if (recovery) {
          const place = `journal/${batch.first + index}`;
          // A freeze is told by the words below, under its own place.
          await parts.recovery(recovery, recovery.isVoid ? place : `${place}/owner`);
          isTold = true;
        }
        // Most events are trades, which are followed by order.
        if (!word) continue;
        await included(storedBatch.position);
        const told = await word(event, { batch, money, withdrawals, reasonOf: parts.reasonOf });
        if (!told) continue;
        const origin = `journal/${batch.first + index}`;
        await parts.tell(told.user, told.key, told.facts, origin, await withdrawals.noticeOf(event, told));
        isTold = true;
      }
      money.forget(batch);
      withdrawals.forget(batch);
      robots.forget(batch);
      optionStarts.forget(batch);
      ({ position, hash } = storedBatch);
      if (isTold || position - written >= EVENTS_UNWRITTEN_MAX) await write();
    }
  }

  /**
   * Whoever is told looks at once, and finds what the message is about as long as the read models keep up. Of those that do
   * not, everything is told without them.
   */
  async function included(place: number): Promise<void> {
    if (missed !== null && parts.progress.position() < missed) return;
    missed = (await parts.progress.waitFor(place, PROJECTION_MS_MAX)) ? null : place;
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

/** Of an order that is over: the read models will know, and the batch is told again until they do. */
async function isNamed(stored: ViewsDatabase, order: number): Promise<boolean> {
  const row = await contractOrderById(stored, order);
  if (!row) throw new Error(`order ${order} is not in the read models yet`);
  return row.clientId !== null;
}

/** Origins of the margin calls of these users since then, as far as they are stored. */
async function toldOfMargin(
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

async function placeOf({ sql }: Database<ExchangeTables>): Promise<Omit<FollowerRow, 'name'>> {
  const followers = sql.selectFrom('followers').select(['position', 'hash']);
  return (await followers.where('name', '=', TELLER_NAME).executeTakeFirst()) ?? { position: -1, hash: null };
}

function recoveryOf(event: CoreEvent): RecoveryTold | null {
  if (event.type === 'AccountFrozen') return { user: event.user, request: null, isVoid: true };
  if (event.type === 'AccountRecovered') return { user: event.user, request: event.request };
  const isProposed = event.type === 'StaffProposed' && event.command === 'RecoverAccount';
  return isProposed && event.user !== undefined ? { user: event.user, request: null } : null;
}

interface Scene {
  batch: Batch;
  money: ToldMoney;
  withdrawals: ToldWithdrawals;
  reasonOf: MessageTellerParts['reasonOf'];
}

type Words = { readonly [T in CoreEvent['type']]?: (event: EventOf<T>, scene: Scene) => Promise<Told | null> };

/** Null for what its user need not hear of: the first of two approvals, for example. */
const WORDS: Words = {
  FundsTransferred: async ({ user, asset, amount, from, to }, { money }) => {
    return { user, key: 'transfer.done', facts: { ...money.of({ asset, amount }), from, to } };
  },
  RechargeSeen: async ({ user, asset, amount, needed }, { batch, money }) => {
    // What fails or is credited in the same breath is told as that.
    if (batch.events.some(({ type }) => type === 'RechargeFailed' || type === 'RechargeCredited')) return null;
    return { user, key: 'recharge.seen', facts: { ...money.of({ asset, amount }), needed } };
  },
  RechargeCredited: async ({ user, asset, amount }, { money }) => {
    return { user, key: 'recharge.credited', facts: money.of({ asset, amount }) };
  },
  RechargeFinalized: async ({ user, asset, amount }, { money }) => {
    return { user, key: 'recharge.final', facts: money.of({ asset, amount }) };
  },
  RechargeFailed: async ({ user, recharge, reason }, { money }) => {
    return { user, key: 'recharge.failed', facts: { ...(await money.ofRecharge(recharge)), reason } };
  },
  RechargeRetracted: async ({ user, recharge }, { money }) => {
    return { user, key: 'recharge.retracted', facts: await money.ofRecharge(recharge) };
  },
  WithdrawalApplied: async (event, { money, withdrawals }) => {
    const { user } = event;
    const destination = await withdrawals.firstDestinationOf(event);
    if (destination === null) return { user, key: 'withdrawal.applied', facts: money.of(event) };
    return { user, key: 'withdrawal.first', facts: { ...money.of(event), destination } };
  },
  WithdrawalApproved: async ({ user, withdrawal, complete }, { money }) => {
    return complete ? { user, key: 'withdrawal.approved', facts: await money.ofWithdrawal(withdrawal) } : null;
  },
  WithdrawalPaid: async ({ user, withdrawal }, { money }) => {
    return { user, key: 'withdrawal.paid', facts: await money.ofWithdrawal(withdrawal) };
  },
  WithdrawalRejected: async ({ user, withdrawal, reason: said }, { money, reasonOf }) => {
    const reason = await reasonOf(said);
    return { user, key: 'withdrawal.rejected', facts: { ...(await money.ofWithdrawal(withdrawal)), reason } };
  },
  WithdrawalCancelled: async ({ user, withdrawal }, { money }) => {
    return { user, key: 'withdrawal.cancelled', facts: await money.ofWithdrawal(withdrawal) };
  },
  AccountFrozen: async ({ user, reason }, { reasonOf }) => {
    const words = await reasonOf(reason);
    const told: Told =
      catalogued(words) === null
        ? { user, key: 'account.frozen', facts: {} }
        : { user, key: 'account.frozen.for', facts: { reason: words } };
    return told;
  },
  AccountUnfrozen: async ({ user }) => ({ user, key: 'account.unfrozen', facts: {} }),
  // What staff wrote is for staff and auditors: it may name a claim of somebody else's.
  FundsFrozen: async ({ user, asset, amount, account = 'spot' }, { money }) => {
    return { user, key: 'funds.frozen', facts: { ...money.of({ asset, amount }), account } };
  },
  FundsUnfrozen: async ({ user, entries }, { money }) => {
    return { user, key: 'funds.released', facts: released(entries, money) };
  },
};

/** What goes back is in the entry, with the account that it goes back to. */
function released(
  [{ credit, amount }]: EventOf<'FundsUnfrozen'>['entries'],
  money: ToldMoney,
): Money & { account: string } {
  const account = parseAccount(credit);
  if (account.owner === 'house') throw new Error(`${credit} had nothing frozen`);
  return { ...money.of({ asset: account.asset, amount }), account: account.kind };
}
