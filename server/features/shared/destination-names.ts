/** What a letter or a link says of where a withdrawal goes: enough to know it by, too little to copy. */
import { Inject, Injectable } from '@nestjs/common';
import { shortAddress } from '../../../shared/rules/short-address';
import type { Database } from '../../platform/database/database';
import type { ExchangeTables } from '../../platform/database/exchange-tables';
import { EXCHANGE_DATABASE } from '../../platform/tokens';
import { maskedCard } from './masks';

export interface WhereTo {
  address: string | null;
  card: number | null;
}

@Injectable()
export class DestinationNames {
  constructor(@Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>) {}

  async of({ address, card }: WhereTo): Promise<string> {
    if (address !== null) return shortAddress(address);
    const cards = this.database.sql.selectFrom('bankCards').select(['bankName', 'lastFour']);
    const row = card === null ? undefined : await cards.where('id', '=', card).executeTakeFirst();
    return row ? `${row.bankName} ${maskedCard(row.lastFour)}` : '?';
  }
}
