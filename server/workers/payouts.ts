/**
 * Pays approved withdrawals on chains that pay by themselves. Each step can be cut off and taken again: the start and the
 * end are commands of the core, which takes each once, and the payment is made under the withdrawal's own key, once. While an
 * account is frozen nothing of it is started or handed over; what was handed over before is followed to its end.
 */
import type { CommandPort } from '../engine/port';
import { payableOf } from '../platform/chains/chain-amounts';
import { isPaying, referenceOf, type Paid, type PayingChain } from '../platform/chains/chain-port';
import type { Chains } from '../platform/chains/chains';
import { payoutKey, type PayoutTurns } from '../platform/chains/payout-turns';
import type { LiveViews } from '../views/live/live-views';
import type { LiveWithdrawal } from '../views/live/withdrawals';
import { withdrawalById } from '../views/stored/wallet-queries';
import type { ViewsDatabase } from '../views/stored/views-database';

const LIVE_MS_MAX = 1_000;
/** Blocks in which a payment must lie to be called paid. */
const CONFIRMATIONS = 1;

export interface PayoutParts {
  commands: CommandPort;
  chains: Chains;
  stored: ViewsDatabase;
  live: Pick<LiveViews, 'members' | 'withdrawals' | 'waitFor'>;
  turns: PayoutTurns;
  /** Digits of an asset. */
  scaleOf: (asset: string) => Promise<number | undefined>;
}

interface Payout extends Omit<LiveWithdrawal, 'destination'> {
  address: string | null;
}

export class Payouts {
  private isStopped = false;

  constructor(private readonly parts: PayoutParts) {}

  stop(): void {
    this.isStopped = true;
  }

  /** Takes every withdrawal as far as it can go now. */
  async turn(): Promise<void> {
    await this.each('approved', (payout) => this.start(payout));
    // What was started is paid in the same turn.
    await this.isUpToDate();
    await this.each('paying', (payout, port) => this.pay(payout, port));
  }

  private async each(
    status: 'approved' | 'paying',
    act: (payout: Payout, port: PayingChain) => Promise<void>,
  ): Promise<void> {
    for (const withdrawal of this.parts.live.withdrawals.inStatus(status)) {
      if (this.isStopped) return;
      const destination = await this.destinationOf(withdrawal);
      if (!destination) continue;
      const { chain, address } = destination;
      const port = chain === null ? undefined : this.parts.chains.carrying(chain, withdrawal.asset);
      if (port && isPaying(port)) await act({ ...withdrawal, address }, port);
    }
  }

  /** What live views do not know is in the read models since before the snapshot, and never changes; null while they are made anew. */
  private async destinationOf({ id, destination }: LiveWithdrawal): Promise<LiveWithdrawal['destination']> {
    return destination ?? (await withdrawalById(this.parts.stored, id)) ?? null;
  }

  /** What has been started, rejected or paid in the meantime is refused by the core. */
  private async start({ id, user }: Payout): Promise<void> {
    if (this.parts.live.members.standingOf(user).frozen) return;
    if ((await this.parts.turns.taken(id)) === 'rejection') return;
    await this.parts.commands.submit({ actor: 'payouts', command: { type: 'StartPayout', withdrawal: id } });
  }

  private async pay(payout: Payout, port: PayingChain): Promise<void> {
    const { id } = payout;
    const { commands } = this.parts;
    const paid = await this.handOver(payout, port);
    if (!paid) return;
    const seen = await port.transaction(paid.transaction);
    if (!seen || seen.confirmations < CONFIRMATIONS) return;
    const reference = referenceOf(port.chain, paid.transaction, paid.output);
    const command = { type: 'PayWithdrawal', withdrawal: id, reference } as const;
    await commands.submit({ actor: 'payouts', command });
  }

  /**
   * What the chain was handed, now or before; null when it has not been and must not be. Whether the account is frozen is asked
   * last of all, and what is handed over then is out of reach: the chain gives nothing back.
   */
  private async handOver(payout: Payout, port: PayingChain): Promise<Paid | null> {
    const { id, asset, address, amount, user } = payout;
    const { turns, scaleOf } = this.parts;
    const scale = await scaleOf(asset);
    const units = scale === undefined ? null : payableOf(amount, scale, port.coins.get(asset) as number);
    if (address === null || units === null) return null;
    const key = payoutKey(id);
    // Its turn is not taken then: staff may reject what they froze.
    if (!(await this.mayLeave(user))) return port.paidUnder(key);
    const isFirst = (await turns.taken(id)) === undefined;
    if ((await turns.take(id, 'payout')) === 'rejection' || !(await this.isPaying(id))) return null;
    if (await this.mayLeave(user)) return port.pay({ key, asset, address, amount: units });
    const paid = await port.paidUnder(key);
    if (isFirst && !paid) await turns.release(id, 'payout');
    return paid;
  }

  /** By live views that know all that is durable: a freeze that was answered counts, and without an answer nothing leaves. */
  private async mayLeave(user: number): Promise<boolean> {
    return (await this.isUpToDate()) && !this.parts.live.members.standingOf(user).frozen;
  }

  /** By the same views: what was listed may have been rejected since. */
  private async isPaying(id: number): Promise<boolean> {
    return (await this.isUpToDate()) && this.parts.live.withdrawals.find(id)?.status === 'paying';
  }

  private isUpToDate(): Promise<boolean> {
    const { commands, live } = this.parts;
    return live.waitFor(commands.figures().durablePosition, LIVE_MS_MAX);
  }
}
