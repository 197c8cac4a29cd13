/**
 * `npm run journal:archive`: compresses closed segments of the embedded journal, and moves them to `JOURNAL_ARCHIVE` if
 * set. It takes sealed segments before the oldest stored snapshot, which no start reads. It may run beside the server,
 * which can read such segments.
 */
import { journalConfig, snapshotDirectoryOf } from '../compose';
import { snapshotNames } from '../engine/snapshot-files';
import { archiveSegments } from '../journal/embedded/segments/archive';
import { nodeFiles } from '../journal/embedded/files';
import { loadConfig, type Config } from '../platform/config/config';

export function archiveJournal(config: Config, log: (line: string) => void): void {
  const journal = journalConfig(config);
  if (journal.kind !== 'embedded') throw new Error('EventStoreDB keeps its own files: there is nothing to archive');
  const place = { dir: journal.directory, archive: journal.archive };
  // A start falls back to the older snapshot if the newer one cannot be read.
  const covered = Number(snapshotNames(snapshotDirectoryOf(config)).at(-1)?.slice(0, 16) ?? 0);
  let count = 0;
  for (const { to, length, packedLength } of archiveSegments(nodeFiles, place, covered)) {
    count++;
    log(`${to}: ${length} bytes in ${packedLength}`);
  }
  log(count === 0 ? 'nothing to archive: no sealed segment lies wholly before the snapshots' : `${count} segments`);
}

if (require.main === module) {
  try {
    archiveJournal(loadConfig({ ...process.env, DEMO: 'off' }), (line) => process.stdout.write(`${line}\n`));
  } catch (error) {
    process.stderr.write(`journal:archive: ${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
