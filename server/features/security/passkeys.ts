/** Passkeys: a key pair in the user's device, which asks for a finger, a face or a pin. Password and second factor in one. */
import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticatorTransportFuture,
} from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import type {
  AuthenticationResponse,
  PasskeyOptionsRequest,
  PasskeyRecord,
  Proof,
  RegisterPasskeyRequest,
  RegistrationResponse,
} from '../../../shared/wire/security';
import { SecondFactors } from '../../platform/auth/second-factors';
import { userNameOf, Users } from '../../platform/auth/users';
import type { Config } from '../../platform/config/config';
import type { Database } from '../../platform/database/database';
import type { ExchangeTables, UserRow } from '../../platform/database/exchange-tables';
import { takeIds } from '../../platform/database/last-ids';
import type { PasskeyRow } from '../../platform/database/security-tables';
import { Refusal } from '../../platform/errors/refusal';
import { Letters, type ChangedFrom } from '../../platform/mail/letters';
import { Messages } from '../../platform/messages/messages';
import { CLOCK, CONFIG, EXCHANGE_DATABASE, type Clock } from '../../platform/tokens';
import { BoundCodes } from './bound-codes';
import { CHALLENGE_MS, PasskeyChallenges } from './passkey-challenges';
import { Proofs } from './proofs';
import type { RelyingParty } from './relying-party';
import { noteSecurityChange } from './security-change';

const NAME = 'Open Exchange';
/**
 * Attestations that are judged: none, and a device's own signature. We ask for none; the others would have us fetch lists
 * of revoked certificates from wherever the certificate says.
 */
const ATTESTATIONS = new Set(['none', 'packed']);

