/**
 * Thread that makes one proof of liabilities at the lowest priority, from its own state of snapshot and journal, and
 * ends.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { LiabilitiesOfAsset } from '../../shared/proof/signed-heads';
import { recover } from '../engine/recovery';
import { lowerPriority } from '../journal/thread-priority';
import { openJournalFollower, type FollowerSource } from '../journal/source';
import { LIABILITIES_FORM } from '../../shared/proof/liabilities';
import { MAC_CONTEXT, makeLiabilities } from '../liabilities/make';
import { writeTrees } from '../liabilities/tree-files';
import { macWith } from '../platform/secrets/secrets';

export interface LiabilitiesWorkerData {
  source: FollowerSource;
  snapshots: string;
  directory: string;
  core: string;
  /** Key for splitting balances and for the salts of leaves. */
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
  lowerPriority();
  const reader = await openJournalFollower(source);
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
