/**
 * What staff write: settings of the desk, the house's bank account, reasons. The journal has a keyed hash of each, and here stands the
 * text: one that somebody changed here is not what was decided, and counts as lost.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Database } from './database/database';
import type { ExchangeTables } from './database/exchange-tables';
import { Secrets } from './secrets/secrets';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from './tokens';

/** What a reason is kept as. */
export const REASON = 'reason';

@Injectable()
export class StaffTexts {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Pick<Database<ExchangeTables>, 'sql'>,
    private readonly secrets: Secrets,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The hash under which the journal names it. `about`: what it says something about, `reason` or the name of a setting. */
  hashOf(about: string, text: string): string {
    return this.secrets.mac(text, `staff/${about}`);
  }

  async keep(about: string, text: string): Promise<string> {
    const hash = this.hashOf(about, text);
    await this.database.sql
      .insertInto('staffTexts')
      .values({ hash, text, at: this.clock() })
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute();
    return hash;
  }

  /** Null where none has that hash. */
  async textOf(about: string, hash: string): Promise<string | null> {
    const rows = this.database.sql.selectFrom('staffTexts').select('text').where('hash', '=', hash);
    const text = (await rows.executeTakeFirst())?.text ?? null;
    return text !== null && this.hashOf(about, text) === hash ? text : null;
  }
}
