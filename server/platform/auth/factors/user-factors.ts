/** Second factors of users: authenticators and passkeys. A member of staff without a factor may only bind one. */
import { Injectable } from '@nestjs/common';
import type { UserRow } from '../../database/exchange-tables';
import { Refusal } from '../../errors/refusal';
import { PasskeyProofs } from './passkey-proofs';
import { SecondFactors, type SelectOnly } from './second-factors';

export const FACTORS = ['authenticator', 'passkey'] as const;
export type Factor = (typeof FACTORS)[number];

export function isStaff({ role }: Pick<UserRow, 'role'>): boolean {
  return role !== 'user';
}

@Injectable()
export class UserFactors {
  constructor(
    private readonly secondFactors: SecondFactors,
    private readonly passkeys: PasskeyProofs,
  ) {}

  async factorsOf(userId: number, sql?: SelectOnly): Promise<Factor[]> {
    const counts = await this.counts(userId, sql);
    return FACTORS.filter((factor) => counts[factor] > 0);
  }

  /**
   * Refuses `staff.factor.last` if staff would lose their last factor. Call it in the transaction that locks the user and removes the
   * factor.
   */
  async refuseLosingLast(user: UserRow, going: Factor, transaction: SelectOnly): Promise<void> {
    if (isStaff(user) && (await this.isLast(user.id, going, transaction))) throw new Refusal('staff.factor.last');
  }

  /** Whether the user's only factor is one of this kind. */
  async isLast(userId: number, going: Factor, transaction: SelectOnly): Promise<boolean> {
    const counts = await this.counts(userId, transaction);
    return counts.authenticator + counts.passkey === 1 && counts[going] === 1;
  }

  private async counts(userId: number, sql?: SelectOnly): Promise<Record<Factor, number>> {
    return {
      authenticator: (await this.secondFactors.authenticatorsOf(userId, sql)).length,
      passkey: (await this.passkeys.passkeysOf(userId, sql)).length,
    };
  }
}
