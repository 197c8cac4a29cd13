/**
 * Passkeys: a key pair in the user's device, protected by a finger, a face or a PIN. They combine password and second
 * factor.
 */
import { Inject, Injectable, Logger } from '@nestjs/common';
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import { SECURITY_ROUTES } from '../../../../../shared/products/identity/security';
import type {
  PasskeyOptionsRequest,
  PasskeyRecord,
  RegisterPasskeyRequest,
  RegistrationResponse,
} from '../../../../../shared/products/identity/passkeys';
import type { Proof } from '../../../../../shared/products/identity/proofs';
import { FactorProofs } from '../../../../platform/auth/factors/factor-proofs';
import { CHALLENGE_MS, PasskeyChallenges } from '../../../../platform/auth/factors/passkey-challenges';
import {
  refuseInvalidResponse,
  challengeOf,
  handleOf,
  PasskeyProofs,
  transportsOf,
} from '../../../../platform/auth/factors/passkey-proofs';
import type { RelyingParty } from '../../../../platform/auth/factors/relying-party';
import { SecondFactors } from '../../../../platform/auth/factors/second-factors';
import { UserFactors } from '../../../../platform/auth/factors/user-factors';
import type { GivenFactor } from '../../../../platform/auth/factors/step-up';
import { TradingFactors } from '../../../../platform/auth/factors/trading-factors';
import { userNameOf } from '../../../../platform/auth/users';
import type { Config } from '../../../../platform/config/config';
import type { Database } from '../../../../platform/database/database';
import type { ExchangeTables, UserRow } from '../../../../platform/database/exchange-tables';
import { lockUserRow } from '../../../../platform/database/lock-user-row';
import { takeIds } from '../../../../platform/database/last-ids';
import type { PasskeyRow } from '../../../../platform/database/security-tables';
import { Refusal } from '../../../../platform/errors/refusal';
import { Letters, type ChangedFrom } from '../../../../platform/mail/letters';
import { Messages } from '../../../../platform/messages/messages';
import { CLOCK, CONFIG, EXCHANGE_DATABASE, type Clock } from '../../../../platform/tokens';
import { BoundCodes } from '../../../../features/shared/withdrawals/bound-codes';
import { Proofs } from './proofs';
import { noteSecurityChange } from './security-change';

const NAME = 'Open Exchange';
/**
 * Verified attestation formats: none, and a device's own signature. None is requested; verifying others would fetch
 * revocation lists from URLs in the certificate.
 */
const ATTESTATIONS = new Set(['none', 'packed']);

