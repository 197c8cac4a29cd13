/**
 * Pays approved withdrawals on chains with automatic payouts. Every step can be interrupted and repeated. Start, submission and payment are
 * commands that the core accepts once each, and the payment uses the withdrawal's own key, once. The journal records the submission before
 * the chain receives it. From then on nobody can reject the withdrawal; it is followed until it is paid or the chain proves that it never
 * will be. While an account is frozen, or withdrawals of a coin or all withdrawals are stopped, nothing is started or submitted; earlier
 * submissions continue.
 */
import type { ChainAlarm } from '../../../../shared/products/wallet/chains';
import type { CommandPort } from '../../../engine/port';
import { networkUnitsOf } from '../../../platform/chains/chain-amounts';
import {
  isPaying,
  referenceOf,
  type PaidOutput,
  type PayingChain,
  type PayoutRequest,
} from '../../../platform/chains/chain-port';
import type { ChainAlarms } from '../../../platform/chains/chain-alarms';
import type { Chains } from '../../../platform/chains/chains';
import { payoutKey, type PayoutClaims } from '../../../platform/chains/payout-claims';
import type { MaybeChainAddress } from '../../../platform/chains/chain-address';
import type { LiveViews } from '../../../views/live/live-views';
import type { LiveWithdrawal } from '../live/withdrawals';
import { withdrawalById } from '../stored/queries';
import type { ViewsDatabase } from '../../../views/stored/views-database';

const LIVE_MS_MAX = 1_000;
/** Confirmations after which a payment counts as paid. */
const CONFIRMATIONS = 1;

export interface PayoutDependencies {
  commands: CommandPort;
  chains: Chains;
  stored: ViewsDatabase;
  live: Pick<LiveViews, 'drift' | 'markets' | 'members' | 'withdrawals' | 'waitFor'>;
  claims: PayoutClaims;
  alarms: Pick<ChainAlarms, 'raise'>;
  /** Returns the address for its form in the journal; null if it is lost. */
  addressOf: (address: MaybeChainAddress) => Promise<string | null>;
  onAlarm: (kind: ChainAlarm['kind']) => void;
  /** Decimals of an asset. */
  scaleOf: (asset: string) => Promise<number | undefined>;
}

interface Payout extends Omit<LiveWithdrawal, 'destination'> {
  address: string | null;
}

export class Payouts {
  private isStopped = false;

  constructor(private readonly dependencies: PayoutDependencies) {}

  stop(): void {
    this.isStopped = true;
  }

  /** Advances every withdrawal as far as possible now. */
  async poll(): Promise<void> {
    await this.forEachPayout('approved', (payout) => this.start(payout));
    // Catches up, so that one turn starts, submits and follows a payout.
    await this.isUpToDate();
    await this.forEachPayout('paying', (payout, port) => this.submit(payout, port));
    await this.isUpToDate();
    await this.forEachPayout('submitted', (payout, port) => this.checkSubmitted(payout, port));
  }

  /** Skips failed payouts: staff reject or restart them. */
  private async forEachPayout(
    status: 'approved' | 'paying' | 'submitted',
    act: (payout: Payout, port: PayingChain) => Promise<void>,
  ): Promise<void> {
    for (const withdrawal of this.dependencies.live.withdrawals.inStatus(status)) {
      if (this.isStopped) return;
      const destination = await this.destinationOf(withdrawal);
      if (!destination) continue;
      const { chain, address } = destination;
      const port = chain === null ? undefined : this.dependencies.chains.withCoin(chain, withdrawal.asset);
      if (port && isPaying(port)) await act({ ...withdrawal, address }, port);
    }
  }

  /**
   * Withdrawals missing in the live views are in the read models since before the snapshot, and do not change. Returns null while the read
   * models are rebuilt.
   */
  private async destinationOf({ id, destination }: LiveWithdrawal): Promise<LiveWithdrawal['destination']> {
    return destination ?? (await withdrawalById(this.dependencies.stored, id)) ?? null;
  }

  /** The core rejects payouts that were started, rejected or paid in the meantime. */
  private async start({ id, user, asset }: Payout): Promise<void> {
    if (this.isHeld(user, asset)) return;
    if ((await this.dependencies.claims.holderOf(id)) === 'rejection') return;
    await this.dependencies.commands.submit({ actor: 'payouts', command: { type: 'StartPayout', withdrawal: id } });
  }

