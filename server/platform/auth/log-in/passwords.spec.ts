import { isWeakPassword } from '../../../../shared/products/identity/rules/credentials';
import { hashPassword, isPassword, randomPassword } from './passwords';

describe('passwords', () => {
  it('ASVS 11.4.2: are argon2id, salted, and checked', async () => {
    const [one, two] = await Promise.all([hashPassword('correct-horse'), hashPassword('correct-horse')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await isPassword('correct-horse', one)).toBe(true);
    expect(await isPassword('correct-horsf', one)).toBe(false);
  });

  it('ASVS 6.2.8: are verified unchanged: not truncated, trimmed or lowercased', async () => {
    const long = `${'correct-horse-'.repeat(9)}X`;
    const kept = await hashPassword(` ${long} `);
    for (const other of [
      long,
      ` ${long}`,
      ` ${long} `.toLowerCase(),
      ` ${long.slice(0, 72)}`,
      ` ${long.slice(0, -1)}Y `,
    ])
      expect([other, await isPassword(other, kept)]).toEqual([other, false]);
    expect(await isPassword(` ${long} `, kept)).toBe(true);
    // The same letters in another Unicode composition.
    expect(await isPassword('caf\u0065\u0301-au-lait', await hashPassword('caf\u00e9-au-lait'))).toBe(true);
  });

  it('of unknown users cost the same work and are rejected', async () => {
    expect(await isPassword('correct-horse', null)).toBe(false);
  });

  it('ASVS 6.4.1, 11.5.1: generated ones are strong and differ', () => {
    expect(isWeakPassword(randomPassword(), 'someone@test.example')).toBe(false);
    expect(randomPassword()).not.toBe(randomPassword());
  });
});
