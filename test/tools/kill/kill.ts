/**
 * `npm run test:kill -- [--rounds N] [--seed S] [--dir <new directory>]`: an exchange in its own process is repeatedly
 * killed with SIGKILL under load on the same directory. After every restart everything it ever reported is compared
 * with the journal. The journal's files are read here, independently of its own reader.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { stateHash } from '../../../server/engine/state-hash';
import { journalDirectory } from '../../../server/journal/source';
import { dice } from '../../simulation/random-intentions';
import { withApprovals } from '../fixtures/with-approvals';
import type { FromChild } from './kill-child';
import { KillError, same, type JournalLine, readJournalFiles } from './kill-journal';
import { USERS, MARKET_NAMES, opening } from './kill-opening';
import { Truth } from './kill-truth';
import { Traffic } from './kill-traffic';
import { type KillOptions, Victim, pause } from './kill-victim';

export interface KillSummary {
  rounds: number;
  position: number;
  trades: number;
  /** Answers received, including rejections. */
  answered: number;
  /** Commands without an answer before a kill, and how many of them the journal contains. */
  unanswered: number;
  unansweredStored: number;
  /** Restarts from a snapshot, and kills before the process was ready. */
  fromSnapshot: number;
  killedStarting: number;
  killedClosing: number;
  stateHash: string;
}
const IN_FLIGHT = 256;
/** Enough for a round; more would only lengthen the audit. */
const ROUND_COMMANDS_MAX = 1_000;
/** Less time than a fast machine needs for them: a kill without load proves nothing. */
const LOAD_MS_MAX = 120;
const STARTING_MS_MAX = 900;
const CLOSING_MS_MAX = 40;

/* Successive rounds */

class Rounds {
  private readonly roll: (sides: number) => number;
  private readonly truth = new Truth();
  private readonly traffic: Traffic;
  private victim: Victim;
  private failure: Error | null = null;
  private inFlight = 0;
  private budget = 0;
  private onIdle: () => void = () => undefined;
  private readonly summary: KillSummary;

  constructor(private readonly options: KillOptions) {
    this.roll = dice(options.seed);
    this.traffic = new Traffic(this.roll);
    this.victim = new Victim(options);
    this.summary = {
      rounds: 0,
      position: -1,
      trades: 0,
      answered: 0,
      unanswered: 0,
      unansweredStored: 0,
      fromSnapshot: 0,
      killedStarting: 0,
      killedClosing: 0,
      stateHash: '',
    };
  }

  async run(): Promise<KillSummary> {
    try {
      await this.open();
      for (let round = 1; round <= this.options.rounds; round++) {
        const told = await this.round(round);
        this.summary.rounds = round;
        this.options.say(`round ${round}/${this.options.rounds}: ${told}`);
        this.victim = new Victim(this.options);
      }
      const restart = await this.examine();
      await this.load(0);
      await this.settled();
      await this.victim.end();
      this.truth.follow(this.readJournal());
      this.checkAnswers();
      this.summary.position = this.truth.state.position;
      this.summary.trades = this.truth.auditor.trades;
      this.summary.stateHash = stateHash(this.truth.state);
      this.options.say(`last start: ${restart}; everything repeated and answered`);
      return this.summary;
    } finally {
      this.victim.destroy();
    }
  }

  /** Lists, registers and credits before the first kill; every command is answered. */
  private async open(): Promise<void> {
    await this.victim.hear('ready');
    this.victim.listen((message) => this.hear(message));
    this.send(withApprovals([...opening()]).map((envelope) => this.traffic.add(envelope)));
    await this.settled();
    await this.victim.kill();
    this.victim = new Victim(this.options);
  }

  private async round(round: number): Promise<string> {
    // One in six rounds ends during the start, and one during the close, however few rounds there are.
    const kind = round % 6;
    if (kind === 0 && round > 1) {
      const ms = this.roll(STARTING_MS_MAX);
      await pause(ms);
      await this.victim.kill();
      this.summary.killedStarting++;
      return `killed while starting, after ${ms} ms`;
    }
    const restart = await this.examine();
    const before = this.summary.answered;
    const ms = 5 + this.roll(LOAD_MS_MAX);
    const warm = this.roll(3) > 0;
    await this.load(ROUND_COMMANDS_MAX);
    // The first commands of a process are slow: without this most rounds would end before the first answer.
    while (warm && this.summary.answered === before && !this.failure) await pause(5);
    await Promise.race([pause(ms), this.settled()]);
    let how = `killed after ${ms} ms`;
    if (kind === 1) {
      this.victim.send({ is: 'close' });
      const closingMs = this.roll(CLOSING_MS_MAX);
      await pause(closingMs);
      how += ` of load and ${closingMs} of closing`;
      this.summary.killedClosing++;
    }
    await this.victim.kill();
    this.throwFailure();
    const unanswered = this.traffic.lost();
    this.summary.unanswered += unanswered;
    this.inFlight = 0;
    return `${restart}; ${this.summary.answered - before} answers, ${how} with ${unanswered} unanswered`;
  }

