/**
 * How a request ends that two of staff have agreed on. When that takes effect log-ins end, withdrawals are held, and a link is mailed
 * to the applicant. By the link a new password is set: then, and not before, the factors and the phone go and the address becomes the
 * account's. So
 * whoever reads an old mailbox finds the account guarded as ever until its owner is back in.
 */
import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from 'kysely';
import { RECOVERY_LINK_PATH, type FinishRecoveryRequest } from '../../../../../shared/products/identity/recovery';
import { NewPasswords } from '../../../../platform/auth/log-in/new-passwords';
import { isStaff } from '../../../../platform/auth/factors/staff-factors';
import { SettingsLocks } from '../../../../platform/auth/settings-locks';
import { Tickets } from '../../../../platform/auth/tickets';
import { TradingFactors } from '../../../../platform/auth/factors/trading-factors';
import { Users } from '../../../../platform/auth/users';
import type { Config } from '../../../../platform/config/config';
import type { Database } from '../../../../platform/database/database';
import type { ExchangeTables, UserRow } from '../../../../platform/database/exchange-tables';
import { holdUser } from '../../../../platform/database/hold-user';
import { takeIds } from '../../../../platform/database/last-ids';
import type { RecoveryRow } from '../../../../platform/database/recovery-tables';
import { Refusal } from '../../../../platform/errors/refusal';
import { DueLetters } from '../../../../platform/mail/due-letters';
import { Letters, type ChangedFrom, type Due } from '../../../../platform/mail/letters';
import { Messages } from '../../../../platform/messages/messages';
import { CLOCK, CONFIG, EXCHANGE_DATABASE, LIVE_VIEWS, type Clock } from '../../../../platform/tokens';
import type { LiveViews } from '../../../../views/live/live-views';
import { hashOf } from './recovery-requests';

const TOKEN_BYTES = 32;
const HOUR_MS = 3_600_000;
const LINK_MS = 7 * 24 * HOUR_MS;
/** What staff do comes from no device of the owner's. */
const BY_STAFF: ChangedFrom = { ip: '—', userAgent: '' };
/** What proved the owner before. */
const FACTORS = ['authenticators', 'pendingAuthenticators', 'recoveryCodes', 'passkeys', 'fundPasswords'] as const;

