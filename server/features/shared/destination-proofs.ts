/**
 * That it is the owner who says where money may go: fund password, a code that was sent to an address of theirs, and the
 * second factor once one is bound. Nothing names a destination without them.
 */
import { Injectable } from '@nestjs/common';
import type { DestinationProof } from '../../../shared/wire/security';
import { Codes } from '../../platform/auth/codes';
import { FundPasswords } from '../../platform/auth/fund-passwords';
import { SecondFactors } from '../../platform/auth/second-factors';
import type { Alongside } from '../../platform/auth/tickets';
import { Users } from '../../platform/auth/users';
import type { UserRow } from '../../platform/database/exchange-tables';
import { Refusal } from '../../platform/errors/refusal';
import { BoundCodes } from './bound-codes';

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
    private readonly secondFactors: SecondFactors,
  ) {}

  /** `judge` is asked behind the fund password, and before anything is spent. Refuses what each proof refuses. */
  async prove(
    userId: number,
    { fundPassword, channel, code, secondFactor }: DestinationProof,
    judge: (user: UserRow) => Promise<void>,
  ): Promise<Proven> {
    const user = await this.users.byId(userId);
    if (!user) throw new Refusal('account.unknown');
    await this.fundPasswords.check(userId, fundPassword);
    await judge(user);
    const right = await this.boundCodes.check(user, 'destination', channel, code);
    await this.secondFactors.check(userId, secondFactor);
    const alongside: Alongside = async (transaction) => {
      if (!(await this.codes.use(transaction, right))) throw new Refusal('verification.code.error');
    };
    return { user, alongside };
  }
}
