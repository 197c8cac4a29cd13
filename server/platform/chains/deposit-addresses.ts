/**
 * Whose address is whose. A user has one on each chain, for all its coins and for ever: people write addresses down. So the
 * journal is told of it before anybody is shown it, and whatever happens to these rows, nobody else is given it.
 */
import { isChain, type Chain } from '../../../shared/rules/chains';
import type { DepositAddress } from '../../products/wallet/core/deposit-address';
import type { CommandPort } from '../../engine/port';
import { isTextHash } from '../../../shared/products/content/rules/kept-texts';
import type { Database } from '../database/database';
import type { ExchangeTables } from '../database/exchange-tables';
import { lastId, raiseLastId, takeIds } from '../database/last-ids';
import type { DepositAddressRow } from '../database/wallet-tables';
import { Refusal } from '../errors/refusal';
import { addressHash, isAddress } from '../kept-addresses';
import type { Secrets } from '../secrets/secrets';
import { Turns } from '../turns';
import type { ChainPort } from './chain-port';

type AddressPort = Pick<ChainPort, 'chain' | 'depositAddress'>;

export class DepositAddresses {
  /** Of two requests at once the second waits, and finds the first one's address. */
  private readonly turns = new Turns(1);

  constructor(
    private readonly database: Database<ExchangeTables>,
    private readonly commands: Pick<CommandPort, 'submit'>,
    private readonly clock: () => number,
    private readonly secrets: Pick<Secrets, 'mac'>,
  ) {}

  /** The user's address; the next free one when they have none yet. Refuses `account.unknown`. */
  async of(port: AddressPort, userId: number): Promise<string> {
    const known = await this.find(port.chain, userId);
    return known ?? this.turns.take(() => this.assign(port, userId));
  }

  /** Those assigned after `id`, in order. */
  after(chain: string, id: number): Promise<DepositAddressRow[]> {
    const addresses = this.database.sql.selectFrom('depositAddresses').selectAll();
    return addresses.where('chain', '=', chain).where('id', '>', id).orderBy('id').execute();
  }

  all(): Promise<DepositAddressRow[]> {
    return this.database.sql.selectFrom('depositAddresses').selectAll().execute();
  }

  /** As the journal is told of it. */
  told(given: DepositAddress): DepositAddress {
    const { user: userId, chain, address } = given;
    return { ...given, address: addressHash(this.secrets, { userId, chain, address }) };
  }

  /**
   * What the journal was told of, with its address: that follows from its number. Null where it is another one now, for this is
   * another key than then.
   */
  derived(given: DepositAddress, port: Pick<ChainPort, 'depositAddress'>): DepositAddress | null {
    const { user: userId, chain, index, address: told } = given;
    const address = port.depositAddress(index);
    return isAddress(this.secrets, { userId, chain, address: told }, address) ? { ...given, address } : null;
  }

  /** Writes down what the journal says, in the place of whatever contradicts it. Not the hash of an address. */
  async keep(addresses: readonly DepositAddress[]): Promise<void> {
    const createdAt = this.clock();
    await this.database.sql.transaction().execute(async (transaction) => {
      for (const { chain, user: userId, index: addressIndex, address } of addresses) {
        if (!isChain(chain)) continue;
        const ofChain = transaction.deleteFrom('depositAddresses').where('chain', '=', chain);
        await ofChain
          .where((row) => row.or([row('userId', '=', userId), row('addressIndex', '=', addressIndex)]))
          .execute();
        const [id] = await takeIds(transaction, 'deposit_address', 1);
        const row = { id, chain, userId, addressIndex, address, createdAt };
        await transaction.insertInto('depositAddresses').values(row).execute();
        await raiseLastId(transaction, `address_index/${chain}`, addressIndex);
      }
    });
  }

  private async find(chain: string, userId: number): Promise<string | undefined> {
    const addresses = this.database.sql.selectFrom('depositAddresses').select('address');
    return (await addresses.where('chain', '=', chain).where('userId', '=', userId).executeTakeFirst())?.address;
  }

  private async assign(port: AddressPort, user: number): Promise<string> {
    const { chain } = port;
    const known = await this.find(chain, user);
    if (known !== undefined) return known;
    for (;;) {
      // Without holes: wallets that restore a key stop looking after some unused addresses.
      const index = (await lastId(this.database.sql, `address_index/${chain}`)) + 1;
      const wanted = { user, chain, index, address: port.depositAddress(index) };
      const told = await this.tell(wanted);
      const given = isTextHash(told.address) ? this.derived(told, port) : told;
      if (!given) throw new Refusal('chain.unavailable');
      await this.keep([given]);
      // Somebody else's, of whom the row was missing: now it is there, and the next number is free.
      if (given.user === user) return given.address;
    }
  }

  /** Makes it durable; the assignment that stands in the way if there is one. */
  private async tell(wanted: DepositAddress & { chain: Chain }): Promise<DepositAddress> {
    const command = { type: 'AssignDepositAddress', ...this.told(wanted) } as const;
    const outcome = await this.commands.submit({ actor: 'registrar', command });
    if (!('rejected' in outcome)) return wanted;
    const { rejected, facts } = outcome;
    if (rejected !== 'deposit.address.assigned' || !facts) throw new Refusal(rejected, facts ?? null);
    return {
      user: Number(facts.user),
      chain: String(facts.chain),
      index: Number(facts.index),
      address: String(facts.address),
    };
  }
}
