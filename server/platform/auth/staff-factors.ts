/**
 * What people prove themselves by beyond the password: an authenticator or a passkey. A member of staff who has neither may bind one,
 * and do nothing else before that.
 */
import { Injectable } from '@nestjs/common';
import type { UserRow } from '../database/exchange-tables';
import { Refusal } from '../errors/refusal';
import { PasskeyProofs } from './passkey-proofs';
import { SecondFactors } from './second-factors';

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

  async of(userId: number): Promise<Factor[]> {
    const has = {
      authenticator: await this.secondFactors.isBound(userId),
      passkey: (await this.passkeys.of(userId)).length > 0,
    };
    return FACTORS.filter((factor) => has[factor]);
  }

  /** Nobody of staff is left without one. Refuses `staff.factor.last`. */
  async refuseLast(user: UserRow, going: Factor): Promise<void> {
    if (isStaff(user) && (await this.isLast(user.id, going))) throw new Refusal('staff.factor.last');
  }

  /** Whether nothing is left when one of these goes. */
  async isLast(userId: number, going: Factor): Promise<boolean> {
    const others = (await this.of(userId)).filter((factor) => factor !== going);
    const isOneOfMany = going === 'passkey' && (await this.passkeys.of(userId)).length > 1;
    return others.length === 0 && !isOneOfMany;
  }
}
