/**
 * Deposit addresses. A user has one per chain, permanently and for all coins, since people write addresses down. The
 * journal records the address before the user sees it. Even if these rows are lost, no other user receives it.
 */
import { isChain, type Chain } from '../../../shared/rules/chains';
import type { DepositAddress } from '../../products/wallet/core/deposit-address';
import type { CommandPort } from '../../engine/port';
import { isTextHash } from '../../../shared/products/content/rules/text-hashes';
import type { Database } from '../database/database';
import type { ExchangeTables } from '../database/exchange-tables';
import { lastId, raiseLastId, takeIds } from '../database/last-ids';
import type { DepositAddressRow } from '../database/wallet-tables';
import { Refusal } from '../errors/refusal';
import { addressHash, matchesAddress } from '../address-vault';
import type { Secrets } from '../secrets/secrets';
import { Semaphore } from '../semaphore';
import type { ChainPort } from './chain-port';

type AddressPort = Pick<ChainPort, 'chain' | 'depositAddress'>;

export class DepositAddresses {
  /** Serialises concurrent requests: the second finds the first one's address. */
  private readonly semaphore = new Semaphore(1);

  constructor(
    private readonly database: Database<ExchangeTables>,
    private readonly commands: Pick<CommandPort, 'submit'>,
    private readonly clock: () => number,
    private readonly secrets: Pick<Secrets, 'mac'>,
  ) {}

  /** The user's address; assigns the next free one if there is none yet. Refuses `account.unknown`. */
  async addressOf(port: AddressPort, userId: number): Promise<string> {
    const existing = await this.findAddress(port.chain, userId);
    return existing ?? this.semaphore.run(() => this.assign(port, userId));
  }

  /** Addresses assigned after `id`, in order. */
  after(chain: string, id: number): Promise<DepositAddressRow[]> {
    const addresses = this.database.sql.selectFrom('depositAddresses').selectAll();
    return addresses.where('chain', '=', chain).where('id', '>', id).orderBy('id').execute();
  }

  allAddresses(): Promise<DepositAddressRow[]> {
    return this.database.sql.selectFrom('depositAddresses').selectAll().execute();
  }

  /** In the form recorded in the journal. */
  withHashedAddress(assignment: DepositAddress): DepositAddress {
    const { user: userId, chain, address } = assignment;
    return { ...assignment, address: addressHash(this.secrets, { userId, chain, address }) };
  }

  /**
   * The recorded address with its text, derived from its index. Null if the derived address differs, because the key
   * has changed.
   */
  withDerivedAddress(assignment: DepositAddress, port: Pick<ChainPort, 'depositAddress'>): DepositAddress | null {
    const { user: userId, chain, index, address: recordedAddress } = assignment;
    const address = port.depositAddress(index);
    return matchesAddress(this.secrets, { userId, chain, address: recordedAddress }, address)
      ? { ...assignment, address }
      : null;
  }

  /** Stores the journal's assignments and replaces contradicting rows. `address` is the address text, not its hash. */
  async storeAssignments(addresses: readonly DepositAddress[]): Promise<void> {
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

  private async findAddress(chain: string, userId: number): Promise<string | undefined> {
    const addresses = this.database.sql.selectFrom('depositAddresses').select('address');
    return (await addresses.where('chain', '=', chain).where('userId', '=', userId).executeTakeFirst())?.address;
  }

  private async assign(port: AddressPort, user: number): Promise<string> {
    const { chain } = port;
    const existing = await this.findAddress(chain, user);
    if (existing !== undefined) return existing;
    for (;;) {
      // Without gaps: wallets that restore a key stop searching after some unused addresses.
      const index = (await lastId(this.database.sql, `address_index/${chain}`)) + 1;
      const proposed = { user, chain, index, address: port.depositAddress(index) };
      const recorded = await this.submitAssignment(proposed);
      const assigned = isTextHash(recorded.address) ? this.withDerivedAddress(recorded, port) : recorded;
      if (!assigned) throw new Refusal('chain.unavailable');
      await this.storeAssignments([assigned]);
      // The number belonged to a user whose row was missing. It is stored now, and the next number is free.
      if (assigned.user === user) return assigned.address;
    }
  }

  /** Records the assignment durably, or returns an existing one that conflicts. */
  private async submitAssignment(assignment: DepositAddress & { chain: Chain }): Promise<DepositAddress> {
    const command = { type: 'AssignDepositAddress', ...this.withHashedAddress(assignment) } as const;
    const outcome = await this.commands.submit({ actor: 'registrar', command });
    if (!('rejected' in outcome)) return assignment;
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
