/**
 * A factor for one act: the code that came in its body, of an authenticator or a recovery code. Who has a passkey and gave no code
 * signs the digest of the act instead; who has no factor at all passes.
 */
import { Injectable } from '@nestjs/common';
import { PasskeyProofs } from './passkey-proofs';
import { SecondFactors, type SpentOn } from './second-factors';
import { StepUps, type Act, type GivenFactor } from './step-up';

/** What was sent with an act to prove it. */
export interface SentProof {
  secondFactor?: string | undefined;
  given: GivenFactor;
}

@Injectable()
export class FactorProofs {
  constructor(
    private readonly secondFactors: SecondFactors,
    private readonly passkeys: PasskeyProofs,
    private readonly stepUps: StepUps,
  ) {}

  /**
   * The proof is spent by asking, so this comes last; `spentOn` happens in the transaction that spends a code. Refuses what
   * `SecondFactors.check` and `StepUps.proveFor` refuse. What is secret in the body of the act stays out of `act`: its digest is stored.
   */
  async prove(act: Act, { secondFactor, given }: SentProof, spentOn: SpentOn = async () => undefined): Promise<void> {
    const { userId } = act;
    const isByCode = secondFactor !== undefined && (await this.secondFactors.isBound(userId));
    if (isByCode || (await this.passkeys.of(userId)).length === 0)
      return this.secondFactors.check(userId, secondFactor, spentOn);
    await this.stepUps.proveFor(act, given, spentOn);
  }
}
