/**
 * Kysely dialect that reads SQLite in a separate thread. SQLite blocks the calling thread, and in the main thread
 * orders would wait. Queries are the same as on any other connection; writing is impossible.
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
import { workerFile } from '../../../journal/worker-file';
import { Refusal } from '../../errors/refusal';
import type { ReadAnswer, ReadRequest, ReaderData } from './reading-messages';

/** Maximum number of waiting queries; later ones would be answered after their timeout. */
const WAITING_MAX = 1_000;
const RETRY_SECONDS = 1;

/** For a file with existing tables. The thread starts with the first query. */
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

/** The dialect must not open a database in this thread. */
async function noDatabase(): Promise<SqliteDatabase> {
  throw new Error('read in its own thread');
}

class ReadingDriver implements Driver {
  private readonly connection: DatabaseConnection;

  constructor(private readonly thread: ReadingThread) {
    this.connection = {
      executeQuery: <Row>(query: CompiledQuery) => thread.query<Row>(query),
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
    // All queries share one connection.
  }

  destroy(): Promise<void> {
    return this.thread.close();
  }
}

function refuse(feature: string): never {
  throw new Error(`this connection only reads, query by query: it has no ${feature}`);
}

interface PendingQuery {
  resolve: (rows: unknown[]) => void;
  reject: (error: Error) => void;
}

class ReadingThread {
  private worker: Worker | null = null;
  /** Queries in order; the answers have the same order. */
  private pendingQueries: PendingQuery[] = [];
  private exit: Promise<unknown> = Promise.resolve();

  constructor(private readonly file: string) {}

  async query<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.pendingQueries.length >= WAITING_MAX) throw new Refusal('system.busy', null, RETRY_SECONDS);
    const worker = (this.worker ??= this.start());
    const rows = await new Promise<unknown[]>((resolve, reject) => {
      this.pendingQueries.push({ resolve, reject });
      worker.postMessage({ sql, parameters } satisfies ReadRequest);
    });
    return { rows: rows as Row[] };
  }

  async close(): Promise<void> {
    this.worker?.postMessage(null);
    await this.exit;
  }

  /** If the thread dies, its pending queries are rejected and the next query starts another one. */
  private start(): Worker {
    const workerData: ReaderData = { file: this.file };
    const worker = new Worker(workerFile(path.join(__dirname, 'reading.worker')), { workerData });
    let failure: Error | null = null;
    worker.on('message', (answer: ReadAnswer) => this.handleAnswer(answer));
    worker.on('error', (error: Error) => (failure = error));
    this.exit = new Promise((resolve) => {
      worker.once('exit', (code) => {
        this.worker = null;
        const reason = failure ?? new Error(`the thread that reads ${this.file} ended with ${code}`);
        for (const { reject } of this.pendingQueries.splice(0)) reject(reason);
        resolve(code);
      });
    });
    return worker;
  }

  private handleAnswer(answer: ReadAnswer): void {
    const first = this.pendingQueries.shift();
    if (answer.is === 'rows') first?.resolve(answer.rows);
    else first?.reject(Object.assign(new Error(answer.message), { code: answer.code }));
  }
}
