/**
 * SQLite read in a thread of its own, behind Kysely: SQLite answers where it is asked, and in the main thread orders would
 * stand still meanwhile. Queries are the same as on any other connection; nothing can be written.
 */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  SqliteDialect,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type SqliteDatabase,
} from 'kysely';
import { workerFile } from '../../journal/worker-file';
import { Refusal } from '../errors/refusal';
import type { Answered, Asked, ReaderData } from './reading-messages';

/** So many wait at most: what comes then would be answered when nobody waits for it any more. */
const WAITING_MAX = 1_000;
const RETRY_SECONDS = 1;

/** Of a file that has its tables already. The thread begins with the first query. */
export function readingDialect(file: string): SqliteDialect {
  return new ReadingDialect(file);
}

class ReadingDialect extends SqliteDialect {
  constructor(private readonly file: string) {
    super({ database: noDatabase });
  }

  override createDriver(): Driver {
    return new ReadingDriver(new ReadingThread(this.file));
  }
}

/** What the dialect would open in this thread. */
async function noDatabase(): Promise<SqliteDatabase> {
  throw new Error('read in its own thread');
}

class ReadingDriver implements Driver {
  private readonly connection: DatabaseConnection;

  constructor(private readonly thread: ReadingThread) {
    this.connection = {
      executeQuery: <Row>(query: CompiledQuery) => thread.ask<Row>(query),
      streamQuery: () => refuse('streams'),
    };
  }

  async init(): Promise<void> {
    // The first query starts the thread.
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.connection;
  }

  async beginTransaction(): Promise<void> {
    refuse('transactions');
  }

  async commitTransaction(): Promise<void> {
    refuse('transactions');
  }

  async rollbackTransaction(): Promise<void> {
    refuse('transactions');
  }

  async releaseConnection(): Promise<void> {
    // There is one for all.
  }

  destroy(): Promise<void> {
    return this.thread.close();
  }
}

function refuse(what: string): never {
  throw new Error(`this connection only reads, query by query: it has no ${what}`);
}

interface Waiting {
  resolve: (rows: unknown[]) => void;
  reject: (error: Error) => void;
}

class ReadingThread {
  private worker: Worker | null = null;
  /** In the order in which they were asked, which is that of the answers. */
  private waiting: Waiting[] = [];
  private ended: Promise<unknown> = Promise.resolve();

  constructor(private readonly file: string) {}

  async ask<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.waiting.length >= WAITING_MAX) throw new Refusal('system.busy', null, RETRY_SECONDS);
    const worker = (this.worker ??= this.start());
    const rows = await new Promise<unknown[]>((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      worker.postMessage({ sql, parameters } satisfies Asked);
    });
    return { rows: rows as Row[] };
  }

  async close(): Promise<void> {
    this.worker?.postMessage(null);
    await this.ended;
  }

  /** One that ends before it is told to takes with it what it was asked; the next query starts another. */
  private start(): Worker {
    const workerData: ReaderData = { file: this.file };
    const worker = new Worker(workerFile(path.join(__dirname, 'reading.worker')), { workerData });
    let failure: Error | null = null;
    worker.on('message', (answer: Answered) => this.hear(answer));
    worker.on('error', (error: Error) => (failure = error));
    this.ended = new Promise((resolve) => {
      worker.once('exit', (code) => {
        this.worker = null;
        const reason = failure ?? new Error(`the thread that reads ${this.file} ended with ${code}`);
        for (const { reject } of this.waiting.splice(0)) reject(reason);
        resolve(code);
      });
    });
    return worker;
  }

  private hear(answer: Answered): void {
    const first = this.waiting.shift();
    if (answer.is === 'rows') first?.resolve(answer.rows);
    else first?.reject(Object.assign(new Error(answer.message), { code: answer.code }));
  }
}
