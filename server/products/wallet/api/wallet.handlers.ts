/** Converts users' requests about transfers and withdrawals to commands. */
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { decimalOf } from '../../../../shared/rules/units';
import { WALLET_ROUTES, type ApplyWithdrawalRequest } from '../../../../shared/products/wallet/wire';
import type { CommandOf } from '../../../core/command';
import type { Accepted, CommandEnvelope } from '../../../engine/port';
import type { GivenFactor } from '../../../platform/auth/factors/step-up';
import { networkUnitsOf } from '../../../platform/chains/chain-amounts';
import { isFinalRefusal, Refusal } from '../../../platform/errors/refusal';
import { AddressVault } from '../../../platform/address-vault';
import { SerialByKey } from '../../../platform/semaphore';
import { AssetTerms, type FixedAsset } from '../../../features/shared/asset-terms.queries';
import { amountOf, idOf } from '../../../features/shared/orders/convert';
import { OwnWithdrawalLimits } from '../../../features/shared/withdrawals/own-limits';
import { PayoutChecks } from '../../../features/shared/withdrawals/payout-checks.queries';
import { answerOf, Submitter } from '../../../features/shared/endpoints/submitter';
import { commandHandler } from '../../../features/shared/endpoints/command-handler';
import { WithdrawalLimits } from '../../../features/shared/withdrawals/withdrawal-limits';
import { AddressBook } from './address-book';
import { Beneficiaries, type DecryptedBeneficiary } from './beneficiaries';
import { WithdrawalGuards, type Destination } from './withdrawal-guards';
import { WithdrawalProofs } from './withdrawal-proofs';
import { WithdrawnToAddress } from './withdrawn-to.queries';
import { ApplyWithdrawal, CancelWithdrawal } from './wallet.commands';

const HOUR_MS = 3_600_000;

type WithdrawalEnvelope = CommandEnvelope & { clientId: string; command: CommandOf<'ApplyWithdrawal'> };

export const ApplyTransfer = commandHandler(
  WALLET_ROUTES.applyTransfer,
  async ({ user, request: { asset, from, to, amount } }, { assets }) => {
    const { scale } = await assets.get(asset);
    return { type: 'TransferFunds', user, asset, from, to, amount: amountOf(amount, scale, asset) } as const;
  },
  'transfer',
);

@CommandHandler(ApplyWithdrawal)
export class ApplyWithdrawalHandler implements ICommandHandler<ApplyWithdrawal> {
  /** Serialises requests per user, so that of two concurrent duplicates the second is a retry. */
  private readonly userQueue = new SerialByKey<number>();

  constructor(
    private readonly submitter: Submitter,
    private readonly assets: AssetTerms,
    private readonly guards: WithdrawalGuards,
    private readonly proofs: WithdrawalProofs,
    private readonly limits: WithdrawalLimits,
    private readonly ownLimits: OwnWithdrawalLimits,
    private readonly book: AddressBook,
    private readonly beneficiaries: Beneficiaries,
    private readonly withdrawnTo: WithdrawnToAddress,
    private readonly addressVault: AddressVault,
  ) {}

