import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathOf } from '../../shared/proof/liabilities';
import { makeLiabilities } from './make';
import { publishedPositions, publishTrees, readPaths, signedLine, writeTrees } from './tree-files';

const directory = mkdtempSync(path.join(tmpdir(), 'trees-'));
const mac = (text: string): string => createHash('sha256').update(text).digest('hex');
afterAll(() => rmSync(directory, { recursive: true, force: true }));

it.each([1, 2] as const)('reads paths equal to the trees’ for any number of users: form %i', async (form) => {
  for (let users = 1; users <= 20; users++) {
    const balances = new Map<string, bigint>([['house/custody/USDT', 0n]]);
    for (let index = 0; index < users; index++) {
      const balance = 2n ** 70n + BigInt(index);
      balances.set(`${10_000_001 + index}/spot/USDT/available`, balance);
      balances.set('house/custody/USDT', (balances.get('house/custody/USDT') ?? 0n) - balance);
    }
    const { trees } = await makeLiabilities(balances, () => 8, { core: 'exchange', position: users }, mac, form);
    writeTrees(directory, users, trees);
    const [{ leaves, levels }] = trees;
    for (let index = 0; index < users; index++) {
      const user = 10_000_001 + index;
      const own = [...leaves.entries()].filter(([, leaf]) => leaf.user === user);
      const found = await readPaths(directory, users, 'USDT', user);
      expect(found.reduce((total, { sum }) => total + sum, 0n)).toBe(2n ** 70n + BigInt(index));
      // By part, which is their order in the tree.
      expect(found).toEqual(own.map(([place]) => ({ sum: levels[0][place].sum, path: pathOf(levels, place) })));
      expect(found).toHaveLength(form === 1 ? 1 : 4);
    }
    expect(await readPaths(directory, users, 'USDT', 9)).toEqual([]);
    expect(await readPaths(directory, users, 'USDT', 10_000_001 + users)).toEqual([]);
  }
});

it('counts signed proofs, keeps the newest ones, and is readable by the owner only', () => {
  expect(publishedPositions(directory)).toEqual([]);
  for (let position = 1; position <= 12; position++) {
    writeTrees(directory, position, [{ asset: 'BTC', leaves: [], levels: [[]] }]);
    publishTrees(directory, position, `line ${position}`);
  }
  expect(publishedPositions(directory)).toEqual([12, 11, 10, 9, 8, 7, 6, 5]);
  expect(readdirSync(directory)).toHaveLength(8);
  expect(signedLine(directory, 12)).toBe('line 12');
  expect(signedLine(directory, 3)).toBeNull();
  const folder = path.join(directory, readdirSync(directory)[0]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(folder)) expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
});
