/**
 * What a withdrawal must pass before the core hears of it: where it goes, who asks, and whether the account has been left
 * alone for long enough. The second factor comes last, because a code is spent by being looked at.
 */
import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { sameName } from '../../../shared/rules/bank-cards';
import type { ApplyWithdrawalRequest } from '../../../shared/wire/wallet';
import { FundPasswords } from '../../platform/auth/fund-passwords';
import { SecondFactors } from '../../platform/auth/second-factors';
import { Users } from '../../platform/auth/users';
import { VerifiedNames } from '../../platform/auth/verified-names';
import type { Chains } from '../../platform/chains/chains';
import type { Database } from '../../platform/database/database';
import type { ExchangeTables, UserRow } from '../../platform/database/exchange-tables';
import { Refusal } from '../../platform/errors/refusal';
import { CHAINS, CLOCK, EXCHANGE_DATABASE, type Clock } from '../../platform/tokens';
import { BankCards } from '../shared/bank-cards';
import { idOf } from '../shared/convert';
import { AddressBook } from './address-book';
import { WithdrawalHolds } from './withdrawal-holds';

/** For as long as a request may be sent again without another code. */
const PROOF_MS = 3_600_000;

/** Where it goes: an address in its normal form, or a card of the user's. */
export type Destination =
  { chain: string; address: string; decimals: number; card?: undefined } | { card: number; chain?: undefined };

@Injectable()
export class WithdrawalGuards {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CHAINS) private readonly chains: Chains,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly users: Users,
    private readonly fundPasswords: FundPasswords,
    private readonly secondFactors: SecondFactors,
    private readonly cards: BankCards,
    private readonly verifiedNames: VerifiedNames,
    private readonly book: AddressBook,
    private readonly holds: WithdrawalHolds,
  ) {}

  /** Refuses what does not fit the asset, an address that is none, and a card that is not the user's or not in their name. */
  async destinationOf(userId: number, request: ApplyWithdrawalRequest, isFiat: boolean): Promise<Destination> {
    const { asset, chain, address, card } = request;
    if (isFiat) {
      if (card === undefined || chain !== undefined || address !== undefined) {
        throw new Refusal('withdrawal.destination.invalid');
      }
      return { card: await this.ownCard(userId, idOf(card)) };
    }
    if (chain === undefined || address === undefined || card !== undefined) {
      throw new Refusal('withdrawal.destination.invalid');
    }
    const port = this.chains.carrying(chain, asset);
    if (!port) throw new Refusal('chain.unknown');
    return { chain, address: this.book.normal(chain, address), decimals: port.coins.get(asset) as number };
  }

  /** The user's row when everything is as it must be. The same request, sent again, is not asked for another code. */
  async pass(userId: number, request: ApplyWithdrawalRequest, destination: Destination): Promise<UserRow> {
    const user = await this.users.byId(userId);
    if (!user) throw new Refusal('account.unknown');
    const hash = hashOf(request);
    await this.fundPasswords.check(userId, request.fundPassword);
    if (await this.hasPassed(userId, request.clientId, hash)) return user;
    const until = await this.holds.heldUntil(user);
    if (until !== null) throw new Refusal('withdrawal.held', { until });
    if (destination.chain !== undefined) await this.book.judge(userId, destination.chain, destination.address);
    await this.secondFactors.check(userId, request.secondFactor);
    await this.remember(userId, request.clientId, hash);
    return user;
  }

  private async ownCard(userId: number, id: number): Promise<number> {
    const card = await this.cards.of(userId, id);
    if (!card || card.removedAt !== null) throw new Refusal('card.not.found');
    const verified = await this.verifiedNames.of(userId);
    if (verified === null || !sameName(verified, card.realName)) throw new Refusal('card.name.mismatch');
    return card.card;
  }

  private async hasPassed(userId: number, clientId: string, requestHash: string): Promise<boolean> {
    const row = await this.database.sql
      .selectFrom('withdrawalProofs')
      .select('at')
      .where('userId', '=', userId)
      .where('clientId', '=', clientId)
      .where('requestHash', '=', requestHash)
      .where('at', '>', this.clock() - PROOF_MS)
      .executeTakeFirst();
    return row !== undefined;
  }

  private async remember(userId: number, clientId: string, requestHash: string): Promise<void> {
    const at = this.clock();
    const { sql } = this.database;
    await sql
      .deleteFrom('withdrawalProofs')
      .where('at', '<=', at - PROOF_MS)
      .execute();
    await sql
      .insertInto('withdrawalProofs')
      .values({ userId, clientId, requestHash, at })
      .onConflict((conflict) => conflict.columns(['userId', 'clientId']).doUpdateSet({ requestHash, at }))
      .execute();
  }
}

/** Of everything but the fund password, which is asked for every time and of which no plain hash should lie anywhere. */
function hashOf({ fundPassword: _, ...request }: ApplyWithdrawalRequest): string {
  const { asset, amount, chain, address, card, secondFactor } = request;
  return createHash('sha256')
    .update(JSON.stringify([asset, amount, chain, address, card, secondFactor]))
    .digest('hex');
}
