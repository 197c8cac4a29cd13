/**
 * The relational database gives out ids that the journal remembers: of users, of bank cards, of deposit addresses. When it
 * is lost or comes from an older backup its counters begin below ids that are somebody's. Every start compares the two, so
 * that no id is given out a second time; what it can put right by itself it does, and it says so.
 */
import { CHAINS, isChain } from '../../shared/rules/chains';
import { isTextHash } from '../../shared/products/content/rules/kept-texts';
import type { CoreState } from '../core/state';
import { ownerKey, placeKey, type DepositAddress } from '../products/wallet/core/deposit-address';
import type { CommandPort } from '../engine/port';
import type { JournalHead } from '../journal/port';
import { registrationOf, Users } from '../platform/auth/users';
import { ChainIdentityError } from '../platform/chains/chain-identities';
import type { Chains } from '../platform/chains/chains';
import type { DepositAddresses } from '../platform/chains/deposit-addresses';
import type { Database } from '../platform/database/database';
import type { ExchangeTables, LastIdRow, UserRow } from '../platform/database/exchange-tables';
import { lastId, raiseLastId } from '../platform/database/last-ids';
import { NOTIFIER_NAME } from '../workers/notifications/notifier';

/** Rows looked at, and commands sent, at a time. */
const PAGE = 1_000;

export interface KnownIdsParts {
  database: Database<ExchangeTables>;
  /** Of the engine that has recovered and is asked nothing else yet. */
  state: CoreState;
  head: JournalHead;
  commands: Pick<CommandPort, 'submit'>;
  chains: Pick<Chains, 'find'>;
  addresses: DepositAddresses;
  clock: () => number;
  log: (message: string, facts: Record<string, unknown>) => void;
}

/** The users of the database are others than the members of the journal: nobody may log in as whom they are not. */
export class UsersContradictedError extends Error {}

export interface ComparedUsers {
  /** Members whom nobody can log in as, since their rows are missing. */
  membersWithoutUser: number;
}

/** Rejects with a UsersContradictedError or a ChainIdentityError when database and journal cannot belong together. */
export async function compareKnownIds(parts: KnownIdsParts): Promise<ComparedUsers> {
  const { state } = parts;
  const users = await sortedUsers(parts);
  refuseOthers(users.others);
  await raise(parts, 'user', state.highest.user);
  await raise(parts, 'bank_card', state.highest.card);
  await renumber(parts, users.strangers);
  const membersWithoutUser = state.members.size - users.known;
  if (membersWithoutUser > 0) {
    parts.log('members without a user: nobody can log in as them', { members: membersWithoutUser });
  }
  await registerAgain(parts, users.forgotten);
  await compareAddresses(parts, membersWithoutUser > 0);
  if (membersWithoutUser > 0) await tellFromNowOn(parts);
  return { membersWithoutUser };
}

async function raise({ database, log }: KnownIdsParts, kind: LastIdRow['kind'], known: number): Promise<void> {
  const before = await lastId(database.sql, kind);
  if (await raiseLastId(database.sql, kind, known)) log('ids raised', { kind, from: before, to: known });
}

/* Users */

interface SortedUsers {
  /** How many are members, and themselves. */
  known: number;
  /** New, under the number of a member. */
  strangers: KnownUser[];
  /** Members here, and not in the journal. */
  forgotten: KnownUser[];
  /** Members here and there, and not the same people. */
  others: number[];
}

async function sortedUsers({ database, state }: KnownIdsParts): Promise<SortedUsers> {
  const sorted: SortedUsers = { known: 0, strangers: [], forgotten: [], others: [] };
  for await (const user of allUsers(database)) {
    const member = state.members.get(user.id);
    const isMarked = user.isMember === 1;
    if (!member) {
      if (isMarked) sorted.forgotten.push(user);
    } else if (member.registration === registrationOf(user) || (member.registration === null && isMarked)) {
      sorted.known++;
    } else if (isMarked) sorted.others.push(user.id);
    else sorted.strangers.push(user);
  }
  return sorted;
}

type KnownUser = Pick<UserRow, 'id' | 'isMember' | 'invitationCode'>;

async function* allUsers({ sql }: Database<ExchangeTables>): AsyncGenerator<KnownUser> {
  for (let after = 0; ;) {
    const users = sql.selectFrom('users').select(['id', 'isMember', 'invitationCode']);
    const rows = await users.where('id', '>', after).orderBy('id').limit(PAGE).execute();
    yield* rows;
    if (rows.length < PAGE) return;
    after = rows[rows.length - 1].id;
  }
}

function refuseOthers(others: readonly number[]): void {
  if (others.length === 0) return;
  const [first] = others;
  throw new UsersContradictedError(
    `user ${first} of the relational database is not the member ${first} of the journal, nor are ${others.length - 1} ` +
      'others who they seem: the two are of different exchanges. Put a journal and a database in place that belong together.',
  );
}

