/** Users' changes of their own account: password, anti-phishing code, language, name, nationality, and freezing. */
import { Inject, Injectable } from '@nestjs/common';
import { isLooser } from '../../../../../shared/products/identity/rules/own-limits';
import { VALUE_SCALE, VALUE_ASSET } from '../../../../../shared/rules/valuation';
import type { Language } from '../../../../../shared/wire/languages';
import {
  SECURITY_ROUTES as ROUTES,
  type ChangePasswordRequest,
  type FreezeRequest,
  type SetAntiPhishingCodeRequest,
  type LockSettingsRequest,
  type SetCodeLogInRequest,
  type SetDeviceApprovalRequest,
  type SetTradingFactorRequest,
  type SettingsLocked,
  type UnlockSettingsRequest,
} from '../../../../../shared/products/identity/security';
import type { OwnLimitsShown, SetOwnLimitsRequest } from '../../../../../shared/products/identity/withdrawal-limits';
import type { Accepted } from '../../../../engine/port';
import { DeviceApprovals } from '../../../../platform/auth/log-in/device-approvals';
import { FactorProofs } from '../../../../platform/auth/factors/factor-proofs';
import { NewPasswords } from '../../../../platform/auth/log-in/new-passwords';
import { SettingsLocks } from '../../../../platform/auth/settings-locks';
import { StepUps, type GivenFactor } from '../../../../platform/auth/factors/step-up';
import { TradingFactors } from '../../../../platform/auth/factors/trading-factors';
import { Tickets } from '../../../../platform/auth/tickets';
import type { Database } from '../../../../platform/database/database';
import type { ExchangeTables, UserRow } from '../../../../platform/database/exchange-tables';
import { markErrorsAsAfterSave } from '../../../../platform/errors/failure';
import { Refusal } from '../../../../platform/errors/refusal';
import { Letters, type ChangedFrom } from '../../../../platform/mail/letters';
import { Messages } from '../../../../platform/messages/messages';
import { EXCHANGE_DATABASE, LIVE_VIEWS } from '../../../../platform/tokens';
import type { LiveViews } from '../../../../views/live/live-views';
import { amountOf } from '../../../../features/shared/orders/convert';
import { OwnWithdrawalLimits, shownOwnLimits } from '../../../../features/shared/withdrawals/own-limits';
import { Submitter } from '../../../../features/shared/endpoints/submitter';
import { Proofs } from './proofs';

/** Reason in the journal for a freeze by the user. */
export const FREEZE_REASON = 'requested by the user';

