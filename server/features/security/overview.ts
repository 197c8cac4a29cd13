/** The personal centre: who one is, and how well that is protected. */
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { creditScoreOf, limitBindingsOf, safetyLevelOf } from '../../../shared/rules/safety';
import type { SecurityOverview } from '../../../shared/wire/security';
import { FundPasswords } from '../../platform/auth/fund-passwords';
import { ownNameOf } from '../../platform/auth/nick-names';
import { SecondFactors } from '../../platform/auth/second-factors';
import { LIVE_VIEWS } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import { maskedEmail, maskedPhone } from '../shared/masks';
import { limitOf, WithdrawalLimits } from '../shared/withdrawal-limits';
import { Passkeys } from './passkeys';
import { Proofs } from './proofs';

export class OwnSecurity extends Query<SecurityOverview> {
  constructor(readonly user: number) {
    super();
  }
}

@QueryHandler(OwnSecurity)
export class OwnSecurityHandler implements IQueryHandler<OwnSecurity> {
  constructor(
    private readonly proofs: Proofs,
    private readonly limits: WithdrawalLimits,
    private readonly fundPasswords: FundPasswords,
    private readonly secondFactors: SecondFactors,
    private readonly passkeys: Passkeys,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  async execute({ user: id }: OwnSecurity): Promise<SecurityOverview> {
    const user = await this.proofs.userOf(id);
    const bindings = await this.limits.bindingsOf(user);
    const withdrawalLimits = await this.limits.list();
    const { nationality, language, registeredAt, antiPhishingCode, securityChangedAt } = user;
    return {
      userId: id,
      nickName: ownNameOf(user),
      nationality,
      language,
      registeredAt,
      antiPhishingCode,
      securityChangedAt,
      creditScore: creditScoreOf(bindings),
      safetyLevel: safetyLevelOf(bindings),
      verified: bindings.verified,
      frozen: this.live.members.standingOf(id).frozen,
      phone: user.phone === null ? null : maskedPhone(user.phone),
      email: user.email === null ? null : maskedEmail(user.email),
      authenticator: bindings.authenticator,
      recoveryCodesLeft: await this.secondFactors.recoveryCodesLeft(id),
      passkeys: (await this.passkeys.list(id)).length,
      fundPassword: bindings.fundPassword,
      fundPasswordLockedUntil: await this.fundPasswords.lockedUntil(id),
      withdrawalLimit: limitOf(withdrawalLimits, bindings),
      limitBindings: limitBindingsOf(bindings),
      withdrawalLimits,
    };
  }
}
