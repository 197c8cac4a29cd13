/**
 * What the proof of a withdrawal was spent on. The code goes in the transaction that writes down its request, before the core
 * hears of it, so that it is good for this request alone, whatever happens next. Once there is a withdrawal it is named here
 * and stays: the request makes no other one, not even when the core has long forgotten its client id.
 */
import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from 'kysely';
import { WALLET_ROUTES, type ApplyWithdrawalRequest } from '../../../../shared/products/wallet/wire';
import { FactorProofs } from '../../../platform/auth/factors/factor-proofs';
import type { GivenFactor } from '../../../platform/auth/factors/step-up';
import type { Database } from '../../../platform/database/database';
import type { ExchangeTables } from '../../../platform/database/exchange-tables';
import type { WithdrawalProofRow } from '../../../platform/database/wallet-tables';
import { Refusal } from '../../../platform/errors/refusal';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../../../platform/tokens';

/** For so long a request whose outcome nobody knows may be sent again with the code that was spent on it. */
const UNANSWERED_MS = 3_600_000;

@Injectable()
export class WithdrawalProofs {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly factors: FactorProofs,
  ) {}

  /**
   * The last step before the core. What is `foreseen` to be refused is refused here, after its code was judged and without
   * spending it. The very same request passes once more while its outcome is not known. Refuses what `SecondFactors`
   * refuses, and `client.id.reused` of an id that has made its withdrawal.
   */
  async spend(
    userId: number,
    request: ApplyWithdrawalRequest,
    given: GivenFactor,
    foreseen: Refusal | null,
  ): Promise<void> {
    const row = { userId, clientId: request.clientId, requestHash: hashOf(request), at: this.clock() };
    const known = await this.of(row);
    const isMade = known !== undefined && known.withdrawal !== null;
    const refusal = foreseen ?? (isMade ? new Refusal('client.id.reused') : null);
    const spendOn = async (transaction: Transaction<ExchangeTables>): Promise<void> => {
      if (refusal) throw refusal;
      await remember(transaction, row);
    };
    const isUnanswered = known && !isMade && known.requestHash === row.requestHash && known.at > row.at - UNANSWERED_MS;
    if (isUnanswered) {
      if (refusal) throw refusal;
      return;
    }
    const { secondFactor, clientId } = request;
    const act = { userId, path: WALLET_ROUTES.applyWithdrawal.path, body: [clientId, row.requestHash] };
    await this.factors.prove(act, { secondFactor, given }, spendOn);
  }

  /** What came of it. */
  async name(userId: number, clientId: string, withdrawal: number | null): Promise<void> {
    await this.database.sql
      .updateTable('withdrawalProofs')
      .set({ withdrawal })
      .where('userId', '=', userId)
      .where('clientId', '=', clientId)
      .where('withdrawal', 'is', null)
      .execute();
  }

  /** Nothing came of it. The code is spent all the same: the next request brings another one. */
  async drop(userId: number, clientId: string): Promise<void> {
    await this.database.sql
      .deleteFrom('withdrawalProofs')
      .where('userId', '=', userId)
      .where('clientId', '=', clientId)
      .where('withdrawal', 'is', null)
      .execute();
  }

  private of({ userId, clientId }: Pick<WithdrawalProofRow, 'userId' | 'clientId'>) {
    return this.database.sql
      .selectFrom('withdrawalProofs')
      .selectAll()
      .where('userId', '=', userId)
      .where('clientId', '=', clientId)
      .executeTakeFirst();
  }
}

async function remember(
  transaction: Transaction<ExchangeTables>,
  row: Omit<WithdrawalProofRow, 'withdrawal'>,
): Promise<void> {
  await transaction
    .deleteFrom('withdrawalProofs')
    .where('at', '<=', row.at - UNANSWERED_MS)
    .where('withdrawal', 'is', null)
    .execute();
  const { requestHash, at } = row;
  await transaction
    .insertInto('withdrawalProofs')
    .values({ ...row, withdrawal: null })
    .onConflict((conflict) => conflict.columns(['userId', 'clientId']).doUpdateSet({ requestHash, at }))
    .execute();
}

/** Of everything but the fund password, which is asked for every time and of which no plain hash should lie anywhere. */
function hashOf({ asset, amount, chain, address, card, secondFactor, beneficiary }: ApplyWithdrawalRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([asset, amount, chain, address, card, secondFactor, ...(beneficiary ? [beneficiary] : [])]))
    .digest('hex');
}
