/**
 * Where a user's coins may go: to what they have listed, and to nothing else. What counts is when the account first named an
 * address: a day later it can be withdrawn to, and until then its owner has the time to see that somebody else named it.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from 'kysely';
import { chainNameOf } from '../../../../shared/rules/chains';
import { shortAddress } from '../../../../shared/products/wallet/rules/short-address';
import {
  ADDRESS_BOOK_ROUTES,
  type AddAddressRequest,
  type AddressBook as WireAddressBook,
  type DeclareAddressRequest,
  type LabelAddressRequest,
  type ListedAddress,
  type OwnershipMessage,
  type OwnershipMessageRequest,
  type RemoveAddressRequest,
} from '../../../../shared/products/wallet/address-book';
import type { Beneficiary } from '../../../../shared/products/wallet/beneficiary';
import { StepUps, type GivenFactor } from '../../../platform/auth/factors/step-up';
import type { Alongside } from '../../../platform/auth/tickets';
import type { AddressScreening } from '../../../platform/chains/address-screening';
import type { Chains } from '../../../platform/chains/chains';
import type { Config } from '../../../platform/config/config';
import type { Database } from '../../../platform/database/database';
import type { ExchangeTables } from '../../../platform/database/exchange-tables';
import { takeIds } from '../../../platform/database/last-ids';
import type { WithdrawalAddressRow } from '../../../platform/database/wallet-tables';
import { afterSaving } from '../../../platform/errors/failure';
import { Refusal } from '../../../platform/errors/refusal';
import { Letters, type ChangedFrom } from '../../../platform/mail/letters';
import { Messages } from '../../../platform/messages/messages';
import { CHAINS, CLOCK, CONFIG, EXCHANGE_DATABASE, SCREENING, type Clock } from '../../../platform/tokens';
import { idOf } from '../../../features/shared/orders/convert';
import { DestinationProofs } from '../../../features/shared/withdrawals/destination-proofs';
import { Beneficiaries, type Declared } from './beneficiaries';
import { WithdrawalHolds } from './withdrawal-holds';

type Named = Pick<AddAddressRequest, 'chain' | 'address' | 'label' | 'beneficiary' | 'ownership'>;

@Injectable()
export class AddressBook {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CHAINS) private readonly chains: Chains,
    @Inject(CONFIG) private readonly config: Pick<Config, 'limits'>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly proofs: DestinationProofs,
    private readonly holds: WithdrawalHolds,
    private readonly messages: Messages,
    private readonly letters: Letters,
    @Inject(SCREENING) private readonly screening: AddressScreening,
    private readonly beneficiaries: Beneficiaries,
    private readonly stepUps: StepUps,
  ) {}

  /** Also those that an application once named: their owner sees them, and removes or lists them. */
  async of(userId: number): Promise<WireAddressBook> {
    const rows = await this.database.sql
      .selectFrom('withdrawalAddresses')
      .selectAll()
      .where('userId', '=', userId)
      .orderBy('id', 'desc')
      .execute();
    const records: ListedAddress[] = [];
    for (const row of rows) records.push(await this.recordOf(row));
    return { records };
  }

  /** Refuses what is no address of the chain, and what `DestinationProofs` does not find proven. The owner is told. */
  async add(userId: number, request: AddAddressRequest, given: GivenFactor, from: ChangedFrom): Promise<ListedAddress> {
    const { chain, label, beneficiary, ownership, ...proof } = request;
    const address = this.normal(chain, request.address);
    const act = { userId, path: ADDRESS_BOOK_ROUTES.add.path, named: { chain, address, label } };
    const { user, alongside } = await this.proofs.prove(act, proof, given, async () => {
      const known = await named(this.database.sql, userId, chain, address);
      if (known && known.label !== null) throw new Refusal('withdrawal.address.already.listed');
      await this.refuseDenied(chain, address);
      // Before a code is spent on it.
      await this.beneficiaries.columnsOf({ user: userId, chain, address }, beneficiary, ownership);
    });
    const added = await this.list(userId, { chain, address, label, beneficiary, ownership }, alongside);
    const destination = shortAddress(address);
    this.letters.sayDestinationAdded(user, 'address.added', from, destination);
    await this.messages.tell(userId, 'withdrawal.address.added', { address: destination, label });
    return added;
  }

  /** Without a proof of its own. Refuses `withdrawal.address.already.listed` and `withdrawal.addresses.too.many`. */
  async list(userId: number, what: Named, alongside?: Alongside): Promise<ListedAddress> {
    const { chain, address, label, beneficiary, ownership } = what;
    const said = await this.beneficiaries.columnsOf({ user: userId, chain, address }, beneficiary, ownership);
    return this.database.sql.transaction().execute(async (transaction) => {
      const [id] = await takeIds(transaction, 'withdrawal_address', 1);
      await alongside?.(transaction);
      const known = await named(transaction, userId, chain, address);
      if (known && known.label !== null) throw new Refusal('withdrawal.address.already.listed');
      // Named before in an application: it stays as old as it is, and takes no more room than it did.
      if (known) await forget(transaction, known);
      else await this.refuseFull(transaction, userId);
      const row = { id, userId, chain, address, label, namedAt: known?.namedAt ?? this.clock(), ...said };
      await transaction.insertInto('withdrawalAddresses').values(row).execute();
      return this.recordOf(row);
    });
  }

  /**
   * With a factor of who has one: whoever reads a label withdraws by it. Refuses `withdrawal.address.not.found`, also for another's
   * and for one that is not listed: that takes proof. And what `StepUps.proveFor` refuses.
   */
  async relabel(userId: number, { addressId, label }: LabelAddressRequest, given: GivenFactor): Promise<ListedAddress> {
    const row = await this.own(userId, addressId);
    if (row.label === null) throw new Refusal('withdrawal.address.not.found');
    const act = { userId, path: ADDRESS_BOOK_ROUTES.label.path, body: { addressId, label } };
    await this.stepUps.proveForHolder(act, given, async (transaction) => {
      const named = transaction.updateTable('withdrawalAddresses').set({ label });
      const { numUpdatedRows } = await named
        .where('id', '=', row.id)
        .where('label', 'is not', null)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows !== 1n) throw new Refusal('withdrawal.address.not.found');
    });
    return afterSaving(this.recordOf({ ...row, label }));
  }

  /** Whose it is, from now on. Refuses `withdrawal.address.not.found` and what `Beneficiaries` refuses. */
  async declare(userId: number, { addressId, ...request }: DeclareAddressRequest): Promise<ListedAddress> {
    const known = await this.own(userId, addressId);
    if (known.label === null) throw new Refusal('withdrawal.address.not.found');
    const { chain, address } = known;
    const { beneficiary, ownership } = request;
    const said = await this.beneficiaries.columnsOf({ user: userId, chain, address }, beneficiary, ownership);
    const row = await this.database.sql
      .updateTable('withdrawalAddresses')
      .set(said)
      .where('id', '=', known.id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new Refusal('withdrawal.address.not.found');
    return afterSaving(this.recordOf(row));
  }

  /** What is known of whose it is; what is said of one of which nothing was known is kept. */
  async declaredOf(userId: number, chain: string, address: string, said?: Beneficiary): Promise<Declared | null> {
    const known = await named(this.database.sql, userId, chain, address);
    if (!known) return null;
    const kept = await this.beneficiaries.declared(known);
    if (said === undefined || (kept !== null && JSON.stringify(kept.beneficiary) === JSON.stringify(said))) return kept;
    if (kept === null) {
      const columns = await this.beneficiaries.columnsOf({ user: userId, chain, address }, said, undefined);
      await this.database.sql.updateTable('withdrawalAddresses').set(columns).where('id', '=', known.id).execute();
    }
    return { beneficiary: said, provenAt: null };
  }

  /** What its wallet signs. Refuses `chain.unknown` and `chain.address.invalid`. */
  messageFor(user: number, { chain, address }: OwnershipMessageRequest): OwnershipMessage {
    const at = this.clock();
    return { message: this.beneficiaries.messageOf({ user, chain, address: this.normal(chain, address), at }), at };
  }

  /** Forgotten, so that it is new again when it comes back; with a factor of who has one, since that costs its owner a day. */
  async remove(userId: number, { addressId }: RemoveAddressRequest, given: GivenFactor): Promise<void> {
    const { id } = await this.own(userId, addressId);
    const act = { userId, path: ADDRESS_BOOK_ROUTES.remove.path, body: { addressId } };
    await this.stepUps.proveForHolder(act, given, async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('withdrawalAddresses')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (numDeletedRows !== 1n) throw new Refusal('withdrawal.address.not.found');
    });
  }

  /**
   * Passes an address that is listed and old enough. Refuses `withdrawal.address.not.listed`, `withdrawal.address.held` with
   * `until`, and `withdrawal.address.denied`. Asking names nothing.
   */
  async judge(userId: number, chain: string, address: string): Promise<void> {
    const known = await named(this.database.sql, userId, chain, address);
    if (!known || known.label === null) throw new Refusal('withdrawal.address.not.listed');
    const until = known.namedAt + this.holds.holdMs;
    if (until > this.clock()) throw new Refusal('withdrawal.address.held', { until });
    await this.refuseDenied(chain, address);
  }

  private async refuseDenied(chain: string, address: string): Promise<void> {
    if (await this.screening.isDenied(chain, address)) throw new Refusal('withdrawal.address.denied');
  }

  /** Refuses `chain.unknown` and `chain.address.invalid`. */
  normal(chain: string, address: string): string {
    const port = this.chains.find(chain);
    if (!port) throw new Refusal('chain.unknown');
    const normal = port.normalAddress(address);
    if (normal === null) throw new Refusal('chain.address.invalid');
    return normal;
  }

  /** Refuses `withdrawal.address.not.found`, also for another's. */
  private async own(userId: number, addressId: string): Promise<WithdrawalAddressRow> {
    const row = await this.database.sql
      .selectFrom('withdrawalAddresses')
      .selectAll()
      .where('id', '=', idOf(addressId))
      .where('userId', '=', userId)
      .executeTakeFirst();
    if (!row) throw new Refusal('withdrawal.address.not.found');
    return row;
  }

  private async refuseFull(transaction: Transaction<ExchangeTables>, userId: number): Promise<void> {
    const maximum = this.config.limits.withdrawalAddressesPerUserMax;
    const { count } = await transaction
      .selectFrom('withdrawalAddresses')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    if (count >= maximum) throw new Refusal('withdrawal.addresses.too.many', { maximum });
  }

  private async recordOf(row: WithdrawalAddressRow): Promise<ListedAddress> {
    const { id, chain, address, label, namedAt, provenAt } = row;
    const declared = await this.beneficiaries.declared(row);
    return {
      addressId: String(id),
      chain,
      chainName: chainNameOf(chain),
      address,
      label: label ?? '',
      listed: label !== null,
      addedAt: namedAt,
      usableAt: namedAt + this.holds.holdMs,
      beneficiary: declared?.beneficiary ?? null,
      provenAt,
    };
  }
}

async function forget(transaction: Transaction<ExchangeTables>, { id }: WithdrawalAddressRow): Promise<void> {
  await transaction.deleteFrom('withdrawalAddresses').where('id', '=', id).execute();
}

function named(
  sql: Pick<Transaction<ExchangeTables>, 'selectFrom'>,
  userId: number,
  chain: string,
  address: string,
): Promise<WithdrawalAddressRow | undefined> {
  const addresses = sql.selectFrom('withdrawalAddresses').selectAll();
  return addresses
    .where('userId', '=', userId)
    .where('chain', '=', chain)
    .where('address', '=', address)
    .executeTakeFirst();
}
