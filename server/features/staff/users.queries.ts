/** The desk's view of users: search, and all data of a user. For auditors the same without personal data. */
import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { STAFF_ROUTES as ROUTES } from '../../../shared/wire/staff';
import { coversAccount } from '../../../shared/rules/audit-scope';
import {
  maskedContact,
  maskedEmail,
  maskedEnd,
  maskedName,
  maskedNetwork,
  maskedPhone,
  maskedUserAgent,
} from '../../../shared/products/identity/rules/masks';
import { decimalOf } from '../../../shared/rules/units';
import type { LogInRecord } from '../../../shared/products/identity/account';
import type { AuditedUser, UserDetail } from '../../../shared/wire/staff';
import { deviceOf } from '../../platform/auth/log-in/device';
import { LogIns } from '../../platform/auth/log-in/log-ins';
import { USER_TYPES, userNameOf, Users } from '../../platform/auth/users';
import type { Database } from '../../platform/database/database';
import type { ExchangeTables, UserRow } from '../../platform/database/exchange-tables';
import { Refusal } from '../../platform/errors/refusal';
import { QueryOf, requestContextOf } from '../../platform/http/route-messages';
import { CLOCK, EXCHANGE_DATABASE, LIVE_VIEWS, type Clock } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import { balances } from '../../views/stored/queries';
import { AssetTerms } from '../shared/asset-terms.queries';
import { queryHandler } from '../shared/endpoints/handlers';
import { refuseDeepPage } from '../shared/endpoints/page';
import { Reader } from '../shared/endpoints/reader';
import { UnmaskingLimits } from '../shared/unmasking-limits';
import { VerificationStates } from '../shared/verification-states';
import { WithdrawalLimits } from '../shared/withdrawals/withdrawal-limits';
import { UserSearch } from './user-search';

/** Each search counts, and one without a match counts more: otherwise masked values could be guessed letter by letter. */
export const SearchUsers = queryHandler(
  ROUTES.searchUsers,
  [Users, UserSearch, VerificationStates, UnmaskingLimits, LIVE_VIEWS],
  async (
    { user: staff, request: { search, pageIndex, pageSize } },
    users,
    userSearch,
    states,
    unmaskingLimits,
    live,
  ) => {
    if (search !== undefined) {
      refuseDeepPage({ pageIndex, pageSize });
      unmaskingLimits.takeSearch(staff);
    }
    const offset = (pageIndex - 1) * pageSize;
    const { rows, total, more } =
      search === undefined
        ? { ...(await users.list(offset, pageSize)), more: false }
        : await userSearch.find(search, offset, pageSize);
    if (search !== undefined && total === 0) unmaskingLimits.chargeMiss(staff);
    const stateOf = await states.statesOf(rows.map(({ id }) => id));
    const records = rows.map(({ id, role, registeredAt, ...row }) => ({
      userId: id,
      ...maskedPerson(row),
      userType: USER_TYPES[role],
      registeredAt,
      verification: stateOf.get(id) ?? 'not_certified',
      frozen: live.members.stateOf(id).frozen,
    }));
    return { records, total, pageIndex, pageSize, more };
  },
);

export class UserDetailOf extends QueryOf(ROUTES.user) {}