  /** Checks the files after a restart, before new commands, and compares the process with them. */
  private async examine(): Promise<string> {
    const { position, snapshot, tail } = await this.victim.hear('ready');
    this.truth.follow(this.readJournal());
    same(position, this.truth.state.position, 'position after the restart');
    this.checkAnswers();
    const stored = this.traffic.unanswered.filter(({ envelope: { actor, clientId } }) =>
      this.truth.clientIds.has(`${actor} ${clientId}`),
    ).length;
    this.summary.unansweredStored += stored;
    if (snapshot >= 0) this.summary.fromSnapshot++;
    const now = Date.now();
    this.victim.send({ is: 'inspect', now, users: USERS, markets: MARKET_NAMES });
    const { inspection } = await this.victim.hear('inspection');
    this.truth.compare(inspection, now);
    return `position ${position} from snapshot ${snapshot} and ${tail} batches, ${stored} unanswered are stored`;
  }

  /** Every accepted command that was answered is in the journal, at the answered position. */
  private checkAnswers(): void {
    for (const { accepted, envelope } of this.traffic.sent) {
      if (!accepted || !/^(user|admin)\//.test(envelope.actor)) continue;
      const name = `${envelope.actor} ${envelope.clientId}`;
      same(
        this.truth.clientIds.get(name),
        { position: accepted.position, id: accepted.id },
        `${envelope.command.type} ${name} was answered; the journal`,
      );
    }
  }

  private readJournal(): JournalLine[] {
    return readJournalFiles(journalDirectory(this.options.directory));
  }

  /** Keeps commands in flight: repetitions, then `budget` new ones. */
  private async load(budget: number): Promise<void> {
    this.budget = budget;
    this.victim.listen((message) => this.hear(message));
    this.refill();
  }

  private refill(): void {
    const keys: number[] = [];
    while (this.inFlight + keys.length < IN_FLIGHT && (this.budget > 0 || this.traffic.hasUnanswered)) {
      if (!this.traffic.hasUnanswered) this.budget--;
      const repeats = this.traffic.hasUnanswered || this.roll(20) === 0;
      const key = this.traffic.next();
      keys.push(key);
      // A client that retries at once.
      if (repeats) keys.push(key);
    }
    if (keys.length > 0) this.send(keys);
  }

  private send(keys: readonly number[]): void {
    const commands = keys.map((key) => {
      this.traffic.sent[key].waiting++;
      return { key, envelope: this.traffic.sent[key].envelope };
    });
    this.inFlight += keys.length;
    this.victim.send({ is: 'commands', commands });
  }

  private hear(message: FromChild): void {
    try {
      if (message.is === 'failed') throw new KillError(`the exchange failed: ${message.message}`);
      if (message.is !== 'answers') return;
      for (const answer of message.answers) {
        this.inFlight--;
        this.summary.answered++;
        this.traffic.answered(answer, this.truth);
      }
      this.refill();
    } catch (error) {
      this.failure ??= error as Error;
    }
    if (this.inFlight === 0 || this.failure) this.onIdle();
  }

  private async settled(): Promise<void> {
    if (this.inFlight > 0 && !this.failure) {
      await new Promise<void>((resolve) => (this.onIdle = resolve));
    }
    this.throwFailure();
  }

  private throwFailure(): void {
    if (this.failure) throw this.failure;
  }
}

/** Resolves after all rounds; rejects at the first error. */
export function killRounds(options: KillOptions): Promise<KillSummary> {
  return new Rounds(options).run();
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { rounds: { type: 'string' }, seed: { type: 'string' }, dir: { type: 'string' } },
  });
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  const directory = values.dir ?? mkdtempSync(join(tmpdir(), 'kill-'));
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  say(`seed ${seed}, data in ${directory}`);
  try {
    const rounds = Number(values.rounds ?? 20);
    const summary = await killRounds({ rounds, seed, directory, childFile: join(__dirname, 'kill-child.js'), say });
    for (const [name, value] of Object.entries(summary)) say(`${name.padEnd(18)} ${value}`);
    if (values.dir === undefined) rmSync(directory, { recursive: true, force: true });
  } catch (error) {
    process.stderr.write(`FAILED with --seed ${seed}, data kept in ${directory}: ${(error as Error).stack}\n`);
    process.exitCode = 1;
  }
}

if (require.main === module) void main();
