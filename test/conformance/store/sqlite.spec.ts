import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { storeConformance } from './suite';

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

storeConformance('SQLite', {
  create: async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'views-'));
    folders.push(dataDir);
    return { dataDir };
  },
});
