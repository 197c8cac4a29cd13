/**
 * Whose turn it is with a withdrawal that may be paid by itself: the payout's, or that of staff who state that nothing was
 * sent. Whoever takes it first keeps it: so two workers, or staff and a worker, do not begin at once. That the same money never goes
 * out and back rests on the journal, which has a payout as submitted before a chain is handed it.
 */
import type { Database } from '../database/database';
import type { ExchangeTables } from '../database/exchange-tables';
import type { PayoutRow } from '../database/wallet-tables';

export type Turn = PayoutRow['taken'];

/** What a withdrawal is submitted and paid under, for ever. */
export function payoutKey(withdrawal: number): string {
  return `withdrawal/${withdrawal}`;
}

export class PayoutTurns {
  constructor(
    private readonly database: Database<ExchangeTables>,
    private readonly clock: () => number,
  ) {}

  /** Whose it is then: the one that was first. */
  async take(withdrawal: number, turn: Turn): Promise<Turn> {
    await this.database.sql
      .insertInto('payouts')
      .values({ withdrawal, taken: turn, at: this.clock() })
      .onConflict((conflict) => conflict.column('withdrawal').doNothing())
      .execute();
    return (await this.taken(withdrawal)) ?? turn;
  }

  async taken(withdrawal: number): Promise<Turn | undefined> {
    const payouts = this.database.sql.selectFrom('payouts').select('taken');
    return (await payouts.where('withdrawal', '=', withdrawal).executeTakeFirst())?.taken;
  }

  /**
   * Staff who do not reject after all let it go on. A payout gives its turn back where it was not submitted and the chain has
   * nothing under its key.
   */
  async release(withdrawal: number, turn: Turn = 'rejection'): Promise<void> {
    await this.database.sql
      .deleteFrom('payouts')
      .where('withdrawal', '=', withdrawal)
      .where('taken', '=', turn)
      .execute();
  }
}
