/** Thread that answers one auditor's question from the journal at the lowest priority, and ends. */
import './low-priority';
import { closeSync, openSync, writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { AuditScope } from '../../shared/rules/audit-scope';
import type { AskRequest, AuditAnswer } from '../../shared/wire/audit/audit-journal';
import { OutOfScopeError } from '../audit/scope-filter';
import { DriftError } from '../audit/read-model-diff';
import { LiabilitiesError } from '../audit/liabilities';
import { NoDataError, TooLargeError } from '../audit/answer-errors';
import { answerQuestion, type Facts } from '../audit/question';
import { SumsError } from '../../shared/proof/sums';
import { linesIn } from '../signed-heads/head-files';
import { verifiedTexts } from '../journal/export';
import { genesis, ChainError } from '../journal/seal';
import { openStoredReading, type FollowerSource } from '../journal/source';
import { macWith } from '../platform/secrets/secrets';

export interface AuditWorkerData {
  source: FollowerSource;
  core: string;
  heads: string;
  programs: string;
  /** Directory of snapshots, proofs of liabilities and read models. */
  dataDir: string;
  snapshots: string;
  databaseUrl?: string | undefined;
  /** Key for the salts of leaves. */
  keyOfMacs: Uint8Array;
  request: AskRequest;
  /** Data that the asking persons may see. */
  scope: AuditScope;
  at: number;
  /** File for the rows, one per line, or for a bundle. */
  rowsFile: string;
  bundleFile: string;
}

export type AuditThreadMessage =
  | { is: 'progress'; done: number; of: number }
  | { is: 'answer'; facts: Facts; rows: number }
  | { is: 'fault'; fault: Exclude<NonNullable<AuditAnswer['fault']>, 'ended'>; detail: string };

const OWNER_ALONE = 0o600;
const ROWS_MAX = 200_000;
const CHUNK_CHARS = 1 << 16;
const PROGRESS_EVERY_MS = 250;

const postToMain = (message: AuditThreadMessage): void => parentPort?.postMessage(message);

async function run(): Promise<void> {
  const { source, core, heads, programs, request, scope, at, rowsFile, bundleFile } = workerData as AuditWorkerData;
  const { dataDir, snapshots, databaseUrl, keyOfMacs } = workerData as AuditWorkerData;
  let end = -1;
  const openVerified = async () => {
    const stored = await openStoredReading(source, core);
    end = stored.end.position;
    return {
      head: stored.end,
      opening: { position: -1, hash: genesis(core) },
      readStored: (from: number) => verifiedTexts(stored, core, from),
      close: () => stored.close(),
    };
  };
  const journal = await openVerified();
  const rows = new RowFile(rowsFile);
  let lastProgressAt = 0;
  try {
    const details = await answerQuestion(journal, request, {
      row: (row) => rows.add(JSON.stringify(row)),
      scope,
      open: openVerified,
      auditFiles: {
        ...{ core, dataDir, snapshots, database: { dataDir, databaseUrl } },
        mac: (text, context) => macWith(keyOfMacs, text, context),
      },
      bundle: { file: bundleFile, dependencies: { core, headLines: () => linesIn(heads), programs, at } },
      onProgress: (position) => {
        const now = performance.now();
        if (now - lastProgressAt < PROGRESS_EVERY_MS) return;
        lastProgressAt = now;
        postToMain({ is: 'progress', done: position + 1, of: end + 1 });
      },
    });
    rows.close();
    postToMain({ is: 'answer', facts: details, rows: rows.count });
  } finally {
    await journal.close();
  }
}

/** Writes one line per row. */
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
    for (let written = 0; written < bytes.length;) written += writeSync(this.file, bytes, written);
    this.text = '';
  }
}

const FAULTS = [
  [NoDataError, 'nothing'],
  [TooLargeError, 'too_large'],
  [OutOfScopeError, 'outside'],
  [ChainError, 'damaged'],
  [SumsError, 'damaged'],
  [DriftError, 'differs'],
  [LiabilitiesError, 'differs'],
] as const;

run().catch((error: Error) => {
  const found = FAULTS.find(([kind]) => error instanceof kind);
  if (!found) throw error;
  postToMain({ is: 'fault', fault: found[1], detail: error.message });
});
