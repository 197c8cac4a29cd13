/**
 * Verifies statements of staff about a withdrawal where possible: a payment on the chain, and the absence of a payment where the exchange
 * itself may have sent one.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { WithdrawalStatus } from '../../../../shared/products/wallet/wire';
import { compareNode } from '../../../platform/chains/chain-identities';
import { isPaying, referenceOf, type ChainPort } from '../../../platform/chains/chain-port';
import { networkUnitsOf } from '../../../platform/chains/chain-amounts';
import type { Chains } from '../../../platform/chains/chains';
import { payoutKey, PayoutClaims } from '../../../platform/chains/payout-claims';
import type { Database } from '../../../platform/database/database';
import type { ExchangeTables } from '../../../platform/database/exchange-tables';
import { Refusal } from '../../../platform/errors/refusal';
import { AddressVault } from '../../../platform/address-vault';
import type { CommandPort } from '../../../engine/port';
import { CHAINS, COMMAND_PORT, EXCHANGE_DATABASE, LIVE_VIEWS } from '../../../platform/tokens';
import type { LiveViews } from '../../../views/live/live-views';
import type { LiveWithdrawal } from '../../../products/wallet/live/withdrawals';
import type { WithdrawalRow } from '../../../views/stored/tables';
import { withdrawalById } from '../../../products/wallet/stored/queries';
import { AssetTerms } from '../asset-terms.queries';
import { Reader } from '../endpoints/reader';

/** Statuses in which a payment may have been sent. */
const PAYABLE: ReadonlySet<WithdrawalStatus> = new Set(['paying', 'submitted', 'failed']);
const LIVE_MS_MAX = 1_000;
const RETRY_SECONDS = 1;

@Injectable()
export class PayoutChecks {
  constructor(
    private readonly reader: Reader,
    private readonly assets: AssetTerms,
    private readonly payoutClaims: PayoutClaims,
    private readonly addressVault: AddressVault,
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CHAINS) private readonly chains: Chains,
    @Inject(COMMAND_PORT) private readonly port: CommandPort,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  /**
   * References under which a withdrawal was paid, from the text entered by staff: a bank reference unchanged; for a
   * transaction, each output that pays this coin, address and amount. Refuses `payout.transaction.not.found`,
   * `.unconfirmed`, `.mismatch`, `.older` than the payout's start and `.foreign` to the hot wallets, and
   * `chain.unavailable` if no node answers.
   */
  async referencesOf(withdrawal: number, enteredReference: string): Promise<string[]> {
    const row = await this.row(withdrawal);
    // An equal retry yields the same command.
    const paidWith = row?.reference ?? null;
    if (paidWith !== null && paidWith.split('/').at(-2) === enteredReference.trim().toLowerCase()) return [paidWith];
    if (!row) throw new Refusal('withdrawal.not.found');
    if (row.chain === null || row.address === null) return [enteredReference];
    // Rejected here, not by the core: by then its payout may have started without any lookup of the entered text.
    if (!PAYABLE.has(row.status)) throw new Refusal('withdrawal.state.invalid');
    const port = this.chains.withCoin(row.chain, row.asset);
    if (!port) throw new Refusal('chain.unavailable');
    const transaction = port.normalTransaction(enteredReference);
    // A test network shows payments to the same addresses.
    await compareNode(this.database, port);
    const found = transaction === null ? null : await port.transaction(transaction);
    if (transaction === null || !found) throw new Refusal('payout.transaction.not.found');
    const paying = found.payments.filter(
      ({ asset, address }) => asset === row.asset && this.addressVault.matches(row, address),
    );
    const amount = await this.amountOn(port, row);
    const exact = paying.filter((payment) => payment.amount === amount);
    if (exact.length === 0 || !(await this.isOwn(port, row, transaction))) {
      throw new Refusal('payout.transaction.mismatch');
    }
    const needed = await this.assets.confirmationsOf(row.asset, row.chain);
    const { confirmations } = found;
    if (confirmations < needed) throw new Refusal('payout.transaction.unconfirmed', { confirmations, needed });
    const references = [];
    for (const { output } of exact) {
      await this.expectPaidByUs(port, row, transaction, output);
      references.push(referenceOf(port.chain, transaction, output));
    }
    return references;
  }

