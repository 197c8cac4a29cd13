/** What a letter or a link says of where a withdrawal goes: enough to know it by, too little to copy. */
import { Inject, Injectable } from '@nestjs/common';
import { maskedCard } from '../../../../shared/products/identity/rules/masks';
import { shortAddress } from '../../../../shared/products/wallet/rules/short-address';
import type { Database } from '../../../platform/database/database';
import type { ExchangeTables } from '../../../platform/database/exchange-tables';
import { KeptAddresses } from '../../../platform/kept-addresses';
import { EXCHANGE_DATABASE } from '../../../platform/tokens';

export interface WhereTo {
  userId: number;
  chain: string | null;
  /** As the journal has it. */
  address: string | null;
  card: number | null;
}

@Injectable()
export class DestinationNames {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    private readonly kept: KeptAddresses,
  ) {}

  async of(where: WhereTo): Promise<string> {
    const { address: told, card } = where;
    const address = await this.kept.known(where);
    if (told !== null) return address === null ? '?' : shortAddress(address);
    const cards = this.database.sql.selectFrom('bankCards').select(['bankName', 'lastFour']);
    const row = card === null ? undefined : await cards.where('id', '=', card).executeTakeFirst();
    return row ? `${row.bankName} ${maskedCard(row.lastFour)}` : '?';
  }
}
