/** Alarms for chain events that no rule can repair and that staff must inspect. Each is raised once, however often it is observed. */
import { CHAIN_ALARMS_SHOWN_MAX, type ChainAlarm } from '../../../shared/products/wallet/chains';
import type { Database } from '../database/database';
import type { ExchangeTables } from '../database/exchange-tables';
import { takeIds } from '../database/last-ids';

export type NewChainAlarm = Pick<ChainAlarm, 'chain' | 'kind' | 'reference' | 'facts'>;

export class ChainAlarms {
  constructor(
    private readonly database: Database<ExchangeTables>,
    private readonly clock: () => number,
  ) {}

  /** Returns whether the alarm is new. */
  async raise({ facts, ...alarm }: NewChainAlarm): Promise<boolean> {
    return this.database.sql.transaction().execute(async (transaction) => {
      const [id] = await takeIds(transaction, 'chain_alarm', 1);
      const stored = await transaction
        .insertInto('chainAlarms')
        .values({ id, at: this.clock(), ...alarm, facts: JSON.stringify(facts) })
        .onConflict((conflict) => conflict.columns(['chain', 'kind', 'reference']).doNothing())
        .returning('id')
        .executeTakeFirst();
      return stored !== undefined;
    });
  }

  async isRaised({ chain, kind, reference }: Pick<ChainAlarm, 'chain' | 'kind' | 'reference'>): Promise<boolean> {
    const alarms = this.database.sql.selectFrom('chainAlarms').select('id').where('chain', '=', chain);
    const found = await alarms.where('kind', '=', kind).where('reference', '=', reference).executeTakeFirst();
    return found !== undefined;
  }

  /** Newest first, at most the number that staff see. */
  async newestAlarms(): Promise<ChainAlarm[]> {
    const alarms = this.database.sql.selectFrom('chainAlarms').selectAll();
    const rows = await alarms.orderBy('id', 'desc').limit(CHAIN_ALARMS_SHOWN_MAX).execute();
    return rows.map(({ id, facts, ...row }) => ({
      ...row,
      alarm: String(id),
      facts: JSON.parse(facts) as ChainAlarm['facts'],
    }));
  }
}
