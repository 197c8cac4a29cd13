/** From a user's request about a transfer or a withdrawal to a command of the core. */
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { decimalOf } from '../../../../shared/rules/units';
import { WALLET_ROUTES, type ApplyWithdrawalRequest } from '../../../../shared/products/wallet/wire';
import type { CommandOf } from '../../../core/command';
import type { Accepted, CommandEnvelope } from '../../../engine/port';
import type { GivenFactor } from '../../../platform/auth/factors/step-up';
import { payableOf } from '../../../platform/chains/chain-amounts';
import { isFinalRefusal, Refusal } from '../../../platform/errors/refusal';
import { KeptAddresses } from '../../../platform/kept-addresses';
import { TurnsByKey } from '../../../platform/turns';
import { AssetTerms, type FixedAsset } from '../../../features/shared/asset-terms.queries';
import { amountOf, idOf } from '../../../features/shared/orders/convert';
import { OwnWithdrawalLimits } from '../../../features/shared/withdrawals/own-limits';
import { PayoutChecks } from '../../../features/shared/withdrawals/payout-checks.queries';
import { answerOf, Submitter } from '../../../features/shared/endpoints/submitter';
import { submits } from '../../../features/shared/endpoints/submits';
import { WithdrawalLimits } from '../../../features/shared/withdrawals/withdrawal-limits';
import { AddressBook } from './address-book';
import { Beneficiaries, type Declared } from './beneficiaries';
import { WithdrawalGuards, type Destination } from './withdrawal-guards';
import { WithdrawalProofs } from './withdrawal-proofs';
import { WithdrawnTo } from './withdrawn-to.queries';
import { ApplyWithdrawal, CancelWithdrawal } from './wallet.commands';

const HOUR_MS = 3_600_000;

type Applying = CommandEnvelope & { clientId: string; command: CommandOf<'ApplyWithdrawal'> };

export const ApplyTransfer = submits(
  WALLET_ROUTES.applyTransfer,
  async ({ user, request: { asset, from, to, amount } }, { assets }) => {
    const { scale } = await assets.get(asset);
    return { type: 'TransferFunds', user, asset, from, to, amount: amountOf(amount, scale, asset) } as const;
  },
  'transfer',
);

@CommandHandler(ApplyWithdrawal)
export class ApplyWithdrawalHandler implements ICommandHandler<ApplyWithdrawal> {
  /** One of a user's at a time: the same request twice at once is a request and its repetition. */
  private readonly turns = new TurnsByKey<number>();

  constructor(
    private readonly submitter: Submitter,
    private readonly assets: AssetTerms,
    private readonly guards: WithdrawalGuards,
    private readonly proofs: WithdrawalProofs,
    private readonly limits: WithdrawalLimits,
    private readonly own: OwnWithdrawalLimits,
    private readonly book: AddressBook,
    private readonly beneficiaries: Beneficiaries,
    private readonly withdrawnTo: WithdrawnTo,
    private readonly kept: KeptAddresses,
  ) {}

