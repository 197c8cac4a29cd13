/** Verifies passkey signatures: for a log-in, or for one action whose digest the challenge was issued for. */
import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
  type AuthenticatorTransportFuture,
} from '@simplewebauthn/server';
import { isoBase64URL } from '@simplewebauthn/server/helpers';
import type { AuthenticationResponse } from '../../../../shared/products/identity/passkeys';
import type { Database } from '../../database/database';
import type { ExchangeTables, UserRow } from '../../database/exchange-tables';
import type { PasskeyRow } from '../../database/security-tables';
import { Refusal } from '../../errors/refusal';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../../tokens';
import { CHALLENGE_MS, PasskeyChallenges } from './passkey-challenges';
import type { RelyingParty } from './relying-party';
import type { SelectOnly } from './second-factors';
import { Users } from '../users';

@Injectable()
export class PasskeyProofs {
  private readonly log = new Logger(PasskeyProofs.name);

  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly users: Users,
    private readonly challenges: PasskeyChallenges,
  ) {}

  /** Oldest first. */
  passkeysOf(userId: number, sql: SelectOnly = this.database.sql): Promise<PasskeyRow[]> {
    return sql.selectFrom('passkeys').selectAll().where('userId', '=', userId).orderBy('id').execute();
  }

  async logInOptions(party: RelyingParty) {
    // The list of credentials is empty: the device offers its own, and the response does not reveal which users have passkeys.
    return this.options(party, await this.challenges.issue(null), []);
  }

  /** Options for an action of a logged-in user. */
  async actOptions(userId: number, digest: string, party: RelyingParty) {
    return this.options(party, await this.challenges.issue(userId, digest), await this.passkeysOf(userId));
  }

  /** Returns the user whose passkey signed the log-in challenge. Every failure is `passkey.refused`. */
  async logIn(party: RelyingParty, response: AuthenticationResponse): Promise<UserRow> {
    const passkey = await this.verifySignature(party, response, null, null);
    const user = await this.users.byId(passkey.userId);
    if (!user) throw new Refusal('passkey.refused');
    return user;
  }

  /** Accepts a signature by one of the user's passkeys, under a challenge issued to the user for this action. */
  async proveAct(userId: number, digest: string, party: RelyingParty, response: AuthenticationResponse): Promise<void> {
    const { userId: signer } = await this.verifySignature(party, response, userId, digest);
    if (signer !== userId) throw new Refusal('passkey.refused');
  }

  private options(party: RelyingParty, challenge: string, allowed: readonly PasskeyRow[]) {
    return generateAuthenticationOptions({
      rpID: party.id,
      challenge: isoBase64URL.toBuffer(challenge),
      timeout: CHALLENGE_MS,
      allowCredentials: allowed.map(({ credentialId, transports }) => ({
        id: credentialId,
        transports: transportsOf(transports),
      })),
      userVerification: 'required',
    });
  }

  private async verifySignature(
    party: RelyingParty,
    response: AuthenticationResponse,
    userId: number | null,
    digest: string | null,
  ): Promise<PasskeyRow> {
    const passkey = await this.byCredential(response.id);
    const challenge = challengeOf(response.response.clientDataJSON);
    const isOurs = challenge !== null && (await this.challenges.spend(challenge, userId, digest));
    if (!passkey || !isOurs) throw new Refusal('passkey.refused');
    const { userHandle } = response.response;
    if (userHandle !== undefined && userHandle !== isoBase64URL.fromBuffer(handleOf(passkey.userId))) {
      throw new Refusal('passkey.refused');
    }
    const { counter, isSynchronised } = await this.verifyResponse(passkey, party, response, challenge);
    const { numUpdatedRows } = await this.database.sql
      .updateTable('passkeys')
      .set({ counter, isSynchronised, lastUsedAt: this.clock() })
      .where('id', '=', passkey.id)
      // A concurrent signature may have changed the counter. A counter that does not increase indicates a cloned key.
      .where('counter', '=', passkey.counter)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) throw new Refusal('passkey.refused');
    return passkey;
  }

  private async verifyResponse(
    { credentialId, publicKey, counter, transports }: PasskeyRow,
    party: RelyingParty,
    response: AuthenticationResponse,
    challenge: string,
  ): Promise<Pick<PasskeyRow, 'counter' | 'isSynchronised'>> {
    const { verified, authenticationInfo } = await refuseInvalidResponse(this.log, () =>
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

  private byCredential(credentialId: string): Promise<PasskeyRow | undefined> {
    return this.database.sql
      .selectFrom('passkeys')
      .selectAll()
      .where('credentialId', '=', credentialId)
      .executeTakeFirst();
  }
}

/** The user handle stored on the device; it contains no name and no address. */
export function handleOf(userId: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`user/${userId}`);
}

/** The challenge in the browser's client data; null if the data is malformed. */
export function challengeOf(clientDataJson: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString()) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}

export function transportsOf(json: string): AuthenticatorTransportFuture[] {
  return JSON.parse(json) as AuthenticatorTransportFuture[];
}

/** Maps the library's exceptions for invalid responses to a refusal. */
export async function refuseInvalidResponse<T>(log: Logger, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    log.debug({ reason: String(error) });
    throw new Refusal('passkey.refused');
  }
}
