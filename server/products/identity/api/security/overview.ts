/** The personal centre: the user's identity and the protection of the account. */
import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { maskedEmail, maskedPhone } from '../../../../../shared/products/identity/rules/masks';
import { creditScoreOf, limitBindingsOf, safetyLevelOf } from '../../../../../shared/products/identity/rules/safety';
import { decimalOf } from '../../../../../shared/rules/units';
import { VALUE_SCALE } from '../../../../../shared/rules/valuation';
import { SECURITY_ROUTES } from '../../../../../shared/products/identity/security';
import { DeviceApprovals } from '../../../../platform/auth/log-in/device-approvals';
import { FundPasswords } from '../../../../platform/auth/factors/fund-passwords';
import { ownNameOf } from '../../../../platform/auth/nick-names';
import { PasskeyProofs } from '../../../../platform/auth/factors/passkey-proofs';
import { SecondFactors } from '../../../../platform/auth/factors/second-factors';
import { SettingsLocks } from '../../../../platform/auth/settings-locks';
import { TradingFactors } from '../../../../platform/auth/factors/trading-factors';
import { QueryOf } from '../../../../platform/http/route-messages';
import { LIVE_VIEWS } from '../../../../platform/tokens';
import type { LiveViews } from '../../../../views/live/live-views';
import { OwnWithdrawalLimits, shownOwnLimits } from '../../../../features/shared/withdrawals/own-limits';
import { WithdrawalLimits } from '../../../../features/shared/withdrawals/withdrawal-limits';
import { Proofs } from './proofs';

export class OwnSecurity extends QueryOf(SECURITY_ROUTES.overview) {}

@QueryHandler(OwnSecurity)
export class OwnSecurityHandler implements IQueryHandler<OwnSecurity> {
  constructor(
    private readonly proofs: Proofs,
    private readonly limits: WithdrawalLimits,
    private readonly fundPasswords: FundPasswords,
    private readonly secondFactors: SecondFactors,
    private readonly passkeys: PasskeyProofs,
    private readonly devices: DeviceApprovals,
    private readonly settingsLocks: SettingsLocks,
    private readonly tradingFactors: TradingFactors,
    private readonly ownLimits: OwnWithdrawalLimits,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  async execute({ user: id }: OwnSecurity) {
    const user = await this.proofs.userOf(id);
    const bindings = await this.limits.bindingsOf(user);
    const withdrawalLimits = this.limits.list();
    const { nationality, language, registeredAt, antiPhishingCode, securityChangedAt } = user;
    return {
      userId: id,
      nickName: ownNameOf(user),
      nationality,
      language,
      registeredAt,
      antiPhishingCode,
      securityChangedAt,
      heldUntil: user.heldUntil,
      creditScore: creditScoreOf(bindings),
      safetyLevel: safetyLevelOf(bindings),
      verified: bindings.verified,
      frozen: this.live.members.stateOf(id).frozen,
      phone: user.phone === null ? null : maskedPhone(user.phone),
      email: user.email === null ? null : maskedEmail(user.email),
      settingsLockedUntil: await this.settingsLocks.lockedUntil(id),
      codeLogIn: user.codeLogInOff === 0,
      authenticator: bindings.authenticator,
      authenticators: (await this.secondFactors.authenticatorsOf(id)).length,
      recoveryCodesLeft: await this.secondFactors.recoveryCodesLeft(id),
      passkeys: (await this.passkeys.passkeysOf(id)).length,
      approvesDevices: await this.devices.isOn(id),
      fundPassword: bindings.fundPassword,
      fundPasswordLockedUntil: await this.fundPasswords.lockedUntil(id),
      withdrawalLimit: decimalOf(await this.limits.dailyLimitUnits(user), VALUE_SCALE),
      tradingFactor: this.tradingFactors.isWanted(id),
      ownLimits: shownOwnLimits(await this.ownLimits.currentLimitsOf(id)),
      limitBindings: limitBindingsOf(bindings),
      withdrawalLimits,
    };
  }
}
