/**
 * Candles of a time in which nothing was traded here: a demo shows a past that it does not have. They stand apart from those
 * that are folded from trades, end before the first of them, and are marked wherever they are told. Nothing is valued by them.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Database } from './database/database';
import type { ExchangeTables, MadeCandleRow } from './database/exchange-tables';
import { EXCHANGE_DATABASE } from './tokens';

/** Nine values a row: far below what either store takes in a statement. */
const ROWS_A_STATEMENT = 500;

@Injectable()
export class MadeCandles {
  constructor(@Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>) {}

  /** All of a market at once or none; those that are there stay as they are. */
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

  /** Those that open from `from` to before `to`, oldest first; the newest `limit` of them. */
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
