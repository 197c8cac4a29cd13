/**
 * A user's stored data as one JSON file, streamed table by table in the order of the register: encrypted values
 * decrypted, credentials omitted. Long lists contain the newest rows with a note; the whole lists are available as
 * separate tables.
 */
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { sql, type Kysely } from 'kysely';
import { reasonOf, type StaffReason } from '../../../../../shared/rules/staff-reasons';
import { SHOWN_DATA_ROUTES } from '../../../../../shared/wire/shown-data';
import type { Database } from '../../../../platform/database/database';
import type { ExchangeTables } from '../../../../platform/database/exchange-tables';
import { FILES, type Files } from '../../../../platform/files/files';
import { ReadYourWrites } from '../../../../platform/read-your-writes';
import { CATEGORIES } from '../../../../platform/personal-data/categories';
import { PERSONAL_DATA, registeredColumns, type RegisteredTable } from '../../../../platform/personal-data/register';
import {
  bankCardContext,
  beneficiaryContext,
  addressVaultContext,
  photoContext,
  photoFile,
  verificationContext,
} from '../../../../platform/secrets/contexts';
import { UserSecrets, type UserSeal } from '../../../../platform/secrets/user-secrets';
import type { MaybeChainAddress } from '../../../../platform/chains/chain-address';
import { AddressVault } from '../../../../platform/address-vault';
import { StaffTexts } from '../../../../platform/staff-texts';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../../../../platform/tokens';
import { Reader } from '../../../../features/shared/endpoints/reader';

const ROWS_MAX = 10_000;

/** Credentials, and columns of internal use only. */
const SECRET_COLUMNS = new Set([
  'password_hash',
  'sealed_secret',
  'sealed_key',
  'code_hash',
  'code_mac',
  'ticket_hash',
  'token_hash',
  'cookie_hash',
  'digest',
  'challenge_hash',
  'request_hash',
  'close_hash',
  'document_mac',
  'name_mac',
  'asker',
]);

/** The column with the user concerned. */
const SUBJECT: Readonly<Record<string, string>> = { users: 'id' };

/** Internal work of the desk, not disclosed to the user, except accesses to unmasked personal data. */
const STAFF_ONLY = new Set(['legal_holds', 'staff_log', 'staff_rights', 'step_ups', 'verified_documents']);

/** Contain addresses of chains in the journal's form. */
const TABLES_WITH_ADDRESSES = new Set(['recharges', 'withdrawals']);

/** Actions as named in the staff log. */
const STAFF_LOOK_ACTIONS = Object.values(SHOWN_DATA_ROUTES).map(({ path }) => path.slice('/exchange/'.length));
const HIDDEN_REASON = 'show_legal' satisfies StaffReason;

const REASONS = ['reason', 'proposedReason', 'releaseReason'] as const;

type Row = Record<string, unknown>;

export class OwnData extends Query<AsyncIterable<string>> {
  constructor(readonly user: number) {
    super();
  }
}

