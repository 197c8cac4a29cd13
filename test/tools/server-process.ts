/** The built server in a process of its own, as an operator runs it: told by signals, heard by its log. */
import { spawn, type ChildProcess } from 'node:child_process';
import net from 'node:net';
import path from 'node:path';

const MAIN = path.resolve(__dirname, '../../dist/server/main.js');

/** A line of its log. */
export interface LogLine {
  msg: string;
  [fact: string]: unknown;
}

export class ServerProcess {
  /** Its exit code, once it has ended; the signal that ended it stands for one. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  private heard = '';
  private onText: () => void = () => undefined;

  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
  ) {
    const hear = (chunk: Buffer): void => {
      this.heard += chunk.toString();
      this.onText();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    this.ended = new Promise((resolve) => child.once('close', (code, signal) => resolve(code ?? signal)));
  }

  /** Resolves when it listens. */
  static async start(env: Record<string, string>): Promise<ServerProcess> {
    const server = await ServerProcess.begin(env);
    await server.says('listening on');
    return server;
  }

  /** Resolves at once: whether it ever listens is to be seen. */
  static async begin(env: Record<string, string>): Promise<ServerProcess> {
    const port = String(await freePort());
    const child = spawn(process.execPath, ['--enable-source-maps', MAIN], {
      env: { PATH: process.env['PATH'], DEMO: 'off', HOST: '127.0.0.1', PORT: port, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new ServerProcess(`http://127.0.0.1:${port}`, child);
  }

  /** Resolves when it has said so, on either of its two ways out. */
  async says(words: string): Promise<void> {
    const said = new Promise<void>((resolve) => {
      this.onText = () => {
        if (this.heard.includes(words)) resolve();
      };
      this.onText();
    });
    const gone = this.ended.then((code) => {
      if (!this.heard.includes(words)) throw new Error(`it ended with ${code} without saying ${words}:\n${this.heard}`);
    });
    await Promise.race([said, gone]);
  }

  /** What the last line of its log with this message says. */
  logged(message: string): LogLine {
    const lines = this.heard.split('\n').filter((line) => line.startsWith('{'));
    const found = lines.map((line) => JSON.parse(line) as LogLine).findLast(({ msg }) => msg === message);
    if (!found) throw new Error(`nothing logged ${message}:\n${this.heard}`);
    return found;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Asks it to end, and waits until it has. */
  stop(): Promise<number | NodeJS.Signals | null> {
    this.signal('SIGTERM');
    return this.ended;
  }

  /** Whatever state it is in, stopped ones included. */
  async destroy(): Promise<void> {
    this.signal('SIGKILL');
    await this.ended;
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const listener = net.createServer().once('error', reject);
    listener.listen(0, '127.0.0.1', () => {
      const { port } = listener.address() as net.AddressInfo;
      listener.close(() => resolve(port));
    });
  });
}
