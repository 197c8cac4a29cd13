import { isWeakPassword } from '../../../shared/rules/credentials';
import { hashPassword, isPassword, randomPassword } from './passwords';

describe('passwords', () => {
  it('ASVS 11.4.2: are argon2id, salted, and checked', async () => {
    const [one, two] = await Promise.all([hashPassword('correct-horse'), hashPassword('correct-horse')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await isPassword('correct-horse', one)).toBe(true);
    expect(await isPassword('correct-horsf', one)).toBe(false);
  });

  it('of nobody are checked with the same work and refused', async () => {
    expect(await isPassword('correct-horse', null)).toBe(false);
  });

  it('ASVS 6.4.1, 11.5.1: made at random are strong and differ', () => {
    expect(isWeakPassword(randomPassword(), 'someone@test.example')).toBe(false);
    expect(randomPassword()).not.toBe(randomPassword());
  });
});
