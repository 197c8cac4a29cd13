/** A proof of liabilities made again from the journal by addition: what was signed must be what it gives, root by root. */
import { readLine, type LiabilitiesOfAsset } from '../../shared/proof/heads';
import type { LiabilitiesForm } from '../../shared/proof/liabilities';
import { MAC_CONTEXT, makeLiabilities } from '../liabilities/make';
import { liabilitiesDirectory, publishedPositions, signedLine } from '../liabilities/tree-files';
import type { AuditedJournal, HearPosition } from './source';
import { sumsAt, type Until } from './sums';

export interface ComparedLiabilities {
  position: number;
  assets: readonly LiabilitiesOfAsset[];
}

export interface MadeLiabilities extends ComparedLiabilities {
  /** Of the last batch up to there. */
  at: number;
  /** Whether the exchange has signed roots of that position, which are then the same. */
  isSigned: boolean;
}

interface Making {
  dataDir: string;
  /** By which balances are split, and the salts of leaves are made. */
  mac: (text: string, context: string) => string;
  core: string;
}
type Read = Pick<AuditedJournal, 'readStored' | 'opening'>;

/** Something signed is not what the journal gives. */
export class LiabilitiesError extends Error {}

/** Of the newest proof, or of that at a position. @throws with the first asset that differs */
export async function compareLiabilities(making: Making, journal: Read, at?: number): Promise<ComparedLiabilities> {
  const position = at ?? newestProof(making);
  if (position === undefined || signedIn(making, position) === null)
    throw new Error('there is no such proof of liabilities');
  const made = await liabilitiesAt(making, journal, { position });
  if (made.position !== position) throw new Error(`no batch of the journal ends at position ${position}`);
  return made;
}

/** Where the newest proof was made. */
export function newestProof({ dataDir }: Pick<Making, 'dataDir'>): number | undefined {
  return publishedPositions(liabilitiesDirectory(dataDir)).at(0);
}

/** What everybody is owed anywhere. @throws a LiabilitiesError where roots of that very position are signed, and are others */
export async function liabilitiesAt(
  making: Making,
  journal: Read,
  until: Until,
  hear?: HearPosition,
): Promise<MadeLiabilities> {
  const { sums, position } = await sumsAt(journal, until, hear);
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
  { dataDir }: Making,
  position: number,
): { form: LiabilitiesForm; assets: readonly LiabilitiesOfAsset[] } | null {
  const line = signedLine(liabilitiesDirectory(dataDir), position);
  if (line === null) return null;
  const { said } = readLine(line, 0).signed;
  if (said.is !== 'liabilities') throw new LiabilitiesError('what is signed there is no proof of liabilities');
  return { form: said.form ?? 1, assets: said.assets };
}
