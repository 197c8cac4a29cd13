/**
 * The proof that a product is a folder and rows in tables: an egg timer that exists in this file alone is sold, kept, told in
 * snapshots, and pays what it owes at its time, through the real sequencer, journal and recovery, and nothing central knows of it.
 */
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { Actor, Command, FollowUp } from '../../server/core/command';
import { createCore } from '../../server/core/core';
import { CodecError } from '../../server/core/codec';
import { decodeBatch, PARTS } from '../../server/products/core';
import type { Context, Decision } from '../../server/core/decision';
import type { CoreEvent } from '../../server/core/event';
import { postAll, sorted } from '../../server/core/folding';
import { gather } from '../../server/core/gather';
import { houseAccount, userAccount, type Entry } from '../../server/core/ledger/entry';
import { entries, id, integer, message, millis, type MessageOf } from '../../server/core/messages/message';
import { availableIn } from '../../server/core/ledger/ledger';
import {
  lineRow,
  linesOf,
  nothingOpen,
  type CommandRow,
  type EventRow,
  type Part,
  type Told,
} from '../../server/core/product';
import { reject } from '../../server/core/rejection';
import type { CoreState, CoreView } from '../../server/core/state';
import { openEngine, type Engine } from '../../server/engine/engine';
import { readSnapshot, writeSnapshot } from '../../server/engine/snapshot-files';
import { stateHash } from '../../server/engine/state-hash';
import { BOB, given } from '../tools/fixtures/core-fixture';
import { MemoryJournal } from '../tools/stores/memory-journal';

interface Timer {
  id: number;
  user: number;
  endsAt: number;
}
interface EggState {
  next: number;
  timers: Map<number, Timer>;
  rung: number;
}
const StartTimer = message('StartTimer', { user: id, minutes: integer });
type StartTimer = MessageOf<typeof StartTimer>;
const RingTimer = message('RingTimer', { timer: id });
type RingTimer = MessageOf<typeof RingTimer>;
const TimerStarted = message('TimerStarted', { timer: id, user: id, endsAt: millis, entries });
type TimerStarted = MessageOf<typeof TimerStarted>;
const TimerRung = message('TimerRung', { timer: id, user: id, dueAt: millis });
type TimerRung = MessageOf<typeof TimerRung>;

const PRICE = 7n;
const MINUTE_MS = 60_000;
const eggsOf = (state: CoreState | CoreView): EggState => (state as unknown as { eggs: EggState }).eggs;

const commands: {
  StartTimer: CommandRow<StartTimer>;
  RingTimer: CommandRow<RingTimer>;
} = {
  StartTimer: {
    about: 'Starts a timer for a price.',
    senders: ['user'],
    message: StartTimer,
    lasting: nothingOpen,
    decide(view: CoreView, { user, minutes }: StartTimer, { at }: Context): Decision {
      if (availableIn(view.ledger, 'spot', user, 'USDT') < PRICE) return reject('balance.insufficient');
      const entry = {
        kind: 'egg_price',
        debit: userAccount(user, 'spot', 'USDT', 'available'),
        credit: houseAccount('fees', 'USDT'),
        amount: PRICE,
      } as unknown as Entry;
      const started: TimerStarted = {
        type: 'TimerStarted',
        timer: eggsOf(view).next,
        user,
        endsAt: at + minutes * MINUTE_MS,
        entries: [entry],
      };
      return [started as unknown as CoreEvent];
    },
  },
  RingTimer: {
    about: 'Ends a timer at its time.',
    senders: ['clock'],
    message: RingTimer,
    lasting: null,
    decide(view: CoreView, { timer }: RingTimer, { dueAt }: Context): Decision {
      const { user } = eggsOf(view).timers.get(timer) as Timer;
      return [{ type: 'TimerRung', timer, user, dueAt } as unknown as CoreEvent];
    },
  },
};

const events: { TimerStarted: EventRow<TimerStarted>; TimerRung: EventRow<TimerRung> } = {
  TimerStarted: {
    about: 'A timer was started.',
    message: TimerStarted,
    evolve(state, { timer, user, endsAt, entries: moved }) {
      postAll(state, moved);
      eggsOf(state).timers.set(timer, { id: timer, user, endsAt });
      eggsOf(state).next = timer + 1;
    },
    made: ({ timer }) => timer,
  },
  TimerRung: {
    about: 'A timer ended.',
    message: TimerRung,
    evolve(state, { timer }) {
      eggsOf(state).timers.delete(timer);
      eggsOf(state).rung++;
    },
  },
};

const told: Told<EggState> = {
  timers: lineRow<[is: 'egg', id: number, user: number, endsAt: number]>(
    'egg',
    function* (state) {
      for (const [, timer] of sorted(eggsOf(state).timers)) yield ['egg', timer.id, timer.user, timer.endsAt];
    },
    (state, [, timer, user, endsAt]) => {
      eggsOf(state).timers.set(timer, { id: timer, user, endsAt });
    },
  ),
  next: lineRow<[is: 'eggs', next: number, rung: number]>(
    'eggs',
    function* (state) {
      yield ['eggs', eggsOf(state).next, eggsOf(state).rung];
    },
    (state, [, next, rung]) => {
      Object.assign(eggsOf(state), { next, rung });
    },
  ),
  rung: 'with next',
};