@Injectable()
export class RecoveryEnds {
  private readonly holdMs: number;

  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CONFIG) private readonly config: Pick<Config, 'limits' | 'publicUrl' | 'port'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    private readonly users: Users,
    private readonly settingsLocks: SettingsLocks,
    private readonly tickets: Tickets,
    private readonly tradingFactors: TradingFactors,
    private readonly newPasswords: NewPasswords,
    private readonly letters: Letters,
    private readonly messages: Messages,
    private readonly dueLetters: DueLetters,
  ) {
    this.holdMs = config.limits.recoveryHoldHours * HOUR_MS;
    dueLetters.writtenBy('recovery.proposed', (user, _facts, due) => {
      return letters.sayRecovery(user, 'recovery.proposed', BY_STAFF, due);
    });
    dueLetters.writtenBy('recovery.granted', (user, { recovery }, due) => this.sendLink(user, recovery, due));
  }

  /** One of staff wants it: the owner hears before another confirms. `origin` is what the journal says of it. */
  async sayProposed(userId: number, origin: string): Promise<void> {
    await this.dueLetters.tell(userId, 'recovery.proposed', {}, origin, { about: 'recovery.proposed', facts: {} });
  }

  /** It is in effect. The journal tells of it again after a crash, until the owner is told. */
  async grant(userId: number, recovery: number, origin: string): Promise<void> {
    const user = await this.users.byId(userId);
    // The owner's own lock holds against everybody, staff too; an erased account has nobody to let in.
    if (!user || isStaff(user) || (await this.settingsLocks.lockedUntil(userId)) !== null) return;
    if (await this.isTold(origin)) return;
    const granted = await this.database.sql.transaction().execute(async (transaction) => {
      await holdUser(transaction, userId);
      const row = await transaction
        .updateTable('recoveries')
        .set({ status: 'granted' })
        .where('id', '=', recovery)
        .where('userId', '=', userId)
        .where('status', 'in', ['waiting', 'granted'])
        .returning('id')
        .executeTakeFirst();
      // Turned down meanwhile it holds nothing.
      if (row) await hold(transaction, userId, this.clock() + this.holdMs);
      return row;
    });
    if (!granted) return;
    await this.tickets.endAll(userId, 'staff');
    const letter = { about: 'recovery.granted', facts: { recovery } } as const;
    await this.dueLetters.tell(userId, 'recovery.granted', {}, origin, letter);
  }

  /** Nobody keeps the link but the letter: one that is written again brings another, and the one before it leads nowhere. */
  private async sendLink(user: UserRow, recovery: number, due: Due): Promise<boolean> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const [linkHash, expiresAt] = [hashOf(token), this.clock() + LINK_MS];
    const granted = await this.database.sql
      .updateTable('recoveries')
      .set({ linkHash, linkExpiresAt: expiresAt })
      .where('id', '=', recovery)
      .where('status', '=', 'granted')
      .returningAll()
      .executeTakeFirst();
    if (!granted) return true;
    const origin = this.config.publicUrl ?? `http://localhost:${this.config.port}`;
    const url = `${origin}${RECOVERY_LINK_PATH}#${token}`;
    const isOver = await Promise.all([
      // By its link it is another letter, and never taken for the one before it.
      this.letters.sendRecoveryLink(granted, { url, expiresAt }, `${due.origin}/link/${linkHash.slice(0, 8)}`),
      this.letters.sayRecovery(user, 'recovery.granted', BY_STAFF, due),
    ]);
    return isOver.every((one) => one);
  }

  /** Whoever freezes an account wants no link to work once it is unfrozen. Told again after a crash it voids no later one. */
  async voidGranted(userId: number, origin: string): Promise<void> {
    if (await this.isTold(origin)) return;
    await this.database.sql
      .updateTable('recoveries')
      .set({ status: 'declined', endedAt: this.clock(), linkHash: null })
      .where('userId', '=', userId)
      .where('status', '=', 'granted')
      .execute();
  }

  /** Refuses `address.already.bound` where the address that is to become the account's is another's. */
  async refuseTaken(user: number, email: string): Promise<void> {
    const holder = await this.users.byEmail(email);
    if (holder && holder.id !== user) throw new Refusal('address.already.bound');
  }

  /**
   * Refuses `recovery.link.invalid`, `account.frozen`, `settings.locked`, `address.already.bound` and `password.too.weak`. The link is
   * good once.
   */
  async finish({ token, password }: FinishRecoveryRequest, from: ChangedFrom): Promise<void> {
    const row = await this.granted(token);
    const user = await this.users.byId(row.userId);
    if (!user || isStaff(user)) throw new Refusal('recovery.link.invalid');
    if (this.live.members.standingOf(user.id).frozen) throw new Refusal('account.frozen');
    await this.settingsLocks.refuse(user.id);
    // Judged by the address that the account will have.
    this.newPasswords.refuseWeak({ email: row.email, phone: null }, password);
    const told = { change: 'password.reset', from } as const;
    await this.newPasswords.set(user, password, told, undefined, (transaction) => this.replace(transaction, user, row));
    this.tradingFactors.forget(user.id);
    void this.letters.sayRecovery(user, 'recovery.finished', from);
    await this.messages.tell(user.id, 'recovery.finished', {}, `recovery/${row.id}/finished`);
  }

  private async replace(transaction: Transaction<ExchangeTables>, user: UserRow, row: RecoveryRow): Promise<void> {
    // None is taken, but whoever registers or binds waits for the same row: nobody gets the address in between.
    await takeIds(transaction, 'user', 0);
    await holdUser(transaction, user.id);
    const users = transaction.selectFrom('users');
    // Named one of staff meanwhile: they prove themselves by what they bound then.
    const fresh = await users.selectAll().where('id', '=', user.id).executeTakeFirst();
    if (!fresh || isStaff(fresh)) throw new Refusal('recovery.link.invalid');
    // Bound by somebody else meanwhile: without an address of its own the account would stay open to the old mailbox.
    const holder = await users.select('id').where('email', '=', row.email).executeTakeFirst();
    if (holder && holder.id !== user.id) throw new Refusal('address.already.bound');
    const used = await transaction
      .updateTable('recoveries')
      .set({ status: 'finished', endedAt: this.clock(), linkHash: null })
      .where('id', '=', row.id)
      .where('status', '=', 'granted')
      .where('linkHash', '=', row.linkHash)
      .returning('id')
      .executeTakeFirst();
    if (!used) throw new Refusal('recovery.link.invalid');
    await transaction
      .updateTable('recoveries')
      .set({ status: 'declined', endedAt: this.clock(), linkHash: null })
      .where('userId', '=', user.id)
      .where('status', 'in', ['waiting', 'granted'])
      .execute();
    for (const table of [...FACTORS, 'tradingFactors', 'accountGuards'] as const)
      await transaction.deleteFrom(table).where('userId', '=', user.id).execute();
    await hold(transaction, user.id, this.clock() + this.holdMs);
    // The phone goes with the old mailbox: whoever has it would get in by a code.
    await transaction.updateTable('users').set({ email: row.email, phone: null }).where('id', '=', user.id).execute();
  }

  private async granted(token: string): Promise<RecoveryRow & { userId: number }> {
    const row = await this.database.sql
      .selectFrom('recoveries')
      .selectAll()
      .where('linkHash', '=', hashOf(token))
      .where('status', '=', 'granted')
      .where('linkExpiresAt', '>', this.clock())
      .executeTakeFirst();
    if (!row || row.userId === null) throw new Refusal('recovery.link.invalid');
    return { ...row, userId: row.userId };
  }

  private async isTold(origin: string): Promise<boolean> {
    const messages = this.database.sql.selectFrom('messages').select('id');
    return (await messages.where('origin', '=', origin).executeTakeFirst()) !== undefined;
  }
}

/** Withdrawals wait until then, or until later where something else holds them longer. */
async function hold(transaction: Transaction<ExchangeTables>, userId: number, until: number): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ heldUntil: until })
    .where('id', '=', userId)
    .where((user) => user.or([user('heldUntil', 'is', null), user('heldUntil', '<', until)]))
    .execute();
}
