/**
 * Recomputes a proof of liabilities from the journal by addition: the signed roots must equal the result, root by root.
 */
import { readLine, type LiabilitiesOfAsset } from '../../shared/proof/signed-heads';
import type { LiabilitiesForm } from '../../shared/proof/liabilities';
import { MAC_CONTEXT, makeLiabilities } from '../liabilities/make';
import { liabilitiesDirectory, publishedPositions, signedLine } from '../liabilities/tree-files';
import type { AuditedJournal, OnProgress } from './source';
import { sumsAt, type Until } from './sums';

export interface ComparedLiabilities {
  position: number;
  assets: readonly LiabilitiesOfAsset[];
}

export interface ProvedLiabilities extends ComparedLiabilities {
  /** Time of the last batch included, in ms since the epoch. */
  at: number;
  /** True if the exchange has signed roots of that position; these are then equal. */
  isSigned: boolean;
}

interface LiabilitiesContext {
  dataDir: string;
  /** Keyed hash for splitting balances and for the salts of leaves. */
  mac: (text: string, context: string) => string;
  core: string;
}
type Read = Pick<AuditedJournal, 'readStored' | 'opening'>;

/** A signed value differs from the journal's. */
export class LiabilitiesError extends Error {}

/** Compares the newest proof, or the proof at position `at`. @throws with the first asset that differs */
export async function compareLiabilities(
  making: LiabilitiesContext,
  journal: Read,
  at?: number,
): Promise<ComparedLiabilities> {
  const position = at ?? newestProof(making);
  if (position === undefined || signedIn(making, position) === null)
    throw new Error('there is no such proof of liabilities');
  const made = await liabilitiesAt(making, journal, { position });
  if (made.position !== position) throw new Error(`no batch of the journal ends at position ${position}`);
  return made;
}

/** Position of the newest proof. */
export function newestProof({ dataDir }: Pick<LiabilitiesContext, 'dataDir'>): number | undefined {
  return publishedPositions(liabilitiesDirectory(dataDir)).at(0);
}

/** Liabilities to all users. @throws a LiabilitiesError if the exchange signed other roots of that very position */
export async function liabilitiesAt(
  making: LiabilitiesContext,
  journal: Read,
  until: Until,
  onProgress?: OnProgress,
): Promise<ProvedLiabilities> {
  const { sums, position } = await sumsAt(journal, until, onProgress);
  const signed = signedIn(making, position);
  const { assets } = await makeLiabilities(
    sums.balances,
    (asset) => sums.scales.get(asset) ?? 0,
    { core: making.core, position },
    (text) => making.mac(text, MAC_CONTEXT),
    signed?.form,
  );
  if (signed) compare(signed.assets, assets);
  return { position, at: sums.at, assets, isSigned: signed !== null };
}

function compare(signed: readonly LiabilitiesOfAsset[], made: readonly LiabilitiesOfAsset[]): void {
  const [theirs, ours] = [signed, made].map((assets) => assets.map((one) => JSON.stringify(one)));
  const differing = ours.findIndex((one, index) => one !== theirs[index]);
  if (differing >= 0)
    throw new LiabilitiesError(`signed is ${theirs[differing] ?? 'nothing'}, and the journal gives ${ours[differing]}`);
  if (ours.length !== theirs.length) throw new LiabilitiesError('signed is an asset that the journal does not know');
}

function signedIn(
  { dataDir }: LiabilitiesContext,
  position: number,
): { form: LiabilitiesForm; assets: readonly LiabilitiesOfAsset[] } | null {
  const line = signedLine(liabilitiesDirectory(dataDir), position);
  if (line === null) return null;
  const { said } = readLine(line, 0).signed;
  if (said.is !== 'liabilities') throw new LiabilitiesError('what is signed there is no proof of liabilities');
  return { form: said.form ?? 1, assets: said.assets };
}
