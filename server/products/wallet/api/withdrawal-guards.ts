/**
 * What a withdrawal must pass before the core hears of it: where it goes, who asks, and whether the account has been left
 * alone for long enough. The second factor comes after all of it, in `withdrawal-proofs.ts`.
 */
import { Inject, Injectable } from '@nestjs/common';
import { sameName } from '../../../../shared/products/wallet/rules/bank-cards';
import type { ApplyWithdrawalRequest } from '../../../../shared/products/wallet/wire';
import { FundPasswords } from '../../../platform/auth/factors/fund-passwords';
import { Users } from '../../../platform/auth/users';
import { VerifiedNames } from '../../../platform/auth/verified-names';
import type { Chains } from '../../../platform/chains/chains';
import type { UserRow } from '../../../platform/database/exchange-tables';
import { Refusal } from '../../../platform/errors/refusal';
import { CHAINS, CLOCK, type Clock } from '../../../platform/tokens';
import { BankCards } from '../../../features/shared/withdrawals/bank-cards';
import { idOf } from '../../../features/shared/orders/convert';
import { AddressBook } from './address-book';
import { WithdrawalHolds } from './withdrawal-holds';

/** Where it goes: an address in its normal form, or a card of the user's. */
export type Destination =
  { chain: string; address: string; decimals: number; card?: undefined } | { card: number; chain?: undefined };

@Injectable()
export class WithdrawalGuards {
  constructor(
    @Inject(CHAINS) private readonly chains: Chains,
    private readonly users: Users,
    private readonly fundPasswords: FundPasswords,
    private readonly cards: BankCards,
    private readonly verifiedNames: VerifiedNames,
    private readonly book: AddressBook,
    private readonly holds: WithdrawalHolds,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Refuses what does not fit the asset, and an address that is none. */
  destinationOf({ asset, chain, address, card }: ApplyWithdrawalRequest, isFiat: boolean): Destination {
    if (isFiat) {
      if (card === undefined || chain !== undefined || address !== undefined) {
        throw new Refusal('withdrawal.destination.invalid');
      }
      return { card: idOf(card) };
    }
    if (chain === undefined || address === undefined || card !== undefined) {
      throw new Refusal('withdrawal.destination.invalid');
    }
    const port = this.chains.carrying(chain, asset);
    if (!port) throw new Refusal('chain.unknown');
    return { chain, address: this.book.normal(chain, address), decimals: port.coins.get(asset) as number };
  }

  /** Who asks, by the fund password: before anything is said, also of a request that is known. */
  async ownerOf(userId: number, fundPassword: string): Promise<UserRow> {
    const user = await this.users.byId(userId);
    if (!user) throw new Refusal('account.unknown');
    await this.fundPasswords.check(userId, fundPassword);
    return user;
  }

  /**
   * Whether this may go there now: asked each time that something would happen. Refuses `withdrawal.held`, a card that is
   * not the user's, not in their name or too new, and what the address book refuses.
   */
  async judge(user: UserRow, destination: Destination): Promise<void> {
    const until = this.holds.heldUntil(user);
    if (until !== null) throw new Refusal('withdrawal.held', { until });
    if (destination.chain === undefined) await this.judgeCard(user.id, destination.card);
    else await this.book.judge(user.id, destination.chain, destination.address);
  }

  private async judgeCard(userId: number, id: number): Promise<void> {
    const card = await this.cards.of(userId, id);
    if (!card || card.removedAt !== null) throw new Refusal('card.not.found');
    const verified = await this.verifiedNames.of(userId);
    if (verified === null || !sameName(verified, card.realName)) throw new Refusal('card.name.mismatch');
    const until = card.createdAt + this.holds.holdMs;
    if (until > this.clock()) throw new Refusal('card.held', { until });
  }
}
