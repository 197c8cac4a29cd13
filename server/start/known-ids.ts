/**
 * The relational database assigns ids that the journal remembers: of users, of bank cards, of deposit addresses. After
 * a loss, or a restore from an older backup, its counters begin below ids in use. Every start compares the two, so that
 * no id is assigned twice. It repairs and logs the differences that it can.
 */
import { CHAINS, isChain } from '../../shared/rules/chains';
import { isTextHash } from '../../shared/products/content/rules/text-hashes';
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

/** Rows read, and commands submitted, at a time. */
const PAGE = 1_000;

export interface KnownIdsDependencies {
  database: Database<ExchangeTables>;
  /** State of the recovered engine, before it accepts commands. */
  state: CoreState;
  head: JournalHead;
  commands: Pick<CommandPort, 'submit'>;
  chains: Pick<Chains, 'find'>;
  addresses: DepositAddresses;
  clock: () => number;
  log: (message: string, details: Record<string, unknown>) => void;
}

/** The users of the database are not the members of the journal: logins would reach other people's accounts. */
export class UsersContradictedError extends Error {}

export interface ComparedUsers {
  /** Members who cannot log in because their rows are missing. */
  membersWithoutUser: number;
}

/** Rejects with a UsersContradictedError or a ChainIdentityError if database and journal cannot belong together. */
export async function compareKnownIds(dependencies: KnownIdsDependencies): Promise<ComparedUsers> {
  const { state } = dependencies;
  const users = await sortedUsers(dependencies);
  refuseOthers(users.others);
  await raiseToKnown(dependencies, 'user', state.highest.user);
  await raiseToKnown(dependencies, 'bank_card', state.highest.card);
  await renumber(dependencies, users.strangers);
  const membersWithoutUser = state.members.size - users.matching;
  if (membersWithoutUser > 0) {
    dependencies.log('members without a user: nobody can log in as them', { members: membersWithoutUser });
  }
  await registerAgain(dependencies, users.forgotten);
  await compareAddresses(dependencies, membersWithoutUser > 0);
  if (membersWithoutUser > 0) await notifyFromNowOn(dependencies);
  return { membersWithoutUser };
}

async function raiseToKnown(
  { database, log }: KnownIdsDependencies,
  kind: LastIdRow['kind'],
  knownId: number,
): Promise<void> {
  const before = await lastId(database.sql, kind);
  if (await raiseLastId(database.sql, kind, knownId)) log('ids raised', { kind, from: before, to: knownId });
}

/* Users */

interface SortedUsers {
  /** Number of users who are members in the journal under the same identity. */
  matching: number;
  /** New users with the id of a member. */
  strangers: KnownUser[];
  /** Members in the database that the journal does not have. */
  forgotten: KnownUser[];
  /** Ids of members in both that belong to different people. */
  others: number[];
}

