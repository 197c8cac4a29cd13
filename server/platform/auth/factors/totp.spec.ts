import { newTotpSecret, totpStepOf, totpUri } from './totp';

/** The secret of RFC 6238's test vectors, `12345678901234567890`, in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('a code of an authenticator', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('ASVS 11.4.1: at %d s is that of RFC 6238', (seconds, code) => {
    expect(totpStepOf(SECRET, code, seconds * 1_000)).toBe(Math.floor(seconds / 30));
  });

  it('ASVS 6.5.5: is valid one step early and late, and names its step', () => {
    const at = 59_000;
    const steps = [-60_000, -30_000, 0, 30_000, 60_000].map((by) => totpStepOf(SECRET, '287082', at + by));
    expect(steps).toEqual([null, 1, 1, 1, null]);
  });

  it.each(['', '28708', '2870820', '287083', 'abcdef', '２８７０８２', ' 28708'])('rejects %j', (code) => {
    expect(totpStepOf(SECRET, code, 59_000)).toBeNull();
  });
});

describe('a secret', () => {
  it('has 160 bits and is different every time', () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(newTotpSecret());
  });

  it('reaches an app with issuer and name, with any characters', () => {
    const uri = new URL(totpUri(SECRET, 'a:b@c.example?x=1'));
    expect(uri.protocol).toBe('otpauth:');
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'Open Exchange',
      secret: SECRET,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
