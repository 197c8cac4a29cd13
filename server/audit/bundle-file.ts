/** A bundle as a file. */
import { open, rename, rm } from 'node:fs/promises';
import type { Manifest } from '../../shared/proof/bundle-form';
import { makeBundle, type BundleParts, type BundleRequest } from './bundle';
import type { AuditedJournal, OnProgress } from './source';

/** Only the owner may read a bundle, as with the journal itself. */
const OWNER_ALONE = 0o600;

/** Atomic: the file is complete or absent. */
export async function writeBundle(
  file: string,
  journal: Pick<AuditedJournal, 'readStored' | 'head' | 'opening'>,
  dependencies: BundleParts,
  request: BundleRequest,
  onProgress: OnProgress,
): Promise<Manifest> {
  if (journal.opening.position >= 0) throw new Error('it does not begin with the first event');
  const partialFile = `${file}.part`;
  const handle = await open(partialFile, 'w', OWNER_ALONE);
  try {
    const write = async (bytes: Uint8Array): Promise<void> => void (await handle.writeFile(bytes));
    const manifest = await makeBundle(journal, dependencies, request, write, onProgress);
    await handle.sync();
    await rename(partialFile, file);
    return manifest;
  } catch (error) {
    await rm(partialFile, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}
