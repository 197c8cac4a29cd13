/**
 * Step-up authentication: the second factor again, for one action. It protects against a stolen ticket or an unattended screen. The proof
 * covers the digest of the exact request. An authenticator code is spent and recorded with the digest; a passkey signs a challenge issued
 * for it. A retry of the same request within a while needs no second proof: its `clientId` makes it idempotent.
 */
import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import type { EdgeCode } from '../../../../shared/rules/codes';
import { authenticationResponse } from '../../../../shared/products/identity/passkeys';
import { STEP_UP_HEADER, type StepUpWanted } from '../../../../shared/wire/step-up';
import type { Config } from '../../config/config';
import type { Database } from '../../database/database';
import type { ExchangeTables } from '../../database/exchange-tables';
import { Refusal } from '../../errors/refusal';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../../tokens';
import { SerialByKey } from '../../semaphore';
import { PasskeyProofs } from './passkey-proofs';
import { relyingPartyOf, type RelyingParty } from './relying-party';
import { SecondFactors } from './second-factors';
import { UserFactors, type Factor } from './user-factors';

const PROOF_REUSE_MS = 10 * 60_000;

/** The action: the path of the endpoint and the validated body. */
export interface StepUpAct {
  userId: number;
  path: string;
  body: unknown;
  scope?: StepUpWanted['scope'];
}

/** The proof sent in the request's header. */
export interface GivenFactor {
  proof: string | undefined;
  party: () => RelyingParty;
}

export function givenFactor(request: FastifyRequest, { publicUrl }: Pick<Config, 'publicUrl'>): GivenFactor {
  const proof = request.headers[STEP_UP_HEADER];
  return {
    proof: typeof proof === 'string' ? proof : undefined,
    party: () => relyingPartyOf(request, publicUrl),
  };
}

/** Runs in the transaction that spends the proof. */
type InTransaction = (transaction: Transaction<ExchangeTables>) => Promise<void>;

@Injectable()
export class StepUps {
  private readonly serialQueue = new SerialByKey<string>();

  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly secondFactors: SecondFactors,
    private readonly passkeys: PasskeyProofs,
    private readonly factors: UserFactors,
  ) {}

  /**
   * Accepts an action with a valid proof. Refuses `step.up.required` with the digest and the available factors, `missing` if the user has
   * no factor, and the factor's own refusals.
   */
  async prove(act: StepUpAct, factorProof: GivenFactor, missing: EdgeCode = 'staff.factor.missing'): Promise<void> {
    const { userId } = act;
    const digest = digestOf(act);
    // A concurrent retry of the same request passes with the proof of the first.
    await this.serialQueue.run(digest, async () => {
      if (await this.isProven(userId, digest)) return;
      await this.spend(
        act,
        factorProof,
        (transaction, usedFactor) => this.recordProof(transaction, userId, digest, usedFactor),
        missing,
      );
    });
  }

  /** As `prove`, for actions that are not idempotent by `clientId`: each execution needs its own proof. */
  async proveEachTime(act: StepUpAct, factorProof: GivenFactor): Promise<void> {
    const recordUsedFactor = (transaction: Transaction<ExchangeTables>, usedFactor: Factor) =>
      this.recordProof(transaction, act.userId, digestOf(act), usedFactor);
    await this.spend(act, factorProof, recordUsedFactor, 'staff.factor.missing');
  }

  /** As `prove`, but an earlier proof of the same action does not count. `alongside` runs in the transaction that spends the proof. */
  async proveInTransaction(act: StepUpAct, factorProof: GivenFactor, alongside: InTransaction): Promise<void> {
    await this.spend(act, factorProof, alongside, 'google.code.required');
  }

  /** As `proveInTransaction` for users with a factor; users without one pass. */
  async proveIfFactorBound(act: StepUpAct, factorProof: GivenFactor, alongside: InTransaction): Promise<void> {
    if ((await this.factors.factorsOf(act.userId)).length > 0)
      return this.proveInTransaction(act, factorProof, alongside);
    await this.database.sql.transaction().execute(alongside);
  }

  private async spend(
    act: StepUpAct,
    { proof, party }: GivenFactor,
    alongside: (transaction: Transaction<ExchangeTables>, usedFactor: Factor) => Promise<void>,
    missing: EdgeCode,
  ): Promise<void> {
    const digest = digestOf(act);
    const { userId, scope = 'act' } = act;
    const factors = await this.factors.factorsOf(userId);
    if (factors.length === 0) throw new Refusal(missing);
    const [factor, proofText] = proof?.split(' ', 2) ?? [];
    const alongsideWith = (usedFactor: Factor) => (transaction: Transaction<ExchangeTables>) =>
      alongside(transaction, usedFactor);
    if (factor === 'authenticator' && proofText !== undefined && factors.includes('authenticator')) {
      return this.secondFactors.check(userId, proofText, alongsideWith('authenticator'));
    }
    if (factor === 'passkey' && proofText !== undefined && factors.includes('passkey')) {
      await this.passkeys.proveAct(userId, digest, party(), parsePasskeyResponse(proofText));
      await this.database.sql.transaction().execute(alongsideWith('passkey'));
      return;
    }
    throw new Refusal('step.up.required', { digest, factors, scope });
  }

  /** Passkey options for the action whose digest `step.up.required` named. */
  options(userId: number, digest: string, party: RelyingParty) {
    return this.passkeys.actOptions(userId, digest, party);
  }

  private async isProven(userId: number, digest: string): Promise<boolean> {
    const row = await this.database.sql
      .selectFrom('stepUps')
      .select('at')
      .where('userId', '=', userId)
      .where('digest', '=', digest)
      .executeTakeFirst();
    const age = row ? this.clock() - row.at : Number.POSITIVE_INFINITY;
    return age >= 0 && age < PROOF_REUSE_MS;
  }

  private async recordProof(
    transaction: Transaction<ExchangeTables>,
    userId: number,
    digest: string,
    factor: Factor,
  ): Promise<void> {
    const at = this.clock();
    await transaction
      .insertInto('stepUps')
      .values({ userId, digest, factor, at })
      .onConflict((conflict) => conflict.columns(['userId', 'digest']).doUpdateSet({ factor, at }))
      .execute();
  }
}

/** Equal for equal actions, independent of the order of the body's fields. */
export function digestOf({ userId, path, body }: StepUpAct): string {
  return createHash('sha256')
    .update(`${STEP_UP_HEADER}\n${userId}\n${path}\n${canonicalJson(body)}`)
    .digest('hex');
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`;
}

function parsePasskeyResponse(text: string) {
  try {
    const parsed = authenticationResponse.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    if (parsed.success) return parsed.data;
  } catch {
    // Refused below, like every other malformed value.
  }
  throw new Refusal('passkey.refused');
}