  async execute({ user, request, given }: ApplyWithdrawal) {
    const { asset } = request;
    const listed = await this.assets.get(asset);
    try {
      const accepted = await this.turns.take(user, () => this.apply(user, request, listed, given));
      return { ...answerOf(accepted), withdrawal: String(accepted.id) };
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'withdrawal.too.small') throw error;
      throw new Refusal(error.code, { asset, minimum: decimalOf(minimumOf(error), listed.scale) });
    }
  }

  /**
   * What was done is told again without being judged again: nothing happens by that. What would happen is judged each time,
   * by what the account allows, by its code and by the rules; and the code is spent on nothing that is to be refused.
   */
  private async apply(
    user: number,
    request: ApplyWithdrawalRequest,
    { scale, fiat }: FixedAsset,
    given: GivenFactor,
  ): Promise<Accepted> {
    const { clientId, asset } = request;
    const amount = amountOf(request.amount, scale, request.asset);
    const fee = request.fee === undefined ? undefined : amountOf(request.fee, scale, request.asset);
    const destination = this.guards.destinationOf(request, fiat === 1);
    const { chain, card } = destination;
    if (chain !== undefined && payableOf(amount, scale, destination.decimals) === null) {
      throw new Refusal('amount.too.precise', { digits: destination.decimals });
    }
    const named = chain === undefined ? null : { userId: user, chain, address: destination.address };
    const address = named === null ? undefined : this.kept.hashOf(named);
    const owner = await this.guards.ownerOf(user, request.fundPassword);
    const limit = await this.limits.unitsADay(owner);
    const delay = (await this.own.of(user)).now.delayHours * HOUR_MS;
    const command = { type: 'ApplyWithdrawal', user, asset, amount, chain, address, card, limit, delay, fee } as const;
    const envelope = { actor: `user/${user}`, clientId, command } as const;
    const foreseen = await this.foresee(envelope, named?.address);
    if (foreseen && !(foreseen instanceof Refusal)) {
      await this.proofs.name(user, clientId, foreseen.id);
      return foreseen;
    }
    // A frozen account waits for staff, not for the end of a hold.
    if (foreseen?.code === 'account.frozen') throw foreseen;
    await this.guards.judge(owner, destination);
    // What is refused anyway is not asked whose it is.
    const declared = foreseen === null ? await this.declaredFor(user, request, destination, { amount, scale }) : null;
    if (named) await this.kept.keep(named);
    await this.proofs.spend(user, request, given, foreseen);
    const beneficiary = declared === null ? undefined : await this.beneficiaries.keep(user, declared);
    return this.submit(user, { ...envelope, command: { ...command, beneficiary } });
  }

  /** What was asked when addresses went into the journal as they are is what it was then. */
  private async foresee(envelope: Applying, address: string | undefined): Promise<Accepted | Refusal | null> {
    const foreseen = await this.submitter.foresee(envelope);
    if (!(foreseen instanceof Refusal) || foreseen.code !== 'client.id.reused' || address === undefined)
      return foreseen;
    const before = await this.submitter.foresee({ ...envelope, command: { ...envelope.command, address } });
    return before && !(before instanceof Refusal) ? before : foreseen;
  }

  /** Null where nobody has to know whose it is. Refuses `withdrawal.beneficiary.required`. */
  private async declaredFor(
    user: number,
    { asset, beneficiary }: ApplyWithdrawalRequest,
    destination: Destination,
    { amount, scale }: { amount: bigint; scale: number },
  ): Promise<Declared | null> {
    // A bank card is in the name that was verified.
    if (destination.chain === undefined) return null;
    const { chain, address } = destination;
    const before = await this.withdrawnTo.worthOf({ userId: user, chain, address });
    if (!this.beneficiaries.isAsked(asset, amount, scale, before)) return null;
    const declared = await this.book.declaredOf(user, chain, address, beneficiary);
    if (!declared) throw new Refusal('withdrawal.beneficiary.required', { above: this.beneficiaries.above });
    return declared;
  }

  private async submit(user: number, envelope: Applying): Promise<Accepted> {
    try {
      const accepted = await this.submitter.submit(envelope);
      await this.proofs.name(user, envelope.clientId, accepted.id);
      return accepted;
    } catch (error) {
      // Without an answer it may have been done: then the same request, sent again, goes on with the same proof.
      if (!isFinalRefusal(error)) throw error;
      await this.proofs.drop(user, envelope.clientId);
      const { beneficiary } = envelope.command;
      if (beneficiary !== undefined) await this.beneficiaries.drop(beneficiary);
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

/** Units, as the core judged: by the time of the answer the minimum may be another. */
function minimumOf({ facts }: Refusal): bigint {
  return BigInt((facts as { minimum: string }).minimum);
}
