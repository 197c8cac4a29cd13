/** Compares the staff log with its chain, and the chain with the signed head. */
import { readLinks, firstStaffLogDifference } from '../signed-heads/staff-log-chain';
import { columnsOf, openUnchanged, type DatabaseConfig } from '../platform/database/database';
import type { ExchangeTables } from '../platform/database/exchange-tables';

export interface ComparedStaffLog {
  links: number;
  /** False if there is no database to compare. */
  linked: boolean;
}

/** @throws with the first changed or missing row, or the first invalid link */
export async function compareStaffLog(
  directory: string,
  config: DatabaseConfig,
  signed: { links: number; hash: string } | null,
): Promise<ComparedStaffLog> {
  const { links, hashes } = readLinks(directory);
  if (signed && signed.links > 0 && hashes[signed.links - 1] !== signed.hash) {
    throw new Error(
      `the chain of the staff's log is not what was signed at link ${signed.links}: it was shortened, or written anew`,
    );
  }
  const database = openUnchanged<ExchangeTables>(config, 'exchange');
  if (!database) return { links: links.length, linked: false };
  try {
    if ((await columnsOf(database, 'exchange', 'staff_log')).size === 0) return { links: links.length, linked: false };
    const difference = await firstStaffLogDifference({ links }, database);
    if (difference !== null) throw new Error(difference);
    return { links: links.length, linked: true };
  } finally {
    await database.close();
  }
}
