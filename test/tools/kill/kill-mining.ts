/**
 * `npm run test:kill:mining -- [--purchases N] [--seed S]`: 100,000 mining incomes fall due at one 01:00, and the
 * paying process is repeatedly killed with SIGKILL. Each income is paid once, and each principal returned once.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { evolve, createState } from '../../../server/products/core';
import { userAccount } from '../../../server/core/ledger/entry';
import { balanceOf } from '../../../server/core/ledger/ledger';
import { journalDirectory } from '../../../server/journal/source';
import { Auditor } from '../../simulation/audits/invariants';
import { BOB } from '../fixtures/core-fixture';
import { KillError, readJournalFiles } from './kill-journal';
import { killWhileDue, writeBeforehand, type KillDueOptions } from './kill-due';
import { STAKED, buyMining, mining } from '../fixtures/mining-fixture';

export interface KillMiningOptions extends KillDueOptions {
  purchases: number;
  termDays: number;
}

export interface KillMiningSummary {
  /** Number of killed processes. */
  lives: number;
  /** Processes that died with a part of the incomes paid. */
  killedPaying: number;
  paid: number;
}

/** Large, because each snapshot contains every open purchase. */
const SNAPSHOT_EVERY_EVENTS = 20_000;

/** Bought more than a year ago, so that all incomes are due at a process's first look at its clock. */
export async function killMining(options: KillMiningOptions): Promise<KillMiningSummary> {
  const { purchases, termDays, directory } = options;
  const stake = STAKED / BigInt(purchases);
  const terms = { quota: STAKED, amountMin: 1n, amountMax: STAKED, termDays };
  await writeBeforehand(
    directory,
    mining(terms),
    Array.from({ length: purchases }, () => buyMining(BOB, stake)),
  );
  const due = { ...options, snapshotEveryEvents: SNAPSHOT_EVERY_EVENTS };
  const { lives, killedAtWork } = await killWhileDue(due, 'MiningEnded', purchases);
  audit(options, stake);
  return { lives, killedPaying: killedAtWork, paid: purchases * termDays };
}

/** Checks sums and counts that no code of the exchange computed. */
function audit({ directory, purchases, termDays }: KillMiningOptions, stake: bigint): void {
  const auditor = new Auditor();
  const state = createState();
  const paid = new Set<string>();
  for (const { batch } of readJournalFiles(journalDirectory(directory))) {
    auditor.follow(batch);
    evolve(state, batch);
    for (const event of batch.events) {
      if (event.type !== 'MiningPaid') continue;
      const name = `${event.purchase}/${event.payment}`;
      if (paid.has(name)) throw new KillError(`income ${name} was paid twice`);
      paid.add(name);
    }
  }
  auditor.compare(state);
  if (paid.size !== purchases * termDays) throw new KillError(`${paid.size} incomes were paid`);
  const income = (stake / 1_000n) * BigInt(termDays) * BigInt(purchases);
  const available = balanceOf(state.ledger, userAccount(BOB, 'financial', 'USDT', 'available'));
  if (available !== STAKED + income) throw new KillError(`${available} are there in place of ${STAKED + income}`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { purchases: { type: 'string' }, seed: { type: 'string' } } });
  const purchases = Number(values.purchases ?? 100_000);
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  const directory = mkdtempSync(path.join(tmpdir(), 'kill-mining-'));
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  say(`seed ${seed}, ${purchases} purchases, data in ${directory}`);
  try {
    const childFile = path.join(__dirname, 'kill-child.js');
    // A returned principal is one more event than its single income.
    const writesMax = purchases * 200;
    const summary = await killMining({ purchases, termDays: 1, writesMax, seed, directory, childFile, say });
    for (const [name, value] of Object.entries(summary)) say(`${name.padEnd(14)} ${value}`);
    rmSync(directory, { recursive: true, force: true });
  } catch (error) {
    process.stderr.write(`FAILED with --seed ${seed}, data kept in ${directory}: ${(error as Error).stack}\n`);
    process.exitCode = 1;
  }
}

if (require.main === module) void main();
