/**
 * The engine on each journal with default settings: every command's effects can be stored, and an exchange that stopped
 * because of size continues.
 */
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { composeExchange } from '../../../server/compose';
import { BATCH_BYTES_MAX } from '../../../server/core/bounds';
import { decide } from '../../../server/products/core';
import { positionOf, type Batch } from '../../../server/core/event';
import { nextReached } from '../../../server/core/market/reached-triggers';
import { isRejection } from '../../../server/core/rejection';
import { openEngine, type Engine } from '../../../server/engine/engine';
import { stateHash } from '../../../server/engine/state-hash';
import { openEmbeddedJournal } from '../../../server/journal/embedded/embedded-journal';
import { openEventStoreJournal } from '../../../server/journal/eventstore/eventstore-journal';
import { JournalLimitError, type Journal } from '../../../server/journal/port';
import { loadConfig } from '../../../server/platform/config/config';
import {
  ALICE,
  CAROL,
  buy,
  asUser,
  given,
  restingOrder,
  sell,
  staff,
  stopLimit,
  system,
  type Scenario,
  type Step,
} from '../../tools/fixtures/core-fixture';
import { EventStoreServer } from '../../tools/stores/eventstore-server';
import { bytesOf } from '../../tools/fixtures/largest';
import { draft, groupsOf } from '../../tools/samples/sample-batches';
import { all, appendAll } from './suite';

interface Store {
  open(): Promise<Journal>;
  remove(): void;
}

function directory(): Store {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'engine-'));
  return {
    open: () => openEmbeddedJournal({ dir, core: 'engine' }),
    remove: () => fs.rmSync(dir, { recursive: true, force: true }),
  };
}

async function server(): Promise<Store> {
  const started = await EventStoreServer.start();
  return {
    open: () => openEventStoreJournal({ url: started.url, core: 'engine' }),
    remove: () => started.stop(),
  };
}

/** Bob's stop order buys the 501 orders of others once a trade happens at 99. */
function waiting(): Scenario {
  const scenario = given();
  const sellers = [ALICE, CAROL, 10_000_005, 10_000_006];
  scenario.given(
    sellers
      .slice(2)
      .flatMap((user): Step[] => [
        system({ type: 'RegisterMember', user }),
        staff({ type: 'VerifyMember', user }),
        system({ type: 'CreditRecharge', user, asset: 'BTC', amount: 1_000n, reference: `makers/${user}` }),
      ]),
  );
  for (let order = 0; order < 501; order++) scenario.given(asUser(sellers[order % 4], restingOrder('sell', 100, 1)));
  return scenario.given(stopLimit('buy', 99, 100, 501), asUser(CAROL, restingOrder('buy', 99, 1)));
}

/** The trade that triggers Bob's order. */
const reaching = asUser(ALICE, sell(99, 1));

describe.each([
  ['files', directory],
  ['EventStoreDB', server],
] as const)('an exchange on %s at default limits', (_, make) => {
  let store: Store;
  let journal: Journal;
  let engine: Engine;
  beforeEach(async () => {
    store = await make();
    journal = await store.open();
  });
  afterEach(async () => {
    await engine.close();
    await journal.close();
    store.remove();
  });

  async function start(): Promise<void> {
    engine = await openEngine({ journal, snapshots: null, pendingMax: 100 });
  }
  async function restart(): Promise<void> {
    await engine.close();
    await journal.close();
    journal = await store.open();
    await start();
  }
  async function batchesOf(command: Batch['command']['type']): Promise<Batch[]> {
    const stored = await all(journal.read(0));
    return stored.map(({ batch }) => batch).filter((batch) => batch.command.type === command);
  }
  async function expectTriggered(): Promise<void> {
    const [batch, ...more] = await batchesOf('TriggerOrder');
    expect(more).toEqual([]);
    expect(batch.events.filter(({ type }) => type === 'TradeExecuted').length).toBe(500);
    expect(batch.events[501]).toMatchObject({ type: 'OrderCancelled', reason: 'fills_too_many', open: 1 });
    expect(bytesOf(batch)).toBeLessThanOrEqual(BATCH_BYTES_MAX);
    expect(nextReached(engine.state().reached)).toBeNull();
  }

  test('stores a stop order that meets 500 makers, also at the next start', async () => {
    await appendAll(journal, groupsOf(waiting().exchange.batches, 100));
    await start();
    await expect(engine.submit(reaching)).resolves.toMatchObject({ repeated: false });
    await expectTriggered();
    const before = stateHash(engine.state());
    await restart();
    expect(stateHash(engine.state())).toBe(before);
    await expect(engine.submit(buy(90, 1))).resolves.toMatchObject({ repeated: false });
  });

  test('continues after a stop with such an order still due', async () => {
    const { exchange } = waiting();
    const { actor, command } = reaching;
    const events = decide(exchange.state, command, { actor, at: exchange.now });
    if (isRejection(events)) throw new Error(events.rejected);
    const first = positionOf(exchange.batches[exchange.batches.length - 1]) + 1;
    const last: Batch = { v: 2, first, at: exchange.now, command: { type: command.type }, actor, events };
    await appendAll(journal, groupsOf(exchange.batches, 100));
    await journal.append(first - 1, [draft(last)]);
    await start();
    expect(nextReached(engine.state().reached)).not.toBeNull();
    await expect(engine.submit(buy(90, 1))).resolves.toMatchObject({ repeated: false });
    await expectTriggered();
    const before = stateHash(engine.state());
    await restart();
    expect(stateHash(engine.state())).toBe(before);
  });
});

test('does not start if its configuration is below the largest batch', async () => {
  const started = await EventStoreServer.start();
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'engine-'));
  const config = loadConfig({
    DATA_DIR: directory,
    JOURNAL_URL: started.url,
    JOURNAL_APPEND_BYTES_MAX: '1000000',
    LOG_LEVEL: 'silent',
  });
  const opening = composeExchange(config);
  await expect(opening).rejects.toBeInstanceOf(JournalLimitError);
  await expect(opening).rejects.toThrow('JOURNAL_APPEND_BYTES_MAX is 1000000');
  await expect(opening).rejects.toThrow('1004288 bytes');
  started.stop();
  fs.rmSync(directory, { recursive: true, force: true });
});
