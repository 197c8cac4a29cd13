import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SealBroken, Secrets } from './secrets';

const CONTEXT = 'totp/10000001';
let dataDir: string;

beforeEach(() => void (dataDir = mkdtempSync(path.join(tmpdir(), 'secrets-'))));
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function withKey(): Secrets {
  return new Secrets({ dataDir, secretsKeys: [randomBytes(32).toString('base64')] });
}

describe('encrypted values', () => {
  it('decrypt to the original text or bytes, also empty', () => {
    const secrets = withKey();
    for (const text of ['', 'JBSWY3DPEHPK3PXP', '身份证 🪪']) {
      expect(secrets.open(secrets.seal(text, CONTEXT), CONTEXT)).toBe(text);
    }
    const photo = randomBytes(100_000);
    expect(secrets.openBytes(secrets.sealBytes(photo, CONTEXT), CONTEXT).equals(photo)).toBe(true);
  });

  it('reveal nothing and differ every time', () => {
    const secrets = withKey();
    const [one, two] = [secrets.seal('JBSWY3DPEHPK3PXP', CONTEXT), secrets.seal('JBSWY3DPEHPK3PXP', CONTEXT)];
    expect(one).not.toBe(two);
    expect(Buffer.from(one, 'base64').toString('latin1')).not.toContain('JBSWY3DPEHPK3PXP');
  });

  it('ASVS 9.2.2, 11.3.1, 11.3.2, 11.3.3: do not decrypt in another context, with another key or with a changed bit', () => {
    const secrets = withKey();
    const sealed = secrets.sealBytes(Buffer.from('secret'), CONTEXT);
    expect(() => secrets.openBytes(sealed, 'totp/10000002')).toThrow(SealBroken);
    expect(() => withKey().openBytes(sealed, CONTEXT)).toThrow(SealBroken);
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3] ^= 1 << (bit & 7);
      expect(() => secrets.openBytes(changed, CONTEXT)).toThrow(SealBroken);
    }
  });

  it('do not decrypt if truncated, empty or not base64', () => {
    const secrets = withKey();
    const sealed = secrets.sealBytes(Buffer.from('secret'), CONTEXT);
    for (let length = 0; length < sealed.length; length++) {
      expect(() => secrets.openBytes(sealed.subarray(0, length), CONTEXT)).toThrow(SealBroken);
    }
    expect(() => secrets.open('!!', CONTEXT)).toThrow(SealBroken);
  });
});

it('ASVS 9.1.2, 9.1.3, 9.2.3: a mac depends on its text, context and key', () => {
  const secrets = withKey();
  const mac = secrets.mac('492039', 'code');
  const hmac = createHmac('sha256', secrets.keyOfMacs()).update('code\u0000492039').digest('hex');
  expect(mac).toBe(hmac);
  expect(secrets.mac('492039', 'code')).toBe(mac);
  const others = [secrets.mac('492038', 'code'), secrets.mac('492039', 'cod'), withKey().mac('492039', 'code')];
  expect(others).not.toContain(mac);
});

describe('a key ring', () => {
  const [older, newest] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
  const ringOf = (...secretsKeys: string[]) => new Secrets({ dataDir, secretsKeys });

  it('ASVS 11.2.2, 13.3.1: decrypts with each key and encrypts with the first', () => {
    const ring = ringOf(newest, older);
    expect(ring.open(ringOf(older).seal('secret', CONTEXT), CONTEXT)).toBe('secret');
    const sealed = ring.seal('secret', CONTEXT);
    expect(ringOf(newest).open(sealed, CONTEXT)).toBe('secret');
    expect(() => ringOf(older).open(sealed, CONTEXT)).toThrow(SealBroken);
    expect(ring.isNewest(sealed, CONTEXT)).toBe(true);
    expect(ring.isNewest(ringOf(older).seal('secret', CONTEXT), CONTEXT)).toBe(false);
  });

  it('computes the same macs after a key is added', () => {
    expect(ringOf(newest, older).mac('492039', 'code')).toBe(ringOf(older).mac('492039', 'code'));
  });

  it('can be lines of the file in the data directory', () => {
    writeFileSync(path.join(dataDir, 'secrets.key'), `${newest}\n${older}\n`);
    const ring = new Secrets({ dataDir, secretsKeys: undefined });
    expect(ring.open(ringOf(older).seal('secret', CONTEXT), CONTEXT)).toBe('secret');
    expect(ringOf(newest).open(ring.seal('secret', CONTEXT), CONTEXT)).toBe('secret');
  });
});

describe('the key in the data directory', () => {
  it('ASVS 13.3.2: is created once, readable by its owner only, and found again', () => {
    const sealed = new Secrets({ dataDir, secretsKeys: undefined }).seal('secret', CONTEXT);
    expect(readdirSync(dataDir)).toEqual(['secrets.key']);
    expect(statSync(path.join(dataDir, 'secrets.key')).mode & 0o777).toBe(0o600);
    expect(new Secrets({ dataDir, secretsKeys: undefined }).open(sealed, CONTEXT)).toBe('secret');
  });

  it('ASVS 11.2.3: has 256 bits, and is never replaced if damaged', () => {
    writeFileSync(path.join(dataDir, 'secrets.key'), 'half a k');
    expect(() => new Secrets({ dataDir, secretsKeys: undefined })).toThrow(/does not hold a key of 32 bytes/);
  });

  it('is not created if the environment provides one', () => {
    withKey().seal('secret', CONTEXT);
    expect(readdirSync(dataDir)).toEqual([]);
  });
});
