/**
 * What staff say of a withdrawal is looked up where it can be: that it was paid, on the chain; that nothing was sent, where
 * the exchange itself may have sent it.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { WithdrawalStatus } from '../../../../shared/products/wallet/wire';
import { compareNode } from '../../../platform/chains/chain-identities';
import { isPaying, referenceOf, type ChainPort } from '../../../platform/chains/chain-port';
import { payableOf } from '../../../platform/chains/chain-amounts';
import type { Chains } from '../../../platform/chains/chains';
import { payoutKey, PayoutTurns } from '../../../platform/chains/payout-turns';
import type { Database } from '../../../platform/database/database';
import type { ExchangeTables } from '../../../platform/database/exchange-tables';
import { Refusal } from '../../../platform/errors/refusal';
import { KeptAddresses } from '../../../platform/kept-addresses';
import type { CommandPort } from '../../../engine/port';
import { CHAINS, COMMAND_PORT, EXCHANGE_DATABASE, LIVE_VIEWS } from '../../../platform/tokens';
import type { LiveViews } from '../../../views/live/live-views';
import type { LiveWithdrawal } from '../../../products/wallet/live/withdrawals';
import type { WithdrawalRow } from '../../../views/stored/tables';
import { withdrawalById } from '../../../products/wallet/stored/queries';
import { AssetTerms } from '../asset-terms.queries';
import { Reader } from '../endpoints/reader';

/** Something may have been sent. */
const PAYABLE: ReadonlySet<WithdrawalStatus> = new Set(['paying', 'submitted', 'failed']);
const LIVE_MS_MAX = 1_000;
const RETRY_SECONDS = 1;

@Injectable()
export class PayoutChecks {
  constructor(
    private readonly reader: Reader,
    private readonly assets: AssetTerms,
    private readonly turns: PayoutTurns,
    private readonly kept: KeptAddresses,
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CHAINS) private readonly chains: Chains,
    @Inject(COMMAND_PORT) private readonly port: CommandPort,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  /**
   * Under which references a withdrawal was paid by what staff entered: a bank's word as it is; of a transaction each of
   * its outputs that pays this coin, address and amount. Refuses `payout.transaction.not.found`, `.unconfirmed`,
   * `.mismatch`, `.older` than the payout's start and `.foreign` to the hot wallets, and `chain.unavailable` where nobody can be asked.
   */
  async referencesOf(withdrawal: number, entered: string): Promise<string[]> {
    const row = await this.row(withdrawal);
    // The same request again is the same command again.
    const paidWith = row?.reference ?? null;
    if (paidWith !== null && paidWith.split('/').at(-2) === entered.trim().toLowerCase()) return [paidWith];
    if (!row) throw new Refusal('withdrawal.not.found');
    if (row.chain === null || row.address === null) return [entered];
    // Said here and not by the core: by then its payout may have started, and what was entered was looked up nowhere.
    if (!PAYABLE.has(row.status)) throw new Refusal('withdrawal.state.invalid');
    const port = this.chains.carrying(row.chain, row.asset);
    if (!port) throw new Refusal('chain.unavailable');
    const transaction = port.normalTransaction(entered);
    // A test network shows payments to the same addresses.
    await compareNode(this.database, port);
    const found = transaction === null ? null : await port.transaction(transaction);
    if (transaction === null || !found) throw new Refusal('payout.transaction.not.found');
    const paying = found.payments.filter(({ asset, address }) => asset === row.asset && this.kept.is(row, address));
    const amount = await this.amountOn(port, row);
    const exact = paying.filter((payment) => payment.amount === amount);
    if (exact.length === 0 || !(await this.isOwn(port, row, transaction))) {
      throw new Refusal('payout.transaction.mismatch');
    }
    const needed = await this.assets.confirmationsOf(row.asset, row.chain);
    const { confirmations } = found;
    if (confirmations < needed) throw new Refusal('payout.transaction.unconfirmed', { confirmations, needed });
    const own = [];
    for (const { output } of exact) {
      await this.expectPaidByUs(port, row, transaction, output);
      own.push(referenceOf(port.chain, transaction, output));
    }
    return own;
  }

