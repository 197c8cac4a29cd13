/** A user's proof as a whole: the signed line, and for each asset a path for each part of the balance; checked with nothing but what it holds and the operator's key. */
import { readLine, type SignedLine, type VerifySignature, type Sha256, HeadsError } from './signed-heads';
import {
  faultOfPath,
  totalsFault,
  PARTS,
  type BalanceProof,
  type LeafOwner,
  type ProofFault,
  type ProofOfLeaf,
} from './liabilities';

export interface ProvedAsset {
  asset: string;
  scale: number;
  /** Units: the user's own, all users' together, the house's, and the amount outside the exchange. */
  own: string;
  sum: string;
  house: string;
  custody: string;
  users: number;
}

export type BalanceVerdict =
  | { refused: ProofFault | 'signature'; where: string }
  | { user: number; position: number; at: number; hash: string; key: string; number: number; assets: ProvedAsset[] };

/** @param key the operator's key from an independent source; by default the key that the line names */
export async function verifyBalances(
  input: unknown,
  sha256: Sha256,
  verify: VerifySignature,
  key?: string,
): Promise<BalanceVerdict> {
  const proof = parseProof(input);
  if (!proof) return { refused: 'form', where: '' };
  const line = parseSignedLine(proof.signed);
  if (!line || line.signed.said.is !== 'liabilities' || line.signed.core !== proof.core)
    return { refused: 'form', where: 'signed' };
  const { signed, text, signature } = line;
  if (proof.form !== `balances/${line.signed.said.form ?? 1}`) return { refused: 'form', where: 'signed' };
  if (key !== undefined && signed.key !== key) return { refused: 'signature', where: 'key' };
  if (!(await verify(signed.key, text, signature))) return { refused: 'signature', where: 'signed' };
  const { position, hash, assets: published } = line.signed.said;
  const assets: ProvedAsset[] = [];
  for (const one of published) {
    const error = totalsFault(one);
    if (error) return { refused: error, where: one.asset };
  }
  for (const { asset, leaves } of ownAssets(proof)) {
    const publishedAsset = published.find((one) => one.asset === asset);
    if (!publishedAsset) return { refused: 'asset', where: asset };
    let ownSum = 0n;
    for (const { part, ...leaf } of leaves) {
      const name = { core: proof.core, asset, position };
      const fault = await faultOfPath(name, { user: proof.user, part }, leaf, publishedAsset, sha256);
      if (fault) return { refused: fault, where: asset };
      ownSum += BigInt(leaf.sum);
    }
    const { scale, sum, house, custody, users } = publishedAsset;
    assets.push({ asset, scale, own: `${ownSum}`, sum, house, custody, users });
  }
  return { user: proof.user, position, at: signed.at, hash, key: signed.key, number: signed.number, assets };
}

function parseSignedLine(line: string): { signed: SignedLine; text: string; signature: string } | null {
  try {
    return readLine(line, 0);
  } catch (error) {
    if (error instanceof HeadsError) return null;
    throw error;
  }
}

interface OwnAsset {
  asset: string;
  leaves: (Pick<LeafOwner, 'part'> & ProofOfLeaf)[];
}

/** Proven amounts of each asset by leaf: one leaf in form 1, all numbered parts in form 2. */
function ownAssets(proof: BalanceProof): OwnAsset[] {
  if (proof.form === 'balances/1') {
    return proof.assets.map(({ asset, ...leaf }) => ({ asset, leaves: [{ part: null, ...leaf }] }));
  }
  return proof.assets.map(({ asset, parts }) => ({
    asset,
    leaves: parts.map((leaf, index) => ({ part: index + 1, ...leaf })),
  }));
}

function parseProof(input: unknown): BalanceProof | null {
  if (typeof input !== 'object' || input === null) return null;
  const proof = input as BalanceProof;
  const { form, core, user, signed, assets } = proof;
  const isFormed =
    (form === 'balances/1' || form === 'balances/2') &&
    [core, signed].every((one) => typeof one === 'string') &&
    Number.isSafeInteger(user) &&
    Array.isArray(assets) &&
    assets.every((one) => typeof one === 'object' && one !== null) &&
    areOwnAssetsValid(proof) &&
    new Set(assets.map(({ asset }) => asset)).size === assets.length;
  return isFormed ? proof : null;
}

function areOwnAssetsValid(proof: BalanceProof): boolean {
  const isLeaf = (one: ProofOfLeaf | null): boolean => Array.isArray(one?.path);
  if (proof.form === 'balances/1') return proof.assets.every(isLeaf);
  return proof.assets.every(({ parts }) => Array.isArray(parts) && parts.length === PARTS && parts.every(isLeaf));
}
