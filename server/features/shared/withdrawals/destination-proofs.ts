/**
 * Proofs that the owner names a new destination: fund password, a code sent to a bound address, and the second factor if there is one
 * (authenticator or passkey). Every destination needs them.
 */
import { Injectable } from '@nestjs/common';
import type { DestinationProof } from '../../../../shared/products/identity/proofs';
import { Codes } from '../../../platform/auth/factors/codes';
import { FactorProofs } from '../../../platform/auth/factors/factor-proofs';
import { FundPasswords } from '../../../platform/auth/factors/fund-passwords';
import type { GivenFactor } from '../../../platform/auth/factors/step-up';
import type { InTransaction } from '../../../platform/auth/tickets';
import { Users } from '../../../platform/auth/users';
import type { UserRow } from '../../../platform/database/exchange-tables';
import { Refusal } from '../../../platform/errors/refusal';
import { BoundCodes } from './bound-codes';

/** A destination's reference and where it is stored. */
export interface NamedDestination {
  userId: number;
  path: string;
  named: object;
}

export interface Proven {
  user: UserRow;
  /** Spends the code in the transaction that stores the destination. Refuses `verification.code.error` when it is spent. */
  alongside: InTransaction;
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

  /** Calls `judge` after the fund password and before anything is spent. Passes the refusals of each proof. */
  async prove(
    { userId, path, named: destination }: NamedDestination,
    { fundPassword, channel, code, secondFactor }: DestinationProof,
    factorProof: GivenFactor,
    judge: (user: UserRow) => Promise<void>,
  ): Promise<Proven> {
    const user = await this.users.byId(userId);
    if (!user) throw new Refusal('account.unknown');
    await this.fundPasswords.check(userId, fundPassword);
    await judge(user);
    const right = await this.boundCodes.check(user, 'destination', channel, code);
    // Includes the code: the passkey's signature is valid only with it, and the digest does not allow guessing a card number.
    await this.factors.prove({ userId, path, body: { ...destination, channel, code } }, { secondFactor, factorProof });
    const alongside: InTransaction = async (transaction) => {
      if (!(await this.codes.markUsed(transaction, right))) throw new Refusal('verification.code.error');
    };
    return { user, alongside };
  }
}