  /** Somebody may have paid the same to this address before, or have done so out of their own pocket. */
  private async expectPaidByUs(
    port: ChainPort,
    row: WithdrawalRow,
    transaction: string,
    output: string,
  ): Promise<void> {
    const origin = await port.originOfPayment(transaction, output);
    if (origin === null) return;
    const { minedAt, payers } = origin;
    // What was paid in a part of the journal that is gone was paid before its payout was started once more.
    const wasPaid = (await this.turns.taken(row.id)) === 'payout';
    const startedAt = wasPaid ? row.appliedAt : (row.payingAt ?? row.appliedAt);
    if (minedAt + port.blockTimeSlackMs < startedAt) throw new Refusal('payout.transaction.older');
    if (port.hotWallets.size === 0) return;
    const isOurs = payers.length > 0 && payers.every((payer) => port.hotWallets.has(payer));
    if (!isOurs) throw new Refusal('payout.transaction.foreign');
  }

  /**
   * Before its owner cancels it. A journal that was cut may have it as applied for once more, and what was sent before the
   * cut does not come back. Refuses `payout.already.sent`.
   */
  async beforeCancellation(user: number, withdrawal: number): Promise<void> {
    if ((await this.turns.taken(withdrawal)) !== 'payout') return;
    const open = await this.open(withdrawal);
    if (open?.user === user && open.status === 'applied') throw new Refusal('payout.already.sent');
  }

  /**
   * Before staff reject it. Refuses `payout.already.sent`; returns how to take that back. What became of a payout that was
   * submitted the core knows, whatever stands here.
   */
  async beforeRejection(withdrawal: number): Promise<() => Promise<void>> {
    const open = await this.open(withdrawal);
    if (!open || open.status === 'submitted' || open.status === 'failed') return nothing;
    const before = await this.turns.taken(withdrawal);
    if (before === 'payout') throw new Refusal('payout.already.sent');
    if (open.status === 'applied') return nothing;
    // Live views know where it goes, or read models do since before the snapshot that those began with.
    const { chain } = open.destination ?? (await this.anyRow(withdrawal)) ?? { chain: null };
    const port = chain === null ? undefined : this.chains.carrying(chain, open.asset);
    if (!port || !isPaying(port)) return nothing;
    if ((await this.turns.take(withdrawal, 'rejection')) === 'payout') throw new Refusal('payout.already.sent');
    return before === undefined ? () => this.turns.release(withdrawal) : nothing;
  }

  /** Before staff start the payout. Refuses `payout.destination.lost`: nobody could pay it. */
  async beforeStart(withdrawal: number): Promise<void> {
    const open = await this.open(withdrawal);
    const where = open && (open.destination ?? (await this.anyRow(withdrawal)));
    if (!open || !where || where.address === null) return;
    const { chain, address } = where;
    if ((await this.kept.known({ userId: open.user, chain, address })) === null)
      throw new Refusal('payout.destination.lost');
  }

  /** Staff start the payout: whatever was stated before, it goes on. */
  async afterStart(withdrawal: number): Promise<void> {
    await this.turns.release(withdrawal);
  }

  /** As it is by all that is durable, however far behind the read models are; undefined once it has ended. */
  private async open(withdrawal: number): Promise<LiveWithdrawal | undefined> {
    const { durablePosition } = this.port.figures();
    if (await this.live.waitFor(durablePosition, LIVE_MS_MAX)) return this.live.withdrawals.find(withdrawal);
    throw new Refusal('system.busy', null, RETRY_SECONDS);
  }

  /** Where it goes never changes: a row of whatever time will do. */
  private async anyRow(withdrawal: number): Promise<WithdrawalRow | undefined> {
    return (await withdrawalById(await this.reader.at(undefined), withdrawal)) ?? this.row(withdrawal);
  }

  private async row(withdrawal: number): Promise<WithdrawalRow | undefined> {
    const { durablePosition } = this.port.figures();
    return withdrawalById(await this.reader.at(Math.max(0, durablePosition)), withdrawal);
  }

  private async amountOn(port: ChainPort, { asset, amount }: WithdrawalRow): Promise<bigint | null> {
    const { scale } = await this.assets.get(asset);
    return payableOf(amount, scale, port.coins.get(asset) as number);
  }

  /** A chain that pays by itself pays each withdrawal under its own key, and no other payment is one for it. */
  private async isOwn(port: ChainPort, { id }: WithdrawalRow, transaction: string): Promise<boolean> {
    if (!isPaying(port)) return true;
    return (await port.paidUnder(payoutKey(id)))?.transaction === transaction;
  }
}

async function nothing(): Promise<void> {
  // Nobody else could have acted on it.
}
