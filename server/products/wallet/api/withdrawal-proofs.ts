/**
 * Binds a second factor to one withdrawal request. The code is used up in the transaction that stores the request, before the core receives
 * it, so that it is valid for this request only. A created withdrawal is stored here permanently: the request creates no other one, even
 * after the core has forgotten its client id.
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

/** Time for which a request with an unknown outcome may be retried with the same code. */
const PENDING_MS_MAX = 3_600_000;

@Injectable()
export class WithdrawalProofs {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly factors: FactorProofs,
  ) {}

  /**
   * The last step before the core. Throws the `dryRunRefusal` rejection after checking the code, without using it up. The identical request
   * passes once more while its outcome is unknown. Throws the errors of `SecondFactors`, and `client.id.reused` for an id that already
   * created a withdrawal.
   */
  async useProof(
    userId: number,
    request: ApplyWithdrawalRequest,
    factorProof: GivenFactor,
    dryRunRefusal: Refusal | null,
  ): Promise<void> {
    const row = { userId, clientId: request.clientId, requestHash: hashOf(request), at: this.clock() };
    const existing = await this.find(row);
    const isMade = existing !== undefined && existing.withdrawal !== null;
    const refusal = dryRunRefusal ?? (isMade ? new Refusal('client.id.reused') : null);
    const spendOn = async (transaction: Transaction<ExchangeTables>): Promise<void> => {
      if (refusal) throw refusal;
      await insertProof(transaction, row);
    };
    const isUnanswered =
      existing && !isMade && existing.requestHash === row.requestHash && existing.at > row.at - PENDING_MS_MAX;
    if (isUnanswered) {
      if (refusal) throw refusal;
      return;
    }
    const { secondFactor, clientId } = request;
    const act = { userId, path: WALLET_ROUTES.applyWithdrawal.path, body: [clientId, row.requestHash] };
    await this.factors.prove(act, { secondFactor, factorProof }, spendOn);
  }

  /** Stores the created withdrawal. */
  async linkWithdrawal(userId: number, clientId: string, withdrawal: number | null): Promise<void> {
    await this.database.sql
      .updateTable('withdrawalProofs')
      .set({ withdrawal })
      .where('userId', '=', userId)
      .where('clientId', '=', clientId)
      .where('withdrawal', 'is', null)
      .execute();
  }

  /** No withdrawal was created. The code stays used up: the next request needs another one. */
  async release(userId: number, clientId: string): Promise<void> {
    await this.database.sql
      .deleteFrom('withdrawalProofs')
      .where('userId', '=', userId)
      .where('clientId', '=', clientId)
      .where('withdrawal', 'is', null)
      .execute();
  }

  private find({ userId, clientId }: Pick<WithdrawalProofRow, 'userId' | 'clientId'>) {
    return this.database.sql
      .selectFrom('withdrawalProofs')
      .selectAll()
      .where('userId', '=', userId)
      .where('clientId', '=', clientId)
      .executeTakeFirst();
  }
}

async function insertProof(
  transaction: Transaction<ExchangeTables>,
  row: Omit<WithdrawalProofRow, 'withdrawal'>,
): Promise<void> {
  await transaction
    .deleteFrom('withdrawalProofs')
    .where('at', '<=', row.at - PENDING_MS_MAX)
    .where('withdrawal', 'is', null)
    .execute();
  const { requestHash, at } = row;
  await transaction
    .insertInto('withdrawalProofs')
    .values({ ...row, withdrawal: null })
    .onConflict((conflict) => conflict.columns(['userId', 'clientId']).doUpdateSet({ requestHash, at }))
    .execute();
}

/** Hash of all fields except the fund password, which every request must contain and whose plain hash must not be stored. */
function hashOf({ asset, amount, chain, address, card, secondFactor, beneficiary }: ApplyWithdrawalRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([asset, amount, chain, address, card, secondFactor, ...(beneficiary ? [beneficiary] : [])]))
    .digest('hex');
}
