/**
 * That it is the owner who says where money may go: fund password, a code that was sent to an address of theirs, and a factor,
 * which is an authenticator or a passkey, once there is one. Nothing names a destination without them.
 */
import { Injectable } from '@nestjs/common';
import type { DestinationProof } from '../../../../shared/products/identity/security';
import { Codes } from '../../../platform/auth/factors/codes';
import { FactorProofs } from '../../../platform/auth/factors/factor-proofs';
import { FundPasswords } from '../../../platform/auth/factors/fund-passwords';
import type { GivenFactor } from '../../../platform/auth/factors/step-up';
import type { Alongside } from '../../../platform/auth/tickets';
import { Users } from '../../../platform/auth/users';
import type { UserRow } from '../../../platform/database/exchange-tables';
import { Refusal } from '../../../platform/errors/refusal';
import { BoundCodes } from './bound-codes';

/** What a destination is named by, and where. */
export interface NamedDestination {
  userId: number;
  path: string;
  named: object;
}

export interface Proven {
  user: UserRow;
  /** Spends the code in the transaction that stores the destination. Refuses `verification.code.error` when it is spent. */
  alongside: Alongside;
}

@Injectable()
export class DestinationProofs {
  constructor(
    private readonly users: Users,
    private readonly fundPasswords: FundPasswords,
    private readonly boundCodes: BoundCodes,
    private readonly codes: Codes,
    private readonly factors: FactorProofs,
  ) {}

  /** `judge` is asked behind the fund password, and before anything is spent. Refuses what each proof refuses. */
  async prove(
    { userId, path, named }: NamedDestination,
    { fundPassword, channel, code, secondFactor }: DestinationProof,
    given: GivenFactor,
    judge: (user: UserRow) => Promise<void>,
  ): Promise<Proven> {
    const user = await this.users.byId(userId);
    if (!user) throw new Refusal('account.unknown');
    await this.fundPasswords.check(userId, fundPassword);
    await judge(user);
    const right = await this.boundCodes.check(user, 'destination', channel, code);
    // With the code: what a passkey has signed is good with that one alone, and no number of a card is guessed from the digest.
    await this.factors.prove({ userId, path, body: { ...named, channel, code } }, { secondFactor, given });
    const alongside: Alongside = async (transaction) => {
      if (!(await this.codes.use(transaction, right))) throw new Refusal('verification.code.error');
    };
    return { user, alongside };
  }
}
