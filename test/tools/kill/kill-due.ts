/** Due work at a start is done by processes that are repeatedly killed with SIGKILL during it. */
import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { journalConfig } from '../../../server/compose';
import { encodeBody } from '../../../server/products/core';
import { createExecutor } from '../../../server/engine/step';
import { journalDirectory, openJournal } from '../../../server/journal/source';
import { loadConfig } from '../../../server/platform/config/config';
import { dice } from '../../simulation/random-intentions';
import type { Scenario, Step } from '../fixtures/core-fixture';
import { KillError } from './kill-journal';
import { Victim, type VictimOptions } from './kill-victim';

export interface KillDueOptions extends VictimOptions {
  /** The process is killed at the latest after this journal growth since its start, bytes. */
  writesMax: number;
  seed: number;
  say: (line: string) => void;
}

export interface KillDueSummary {
  /** Number of killed processes. */
  lives: number;
  /** Processes that died with a part of the work done. */
  killedAtWork: number;
}

const LIVES_MAX = 200;
const LOOK_MS = 1;
/** Time without writes after which completion is checked; the process may only have paused. */
const PAUSE_MS = 300;
const LIFE_MS_MAX = 60_000;

/** Repeats until the journal has `all` events of a type, which means that all work is done. */
export async function killWhileDue(options: KillDueOptions, type: string, all: number): Promise<KillDueSummary> {
  const { directory, writesMax, say } = options;
  const roll = dice(options.seed);
  const done = (): number => countWritten(directory, type);
  const summary = { lives: 0, killedAtWork: 0 };
  let victim: Victim | undefined;
  try {
    while (done() < all) {
      if (summary.lives > LIVES_MAX) throw new KillError(`after ${summary.lives} lives there are ${done()} ${type}`);
      victim = new Victim(options);
      const begun = sizeOf(directory);
      const length = begun + roll(writesMax);
      await waitUntil(() => sizeOf(directory) > begun, LIFE_MS_MAX);
      await untilWritten(directory, length, () => done() === all);
      await victim.kill();
      summary.lives++;
      const grown = sizeOf(directory) - begun;
      if (grown > 0 && done() < all) summary.killedAtWork++;
      say(`life ${summary.lives}: ${grown} bytes written`);
    }
    // The last process repairs the journal's torn end, finishes the work, and ends regularly.
    victim = new Victim(options);
    await victim.hear('ready');
    await waitUntil(() => done() === all, LIFE_MS_MAX);
    await victim.end();
    return summary;
  } finally {
    victim?.destroy();
  }
}

/** Writes the scenario and these steps to the directory; the last step leaves its consequences due. */
export async function writeBeforehand(directory: string, { exchange }: Scenario, steps: Iterable<Step>): Promise<void> {
  const drafts = exchange.batches.map((batch) => ({ batch, body: encodeBody(batch) }));
  const take = createExecutor({
    state: exchange.state,
    clock: () => exchange.now,
    onDraft: (draft) => void drafts.push(draft),
  });
  for (const step of steps) take(step);
  const { journal } = await openJournal(journalConfig(loadConfig({ DATA_DIR: directory, LOG_LEVEL: 'silent' })));
  await journal.append(-1, drafts);
  await journal.close();
}

function filesOf(directory: string): string[] {
  const journal = journalDirectory(directory);
  const names = readdirSync(journal).filter((name) => name.endsWith('.jsonl'));
  return names.sort().map((name) => path.join(journal, name));
}
const sizeOf = (directory: string): number =>
  filesOf(directory).reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);

/** Counts in the files, including a torn last line. */
function countWritten(directory: string, type: string): number {
  const counts = filesOf(directory).map((file) => readFileSync(file, 'utf8').split(`"type":"${type}"`).length - 1);
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Waits until the journal is longer than this, or all work is done. */
async function untilWritten(directory: string, length: number, isAllDone: () => boolean): Promise<void> {
  let size = sizeOf(directory);
  let changedAt = Date.now();
  const isOver = (): boolean => {
    const now = sizeOf(directory);
    if (now > length) return true;
    if (now !== size) [size, changedAt] = [now, Date.now()];
    if (Date.now() - changedAt < PAUSE_MS) return false;
    changedAt = Date.now();
    return isAllDone();
  };
  await waitUntil(isOver, LIFE_MS_MAX);
}

async function waitUntil(holds: () => boolean, msMax: number): Promise<void> {
  for (const last = Date.now() + msMax; !holds() && Date.now() < last;)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}
