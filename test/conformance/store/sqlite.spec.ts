import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeTables, type StoreHarness } from './harness';
import { storeConformance } from './suite';

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function emptyFolder(): string {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'views-'));
  folders.push(dataDir);
  return dataDir;
}

const template = emptyFolder();
beforeAll(() => makeTables({ dataDir: template }));

const harness: StoreHarness = {
  create: async () => {
    const dataDir = emptyFolder();
    cpSync(template, dataDir, { recursive: true });
    return { dataDir };
  },
  createBare: async () => ({ dataDir: emptyFolder() }),
};

storeConformance('SQLite', harness);
