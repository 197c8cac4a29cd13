/**
 * What people prove themselves by beyond the password: an authenticator or a passkey. A member of staff who has neither may bind one,
 * and do nothing else before that.
 */
import { Injectable } from '@nestjs/common';
import type { UserRow } from '../../database/exchange-tables';
import { Refusal } from '../../errors/refusal';
import { PasskeyProofs } from './passkey-proofs';
import { SecondFactors, type Reading } from './second-factors';

export const FACTORS = ['authenticator', 'passkey'] as const;
export type Factor = (typeof FACTORS)[number];

export function isStaff({ role }: Pick<UserRow, 'role'>): boolean {
  return role !== 'user';
}

@Injectable()
export class StaffFactors {
  constructor(
    private readonly secondFactors: SecondFactors,
    private readonly passkeys: PasskeyProofs,
  ) {}

  async of(userId: number, sql?: Reading): Promise<Factor[]> {
    const counts = await this.counts(userId, sql);
    return FACTORS.filter((factor) => counts[factor] > 0);
  }

  /** Nobody of staff is left without one. Refuses `staff.factor.last`. Within the transaction that holds the user and removes it. */
  async refuseLast(user: UserRow, going: Factor, transaction: Reading): Promise<void> {
    if (isStaff(user) && (await this.isLast(user.id, going, transaction))) throw new Refusal('staff.factor.last');
  }

  /** Whether nothing is left when one of these goes. */
  async isLast(userId: number, going: Factor, transaction: Reading): Promise<boolean> {
    const counts = await this.counts(userId, transaction);
    return counts.authenticator + counts.passkey === 1 && counts[going] === 1;
  }

  private async counts(userId: number, sql?: Reading): Promise<Record<Factor, number>> {
    return {
      authenticator: (await this.secondFactors.of(userId, sql)).length,
      passkey: (await this.passkeys.of(userId, sql)).length,
    };
  }
}
