/**
 * No false alarms: reconciliation rounds run continuously during random trading, deposits and withdrawals. Read models
 * stand still, are rebuilt or are away; a chain is unresponsive; coins are under maintenance; the exchange restarts.
 */
import { rmSync } from 'node:fs';
import Libsql from 'libsql';
import type { Command, Actor } from '../../../server/core/command';
import type { ChainPort } from '../../../server/platform/chains/chain-port';
import { expectSuccess, HttpExchange, type Json, type Person } from '../../tools/people/http-exchange';
import { chanceOf } from '../../tools/people/live-exchange';
import { MILLION, walletOf } from '../../tools/people/wallet';
import { MODELS } from '../../../server/views/stored/tables';
import { modelFile } from '../../tools/samples/model-file';

const ENV = {
  LIMIT_DRIFT_ROUND_SECONDS: '2000000',
  LIMIT_DRIFT_REST_MS: '1',
  LIMIT_DRIFT_AGAIN_MS: '5',
  LIMIT_DRIFT_CUSTODY_MS: '1',
  LIMIT_TICKET_HOURS_MAX: '100000',
  LIMIT_PROJECTION_LAG_SECONDS_MAX: '100000',
  // Maximum wait of a round for each lagging read model.
  LIMIT_DRIFT_PATIENCE_MS: '300',
};
const USERS = 4;

let exchange: HttpExchange;
let admin: Person;
const people: Person[] = [];
const addresses: string[] = [];
let now = 1_800_000_000_000;
const chance = chanceOf(20_261_127);
const pick = <T>(all: readonly T[]): T => all[Math.floor(chance() * all.length)];

const { parts, ready, ethereum, head } = walletOf({
  exchange: () => exchange,
  admin: () => admin,
  pass: (ms) => (now += ms),
});

beforeAll(async () => {
  exchange = await HttpExchange.start(ENV, { clock: () => now });
  admin = await exchange.staff('admin');
  await exchange.listMarkets(admin);
  for (let one = 0; one < USERS; one++) people.push(await ready('100000'));
  for (const { ticket } of people) {
    const asked = exchange.post('/app/recharge/address', { asset: 'USDT', chain: 'ERC20' }, ticket);
    addresses.push((await expectSuccess(asked)).address);
  }
  for (const { id } of people) await exchange.fund({ id } as Person, 'BTC', '10');
  await parts().chainWork.poll();
});
afterAll(() => exchange.stop());

async function send(actor: Actor, command: Command): Promise<void> {
  const isPersons = actor.startsWith('user/') || actor.startsWith('admin/');
  const clientId = isPersons ? { clientId: exchange.clientId() } : {};
  await parts()
    .engine.submit({ actor, ...clientId, command })
    .catch(() => undefined);
}

/** A random action, whatever its result. */
async function something(): Promise<void> {
  const { id: user } = pick(people);
  const who: Actor = `user/${user}`;
  const roll = chance();
  if (roll < 0.55) {
    const side = pick(['buy', 'sell'] as const);
    const terms = { kind: 'limit', timeInForce: 'gtc', selfTrade: 'cancel_taker', market: 'BTC-USDT' } as const;
    const price = 4_900_000 + Math.floor(chance() * 200_000);
    const quantity = 1 + Math.floor(chance() * 1_000);
    return send(who, { type: 'PlaceOrder', ...terms, user, side, price, quantity });
  }
  if (roll < 0.7) {
    const order = 1 + Math.floor(chance() * parts().engine.state().counters.order);
    return send(who, { type: 'CancelOrder', user, order });
  }
  if (roll < 0.78) {
    const [from, to] = chance() < 0.5 ? (['spot', 'contract'] as const) : (['contract', 'spot'] as const);
    return send(who, { type: 'TransferFunds', user, asset: 'USDT', from, to, amount: 1_000n });
  }
  if (roll < 0.82) {
    const asset = pick(['USDT', 'BTC']);
    return send('chain/ERC20', {
      type: 'FreezeFunds',
      user,
      asset,
      amount: 5n,
      reason: 'left the chain',
      reference: 'ERC20/1',
    });
  }
  if (roll < 0.88) {
    const outputs = [
      {
        asset: pick(['USDT', 'ETH']),
        address: pick(addresses),
        amount: BigInt(1 + Math.floor(chance() * 9)) * MILLION,
      },
    ];
    await ethereum().send(outputs);
    return;
  }
  if (roll < 0.94) {
    const address = chance() < 0.3 ? pick(addresses) : '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    const to = { chain: 'ERC20', address };
    await send(who, { type: 'ApplyWithdrawal', user, asset: 'USDT', amount: 300_000_000n, ...to });
    const withdrawal = parts().engine.state().wallet.counters.withdrawal - 1;
    const roll = chance();
    if (roll < 0.2) return send(who, { type: 'CancelWithdrawal', user, withdrawal });
    return send(`admin/${admin.id}`, { type: 'ApproveWithdrawal', withdrawal });
  }
  if (blocksLeft-- <= 0) return;
  await parts().chainWork.mine();
  if (chance() < 0.2) await ethereum().reorganise(1);
}

/** Blocks with payments wait for their read models. */
let blocksLeft = Number.POSITIVE_INFINITY;

