/** Files in the data directory, outside of everything that is served; only the owner of the process reads them. */
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { checkedName, type Files } from './files';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

export class DiskFiles implements Files {
  constructor(private readonly root: string) {}

  async put(name: string, bytes: Uint8Array): Promise<void> {
    const file = this.at(name);
    const folder = path.dirname(file);
    await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    // Whole or not at all: a reader never meets half a file.
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

  /** A new file is there after a power cut only when every folder above it knows. */
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
    return path.join(this.root, ...checkedName(name).split('/'));
  }
}
