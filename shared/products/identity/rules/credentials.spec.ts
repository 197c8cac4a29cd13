import { isWeakFundPassword, isWeakPassword, normalEmail } from './credentials';

describe('passwords', () => {
  it.each(['', 'short', '1234567', 'password', 'aaaaaaaaaaaa', 'someone@test.example'])(
    'ASVS 6.2.1: such as %j are weak',
    (password) => {
      expect(isWeakPassword(password, 'someone@test.example')).toBe(true);
    },
  );

  it.each(['correct-horse', '12chars.....', 'ไทยภาษาไทยภาษา', 'Ab3-'.repeat(32)])(
    'ASVS 6.2.9: such as %j are strong enough',
    (password) => {
      expect(isWeakPassword(password, 'someone@test.example')).toBe(false);
    },
  );
});

describe('fund passwords', () => {
  it.each(['', '13579', '111111', '123456', '654321', 'abcdef', '012345678', '😀😀😀😀😀😀'])(
    'such as %j are weak',
    (password) => {
      expect(isWeakFundPassword(password)).toBe(true);
    },
  );

  it.each(['135246', '112233', '123457', 'correct-horse', 'ไทยภาษา'])('such as %j are strong enough', (password) => {
    expect(isWeakFundPassword(password)).toBe(false);
  });
});

describe('an e-mail address', () => {
  it.each(['nul\0@test.example', 'half\ud800@test.example', 'bell\u0007@test.example'])('%j is rejected', (given) => {
    expect(normalEmail(given)).toBeNull();
  });

  it.each([
    ['Someone@Test.Example', 'someone@test.example'],
    [' a+b@c.co ', 'a+b@c.co'],
    ['nobody', null],
    ['a@b', null],
    ['a@b..c', null],
    ['a b@c.co', null],
    [`${'a'.repeat(65)}@c.co`, null],
    [`a@${'b'.repeat(254)}.co`, null],
  ])('%j is normalised to %j', (given, known) => {
    expect(normalEmail(given)).toBe(known);
  });
});
