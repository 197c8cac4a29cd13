/** The walk runs in turns while the ledger changes; its result is of one position. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { drive, submitAll } from '../../test/bench/drive';
import { FIRST_USER, Mix, opening, resting } from '../../test/bench/orders-stream';
import { openEngine, type Engine } from '../engine/engine';
import { openJournal } from '../journal/source';
import { EXCHANGE_CORE } from '../products/core';
import { DurableTail } from './durable-tail';
import { checkLedger, type RunningCheckDependencies } from './checks';

const USERS = 3_000;

/** A working engine, and its durable position. */
async function atWork(directory: string) {
  const { journal } = await openJournal({ kind: 'embedded', directory, core: 'walked' });
  const engine = await openEngine({ journal, snapshots: null, pendingMax: 8_192 });
  const tail = new DurableTail();
  let durable = -1;
  const subscription = journal.subscribe(
    -1,
    (batches) => {
      tail.append(batches);
      durable = batches[batches.length - 1].position;
    },
    (error) => {
      throw error;
    },
  );
  const waitFor = async (position: number): Promise<boolean> => {
    while (durable < position) await new Promise((resolve) => setTimeout(resolve, 1));
    return true;
  };
  const live = { waitFor };
  const parts = {
    state: () => engine.state(),
    live,
    tail,
    patienceMs: 1_000,
    isClosed: () => false,
    standStill: new Set<never>(),
  };
  const close = async (): Promise<void> => {
    await subscription.close();
    await engine.close();
    await journal.close();
  };
  return { engine, parts: parts as unknown as RunningCheckDependencies, close };
}

async function registered(engine: Engine, user: number): Promise<void> {
  await engine.submit({ actor: 'registrar', command: { type: 'RegisterMember', user } });
  const paid = { type: 'CreditRecharge', user, asset: 'USDT', amount: 5n, reference: `late/${user}` } as const;
  await engine.submit({ actor: 'demo', command: paid });
}

test('finds no difference while users trade and register, but finds a manipulated value', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'ledger-walk-'));
  const { engine, parts, close } = await atWork(directory);
  try {
    await submitAll(engine, opening(USERS), 4_096);
    await submitAll(engine, resting(2_000, USERS), 4_096);
    const before = engine.state().position;
    let isOver = false;
    const trading = (async () => {
      const mix = new Mix(7, USERS);
      for (let user = FIRST_USER + USERS; !isOver; user++) {
        await drive(engine, mix, 64, 200);
        await registered(engine, user);
      }
    })();
    const first = await checkLedger(parts);
    const account = engine.state().ledger.accounts.get(`${FIRST_USER + 5}/spot/USDT/available`);
    if (!account) throw new Error('it was funded');
    account.balance -= 7n;
    const second = await checkLedger(parts);
    account.balance += 7n;
    const [hold] = engine.state().holds.values();
    isOver = true;
    await trading;
    hold.remaining += 1n;
    const third = await checkLedger(parts);
    expect(first.found).toEqual([]);
    const { position } = first.outcomes.get('ledger.sum') as { position: number };
    expect(position).toBeGreaterThan(before);
    expect(second.found).toEqual([
      { comparison: 'ledger.sum', subject: 'USDT', asset: 'USDT', expected: 0n, found: -7n },
    ]);
    expect(third.found).toMatchObject([{ comparison: 'ledger.hold', subject: expect.stringContaining('/frozen') }]);
    expect(third.found[0].found - third.found[0].expected).toBe(1n);
  } finally {
    await close();
    rmSync(directory, { recursive: true, force: true });
  }
});

test('compares nothing with a state that was replaced, as after a restart of the engine', async () => {
  const [one, other] = [EXCHANGE_CORE.createState(), EXCHANGE_CORE.createState()];
  let asked = 0;
  const live = { waitFor: async () => true };
  const state = () => (asked++ < 1 ? one : other);
  const parts = {
    state,
    live,
    tail: new DurableTail(),
    patienceMs: 100,
    isClosed: () => false,
    standStill: new Set<never>(),
  };
  expect(await checkLedger(parts as unknown as RunningCheckDependencies)).toEqual({ found: [], outcomes: new Map() });
});

test('makes no statement while the journal is behind', async () => {
  const state = EXCHANGE_CORE.createState();
  const live = { waitFor: async () => false };
  const parts = {
    state: () => state,
    live,
    tail: new DurableTail(),
    patienceMs: 1,
    isClosed: () => false,
    standStill: new Set<never>(),
  };
  const { found, outcomes: made } = await checkLedger(parts as unknown as RunningCheckDependencies);
  expect(found).toEqual([]);
  expect(made.get('ledger.sum')).toEqual({ why: 'behind' });
});
