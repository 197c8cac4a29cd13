import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Candle } from '../../../shared/wire/market-data';
import type { KlineRequest } from '../../../shared/products/spot/wire';
import { createApplication, type Application } from '../../../server/application';
import type { CoreEvent, EventOf } from '../../../server/core/event';
import { houseAccount } from '../../../server/core/ledger/entry';
import { availableIn, balanceOf } from '../../../server/core/ledger/ledger';
import { demoUsers } from '../../../server/demo/demo-users';
import { seedDemo } from '../../../server/demo/seed';
import { unavailable } from '../../../server/platform/errors/refusal';
import { StaffAct } from '../../../server/features/admin/admin.handlers';
import { Kline } from '../../../server/products/spot/api/spot.queries';
import { Users } from '../../../server/platform/auth/users';
import { VerifiedNames } from '../../../server/platform/auth/verified-names';
import type { Config } from '../../../server/platform/config/config';
import { candles } from '../../../server/views/stored/queries';
import {
  DEMO_NOW as NOW,
  freshDemoConfig,
  killAfter,
  start,
  withStartedDemo,
  stop,
  type Started,
} from '../../tools/demo-start';
import { modelFile } from '../../tools/samples/model-file';

const MINUTE_MS = 60_000;
const HISTORY_MINUTES = 12;

const freshConfig = (env: Record<string, string> = {}): Config =>
  freshDemoConfig({ DEMO_HISTORY_MINUTES: String(HISTORY_MINUTES), ...env });

describe('demo seeding', () => {
  const config = freshConfig();

  async function seed(commandsMax = Infinity) {
    const application = await createApplication(config);
    const { engine, journal } = application.exchange;
    killAfter(application, commandsMax);
    const lines: string[] = [];
    try {
      await seedDemo(application, config, (line) => lines.push(line));
      const { members, markets, assets } = engine.state();
      const ids = [...members.keys()];
      const names = await Promise.all(ids.map((id) => application.nest.get(VerifiedNames).nameOf(id)));
      let recharges = 0;
      for await (const { batch } of journal.read(0)) {
        recharges += batch.events.filter(({ type }) => type === 'RechargeCredited').length;
      }
      return {
        recharges,
        names: names.filter((name) => name !== null),
        lines,
        head: journal.head(),
        members: [...members.values()],
        markets: [...markets.values()],
        assets: assets.size,
      };
    } finally {
      await application.close();
    }
  }

  it('continues after a kill, changes nothing once complete, and keeps its passwords', async () => {
    for (const commands of [0, 6, 9, 40]) await expect(seed(commands)).rejects.toThrow('killed');
    const first = await seed();
    expect(first.assets).toBe(14);
    expect(first.markets.map(({ state }) => state)).toEqual(Array(18).fill('open'));
    // Alice and bob, the maker and three takers; staff do not trade.
    expect(first.members.filter(({ verified }) => verified)).toHaveLength(6);
    expect(first.members).toHaveLength(9);
    expect(first.names).toEqual(['Alice Example', 'Bob Example']);
    const again = await seed();
    expect(again.head).toEqual(first.head);
    expect(again.lines).toEqual(first.lines);

    const printed = first.lines.join('\n');
    for (const [name, count] of [
      ['demo-users.json', 5],
      ['demo-traders.json', 4],
    ] as const) {
      const file = path.join(config.dataDir, name);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const users: { role: string; email: string; password: string }[] = JSON.parse(readFileSync(file, 'utf8'));
      expect(users).toHaveLength(count);
      for (const { password } of users) expect(printed.includes(password)).toBe(name === 'demo-users.json');
    }
    expect(demoUsers(config.dataDir).map(({ role }) => role)).toEqual(['admin', 'auditor', 'user', 'user', 'admin']);
    // One credit per asset and trader; visitors start without yen.
    expect(first.recharges).toBe(82);
  });

  it('funds its users again when the database is lost, because they are new users then', async () => {
    for (const end of ['', '-wal', '-shm']) rmSync(path.join(config.dataDir, `exchange.sqlite${end}`), { force: true });
    const after = await seed();
    expect(after.names).toEqual(['Alice Example', 'Bob Example']);
    expect(after.members).toHaveLength(18);
    expect(after.recharges).toBe(164);
    expect(after.markets).toHaveLength(18);
    expect((await seed()).head).toEqual(after.head);
  });
});

