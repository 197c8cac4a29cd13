/** A real PostgreSQL in its own folder that can fail in every way a server does. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { freePort } from '../server-process';

const SERVER = path.join(__dirname, 'postgres-server.mjs');
const PASSWORD = 'test-only';

type Act = 'kill' | 'stop' | 'start' | 'freeze' | 'thaw';

export class PostgresServer {
  private constructor(
    readonly folder: string,
    readonly port: number,
    private readonly child: ChildProcess,
  ) {}

  static async start(): Promise<PostgresServer> {
    const folder = mkdtempSync(path.join(tmpdir(), 'postgres-'));
    // PostgreSQL refuses to run as root; it then runs as user postgres, who must be able to write here.
    chmodSync(folder, 0o777);
    const port = await freePort();
    const child = fork(SERVER, [folder, String(port), PASSWORD]);
    const gone = once(child, 'exit').then(([code]) => {
      throw new Error(`PostgreSQL ended with ${String(code)} before it was ready`);
    });
    await Promise.race([once(child, 'message'), gone]);
    return new PostgresServer(folder, port, child);
  }

  urlOf(database: string): string {
    return `postgres://postgres:${PASSWORD}@127.0.0.1:${this.port}/${database}`;
  }

  /** Runs a statement as administrator. */
  async ask(statement: string, database = 'postgres'): Promise<void> {
    const client = new Client({ connectionString: this.urlOf(database) });
    await client.connect();
    await client.query(statement);
    await client.end();
  }

  /**
   * `kill` is a power cut; `stop` ends connections regularly; a frozen server accepts connections and never answers.
   */
  async act(act: Act): Promise<void> {
    const done = once(this.child, 'message');
    this.child.send(act);
    await done;
  }

  async destroy(): Promise<void> {
    if (this.child.connected) {
      const exit = once(this.child, 'exit');
      this.child.disconnect();
      await exit;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}