@Injectable()
export class Passkeys {
  private readonly log = new Logger(Passkeys.name);

  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly users: Users,
    private readonly challenges: PasskeyChallenges,
    private readonly proofs: Proofs,
    private readonly secondFactors: SecondFactors,
    private readonly boundCodes: BoundCodes,
    private readonly messages: Messages,
    private readonly letters: Letters,
  ) {}

  /** Refuses `passkeys.too.many`, `verification.code.required`, and what password, second factor and code refuse. */
  async registrationOptions(userId: number, party: RelyingParty, request: PasskeyOptionsRequest) {
    const user = await this.proofs.byPassword(userId, request.password);
    const known = await this.of(userId);
    this.refuseAbove(known.length);
    await this.proveBeyondPassword(user, request);
    return generateRegistrationOptions({
      rpName: NAME,
      rpID: party.id,
      userID: handleOf(userId),
      userName: userNameOf(user),
      userDisplayName: user.nickName,
      challenge: isoBase64URL.toBuffer(await this.challenges.issue(userId)),
      timeout: CHALLENGE_MS,
      attestationType: 'none',
      excludeCredentials: known.map(({ credentialId, transports }) => ({
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
      // The counter's row makes two at once wait for each other, so that neither passes the maximum.
      const [taken] = await takeIds(transaction, 'passkey', 1);
      const { count } = await transaction
        .selectFrom('passkeys')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('userId', '=', userId)
        .executeTakeFirstOrThrow();
      this.refuseAbove(count);
      const added = await transaction
        .insertInto('passkeys')
        .values({ id: taken, ...row })
        .onConflict((conflict) => conflict.column('credentialId').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!added) throw new Refusal('passkey.already.stored');
      await noteSecurityChange(transaction, userId, row.createdAt);
      return taken;
    });
    this.letters.saySecurityChanged(user, 'passkey.added', from);
    await this.messages.tell(userId, 'passkey.added', { name });
    return recordOf({ id, ...row });
  }

  /** The first made comes first. */
  async list(userId: number): Promise<PasskeyRecord[]> {
    return (await this.of(userId)).map(recordOf);
  }

  /** Refuses `passkey.not.found`, also for another's. */
  async rename(userId: number, passkey: number, name: string): Promise<void> {
    const { numUpdatedRows } = await this.database.sql
      .updateTable('passkeys')
      .set({ name })
      .where('id', '=', passkey)
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) throw new Refusal('passkey.not.found');
  }

  async remove(userId: number, passkey: number, proof: Proof, from: ChangedFrom): Promise<void> {
    const isOwn = (await this.of(userId)).some(({ id }) => id === passkey);
    if (!isOwn) throw new Refusal('passkey.not.found');
    const user = await this.proofs.byBoth(userId, proof);
    const removed = await this.database.sql
      .deleteFrom('passkeys')
      .where('id', '=', passkey)
      .where('userId', '=', userId)
      .returning('name')
      .executeTakeFirst();
    if (!removed) throw new Refusal('passkey.not.found');
    this.letters.saySecurityChanged(user, 'passkey.removed', from);
    await this.messages.tell(userId, 'passkey.removed', removed);
  }

  async logInOptions(party: RelyingParty) {
    return generateAuthenticationOptions({
      rpID: party.id,
      challenge: isoBase64URL.toBuffer(await this.challenges.issue(null)),
      timeout: CHALLENGE_MS,
      // None are named: the device offers whatever it has for us, and nobody learns who has one.
      allowCredentials: [],
      userVerification: 'required',
    });
  }

  /** The user whose passkey signed the challenge. Whatever is wrong, it is `passkey.refused`. */
  async authenticate(party: RelyingParty, response: AuthenticationResponse): Promise<UserRow> {
    const passkey = await this.byCredential(response.id);
    const challenge = challengeOf(response.response.clientDataJSON);
    const isOurs = challenge !== null && (await this.challenges.spend(challenge, null));
    if (!passkey || !isOurs) throw new Refusal('passkey.refused');
    const { userHandle } = response.response;
    if (userHandle !== undefined && userHandle !== isoBase64URL.fromBuffer(handleOf(passkey.userId))) {
      throw new Refusal('passkey.refused');
    }
    const { counter, isSynchronised } = await this.judged(passkey, party, response, challenge);
    const { numUpdatedRows } = await this.database.sql
      .updateTable('passkeys')
      .set({ counter, isSynchronised, lastUsedAt: this.clock() })
      .where('id', '=', passkey.id)
      // Another log-in may have moved it meanwhile: a counter never goes back, or the key has a copy.
      .where('counter', '=', passkey.counter)
      .executeTakeFirstOrThrow();
    const user = await this.users.byId(passkey.userId);
    if (numUpdatedRows !== 1n || !user) throw new Refusal('passkey.refused');
    return user;
  }

  /** The authenticator of who has one; else a code to a bound address, for a password alone may be stolen. */
  private async proveBeyondPassword(
    user: UserRow,
    { secondFactor, channel, code }: PasskeyOptionsRequest,
  ): Promise<void> {
    if (await this.secondFactors.isBound(user.id)) return this.proofs.bySecondFactor(user.id, secondFactor);
    if (channel === undefined || code === undefined) throw new Refusal('verification.code.required');
    await this.boundCodes.spend(user, 'passkey', channel, code);
  }

  private async judged(
    { credentialId, publicKey, counter, transports }: PasskeyRow,
    party: RelyingParty,
    response: AuthenticationResponse,
    challenge: string,
  ): Promise<Pick<PasskeyRow, 'counter' | 'isSynchronised'>> {
    const { verified, authenticationInfo } = await this.asked(() =>
      verifyAuthenticationResponse({
        response: { ...response, clientExtensionResults: {} },
        expectedChallenge: challenge,
        expectedOrigin: party.origins,
        expectedRPID: party.id,
        credential: {
          id: credentialId,
          publicKey: isoBase64URL.toBuffer(publicKey),
          counter,
          transports: transportsOf(transports),
        },
        requireUserVerification: true,
      }),
    );
    if (!verified) throw new Refusal('passkey.refused');
    const { newCounter, credentialBackedUp } = authenticationInfo;
    return { counter: newCounter, isSynchronised: Number(credentialBackedUp) };
  }

  private async verified(userId: number, party: RelyingParty, response: RegistrationResponse) {
    const challenge = challengeOf(response.response.clientDataJSON);
    if (challenge === null || !(await this.challenges.spend(challenge, userId))) throw new Refusal('passkey.refused');
    const { registrationInfo } = await this.asked(async () => {
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

  /** The library throws for everything that an authenticator can get wrong. */
  private async asked<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.log.debug({ reason: String(error) });
      throw new Refusal('passkey.refused');
    }
  }

  private of(userId: number): Promise<PasskeyRow[]> {
    return this.database.sql.selectFrom('passkeys').selectAll().where('userId', '=', userId).orderBy('id').execute();
  }

  private byCredential(credentialId: string): Promise<PasskeyRow | undefined> {
    return this.database.sql
      .selectFrom('passkeys')
      .selectAll()
      .where('credentialId', '=', credentialId)
      .executeTakeFirst();
  }

  private refuseAbove(known: number): void {
    const maximum = this.config.limits.passkeysPerUserMax;
    if (known >= maximum) throw new Refusal('passkeys.too.many', { maximum });
  }
}

/** What the device keeps to tell the user by: no name, no address. */
function handleOf(userId: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`user/${userId}`);
}

/** What the browser says it was asked to sign; null when it says nothing sensible. */
function challengeOf(clientDataJson: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString()) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}

function transportsOf(json: string): AuthenticatorTransportFuture[] {
  return JSON.parse(json) as AuthenticatorTransportFuture[];
}

function recordOf({ id, name, createdAt, lastUsedAt, isSynchronised }: PasskeyRow): PasskeyRecord {
  return { passkey: String(id), name, createdAt, lastUsedAt, synchronised: isSynchronised === 1 };
}
