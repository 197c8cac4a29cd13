/** The people behind user ids. The journal knows them by id only. */
import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from 'kysely';
import { DEFAULT_LANGUAGE, type Language } from '../../../shared/wire/languages';
import type { Database } from '../database/database';
import type { ExchangeTables, Role, UserRow } from '../database/exchange-tables';
import { raiseLastId, takeIds } from '../database/last-ids';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../tokens';
import type { Address } from './addresses';

export interface NewUser {
  /** At least one of the two. */
  email: string | null;
  phone?: string | null;
  passwordHash: string;
  role: Role;
  nickName: string;
  registerClientId: string | null;
  nationality?: string | null;
  language?: Language;
  invitedBy?: number | null;
}

/** No letter that looks like another; 32 of them, so that a random byte has no favourites. */
const INVITATION_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const INVITATION_LENGTH = 8;
const INVITATION_CODE = /^[A-Z2-9]{8}$/;
const REGISTRATION_LENGTH = 16;

/** What the specification calls userType. */
export const USER_TYPES: Readonly<Record<Role, 1 | 2 | 3>> = { admin: 1, auditor: 2, user: 3 };

@Injectable()
export class Users {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The new user's row, or null when the e-mail or the phone is taken. */
  add(user: NewUser): Promise<UserRow | null> {
    return this.database.sql.transaction().execute((transaction) => this.addWithin(transaction, user));
  }

  async addWithin(transaction: Transaction<ExchangeTables>, user: NewUser): Promise<UserRow | null> {
    const { phone = null, nationality = null, language = DEFAULT_LANGUAGE, invitedBy = null, ...given } = user;
    // Ids are taken one at a time: whoever wants the same address waits here, and then sees it taken.
    const [id] = await takeIds(transaction, 'user', 1);
    const rest = { phone, nationality, language, invitedBy, isMember: 0, registeredAt: this.clock() };
    const row: UserRow = {
      id,
      ...given,
      ...rest,
      invitationCode: invitationCode(),
      antiPhishingCode: null,
      securityChangedAt: null,
      heldUntil: null,
      codeLogInOff: 0,
    };
    const taken = await transaction
      .selectFrom('users')
      .select('id')
      .where((users) => users.or([users('email', '=', row.email), users('phone', '=', row.phone)]))
      .executeTakeFirst();
    if (taken) return null;
    // One invitation code in a million million is somebody's already; the user then tries again.
    await transaction.insertInto('users').values(row).execute();
    return row;
  }

  byEmail(email: string): Promise<UserRow | undefined> {
    return this.database.sql.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
  }

  byPhone(phone: string): Promise<UserRow | undefined> {
    return this.database.sql.selectFrom('users').selectAll().where('phone', '=', phone).executeTakeFirst();
  }

  /** By an address as `normalAddress` makes it. */
  byAddress({ channel, address }: Address): Promise<UserRow | undefined> {
    return channel === 'email' ? this.byEmail(address) : this.byPhone(address);
  }

  /**
   * Gives a user who is no member yet another number, above `highest`: the one they had is somebody else's. Nothing but
   * these rows can name them, since nobody has logged in as them. Returns the row as it is then; whoever comes second at
   * once finds what the first one did.
   */
  async renumber(user: Pick<UserRow, 'id' | 'invitationCode'>, highest: number): Promise<UserRow> {
    const { id: before, invitationCode } = user;
    return this.database.sql.transaction().execute(async (transaction) => {
      await raiseLastId(transaction, 'user', highest);
      const [id] = await takeIds(transaction, 'user', 1);
      const { numUpdatedRows } = await transaction
        .updateTable('users')
        .set({ id })
        .where('id', '=', before)
        .where('invitationCode', '=', invitationCode)
        .where('isMember', '=', 0)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 1n) {
        await transaction.updateTable('staffRights').set({ userId: id }).where('userId', '=', before).execute();
        await transaction.updateTable('logIns').set({ userId: id }).where('userId', '=', before).execute();
      }
      const rows = transaction.selectFrom('users').selectAll();
      return rows.where('invitationCode', '=', invitationCode).executeTakeFirstOrThrow();
    });
  }

  async byInvitationCode(code: string): Promise<UserRow | undefined> {
    const invitationCode = code.toUpperCase();
    if (!INVITATION_CODE.test(invitationCode)) return undefined;
    const query = this.database.sql.selectFrom('users').selectAll();
    return query.where('invitationCode', '=', invitationCode).executeTakeFirst();
  }

  byId(id: number): Promise<UserRow | undefined> {
    return this.database.sql.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  }

  async markMember(id: number, role: Role): Promise<void> {
    await this.database.sql.updateTable('users').set({ isMember: 1, role }).where('id', '=', id).execute();
  }

  async hasRole(role: Role): Promise<boolean> {
    const query = this.database.sql.selectFrom('users').select('id').where('role', '=', role).limit(1);
    return (await query.executeTakeFirst()) !== undefined;
  }

  /** Newest first. */
  async list(offset: number, limit: number): Promise<{ rows: UserRow[]; total: number }> {
    const base = this.database.lists.selectFrom('users');
    const rows = await base.selectAll().orderBy('id', 'desc').offset(offset).limit(limit).execute();
    const { total } = await base.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    return { rows, total };
  }
}

function invitationCode(): string {
  return Array.from(randomBytes(INVITATION_LENGTH), (byte) => INVITATION_LETTERS[byte % 32]).join('');
}

/**
 * What names a user's row in the journal: another one, made under the same number after this one was lost, is somebody
 * else. It follows from the invitation code, which is drawn with the row and never changes.
 */
export function registrationOf({ invitationCode: code }: Pick<UserRow, 'invitationCode'>): string {
  return createHash('sha256').update(`registration/${code}`).digest('hex').slice(0, REGISTRATION_LENGTH);
}

/** What others see that a user is called: the e-mail, or the phone of who has none. */
export function userNameOf({ email, phone }: Pick<UserRow, 'email' | 'phone'>): string {
  return email ?? phone ?? '';
}

/** Under which name wrong passwords at log-in are counted. What people type may be no text that a database takes. */
export function lockoutOfName(name: string): string {
  return `name/${createHash('sha256').update(name.toLowerCase()).digest('hex')}`;
}

/** Under which name wrong codes for an address are counted, whoever has it. */
export function lockoutOfCodes(address: string): string {
  return `code/${createHash('sha256').update(address).digest('hex')}`;
}

/** Under which name wrong passwords of somebody who is logged in are counted. */
export function lockoutOf({ id }: Pick<UserRow, 'id'>): string {
  return `user/${id}`;
}
