/** Files in the data directory, outside everything that is served; only the process owner can read them. */
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { requireFileName, type Files } from './files';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

export class DiskFiles implements Files {
  constructor(private readonly root: string) {}

  async put(name: string, bytes: Uint8Array): Promise<void> {
    const file = this.at(name);
    const folder = path.dirname(file);
    await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    // Atomic: a reader never sees a partial file.
    const partial = `${file}.${randomBytes(6).toString('hex')}.partial`;
    try {
      const handle = await open(partial, 'wx', FILE_MODE);
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(partial, file);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
    await this.syncFolders(folder);
  }

  async get(name: string): Promise<Buffer | null> {
    try {
      return await readFile(this.at(name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.at(name), { force: true });
  }

  /** A new file survives a power cut only if every folder above it is synced. */
  private async syncFolders(folder: string): Promise<void> {
    for (let at = folder; at.startsWith(this.root); at = path.dirname(at)) {
      const handle = await open(at, 'r');
      try {
        await handle.sync();
      } finally {
        await handle.close();
      }
    }
  }

  private at(name: string): string {
    return path.join(this.root, ...requireFileName(name).split('/'));
  }
}
