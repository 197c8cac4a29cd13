import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { StoreHarness } from './harness';
import { storeConformance } from './suite';

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const harness: StoreHarness = {
  create: async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'views-'));
    folders.push(dataDir);
    return { dataDir };
  },
};

storeConformance('SQLite', harness);
