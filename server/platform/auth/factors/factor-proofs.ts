/**
 * Second factor for one action: a code of an authenticator or a recovery code, sent in the body. A user with a passkey who sent no code
 * signs the action's digest instead. A user without a factor passes.
 */
import { Injectable } from '@nestjs/common';
import { PasskeyProofs } from './passkey-proofs';
import { SecondFactors, type OnSpent } from './second-factors';
import { StepUps, type StepUpAct, type GivenFactor } from './step-up';

/** The proof sent with an action. */
export interface SentProof {
  secondFactor?: string | undefined;
  factorProof: GivenFactor;
}

@Injectable()
export class FactorProofs {
  constructor(
    private readonly secondFactors: SecondFactors,
    private readonly passkeys: PasskeyProofs,
    private readonly stepUps: StepUps,
  ) {}

  /**
   * Call this last, since it spends the proof. `spentOn` runs in the transaction that spends a code. Refuses as `SecondFactors.check` and
   * `StepUps.proveInTransaction` do. Leave secret fields of the body out of `act`: its digest is stored.
   */
  async prove(
    act: StepUpAct,
    { secondFactor, factorProof }: SentProof,
    spentOn: OnSpent = async () => undefined,
  ): Promise<void> {
    const { userId } = act;
    const isByCode = secondFactor !== undefined && (await this.secondFactors.isBound(userId));
    if (isByCode || (await this.passkeys.passkeysOf(userId)).length === 0)
      return this.secondFactors.check(userId, secondFactor, spentOn);
    await this.stepUps.proveInTransaction(act, factorProof, spentOn);
  }
}
