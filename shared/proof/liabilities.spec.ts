/** A proof of liabilities under attack: by an operator who owes more than they show, and by whoever wants to know what others have. */
import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { sha256, signingKeyOf, verifyEd25519 } from '../../server/heads/ed25519';
import { makeLiabilities } from '../../server/liabilities/make';
import { verifyBalances } from './balance-proof';
import { lineOf, textToSign, type LiabilitiesOfAsset } from './heads';
import {
  BALANCE_PROOF_FORM,
  faultOfPath,
  holdingsOf,
  leafText,
  nodeText,
  pathOf,
  rootOf,
  treeOf,
  type BalanceProof,
  type Leaf,
  type ProofOfAsset,
} from './liabilities';

const NAME = { core: 'exchange', asset: 'USDT', position: 41 };
const saltOf = (user: number, asset: string, position: number): string =>
  createHash('sha256').update(`secret ${user}/${asset}/${position}`).digest('hex');
const leavesOf = (sums: readonly bigint[]): Leaf[] =>
  sums.map((sum, index) => ({ user: 10_000_001 + index, sum, salt: saltOf(10_000_001 + index, 'USDT', 41) }));

async function published(leaves: readonly Leaf[]): Promise<{ of: LiabilitiesOfAsset; proofs: ProofOfAsset[] }> {
  const levels = await treeOf(NAME, leaves, sha256);
  const { hash: root, sum } = rootOf(levels);
  const of = {
    asset: 'USDT',
    scale: 8,
    users: leaves.length,
    sum: `${sum}`,
    root,
    house: '7',
    custody: `${-sum - 7n}`,
  };
  const proofs = leaves.map((leaf, place) => ({
    asset: 'USDT',
    sum: `${leaf.sum}`,
    salt: leaf.salt,
    path: pathOf(levels, place),
  }));
  return { of, proofs };
}

it('leads every user from their balance to the root, whatever their number', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), { minLength: 1, maxLength: 40 }),
      async (sums) => {
        const leaves = leavesOf(sums);
        const { of, proofs } = await published(leaves);
        expect(of.sum).toBe(`${sums.reduce((total, sum) => total + sum, 0n)}`);
        for (const [place, proof] of proofs.entries()) {
          expect(await faultOfPath(NAME, leaves[place].user, proof, of, sha256)).toBeNull();
        }
      },
    ),
    { seed: 15, numRuns: 40 },
  );
});

describe('an operator who wants to show less', () => {
  const leaves = leavesOf([500n, 20n, 500n, 3n, 70n]);

  it('cannot give two users with equal balances one leaf: it is bound to the number', async () => {
    const { of, proofs } = await published(leaves);
    // User 1 and user 3 have the same; the one is shown the path of the other.
    expect(await faultOfPath(NAME, leaves[2].user, proofs[0], of, sha256)).toBe('root');
    expect(leafText(NAME, leaves[0])).not.toBe(leafText(NAME, { ...leaves[2], salt: leaves[0].salt }));
  });

  it('cannot make somebody up who owes', async () => {
    await expect(treeOf(NAME, [...leaves, { user: 1, sum: -400n, salt: leaves[0].salt }], sha256)).rejects.toThrow(
      'user 1 has -400',
    );
    // Computed around the guard, it shows on the first path that passes it.
    const levels = await treeOf(NAME, leaves.slice(0, 1), sha256);
    const debtor = { hash: createHash('sha256').update('debtor').digest('hex'), sum: '-400' };
    const root = createHash('sha256')
      .update(nodeText(levels[0][0], { hash: debtor.hash, sum: -400n }))
      .digest('hex');
    const of = { asset: 'USDT', scale: 8, users: 2, sum: '100', root, house: '0', custody: '-100' };
    const proof = { asset: 'USDT', sum: '500', salt: leaves[0].salt, path: [{ side: 'right' as const, ...debtor }] };
    expect(await faultOfPath(NAME, leaves[0].user, proof, of, sha256)).toBe('amount');
    const huge = { ...proof, path: [{ side: 'right' as const, hash: debtor.hash, sum: '9'.repeat(31) }] };
    expect(await faultOfPath(NAME, leaves[0].user, huge, of, sha256)).toBe('amount');
  });

  it('cannot move amounts between two children: a node is bound to both sums', async () => {
    const [left, right] = await Promise.all(
      leaves.slice(0, 2).map(async (leaf) => ({ hash: await sha256(leafText(NAME, leaf)), sum: leaf.sum })),
    );
    expect(nodeText(left, right)).not.toBe(
      nodeText({ ...left, sum: left.sum - 5n }, { ...right, sum: right.sum + 5n }),
    );
    const { of, proofs } = await published(leaves);
    const [{ path, ...rest }] = proofs;
    for (const place of path.keys()) {
      const moved = path.map((step, index) => (index === place ? { ...step, sum: `${BigInt(step.sum) + 1n}` } : step));
      expect(await faultOfPath(NAME, leaves[0].user, { ...rest, path: moved }, of, sha256)).toBe('root');
    }
  });

  it('cannot publish another sum than the tree has, or one that does not foot', async () => {
    const { of, proofs } = await published(leaves);
    const less = { ...of, sum: '1000', custody: '-1007' };
    expect(await faultOfPath(NAME, leaves[0].user, proofs[0], less, sha256)).toBe('sum');
    expect(await faultOfPath(NAME, leaves[0].user, proofs[0], { ...of, custody: '-1' }, sha256)).toBe('foot');
    expect(await faultOfPath(NAME, leaves[0].user, proofs[0], { ...of, asset: 'BTC' }, sha256)).toBe('asset');
  });

  it('cannot take a node for a leaf, or one position for another', async () => {
    const { of, proofs } = await published(leaves);
    const short = { ...proofs[0], path: proofs[0].path.slice(1) };
    expect(await faultOfPath(NAME, leaves[0].user, short, of, sha256)).toBe('root');
    expect(await faultOfPath({ ...NAME, position: 42 }, leaves[0].user, proofs[0], of, sha256)).toBe('root');
    expect(await faultOfPath({ ...NAME, core: 'other' }, leaves[0].user, proofs[0], of, sha256)).toBe('root');
    expect(await faultOfPath(NAME, leaves[0].user, { ...proofs[0], sum: '499' }, of, sha256)).toBe('root');
    expect(await faultOfPath(NAME, leaves[0].user, { ...proofs[0], salt: 'x' }, of, sha256)).toBe('form');
  });
});

