/**
 * All that is kept about a user as one JSON file, written as it is read: table by table as the register has them, what is sealed
 * opened, and without what would let somebody in. Of lists that are longer than a file should be it has the newest, and says so;
 * the whole of those can be had as tables of their own.
 */
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { sql, type Kysely } from 'kysely';
import { reasonOf, type StaffReason } from '../../../../../shared/rules/staff-reasons';
import { SHOWN_DATA_ROUTES } from '../../../../../shared/wire/shown-data';
import type { Database } from '../../../../platform/database/database';
import type { ExchangeTables } from '../../../../platform/database/exchange-tables';
import { FILES, type Files } from '../../../../platform/files/files';
import { OwnWrites } from '../../../../platform/own-writes';
import { CATEGORIES } from '../../../../platform/personal-data/categories';
import { PERSONAL_DATA, registeredColumns, type RegisteredTable } from '../../../../platform/personal-data/register';
import {
  bankCardContext,
  beneficiaryContext,
  keptAddressContext,
  photoContext,
  photoFile,
  verificationContext,
} from '../../../../platform/secrets/contexts';
import { UserSecrets, type UserSeal } from '../../../../platform/secrets/user-secrets';
import type { MaybeOfChain } from '../../../../platform/chains/of-chain';
import { KeptAddresses } from '../../../../platform/kept-addresses';
import { StaffTexts } from '../../../../platform/staff-texts';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../../../../platform/tokens';
import { Reader } from '../../../../features/shared/endpoints/reader';

const ROWS_MAX = 10_000;

/** What would let somebody in, or is no use to anybody but the program. */
const KEPT_BACK = new Set([
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

/** The column that says whom a row is about. */
const SUBJECT: Readonly<Record<string, string>> = { users: 'id' };

/** Of these it is the desk's work, of which the user is not told, but for when staff looked at personal data in clear. */
const DESK_ONLY = new Set(['legal_holds', 'staff_log', 'staff_rights', 'step_ups', 'verified_documents']);

/** With addresses of chains as the journal has them. */
const ADDRESSED = new Set(['recharges', 'withdrawals']);

/** As the log of staff has them. */
const LOOKS = Object.values(SHOWN_DATA_ROUTES).map(({ path }) => path.slice('/exchange/'.length));
const UNTOLD = 'show_legal' satisfies StaffReason;

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
    private readonly kept: KeptAddresses,
    private readonly reader: Reader,
    private readonly ownWrites: OwnWrites,
  ) {}

  async execute({ user }: OwnData): Promise<AsyncIterable<string>> {
    const own = await this.userSecrets.of(user);
    const views = await this.reader.at(this.ownWrites.wholeOf(user));
    const records = await this.reader.recordsAt(this.ownWrites.wholeOf(user));
    return this.write(user, own, [
      [() => this.database.lists, PERSONAL_DATA.exchange],
      [() => views.sql, PERSONAL_DATA.views],
      [() => records.sql, PERSONAL_DATA.records],
    ]);
  }

  private async *write(
    user: number,
    own: UserSeal,
    // Tables are read by their names.
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    databases: readonly (readonly [() => Kysely<any>, Readonly<Record<string, RegisteredTable>>])[],
  ): AsyncGenerator<string> {
    yield `{"user":${user},"writtenAt":${this.clock()},"kinds":${JSON.stringify(CATEGORIES)},"tables":{`;
    let separator = '\n';
    // Read models may be others by the next table.
    for (const [database, tables] of databases) {
      for (const [table, registered] of Object.entries(tables)) {
        const columns = ownColumns(table, registered);
        if (columns === null) continue;
        const rows = await rowsOf(database(), table, columns, user);
        if (rows.length === 0) continue;
        const isCut = rows.length > ROWS_MAX;
        const told = await this.opened(table, rows.slice(0, ROWS_MAX), user, own);
        const kinds = Object.keys(registered).filter((kind) => kind !== 'none');
        yield `${separator}${JSON.stringify(table)}:${JSON.stringify({ kinds, isCut, rows: told }, exact)}`;
        separator = ',\n';
      }
    }
    const looks = await looksAt(this.database, user);
    if (looks.length > 0) {
      const isCut = looks.length > ROWS_MAX;
      const table = { kinds: ['desk'], isCut, rows: looks.slice(0, ROWS_MAX) };
      yield `${separator}"staff_log":${JSON.stringify(table)}`;
    }
    yield '\n}}\n';
  }

  private async opened(table: string, rows: Row[], user: number, own: UserSeal): Promise<Row[]> {
    if (table === 'bank_cards') return rows.map((row) => openedRow(row, own, bankCardContext(user)));
    if (table === 'withdrawal_addresses' || table === 'withdrawal_beneficiaries')
      return rows.map((row) => openedBeneficiary(row, own, user));
    if (table === 'verifications') return rows.map((row) => openedRow(row, own, verificationContext(user)));
    if (table === 'kept_addresses') return rows.map((row) => openedAddress(row, own, user));
    if (ADDRESSED.has(table)) return this.reasoned(await this.addressed(rows));
    if (table !== 'photos') return this.reasoned(rows);
    return Promise.all(rows.map(async (row) => ({ ...row, jpeg: await this.photo(String(row.id), user, own) })));
  }

  private async addressed(rows: Row[]): Promise<Row[]> {
    const addressOf = await this.kept.addressesIn(rows as unknown as MaybeOfChain[]);
    return rows.map((row) => ({ ...row, address: addressOf(row as unknown as MaybeOfChain) }));
  }

  /** The journal's hashes of what staff wrote are no use to anybody but the program. */
  private async reasoned(rows: Row[]): Promise<Row[]> {
    const reasonsOf = (row: Row): [string, string][] =>
      REASONS.flatMap((column) => (typeof row[column] === 'string' ? [[column, row[column]]] : []));
    const reasonOf = await this.staffTexts.reasonsIn(rows.flatMap((row) => reasonsOf(row).map(([, reason]) => reason)));
    return rows.map((row) => {
      return { ...row, ...Object.fromEntries(reasonsOf(row).map(([column, reason]) => [column, reasonOf(reason)])) };
    });
  }

  /** Base64; null for one that is not kept any more. */
  private async photo(id: string, user: number, own: UserSeal): Promise<string | null> {
    const sealed = await this.files.get(photoFile({ id, userId: user }));
    return sealed && own.openBytes(sealed, photoContext(id)).toString('base64');
  }
}

