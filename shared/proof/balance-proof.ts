/** A user's proof as a whole: the signed line, and a path for each asset; checked with nothing but what it holds and the operator's key. */
import { readLine, type SignedLine, type VerifySignature, type Sha256, HeadsError } from './heads';
import { BALANCE_PROOF_FORM, faultOfPath, footFault, type BalanceProof, type ProofFault } from './liabilities';

export interface ProvedAsset {
  asset: string;
  scale: number;
  /** Units: the user's own, all users' together, the house's, and what lies outside. */
  own: string;
  sum: string;
  house: string;
  custody: string;
  users: number;
}

export type BalanceVerdict =
  | { refused: ProofFault | 'signature'; where: string }
  | { user: number; position: number; at: number; hash: string; key: string; number: number; assets: ProvedAsset[] };

/** @param key of the operator, where whoever checks knows it from elsewhere; else the one that the line names */
export async function verifyBalances(
  given: unknown,
  sha256: Sha256,
  verify: VerifySignature,
  key?: string,
): Promise<BalanceVerdict> {
  const proof = formed(given);
  if (!proof) return { refused: 'form', where: '' };
  const line = signedOf(proof.signed);
  if (!line || line.signed.said.is !== 'liabilities' || line.signed.core !== proof.core)
    return { refused: 'form', where: 'signed' };
  const { signed, text, signature } = line;
  if (key !== undefined && signed.key !== key) return { refused: 'signature', where: 'key' };
  if (!(await verify(signed.key, text, signature))) return { refused: 'signature', where: 'signed' };
  const { position, hash, assets: published } = line.signed.said;
  const assets: ProvedAsset[] = [];
  for (const one of published) {
    const fault = footFault(one);
    if (fault) return { refused: fault, where: one.asset };
  }
  for (const own of proof.assets) {
    const of = published.find(({ asset }) => asset === own.asset);
    if (!of) return { refused: 'asset', where: own.asset };
    const fault = await faultOfPath({ core: proof.core, position }, proof.user, own, of, sha256);
    if (fault) return { refused: fault, where: own.asset };
    const { asset, scale, sum, house, custody, users } = of;
    assets.push({ asset, scale, own: own.sum, sum, house, custody, users });
  }
  return { user: proof.user, position, at: signed.at, hash, key: signed.key, number: signed.number, assets };
}

function signedOf(line: string): { signed: SignedLine; text: string; signature: string } | null {
  try {
    return readLine(line, 0);
  } catch (error) {
    if (error instanceof HeadsError) return null;
    throw error;
  }
}

function formed(given: unknown): BalanceProof | null {
  if (typeof given !== 'object' || given === null) return null;
  const proof = given as BalanceProof;
  const { form, core, user, signed, assets } = proof;
  const isFormed =
    form === BALANCE_PROOF_FORM &&
    [core, signed].every((one) => typeof one === 'string') &&
    Number.isSafeInteger(user) &&
    Array.isArray(assets) &&
    assets.every((one) => typeof one === 'object' && one !== null && Array.isArray(one.path)) &&
    new Set(assets.map(({ asset }) => asset)).size === assets.length;
  return isFormed ? proof : null;
}
