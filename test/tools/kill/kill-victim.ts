/** The killed process. */
import { fork, type ChildProcess } from 'node:child_process';
import type { FromChild, ToChild } from './kill-child';
import { check, same, text } from './kill-journal';

export interface KillOptions {
  rounds: number;
  seed: number;
  /** Data directory of the exchange; empty at first. */
  directory: string;
  /** The compiled `kill-child.js`. */
  childFile: string;
  say: (line: string) => void;
}

const SNAPSHOT_EVERY_EVENTS = 150;
const ANSWER_MS_MAX = 60_000;

export interface VictimOptions extends Pick<KillOptions, 'childFile' | 'directory'> {
  snapshotEveryEvents?: number;
}

export class Victim {
  private readonly child: ChildProcess;
  private readonly gone: Promise<void>;
  private errors = '';
  private isGone = false;
  private onMessage: (message: FromChild) => void = () => undefined;

  constructor({ childFile, directory, snapshotEveryEvents = SNAPSHOT_EVERY_EVENTS }: VictimOptions) {
    this.child = fork(childFile, [directory, String(snapshotEveryEvents)], {
      serialization: 'advanced',
      execArgv: ['--enable-source-maps'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.child.stderr?.on('data', (chunk: Buffer) => (this.errors += chunk.toString()));
    this.child.on('message', (message: FromChild) => this.onMessage(message));
    // A write may meet a process that was just killed.
    this.child.on('error', () => undefined);
    this.gone = new Promise((resolve) => {
      this.child.once('close', () => {
        this.isGone = true;
        resolve();
      });
    });
  }

  send(message: ToChild): void {
    if (this.child.connected) this.child.send(message, () => undefined);
  }

  listen(onMessage: (message: FromChild) => void): void {
    this.onMessage = onMessage;
  }

  /** The next message of this kind. */
  async hear<Kind extends FromChild['is']>(kind: Kind): Promise<Extract<FromChild, { is: Kind }>> {
    const heard = new Promise<FromChild>((resolve) => this.listen((message) => resolve(message)));
    const message = await Promise.race([heard, this.gone, pause(ANSWER_MS_MAX)]);
    check(message !== undefined, `the exchange ended or is silent instead of ${kind}: ${this.errors}`);
    check(message.is === kind, `the exchange says ${text(message)} instead of ${kind}`);
    return message as Extract<FromChild, { is: Kind }>;
  }

  /** Resolves after all messages before the kill were received. */
  async kill(): Promise<void> {
    check(!this.isGone, `the exchange ended by itself: ${this.errors}`);
    this.child.kill('SIGKILL');
    await this.gone;
  }

  async end(): Promise<void> {
    this.send({ is: 'close' });
    await this.gone;
    same(this.child.exitCode, 0, `exit code, ${this.errors}`);
  }

  /** Ends the process in any state, so that it does not outlive its parent. */
  destroy(): void {
    if (!this.isGone) this.child.kill('SIGKILL');
  }
}

export function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms, undefined).unref());
}
