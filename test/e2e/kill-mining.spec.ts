/** Incomes that fall due at once are each paid once, whatever is killed in between. */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { journalConfig } from '../../server/compose';
import { encodeBody } from '../../server/core/codec';
import { evolve } from '../../server/core/evolve';
import { userAccount } from '../../server/core/ledger/entry';
import { balanceOf } from '../../server/core/ledger/ledger';
import { createState } from '../../server/core/state';
import { createTaker } from '../../server/engine/step';
import { journalDirectory, openJournal } from '../../server/journal/source';
import { loadConfig } from '../../server/platform/config/config';
import { Auditor } from '../simulation/invariants';
import { dice } from '../simulation/random-commands';
import { BOB } from '../tools/core-fixture';
import { Victim, readJournalFiles } from '../tools/kill';
import { compiledChild } from '../tools/kill-files';
import { DAILY, STAKED, mined, mining } from '../tools/mining-fixture';
import { usdt } from '../tools/option-fixture';

const PURCHASES = 2_000;
const STAKE = usdt(10);
/** It is killed while it writes: when the journal has grown by at most so much since its start. */
const WRITES_MAX = 1_200_000;
const LIVES_MAX = 60;
const TRIES_MAX = 300;

/** Bought more than a year ago: all that they bring is due when a process looks at its clock. */
async function dueAtOnce(directory: string): Promise<void> {
  const { exchange } = mining({ quota: STAKED, amountMin: 1n, amountMax: STAKED });
  const drafts = exchange.batches.map((batch) => ({ batch, body: encodeBody(batch) }));
  const take = createTaker({
    state: exchange.state,
    clock: () => exchange.now,
    onDraft: (draft) => void drafts.push(draft),
  });
  for (let count = 0; count < PURCHASES; count++) take(mined(BOB, STAKE));
  const { journal } = await openJournal(journalConfig(loadConfig({ DATA_DIR: directory, LOG_LEVEL: 'silent' })));
  await journal.append(-1, drafts);
  await journal.close();
}

/** What lies in its files, also a last line that was torn. */
function written(directory: string): string {
  const journal = journalDirectory(directory);
  const names = readdirSync(journal).filter((name) => name.endsWith('.jsonl'));
  return names
    .sort()
    .map((name) => readFileSync(path.join(journal, name), 'utf8'))
    .join('');
}
const endedIn = (text: string) => text.split('"type":"MiningEnded"').length - 1;

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds() && tries < TRIES_MAX; tries++) await new Promise((resolve) => setTimeout(resolve, 5));
}

test('a process that is killed again and again pays every income and every principal once', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'kill-mining-'));
  const read = () => readJournalFiles(journalDirectory(directory)).map(({ batch }) => batch);
  const roll = dice(20_261_124);
  let lives = 0;
  let victim: Victim | undefined;
  try {
    await dueAtOnce(directory);
    const childFile = compiledChild();
    for (let text = written(directory); endedIn(text) < PURCHASES; text = written(directory)) {
      if (lives > LIVES_MAX) throw new Error(`after ${lives} lives ${endedIn(text)} purchases have ended`);
      victim = new Victim({ directory, childFile });
      const length = text.length + roll(WRITES_MAX);
      // What is left may be less than that.
      await until(() => written(directory).length > length);
      await victim.kill();
      lives++;
    }
    // The last one mends what the kill before it tore, pays what was in it, and ends as it likes.
    victim = new Victim({ directory, childFile });
    await victim.hear('ready');
    await until(() => endedIn(written(directory)) === PURCHASES);
    await victim.end();
    // A process that was never interrupted would prove nothing.
    expect(lives).toBeGreaterThan(3);
    const auditor = new Auditor();
    const state = createState();
    const paid: string[] = [];
    for (const batch of read()) {
      auditor.follow(batch);
      evolve(state, batch);
      for (const event of batch.events)
        if (event.type === 'MiningPaid') paid.push(`${event.purchase}/${event.payment}`);
    }
    auditor.compare(state);
    expect(paid).toHaveLength(PURCHASES * DAILY.termDays);
    expect(new Set(paid).size).toBe(paid.length);
    const income = (STAKE / 1_000n) * BigInt(DAILY.termDays) * BigInt(PURCHASES);
    const available = balanceOf(state.ledger, userAccount(BOB, 'financial', 'USDT', 'available'));
    expect(available).toBe(STAKED + income);
  } finally {
    victim?.destroy();
    rmSync(directory, { recursive: true, force: true });
  }
}, 120_000);