let rounds = 0;
/** Performs actions while rounds run. */
async function busy(things: number): Promise<void> {
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      await parts().reconciliation.runRound();
      rounds++;
    }
  })();
  for (let one = 0; one < things; one++) await Promise.all(Array.from({ length: 4 }, something));
  isOver = true;
  await looking;
  expect(parts().live.drift.differences()).toEqual([]);
}

/** Users behind the round's last slice: registered, funded and trading at once. */
let newcomer = 20_000_000;
async function newcomers(): Promise<void> {
  const user = newcomer++;
  await send('registrar', { type: 'RegisterMember', user });
  await exchange.fund({ id: user } as Person, 'USDT', '1000');
  await send(`admin/${admin.id}`, { type: 'VerifyMember', user, document: String(user).padStart(64, '0') });
  const terms = { kind: 'limit', timeInForce: 'gtc', selfTrade: 'cancel_taker', market: 'BTC-USDT' } as const;
  await send(`user/${user}`, { type: 'PlaceOrder', ...terms, user, side: 'buy', price: 4_000_000, quantity: 100 });
}

async function board(): Promise<Json> {
  return expectSuccess(exchange.get(`/audit/drift?minPosition=${head()}`, admin.ticket));
}
const whyOf = ({ comparisons }: Json, name: string): string =>
  comparisons.find(({ comparison }: Json) => comparison === name).why;

async function restart(): Promise<void> {
  const { dataDir } = exchange;
  await exchange.halt();
  exchange = await HttpExchange.start({ ...ENV, DATA_DIR: dataDir }, { clock: () => now });
  admin = { ...admin, ticket: await exchange.logIn(admin.email) };
}

test('during trading, deposits and withdrawals', async () => {
  await busy(400);
  expect(rounds).toBeGreaterThan(5);
  await parts().reconciliation.runRound();
  const { comparisons } = await board();
  expect(comparisons.filter(({ state }: Json) => state === 'agrees').length).toBeGreaterThan(8);
});

test('while members register and are funded during a round', async () => {
  for (let times = 0; times < 15; times++) {
    const round = parts().reconciliation.runRound();
    await newcomers();
    await round;
  }
  expect(parts().live.drift.differences()).toEqual([]);
});

test('across restarts', async () => {
  for (let times = 0; times < 2; times++) {
    await restart();
    await busy(100);
  }
});

test('while read models stand still, which are reported as lagging', async () => {
  const files = MODELS.map((name) => new Libsql(modelFile(exchange.dataDir, name)));
  try {
    for (const file of files) {
      file.exec('pragma busy_timeout = 5000');
      file.exec('begin immediate');
    }
    blocksLeft = 1;
    await busy(20);
    expect(blocksLeft).toBeLessThanOrEqual(0);
    blocksLeft = Number.POSITIVE_INFINITY;
    const now = await board();
    expect(whyOf(now, 'stored.balance')).toBe('behind');
    expect(whyOf(now, 'records.balance')).toBe('behind');
    expect(whyOf(now, 'live.balance')).toBeNull();
    expect(await (await fetch(`${exchange.url}/ready`)).json()).toMatchObject({ drift: 'unknown' });
    for (const file of files) file.exec('rollback');
    await busy(50);
  } finally {
    for (const file of files) file.close();
  }
});

test('while read models are rebuilt', async () => {
  const { dataDir } = exchange;
  await exchange.halt();
  for (const end of ['', '-wal', '-shm']) rmSync(modelFile(dataDir, 'views') + end, { force: true });
  exchange = await HttpExchange.start({ ...ENV, DATA_DIR: dataDir }, { clock: () => now });
  admin = { ...admin, ticket: await exchange.logIn(admin.email) };
  await busy(60);
});

test('while a chain is unresponsive, and a coin is under maintenance', async () => {
  const chain = ethereum() as unknown as { hashAt: ChainPort['hashAt'] };
  const { hashAt } = chain;
  chain.hashAt = () => Promise.reject(new Error('connect ECONNREFUSED'));
  await busy(10);
  expect(whyOf(await board(), 'chain.custody')).toBe('away');
  chain.hashAt = hashAt;
  const still = { asset: 'USDT', trading: 'maintenance', deposits: 'suspended', withdrawals: 'suspended' };
  await exchange.act(admin, '/product/setAssetState', { ...still, reason: 'an upgrade of the chain' });
  await busy(40);
  const again = { asset: 'USDT', trading: 'open', deposits: 'open', withdrawals: 'open' };
  await exchange.act(admin, '/product/setAssetState', { ...again, reason: 'it is over' });
  await busy(40);
});

test('a round that waits for read models does not delay the stop', async () => {
  const file = new Libsql(modelFile(exchange.dataDir, 'views'));
  try {
    file.exec('pragma busy_timeout = 5000');
    file.exec('begin immediate');
    const [{ id: user }] = people;
    await send(`user/${user}`, {
      type: 'TransferFunds',
      user,
      asset: 'USDT',
      from: 'spot',
      to: 'contract',
      amount: 1_000n,
    });
    const round = parts().reconciliation.runRound();
    await new Promise((resolve) => setTimeout(resolve, 300));
    const began = performance.now();
    await parts().reconciliation.close();
    await round;
    expect(performance.now() - began).toBeLessThan(1_000);
    file.exec('rollback');
  } finally {
    file.close();
  }
});
