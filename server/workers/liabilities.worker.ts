/** Thread that makes one proof of liabilities: a state of its own from snapshot and journal, behind everything else. It ends with it. */
import { parentPort, workerData } from 'node:worker_threads';
import type { LiabilitiesOfAsset } from '../../shared/proof/heads';
import { recover } from '../engine/recovery';
import { giveWay } from '../journal/give-way';
import { openFollowerOf, type FollowerSource } from '../journal/source';
import { LIABILITIES_FORM } from '../../shared/proof/liabilities';
import { MAC_CONTEXT, makeLiabilities } from '../liabilities/make';
import { writeTrees } from '../liabilities/tree-files';
import { macWith } from '../platform/secrets/secrets';

export interface LiabilitiesWorkerData {
  source: FollowerSource;
  snapshots: string;
  directory: string;
  core: string;
  /** By which balances are split, and the salts of leaves are made. */
  keyOfMacs: Uint8Array;
}

export interface MadeLiabilities {
  position: number;
  hash: string;
  form: typeof LIABILITIES_FORM;
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
      (text) => macWith(keyOfMacs, text, MAC_CONTEXT),
    );
    writeTrees(directory, position, trees);
    parentPort?.postMessage({ position, hash, form: LIABILITIES_FORM, assets } satisfies MadeLiabilities);
  } finally {
    await reader.close();
  }
}

void run();
