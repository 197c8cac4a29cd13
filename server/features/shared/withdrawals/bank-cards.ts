/**
 * Bank cards for withdrawals of legal currency. Number and name are encrypted; payers read them here, the user sees a
 * mask. A removed card stays for the withdrawals that refer to it.
 */
import { Inject, Injectable } from '@nestjs/common';
import { isCardNumber, sameName } from '../../../../shared/products/wallet/rules/bank-cards';
import { maskedCard } from '../../../../shared/products/identity/rules/masks';
import type { AddBankCardRequest, BankCardRecord } from '../../../../shared/products/identity/bank-cards';
import type { InTransaction } from '../../../platform/auth/tickets';
import { VerifiedNames } from '../../../platform/auth/verified-names';
import type { Config } from '../../../platform/config/config';
import type { Database } from '../../../platform/database/database';
import type { ExchangeTables } from '../../../platform/database/exchange-tables';
import { takeIds } from '../../../platform/database/last-ids';
import type { BankCardRow } from '../../../platform/database/security-tables';
import { Refusal } from '../../../platform/errors/refusal';
import { bankCardContext } from '../../../platform/secrets/contexts';
import { UserSecrets, type UserSeal } from '../../../platform/secrets/user-secrets';
import { CLOCK, CONFIG, EXCHANGE_DATABASE, type Clock } from '../../../platform/tokens';

const LAST = 4;
const HOUR_MS = 3_600_000;

/** A card with its data for a payment. */
export interface BankCard {
  card: number;
  bankName: string;
  cardNumber: string;
  realName: string;
  createdAt: number;
  removedAt: number | null;
}

export type NewBankCard = Pick<AddBankCardRequest, 'bankName' | 'cardNumber' | 'realName'>;

@Injectable()
export class BankCards {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly secrets: UserSecrets,
    private readonly verifiedNames: VerifiedNames,
  ) {}

  /** Refuses `card.number.invalid`, and `card.name.mismatch` unless the name is the verified one. */
  async judge(userId: number, { cardNumber, realName }: NewBankCard): Promise<void> {
    if (!isCardNumber(digitsOf(cardNumber))) throw new Refusal('card.number.invalid');
    const verified = await this.verifiedNames.nameOf(userId);
    if (verified === null || !sameName(verified, realName)) throw new Refusal('card.name.mismatch');
  }

  /** Adds a card that was checked; `alongside` runs in the same transaction. Refuses `card.already.stored`, `cards.too.many`. */
  async add(
    userId: number,
    { bankName, cardNumber, realName }: NewBankCard,
    alongside: InTransaction,
  ): Promise<BankCardRecord> {
    const number = digitsOf(cardNumber);
    const userSeal = await this.secrets.sealOf(userId);
    const row = {
      userId,
      bankName,
      sealedNumber: userSeal.seal(number, bankCardContext(userId)),
      lastFour: number.slice(-LAST),
      sealedName: userSeal.seal(realName, bankCardContext(userId)),
      createdAt: this.clock(),
      removedAt: null,
    };
    return this.database.sql.transaction().execute(async (transaction) => {
      // The counter's row serialises concurrent requests.
      const [id] = await takeIds(transaction, 'bank_card', 1);
      await alongside(transaction);
      const storedCards = await transaction
        .selectFrom('bankCards')
        .selectAll()
        .where('userId', '=', userId)
        .where('removedAt', 'is', null)
        .execute();
      if (storedCards.some((card) => decryptCard(card, userSeal).cardNumber === number))
        throw new Refusal('card.already.stored');
      const maximum = this.config.limits.bankCardsPerUserMax;
      if (storedCards.length >= maximum) throw new Refusal('cards.too.many', { maximum });
      await transaction
        .insertInto('bankCards')
        .values({ id, ...row })
        .execute();
      return this.recordOf({ id, ...row }, userSeal);
    });
  }

  /** Cards that are not removed, oldest first. */
  async list(userId: number): Promise<BankCardRecord[]> {
    const rows = await this.database.sql
      .selectFrom('bankCards')
      .selectAll()
      .where('userId', '=', userId)
      .where('removedAt', 'is', null)
      .orderBy('id')
      .execute();
    if (rows.length === 0) return [];
    const userSeal = await this.secrets.sealOf(userId);
    return rows.map((row) => this.recordOf(row, userSeal));
  }

  /** Refuses `card.not.found`, also for another user's and for a removed one. */
  async remove(userId: number, card: number): Promise<void> {
    const { numUpdatedRows } = await this.database.sql
      .updateTable('bankCards')
      .set({ removedAt: this.clock() })
      .where('id', '=', card)
      .where('userId', '=', userId)
      .where('removedAt', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) throw new Refusal('card.not.found');
  }

  /** The card for a payment, removed or not; undefined if the user never had it. */
  async cardOf(userId: number, card: number): Promise<BankCard | undefined> {
    const row = await this.database.sql
      .selectFrom('bankCards')
      .selectAll()
      .where('id', '=', card)
      .where('userId', '=', userId)
      .executeTakeFirst();
    return row && decryptCard(row, await this.secrets.sealOf(userId));
  }

  private recordOf(row: BankCardRow, userSeal: UserSeal): BankCardRecord {
    const { card, bankName, realName, createdAt } = decryptCard(row, userSeal);
    const usableAt = createdAt + this.config.limits.withdrawalHoldHours * HOUR_MS;
    return { card: String(card), bankName, cardNumber: maskedCard(row.lastFour), realName, createdAt, usableAt };
  }
}

function decryptCard({ id, userId, sealedNumber, sealedName, ...row }: BankCardRow, userSeal: UserSeal): BankCard {
  return {
    card: id,
    bankName: row.bankName,
    cardNumber: userSeal.open(sealedNumber, bankCardContext(userId)),
    realName: userSeal.open(sealedName, bankCardContext(userId)),
    createdAt: row.createdAt,
    removedAt: row.removedAt,
  };
}

/** Card numbers are usually written in groups. */
function digitsOf(cardNumber: string): string {
  return cardNumber.normalize('NFKC').replace(/[\s-]/g, '');
}