@QueryHandler(UserDetailOf)
export class UserDetailOfHandler implements IQueryHandler<UserDetailOf> {
  constructor(
    private readonly users: Users,
    private readonly states: VerificationStates,
    private readonly limits: WithdrawalLimits,
    private readonly reader: Reader,
    private readonly assets: AssetTerms,
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ request: { userId, minPosition } }: UserDetailOf): Promise<UserDetail> {
    const row = await userOf(this.users, userId);
    const { id, role, nationality, language, invitationCode, invitedBy, registeredAt } = row;
    const { verified: _, ...bindings } = await this.limits.bindingsOf(row);
    return {
      userId: id,
      userName: maskedContact(userNameOf(row)),
      ...maskedPerson(row),
      userType: USER_TYPES[role],
      nationality,
      language,
      invitationCode: maskedEnd(invitationCode),
      registeredAt,
      verification: await this.states.stateOf(id),
      frozen: this.live.members.stateOf(id).frozen,
      invitedBy,
      feeTiers: this.live.feeTiers.levelsAt(id, this.clock()),
      feeFloor: this.live.feeTiers.floorAt(id, this.clock()),
      bindings: { ...bindings, passkeys: await this.passkeysOf(id), bankCards: await this.bankCardsOf(id) },
      openSessions: await this.openSessionsOf(id),
      balances: await balancesOf(this.reader, this.assets, id, minPosition),
    };
  }

  private async passkeysOf(userId: number): Promise<number> {
    const passkeys = this.database.sql.selectFrom('passkeys').where('userId', '=', userId);
    const count = passkeys.select(({ fn }) => fn.countAll<number>().as('total'));
    return (await count.executeTakeFirstOrThrow()).total;
  }

  private async bankCardsOf(userId: number): Promise<number> {
    const cards = this.database.sql.selectFrom('bankCards').where('userId', '=', userId).where('removedAt', 'is', null);
    const count = cards.select(({ fn }) => fn.countAll<number>().as('total'));
    return (await count.executeTakeFirstOrThrow()).total;
  }

  private async openSessionsOf(userId: number): Promise<number> {
    const count = this.database.sql
      .selectFrom('sessions')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('userId', '=', userId)
      .where('endedAt', 'is', null)
      .where('expiresAt', '>', this.clock());
    return (await count.executeTakeFirstOrThrow()).total;
  }
}

export const AuditedUserOf = queryHandler(
  ROUTES.auditUser,
  [Users, VerificationStates, Reader, AssetTerms, LIVE_VIEWS],
  async (query, users, states, reader, assets, live): Promise<AuditedUser> => {
    const { userId, minPosition } = query.request;
    const scope = requestContextOf(query).visibleScope;
    const { id, role, registeredAt } = await userOf(users, userId);
    const balances = await balancesOf(reader, assets, id, minPosition);
    return {
      userId: id,
      userType: USER_TYPES[role],
      registeredAt,
      verification: await states.stateOf(id),
      frozen: live.members.stateOf(id).frozen,
      balances: balances.filter(({ account, asset }) => coversAccount(scope, `${id}/${account}/${asset}`)),
    };
  },
);

export const LogInsOfUser = queryHandler(
  ROUTES.userLogIns,
  [LogIns],
  async ({ request: { userId, pageIndex, pageSize } }, logIns) => {
    const { rows, total } = await logIns.list(userId, (pageIndex - 1) * pageSize, pageSize);
    const records = rows.map(({ id, at, ip, userAgent, method, outcome }): LogInRecord => ({
      id: String(id),
      at,
      ip: maskedNetwork(ip),
      // The place is personal data, because it reveals where the user lives.
      place: null,
      device: deviceOf(userAgent),
      userAgent: maskedUserAgent(),
      method,
      outcome,
    }));
    return { records, total, pageIndex, pageSize };
  },
);

function maskedPerson({ email, phone, nickName }: Pick<UserRow, 'email' | 'phone' | 'nickName'>) {
  return {
    email: email === null ? null : maskedEmail(email),
    phone: phone === null ? null : maskedPhone(phone),
    nickName: maskedName(nickName),
  };
}

export async function userOf(users: Users, userId: number): Promise<UserRow> {
  const row = await users.byId(userId);
  if (!row) throw new Refusal('user.not.found');
  return row;
}

async function balancesOf(reader: Reader, assets: AssetTerms, userId: number, minPosition: number | undefined) {
  const rows = await balances(await reader.at(minPosition), userId);
  const scales = await assets.scalesOf(rows);
  return rows.map(({ account, asset, available, frozen, locked }) => {
    const amount = (units: bigint): string => decimalOf(units, scales.get(asset) as number);
    return { account, asset, available: amount(available), frozen: amount(frozen), locked: amount(locked) };
  });
}
