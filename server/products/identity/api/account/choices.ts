/** Display preferences of users by key; opaque text to the exchange. */
import { Inject, Injectable } from '@nestjs/common';
import type { Choices } from '../../../../../shared/products/identity/choices';
import type { Database } from '../../../../platform/database/database';
import type { ExchangeTables } from '../../../../platform/database/exchange-tables';
import type { Config } from '../../../../platform/config/config';
import { Refusal } from '../../../../platform/errors/refusal';
import { CONFIG, EXCHANGE_DATABASE } from '../../../../platform/tokens';

@Injectable()
export class UserChoices {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CONFIG) private readonly config: Pick<Config, 'limits'>,
  ) {}

  async choicesOf(userId: number): Promise<Choices> {
    const rows = await this.database.sql
      .selectFrom('userChoices')
      .select(['key', 'choice'])
      .where('userId', '=', userId)
      .execute();
    return Object.fromEntries(rows.map(({ key, choice }) => [key, choice]));
  }

  /** All or nothing: refuses `choices.too.many` if the account's maximum would be exceeded. */
  async save(userId: number, changes: Readonly<Record<string, string | null>>): Promise<void> {
    const entries = Object.entries(changes);
    const removedKeys = entries.filter(([, choice]) => choice === null).map(([key]) => key);
    const savedRows = entries.flatMap(([key, choice]) => (choice === null ? [] : [{ userId, key, choice }]));
    await this.database.sql.transaction().execute(async (sql) => {
      if (removedKeys.length > 0) {
        await sql.deleteFrom('userChoices').where('userId', '=', userId).where('key', 'in', removedKeys).execute();
      }
      if (savedRows.length === 0) return;
      await sql
        .insertInto('userChoices')
        .values(savedRows)
        .onConflict((conflict) =>
          conflict.columns(['userId', 'key']).doUpdateSet((eb) => ({ choice: eb.ref('excluded.choice') })),
        )
        .execute();
      const { count } = await sql
        .selectFrom('userChoices')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('userId', '=', userId)
        .executeTakeFirstOrThrow();
      const maximum = this.config.limits.choicesPerUserMax;
      if (Number(count) > maximum) throw new Refusal('choices.too.many', { maximum });
    });
  }
}
