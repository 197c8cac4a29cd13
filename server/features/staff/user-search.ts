/**
 * Finds users by a part of e-mail, phone or nickname, of a listed or deposit address, or of a transaction. Encrypted
 * values are found only as a whole, by a keyed hash: the verified name, and the destination of a withdrawal.
 */
import { Inject, Injectable } from '@nestjs/common';
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import { TEXT_HASH_PREFIX } from '../../../shared/products/content/rules/text-hashes';
import type { Database } from '../../platform/database/database';
import type { ExchangeTables, UserRow } from '../../platform/database/exchange-tables';
import { nameMacOf } from '../../platform/auth/verified-names';
import type { Chains } from '../../platform/chains/chains';
import { requestInvalid } from '../../platform/errors/refusal';
import { addressMac } from '../../platform/address-vault';
import { Secrets } from '../../platform/secrets/secrets';
import { CHAINS, EXCHANGE_DATABASE } from '../../platform/tokens';
import { Reader } from '../shared/endpoints/reader';

const USER_ID = /^[1-9]\d{0,9}$/;
const PHONE = /^\+?[\d\s()./-]+$/;
/** Characters of an address or a hash; a shorter part would match too many. */
const OF_CHAIN = /^[0-9A-Za-z]{6,}$/;
const PART_LENGTH_MIN = 3;
/** Maximum number of users with matching withdrawals or deposits; the newest are used. */
const USERS_BY_PAYMENT_MAX = 1_000;

interface FoundRows {
  rows: UserRow[];
  total: number;
  /** Whether further users match that are not returned. */
  more: boolean;
}

type Condition = (row: ExpressionBuilder<ExchangeTables, 'users'>) => Expression<SqlBool>;

@Injectable()
export class UserSearch {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CHAINS) private readonly chains: Chains,
    private readonly secrets: Secrets,
    private readonly reader: Reader,
  ) {}

  /** Newest first. Refuses fewer than three characters unless they are a user id. */
  async find(search: string, offset: number, limit: number): Promise<FoundRows> {
    const isId = USER_ID.test(search);
    const isPart = [...search].length >= PART_LENGTH_MIN;
    if (!isPart && !isId) throw requestInvalid([{ path: 'search', code: 'too.short' }]);
    const movers = isPart && OF_CHAIN.test(search) ? await this.usersWithPayment(search) : [];
    const visibleMovers = movers.slice(0, USERS_BY_PAYMENT_MAX);
    const conditions = [
      ...(isId ? [((row) => row('id', '=', Number(search))) satisfies Condition] : []),
      ...(isPart ? this.byPart(search) : []),
      ...(visibleMovers.length > 0 ? [((row) => row('id', 'in', visibleMovers)) satisfies Condition] : []),
    ];
    const base = this.database.lists
      .selectFrom('users')
      .where((row) => row.or(conditions.map((condition) => condition(row))));
    const rows = await base.selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute();
    const { total } = await base.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    return { rows, total, more: movers.length > visibleMovers.length };
  }

  private byPart(search: string): Condition[] {
    const mac = nameMacOf(this.secrets, search);
    const nameMatches = this.database.lists.selectFrom('verifications').select('userId').where('nameMac', '=', mac);
    const conditions: Condition[] = [
      (row) => row.or([has('users.email', search), has('users.nick_name', search)]),
      (row) => row('id', 'in', nameMatches),
    ];
    const digits = search.replace(/[^\d+]/g, '');
    if (PHONE.test(search) && digits.length >= PART_LENGTH_MIN) conditions.push(() => has('users.phone', digits));
    if (OF_CHAIN.test(search)) {
      const { lists } = this.database;
      const addressMatches = lists.selectFrom('withdrawalAddresses').select('userId').where(has('address', search));
      const paidAt = lists.selectFrom('depositAddresses').select('userId').where(has('address', search));
      conditions.push((row) => row.or([row('id', 'in', addressMatches), row('id', 'in', paidAt)]));
      const macs = this.macsOf(search);
      const withdrew = lists.selectFrom('keptAddresses').select('userId').where('mac', 'in', macs);
      if (macs.length > 0) conditions.push((row) => row('id', 'in', withdrew));
    }
    return conditions;
  }

  /** MACs of the text as an address, for each chain whose format it fits. */
  private macsOf(text: string): string[] {
    return this.chains.all().flatMap((port) => {
      const address = port.normalAddress(text);
      return address === null ? [] : [addressMac(this.secrets, { chain: port.chain, address })];
    });
  }

  /**
   * Users with a withdrawal or a deposit in such a transaction or at such a plain address, newest first; at most one more than the
   * maximum.
   */
  private async usersWithPayment(searchText: string): Promise<number[]> {
    const { sql: views } = await this.reader.at(undefined);
    // Older journals contain plain addresses.
    const addressMatch = sql<SqlBool>`(${has('address', searchText)} and address not like ${`${TEXT_HASH_PREFIX}%`})`;
    const paymentMatch = sql<SqlBool>`(${has('reference', searchText)} or ${addressMatch})`;
    const withdrawn = views.selectFrom('withdrawals').select('userId').where(paymentMatch);
    const received = views.selectFrom('recharges').select('userId').where(paymentMatch);
    const either = withdrawn.union(received).orderBy('userId', 'desc');
    const rows = await either.limit(USERS_BY_PAYMENT_MAX + 1).execute();
    return rows.map(({ userId }) => userId);
  }
}

/** Whether the column contains the text, case-insensitively. */
function has(column: string, text: string): Expression<SqlBool> {
  const columnRef = sql.ref(column);
  // Databases may fold the case of ASCII letters only.
  const cases = new Set([text, text.toLowerCase(), text.toUpperCase()]);
  const likes = [...cases].map(
    (one) => sql<SqlBool>`lower(${columnRef}) like lower(${`%${escaped(one)}%`}) escape '\\'`,
  );
  return sql<SqlBool>`(${sql.join(likes, sql` or `)})`;
}

/** Escapes the wildcards of a pattern. */
function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