/**
 * When staff were shown what of the user in clear, and for which kind of case, the newest first. Not by whom, nor in which words; and not
 * where an authority asked, of which the law may forbid to tell.
 */
async function looksAt({ lists }: Pick<Database<ExchangeTables>, 'lists'>, user: number): Promise<Row[]> {
  const rows = await lists
    .selectFrom('staffLog')
    .select(['at', 'action', 'reason', 'facts'])
    .where('userId', '=', user)
    .where('action', 'in', LOOKS)
    .where('outcome', '=', 'success')
    .orderBy('id', 'desc')
    .limit(ROWS_MAX + 1)
    .execute();
  return rows.flatMap(({ at, action, reason, facts }) => {
    const why = reasonOf(reason ?? '')?.id;
    if (why === undefined || why === UNTOLD) return [];
    return [{ at, action, reason: why, fields: String((JSON.parse(facts) as Row)['fields']) }];
  });
}

/** Null when nothing in the table is by user. */
function ownColumns(table: string, registered: RegisteredTable): string[] | null {
  const columns = [...registeredColumns(registered)];
  const subject = SUBJECT[table] ?? 'user_id';
  const isPersonal = columns.some(([column, kind]) => column === subject && kind !== 'none');
  if (!isPersonal || DESK_ONLY.has(table)) return null;
  return columns.map(([column]) => column).filter((column) => !KEPT_BACK.has(column));
}

async function rowsOf(
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  database: Kysely<any>,
  table: string,
  columns: readonly string[],
  user: number,
): Promise<Row[]> {
  const newest = ['position', 'event_position', 'id', 'at'].find((column) => columns.includes(column));
  const order = newest === undefined ? sql`` : sql`order by ${sql.ref(newest)} desc`;
  const { rows } = await sql<Row>`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
    where ${sql.ref(SUBJECT[table] ?? 'user_id')} = ${user} ${order} limit ${ROWS_MAX + 1}`.execute(database);
  return rows;
}

function openedRow({ sealedNumber, sealedName, ...row }: Row, own: UserSeal, context: string): Row {
  return { ...row, number: own.open(String(sealedNumber), context), name: own.open(String(sealedName), context) };
}

function openedBeneficiary({ sealedBeneficiary: sealed, ...row }: Row, own: UserSeal, user: number): Row {
  const beneficiary: unknown =
    sealed === null ? null : JSON.parse(own.open(sealed as string, beneficiaryContext(user)));
  return { ...row, beneficiary };
}

function openedAddress({ sealed, hash, mac: _, ...row }: Row, own: UserSeal, user: number): Row {
  return { ...row, address: own.open(String(sealed), keptAddressContext(user, String(hash))) };
}

/** Amounts are whole numbers of any size. */
function exact(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
