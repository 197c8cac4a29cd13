/** Settings of the desk: rows of the exchange's database over defaults in the code. */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG_KEYS, type ConfigKey } from '../../../shared/wire/product';
import type { Database } from '../../platform/database/database';
import type { ExchangeTables } from '../../platform/database/exchange-tables';
import { Refusal } from '../../platform/errors/refusal';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../../platform/tokens';

/** Empty: the desk has not set one. Screens leave a contact out; the start year is then that of each language. */
const DEFAULTS: Readonly<Record<ConfigKey, string>> = {
  online_service: '',
  custom_line: '',
  custom_whatsapp: '',
  about_year: '',
  invitation_required: '',
};

@Injectable()
export class SystemConfig {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async get(key: string): Promise<string> {
    if (!isConfigKey(key)) throw new Refusal('config.key.unknown');
    const query = this.database.sql.selectFrom('systemConfig').select('value').where('key', '=', key);
    return (await query.executeTakeFirst())?.value ?? DEFAULTS[key];
  }

  async set(key: ConfigKey, value: string): Promise<void> {
    const changedAt = this.clock();
    await this.database.sql
      .insertInto('systemConfig')
      .values({ key, value, changedAt })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, changedAt }))
      .execute();
  }
}

function isConfigKey(key: string): key is ConfigKey {
  return (CONFIG_KEYS as readonly string[]).includes(key);
}