@Injectable()
export class OwnAccountChanges {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    private readonly tickets: Tickets,
    private readonly submitter: Submitter,
    private readonly proofs: Proofs,
    private readonly newPasswords: NewPasswords,
    private readonly settingsLocks: SettingsLocks,
    private readonly messages: Messages,
    private readonly letters: Letters,
    private readonly devices: DeviceApprovals,
    private readonly stepUps: StepUps,
    private readonly factors: FactorProofs,
    private readonly tradingFactors: TradingFactors,
    private readonly ownLimits: OwnWithdrawalLimits,
  ) {}

  /**
   * Ends every log-in except that of `ticket`; returns how many. Refuses `password.too.weak`, `password.unchanged`, and
   * the refusals of `Proofs`; the second of two concurrent changes gets `modification.failed`.
   */
  async changePassword(
    userId: number,
    ticket: string,
    request: ChangePasswordRequest,
    factorProof: GivenFactor,
    from: ChangedFrom,
  ): Promise<number> {
    const { oldPassword, password, secondFactor } = request;
    this.newPasswords.refuseWeak(await this.proofs.userOf(userId), password);
    const user = await this.proofs.byPassword(userId, oldPassword);
    if (oldPassword.normalize('NFKC') === password.normalize('NFKC')) throw new Refusal('password.unchanged');
    const act = { userId, path: ROUTES.changePassword.path, body: {} };
    await this.proofs.byFactor(act, { secondFactor, factorProof });
    const notice = { change: 'password.changed', from } as const;
    return this.newPasswords.set(user, password, notice, ticket, async (transaction) => {
      // The old password must still be the checked one, so of two concurrent changes only one succeeds.
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
   * Freezes first, so nothing moves even if ending the log-ins fails. The journal's follower notifies the message
   * centre.
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
    if (!accepted.repeated) this.letters.sendSecurityChanged(user, 'account.frozen', from);
    await this.tickets.endAll(userId, 'user', ticket);
    return accepted;
  }

  /** The letter shows the previous code, because one with an unknown code would look forged. */
  async setAntiPhishingCode(
    userId: number,
    { antiPhishingCode, ...proof }: SetAntiPhishingCodeRequest,
    factorProof: GivenFactor,
    from: ChangedFrom,
  ): Promise<void> {
    const act = { userId, path: ROUTES.setAntiPhishingCode.path, body: { antiPhishingCode } };
    const user = await this.proofs.byBoth(act, proof, factorProof);
    if (user.antiPhishingCode === antiPhishingCode) return;
    await this.set(userId, { antiPhishingCode });
    this.letters.sendSecurityChanged(user, 'anti.phishing.changed', from);
    await this.messages.notify(userId, 'anti.phishing.changed', {});
  }

  /** Disabling codes is a change of protection: it ends other log-ins and notifies the owner. */
  async setCodeLogIn(
    userId: number,
    { on, ...proof }: SetCodeLogInRequest,
    factorProof: GivenFactor,
    from: ChangedFrom,
  ): Promise<void> {
    const user = await this.proofs.byBoth({ userId, path: ROUTES.setCodeLogIn.path, body: { on } }, proof, factorProof);
    const codeLogInOff = on ? 0 : 1;
    if (user.codeLogInOff === codeLogInOff) return;
    await this.set(userId, { codeLogInOff });
    const change = on ? 'code.log.in.on' : 'code.log.in.off';
    this.letters.sendSecurityChanged(user, change, from);
    await this.messages.notify(userId, change, {});
  }

  /**
   * Enabling takes effect at once. Disabling needs a proof and notifies the owner. Returns whether the setting changed.
   * Refuses `proof.required`, and the refusals of `Proofs`.
   */
  async setDeviceApproval(
    userId: number,
    { approvesDevices, password, secondFactor }: SetDeviceApprovalRequest,
    factorProof: GivenFactor,
    from: ChangedFrom,
  ): Promise<boolean> {
    if (!approvesDevices) {
      if (password === undefined) throw new Refusal('proof.required');
      const act = { userId, path: ROUTES.setDeviceApproval.path, body: { approvesDevices } };
      await this.proofs.byBoth(act, { password, secondFactor }, factorProof);
    }
    const isChanged = await this.devices.set(userId, approvesDevices);
    if (!isChanged || approvesDevices) return isChanged;
    this.letters.sendSecurityChanged(
      await markErrorsAsAfterSave(this.proofs.userOf(userId)),
      'device.approval.off',
      from,
    );
    await this.messages.notify(userId, 'device.approval.off', {});
    return true;
  }

  async lockSettings(
    userId: number,
    { days, ...proof }: LockSettingsRequest,
    factorProof: GivenFactor,
    from: ChangedFrom,
  ): Promise<SettingsLocked> {
    const user = await this.proofs.byBoth(
      { userId, path: ROUTES.lockSettings.path, body: { days } },
      proof,
      factorProof,
    );
    const locked = await this.settingsLocks.lock(userId, days);
    this.letters.sendSecurityChanged(user, 'settings.locked', from);
    await this.messages.notify(userId, 'settings.locked', {});
    return locked;
  }

  async unlockSettings(userId: number, { masterKey }: UnlockSettingsRequest, from: ChangedFrom): Promise<void> {
    await this.settingsLocks.unlock(userId, masterKey);
    this.letters.sendSecurityChanged(await this.proofs.userOf(userId), 'settings.unlocked', from);
    await this.messages.notify(userId, 'settings.unlocked', {});
  }

  /**
   * Both directions need password and factor. Refuses `trading.factor.missing`, and the refusals of `Proofs` and
   * `StepUps`.
   */
  async setTradingFactor(
    userId: number,
    { on, password }: SetTradingFactorRequest,
    factorProof: GivenFactor,
    from: ChangedFrom,
  ): Promise<void> {
    const user = await this.proofs.byPassword(userId, password);
    const act = { userId, path: ROUTES.setTradingFactor.path, body: { on } };
    await this.stepUps.prove(act, factorProof, 'trading.factor.missing');
    if (!(await this.tradingFactors.set(userId, on))) return;
    const change = on ? 'trading.factor.on' : 'trading.factor.off';
    this.letters.sendSecurityChanged(user, change, from);
    await this.messages.notify(userId, change, {});
  }

  /**
   * A stricter limit needs the password only and is allowed under a settings lock; a looser one also needs a factor.
   * Refuses `settings.locked`, and the refusals of `Proofs` and `FactorProofs`.
   */
  async setOwnLimits(
    userId: number,
    { limit, delayHours, password, secondFactor }: SetOwnLimitsRequest,
    factorProof: GivenFactor,
    from: ChangedFrom,
  ): Promise<OwnLimitsShown> {
    const newLimits = { limit: limit === null ? null : amountOf(limit, VALUE_SCALE, VALUE_ASSET), delayHours };
    const isLoosened = isLooser((await this.ownLimits.currentLimitsOf(userId)).current, newLimits);
    if (isLoosened) await this.settingsLocks.refuse(userId);
    const user = await this.proofs.byPassword(userId, password);
    const act = { userId, path: ROUTES.setOwnLimits.path, body: { limit, delayHours } };
    if (isLoosened) await this.factors.prove(act, { secondFactor, factorProof });
    const limits = await this.ownLimits.set(userId, newLimits);
    const change = isLoosened ? 'own.limits.loosened' : 'own.limits.tightened';
    this.letters.sendSecurityChanged(user, change, from);
    await this.messages.notify(userId, change, {});
    return shownOwnLimits(limits);
  }

  setLanguage(userId: number, language: Language): Promise<void> {
    return this.set(userId, { language });
  }

  setNickName(userId: number, nickName: string): Promise<void> {
    return this.set(userId, { nickName });
  }

  /** Refuses `nationality.fixed` once a document has verified it. */
  async setNationality(userId: number, nationality: string): Promise<void> {
    if (this.live.members.stateOf(userId).verified) throw new Refusal('nationality.fixed');
    await this.set(userId, { nationality });
  }

  private async set(userId: number, change: Partial<UserRow>): Promise<void> {
    await this.database.sql.updateTable('users').set(change).where('id', '=', userId).execute();
  }
}
