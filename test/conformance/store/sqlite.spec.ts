import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chainsConformance } from './chains-suite';
import { contentConformance } from './content-suite';
import { identityConformance } from './identity-suite';
import { storeConformance, type StoreHarness } from './suite';
import { verificationConformance } from './verification-suite';
import { walletConformance } from './wallet-suite';

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
walletConformance('SQLite', harness);
chainsConformance('SQLite', harness);
contentConformance('SQLite', harness);
identityConformance('SQLite', harness);
verificationConformance('SQLite', harness);