describe('a demo with an older data directory', () => {
  it('adds users that were added to the list since, and keeps the existing ones', () => {
    const { dataDir } = freshConfig();
    const file = path.join(dataDir, 'demo-users.json');
    const before = demoUsers(dataDir);
    writeFileSync(file, JSON.stringify(before.slice(0, 4)));
    const now = demoUsers(dataDir);
    expect(now.slice(0, 4)).toEqual(before.slice(0, 4));
    expect(now[4]).toMatchObject({ role: 'admin', email: 'admin2@demo.example' });
    expect(now[4].password).not.toBe(before[4].password);
    expect(demoUsers(dataDir)).toEqual(now);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

describe('history of a first start', () => {
  async function trades({ exchange }: Application): Promise<(EventOf<'TradeExecuted'> & { at: number })[]> {
    const executed: (EventOf<'TradeExecuted'> & { at: number })[] = [];
    let before = 0;
    for await (const { batch } of exchange.journal.read(0)) {
      expect(batch.at).toBeGreaterThanOrEqual(before);
      before = batch.at;
      for (const event of batch.events) if (event.type === 'TradeExecuted') executed.push({ ...event, at: batch.at });
    }
    expect(before).toBeLessThanOrEqual(NOW);
    return executed;
  }

  async function indexOf({ exchange }: Application): Promise<CoreEvent[]> {
    const events: CoreEvent[] = [];
    for await (const { batch } of exchange.journal.read(0)) {
      if (batch.actor.startsWith('feed/')) events.push(...batch.events);
    }
    return events.filter(({ type }) => type !== 'IndexSourceNamed');
  }

  /** Every minute of every market has a stored candle before anybody can look. */
  async function expectNoGaps({ exchange }: Application): Promise<void> {
    const first = Math.ceil((NOW - HISTORY_MINUTES * MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
    const last = Math.floor(NOW / MINUTE_MS) * MINUTE_MS;
    const minutes = Array.from({ length: (last - first) / MINUTE_MS }, (_, minute) => first + minute * MINUTE_MS);
    for (const market of exchange.engine.state().markets.keys()) {
      const rows = await candles(exchange.stored, market, '1m', first, last, 100);
      expect(rows.map(({ openedAt }) => openedAt)).toEqual(minutes);
      const quiet = rows.filter(({ trades: count }) => count === 0);
      expect([market, quiet.map(({ openedAt }) => (openedAt - first) / MINUTE_MS)]).toEqual([market, []]);
    }
  }

  describe('without disturbances', () => {
    const config = freshConfig();
    let running: Started;
    beforeAll(async () => {
      running = await start(config);
      await running.demo.prepare(running.application);
    });
    afterAll(() => running && stop(running));

    it('leaves candles without gaps, full books, and orders of alice, by ordinary commands alone', async () => {
      const { application, lines } = running;
      const { engine, live, progress, journal } = application.exchange;
      await expectNoGaps(application);
      const executed = await trades(application);
      expect(executed.length).toBeGreaterThan(10 * HISTORY_MINUTES);
      expect(new Set(executed.map(({ takerSide }) => takerSide))).toEqual(new Set(['buy', 'sell']));

      const { markets, members } = engine.state();
      for (const { terms, lastPrice } of markets.values()) {
        const { bids, asks } = live.depth.snapshot(terms.market);
        expect(bids.length).toBeGreaterThanOrEqual(18);
        expect(asks.length).toBeGreaterThanOrEqual(18);
        expect(Number(bids[0][0])).toBeLessThan(Number(asks[0][0]));
        // Prices come only from trades near the quotes.
        expect(Math.abs(Number(asks[0][0]) / Number(live.markets.get(terms.market).price(lastPrice)) - 1)).toBeLessThan(
          0.01,
        );
      }
      const index = await indexOf(application);
      expect(index[0].type).toBe('IndexSeedCommitted');
      const published = index.flatMap((event) => (event.type === 'IndexPublished' ? [event.prices] : []));
      expect(published.length).toBeGreaterThanOrEqual(HISTORY_MINUTES);
      expect(published[0].map(({ symbol }) => symbol)).toEqual(
        [...markets.values()].filter(({ product }) => product === 'spot').map(({ terms }) => terms.market),
      );
      for (const { sources } of published.flat()) expect(sources).toHaveLength(3);
      const [, , alice, bob] = [...members.values()];
      expect([...alice.openOrders.values()].flatMap((orders) => [...orders]).length).toBeGreaterThanOrEqual(3);
      expect(executed.filter(({ maker, taker }) => maker === alice.user || taker === alice.user)).not.toEqual([]);
      expect(executed.filter(({ maker, taker }) => maker === bob.user || taker === bob.user)).toEqual([]);
      expect(bob.openOrders.size).toBe(0);
      expect(progress.position()).toBeLessThanOrEqual(journal.head().position);
      expect(lines).toContain('demo: 12 minutes of history 50 %');
      expect(lines).toContain('demo: records of the history 100 %');
    });

    it('skips no scripted act of alice or the staff', () => {
      expect(running.lines.filter((line) => line.includes('left out'))).toEqual([]);
    });

    it('leaves alice a trading robot, started with the key shown to visitors', async () => {
      const { engine } = running.application.exchange;
      const { members, robots } = engine.state();
      const [, , { user: alice }, { user: bob }] = [...members.values()];
      expect([...robots.terms.values()].map(({ state }) => state)).toEqual(Array(4).fill('open'));
      expect([...robots.running.values()]).toMatchObject([{ user: alice, market: 'BTC-USDT', phase: 'running' }]);
      const [{ cycle, steps }] = robots.running.values();
      expect(cycle).toBeGreaterThan(1);
      expect(steps.some(({ order }) => order !== null)).toBe(true);
      for (const user of [alice, bob]) expect(robots.keys.has(user)).toBe(true);
    });

    it('leaves alice second contracts settled by the index, and one that waits for its start', async () => {
      const { engine, journal } = running.application.exchange;
      const { members, options } = engine.state();
      const [, , { user: alice }] = [...members.values()];
      expect([...options.products.values()].map(({ state }) => state)).toEqual(Array(6).fill('open'));
      expect([...options.contracts.values()]).toMatchObject([{ user: alice, entry: null, symbol: 'BTC-USDT' }]);
      const ends: string[] = [];
      for await (const { batch } of journal.read(0)) {
        for (const event of batch.events) if (event.type === 'OptionSettled') ends.push(event.end);
      }
      expect(ends).toHaveLength(8);
      expect(ends.filter((end) => end === 'refunded')).toEqual([]);
    });

    it('leaves alice two conversions, and small balances converted on open terms', async () => {
      const { engine, journal } = running.application.exchange;
      const { members, convert, ledger } = engine.state();
      const [, , { user: alice }] = [...members.values()];
      expect(convert).toMatchObject({ next: 5, terms: { state: 'open', dailyMax: 50_000_000_000n } });
      const converted: EventOf<'Converted'>[] = [];
      const taken: EventOf<'DustConverted'>[] = [];
      for await (const { batch } of journal.read(0)) {
        for (const event of batch.events) {
          if (event.type === 'Converted') converted.push(event);
          if (event.type === 'DustConverted') taken.push(event);
        }
      }
      expect(converted.map(({ user, from, to, orders }) => [user, from, to, orders.length])).toEqual([
        [alice, 'SOL', 'USDT', 1],
        [alice, 'LINK', 'DOT', 2],
      ]);
      for (const { received, least } of converted) expect(least).toBe((received * 999n) / 1_000n);
      expect(taken.map(({ user, asset, amount }) => [user, asset, amount])).toEqual([
        [alice, 'LTC', 500_000n],
        [alice, 'ADA', 1_500_000n],
      ]);
      for (const { asset, amount } of taken) {
        expect(balanceOf(ledger, houseAccount('dust', asset))).toBe(amount);
        expect(availableIn(ledger, 'contract', alice, asset)).toBe(0n);
      }
      const paid = taken.reduce((sum, { received }) => sum + received, 0n);
      expect(balanceOf(ledger, houseAccount('dust', 'USDT'))).toBe(500_000_000_000n - paid);
    });

    it('leaves alice a long and a short, a closed position, stops, orders, and paid funding', async () => {
      const { engine, journal } = running.application.exchange;
      const { members, perpetual, stops } = engine.state();
      const [, , { user: alice }, { user: bob }] = [...members.values()];
      const own = perpetual.holdings.get(alice);
      expect(own?.get('BTC-USDT-PERP')).toMatchObject({ leverage: 10, long: { side: 'long' }, short: null });
      expect(own?.get('ETH-USDT-PERP')).toMatchObject({ long: { side: 'long' }, short: { side: 'short' } });
      expect(own?.get('SOL-USDT-PERP')).toMatchObject({ long: null, short: null });
      expect(perpetual.holdings.get(bob)?.get('BTC-USDT-PERP')).toMatchObject({ long: null, short: null });
      expect([...stops.stops.values()].map(({ user, kind }) => [user, kind])).toEqual([
        [alice, 'take_profit'],
        [alice, 'stop_loss'],
      ]);
      const waiting = members.get(alice)?.openOrders;
      expect([waiting?.get('BTC-USDT-PERP')?.size, waiting?.get('XRP-USDT-PERP')?.size]).toEqual([1, 1]);
      const events: CoreEvent[] = [];
      for await (const { batch } of journal.read(0)) events.push(...batch.events);
      const fixed = events.filter(({ type }) => type === 'FundingFixed');
      expect(fixed).toHaveLength(5);
      expect(events.filter((event) => event.type === 'FundingSettled' && event.user === alice)).not.toEqual([]);
      // An ordinary quarter of an hour causes no liquidation.
      expect(events.filter(({ type }) => type === 'LiquidationStarted')).toEqual([]);
    });

    it('leaves alice rebates from two levels of friends after a day', async () => {
      const { engine, journal } = running.application.exchange;
      const [, , { user: alice }] = [...engine.state().members.values()];
      const levels = new Set<number>();
      for await (const { batch } of journal.read(0)) {
        for (const event of batch.events)
          if (event.type === 'RebatePaid' && event.user === alice) levels.add(event.level);
      }
      expect([...levels].sort()).toEqual([1, 2]);
    });

    it('precedes trades by half a year of candles, each marked as generated, and marks no traded one', async () => {
      const kline = async ({ nest }: Application, request: Partial<KlineRequest>): Promise<Candle[]> =>
        nest
          .get(QueryBus)
          .execute(new Kline(0, { market: 'BTC-USDT', interval: '1d', limit: 1_000, by: 'last', ...request }));
      const { application } = running;
      const days = await kline(application, {});
      expect(days).toHaveLength(181);
      expect(days.map(({ isMade }) => isMade)).toEqual([...Array<true>(180).fill(true), undefined]);
      const hours = await kline(application, { interval: '1h', limit: 300 });
      expect(hours).toHaveLength(300);
      expect(hours.every(({ start }, index) => index === 0 || start - hours[index - 1].start === 3_600_000)).toBe(true);
      // The price is continuous at the first trade.
      const traded = hours.findIndex(({ isMade }) => !isMade);
      expect(Math.abs(Number(hours[traded].open) / Number(hours[traded - 1].close) - 1)).toBeLessThan(0.02);
      // Scrolls back page by page.
      const before = await kline(application, { interval: '1h', to: hours[0].start, limit: 100 });
      expect(before).toHaveLength(100);
      expect(before[99].start).toBe(hours[0].start - 3_600_000);
      expect(await kline(application, { interval: '1h', to: days[0].start - 7 * 86_400_000 })).toEqual([]);
      // Once, also if the read models are rebuilt.
      await stop(running);
      rmSync(modelFile(config.dataDir, 'views'));
      running = await start(config);
      await running.demo.prepare(running.application);
      expect((await kline(running.application, {})).slice(0, 180)).toEqual(days.slice(0, 180));
    });
  });

  it('is completed by the next start after a kill, and made once', async () => {
    const config = freshConfig();
    for (const commands of [90, 150, 400]) {
      await expect(
        withStartedDemo(config, async (application, demo) => {
          killAfter(application, commands);
          await demo.prepare(application);
        }),
      ).rejects.toThrow('killed');
      expect(existsSync(path.join(config.dataDir, 'demo-history'))).toBe(false);
    }
    await withStartedDemo(config, async (application, demo) => {
      await demo.prepare(application);
      await expectNoGaps(application);
    });
    expect(existsSync(path.join(config.dataDir, 'demo-history'))).toBe(true);
    await withStartedDemo(config, async (application, demo) => {
      const before = (await trades(application)).length;
      await demo.prepare(application);
      expect(await trades(application)).toHaveLength(before);
    });
  });

  it('stops early when the exchange is told to stop', async () => {
    const config = freshConfig();
    await withStartedDemo(config, async (application, demo, lines) => {
      const prepared = demo.prepare(application);
      await demo.stop();
      await prepared;
      demo.trade();
      expect(lines.join()).not.toContain('records of the history');
    });
    expect(existsSync(path.join(config.dataDir, 'demo-history'))).toBe(false);
  });

  it('skips markets that staff have closed', async () => {
    const config = freshConfig();
    const earlier = NOW - 5 * MINUTE_MS;
    let closedAt = Number.POSITIVE_INFINITY;
    await withStartedDemo(
      config,
      async ({ nest, exchange }) => {
        await seedDemo({ nest, exchange }, config, () => undefined);
        const [admin, second] = await Promise.all(
          ['admin', 'admin2'].map((name) => nest.get(Users).byEmail(`${name}@demo.example`)),
        );
        const close = { market: 'BTC-USDT', state: 'maintenance', clientId: 'close' } as const;
        const commands = nest.get(CommandBus);
        const { proposal } = await commands.execute(new StaffAct(`admin/${admin?.id ?? 0}`, 'SetMarketState', close));
        const confirmation = { proposal: String(proposal), clientId: 'close-ok' };
        await commands.execute(new StaffAct(`admin/${second?.id ?? 0}`, 'ConfirmStaff', confirmation));
        closedAt = exchange.engine.state().at;
      },
      () => earlier,
    );
    await withStartedDemo(config, async (application, demo) => {
      await demo.prepare(application);
      const executed = await trades(application);
      expect(executed.filter(({ market }) => market === 'BTC-USDT')).toEqual([]);
      expect(executed.filter(({ market }) => market === 'ETH-USDT')).not.toEqual([]);
      expect(Math.min(...executed.map(({ at }) => at))).toBeGreaterThanOrEqual(closedAt);
    });
  });

  it('is omitted if configured so', async () => {
    await withStartedDemo(freshConfig({ DEMO_HISTORY_MINUTES: '0' }), async (application, demo) => {
      await demo.prepare(application);
      expect(await trades(application)).toEqual([]);
      expect(application.exchange.live.depth.snapshot('BTC-USDT').bids.length).toBeGreaterThan(15);
    });
  });
});

describe('demo traders', () => {
  it('move the markets by ordinary commands, survive a busy engine, and stop before it closes', async () => {
    const config = freshConfig({ DEMO_HISTORY_MINUTES: '1' });
    const real = () => Date.now();
    const application = await withStartedDemo(
      config,
      async (running, demo) => {
        const { engine, live, journal } = running.exchange;
        await demo.prepare(running);
        const submit = engine.submit.bind(engine);
        let refusals = 20;
        engine.submit = async (envelope) => {
          if (refusals-- > 0) throw unavailable('system.busy');
          return submit(envelope);
        };
        const markets = [...engine.state().markets.keys()];
        const before = new Map(markets.map((market) => [market, JSON.stringify(live.depth.snapshot(market).bids)]));
        const moved = new Set<string>();
        const { position } = journal.head();
        const mostMoved = new Promise<void>((resolve) => {
          const stop = live.onGroup(() => {
            for (const market of markets) {
              if (JSON.stringify(live.depth.snapshot(market).bids) !== before.get(market)) moved.add(market);
            }
            // The last markets may take longer.
            if (moved.size < (markets.length * 2) / 3) return;
            stop();
            resolve();
          });
        });
        demo.trade();
        await mostMoved;
        await demo.stop();
        const head = journal.head();
        expect(head.position).toBeGreaterThan(position);
        for await (const { batch } of journal.read(position + 1)) {
          // A second contract from the history that ends now.
          if (['EnterOptions', 'SettleOptions'].includes(batch.command.type)) continue;
          expect(batch.actor).toMatch(/^((user|admin|robot)\/\d+|feed\/simulated)$/);
        }
        return running;
      },
      real,
    );
    expect(application.exchange.engine.figures().ready).toBe(false);
  });
});

describe('users offered on the log-in page', () => {
  async function told(application: Application) {
    const answer = await application.nest.inject({ method: 'GET', url: '/exchange/app/demo/users' });
    return { status: answer.statusCode, body: JSON.parse(answer.body) };
  }

  it('are the listed ones with passwords while the demo is on', async () => {
    const config = freshConfig();
    await withStartedDemo(config, async (application) => {
      const { status, body } = await told(application);
      expect(status).toBe(200);
      expect(body).toMatchObject({ code: 'success', data: { users: demoUsers(config.dataDir) } });
      expect(JSON.stringify(body)).not.toContain('maker@demo.example');
    });
  });

  it('are absent with DEMO=off, whatever the data directory holds', async () => {
    const config = freshConfig({ DEMO: 'off' });
    writeFileSync(path.join(config.dataDir, 'demo-users.json'), '[]');
    const application = await createApplication(config);
    try {
      expect((await told(application)).body).toMatchObject({ code: 'success', data: { users: [] } });
    } finally {
      await application.close();
    }
  });
});
