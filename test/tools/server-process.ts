/** The built server in its own process, as an operator runs it: controlled by signals, observed through its log. */
import { spawn, type ChildProcess } from 'node:child_process';
import net from 'node:net';
import path from 'node:path';

const MAIN = path.resolve(__dirname, '../../dist/server/main.js');

export interface LogLine {
  msg: string;
  [fact: string]: unknown;
}

export class ServerProcess {
  /** Exit code, or the signal that ended the process. */
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

  /** Resolves when the server listens. */
  static async start(env: Record<string, string>): Promise<ServerProcess> {
    const server = await ServerProcess.begin(env);
    await server.says('listening on');
    return server;
  }

  /** Resolves at once, before the server listens, if it ever does. */
  static async begin(env: Record<string, string>): Promise<ServerProcess> {
    const port = String(await freePort());
    const child = spawn(process.execPath, ['--enable-source-maps', MAIN], {
      env: { PATH: process.env['PATH'], DEMO: 'off', HOST: '127.0.0.1', PORT: port, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new ServerProcess(`http://127.0.0.1:${port}`, child);
  }

  /** Resolves when stdout or stderr contains these words. */
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

  /** The last log line with this message. */
  logged(message: string): LogLine {
    const lines = this.heard.split('\n').filter((line) => line.startsWith('{'));
    const found = lines.map((line) => JSON.parse(line) as LogLine).findLast(({ msg }) => msg === message);
    if (!found) throw new Error(`nothing logged ${message}:\n${this.heard}`);
    return found;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Stops the server, and waits until it has ended. */
  stop(): Promise<number | NodeJS.Signals | null> {
    this.signal('SIGTERM');
    return this.ended;
  }

  /** Works in every state, including stopped servers. */
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