  async execute({ user, request, factorProof }: ApplyWithdrawal) {
    const { asset } = request;
    const listedAsset = await this.assets.get(asset);
    try {
      const accepted = await this.userQueue.run(user, () => this.apply(user, request, listedAsset, factorProof));
      return { ...answerOf(accepted), withdrawal: String(accepted.id) };
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'withdrawal.too.small') throw error;
      throw new Refusal(error.code, { asset, minimum: decimalOf(minimumOf(error), listedAsset.scale) });
    }
  }

  /**
   * A retry of a completed request returns the first result without new checks, because it has no effect. Every other request is checked
   * against the account's permissions, its code and the rules. A request that would be rejected does not use up the code.
   */
  private async apply(
    user: number,
    request: ApplyWithdrawalRequest,
    { scale, fiat }: FixedAsset,
    factorProof: GivenFactor,
  ): Promise<Accepted> {
    const { clientId, asset } = request;
    const amount = amountOf(request.amount, scale, request.asset);
    const fee = request.fee === undefined ? undefined : amountOf(request.fee, scale, request.asset);
    const destination = this.guards.destinationOf(request, fiat === 1);
    const { chain, card } = destination;
    if (chain !== undefined && networkUnitsOf(amount, scale, destination.decimals) === null) {
      throw new Refusal('amount.too.precise', { digits: destination.decimals });
    }
    const chainAddress = chain === undefined ? null : { userId: user, chain, address: destination.address };
    const address = chainAddress === null ? undefined : this.addressVault.hashOf(chainAddress);
    const owner = await this.guards.ownerOf(user, request.fundPassword);
    const limit = await this.limits.dailyLimitUnits(owner);
    const delay = (await this.ownLimits.currentLimitsOf(user)).current.delayHours * HOUR_MS;
    const command = { type: 'ApplyWithdrawal', user, asset, amount, chain, address, card, limit, delay, fee } as const;
    const envelope = { actor: `user/${user}`, clientId, command } as const;
    const dryRunResult = await this.dryRun(envelope, chainAddress?.address);
    if (dryRunResult && !(dryRunResult instanceof Refusal)) {
      await this.proofs.linkWithdrawal(user, clientId, dryRunResult.id);
      return dryRunResult;
    }
    // A frozen account waits for staff, not for the end of a hold.
    if (dryRunResult?.code === 'account.frozen') throw dryRunResult;
    await this.guards.requireAllowed(owner, destination);
    // A request that will be rejected needs no beneficiary.
    const declared =
      dryRunResult === null ? await this.requiredBeneficiary(user, request, destination, { amount, scale }) : null;
    if (chainAddress) await this.addressVault.store(chainAddress);
    await this.proofs.useProof(user, request, factorProof, dryRunResult);
    const beneficiary = declared === null ? undefined : await this.beneficiaries.store(user, declared);
    return this.submit(user, { ...envelope, command: { ...command, beneficiary } });
  }

  /** Also recognises retries of requests from the time when the journal stored plain addresses. */
  private async dryRun(envelope: WithdrawalEnvelope, address: string | undefined): Promise<Accepted | Refusal | null> {
    const dryRunResult = await this.submitter.dryRun(envelope);
    if (!(dryRunResult instanceof Refusal) || dryRunResult.code !== 'client.id.reused' || address === undefined)
      return dryRunResult;
    const before = await this.submitter.dryRun({ ...envelope, command: { ...envelope.command, address } });
    return before && !(before instanceof Refusal) ? before : dryRunResult;
  }

  /** Null if no beneficiary is required. Throws `withdrawal.beneficiary.required`. */
  private async requiredBeneficiary(
    user: number,
    { asset, beneficiary }: ApplyWithdrawalRequest,
    destination: Destination,
    { amount, scale }: { amount: bigint; scale: number },
  ): Promise<DecryptedBeneficiary | null> {
    // Bank cards bear the verified name.
    if (destination.chain === undefined) return null;
    const { chain, address } = destination;
    const before = await this.withdrawnTo.valueOfDay({ userId: user, chain, address });
    if (!this.beneficiaries.isRequired(asset, amount, scale, before)) return null;
    const declared = await this.book.declaredBeneficiary(user, chain, address, beneficiary);
    if (!declared) throw new Refusal('withdrawal.beneficiary.required', { above: this.beneficiaries.above });
    return declared;
  }

  private async submit(user: number, envelope: WithdrawalEnvelope): Promise<Accepted> {
    try {
      const accepted = await this.submitter.submit(envelope);
      await this.proofs.linkWithdrawal(user, envelope.clientId, accepted.id);
      return accepted;
    } catch (error) {
      // Without an answer, the outcome is unknown: a retry of the same request continues with the same proof.
      if (!isFinalRefusal(error)) throw error;
      await this.proofs.release(user, envelope.clientId);
      const { beneficiary } = envelope.command;
      if (beneficiary !== undefined) await this.beneficiaries.delete(beneficiary);
      throw error;
    }
  }
}

@CommandHandler(CancelWithdrawal)
export class CancelWithdrawalHandler implements ICommandHandler<CancelWithdrawal> {
  constructor(
    private readonly submitter: Submitter,
    private readonly payouts: PayoutChecks,
  ) {}

  async execute({ user, request: { clientId, withdrawal } }: CancelWithdrawal) {
    await this.payouts.beforeCancellation(user, idOf(withdrawal));
    const command = { type: 'CancelWithdrawal', user, withdrawal: idOf(withdrawal) } as const;
    return answerOf(await this.submitter.submit({ actor: `user/${user}`, clientId, command }));
  }
}

/** Units, as the core judged: the minimum may have changed by the time of the answer. */
function minimumOf({ facts }: Refusal): bigint {
  return BigInt((facts as { minimum: string }).minimum);
}
