/**
 * What a chain took back. Before it was credited it is followed no further. What was credited stays credited, and is frozen: only
 * staff can judge what to do when its block is gone all the same.
 */
import type { ChainAlarm } from '../../../../shared/products/wallet/chains';
import { arrivedOf } from '../../../platform/chains/chain-amounts';
import { leftReason } from '../../../platform/chains/left-reason';
import type { ChainPort } from '../../../platform/chains/chain-port';
import type { ChainPaymentRow } from '../../../platform/database/wallet-tables';
import { frozenFor, rechargeByReference } from '../stored/queries';
import type { ChainWatcherParts } from './chain-watcher-parts';

const PROJECTION_MS_MAX = 2_000;

type Raise = (kind: ChainAlarm['kind'], reference: string, facts: Record<string, string>) => Promise<void>;
type LeftParts = Pick<ChainWatcherParts, 'alarms' | 'availableOf' | 'commands' | 'progress' | 'scaleOf' | 'stored'>;
/** What was credited to whom. */
export type Deposit = Pick<ChainPaymentRow, 'amount' | 'asset' | 'reference' | 'userId'>;

export class LeftDeposits {
  constructor(
    private readonly port: Pick<ChainPort, 'chain' | 'coins' | 'transaction'>,
    private readonly parts: LeftParts,
    private readonly raise: Raise,
  ) {}

  async retract(row: ChainPaymentRow): Promise<ChainPaymentRow['state']> {
    const { reference, address } = row;
    const command = { type: 'RetractRecharge', reference } as const;
    const outcome = await this.parts.commands.submit({ actor: `chain/${this.port.chain}`, command });
    if (!('rejected' in outcome)) return 'left';
    const known = await this.known(row);
    if (known?.status !== 'success') return 'left';
    const credited = { ...row, amount: known.amount.toString() };
    if ((await this.depthOf(credited, (paid) => paid === address)) > 0) return 'left';
    await this.takeBack(credited, known.finality === 'pending' || known.finality === 'reverted');
    return 'left';
  }

  /**
   * Confirmations of its transaction where that pays the same now: in another block it may be executed anew, and pay less or
   * somebody else. 0 where it does not.
   */
  async depthOf({ reference, asset, amount }: Deposit, isOwn: (address: string) => boolean): Promise<number> {
    const [, transaction, output] = reference.split('/');
    const found = await this.port.transaction(transaction);
    const payment = found?.payments.find((one) => one.output === output);
    if (!found || payment?.asset !== asset || !isOwn(payment.address)) return 0;
    const scale = await this.parts.scaleOf(asset);
    if (scale === undefined) throw new Error(`${asset} was credited and is not listed`);
    const arrived = arrivedOf(payment.amount, this.port.coins.get(asset) ?? scale, scale);
    return arrived.amount.toString() === amount ? found.confirmations : 0;
  }

  /** What is still there is frozen, and staff are told. */
  async takeBack(deposit: Deposit, isProvisional: boolean): Promise<void> {
    const { reference, asset, amount, userId } = deposit;
    const frozen = isProvisional ? await this.revert(deposit) : await this.freeze(deposit);
    const facts = { asset, amount, user: String(userId), frozen: frozen.toString() };
    await this.raise('credited_left_chain', reference, facts);
  }

  /** As the journal has it up to this moment. */
  async known({ userId, reference }: Pick<Deposit, 'reference' | 'userId'>) {
    await this.waitForAll();
    return rechargeByReference(this.parts.stored, userId, reference);
  }

  /** What was credited and never final the core freezes by itself, and the account where it is gone. Once, however often it is asked. */
  private async revert({ userId, reference }: Deposit): Promise<bigint> {
    const reason = leftReason(reference);
    const command = { type: 'RevertRecharge', reference, reason } as const;
    await this.parts.commands.submit({ actor: `chain/${this.port.chain}`, command });
    await this.waitForAll();
    return frozenFor(this.parts.stored, userId, reason);
  }

  /** As much of it as is still there, once: it must not be withdrawn before staff have judged. */
  private async freeze({ userId: user, asset, amount, reference }: Deposit): Promise<bigint> {
    const { chain } = this.port;
    const { alarms, availableOf, commands } = this.parts;
    if (await alarms.isRaised({ chain, kind: 'credited_left_chain', reference })) return 0n;
    const credited = BigInt(amount);
    const there = availableOf(user, asset);
    const part = there < credited ? there : credited;
    if (part <= 0n) return 0n;
    const reason = leftReason(reference);
    const command = { type: 'FreezeFunds', user, asset, amount: part, reason, reference } as const;
    const outcome = await commands.submit({ actor: `chain/${chain}`, command });
    // Spent in between: the alarm says that nothing was frozen.
    return 'rejected' in outcome ? 0n : part;
  }

  private async waitForAll(): Promise<void> {
    const { commands, progress } = this.parts;
    const isReached = await progress.waitFor(commands.figures().durablePosition, PROJECTION_MS_MAX);
    if (!isReached) throw new Error('the read models are behind; what a chain took back cannot be judged yet');
  }
}
