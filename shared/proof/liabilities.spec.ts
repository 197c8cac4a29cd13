/** Attacks on a proof of liabilities: an operator who hides debts, and a user who tries to learn others' balances. */
import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { sha256, signingKeyOf, verifyEd25519 } from '../../server/signed-heads/ed25519';
import { makeLiabilities, splitBalance, saltText } from '../../server/liabilities/make';
import { verifyBalances } from './balance-proof';
import { formatSignedLine, textToSign, type LiabilitiesOfAsset } from './signed-heads';
import {
  faultOfPath,
  holdingsOf,
  leafText,
  nodeText,
  pathOf,
  rootOf,
  treeOf,
  type BalanceProof,
  type Leaf,
  type LiabilitiesForm,
  type ProofOfAsset,
  type ProofOfLeaf,
} from './liabilities';

const NAME = { core: 'exchange', asset: 'USDT', position: 41 };
const macOf = (text: string): string => createHash('sha256').update(`secret ${text}`).digest('hex');
/** Parts of balances: the part with this number of each user. */
const leavesOf = (sums: readonly bigint[], part: number | null = 2): Leaf[] =>
  sums.map((sum, index) => {
    const owner = { user: 10_000_001 + index, part };
    return { ...owner, sum, salt: macOf(saltText(owner, 'USDT', 41)) };
  });

async function published(leaves: readonly Leaf[]): Promise<{ of: LiabilitiesOfAsset; proofs: ProofOfLeaf[] }> {
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
    sum: `${leaf.sum}`,
    salt: leaf.salt,
    path: pathOf(levels, place),
  }));
  return { of, proofs };
}

it.each([1, 2])('leads every user from each leaf to the root, for any number of users: form %i', async (form) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), { minLength: 1, maxLength: 40 }),
      async (sums) => {
        const leaves = leavesOf(sums, form === 1 ? null : 3);
        const { of, proofs } = await published(leaves);
        expect(of.sum).toBe(`${sums.reduce((total, sum) => total + sum, 0n)}`);
        for (const [place, proof] of proofs.entries()) {
          expect(await faultOfPath(NAME, leaves[place], proof, of, sha256)).toBeNull();
        }
      },
    ),
    { seed: 15, numRuns: 40 },
  );
});

describe('an operator who wants to show lower liabilities', () => {
  const leaves = leavesOf([500n, 20n, 500n, 3n, 70n]);

  it('cannot give two users with equal balances one leaf, since it is bound to the number', async () => {
    const { of, proofs } = await published(leaves);
    // Users 1 and 3 have equal balances, and user 3 is shown the path of user 1.
    expect(await faultOfPath(NAME, leaves[2], proofs[0], of, sha256)).toBe('root');
    expect(leafText(NAME, leaves[0])).not.toBe(leafText(NAME, { ...leaves[2], salt: leaves[0].salt }));
  });

  it('cannot invent a user with debts', async () => {
    await expect(
      treeOf(NAME, [...leaves, { user: 1, part: 2, sum: -400n, salt: leaves[0].salt }], sha256),
    ).rejects.toThrow('user 1 has -400');
    // A tree built around the check is detected by the first path through it.
    const levels = await treeOf(NAME, leaves.slice(0, 1), sha256);
    const debtor = { hash: createHash('sha256').update('debtor').digest('hex'), sum: '-400' };
    const root = createHash('sha256')
      .update(nodeText(levels[0][0], { hash: debtor.hash, sum: -400n }))
      .digest('hex');
    const of = { asset: 'USDT', scale: 8, users: 2, sum: '100', root, house: '0', custody: '-100' };
    const proof = { sum: '500', salt: leaves[0].salt, path: [{ side: 'right' as const, ...debtor }] };
    expect(await faultOfPath(NAME, leaves[0], proof, of, sha256)).toBe('amount');
    const huge = { ...proof, path: [{ side: 'right' as const, hash: debtor.hash, sum: '9'.repeat(31) }] };
    expect(await faultOfPath(NAME, leaves[0], huge, of, sha256)).toBe('amount');
  });

  it('cannot move amounts between two children, since a node is bound to both sums', async () => {
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
      expect(await faultOfPath(NAME, leaves[0], { ...rest, path: moved }, of, sha256)).toBe('root');
    }
  });

  it('cannot publish a sum that differs from the tree or does not balance', async () => {
    const { of, proofs } = await published(leaves);
    const less = { ...of, sum: '1000', custody: '-1007' };
    expect(await faultOfPath(NAME, leaves[0], proofs[0], less, sha256)).toBe('sum');
    expect(await faultOfPath(NAME, leaves[0], proofs[0], { ...of, custody: '-1' }, sha256)).toBe('foot');
    expect(await faultOfPath(NAME, leaves[0], proofs[0], { ...of, asset: 'BTC' }, sha256)).toBe('asset');
  });

  it('cannot show one leaf for two parts, or for a whole balance', async () => {
    const { of, proofs } = await published(leaves);
    for (const part of [1, 3, 4, null])
      expect(await faultOfPath(NAME, { ...leaves[0], part }, proofs[0], of, sha256)).toBe('root');
  });

  it('cannot use a node as a leaf, or one position for another', async () => {
    const { of, proofs } = await published(leaves);
    const short = { ...proofs[0], path: proofs[0].path.slice(1) };
    expect(await faultOfPath(NAME, leaves[0], short, of, sha256)).toBe('root');
    expect(await faultOfPath({ ...NAME, position: 42 }, leaves[0], proofs[0], of, sha256)).toBe('root');
    expect(await faultOfPath({ ...NAME, core: 'other' }, leaves[0], proofs[0], of, sha256)).toBe('root');
    expect(await faultOfPath(NAME, leaves[0], { ...proofs[0], sum: '499' }, of, sha256)).toBe('root');
    expect(await faultOfPath(NAME, leaves[0], { ...proofs[0], salt: 'x' }, of, sha256)).toBe('form');
  });
});

