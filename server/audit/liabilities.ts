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
  context: LiabilitiesContext,
  journal: Read,
  at?: number,
): Promise<ComparedLiabilities> {
  const position = at ?? newestProof(context);
  if (position === undefined || signedIn(context, position) === null)
    throw new Error('there is no such proof of liabilities');
  const computed = await liabilitiesAt(context, journal, { position });
  if (computed.position !== position) throw new Error(`no batch of the journal ends at position ${position}`);
  return computed;
}

/** Position of the newest proof. */
export function newestProof({ dataDir }: Pick<LiabilitiesContext, 'dataDir'>): number | undefined {
  return publishedPositions(liabilitiesDirectory(dataDir)).at(0);
}

/** Liabilities to all users. @throws a LiabilitiesError if the exchange signed other roots of that very position */
export async function liabilitiesAt(
  context: LiabilitiesContext,
  journal: Read,
  until: Until,
  onProgress?: OnProgress,
): Promise<ProvedLiabilities> {
  const { sums, position } = await sumsAt(journal, until, onProgress);
  const signed = signedIn(context, position);
  const { assets } = await makeLiabilities(
    sums.balances,
    (asset) => sums.scales.get(asset) ?? 0,
    { core: context.core, position },
    (text) => context.mac(text, MAC_CONTEXT),
    signed?.form,
  );
  if (signed) compare(signed.assets, assets);
  return { position, at: sums.at, assets, isSigned: signed !== null };
}

function compare(signed: readonly LiabilitiesOfAsset[], computed: readonly LiabilitiesOfAsset[]): void {
  const [signedRows, computedRows] = [signed, computed].map((assets) => assets.map((one) => JSON.stringify(one)));
  const differing = computedRows.findIndex((one, index) => one !== signedRows[index]);
  if (differing >= 0)
    throw new LiabilitiesError(
      `signed is ${signedRows[differing] ?? 'nothing'}, and the journal gives ${computedRows[differing]}`,
    );
  if (computedRows.length !== signedRows.length)
    throw new LiabilitiesError('signed is an asset that the journal does not know');
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
