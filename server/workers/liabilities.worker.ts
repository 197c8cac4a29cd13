/** Thread that makes one proof of liabilities: a state of its own from snapshot and journal, behind everything else. It ends with it. */
import { parentPort, workerData } from 'node:worker_threads';
import type { LiabilitiesOfAsset } from '../../shared/proof/heads';
import { recover } from '../engine/recovery';
import { giveWay } from '../journal/give-way';
import { openFollowerOf, type FollowerSource } from '../journal/source';
import { makeLiabilities, SALT_CONTEXT, saltText } from '../liabilities/make';
import { writeTrees } from '../liabilities/tree-files';
import { macWith } from '../platform/secrets/secrets';

export interface LiabilitiesWorkerData {
  source: FollowerSource;
  snapshots: string;
  directory: string;
  core: string;
  /** By which the salts of leaves are made. */
  keyOfMacs: Uint8Array;
}

export interface MadeLiabilities {
  position: number;
  hash: string;
  assets: LiabilitiesOfAsset[];
}

async function run(): Promise<void> {
  const { source, snapshots, directory, core, keyOfMacs } = workerData as LiabilitiesWorkerData;
  giveWay();
  const reader = await openFollowerOf(source);
  try {
    const head = { position: reader.position(), hash: '' };
    const { state } = await recover({ head: () => head, read: (from) => reader.read(from) }, snapshots);
    const { position, ledger } = state;
    let hash = '';
    for await (const stored of reader.read(position)) {
      hash = stored.hash;
      break;
    }
    const { assets, trees } = await makeLiabilities(
      new Map([...ledger.accounts].map(([name, { balance }]) => [name, balance])),
      (asset) => state.assets.get(asset)?.scale ?? 0,
      { core, position },
      (user, asset, at) => macWith(keyOfMacs, saltText(user, asset, at), SALT_CONTEXT),
    );
    writeTrees(directory, position, trees);
    parentPort?.postMessage({ position, hash, assets } satisfies MadeLiabilities);
  } finally {
    await reader.close();
  }
}

void run();
