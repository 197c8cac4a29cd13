/**
 * Auditors' answers in the data directory, readable by the process owner only. Each question has a folder with its
 * rows, one per line, or its bundle; an index lists the questions. Folders missing from the index, and unreadable ones,
 * are removed at start.
 */
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { open, readdir, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { scopeIn } from '../../shared/rules/audit-scope';
import { auditAnswer, type AnswerRow, type AnswerRows } from '../../shared/wire/audit/audit-journal';
import { epochMs } from '../../shared/wire/fields';
import { DiskFiles } from '../platform/files/disk-files';
import { isOpen, type QueuedQuestion } from './audit-queue';

const FOLDER_MODE = 0o700;
const INDEX = 'index';
const FORM = 1;
/** Bytes per read; a longer row is read in a larger piece. */
const PIECE_BYTES = 1 << 18;
const LINE_END = 10;

const keptQuestion = auditAnswer.omit({ staff: true, at: true }).extend({
  scope: z.string().refine((text) => scopeIn(text) !== null),
  within: auditAnswer.shape.asked,
  askers: z.array(z.strictObject({ user: z.int(), at: epochMs })).min(1),
  readAt: epochMs,
  /** Total bytes of its files. */
  bytes: z.int(),
});
const keptIndex = z.object({ form: z.literal(FORM), last: z.int().min(0), questions: z.array(z.unknown()) });

export interface StoredQuestions {
  questions: readonly QueuedQuestion[];
  /** The highest question number so far. */
  last: number;
}

const NONE: StoredQuestions = { questions: [], last: 0 };

export class AnswerFiles {
  private readonly index: DiskFiles;
  /** Answers that survive a power cut. */
  private readonly bytes = new Map<string, number>();
  private unsaved: StoredQuestions | null = null;
  private saving: Promise<void> | null = null;

  constructor(
    private readonly directory: string,
    private readonly log: (message: string, details: Record<string, unknown>) => void,
  ) {
    this.index = new DiskFiles(path.dirname(directory));
  }

  /** Answers kept by the last process; questions that were open ended with it. */
  load(): StoredQuestions {
    const stored = this.readKept();
    const names = new Set([INDEX, ...this.bytes.keys()]);
    mkdirSync(this.directory, { recursive: true, mode: FOLDER_MODE });
    chmodSync(this.directory, FOLDER_MODE);
    for (const name of readdirSync(this.directory).filter((one) => !names.has(one)))
      rmSync(path.join(this.directory, name), { recursive: true, force: true });
    return stored;
  }

  /** Writes the newest state last. Never rejects: without the file, answers are available until the next start. */
  save(stored: StoredQuestions): Promise<void> {
    this.unsaved = stored;
    this.saving ??= this.saveUnsaved();
    return this.saving;
  }

  /** Files for the answer of a question. */
  begin(question: string): { rowsFile: string; bundleFile: string } {
    mkdirSync(this.folderOf(question), { recursive: true, mode: FOLDER_MODE });
    return { rowsFile: this.fileOf(question, 'rows'), bundleFile: this.fileOf(question, 'bundle') };
  }

  remove(question: string): void {
    this.bytes.delete(question);
    rmSync(this.folderOf(question), { recursive: true, force: true });
  }

  /** Rows from a byte offset of the file on; an offset inside a row means the next row. */
  async rows(question: string, after: number, limit: number): Promise<AnswerRows> {
    const handle = await open(this.fileOf(question, 'rows'), 'r');
    try {
      const { size } = await handle.stat();
      const records: AnswerRow[] = [];
      let at = await lineFrom(handle, after, size);
      let length = PIECE_BYTES;
      while (records.length < limit && at < size) {
        const piece = await readPieceAt(handle, at, Math.min(length, size - at));
        const end = piece.lastIndexOf(LINE_END);
        if (end < 0 && piece.length < length) break;
        length = end < 0 ? length * 2 : PIECE_BYTES;
        const lines = end < 0 ? [] : piece.subarray(0, end).toString().split('\n');
        for (const line of lines.slice(0, limit - records.length)) {
          records.push(JSON.parse(line) as AnswerRow);
          at += Buffer.byteLength(line) + 1;
        }
      }
      return { records, next: at < size && records.length > 0 ? at : null };
    } finally {
      await handle.close();
    }
  }

  bundle(question: string): { file: string; bytes: number } {
    const file = this.fileOf(question, 'bundle');
    return { file, bytes: statSync(file).size };
  }

  private readKept(): StoredQuestions {
    try {
      const read = keptIndex.parse(JSON.parse(readFileSync(path.join(this.directory, INDEX), 'utf8')));
      const questions = read.questions.flatMap((one) => this.readQuestion(one) ?? []);
      return { questions, last: Math.max(read.last, ...questions.map(({ question }) => Number(question))) };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT') this.log('answers to auditors are not readable and removed', { error: message });
      if (code === 'ENOTDIR') rmSync(this.directory, { force: true });
      else rmSync(path.join(this.directory, INDEX), { recursive: true, force: true });
      return NONE;
    }
  }

  /** Null for an incomplete one. */
  private readQuestion(value: unknown): QueuedQuestion | null {
    const { data } = keptQuestion.safeParse(value);
    if (!data) return null;
    const { bytes, ...one } = data;
    if (isOpen(one)) return { ...one, readTo: null, state: 'failed', fault: 'ended' };
    if (one.state === 'done' && this.sizeOf(one.question) !== bytes) return null;
    if (one.state === 'done') this.bytes.set(one.question, bytes);
    return { ...one, readTo: null };
  }

  private sizeOf(question: string): number | null {
    try {
      const folder = this.folderOf(question);
      return readdirSync(folder).reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
    } catch {
      return null;
    }
  }

  private async saveUnsaved(): Promise<void> {
    while (this.unsaved) {
      const { questions, last } = this.unsaved;
      this.unsaved = null;
      try {
        for (const one of questions) if (one.state === 'done') await this.sync(one.question);
        const storedQuestions = questions.map(({ readTo: _, ...one }) => ({
          ...one,
          bytes: this.bytes.get(one.question) ?? 0,
        }));
        const text = JSON.stringify({ form: FORM, last, questions: storedQuestions });
        await this.index.put(`${path.basename(this.directory)}/${INDEX}`, Buffer.from(text));
      } catch (error) {
        this.log('the index of answers to auditors is not written', { error: (error as Error).message });
      }
    }
    this.saving = null;
  }

  /** The index lists only answers that are synced to disk, so that it never names a partial one. */
  private async sync(question: string): Promise<void> {
    if (this.bytes.has(question)) return;
    const folder = this.folderOf(question);
    let bytes = 0;
    try {
      for (const name of await readdir(folder)) {
        const file = path.join(folder, name);
        await syncOne(file);
        bytes += (await stat(file)).size;
      }
      await syncOne(folder);
      this.bytes.set(question, bytes);
    } catch (error) {
      // The answer was displaced meanwhile; the next index omits it.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }

  private folderOf(question: string): string {
    return path.join(this.directory, question);
  }

  private fileOf(question: string, kind: 'rows' | 'bundle'): string {
    return path.join(this.folderOf(question), kind === 'rows' ? 'rows.jsonl' : 'bundle.zip');
  }
}

async function syncOne(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readPieceAt(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

/** Returns the start of the first line that begins at or after this byte, or the end of the file. */
async function lineFrom(handle: FileHandle, byte: number, size: number): Promise<number> {
  if (byte === 0) return 0;
  for (let at = byte - 1; at < size;) {
    const piece = await readPieceAt(handle, at, Math.min(PIECE_BYTES, size - at));
    const end = piece.indexOf(LINE_END);
    if (end >= 0) return at + end + 1;
    if (piece.length === 0) break;
    at += piece.length;
  }
  return size;
}
