import { newRecoveryCodes, normalRecoveryCode, recoveryCodeHash } from './recovery-codes';

describe('recovery codes', () => {
  it('ASVS 6.5.3: are ten different codes and parse as written', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
      expect(normalRecoveryCode(code)).toBe(code.replaceAll('-', ''));
    }
  });

  it.each(['0K3M-19AB-CDEF-GHJK', 'ok3m l9ab cdef ghjk', 'OK3MI9ABCDEFGHJK', ' 0k3m-i9ab-cdef-ghjk '])(
    'tolerate typing and reading errors: %j',
    (text) => expect(normalRecoveryCode(text)).toBe('0K3M19ABCDEFGHJK'),
  );

  it.each(['', '492039', '0K3M-19AB-CDEF-GHJ', '0K3M-19AB-CDEF-GHJKK', '0K3M-19AB-CDEF-GHJU', '0K3M-19AB-CDEF-GH!K'])(
    'reject %j',
    (text) => expect(normalRecoveryCode(text)).toBeNull(),
  );

  it('ASVS 6.5.2: are stored as a hash that depends on the user', () => {
    expect(recoveryCodeHash(1, 'X')).toMatch(/^[0-9a-f]{64}$/);
    expect(recoveryCodeHash(1, 'X')).not.toBe(recoveryCodeHash(2, 'X'));
  });
});
