/**
 * `npm run journal:export -- <file|-> [--from <position>] [--until <position>]`: writes the journal as lines, one per
 * batch, equal from both stores. Every line is verified before it is written. The file must not exist and appears only
 * when complete; `-` is standard output (use `npm run -s`, so that npm writes nothing there). Read-only, also beside a
 * running server.
 */
import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { journalConfig } from '../compose';
import { verifiedTexts } from '../journal/export';
import type { JournalHead, StoredReading } from '../journal/port';
import { exportLine } from '../journal/seal';
import { openInspection, type JournalConfig } from '../journal/source';
import { loadConfig } from '../platform/config/config';
import { usageOf } from './programs';
import { progressOf } from './progress';

/** Only the owner may read an export, as with the journal itself. */
const OWNER_ALONE = 0o600;

export async function exportJournal(
  config: JournalConfig,
  target: string,
  from: number,
  log: (line: string) => void,
  until = Infinity,
): Promise<void> {
  const progress = progressOf(log);
  const endsAt = Number.isFinite(until) ? until : undefined;
  const onProgress = (position: number) => progress(() => `${position + 1} events read`);
  const inspection = await openInspection(config, onProgress, undefined, endsAt);
  try {
    const { position, hash } = inspection.found.head;
    if (endsAt !== undefined && position < endsAt)
      throw new Error(`the journal ends at position ${position}, before ${endsAt}`);
    if (from > until) throw new Error(`--from ${from} lies behind --until ${until}`);
    await exportAudited(
      { head: { position: Math.min(position, until), hash }, readStored: (at) => inspection.journal.readStored(at) },
      config.core,
      target,
      from,
      log,
    );
  } finally {
    await inspection.close();
  }
}

/** Exports a journal up to a known end. */
export async function exportAudited(
  journal: StoredReading & { head: JournalHead },
  core: string,
  target: string,
  from: number,
  log: (line: string) => void,
): Promise<void> {
  const progress = progressOf(log);
  const { head } = journal;
  let batches = 0;
  async function* lines(): AsyncIterable<string> {
    for await (const { position, hash, text } of verifiedTexts(journal, core, from)) {
      if (position > head.position)
        throw new Error(`position ${head.position} is not the end of a batch: ${position} is`);
      batches++;
      progress(() => `${position + 1} of ${head.position + 1} events exported`);
      yield `${exportLine(hash, text)}\n`;
      if (position >= head.position) return;
    }
  }
  if (target === '-') await pipeline(Readable.from(lines()), process.stdout, { end: false });
  else await writeWhole(target, lines());
  log(`${batches} batches up to position ${head.position} in ${progress.seconds()} s`);
}

async function writeWhole(target: string, lines: AsyncIterable<string>): Promise<void> {
  if (existsSync(target)) throw new Error(`${target} exists`);
  const partialFile = `${target}.part`;
  try {
    await pipeline(Readable.from(lines), createWriteStream(partialFile, { mode: OWNER_ALONE, flush: true }));
    await rename(partialFile, target);
  } catch (error) {
    await rm(partialFile, { force: true });
    throw error;
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { from: { type: 'string', default: '0' }, until: { type: 'string', default: 'Infinity' } },
    allowPositionals: true,
  });
  const [target] = positionals;
  const [from, until] = [Number(values.from), Number(values.until)];
  const isPosition = (value: number) => Number.isSafeInteger(value) && value >= 0;
  if (positionals.length !== 1 || target === '' || !isPosition(from) || !(until === Infinity || isPosition(until)))
    throw new Error(usageOf('journal:export'));
  const config = journalConfig(loadConfig({ ...process.env, DEMO: 'off' }));
  await exportJournal(config, target, from, (line) => process.stderr.write(`${line}\n`), until);
}

if (require.main === module) {
  main().catch((error: Error) => {
    process.stderr.write(`journal:export: ${error.message}\n`);
    process.exitCode = 1;
  });
}
