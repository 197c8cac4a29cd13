/**
 * An authenticator in software: it acts like a phone or a security key, exactly by WebAuthn (CBOR, COSE, signatures),
 * and can simulate every error of a broken or hostile one.
 */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { AuthenticationResponse, RegistrationResponse } from '../../../shared/products/identity/passkeys';

export interface Ceremony {
  challenge: string;
  rpId: string;
  userHandle?: string;
}

/** Values that differ from the truth. */
export interface Faults {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  /** No user verification. */
  unverified?: boolean;
  counter?: number;
  signedBy?: KeyObject;
  userHandle?: string;
  format?: string;
}

interface Credential {
  id: Buffer;
  privateKey: KeyObject;
  /** COSE. */
  publicKey: Buffer;
  userHandle: string;
  counter: number;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const CREDENTIAL_INCLUDED = 0x40;

export class SoftwareAuthenticator {
  readonly credentials: Credential[] = [];

  constructor(private readonly origin: string) {}

  /** Creates a key pair and registers it, without attestation. */
  make({ challenge, rpId, userHandle = '' }: Ceremony, faults: Faults = {}): RegistrationResponse {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const coseKey = cbor(
      new Map<number, CborValue>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const credential = { id: randomBytes(32), privateKey, publicKey: coseKey, userHandle, counter: 0 };
    this.credentials.push(credential);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(credential.id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, credential.id, coseKey]);
    const authData = Buffer.concat([this.head(rpId, CREDENTIAL_INCLUDED, faults, 0), attested]);
    const attestation = new Map<string, CborValue>([
      ['fmt', faults.format ?? 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    const id = credential.id.toString('base64url');
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: this.clientData('webauthn.create', challenge, faults).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** Signs with the newest credential, or with another one. */
  use(
    { challenge, rpId }: Ceremony,
    faults: Faults = {},
    credential = this.credentials.at(-1) as Credential,
  ): AuthenticationResponse {
    credential.counter += 1;
    const authData = this.head(rpId, 0, faults, credential.counter);
    const clientData = this.clientData('webauthn.get', challenge, faults);
    const signature = sign(
      'sha256',
      Buffer.concat([authData, sha256(clientData)]),
      faults.signedBy ?? credential.privateKey,
    );
    const id = credential.id.toString('base64url');
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: faults.userHandle ?? credential.userHandle,
      },
    };
  }

  private head(rpId: string, flags: number, faults: Faults, counter: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(faults.counter ?? counter);
    const verified = faults.unverified ? 0 : USER_VERIFIED;
    return Buffer.concat([sha256(faults.rpId ?? rpId), Buffer.of(flags | USER_PRESENT | verified), count]);
  }

  private clientData(type: string, challenge: string, faults: Faults): Buffer {
    const told = { type: faults.type ?? type, challenge: faults.challenge ?? challenge };
    return Buffer.from(JSON.stringify({ ...told, origin: faults.origin ?? this.origin, crossOrigin: false }));
  }
}

type CborValue = number | string | Buffer | Map<number | string, CborValue>;

/** The part of RFC 8949 that authenticators use: integers, bytes, text and maps. */
function cbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  const entries = [...value].flatMap(([key, entry]) => [cbor(key), cbor(entry)]);
  return Buffer.concat([cborHead(5, value.size), ...entries]);
}

function cborHead(major: number, count: number): Buffer {
  if (count < 24) return Buffer.of((major << 5) | count);
  if (count < 256) return Buffer.of((major << 5) | 24, count);
  const head = Buffer.of((major << 5) | 25, 0, 0);
  head.writeUInt16BE(count, 1);
  return head;
}

function sha256(bytes: Buffer | string): Buffer {
  return createHash('sha256').update(bytes).digest();
}
