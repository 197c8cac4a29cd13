/**
 * Checks before a withdrawal reaches the core: destination, owner, and the waiting time after changes of the account. The second factor
 * follows in `withdrawal-proofs.ts`.
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

/** Destination of a withdrawal: an address in its normal form, or a card of the user. */
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

  /** Throws if the destination does not fit the asset or the address is invalid. */
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
    const port = this.chains.withCoin(chain, asset);
    if (!port) throw new Refusal('chain.unknown');
    return { chain, address: this.book.normalizeAddress(chain, address), decimals: port.coins.get(asset) as number };
  }

  /** Authenticates the owner by fund password before any other answer, also for known requests. */
  async ownerOf(userId: number, fundPassword: string): Promise<UserRow> {
    const user = await this.users.byId(userId);
    if (!user) throw new Refusal('account.unknown');
    await this.fundPasswords.check(userId, fundPassword);
    return user;
  }

  /**
   * Checks the destination before every application. Throws `withdrawal.held`, the errors of the address book, and errors for a card that
   * is not the user's, not in their name or too new.
   */
  async requireAllowed(user: UserRow, destination: Destination): Promise<void> {
    const until = this.holds.heldUntil(user);
    if (until !== null) throw new Refusal('withdrawal.held', { until });
    if (destination.chain === undefined) await this.requireCard(user.id, destination.card);
    else await this.book.requireListed(user.id, destination.chain, destination.address);
  }

  private async requireCard(userId: number, id: number): Promise<void> {
    const card = await this.cards.cardOf(userId, id);
    if (!card || card.removedAt !== null) throw new Refusal('card.not.found');
    const verified = await this.verifiedNames.nameOf(userId);
    if (verified === null || !sameName(verified, card.realName)) throw new Refusal('card.name.mismatch');
    const until = card.createdAt + this.holds.holdMs;
    if (until > this.clock()) throw new Refusal('card.held', { until });
  }
}