@Injectable()
export class Passkeys {
  private readonly log = new Logger(Passkeys.name);

  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly stored: PasskeyProofs,
    private readonly challenges: PasskeyChallenges,
    private readonly staffFactors: UserFactors,
    private readonly tradingFactors: TradingFactors,
    private readonly proofs: Proofs,
    private readonly secondFactors: SecondFactors,
    private readonly factors: FactorProofs,
    private readonly boundCodes: BoundCodes,
    private readonly messages: Messages,
    private readonly letters: Letters,
  ) {}

  /**
   * Refuses `passkeys.too.many`, `verification.code.required`, and the refusals of password, second factor and code.
   */
  async registrationOptions(
    userId: number,
    party: RelyingParty,
    request: PasskeyOptionsRequest,
    factorProof: GivenFactor,
  ) {
    const user = await this.proofs.byPassword(userId, request.password);
    const existing = await this.stored.passkeysOf(userId);
    this.refuseTooMany(existing.length);
    await this.proveBeyondPassword(user, request, factorProof, existing.length > 0);
    return generateRegistrationOptions({
      rpName: NAME,
      rpID: party.id,
      userID: handleOf(userId),
      userName: userNameOf(user),
      userDisplayName: user.nickName,
      challenge: isoBase64URL.toBuffer(await this.challenges.issue(userId)),
      timeout: CHALLENGE_MS,
      attestationType: 'none',
      excludeCredentials: existing.map(({ credentialId, transports }) => ({
        id: credentialId,
        transports: transportsOf(transports),
      })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  }

  /** Refuses `passkey.refused`, `passkey.already.stored`, `passkeys.too.many`. */
  async register(
    userId: number,
    party: RelyingParty,
    { name, response }: RegisterPasskeyRequest,
    from: ChangedFrom,
  ): Promise<PasskeyRecord> {
    const user = await this.proofs.userOf(userId);
    const { credential, credentialBackedUp } = await this.verified(userId, party, response);
    const row = {
      userId,
      credentialId: credential.id,
      publicKey: isoBase64URL.fromBuffer(credential.publicKey),
      counter: credential.counter,
      transports: JSON.stringify(response.response.transports ?? []),
      name,
      isSynchronised: Number(credentialBackedUp),
      createdAt: this.clock(),
      lastUsedAt: null,
    };
    const id = await this.database.sql.transaction().execute(async (transaction) => {
      // The lock on the counter's row serialises concurrent calls, so that the maximum holds.
      const [nextId] = await takeIds(transaction, 'passkey', 1);
      const { count } = await transaction
        .selectFrom('passkeys')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('userId', '=', userId)
        .executeTakeFirstOrThrow();
      this.refuseTooMany(count);
      const added = await transaction
        .insertInto('passkeys')
        .values({ id: nextId, ...row })
        .onConflict((conflict) => conflict.column('credentialId').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!added) throw new Refusal('passkey.already.stored');
      await noteSecurityChange(transaction, userId, row.createdAt);
      return nextId;
    });
    this.letters.sendSecurityChanged(user, 'passkey.added', from);
    await this.messages.notify(userId, 'passkey.added', { name });
    return recordOf({ id, ...row });
  }

  /** In order of creation. */
  async list(userId: number): Promise<PasskeyRecord[]> {
    return (await this.stored.passkeysOf(userId)).map(recordOf);
  }

  /** Refuses `passkey.not.found`, also for another user's. */
  async rename(userId: number, passkey: number, name: string): Promise<void> {
    const { numUpdatedRows } = await this.database.sql
      .updateTable('passkeys')
      .set({ name })
      .where('id', '=', passkey)
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) throw new Refusal('passkey.not.found');
  }

  /**
   * Any factor of the account is a valid proof, including this passkey. Refuses `passkey.not.found`, and the refusals
   * of the proofs.
   */
  async remove(
    userId: number,
    passkey: number,
    { password, secondFactor }: Proof,
    factorProof: GivenFactor,
    from: ChangedFrom,
  ): Promise<void> {
    const isOwn = (await this.stored.passkeysOf(userId)).some(({ id }) => id === passkey);
    if (!isOwn) throw new Refusal('passkey.not.found');
    const user = await this.proofs.byPassword(userId, password);
    const act = { userId, path: SECURITY_ROUTES.removePasskey.path, body: { passkey: String(passkey) } };
    let removed = { name: '' };
    await this.factors.prove(act, { secondFactor, factorProof }, async (transaction) => {
      await lockUserRow(transaction, userId);
      await this.staffFactors.refuseLosingLast(user, 'passkey', transaction);
      await this.tradingFactors.refuseLosingLast(user, 'passkey', transaction);
      const deleted = await transaction
        .deleteFrom('passkeys')
        .where('id', '=', passkey)
        .where('userId', '=', userId)
        .returning('name')
        .executeTakeFirst();
      if (!deleted) throw new Refusal('passkey.not.found');
      // A removed factor delays withdrawals, like every change of the account's protection.
      await noteSecurityChange(transaction, userId, this.clock());
      removed = deleted;
    });
    this.letters.sendSecurityChanged(user, 'passkey.removed', from);
    await this.messages.notify(userId, 'passkey.removed', removed);
  }

  /** A factor if the user has one, else a code to a bound address, because a password alone may be stolen. */
  private async proveBeyondPassword(
    user: UserRow,
    { secondFactor, channel, code }: PasskeyOptionsRequest,
    factorProof: GivenFactor,
    hasPasskey: boolean,
  ): Promise<void> {
    if (hasPasskey || (await this.secondFactors.isBound(user.id))) {
      const act = { userId: user.id, path: SECURITY_ROUTES.passkeyOptions.path, body: {} };
      return this.factors.prove(act, { secondFactor, factorProof });
    }
    if (channel === undefined || code === undefined) throw new Refusal('verification.code.required');
    await this.boundCodes.spend(user, 'passkey', channel, code);
  }

  private async verified(userId: number, party: RelyingParty, response: RegistrationResponse) {
    const challenge = challengeOf(response.response.clientDataJSON);
    if (challenge === null || !(await this.challenges.spend(challenge, userId))) throw new Refusal('passkey.refused');
    const { registrationInfo } = await refuseInvalidResponse(this.log, async () => {
      const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.response.attestationObject));
      if (!ATTESTATIONS.has(attestation.get('fmt'))) throw new Error(`attestation ${attestation.get('fmt')}`);
      const { clientDataJSON, attestationObject } = response.response;
      return verifyRegistrationResponse({
        response: { ...response, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
        expectedChallenge: challenge,
        expectedOrigin: party.origins,
        expectedRPID: party.id,
        requireUserVerification: true,
      });
    });
    if (!registrationInfo) throw new Refusal('passkey.refused');
    return registrationInfo;
  }

  private refuseTooMany(existingCount: number): void {
    const maximum = this.config.limits.passkeysPerUserMax;
    if (existingCount >= maximum) throw new Refusal('passkeys.too.many', { maximum });
  }
}

function recordOf({ id, name, createdAt, lastUsedAt, isSynchronised }: PasskeyRow): PasskeyRecord {
  return { passkey: String(id), name, createdAt, lastUsedAt, synchronised: isSynchronised === 1 };
}
