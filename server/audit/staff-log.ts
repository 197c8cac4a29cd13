/** The log of staff against its chain, and the chain against the head that was signed. */
import { readLinks, staffLogFault } from '../heads/staff-chain';
import { columnsOf, openAsItIs, type DatabaseConfig } from '../platform/database/database';
import type { ExchangeTables } from '../platform/database/exchange-tables';

export interface ComparedStaffLog {
  links: number;
  /** False where the database is not there to be compared. */
  linked: boolean;
}

/** @throws with the first row that was changed or is gone, or the link that does not follow */
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
  const database = openAsItIs<ExchangeTables>(config, 'exchange');
  if (!database) return { links: links.length, linked: false };
  try {
    if ((await columnsOf(database, 'exchange', 'staff_log')).size === 0) return { links: links.length, linked: false };
    const fault = await staffLogFault({ links }, database);
    if (fault !== null) throw new Error(fault);
    return { links: links.length, linked: true };
  } finally {
    await database.close();
  }
}
