/**
 * Completion of a recovery request after approval by two staff members. When it takes effect, log-ins end, withdrawals
 * are held, and a link is mailed to the applicant. The link sets a new password: only then the factors and the phone
 * are removed and the address is bound. Until the owner is back, a reader of an old mailbox thus finds the account
 * protected as before.
 */
import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from 'kysely';
import { RECOVERY_LINK_PATH, type FinishRecoveryRequest } from '../../../../../shared/products/identity/recovery';
import { NewPasswords } from '../../../../platform/auth/log-in/new-passwords';
import { isStaff } from '../../../../platform/auth/factors/user-factors';
import { SettingsLocks } from '../../../../platform/auth/settings-locks';
import { Tickets } from '../../../../platform/auth/tickets';
import { TradingFactors } from '../../../../platform/auth/factors/trading-factors';
import { Users } from '../../../../platform/auth/users';
import type { Config } from '../../../../platform/config/config';
import type { Database } from '../../../../platform/database/database';
import type { ExchangeTables, UserRow } from '../../../../platform/database/exchange-tables';
import { lockUserRow } from '../../../../platform/database/lock-user-row';
import { takeIds } from '../../../../platform/database/last-ids';
import type { RecoveryRow } from '../../../../platform/database/recovery-tables';
import { Refusal } from '../../../../platform/errors/refusal';
import { DueLetters } from '../../../../platform/mail/due-letters';
import { Letters, type ChangedFrom, type LetterOrigin } from '../../../../platform/mail/letters';
import { Messages } from '../../../../platform/messages/messages';
import { CLOCK, CONFIG, EXCHANGE_DATABASE, LIVE_VIEWS, type Clock } from '../../../../platform/tokens';
import type { LiveViews } from '../../../../views/live/live-views';
import { hashOf } from './recovery-requests';

const TOKEN_BYTES = 32;
const HOUR_MS = 3_600_000;
const LINK_MS = 7 * 24 * HOUR_MS;
/** Actions of staff have no device of the owner's. */
const BY_STAFF: ChangedFrom = { ip: '—', userAgent: '' };
/** Tables of the owner's previous factors. */
const FACTORS = ['authenticators', 'pendingAuthenticators', 'recoveryCodes', 'passkeys', 'fundPasswords'] as const;