@QueryHandler(OwnData)
export class OwnDataHandler implements IQueryHandler<OwnData> {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(FILES) private readonly files: Files,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly userSecrets: UserSecrets,
    private readonly staffTexts: StaffTexts,
    private readonly addressVault: AddressVault,
    private readonly reader: Reader,
    private readonly ownWrites: ReadYourWrites,
  ) {}

  async execute({ user }: OwnData): Promise<AsyncIterable<string>> {
    const userSeal = await this.userSecrets.sealOf(user);
    const views = await this.reader.at(this.ownWrites.completePositionOf(user));
    const records = await this.reader.recordsAt(this.ownWrites.completePositionOf(user));
    return this.write(user, userSeal, [
      [() => this.database.lists, PERSONAL_DATA.exchange],
      [() => views.sql, PERSONAL_DATA.views],
      [() => records.sql, PERSONAL_DATA.records],
    ]);
  }

  private async *write(
    user: number,
    userSeal: UserSeal,
    // Tables are read by name.
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    databases: readonly (readonly [() => Kysely<any>, Readonly<Record<string, RegisteredTable>>])[],
  ): AsyncGenerator<string> {
    yield `{"user":${user},"writtenAt":${this.clock()},"kinds":${JSON.stringify(CATEGORIES)},"tables":{`;
    let separator = '\n';
    // Read models may be rebuilt between two tables.
    for (const [database, tables] of databases) {
      for (const [table, registered] of Object.entries(tables)) {
        const columns = ownColumns(table, registered);
        if (columns === null) continue;
        const rows = await rowsOf(database(), table, columns, user);
        if (rows.length === 0) continue;
        const isCut = rows.length > ROWS_MAX;
        const decrypted = await this.decryptRows(table, rows.slice(0, ROWS_MAX), user, userSeal);
        const kinds = Object.keys(registered).filter((kind) => kind !== 'none');
        yield `${separator}${JSON.stringify(table)}:${JSON.stringify({ kinds, isCut, rows: decrypted }, bigintAsText)}`;
        separator = ',\n';
      }
    }
    const staffAccesses = await staffLooksAt(this.database, user);
    if (staffAccesses.length > 0) {
      const isCut = staffAccesses.length > ROWS_MAX;
      const table = { kinds: ['desk'], isCut, rows: staffAccesses.slice(0, ROWS_MAX) };
      yield `${separator}"staff_log":${JSON.stringify(table)}`;
    }
    yield '\n}}\n';
  }

  private async decryptRows(table: string, rows: Row[], user: number, userSeal: UserSeal): Promise<Row[]> {
    if (table === 'bank_cards') return rows.map((row) => decryptDocument(row, userSeal, bankCardContext(user)));
    if (table === 'withdrawal_addresses' || table === 'withdrawal_beneficiaries')
      return rows.map((row) => decryptBeneficiary(row, userSeal, user));
    if (table === 'verifications') return rows.map((row) => decryptDocument(row, userSeal, verificationContext(user)));
    if (table === 'kept_addresses') return rows.map((row) => decryptAddress(row, userSeal, user));
    if (TABLES_WITH_ADDRESSES.has(table)) return this.withReasons(await this.withAddresses(rows));
    if (table !== 'photos') return this.withReasons(rows);
    return Promise.all(rows.map(async (row) => ({ ...row, jpeg: await this.photo(String(row.id), user, userSeal) })));
  }

  private async withAddresses(rows: Row[]): Promise<Row[]> {
    const addressOf = await this.addressVault.addressesIn(rows as unknown as MaybeChainAddress[]);
    return rows.map((row) => ({ ...row, address: addressOf(row as unknown as MaybeChainAddress) }));
  }

  /** Replaces the journal's hashes of staff texts, which are of internal use only. */
  private async withReasons(rows: Row[]): Promise<Row[]> {
    const reasonsOf = (row: Row): [string, string][] =>
      REASONS.flatMap((column) => (typeof row[column] === 'string' ? [[column, row[column]]] : []));
    const reasonOf = await this.staffTexts.reasonsIn(rows.flatMap((row) => reasonsOf(row).map(([, reason]) => reason)));
    return rows.map((row) => {
      return { ...row, ...Object.fromEntries(reasonsOf(row).map(([column, reason]) => [column, reasonOf(reason)])) };
    });
  }

  /** Base64; null for a deleted photo. */
  private async photo(id: string, user: number, userSeal: UserSeal): Promise<string | null> {
    const sealed = await this.files.get(photoFile({ id, userId: user }));
    return sealed && userSeal.openBytes(sealed, photoContext(id)).toString('base64');
  }
}

/**
 * Accesses of staff to the user's unmasked data by kind of case, newest first, without names and reasons. Requests by
 * authorities are excluded, because the law may forbid their disclosure.
 */
async function staffLooksAt({ lists }: Pick<Database<ExchangeTables>, 'lists'>, user: number): Promise<Row[]> {
  const rows = await lists
    .selectFrom('staffLog')
    .select(['at', 'action', 'reason', 'facts'])
    .where('userId', '=', user)
    .where('action', 'in', STAFF_LOOK_ACTIONS)
    .where('outcome', '=', 'success')
    .orderBy('id', 'desc')
    .limit(ROWS_MAX + 1)
    .execute();
  return rows.flatMap(({ at, action, reason, facts }) => {
    const reasonId = reasonOf(reason ?? '')?.id;
    if (reasonId === undefined || reasonId === HIDDEN_REASON) return [];
    return [{ at, action, reason: reasonId, fields: String((JSON.parse(facts) as Row)['fields']) }];
  });
}

/** Null if the table is not organised by user. */
function ownColumns(table: string, registered: RegisteredTable): string[] | null {
  const columns = [...registeredColumns(registered)];
  const subject = SUBJECT[table] ?? 'user_id';
  const isPersonal = columns.some(([column, kind]) => column === subject && kind !== 'none');
  if (!isPersonal || STAFF_ONLY.has(table)) return null;
  return columns.map(([column]) => column).filter((column) => !SECRET_COLUMNS.has(column));
}

async function rowsOf(
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  database: Kysely<any>,
  table: string,
  columns: readonly string[],
  user: number,
): Promise<Row[]> {
  const orderColumn = ['position', 'event_position', 'id', 'at'].find((column) => columns.includes(column));
  const order = orderColumn === undefined ? sql`` : sql`order by ${sql.ref(orderColumn)} desc`;
  const { rows } = await sql<Row>`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
    where ${sql.ref(SUBJECT[table] ?? 'user_id')} = ${user} ${order} limit ${ROWS_MAX + 1}`.execute(database);
  return rows;
}

function decryptDocument({ sealedNumber, sealedName, ...row }: Row, userSeal: UserSeal, context: string): Row {
  return {
    ...row,
    number: userSeal.open(String(sealedNumber), context),
    name: userSeal.open(String(sealedName), context),
  };
}

function decryptBeneficiary({ sealedBeneficiary: sealed, ...row }: Row, userSeal: UserSeal, user: number): Row {
  const beneficiary: unknown =
    sealed === null ? null : JSON.parse(userSeal.open(sealed as string, beneficiaryContext(user)));
  return { ...row, beneficiary };
}

function decryptAddress({ sealed, hash, mac: _, ...row }: Row, userSeal: UserSeal, user: number): Row {
  return { ...row, address: userSeal.open(String(sealed), addressVaultContext(user, String(hash))) };
}

/** Amounts are whole numbers of any size. */
function bigintAsText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
