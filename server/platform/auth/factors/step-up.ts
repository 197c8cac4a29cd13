/**
 * The factor once more, for one act: whoever holds a ticket that was stolen, or sits at a screen that was left, approves nothing. What
 * is proven is the digest of the very request. A code of the authenticator is spent on it and written down with it; a passkey signs a
 * challenge that was issued for it. The same request sent again within a while needs no second proof: by its `clientId` it takes
 * effect once.
 */
import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import type { EdgeCode } from '../../../../shared/rules/codes';
import { authenticationResponse } from '../../../../shared/products/identity/security';
import { STEP_UP_HEADER, type StepUpWanted } from '../../../../shared/wire/step-up';
import type { Config } from '../../config/config';
import type { Database } from '../../database/database';
import type { ExchangeTables } from '../../database/exchange-tables';
import { Refusal } from '../../errors/refusal';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../../tokens';
import { TurnsByKey } from '../../turns';
import { PasskeyProofs } from './passkey-proofs';
import { relyingPartyOf, type RelyingParty } from './relying-party';
import { SecondFactors } from './second-factors';
import { StaffFactors, type Factor } from './staff-factors';

const AGAIN_MS = 10 * 60_000;

/** What somebody wants to do: the path of the endpoint and the checked body. */
export interface Act {
  userId: number;
  path: string;
  body: unknown;
  scope?: StepUpWanted['scope'];
}

/** What came with the request, in the header. */
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

/** What happens together with the proof: both, or neither. */
type Alongside = (transaction: Transaction<ExchangeTables>) => Promise<void>;

@Injectable()
export class StepUps {
  private readonly turns = new TurnsByKey<string>();

  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly secondFactors: SecondFactors,
    private readonly passkeys: PasskeyProofs,
    private readonly factors: StaffFactors,
  ) {}

  /**
   * Passes an act whose proof is right. Refuses `step.up.required` with the digest and the factors to choose from, `missing` where
   * there are none, and what the factor refuses.
   */
  async prove(act: Act, given: GivenFactor, missing: EdgeCode = 'staff.factor.missing'): Promise<void> {
    const { userId } = act;
    const digest = digestOf(act);
    // The same request sent again meanwhile passes by the proof of the first.
    await this.turns.take(digest, async () => {
      if (await this.isProven(userId, digest)) return;
      await this.spend(act, given, (transaction, by) => this.note(transaction, userId, digest, by), missing);
    });
  }

  /** The same of what no `clientId` tells from a repetition: it takes effect each time, and a proof is good for one. */
  async proveAnew(act: Act, given: GivenFactor): Promise<void> {
    const note = (transaction: Transaction<ExchangeTables>, by: Factor) =>
      this.note(transaction, act.userId, digestOf(act), by);
    await this.spend(act, given, note, 'staff.factor.missing');
  }

  /** The same, once more even for an act that was proven before; `alongside` is done in the transaction that spends the proof. */
  async proveFor(act: Act, given: GivenFactor, alongside: Alongside): Promise<void> {
    await this.spend(act, given, alongside, 'google.code.required');
  }

  /** The same of who has a factor; whoever has none passes. */
  async proveForHolder(act: Act, given: GivenFactor, alongside: Alongside): Promise<void> {
    if ((await this.factors.of(act.userId)).length > 0) return this.proveFor(act, given, alongside);
    await this.database.sql.transaction().execute(alongside);
  }

  private async spend(
    act: Act,
    { proof, party }: GivenFactor,
    alongside: (transaction: Transaction<ExchangeTables>, by: Factor) => Promise<void>,
    missing: EdgeCode,
  ): Promise<void> {
    const digest = digestOf(act);
    const { userId, scope = 'act' } = act;
    const factors = await this.factors.of(userId);
    if (factors.length === 0) throw new Refusal(missing);
    const [factor, given] = proof?.split(' ', 2) ?? [];
    const spentOn = (by: Factor) => (transaction: Transaction<ExchangeTables>) => alongside(transaction, by);
    if (factor === 'authenticator' && given !== undefined && factors.includes('authenticator')) {
      return this.secondFactors.check(userId, given, spentOn('authenticator'));
    }
    if (factor === 'passkey' && given !== undefined && factors.includes('passkey')) {
      await this.passkeys.proveAct(userId, digest, party(), responseIn(given));
      await this.database.sql.transaction().execute(spentOn('passkey'));
      return;
    }
    throw new Refusal('step.up.required', { digest, factors, scope });
  }

  /** What a passkey is to sign for an act whose digest `step.up.required` has named. */
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
    return age >= 0 && age < AGAIN_MS;
  }

  private async note(
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

/** The same for the same act, however the fields of its body were ordered. */
export function digestOf({ userId, path, body }: Act): string {
  return createHash('sha256')
    .update(`${STEP_UP_HEADER}\n${userId}\n${path}\n${ordered(body)}`)
    .digest('hex');
}

function ordered(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(ordered).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${ordered(field)}`).join(',')}}`;
}

function responseIn(text: string) {
  try {
    const parsed = authenticationResponse.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    if (parsed.success) return parsed.data;
  } catch {
    // Told below, like everything else that is wrong with it.
  }
  throw new Refusal('passkey.refused');
}
