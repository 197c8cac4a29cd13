import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathOf } from '../../shared/proof/liabilities';
import { makeLiabilities } from './make';
import { publishedPositions, publishTrees, readPath, signedLine, writeTrees } from './tree-files';

const directory = mkdtempSync(path.join(tmpdir(), 'trees-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

it('reads the same ways up as the trees have, for any number of users', async () => {
  for (let users = 1; users <= 20; users++) {
    const balances = new Map<string, bigint>([['house/custody/USDT', 0n]]);
    for (let index = 0; index < users; index++) {
      const balance = 2n ** 70n + BigInt(index);
      balances.set(`${10_000_001 + index}/spot/USDT/available`, balance);
      balances.set('house/custody/USDT', (balances.get('house/custody/USDT') ?? 0n) - balance);
    }
    const salt = (user: number): string => String((user * 7919) % 100_003).padStart(64, '0');
    const { trees } = await makeLiabilities(balances, () => 8, { core: 'exchange', position: users }, salt);
    writeTrees(directory, users, trees);
    const [{ users: order, levels }] = trees;
    for (const [place, user] of order.entries()) {
      expect(await readPath(directory, users, 'USDT', user)).toEqual({
        sum: 2n ** 70n + BigInt(user - 10_000_001),
        path: pathOf(levels, place),
      });
    }
    expect(await readPath(directory, users, 'USDT', 9)).toBeNull();
  }
});

it('counts what is signed, keeps the newest, and lets nobody else read it', () => {
  expect(publishedPositions(directory)).toEqual([]);
  for (let position = 1; position <= 12; position++) {
    writeTrees(directory, position, [{ asset: 'BTC', users: [], levels: [[]] }]);
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
