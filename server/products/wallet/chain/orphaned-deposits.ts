/**
 * Deposits that a chain reverted. Uncredited ones are no longer followed. Credited ones stay credited and are frozen: only staff can decide
 * after their block has disappeared.
 */
import type { ChainAlarm } from '../../../../shared/products/wallet/chains';
import { depositAmountOf } from '../../../platform/chains/chain-amounts';
import { revertedDepositReason } from '../../../platform/chains/reverted-deposit-reason';
import type { ChainPort } from '../../../platform/chains/chain-port';
import type { ChainPaymentRow } from '../../../platform/database/wallet-tables';
import { frozenFor, rechargeByReference } from '../stored/queries';
import type { ChainWatcherDependencies } from './chain-watcher-parts';

const PROJECTION_MS_MAX = 2_000;

type RaiseAlarm = (kind: ChainAlarm['kind'], reference: string, details: Record<string, string>) => Promise<void>;
type OrphanedDepositDependencies = Pick<
  ChainWatcherDependencies,
  'alarms' | 'availableOf' | 'commands' | 'progress' | 'scaleOf' | 'stored'
>;
/** A credited deposit and its user. */
export type Deposit = Pick<ChainPaymentRow, 'amount' | 'asset' | 'reference' | 'userId'>;

export class OrphanedDeposits {
  constructor(
    private readonly port: Pick<ChainPort, 'chain' | 'coins' | 'transaction'>,
    private readonly dependencies: OrphanedDepositDependencies,
    private readonly raise: RaiseAlarm,
  ) {}

  async retract(row: ChainPaymentRow): Promise<ChainPaymentRow['state']> {
    const { reference, address } = row;
    const command = { type: 'RetractRecharge', reference } as const;
    const outcome = await this.dependencies.commands.submit({ actor: `chain/${this.port.chain}`, command });
    if (!('rejected' in outcome)) return 'left';
    const recharge = await this.storedRecharge(row);
    if (recharge?.status !== 'success') return 'left';
    const credited = { ...row, amount: recharge.amount.toString() };
    if ((await this.confirmationsOf(credited, (paidAddress) => paidAddress === address)) > 0) return 'left';
    await this.revertCredit(credited, recharge.finality === 'pending' || recharge.finality === 'reverted');
    return 'left';
  }

  /**
   * Returns the transaction's confirmations if it still makes the same payment; else 0. In another block it may execute differently, and
   * pay less or another address.
   */
  async confirmationsOf({ reference, asset, amount }: Deposit, isOwn: (address: string) => boolean): Promise<number> {
    const [, transaction, output] = reference.split('/');
    const found = await this.port.transaction(transaction);
    const payment = found?.payments.find((one) => one.output === output);
    if (!found || payment?.asset !== asset || !isOwn(payment.address)) return 0;
    const scale = await this.dependencies.scaleOf(asset);
    if (scale === undefined) throw new Error(`${asset} was credited and is not listed`);
    const arrived = depositAmountOf(payment.amount, this.port.coins.get(asset) ?? scale, scale);
    return arrived.amount.toString() === amount ? found.confirmations : 0;
  }

  /** Freezes the remaining amount and alerts staff. */
  async revertCredit(deposit: Deposit, isProvisional: boolean): Promise<void> {
    const { reference, asset, amount, userId } = deposit;
    const frozen = isProvisional ? await this.revert(deposit) : await this.freeze(deposit);
    const details = { asset, amount, user: String(userId), frozen: frozen.toString() };
    await this.raise('credited_left_chain', reference, details);
  }

  /** As in the journal up to now. */
  async storedRecharge({ userId, reference }: Pick<Deposit, 'reference' | 'userId'>) {
    await this.waitForReadModels();
    return rechargeByReference(this.dependencies.stored, userId, reference);
  }

  /** For provisional credits the core freezes the amount, and the account if the money is gone. Idempotent. */
  private async revert({ userId, reference }: Deposit): Promise<bigint> {
    const reason = revertedDepositReason(reference);
    const command = { type: 'RevertRecharge', reference, reason } as const;
    await this.dependencies.commands.submit({ actor: `chain/${this.port.chain}`, command });
    await this.waitForReadModels();
    return frozenFor(this.dependencies.stored, userId, reason);
  }

  /** Freezes the remaining part, once: it must not be withdrawn before staff have decided. */
  private async freeze({ userId: user, asset, amount, reference }: Deposit): Promise<bigint> {
    const { chain } = this.port;
    const { alarms, availableOf, commands } = this.dependencies;
    if (await alarms.isRaised({ chain, kind: 'credited_left_chain', reference })) return 0n;
    const credited = BigInt(amount);
    const availableAmount = availableOf(user, asset);
    const frozenAmount = availableAmount < credited ? availableAmount : credited;
    if (frozenAmount <= 0n) return 0n;
    const reason = revertedDepositReason(reference);
    const command = { type: 'FreezeFunds', user, asset, amount: frozenAmount, reason, reference } as const;
    const outcome = await commands.submit({ actor: `chain/${chain}`, command });
    // Spent in the meantime: the alarm reports that nothing was frozen.
    return 'rejected' in outcome ? 0n : frozenAmount;
  }

  private async waitForReadModels(): Promise<void> {
    const { commands, progress } = this.dependencies;
    const isReached = await progress.waitFor(commands.figures().durablePosition, PROJECTION_MS_MAX);
    if (!isReached) throw new Error('the read models are behind; what a chain took back cannot be judged yet');
  }
}
