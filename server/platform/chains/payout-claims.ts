/**
 * Exclusive claim on an automatic payout: by the payout, or by staff who state that nothing was sent. The first claim is permanent, so
 * two workers, or staff and a worker, never start at once. Double payment is prevented by the journal, which records a payout as
 * submitted before a chain receives it.
 */
import type { Database } from '../database/database';
import type { ExchangeTables } from '../database/exchange-tables';
import type { PayoutRow } from '../database/wallet-tables';

export type PayoutClaim = PayoutRow['taken'];

/** The permanent key under which a withdrawal is submitted and paid. */
export function payoutKey(withdrawal: number): string {
  return `withdrawal/${withdrawal}`;
}

export class PayoutClaims {
  constructor(
    private readonly database: Database<ExchangeTables>,
    private readonly clock: () => number,
  ) {}

  /** Returns the holder of the claim: the first to take it. */
  async claim(withdrawal: number, claimant: PayoutClaim): Promise<PayoutClaim> {
    await this.database.sql
      .insertInto('payouts')
      .values({ withdrawal, taken: claimant, at: this.clock() })
      .onConflict((conflict) => conflict.column('withdrawal').doNothing())
      .execute();
    return (await this.holderOf(withdrawal)) ?? claimant;
  }

  async holderOf(withdrawal: number): Promise<PayoutClaim | undefined> {
    const payouts = this.database.sql.selectFrom('payouts').select('taken');
    return (await payouts.where('withdrawal', '=', withdrawal).executeTakeFirst())?.taken;
  }

  /**
   * Releases the claim if staff do not reject after all. A payout releases its claim if it was not submitted and the
   * chain has nothing under its key.
   */
  async release(withdrawal: number, claimant: PayoutClaim = 'rejection'): Promise<void> {
    await this.database.sql
      .deleteFrom('payouts')
      .where('withdrawal', '=', withdrawal)
      .where('taken', '=', claimant)
      .execute();
  }
}
