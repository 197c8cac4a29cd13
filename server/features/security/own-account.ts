/** What users change about themselves: password, anti-phishing code, language, name, nationality; and the freeze. */
import { Inject, Injectable } from '@nestjs/common';
import type { Language } from '../../../shared/wire/languages';
import type { ChangePasswordRequest, FreezeRequest, SetAntiPhishingCodeRequest } from '../../../shared/wire/security';
import type { Accepted } from '../../engine/port';
import { NewPasswords } from '../../platform/auth/new-passwords';
import { Tickets } from '../../platform/auth/tickets';
import type { Database } from '../../platform/database/database';
import type { ExchangeTables, UserRow } from '../../platform/database/exchange-tables';
import { Refusal } from '../../platform/errors/refusal';
import { Letters, type ChangedFrom } from '../../platform/mail/letters';
import { Messages } from '../../platform/messages/messages';
import { EXCHANGE_DATABASE, LIVE_VIEWS } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import { Submitter } from '../shared/submitter';
import { Proofs } from './proofs';

/** What the journal says of a freeze that the user asked for. */
const FREEZE_REASON = 'requested by the user';

@Injectable()
export class OwnAccountChanges {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    private readonly tickets: Tickets,
    private readonly submitter: Submitter,
    private readonly proofs: Proofs,
    private readonly newPasswords: NewPasswords,
    private readonly messages: Messages,
    private readonly letters: Letters,
  ) {}

  /**
   * Ends every log-in but that of `ticket`; returns how many. Refuses `password.too.weak`, `password.unchanged`, and what
   * `Proofs` refuses; of two changes at once the second is `modification.failed`.
   */
  async changePassword(
    userId: number,
    ticket: string,
    request: ChangePasswordRequest,
    from: ChangedFrom,
  ): Promise<number> {
    const { oldPassword, password, secondFactor } = request;
    this.newPasswords.refuseWeak(await this.proofs.userOf(userId), password);
    const user = await this.proofs.byPassword(userId, oldPassword);
    if (oldPassword.normalize('NFKC') === password.normalize('NFKC')) throw new Refusal('password.unchanged');
    await this.proofs.bySecondFactor(userId, secondFactor);
    const told = { change: 'password.changed', from } as const;
    return this.newPasswords.set(user, password, told, ticket, async (transaction) => {
      // The old password is still the one that was checked: of two changes at once one alone is made.
      const unchanged = await transaction
        .updateTable('users')
        .set({ passwordHash: user.passwordHash })
        .where('id', '=', userId)
        .where('passwordHash', '=', user.passwordHash)
        .returning('id')
        .executeTakeFirst();
      if (!unchanged) throw new Refusal('modification.failed');
    });
  }

  /**
   * Freezes first: nothing moves any more, whatever the ends of the other log-ins come to. The journal's teller says so in
   * the message centre.
   */
  async freeze(
    userId: number,
    ticket: string,
    { clientId, password }: FreezeRequest,
    from: ChangedFrom,
  ): Promise<Accepted> {
    const user = await this.proofs.byPassword(userId, password);
    const command = { type: 'FreezeAccount', user: userId, reason: FREEZE_REASON } as const;
    const accepted = await this.submitter.submit({ actor: `user/${userId}`, clientId, command });
    if (!accepted.repeated) this.letters.saySecurityChanged(user, 'account.frozen', from);
    await this.tickets.endAll(userId, 'user', ticket);
    return accepted;
  }

  /** The letter about it shows the code that was so far: a letter with another's would look like a forged one. */
  async setAntiPhishingCode(userId: number, request: SetAntiPhishingCodeRequest, from: ChangedFrom): Promise<void> {
    const { antiPhishingCode, ...proof } = request;
    const user = await this.proofs.byBoth(userId, proof);
    if (user.antiPhishingCode === antiPhishingCode) return;
    await this.set(userId, { antiPhishingCode });
    this.letters.saySecurityChanged(user, 'anti.phishing.changed', from);
    await this.messages.tell(userId, 'anti.phishing.changed', {});
  }

  setLanguage(userId: number, language: Language): Promise<void> {
    return this.set(userId, { language });
  }

  setNickName(userId: number, nickName: string): Promise<void> {
    return this.set(userId, { nickName });
  }

  /** Refuses `nationality.fixed` once a document has said it. */
  async setNationality(userId: number, nationality: string): Promise<void> {
    if (this.live.members.standingOf(userId).verified) throw new Refusal('nationality.fixed');
    await this.set(userId, { nationality });
  }

  private async set(userId: number, change: Partial<UserRow>): Promise<void> {
    await this.database.sql.updateTable('users').set(change).where('id', '=', userId).execute();
  }
}
