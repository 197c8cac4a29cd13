/** Whose address is whose. A user has one on each chain, for all its coins and for ever: people write addresses down. */
import type { Database } from '../database/database';
import type { ExchangeTables } from '../database/exchange-tables';
import { takeIds } from '../database/last-ids';
import type { DepositAddressRow } from '../database/wallet-tables';
import type { ChainPort } from './chain-port';

export class DepositAddresses {
  constructor(
    private readonly database: Database<ExchangeTables>,
    private readonly clock: () => number,
  ) {}

  /** The user's address; the next free one when they have none yet. */
  async of(port: Pick<ChainPort, 'chain' | 'depositAddress'>, userId: number): Promise<string> {
    const known = await this.find(port.chain, userId);
    return known ?? this.assign(port, userId);
  }

  /** Those assigned after `id`, in order. */
  after(chain: string, id: number): Promise<DepositAddressRow[]> {
    const addresses = this.database.sql.selectFrom('depositAddresses').selectAll();
    return addresses.where('chain', '=', chain).where('id', '>', id).orderBy('id').execute();
  }

  private async find(chain: string, userId: number): Promise<string | undefined> {
    const addresses = this.database.sql.selectFrom('depositAddresses').select('address');
    return (await addresses.where('chain', '=', chain).where('userId', '=', userId).executeTakeFirst())?.address;
  }

  private assign(port: Pick<ChainPort, 'chain' | 'depositAddress'>, userId: number): Promise<string> {
    const { chain } = port;
    return this.database.sql.transaction().execute(async (transaction) => {
      // Ids are taken one at a time: of two requests at once the second waits here, and finds the first one's address.
      const [id] = await takeIds(transaction, 'deposit_address', 1);
      const ofChain = transaction.selectFrom('depositAddresses').where('chain', '=', chain);
      const known = await ofChain.select('address').where('userId', '=', userId).executeTakeFirst();
      if (known) return known.address;
      // Without holes: wallets that restore a key stop looking after some unused addresses.
      const { last } = await ofChain
        .select(({ fn }) => fn.max<number | null>('addressIndex').as('last'))
        .executeTakeFirstOrThrow();
      const addressIndex = last === null ? 0 : last + 1;
      const row = {
        id,
        chain,
        userId,
        addressIndex,
        address: port.depositAddress(addressIndex),
        createdAt: this.clock(),
      };
      await transaction.insertInto('depositAddresses').values(row).execute();
      return row.address;
    });
  }
}
