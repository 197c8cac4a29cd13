/** A withdrawal's destination as shown in letters and links: recognisable but not complete. */
import { Inject, Injectable } from '@nestjs/common';
import { maskedCard } from '../../../../shared/products/identity/rules/masks';
import { shortAddress } from '../../../../shared/products/wallet/rules/short-address';
import type { Database } from '../../../platform/database/database';
import type { ExchangeTables } from '../../../platform/database/exchange-tables';
import { AddressVault } from '../../../platform/address-vault';
import { EXCHANGE_DATABASE } from '../../../platform/tokens';

export interface WithdrawalDestination {
  userId: number;
  chain: string | null;
  /** In the journal's form. */
  address: string | null;
  card: number | null;
}

@Injectable()
export class DestinationNames {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    private readonly addressVault: AddressVault,
  ) {}

  async nameOf(destination: WithdrawalDestination): Promise<string> {
    const { address: recordedAddress, card } = destination;
    const address = await this.addressVault.plainAddressOf(destination);
    if (recordedAddress !== null) return address === null ? '?' : shortAddress(address);
    const cards = this.database.sql.selectFrom('bankCards').select(['bankName', 'lastFour']);
    const row = card === null ? undefined : await cards.where('id', '=', card).executeTakeFirst();
    return row ? `${row.bankName} ${maskedCard(row.lastFour)}` : '?';
  }
}
