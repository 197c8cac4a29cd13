/** Daily withdrawal limits by number of bindings and verification, from a table that staff change. */
import { Inject, Injectable } from '@nestjs/common';
import { LIMIT_BINDINGS_MAX, limitBindingsOf, type Bindings } from '../../../../shared/products/identity/rules/safety';
import { decimalOf, unitsOf } from '../../../../shared/rules/units';
import { limitKeyOf } from '../../../../shared/products/wallet/rules/withdrawal-limits';
import type { WithdrawalLimit } from '../../../../shared/products/identity/withdrawal-limits';
import { FundPasswords } from '../../../platform/auth/factors/fund-passwords';
import { SecondFactors } from '../../../platform/auth/factors/second-factors';
import type { UserRow } from '../../../platform/database/exchange-tables';
import type { KnownStaff } from '../../../platform/auth/staff/known-staff';
import { KNOWN_STAFF, LIVE_VIEWS } from '../../../platform/tokens';
import type { LiveViews } from '../../../views/live/live-views';
import { OwnWithdrawalLimits } from './own-limits';

/** Limits are in USDT of eight decimals for every asset. */
const USDT_SCALE = 8;

@Injectable()
export class WithdrawalLimits {
  constructor(
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    @Inject(KNOWN_STAFF) private readonly staff: KnownStaff,
    private readonly fundPasswords: FundPasswords,
    private readonly secondFactors: SecondFactors,
    private readonly ownLimits: OwnWithdrawalLimits,
  ) {}

  /** USDT units of scale 8: the exchange's limit, or the user's own lower one. */
  async dailyLimitUnits(user: UserRow): Promise<bigint> {
    const bindings = await this.bindingsOf(user);
    const allowed = unitsOf(limitOf(this.list(), bindings), USDT_SCALE) as bigint;
    const { limit } = (await this.ownLimits.currentLimitsOf(user.id)).current;
    return limit !== null && limit < allowed ? limit : allowed;
  }

  async bindingsOf({ id, phone, email }: UserRow): Promise<Bindings> {
    return {
      phone: phone !== null,
      email: email !== null,
      authenticator: await this.secondFactors.isBound(id),
      fundPassword: await this.fundPasswords.isSet(id),
      verified: this.live.members.stateOf(id).verified,
    };
  }

  /** Ordered by number of bindings; decided by two staff members. */
  list(): WithdrawalLimit[] {
    const limit = (bindings: number, isVerified: boolean): string =>
      decimalOf(this.staff.dailyLimitOf(limitKeyOf(bindings, isVerified)) ?? 0n, USDT_SCALE);
    return Array.from({ length: LIMIT_BINDINGS_MAX }, (_, index) => {
      const bindings = index + 1;
      return { bindings, limit: limit(bindings, false), verifiedLimit: limit(bindings, true) };
    });
  }
}

/** The limit of the row for these bindings. USDT, decimal. */
export function limitOf(limits: readonly WithdrawalLimit[], bindings: Bindings): string {
  const count = limitBindingsOf(bindings);
  const row = limits.find((one) => one.bindings === count);
  if (!row) throw new Error(`no withdrawal limit for ${count} bindings`);
  return bindings.verified ? row.verifiedLimit : row.limit;
}
