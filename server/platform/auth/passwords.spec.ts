import { hashPassword, isPassword, isWeakPassword, randomPassword } from './passwords';
import { normalEmail } from './users';

describe('passwords', () => {
  it('are argon2id, salted, and checked', async () => {
    const [one, two] = await Promise.all([hashPassword('correct-horse'), hashPassword('correct-horse')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await isPassword('correct-horse', one)).toBe(true);
    expect(await isPassword('correct-horsf', one)).toBe(false);
  });

  it('of nobody are checked with the same work and refused', async () => {
    expect(await isPassword('correct-horse', null)).toBe(false);
  });

  it.each(['', 'short', '1234567', 'password', 'aaaaaaaaaaaa', 'someone@test.example'])(
    'such as %j are weak',
    (password) => {
      expect(isWeakPassword(password, 'someone@test.example')).toBe(true);
    },
  );

  it('made at random are strong and differ', () => {
    expect(isWeakPassword(randomPassword(), 'someone@test.example')).toBe(false);
    expect(randomPassword()).not.toBe(randomPassword());
  });
});

describe('an e-mail address', () => {
  it.each([
    ['Someone@Test.Example', 'someone@test.example'],
    [' a+b@c.co ', 'a+b@c.co'],
    ['nobody', null],
    ['a@b', null],
    ['a@b..c', null],
    ['a b@c.co', null],
    [`${'a'.repeat(65)}@c.co`, null],
    [`a@${'b'.repeat(254)}.co`, null],
  ])('%j is known as %j', (given, known) => {
    expect(normalEmail(given)).toBe(known);
  });
});
