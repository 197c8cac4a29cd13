/**
 * The addresses that a user may withdraw to: listed ones only. The waiting time starts when the account first names an address: withdrawals
 * to it are possible a day later. Until then, the owner has time to notice that somebody else added it.
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
import type { InTransaction } from '../../../platform/auth/tickets';
import type { AddressScreening } from '../../../platform/chains/address-screening';
import type { Chains } from '../../../platform/chains/chains';
import type { Config } from '../../../platform/config/config';
import type { Database } from '../../../platform/database/database';
import type { ExchangeTables } from '../../../platform/database/exchange-tables';
import { takeIds } from '../../../platform/database/last-ids';
import type { WithdrawalAddressRow } from '../../../platform/database/wallet-tables';
import { markErrorsAsAfterSave } from '../../../platform/errors/failure';
import { Refusal } from '../../../platform/errors/refusal';
import { Letters, type ChangedFrom } from '../../../platform/mail/letters';
import { Messages } from '../../../platform/messages/messages';
import { CHAINS, CLOCK, CONFIG, EXCHANGE_DATABASE, SCREENING, type Clock } from '../../../platform/tokens';
import { idOf } from '../../../features/shared/orders/convert';
import { DestinationProofs } from '../../../features/shared/withdrawals/destination-proofs';
import { Beneficiaries, type DecryptedBeneficiary } from './beneficiaries';
import { WithdrawalHolds } from './withdrawal-holds';

type NewAddress = Pick<AddAddressRequest, 'chain' | 'address' | 'label' | 'beneficiary' | 'ownership'>;

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

  /** Includes unlisted addresses from earlier applications: their owner sees them, and removes or lists them. */
  async addressesOf(userId: number): Promise<WireAddressBook> {
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

  /** Throws for invalid addresses, and the errors of `DestinationProofs`. Notifies the owner. */
  async add(
    userId: number,
    request: AddAddressRequest,
    factorProof: GivenFactor,
    from: ChangedFrom,
  ): Promise<ListedAddress> {
    const { chain, label, beneficiary, ownership, ...proof } = request;
    const address = this.normalizeAddress(chain, request.address);
    const act = { userId, path: ADDRESS_BOOK_ROUTES.add.path, named: { chain, address, label } };
    const { user, alongside } = await this.proofs.prove(act, proof, factorProof, async () => {
      const existing = await findAddress(this.database.sql, userId, chain, address);
      if (existing && existing.label !== null) throw new Refusal('withdrawal.address.already.listed');
      await this.refuseDenied(chain, address);
      // Validated before a code is spent.
      await this.beneficiaries.columnsOf({ user: userId, chain, address }, beneficiary, ownership);
    });
    const added = await this.addToBook(userId, { chain, address, label, beneficiary, ownership }, alongside);
    const destination = shortAddress(address);
    this.letters.sendDestinationAdded(user, 'address.added', from, destination);
    await this.messages.notify(userId, 'withdrawal.address.added', { address: destination, label });
    return added;
  }

  /** Requires no proof. Refuses `withdrawal.address.already.listed` and `withdrawal.addresses.too.many`. */
  async addToBook(userId: number, newAddress: NewAddress, alongside?: InTransaction): Promise<ListedAddress> {
    const { chain, address, label, beneficiary, ownership } = newAddress;
    const beneficiaryColumns = await this.beneficiaries.columnsOf(
      { user: userId, chain, address },
      beneficiary,
      ownership,
    );
    return this.database.sql.transaction().execute(async (transaction) => {
      const [id] = await takeIds(transaction, 'withdrawal_address', 1);
      await alongside?.(transaction);
      const existing = await findAddress(transaction, userId, chain, address);
      if (existing && existing.label !== null) throw new Refusal('withdrawal.address.already.listed');
      // Named in an earlier request: it keeps its age and does not count twice.
      if (existing) await removeFromBook(transaction, existing);
      else await this.refuseFull(transaction, userId);
      const row = {
        id,
        userId,
        chain,
        address,
        label,
        namedAt: existing?.namedAt ?? this.clock(),
        ...beneficiaryColumns,
      };
      await transaction.insertInto('withdrawalAddresses').values(row).execute();
      return this.recordOf(row);
    });
  }

  /**
   * Needs a second factor if the user has one, because users choose addresses by label. Throws `withdrawal.address.not.found`, also for
   * another user's address and for an unlisted one, which needs proof. Throws the errors of `StepUps.proveInTransaction`.
   */
  async relabel(
    userId: number,
    { addressId, label }: LabelAddressRequest,
    factorProof: GivenFactor,
  ): Promise<ListedAddress> {
    const row = await this.ownRow(userId, addressId);
    if (row.label === null) throw new Refusal('withdrawal.address.not.found');
    const act = { userId, path: ADDRESS_BOOK_ROUTES.label.path, body: { addressId, label } };
    await this.stepUps.proveIfFactorBound(act, factorProof, async (transaction) => {
      const update = transaction.updateTable('withdrawalAddresses').set({ label });
      const { numUpdatedRows } = await update
        .where('id', '=', row.id)
        .where('label', 'is not', null)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows !== 1n) throw new Refusal('withdrawal.address.not.found');
    });
    return markErrorsAsAfterSave(this.recordOf({ ...row, label }));
  }

  /** Sets the address's beneficiary. Throws `withdrawal.address.not.found` and the errors of `Beneficiaries`. */
  async declare(userId: number, { addressId, ...request }: DeclareAddressRequest): Promise<ListedAddress> {
    const existing = await this.ownRow(userId, addressId);
    if (existing.label === null) throw new Refusal('withdrawal.address.not.found');
    const { chain, address } = existing;
    const { beneficiary, ownership } = request;
    const beneficiaryColumns = await this.beneficiaries.columnsOf(
      { user: userId, chain, address },
      beneficiary,
      ownership,
    );
    const row = await this.database.sql
      .updateTable('withdrawalAddresses')
      .set(beneficiaryColumns)
      .where('id', '=', existing.id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new Refusal('withdrawal.address.not.found');
    return markErrorsAsAfterSave(this.recordOf(row));
  }

  /** Returns the declared beneficiary of an address. Stores `beneficiaryColumns` if no beneficiary was known. */
  async declaredBeneficiary(
    userId: number,
    chain: string,
    address: string,
    requestedBeneficiary?: Beneficiary,
  ): Promise<DecryptedBeneficiary | null> {
    const existing = await findAddress(this.database.sql, userId, chain, address);
    if (!existing) return null;
    const stored = await this.beneficiaries.decrypt(existing);
    if (
      requestedBeneficiary === undefined ||
      (stored !== null && JSON.stringify(stored.beneficiary) === JSON.stringify(requestedBeneficiary))
    )
      return stored;
    if (stored === null) {
      const columns = await this.beneficiaries.columnsOf(
        { user: userId, chain, address },
        requestedBeneficiary,
        undefined,
      );
      await this.database.sql.updateTable('withdrawalAddresses').set(columns).where('id', '=', existing.id).execute();
    }
    return { beneficiary: requestedBeneficiary, provenAt: null };
  }

  /** Returns the message that the address's wallet signs. Throws `chain.unknown` and `chain.address.invalid`. */
  messageFor(user: number, { chain, address }: OwnershipMessageRequest): OwnershipMessage {
    const at = this.clock();
    return {
      message: this.beneficiaries.messageToSign({ user, chain, address: this.normalizeAddress(chain, address), at }),
      at,
    };
  }

  /** Deletes the address, so that it is new if added again. Needs the user's second factor, if any, because a new one waits a day. */
  async remove(userId: number, { addressId }: RemoveAddressRequest, factorProof: GivenFactor): Promise<void> {
    const { id } = await this.ownRow(userId, addressId);
    const act = { userId, path: ADDRESS_BOOK_ROUTES.remove.path, body: { addressId } };
    await this.stepUps.proveIfFactorBound(act, factorProof, async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('withdrawalAddresses')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (numDeletedRows !== 1n) throw new Refusal('withdrawal.address.not.found');
    });
  }

  /**
   * Passes an address that is listed and old enough. Refuses `withdrawal.address.not.listed`, `withdrawal.address.held`
   * with `until`, and `withdrawal.address.denied`. Read-only.
   */
  async requireListed(userId: number, chain: string, address: string): Promise<void> {
    const existing = await findAddress(this.database.sql, userId, chain, address);
    if (!existing || existing.label === null) throw new Refusal('withdrawal.address.not.listed');
    const until = existing.namedAt + this.holds.holdMs;
    if (until > this.clock()) throw new Refusal('withdrawal.address.held', { until });
    await this.refuseDenied(chain, address);
  }

  private async refuseDenied(chain: string, address: string): Promise<void> {
    if (await this.screening.isDenied(chain, address)) throw new Refusal('withdrawal.address.denied');
  }

  /** Refuses `chain.unknown` and `chain.address.invalid`. */
  normalizeAddress(chain: string, address: string): string {
    const port = this.chains.find(chain);
    if (!port) throw new Refusal('chain.unknown');
    const normal = port.normalAddress(address);
    if (normal === null) throw new Refusal('chain.address.invalid');
    return normal;
  }

  /** Refuses `withdrawal.address.not.found`, also for another user's. */
  private async ownRow(userId: number, addressId: string): Promise<WithdrawalAddressRow> {
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
    const declared = await this.beneficiaries.decrypt(row);
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

async function removeFromBook(transaction: Transaction<ExchangeTables>, { id }: WithdrawalAddressRow): Promise<void> {
  await transaction.deleteFrom('withdrawalAddresses').where('id', '=', id).execute();
}

function findAddress(
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