@Injectable()
export class RecoveryDecisions {
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
    dueLetters.registerWriter('recovery.proposed', (user, _facts, letterOrigin) => {
      return letters.sendRecoveryStep(user, 'recovery.proposed', BY_STAFF, letterOrigin);
    });
    dueLetters.registerWriter('recovery.granted', (user, { recovery }, letterOrigin) =>
      this.sendLink(user, recovery, letterOrigin),
    );
  }

  /** Notifies the owner of a proposal before it is confirmed. `origin` identifies the journal event. */
  async notifyProposed(userId: number, origin: string): Promise<void> {
    await this.dueLetters.notifyWithLetter(userId, 'recovery.proposed', {}, origin, {
      about: 'recovery.proposed',
      facts: {},
    });
  }

  /** Applies an approved recovery. The journal's follower repeats it after a crash until the owner is notified. */
  async grant(userId: number, recovery: number, origin: string): Promise<void> {
    const user = await this.users.byId(userId);
    // The owner's settings lock binds staff too, and an erased account has no owner.
    if (!user || isStaff(user) || (await this.settingsLocks.lockedUntil(userId)) !== null) return;
    if (await this.isNotified(origin)) return;
    const granted = await this.database.sql.transaction().execute(async (transaction) => {
      await lockUserRow(transaction, userId);
      const row = await transaction
        .updateTable('recoveries')
        .set({ status: 'granted' })
        .where('id', '=', recovery)
        .where('userId', '=', userId)
        .where('status', 'in', ['waiting', 'granted'])
        .returning('id')
        .executeTakeFirst();
      // A request declined meanwhile holds nothing.
      if (row) await holdWithdrawals(transaction, userId, this.clock() + this.holdMs);
      return row;
    });
    if (!granted) return;
    await this.tickets.endAll(userId, 'staff');
    const letter = { about: 'recovery.granted', facts: { recovery } } as const;
    await this.dueLetters.notifyWithLetter(userId, 'recovery.granted', {}, origin, letter);
  }

  /** Only the letter contains the link. A repeated letter gets a new link, which invalidates the previous one. */
  private async sendLink(user: UserRow, recovery: number, letterOrigin: LetterOrigin): Promise<boolean> {
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
      // The link's hash in the origin makes it a different letter from the previous one.
      this.letters.sendRecoveryLink(granted, { url, expiresAt }, `${letterOrigin.origin}/link/${linkHash.slice(0, 8)}`),
      this.letters.sendRecoveryStep(user, 'recovery.granted', BY_STAFF, letterOrigin),
    ]);
    return isOver.every((one) => one);
  }

  /**
   * A freeze of the account invalidates open links permanently. If repeated after a crash it does not invalidate later
   * links.
   */
  async voidGranted(userId: number, origin: string): Promise<void> {
    if (await this.isNotified(origin)) return;
    await this.database.sql
      .updateTable('recoveries')
      .set({ status: 'declined', endedAt: this.clock(), linkHash: null })
      .where('userId', '=', userId)
      .where('status', '=', 'granted')
      .execute();
  }

  /** Refuses `address.already.bound` if the new address belongs to another account. */
  async refuseTakenEmail(user: number, email: string): Promise<void> {
    const holder = await this.users.byEmail(email);
    if (holder && holder.id !== user) throw new Refusal('address.already.bound');
  }

  /**
   * Refuses `recovery.link.invalid`, `account.frozen`, `settings.locked`, `address.already.bound` and
   * `password.too.weak`. The link is valid once.
   */
  async finish({ token, password }: FinishRecoveryRequest, from: ChangedFrom): Promise<void> {
    const row = await this.granted(token);
    const user = await this.users.byId(row.userId);
    if (!user || isStaff(user)) throw new Refusal('recovery.link.invalid');
    if (this.live.members.stateOf(user.id).frozen) throw new Refusal('account.frozen');
    await this.settingsLocks.refuse(user.id);
    // Checked against the account's future address.
    this.newPasswords.refuseWeak({ email: row.email, phone: null }, password);
    const notice = { change: 'password.reset', from } as const;
    await this.newPasswords.set(user, password, notice, undefined, (transaction) =>
      this.replaceCredentials(transaction, user, row),
    );
    this.tradingFactors.forget(user.id);
    void this.letters.sendRecoveryStep(user, 'recovery.finished', from);
    await this.messages.notify(user.id, 'recovery.finished', {}, `recovery/${row.id}/finished`);
  }

  private async replaceCredentials(
    transaction: Transaction<ExchangeTables>,
    user: UserRow,
    row: RecoveryRow,
  ): Promise<void> {
    // Takes no id but locks the counter's row, so that no concurrent registration or binding gets the address.
    await takeIds(transaction, 'user', 0);
    await lockUserRow(transaction, user.id);
    const users = transaction.selectFrom('users');
    // The user may have become staff meanwhile; staff authenticate with the factors bound then.
    const currentUser = await users.selectAll().where('id', '=', user.id).executeTakeFirst();
    if (!currentUser || isStaff(currentUser)) throw new Refusal('recovery.link.invalid');
    // The address may have been bound by another account meanwhile; without a new address the old mailbox would keep
    // access.
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
    await holdWithdrawals(transaction, user.id, this.clock() + this.holdMs);
    // The phone is removed too, because its holder could log in by code.
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

  private async isNotified(origin: string): Promise<boolean> {
    const messages = this.database.sql.selectFrom('messages').select('id');
    return (await messages.where('origin', '=', origin).executeTakeFirst()) !== undefined;
  }
}

/** Extends the hold of withdrawals to this time; a longer one stays. */
async function holdWithdrawals(transaction: Transaction<ExchangeTables>, userId: number, until: number): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ heldUntil: until })
    .where('id', '=', userId)
    .where((user) => user.or([user('heldUntil', 'is', null), user('heldUntil', '<', until)]))
    .execute();
}