it('sums all accounts and buckets of a user, and refuses a negative one', () => {
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

describe('a complete proof of a user', () => {
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

  async function proofOf(user: number, form: LiabilitiesForm = 2): Promise<BalanceProof> {
    const { assets, trees } = await makeLiabilities(balances, () => 8, NAME, macOf, form);
    const said = {
      ...{ is: 'liabilities' as const, position: 41, hash: 'ab'.repeat(32) },
      ...(form === 2 ? { form } : {}),
      assets,
    };
    const text = textToSign({
      v: 1,
      core: 'exchange',
      number: 9,
      at: 1,
      said,
      before: 'cd'.repeat(32),
      key: key.publicKey,
    });
    const own = trees.flatMap(({ asset, leaves, levels }): ProofOfAsset[] => {
      const parts = [...leaves.entries()].filter(([, leaf]) => leaf.user === user);
      if (parts.length === 0) return [];
      const proved = parts.map(([place, leaf]) => ({
        ...{ sum: `${levels[0][place].sum}`, salt: macOf(saltText(leaf, asset, 41)), path: pathOf(levels, place) },
      }));
      return [{ asset, parts: proved }];
    });
    const facts = { core: 'exchange', user, signed: formatSignedLine(text, key.sign(text)) };
    if (form === 2) return { form: 'balances/2', ...facts, assets: own };
    return { form: 'balances/1', ...facts, assets: own.map(({ asset, parts: [leaf] }) => ({ asset, ...leaf })) };
  }

  it.each([1, 2] as const)('proves the balances of the user and the totals of all: form %i', async (form) => {
    const verdict = await verifyBalances(await proofOf(10_000_001, form), sha256, verifyEd25519, key.publicKey);
    expect(verdict).toMatchObject({
      ...{ user: 10_000_001, position: 41, number: 9, key: key.publicKey },
      assets: [
        { asset: 'BTC', own: '9', sum: '9', custody: '-9', users: 1 },
        { asset: 'USDT', own: '100', sum: '1500', house: '4', custody: '-1504', users: 5 },
      ],
    });
  });

  it('is refused after any change', async () => {
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

  it('needs all parts, each in its place, and the signed form', async () => {
    const proof = await proofOf(10_000_003);
    if (proof.form !== 'balances/2') throw new Error('of another form');
    const refused = async (changed: unknown) => {
      const verdict = await verifyBalances(changed, sha256, verifyEd25519, key.publicKey);
      return 'refused' in verdict ? `${verdict.refused} ${verdict.where}` : 'proved';
    };
    const [usdt] = proof.assets;
    const of = (parts: unknown) => refused({ ...proof, assets: [{ ...usdt, parts }] });
    const [one, two, three, four] = usdt.parts;
    expect(await of([one, two, three, four])).toBe('proved');
    expect(await of([one, two, three])).toBe('form ');
    expect(await of([one, two, three, four, four])).toBe('form ');
    expect(await of([one, two, three, three])).toBe('root USDT');
    expect(await of([two, one, three, four])).toBe('root USDT');
    expect(await of([one, two, three, { ...four, sum: `${BigInt(four.sum) + 1n}` }])).toBe('root USDT');
    expect(await of([one, two, three, { ...four, sum: '-1' }])).toBe('amount USDT');
    expect(await of([one, two, three, null])).toBe('form ');
    expect(await of(null)).toBe('form ');
    const older = await proofOf(10_000_003, 1);
    expect(await refused({ ...proof, signed: older.signed })).toBe('form signed');
    expect(await refused({ ...older, signed: proof.signed })).toBe('form signed');
    expect(await refused({ ...older, form: 'balances/2' })).toBe('form ');
  });
});

describe('the privacy of other users in a proof', () => {
  const people = fc.array(fc.bigInt({ min: 1_000_000n, max: 2n ** 62n }), { minLength: 2, maxLength: 33 });

  /** Whether a node of the tree holds exactly the balance of one user. */
  async function showsSomebody(sums: readonly bigint[], form: LiabilitiesForm): Promise<boolean> {
    const balances = new Map(sums.map((sum, index) => [`${10_000_001 + index}/spot/USDT/available`, sum]));
    balances.set('house/custody/USDT', -sums.reduce((total, sum) => total + sum, 0n));
    const { trees } = await makeLiabilities(balances, () => 8, NAME, macOf, form);
    const [{ leaves, levels }] = trees;
    let below = leaves.map(({ user }, place) => new Map([[user, levels[0][place].sum]]));
    for (const { length } of levels) {
      if (below.some((of) => isOnesWhole(of, sums))) return true;
      expect(below).toHaveLength(length);
      below = Array.from({ length: Math.ceil(length / 2) }, (_, place) =>
        together(below.slice(2 * place, 2 * place + 2)),
      );
    }
    return false;
  }

  function together(nodes: readonly ReadonlyMap<number, bigint>[]): Map<number, bigint> {
    const all = new Map<number, bigint>();
    for (const node of nodes) for (const [user, sum] of node) all.set(user, (all.get(user) ?? 0n) + sum);
    return all;
  }

  function isOnesWhole(of: ReadonlyMap<number, bigint>, sums: readonly bigint[]): boolean {
    const owed = [...of].filter(([, sum]) => sum > 0n);
    return owed.length === 1 && owed[0][1] === sums[owed[0][0] - 10_000_001];
  }

  it('has no node with the balance of one other user, unlike every leaf in form 1', async () => {
    await fc.assert(
      fc.asyncProperty(people, async (sums) => {
        expect(await showsSomebody(sums, 1)).toBe(true);
        expect(await showsSomebody(sums, 2)).toBe(false);
      }),
      { seed: 32, numRuns: 60 },
    );
  });

  it('splits each balance: no negative part, the exact sum, and no part with the whole balance', () => {
    const random = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 });
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 80n }), random, (sum, drawn) => {
        const parts = splitBalance(7, sum, drawn);
        expect(parts.map(({ part }) => part)).toEqual([1, 2, 3, 4]);
        expect(parts.reduce((total, part) => total + part.sum, 0n)).toBe(sum);
        for (const part of parts) {
          expect(part.sum >= 0n).toBe(true);
          expect(part.sum < sum || sum === 1n).toBe(true);
        }
      }),
      { seed: 33, numRuns: 500 },
    );
    const ends = ['0'.repeat(64), 'f'.repeat(64)].map((drawn) => splitBalance(7, 100n, drawn).map(({ sum }) => sum));
    expect(ends).toEqual([
      [1n, 0n, 0n, 99n],
      [99n, 0n, 0n, 1n],
    ]);
  });
});
