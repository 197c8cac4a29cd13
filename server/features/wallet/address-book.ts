/**
 * Where a user's coins may go. What counts is when the account first named an address: a day later it can be withdrawn to,
 * and until then its owner has the time to see that somebody else named it.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from 'kysely';
import { chainNameOf } from '../../../shared/rules/chains';
import type {
  AddAddressRequest,
  AddressBook as WireAddressBook,
  ListedAddress,
  SetWhitelistOnlyRequest,
} from '../../../shared/wire/address-book';
import { FundPasswords } from '../../platform/auth/fund-passwords';
import { SecondFactors } from '../../platform/auth/second-factors';
import { Users } from '../../platform/auth/users';
import type { Chains } from '../../platform/chains/chains';
import type { Config } from '../../platform/config/config';
import type { Database } from '../../platform/database/database';
import type { ExchangeTables } from '../../platform/database/exchange-tables';
import { takeIds } from '../../platform/database/last-ids';
import type { WithdrawalAddressRow } from '../../platform/database/wallet-tables';
import { Refusal } from '../../platform/errors/refusal';
import { Letters, type ChangedFrom } from '../../platform/mail/letters';
import { Messages } from '../../platform/messages/messages';
import { CHAINS, CLOCK, CONFIG, EXCHANGE_DATABASE, type Clock } from '../../platform/tokens';
import { OpenDestinations } from './open-destinations.queries';
import { WithdrawalHolds } from './withdrawal-holds';

@Injectable()
export class AddressBook {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CHAINS) private readonly chains: Chains,
    @Inject(CONFIG) private readonly config: Pick<Config, 'limits'>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly fundPasswords: FundPasswords,
    private readonly secondFactors: SecondFactors,
    private readonly holds: WithdrawalHolds,
    private readonly users: Users,
    private readonly messages: Messages,
    private readonly letters: Letters,
    private readonly destinations: OpenDestinations,
  ) {}

  async of(userId: number): Promise<WireAddressBook> {
    const { whitelistOnly } = await this.holds.settingsOf(userId);
    const rows = await this.database.sql
      .selectFrom('withdrawalAddresses')
      .selectAll()
      .where('userId', '=', userId)
      .where('label', 'is not', null)
      .orderBy('id', 'desc')
      .execute();
    return { whitelistOnly: whitelistOnly === 1, records: rows.map((row) => this.recordOf(row)) };
  }

  /** Refuses what is no address of the chain, and what the fund password or the second factor does not prove. */
  async add(userId: number, request: AddAddressRequest): Promise<ListedAddress> {
    const { chain, label } = request;
    const address = this.normal(chain, request.address);
    await this.fundPasswords.check(userId, request.fundPassword);
    await this.secondFactors.check(userId, request.secondFactor);
    return this.database.sql.transaction().execute(async (transaction) => {
      const [id] = await takeIds(transaction, 'withdrawal_address', 1);
      const known = await named(transaction, userId, chain, address);
      if (known && known.label !== null) throw new Refusal('withdrawal.address.already.listed');
      const row = { id, userId, chain, address, label, namedAt: known?.namedAt ?? this.clock() };
      // Named before in an application: it stays as old as it is, and takes no more room than it did.
      if (known) await forget(transaction, known);
      else await this.makeRoom(transaction, userId);
      await transaction.insertInto('withdrawalAddresses').values(row).execute();
      return this.recordOf(row);
    });
  }

  /** Refuses `withdrawal.address.not.found`, also for another's. */
  async relabel(userId: number, id: number, label: string): Promise<ListedAddress> {
    const row = await this.database.sql
      .updateTable('withdrawalAddresses')
      .set({ label })
      .where('id', '=', id)
      .where('userId', '=', userId)
      .where('label', 'is not', null)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new Refusal('withdrawal.address.not.found');
    return this.recordOf(row);
  }

  /** Forgotten, so that it is new again when it comes back. */
  async remove(userId: number, id: number): Promise<void> {
    const { numDeletedRows } = await this.database.sql
      .deleteFrom('withdrawalAddresses')
      .where('id', '=', id)
      .where('userId', '=', userId)
      .where('label', 'is not', null)
      .executeTakeFirstOrThrow();
    if (numDeletedRows !== 1n) throw new Refusal('withdrawal.address.not.found');
  }

  /** Stricter at once; looser after a proof, and then withdrawals are held and the owner is told. */
  async setWhitelistOnly(
    userId: number,
    { whitelistOnly, fundPassword, secondFactor }: SetWhitelistOnlyRequest,
    from: ChangedFrom,
  ) {
    if (!whitelistOnly) {
      if (fundPassword === undefined) throw new Refusal('proof.required');
      await this.fundPasswords.check(userId, fundPassword);
      await this.secondFactors.check(userId, secondFactor);
    }
    const isChanged = await this.holds.setWhitelistOnly(userId, whitelistOnly);
    if (isChanged && !whitelistOnly) await this.tellLoosened(userId, from);
    return { whitelistOnly };
  }

  /**
   * Passes an address that is old enough. Refuses `withdrawal.address.not.listed` where only listed ones are allowed, and
   * `withdrawal.address.held` with `until`; an address that was never named is remembered from now on.
   */
  async judge(userId: number, chain: string, address: string): Promise<void> {
    const { whitelistOnly } = await this.holds.settingsOf(userId);
    const namedAt = await this.database.sql.transaction().execute(async (transaction) => {
      const [id] = await takeIds(transaction, 'withdrawal_address', 1);
      const known = await named(transaction, userId, chain, address);
      if (whitelistOnly === 1 && (known?.label ?? null) === null) throw new Refusal('withdrawal.address.not.listed');
      if (known) return known.namedAt;
      await this.makeRoom(transaction, userId);
      const row = { id, userId, chain, address, label: null, namedAt: this.clock() };
      await transaction.insertInto('withdrawalAddresses').values(row).execute();
      return row.namedAt;
    });
    const until = namedAt + this.holds.holdMs;
    if (until > this.clock()) throw new Refusal('withdrawal.address.held', { until });
  }

  /** Refuses `chain.unknown` and `chain.address.invalid`. */
  normal(chain: string, address: string): string {
    const port = this.chains.find(chain);
    if (!port) throw new Refusal('chain.unknown');
    const normal = port.normalAddress(address);
    if (normal === null) throw new Refusal('chain.address.invalid');
    return normal;
  }

  private async tellLoosened(userId: number, from: ChangedFrom): Promise<void> {
    const user = await this.users.byId(userId);
    if (user) this.letters.saySecurityChanged(user, 'whitelist.off', from);
    await this.messages.tell(userId, 'whitelist.off', {});
  }

  /**
   * For one more. What was only tried goes first, the oldest before the others and nothing that money is on its way to; it
   * is forgotten whole, so that its hold begins anew when it comes back. Refuses `withdrawal.addresses.too.many` where
   * nothing can go.
   */
  private async makeRoom(transaction: Transaction<ExchangeTables>, userId: number): Promise<void> {
    const maximum = this.config.limits.withdrawalAddressesPerUserMax;
    const addresses = transaction.selectFrom('withdrawalAddresses').selectAll().where('userId', '=', userId);
    const rows = await addresses.orderBy('namedAt').orderBy('id').execute();
    if (rows.length < maximum) return;
    const used = await this.destinations.of(userId);
    const isUsed = ({ chain, address }: WithdrawalAddressRow): boolean =>
      used.some((one) => one.chain === chain && one.address === address);
    const oldest = rows.find((row) => row.label === null && !isUsed(row));
    if (!oldest) throw new Refusal('withdrawal.addresses.too.many', { maximum });
    await forget(transaction, oldest);
  }

  private recordOf({ id, chain, address, label, namedAt }: WithdrawalAddressRow): ListedAddress {
    return {
      addressId: String(id),
      chain,
      chainName: chainNameOf(chain),
      address,
      label: label ?? '',
      addedAt: namedAt,
      usableAt: namedAt + this.holds.holdMs,
    };
  }
}

async function forget(transaction: Transaction<ExchangeTables>, { id }: WithdrawalAddressRow): Promise<void> {
  await transaction.deleteFrom('withdrawalAddresses').where('id', '=', id).execute();
}

function named(transaction: Transaction<ExchangeTables>, userId: number, chain: string, address: string) {
  const addresses = transaction.selectFrom('withdrawalAddresses').selectAll();
  return addresses
    .where('userId', '=', userId)
    .where('chain', '=', chain)
    .where('address', '=', address)
    .executeTakeFirst();
}
