/** Snapshots are caches, but a start trusts them: each is compared with its own seal and with the journal. */
import { checkSnapshots, type CheckedSnapshot } from '../engine/snapshot-files';
import type { AuditedJournal } from './source';

export interface ComparedSnapshots {
  /** Number of snapshots that match their seal and follow the batch they name. */
  validCount: number;
  /** Snapshots of an earlier or later program: their bytes are valid, but this program does not start from them. */
  incompatibleNames: readonly string[];
}

/** @throws with the name of the first snapshot that differs from its seal or that the journal contradicts */
export async function compareSnapshots(directory: string, journal: AuditedJournal): Promise<ComparedSnapshots> {
  const incompatibleNames: string[] = [];
  let validCount = 0;
  for (const checked of checkSnapshots(directory)) {
    const { name, fault } = checked;
    if (fault !== null) throw new Error(`snapshot ${name}: ${fault}`);
    const found = await hashAt(journal, checked);
    if (found !== checked.batchHash) {
      throw new Error(
        `snapshot ${name} follows the batch ${checked.batchHash} at position ${checked.position}, where the journal has ${found ?? 'none that ends there'}`,
      );
    }
    if (checked.isForeign) incompatibleNames.push(name);
    validCount++;
  }
  return { validCount, incompatibleNames };
}

async function hashAt(journal: AuditedJournal, { position }: CheckedSnapshot): Promise<string | null> {
  if (position > journal.head.position) return null;
  for await (const stored of journal.readStored(position)) return stored.position === position ? stored.hash : null;
  return null;
}