async function sortedUsers({ database, state }: KnownIdsDependencies): Promise<SortedUsers> {
  const sorted: SortedUsers = { matching: 0, strangers: [], forgotten: [], others: [] };
  for await (const user of allUsers(database)) {
    const member = state.members.get(user.id);
    const isMarked = user.isMember === 1;
    if (!member) {
      if (isMarked) sorted.forgotten.push(user);
    } else if (member.registration === registrationOf(user) || (member.registration === null && isMarked)) {
      sorted.matching++;
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

/** A new database beside an old journal: users are not notified again about past events. */
async function notifyFromNowOn({ database, head: { position, hash } }: KnownIdsDependencies): Promise<void> {
  await database.sql
    .insertInto('followers')
    .values({ name: NOTIFIER_NAME, position, hash })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

async function renumber({ database, state, clock, log }: KnownIdsDependencies, strangers: KnownUser[]): Promise<void> {
  const users = new Users(database, clock);
  for (const stranger of strangers) {
    const { id } = await users.renumber(stranger, state.highest.user);
    log('a new user had the id of a member and has another now', { from: stranger.id, to: id });
  }
}

/** Members in the database that a truncated journal no longer has: submits the idempotent registration again. */
async function registerAgain({ commands, log }: KnownIdsDependencies, users: readonly KnownUser[]): Promise<void> {
  if (users.length === 0) return;
  await inPages(users, async (user) => {
    const command = { type: 'RegisterMember', user: user.id, registration: registrationOf(user) } as const;
    await commands.submit({ actor: 'registrar', command });
  });
  log('members registered again', { members: users.length });
}

/* Deposit addresses */

/**
 * Writes missing rows again, and submits addresses that the journal does not know: those from before it recorded
 * addresses, and those lost in a truncation.
 */
async function compareAddresses(dependencies: KnownIdsDependencies, isUserMissing: boolean): Promise<void> {
  const { addresses, state, log } = dependencies;
  const missing = new Map(state.wallet.depositAddresses);
  const unrecorded: DepositAddress[] = [];
  for (const { chain, userId: user, addressIndex: index, address } of await addresses.allAddresses()) {
    const assigned = state.wallet.depositAddresses.get(placeKey(chain, index));
    if (assigned?.user === user) missing.delete(placeKey(chain, index));
    else if (assigned === undefined && !state.wallet.depositIndexes.has(ownerKey(chain, user))) {
      unrecorded.push({ user, chain, index, address });
    } else log('a deposit address is another member’s in the journal', { chain, index, address, user });
  }
  if (isUserMissing) await raiseUnknown(dependencies);
  await submitAssignments(dependencies, unrecorded);
  if (missing.size === 0) return;
  const derivedAddresses: DepositAddress[] = [];
  for (const assignment of missing.values()) {
    const derived = withDerivedAddress(dependencies, assignment);
    if (derived) derivedAddresses.push(derived);
    // The chain is not followed now. Its address index is raised anyway; its rows are written once it is followed
    // again.
    else if (isChain(assignment.chain))
      await raiseToKnown(dependencies, `address_index/${assignment.chain}`, assignment.index);
  }
  await addresses.storeAssignments(derivedAddresses);
  log('deposit addresses written again', { addresses: derivedAddresses.length });
}

/**
 * A journal that begins before it recorded addresses does not say how many were assigned. Each member has at most one
 * per chain: if rows are missing, numbering continues above the number of members.
 */
async function raiseUnknown(dependencies: KnownIdsDependencies): Promise<void> {
  const {
    wallet: { depositAddresses },
    members,
  } = dependencies.state;
  if (![...members.values()].some(({ registration }) => registration === null)) return;
  const chainsInJournal = new Set([...depositAddresses.values()].map(({ chain }) => chain));
  for (const chain of CHAINS)
    if (!chainsInJournal.has(chain)) await raiseToKnown(dependencies, `address_index/${chain}`, members.size - 1);
}

async function submitAssignments(
  { commands, addresses, log }: KnownIdsDependencies,
  unrecorded: readonly DepositAddress[],
): Promise<void> {
  let refused = 0;
  await inPages(unrecorded, async (assignment) => {
    const command = { type: 'AssignDepositAddress', ...addresses.withHashedAddress(assignment) } as const;
    const outcome = await commands.submit({ actor: 'registrar', command });
    if ('rejected' in outcome) refused++;
  });
  if (unrecorded.length > 0)
    log('deposit addresses told to the journal', { addresses: unrecorded.length - refused, refused });
}

/**
 * The deposit address with its text, derived from its index if the chain is followed; null if the address is unknown.
 * Addresses derived from another key cannot be spent from here, and the lost database may be the only record of them.
 */
function withDerivedAddress(
  { chains, addresses }: KnownIdsDependencies,
  assignment: DepositAddress,
): DepositAddress | null {
  const { chain, index, address } = assignment;
  const port = isChain(chain) ? chains.find(chain) : undefined;
  if (!port) return isTextHash(address) ? null : assignment;
  const derived = addresses.withDerivedAddress(assignment, port);
  if (derived) return derived;
  const keys = isTextHash(address) ? 'node and key, and the oldest SECRETS_KEY' : 'node and key';
  throw new ChainIdentityError(
    `chain ${chain}: address ${index} was ${address} when it was given out and is ${port.depositAddress(index)} now: use the former ${keys}.`,
  );
}

async function inPages<T>(list: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < list.length; start += PAGE) await Promise.all(list.slice(start, start + PAGE).map(act));
}
