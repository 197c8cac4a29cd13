/** A proof of liabilities made again from the journal by addition: what was signed must be what it gives, root by root. */
import { readLine, type LiabilitiesOfAsset } from '../../shared/proof/heads';
import { makeLiabilities, SALT_CONTEXT, saltText } from '../liabilities/make';
import { liabilitiesDirectory, publishedPositions, signedLine } from '../liabilities/tree-files';
import type { AuditedJournal } from './source';
import { sumsAt } from './sums';

export interface ComparedLiabilities {
  position: number;
  assets: readonly LiabilitiesOfAsset[];
}

/** Of the newest proof, or of that at a position. @throws with the first asset that differs */
export async function compareLiabilities(
  dataDir: string,
  /** By which the salts of leaves are made. */
  mac: (text: string, context: string) => string,
  core: string,
  journal: AuditedJournal,
  at?: number,
): Promise<ComparedLiabilities> {
  const directory = liabilitiesDirectory(dataDir);
  const position = at ?? publishedPositions(directory).at(0);
  const line = position === undefined ? null : signedLine(directory, position);
  if (position === undefined || line === null) throw new Error('there is no such proof of liabilities');
  const { said } = readLine(line, 0).signed;
  if (said.is !== 'liabilities') throw new Error('what is signed there is no proof of liabilities');
  const { sums, position: reached } = await sumsAt(journal, { position });
  if (reached !== position) throw new Error(`no batch of the journal ends at position ${position}`);
  const made = await makeLiabilities(
    sums.balances,
    (asset) => sums.scales.get(asset) ?? 0,
    { core, position },
    (user, asset) => mac(saltText(user, asset, position), SALT_CONTEXT),
  );
  const [theirs, ours] = [said.assets, made.assets].map((assets) => assets.map((one) => JSON.stringify(one)));
  const differing = ours.findIndex((one, index) => one !== theirs[index]);
  if (differing >= 0)
    throw new Error(`signed is ${theirs[differing] ?? 'nothing'}, and the journal gives ${ours[differing]}`);
  if (ours.length !== theirs.length) throw new Error('signed is an asset that the journal does not know');
  return { position, assets: said.assets };
}
