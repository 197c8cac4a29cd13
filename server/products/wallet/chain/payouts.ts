/**
 * Pays approved withdrawals on chains that pay by themselves. Each step can be cut off and taken again: that a payout starts,
 * that it is submitted and that it has been paid are commands of the core, which takes each once, and the payment is made under
 * the withdrawal's own key, once. Before the chain is handed anything the journal has it as submitted: from then on nobody can
 * reject it, and it is followed until it is paid or the chain proves that it never will be. While an account is frozen, or
 * withdrawals of a coin, or all of them, are stopped, nothing of it is started or submitted; what was submitted before goes on.
 */
import type { ChainAlarm } from '../../../../shared/products/wallet/chains';
import type { CommandPort } from '../../../engine/port';
import { payableOf } from '../../../platform/chains/chain-amounts';
import {
  isPaying,
  referenceOf,
  type Paid,
  type PayingChain,
  type PayoutRequest,
} from '../../../platform/chains/chain-port';
import type { ChainAlarms } from '../../../platform/chains/chain-alarms';
import type { Chains } from '../../../platform/chains/chains';
import { payoutKey, type PayoutTurns } from '../../../platform/chains/payout-turns';
import type { MaybeOfChain } from '../../../platform/chains/of-chain';
import type { LiveViews } from '../../../views/live/live-views';
import type { LiveWithdrawal } from '../live/withdrawals';
import { withdrawalById } from '../stored/queries';
import type { ViewsDatabase } from '../../../views/stored/views-database';

const LIVE_MS_MAX = 1_000;
/** Blocks in which a payment must lie to be called paid. */
const CONFIRMATIONS = 1;

export interface PayoutParts {
  commands: CommandPort;
  chains: Chains;
  stored: ViewsDatabase;
  live: Pick<LiveViews, 'drift' | 'markets' | 'members' | 'withdrawals' | 'waitFor'>;
  turns: PayoutTurns;
  alarms: Pick<ChainAlarms, 'raise'>;
  /** The address behind what the journal has in its place; null where it is lost. */
  addressOf: (of: MaybeOfChain) => Promise<string | null>;
  onAlarm: (kind: ChainAlarm['kind']) => void;
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
    // What was started is submitted in the same turn, and followed.
    await this.isUpToDate();
    await this.each('paying', (payout, port) => this.submit(payout, port));
    await this.isUpToDate();
    await this.each('submitted', (payout, port) => this.follow(payout, port));
  }

  /** What has failed waits for staff, who reject it or start it again. */
  private async each(
    status: 'approved' | 'paying' | 'submitted',
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
  private async start({ id, user, asset }: Payout): Promise<void> {
    if (this.isHeld(user, asset)) return;
    if ((await this.parts.turns.taken(id)) === 'rejection') return;
    await this.parts.commands.submit({ actor: 'payouts', command: { type: 'StartPayout', withdrawal: id } });
  }

  /**
   * Its turn first, then the journal, then the chain. What the core refuses, because its owner was frozen, its coin suspended or
   * somebody of staff states that nothing was sent, gives its turn back, so that staff may reject it.
   */
  private async submit(payout: Payout, port: PayingChain): Promise<void> {
    const { id, user, asset } = payout;
    const { commands, turns } = this.parts;
    const request = await this.requestFor(payout, port);
    if (!request) return;
    const { key } = request;
    if (!(await this.mayLeave(user, asset))) return this.leave(payout, port);
    if ((await turns.take(id, 'payout')) === 'rejection') return;
    const command = { type: 'SubmitPayout', withdrawal: id, key } as const;
    const outcome = await commands.submit({ actor: 'payouts', command });
    if ('rejected' in outcome) return this.leave(payout, port);
    await port.pay(request);
  }

  /** What was handed over before payouts were submitted, or in a part of the journal that is gone, is paid whatever stands here. */
  private async leave(payout: Payout, port: PayingChain): Promise<void> {
    if (await this.recordPaid(payout, port)) return;
    await this.parts.turns.release(payout.id, 'payout');
  }

  /** Whether anything was paid. */
  private async recordPaid(payout: Payout, port: PayingChain): Promise<boolean> {
    const paid = await port.paidUnder(payoutKey(payout.id));
    if (paid) await this.record(payout, port, paid);
    return paid !== null;
  }

  /**
   * Handed over again in each turn: under one key that is one payment, and whoever was cut off before it is handed over now. After
   * a failure that is proven nothing is: staff decide.
   */
  private async follow(payout: Payout, port: PayingChain): Promise<void> {
    const key = payoutKey(payout.id);
    const reason = await port.failureOf(key);
    if (reason !== null) {
      const command = { type: 'FailPayout', withdrawal: payout.id, key, reason } as const;
      await this.parts.commands.submit({ actor: 'payouts', command });
      return;
    }
    const request = await this.requestFor(payout, port);
    if (request) return this.record(payout, port, await port.pay(request));
    // What was handed over before its address was lost may have been paid.
    await this.recordPaid(payout, port);
  }

  private async record({ id }: Payout, port: PayingChain, paid: Paid): Promise<void> {
    const seen = await port.transaction(paid.transaction);
    if (!seen || seen.confirmations < CONFIRMATIONS) return;
    const reference = referenceOf(port.chain, paid.transaction, paid.output);
    const command = { type: 'PayWithdrawal', withdrawal: id, reference } as const;
    await this.parts.commands.submit({ actor: 'payouts', command });
  }

  /** Null for what the chain cannot pay to the unit, and where nobody knows any more where it was to go: staff are told. */
  private async requestFor(payout: Payout, port: PayingChain): Promise<PayoutRequest | null> {
    const { id, user, asset, amount } = payout;
    const scale = await this.parts.scaleOf(asset);
    const units = scale === undefined ? null : payableOf(amount, scale, port.coins.get(asset) as number);
    if (payout.address === null || units === null) return null;
    const address = await this.parts.addressOf({ userId: user, chain: port.chain, address: payout.address });
    if (address !== null) return { key: payoutKey(id), asset, address, amount: units };
    const facts = { user: String(user), asset, amount: amount.toString() };
    const alarm = { chain: port.chain, kind: 'destination_lost', reference: payoutKey(id), facts } as const;
    if (await this.parts.alarms.raise(alarm)) this.parts.onAlarm(alarm.kind);
    return null;
  }

  /** By live views that know all that is durable, so that nothing is asked for again and again while a freeze or suspension lasts. */
  private async mayLeave(user: number, asset: string): Promise<boolean> {
    return (await this.isUpToDate()) && !this.isHeld(user, asset);
  }

  private isHeld(user: number, asset: string): boolean {
    const { drift, members, markets } = this.parts.live;
    return drift.isStopped || members.standingOf(user).frozen || markets.asset(asset)?.withdrawals === 'suspended';
  }

  private isUpToDate(): Promise<boolean> {
    const { commands, live } = this.parts;
    return live.waitFor(commands.figures().durablePosition, LIVE_MS_MAX);
  }
}
