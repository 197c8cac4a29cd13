/** Thread that answers one question of an auditor from the journal, behind everything else. It ends with it. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { AskRequest } from '../../shared/wire/audit-journal';
import { NothingError, TooLargeError } from '../audit/no-answer';
import { answerQuestion, type Facts } from '../audit/question';
import { SumsError } from '../../shared/proof/sums';
import { linesIn } from '../heads/head-files';
import { verifiedTexts } from '../journal/export';
import { giveWay } from '../journal/give-way';
import { genesis, ChainError } from '../journal/seal';
import { openStoredOf, type FollowerSource } from '../journal/source';

export interface AuditWorkerData {
  source: FollowerSource;
  core: string;
  heads: string;
  programs: string;
  request: AskRequest;
  at: number;
  /** Where rows go, a line each, or a bundle. */
  rowsFile: string;
  bundleFile: string;
}

export type AuditWord =
  | { is: 'progress'; done: number; of: number }
  | { is: 'answer'; facts: Facts; rows: number }
  | { is: 'fault'; fault: 'nothing' | 'too_large' | 'damaged'; detail: string };

const OWNER_ALONE = 0o600;
const ROWS_MAX = 200_000;
const CHUNK_CHARS = 1 << 16;
const TOLD_EVERY_MS = 250;

const say = (word: AuditWord): void => parentPort?.postMessage(word);

async function run(): Promise<void> {
  const { source, core, heads, programs, request, at, rowsFile, bundleFile } = workerData as AuditWorkerData;
  giveWay();
  const stored = await openStoredOf(source, core);
  const rows = new RowFile(rowsFile);
  let told = 0;
  try {
    const facts = await answerQuestion(
      {
        head: stored.end,
        opening: { position: -1, hash: genesis(core) },
        readStored: (from) => verifiedTexts(stored, core, from),
      },
      request,
      {
        row: (row) => rows.add(JSON.stringify(row)),
        bundle: { file: bundleFile, parts: { core, headLines: () => linesIn(heads), programs, at } },
        hear: (position) => {
          const now = performance.now();
          if (now - told < TOLD_EVERY_MS) return;
          told = now;
          say({ is: 'progress', done: position + 1, of: stored.end.position + 1 });
        },
      },
    );
    rows.close();
    say({ is: 'answer', facts, rows: rows.count });
  } finally {
    await stored.close();
  }
}

/** A line a row. */
class RowFile {
  count = 0;
  private text = '';
  private readonly file: number;

  constructor(name: string) {
    this.file = openSync(name, 'w', OWNER_ALONE);
  }

  add(line: string): void {
    if (++this.count > ROWS_MAX) throw new TooLargeError(`more than ${ROWS_MAX} rows`);
    this.text += `${line}\n`;
    if (this.text.length > CHUNK_CHARS) this.flush();
  }

  close(): void {
    this.flush();
    closeSync(this.file);
  }

  private flush(): void {
    const bytes = Buffer.from(this.text);
    for (let done = 0; done < bytes.length;) done += writeSync(this.file, bytes, done);
    this.text = '';
  }
}

run().catch((error: Error) => {
  const { message } = error;
  if (error instanceof NothingError) say({ is: 'fault', fault: 'nothing', detail: message });
  else if (error instanceof TooLargeError) say({ is: 'fault', fault: 'too_large', detail: message });
  else if (error instanceof ChainError || error instanceof SumsError)
    say({ is: 'fault', fault: 'damaged', detail: message });
  else throw error;
});