/** All that there is of the product. */
const EGGS: Part = {
  commands,
  events,
  lines: linesOf(told),
  debts: [
    {
      kind: 'eggs',
      urgency: 'scheduled',
      place: 1_000,
      next(view) {
        const [first] = [...eggsOf(view).timers.values()].sort((one, other) => one.endsAt - other.endsAt);
        if (!first) return null;
        return {
          dueAt: first.endsAt,
          id: first.id,
          command: { type: 'RingTimer', timer: first.id } as unknown as FollowUp,
        };
      },
    },
  ],
  entryKinds: {
    egg_price: { debit: { user: 'available' }, credit: { house: 'fees' }, debitLabel: 'egg_price', creditLabel: null },
  },
  states: () => ({ eggs: { next: 1, timers: new Map(), rung: 0 } satisfies EggState }),
};
const CORE = createCore(gather([...PARTS, EGGS]));

const STARTED_AT = 1_760_000_100_000;
let now = STARTED_AT;
let journal: MemoryJournal;
let engine: Engine;

async function start(): Promise<void> {
  engine = await openEngine({ journal, snapshots: null, pendingMax: 100, clock: () => now, core: CORE });
}

/** Waits until so many have rung, by the turns of the event loop alone. */
async function rung(count: number): Promise<void> {
  while (eggsOf(engine.state()).rung < count) await new Promise((resolve) => setImmediate(resolve));
}

beforeEach(async () => {
  now = STARTED_AT;
  journal = new MemoryJournal('toy', 1_000_000, CORE.decodeBatch);
  const { batches } = given().exchange;
  await journal.append(
    -1,
    batches.map((batch) => ({ batch, body: CORE.encodeBody(batch) })),
  );
  await start();
});
afterEach(() => engine.close());

const buyTimer = (minutes: number, clientId?: string) => {
  const actor: Actor = `user/${BOB}`;
  return engine.submit({ actor, clientId, command: { type: 'StartTimer', user: BOB, minutes } as unknown as Command });
};
const balance = () => availableIn(engine.state().ledger, 'spot', BOB, 'USDT');

test('is sold once for a client id, and paid for', async () => {
  const before = balance();
  await expect(buyTimer(3, 'a')).resolves.toMatchObject({ id: 1, repeated: false });
  await expect(buyTimer(3, 'a')).resolves.toMatchObject({ id: 1, repeated: true });
  await expect(buyTimer(4, 'a')).resolves.toEqual({ rejected: 'client.id.reused' });
  expect(before - balance()).toBe(PRICE);
});

test('is nobody’s to ring but the clock’s', async () => {
  await buyTimer(3);
  const command = { type: 'RingTimer', timer: 1 } as unknown as Command;
  await expect(engine.submit({ actor: `user/${BOB}`, command })).resolves.toEqual({
    rejected: 'command.not.permitted',
  });
});

test('rings at its time, in order of time, with the time it was due and not the one it rang', async () => {
  await buyTimer(3);
  await buyTimer(1);
  await engine.close();
  // Down for a week.
  now = STARTED_AT + 7 * 86_400_000;
  await start();
  await rung(2);
  await engine.close();
  const last = journal.stored().slice(-2);
  expect(last.map(({ batch }) => [batch.actor, batch.at, batch.events[0]])).toEqual([
    ['clock', now, { type: 'TimerRung', timer: 2, user: BOB, dueAt: STARTED_AT + MINUTE_MS }],
    ['clock', now, { type: 'TimerRung', timer: 1, user: BOB, dueAt: STARTED_AT + 3 * MINUTE_MS }],
  ]);
  await start();
  expect(eggsOf(engine.state()).rung).toBe(2);
});

test('rings while commands go on', async () => {
  await buyTimer(0);
  await rung(1);
  await expect(buyTimer(5)).resolves.toMatchObject({ id: 2 });
});

test('is in the state’s hash, in snapshots, and in what a replay gives', async () => {
  const empty = stateHash(engine.state(), CORE);
  await buyTimer(3, 'a');
  const state = engine.state();
  expect(stateHash(state, CORE)).not.toBe(empty);
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'toy-'));
  writeSnapshot(directory, state, 'ab'.repeat(32), CORE);
  const snapshot = readSnapshot(directory, fs.readdirSync(directory)[0], CORE);
  fs.rmSync(directory, { recursive: true });
  expect(stateHash(snapshot?.state as CoreState, CORE)).toBe(stateHash(state, CORE));
  await engine.close();
  await start();
  expect(stateHash(engine.state(), CORE)).toBe(stateHash(state, CORE));
});

test('is unknown to the exchange’s own core', async () => {
  await buyTimer(3);
  await engine.close();
  const [last] = journal.stored().slice(-1);
  const text = `${CORE.encodeBody(last.batch)},"prev":"${last.prev}"}`;
  expect(() => decodeBatch(text)).toThrow(CodecError);
  await start();
});