/** A database that is new to an old journal: nobody is told anew of all that happened to those who are not in it. */
async function tellFromNowOn({ database, head: { position, hash } }: KnownIdsParts): Promise<void> {
  await database.sql
    .insertInto('followers')
    .values({ name: NOTIFIER_NAME, position, hash })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

async function renumber({ database, state, clock, log }: KnownIdsParts, strangers: KnownUser[]): Promise<void> {
  const users = new Users(database, clock);
  for (const stranger of strangers) {
    const { id } = await users.renumber(stranger, state.highest.user);
    log('a new user had the id of a member and has another now', { from: stranger.id, to: id });
  }
}

/** Members in the database of whom a journal that was cut knows no more: the idempotent command once again. */
async function registerAgain({ commands, log }: KnownIdsParts, users: readonly KnownUser[]): Promise<void> {
  if (users.length === 0) return;
  await inPages(users, async (user) => {
    const command = { type: 'RegisterMember', user: user.id, registration: registrationOf(user) } as const;
    await commands.submit({ actor: 'registrar', command });
  });
  log('members registered again', { members: users.length });
}

/* Deposit addresses */

/**
 * Rows that are missing are written again, and rows that the journal does not know are told to it: those of the time
 * before it was told of addresses, and those that a cut took from it.
 */
async function compareAddresses(parts: KnownIdsParts, isUserMissing: boolean): Promise<void> {
  const { addresses, state, log } = parts;
  const missing = new Map(state.wallet.depositAddresses);
  const untold: DepositAddress[] = [];
  for (const { chain, userId: user, addressIndex: index, address } of await addresses.all()) {
    const given = state.wallet.depositAddresses.get(placeKey(chain, index));
    if (given?.user === user) missing.delete(placeKey(chain, index));
    else if (given === undefined && !state.wallet.depositIndexes.has(ownerKey(chain, user))) {
      untold.push({ user, chain, index, address });
    } else log('a deposit address is another member’s in the journal', { chain, index, address, user });
  }
  if (isUserMissing) await raiseUnknown(parts);
  await tell(parts, untold);
  if (missing.size === 0) return;
  const known: DepositAddress[] = [];
  for (const given of missing.values()) {
    const derived = derivedOf(parts, given);
    if (derived) known.push(derived);
    // Nobody follows the chain. Its numbers are taken all the same, and its rows are written when somebody does again.
    else if (isChain(given.chain)) await raise(parts, `address_index/${given.chain}`, given.index);
  }
  await addresses.keep(known);
  log('deposit addresses written again', { addresses: known.length });
}

/**
 * A journal that goes back to the time before it was told of addresses does not say how many were given out. Each member
 * has one on each chain at most: when rows are missing, numbers go on above them all.
 */
async function raiseUnknown(parts: KnownIdsParts): Promise<void> {
  const {
    wallet: { depositAddresses },
    members,
  } = parts.state;
  if (![...members.values()].some(({ registration }) => registration === null)) return;
  const told = new Set([...depositAddresses.values()].map(({ chain }) => chain));
  for (const chain of CHAINS) if (!told.has(chain)) await raise(parts, `address_index/${chain}`, members.size - 1);
}

async function tell({ commands, addresses, log }: KnownIdsParts, untold: readonly DepositAddress[]): Promise<void> {
  let refused = 0;
  await inPages(untold, async (given) => {
    const command = { type: 'AssignDepositAddress', ...addresses.told(given) } as const;
    const outcome = await commands.submit({ actor: 'registrar', command });
    if ('rejected' in outcome) refused++;
  });
  if (untold.length > 0) log('deposit addresses told to the journal', { addresses: untold.length - refused, refused });
}

/**
 * With its address, which follows from its number where the chain is followed; null where nothing says which it is. What was given
 * out under another key is nobody's to spend from here: the database that would say so may be the one lost.
 */
function derivedOf({ chains, addresses }: KnownIdsParts, given: DepositAddress): DepositAddress | null {
  const { chain, index, address } = given;
  const port = isChain(chain) ? chains.find(chain) : undefined;
  if (!port) return isTextHash(address) ? null : given;
  const derived = addresses.derived(given, port);
  if (derived) return derived;
  const keys = isTextHash(address) ? 'node and key, and the oldest SECRETS_KEY' : 'node and key';
  throw new ChainIdentityError(
    `chain ${chain}: address ${index} was ${address} when it was given out and is ${port.depositAddress(index)} now: use the former ${keys}.`,
  );
}

async function inPages<T>(list: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < list.length; start += PAGE) await Promise.all(list.slice(start, start + PAGE).map(act));
}