  /**
   * Takes the turn first, then writes the journal, then calls the chain. If the core rejects the command, the turn is released so that
   * staff may reject the payout. Causes are a frozen owner, a suspended coin, or a staff statement that nothing was sent.
   */
  private async submit(payout: Payout, port: PayingChain): Promise<void> {
    const { id, user, asset } = payout;
    const { commands, claims } = this.dependencies;
    const request = await this.requestFor(payout, port);
    if (!request) return;
    const { key } = request;
    if (!(await this.mayRelease(user, asset))) return this.releaseUnpaid(payout, port);
    if ((await claims.claim(id, 'payout')) === 'rejection') return;
    const command = { type: 'SubmitPayout', withdrawal: id, key } as const;
    const outcome = await commands.submit({ actor: 'payouts', command });
    if ('rejected' in outcome) return this.releaseUnpaid(payout, port);
    await port.pay(request);
  }

  /** A payment sent before submissions were journalled, or in a lost part of the journal, is recorded as paid in any case. */
  private async releaseUnpaid(payout: Payout, port: PayingChain): Promise<void> {
    if (await this.recordPaid(payout, port)) return;
    await this.dependencies.claims.release(payout.id, 'payout');
  }

  /** Returns whether anything was paid. */
  private async recordPaid(payout: Payout, port: PayingChain): Promise<boolean> {
    const paidOutput = await port.paymentWithKey(payoutKey(payout.id));
    if (paidOutput) await this.recordConfirmed(payout, port, paidOutput);
    return paidOutput !== null;
  }

  /**
   * Sends the payout again in each turn: one key makes one payment, and an interrupted submission is completed now. After a proven failure
   * nothing is sent: staff decide.
   */
  private async checkSubmitted(payout: Payout, port: PayingChain): Promise<void> {
    const key = payoutKey(payout.id);
    const reason = await port.failureOf(key);
    if (reason !== null) {
      const command = { type: 'FailPayout', withdrawal: payout.id, key, reason } as const;
      await this.dependencies.commands.submit({ actor: 'payouts', command });
      return;
    }
    const request = await this.requestFor(payout, port);
    if (request) return this.recordConfirmed(payout, port, await port.pay(request));
    // A payment sent before its address was lost may have been paid.
    await this.recordPaid(payout, port);
  }

  private async recordConfirmed({ id }: Payout, port: PayingChain, paidOutput: PaidOutput): Promise<void> {
    const transaction = await port.transaction(paidOutput.transaction);
    if (!transaction || transaction.confirmations < CONFIRMATIONS) return;
    const reference = referenceOf(port.chain, paidOutput.transaction, paidOutput.output);
    const command = { type: 'PayWithdrawal', withdrawal: id, reference } as const;
    await this.dependencies.commands.submit({ actor: 'payouts', command });
  }

  /** Null if the chain cannot pay the exact amount, or the address is lost: staff are notified. */
  private async requestFor(payout: Payout, port: PayingChain): Promise<PayoutRequest | null> {
    const { id, user, asset, amount } = payout;
    const scale = await this.dependencies.scaleOf(asset);
    const units = scale === undefined ? null : networkUnitsOf(amount, scale, port.coins.get(asset) as number);
    if (payout.address === null || units === null) return null;
    const address = await this.dependencies.addressOf({ userId: user, chain: port.chain, address: payout.address });
    if (address !== null) return { key: payoutKey(id), asset, address, amount: units };
    const details = { user: String(user), asset, amount: amount.toString() };
    const alarm = { chain: port.chain, kind: 'destination_lost', reference: payoutKey(id), facts: details } as const;
    if (await this.dependencies.alarms.raise(alarm)) this.dependencies.onAlarm(alarm.kind);
    return null;
  }

  /** Reads live views up to the durable position, to avoid repeated commands during a freeze or suspension. */
  private async mayRelease(user: number, asset: string): Promise<boolean> {
    return (await this.isUpToDate()) && !this.isHeld(user, asset);
  }

  private isHeld(user: number, asset: string): boolean {
    const { drift, members, markets } = this.dependencies.live;
    return drift.isStopped || members.stateOf(user).frozen || markets.asset(asset)?.withdrawals === 'suspended';
  }

  private isUpToDate(): Promise<boolean> {
    const { commands, live } = this.dependencies;
    return live.waitFor(commands.figures().durablePosition, LIVE_MS_MAX);
  }
}