it('adds up all accounts and buckets of a user, and refuses one below zero', () => {
  const balances = new Map<string, bigint>([
    ['10000001/spot/USDT/available', 5n],
    ['10000001/spot/USDT/frozen', 2n],
    ['10000001/contract/USDT/locked', 3n],
    ['10000002/spot/BTC/available', 1n],
    ['house/fees/USDT', 4n],
    ['house/custody/USDT', -14n],
    ['house/custody/BTC', -1n],
  ]);
  expect([...holdingsOf({ balances })]).toEqual([
    ['BTC', { users: new Map([[10_000_002, 1n]]), house: 0n, custody: -1n }],
    ['USDT', { users: new Map([[10_000_001, 10n]]), house: 4n, custody: -14n }],
  ]);
  balances.set('10000001/spot/USDT/frozen', -2n);
  expect(() => holdingsOf({ balances })).toThrow('10000001/spot/USDT/frozen is at -2');
});

describe('a proof that a user has in hand', () => {
  const key = signingKeyOf(Buffer.alloc(32, 7));
  const balances = new Map<string, bigint>([
    ...[1n, 2n, 3n, 4n, 5n].map((units, index): [string, bigint] => [
      `${10_000_001 + index}/spot/USDT/available`,
      units * 100n,
    ]),
    ['10000001/spot/BTC/available', 9n],
    ['house/fees/USDT', 4n],
    ['house/custody/USDT', -1_504n],
    ['house/custody/BTC', -9n],
  ]);

  async function proofOf(user: number): Promise<BalanceProof> {
    const { assets, trees } = await makeLiabilities(balances, () => 8, NAME, saltOf);
    const said = { is: 'liabilities' as const, position: 41, hash: 'ab'.repeat(32), assets };
    const text = textToSign({
      v: 1,
      core: 'exchange',
      number: 9,
      at: 1,
      said,
      before: 'cd'.repeat(32),
      key: key.publicKey,
    });
    const own = trees.flatMap(({ asset, users, levels }): ProofOfAsset[] => {
      const place = users.indexOf(user);
      if (place < 0) return [];
      return [{ asset, sum: `${levels[0][place].sum}`, salt: saltOf(user, asset, 41), path: pathOf(levels, place) }];
    });
    return { form: BALANCE_PROOF_FORM, core: 'exchange', user, signed: lineOf(text, key.sign(text)), assets: own };
  }

  it('proves what they have, under what all have', async () => {
    const verdict = await verifyBalances(await proofOf(10_000_001), sha256, verifyEd25519, key.publicKey);
    expect(verdict).toMatchObject({
      ...{ user: 10_000_001, position: 41, number: 9, key: key.publicKey },
      assets: [
        { asset: 'BTC', own: '9', sum: '9', custody: '-9', users: 1 },
        { asset: 'USDT', own: '100', sum: '1500', house: '4', custody: '-1504', users: 5 },
      ],
    });
  });

  it('says nothing once anything in it was changed', async () => {
    const proof = await proofOf(10_000_003);
    const refused = async (changed: unknown, by = key.publicKey) => {
      const verdict = await verifyBalances(changed, sha256, verifyEd25519, by);
      return 'refused' in verdict ? `${verdict.refused} ${verdict.where}` : 'proved';
    };
    expect(await refused(proof)).toBe('proved');
    expect(await refused({ ...proof, user: 10_000_004 })).toBe('root USDT');
    expect(await refused({ ...proof, form: 'other' })).toBe('form ');
    expect(await refused(null)).toBe('form ');
    expect(await refused({ ...proof, core: 'other' })).toBe('form signed');
    expect(await refused(proof, 'ee'.repeat(32))).toBe('signature key');
    expect(await refused({ ...proof, signed: proof.signed.replace('"sum":"1500"', '"sum":"1400"') })).toBe(
      'signature signed',
    );
    expect(await refused({ ...proof, assets: [{ ...proof.assets[0], asset: 'ETH' }] })).toBe('asset ETH');
    expect(await refused({ ...proof, assets: [...proof.assets, ...proof.assets] })).toBe('form ');
  });
});
