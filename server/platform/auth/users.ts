/** Users' personal data. The journal contains only user ids. */
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
  /** At least one of `email` and `phone` is set. */
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

/** No look-alike letters. 32 of them, so a random byte maps without bias. */
const INVITATION_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const INVITATION_LENGTH = 8;
const INVITATION_CODE = /^[A-Z2-9]{8}$/;
const REGISTRATION_LENGTH = 16;

/** `userType` of the specification. */
export const USER_TYPES: Readonly<Record<Role, 1 | 2 | 3>> = { admin: 1, auditor: 2, user: 3 };

@Injectable()
export class Users {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Returns the new user's row; null if the e-mail or the phone is taken. */
  add(user: NewUser): Promise<UserRow | null> {
    return this.database.sql.transaction().execute((transaction) => this.addWithin(transaction, user));
  }

  async addWithin(transaction: Transaction<ExchangeTables>, user: NewUser): Promise<UserRow | null> {
    const { phone = null, nationality = null, language = DEFAULT_LANGUAGE, invitedBy = null, ...userFields } = user;
    // Ids are issued under a lock: a concurrent registration of the same address waits here and then finds it taken.
    const [id] = await takeIds(transaction, 'user', 1);
    const rest = { phone, nationality, language, invitedBy, isMember: 0, registeredAt: this.clock() };
    const row: UserRow = {
      id,
      ...userFields,
      ...rest,
      invitationCode: invitationCode(),
      antiPhishingCode: null,
      securityChangedAt: null,
      heldUntil: null,
      codeLogInOff: 0,
    };
    const existing = await transaction
      .selectFrom('users')
      .select('id')
      .where((users) => users.or([users('email', '=', row.email), users('phone', '=', row.phone)]))
      .executeTakeFirst();
    if (existing) return null;
    // An invitation code collides once in about 10^12; the user then retries.
    await transaction.insertInto('users').values(row).execute();
    return row;
  }

  byEmail(email: string): Promise<UserRow | undefined> {
    return this.database.sql.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
  }

  byPhone(phone: string): Promise<UserRow | undefined> {
    return this.database.sql.selectFrom('users').selectAll().where('phone', '=', phone).executeTakeFirst();
  }

  /** `address` as returned by `normalAddress`. */
  byAddress({ channel, address }: Address): Promise<UserRow | undefined> {
    return channel === 'email' ? this.byEmail(address) : this.byPhone(address);
  }

  /**
   * Gives a user who is not a member yet a new id above `highestId`, since the old id belongs to another account. No other record can refer
   * to the old id, because the user has never logged in. Returns the current row; a concurrent second call finds the result of the first.
   */
  async renumber(user: Pick<UserRow, 'id' | 'invitationCode'>, highestId: number): Promise<UserRow> {
    const { id: before, invitationCode } = user;
    return this.database.sql.transaction().execute(async (transaction) => {
      await raiseLastId(transaction, 'user', highestId);
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
 * Identifies a user's row in the journal. A row recreated under the same id after a loss is another user. Derived from the invitation
 * code, which is drawn with the row and never changes.
 */
export function registrationOf({ invitationCode: code }: Pick<UserRow, 'invitationCode'>): string {
  return createHash('sha256').update(`registration/${code}`).digest('hex').slice(0, REGISTRATION_LENGTH);
}

/** The user name: the e-mail, or the phone if there is none. */
export function userNameOf({ email, phone }: Pick<UserRow, 'email' | 'phone'>): string {
  return email ?? phone ?? '';
}

/** The lockout key of wrong passwords at log-in. Hashed, since the typed name may be text that the database cannot store. */
export function logInLockout(name: string): string {
  return `name/${createHash('sha256').update(name.toLowerCase()).digest('hex')}`;
}

/** The lockout key of wrong codes for an address, independent of its owner. */
export function codesLockout(address: string): string {
  return `code/${createHash('sha256').update(address).digest('hex')}`;
}

/** The lockout key of wrong passwords of a logged-in user. */
export function userLockout({ id }: Pick<UserRow, 'id'>): string {
  return `user/${id}`;
}
