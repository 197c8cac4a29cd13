/**
 * `npm run journal:verify`: reads the whole stored journal and verifies its chain from the first batch to the head; for
 * the embedded one also the frames of its groups and the seals of its closed segments, including compressed and
 * archived ones. Read-only, also beside a running server. The first mismatch is named, with exit status 1.
 */
import { CORE_NAME, journalConfig } from '../compose';
import { verifiedTexts } from '../journal/export';
import type { JournalHead } from '../journal/port';
import { openInspection, type JournalConfig } from '../journal/source';
import { loadConfig } from '../platform/config/config';
import { progressOf } from './progress';

export interface Verified {
  head: JournalHead;
  batches: number;
  /** Number of compared seals of closed segments. */
  seals: number;
  /** Bytes after the last complete group. */
  rest: number;
}

export async function verifyJournal(config: JournalConfig, log: (line: string) => void): Promise<Verified> {
  const progress = progressOf(log);
  const inspection = await openInspection(config, (position) => progress(() => `${position + 1} events read`));
  try {
    const { head, seals, rest } = inspection.found;
    let batches = 0;
    let lastHead: JournalHead | null = null;
    for await (const { position, hash } of verifiedTexts(inspection.journal, config.core)) {
      batches++;
      lastHead = { position, hash };
      progress(() => `${position + 1} of ${head.position + 1} events verified`);
    }
    if ((lastHead?.position ?? -1) < head.position) {
      throw new Error(`the journal ends at position ${lastHead?.position ?? -1}, and its head is ${head.position}`);
    }
    return { head: lastHead ?? head, batches, seals, rest };
  } finally {
    await inspection.close();
  }
}

async function main(): Promise<void> {
  const config = journalConfig(loadConfig({ ...process.env, DEMO: 'off' }));
  const { head, batches, seals, rest } = await verifyJournal(config, (line) => process.stderr.write(`${line}\n`));
  const events = head.position + 1;
  process.stdout.write(
    `${CORE_NAME}: ${events} events in ${batches} batches, ${seals} seals, head ${head.hash} at position ${head.position}\n`,
  );
  if (rest > 0) process.stdout.write(`${rest} bytes behind it are no whole group: on their way, or left by a crash\n`);
}

if (require.main === module) {
  main().catch((error: Error) => {
    process.stderr.write(`journal:verify: ${error.message}\n`);
    process.exitCode = 1;
  });
}
