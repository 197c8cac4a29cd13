/**
 * Candles for a time without trades: a demo shows a past that it does not have. They are stored apart from candles
 * folded from trades, end before the first of those, and are marked wherever they are shown. No value is derived from
 * them.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Database } from './database/database';
import type { ExchangeTables, MadeCandleRow } from './database/exchange-tables';
import { EXCHANGE_DATABASE } from './tokens';

/** Nine values per row: far below the maximum of a statement in either store. */
const ROWS_A_STATEMENT = 500;

@Injectable()
export class SyntheticCandles {
  constructor(@Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>) {}

  /** Stores all candles of a market atomically; existing ones stay. */
  async keep(rows: readonly MadeCandleRow[]): Promise<void> {
    await this.database.sql.transaction().execute(async (sql) => {
      for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
        await sql
          .insertInto('madeCandles')
          .values(rows.slice(from, from + ROWS_A_STATEMENT))
          .onConflict((conflict) => conflict.columns(['market', 'spanMs', 'openedAt']).doNothing())
          .execute();
      }
    });
  }

  async has(market: string): Promise<boolean> {
    const row = await this.database.sql
      .selectFrom('madeCandles')
      .select('openedAt')
      .where('market', '=', market)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Candles opening from `from` to before `to`, oldest first; the newest `limit` of them. */
  async between(market: string, spanMs: number, from: number, to: number, limit: number): Promise<MadeCandleRow[]> {
    const rows = await this.database.lists
      .selectFrom('madeCandles')
      .selectAll()
      .where('market', '=', market)
      .where('spanMs', '=', spanMs)
      .where('openedAt', '>=', from)
      .where('openedAt', '<', to)
      .orderBy('openedAt', 'desc')
      .limit(limit)
      .execute();
    return rows.reverse();
  }
}