  /** An equal payment to this address may be older or come from another payer. */
  private async expectPaidByUs(
    port: ChainPort,
    row: WithdrawalRow,
    transaction: string,
    output: string,
  ): Promise<void> {
    const origin = await port.originOfPayment(transaction, output);
    if (origin === null) return;
    const { minedAt, payers } = origin;
    // A payment recorded in a lost part of the journal predates the restart of its payout.
    const wasPaid = (await this.payoutClaims.holderOf(row.id)) === 'payout';
    const startedAt = wasPaid ? row.appliedAt : (row.payingAt ?? row.appliedAt);
    if (minedAt + port.blockTimeSlackMs < startedAt) throw new Refusal('payout.transaction.older');
    if (port.hotWallets.size === 0) return;
    const isOurs = payers.length > 0 && payers.every((payer) => port.hotWallets.has(payer));
    if (!isOurs) throw new Refusal('payout.transaction.foreign');
  }

  /**
   * Checks a cancellation by the owner. A truncated journal may list the withdrawal as applied again, although the payment was already
   * sent. Refuses `payout.already.sent`.
   */
  async beforeCancellation(user: number, withdrawal: number): Promise<void> {
    if ((await this.payoutClaims.holderOf(withdrawal)) !== 'payout') return;
    const open = await this.open(withdrawal);
    if (open?.user === user && open.status === 'applied') throw new Refusal('payout.already.sent');
  }

  /**
   * Checks a rejection by staff. Refuses `payout.already.sent`; returns how to undo the claim. For a submitted payout the core decides,
   * independent of these rows.
   */
  async beforeRejection(withdrawal: number): Promise<() => Promise<void>> {
    const open = await this.open(withdrawal);
    if (!open || open.status === 'submitted' || open.status === 'failed') return nothing;
    const before = await this.payoutClaims.holderOf(withdrawal);
    if (before === 'payout') throw new Refusal('payout.already.sent');
    if (open.status === 'applied') return nothing;
    // Live views know the destination, or read models have held it since before the live views' snapshot.
    const { chain } = open.destination ?? (await this.anyRow(withdrawal)) ?? { chain: null };
    const port = chain === null ? undefined : this.chains.withCoin(chain, open.asset);
    if (!port || !isPaying(port)) return nothing;
    if ((await this.payoutClaims.claim(withdrawal, 'rejection')) === 'payout') throw new Refusal('payout.already.sent');
    return before === undefined ? () => this.payoutClaims.release(withdrawal) : nothing;
  }

  /** Checks the start of a payout by staff. Refuses `payout.destination.lost` if the address is lost. */
  async beforeStart(withdrawal: number): Promise<void> {
    const open = await this.open(withdrawal);
    const destination = open && (open.destination ?? (await this.anyRow(withdrawal)));
    if (!open || !destination || destination.address === null) return;
    const { chain, address } = destination;
    if ((await this.addressVault.plainAddressOf({ userId: open.user, chain, address })) === null)
      throw new Refusal('payout.destination.lost');
  }

  /** Releases the claim when staff start the payout, whatever was stated before. */
  async afterStart(withdrawal: number): Promise<void> {
    await this.payoutClaims.release(withdrawal);
  }

  /** The withdrawal at the durable position, even if the read models lag; undefined once it has ended. */
  private async open(withdrawal: number): Promise<LiveWithdrawal | undefined> {
    const { durablePosition } = this.port.figures();
    if (await this.live.waitFor(durablePosition, LIVE_MS_MAX)) return this.live.withdrawals.find(withdrawal);
    throw new Refusal('system.busy', null, RETRY_SECONDS);
  }

  /** The destination never changes, so a row at any position suffices. */
  private async anyRow(withdrawal: number): Promise<WithdrawalRow | undefined> {
    return (await withdrawalById(await this.reader.at(undefined), withdrawal)) ?? this.row(withdrawal);
  }

  private async row(withdrawal: number): Promise<WithdrawalRow | undefined> {
    const { durablePosition } = this.port.figures();
    return withdrawalById(await this.reader.at(Math.max(0, durablePosition)), withdrawal);
  }

  private async amountOn(port: ChainPort, { asset, amount }: WithdrawalRow): Promise<bigint | null> {
    const { scale } = await this.assets.get(asset);
    return networkUnitsOf(amount, scale, port.coins.get(asset) as number);
  }

  /** An automatic chain pays each withdrawal under its own key; no other payment counts. */
  private async isOwn(port: ChainPort, { id }: WithdrawalRow, transaction: string): Promise<boolean> {
    if (!isPaying(port)) return true;
    return (await port.paymentWithKey(payoutKey(id)))?.transaction === transaction;
  }
}

async function nothing(): Promise<void> {
  // No claim was taken, so there is nothing to undo.
}
