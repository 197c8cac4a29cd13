/** Whether a directory is a demo's. Separate from its users, which load the products. */
import { existsSync } from 'node:fs';
import path from 'node:path';

/** Exists from the beginning of the first start. */
export function usersFile(dataDir: string): string {
  return path.join(dataDir, 'demo-users.json');
}

/** Whether a demo was ever started on this directory: its users have published passwords and unbacked money. */
export function isOfDemo(dataDir: string): boolean {
  return existsSync(usersFile(dataDir));
}
