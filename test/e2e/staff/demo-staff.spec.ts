/** Shows acts of staff in the demo to readers, and resumes whatever visitors did as staff. */
import { createApplication, type Application } from '../../../server/application';
import type { Command } from '../../../server/core/command';
import { OPEN_PER_PERSON_MAX } from '../../../server/core/staff/decide-proposal';
import { demoUsers } from '../../../server/demo/demo-users';
import type { CommandPort } from '../../../server/engine/port';
import { DEMO_NOW, freshDemoConfig, start, withStartedDemo, stop, type Started } from '../../tools/demo-start';
import type { Json } from '../../tools/people/http-exchange';

const HOUR_MS = 3_600_000;
type Call = (path: string, body?: object) => Promise<Json>;

/** Calls as a demo user, who logs in with the credentials of the log-in page. */
async function visitor({ application }: Started, email: string, dataDir: string): Promise<Call> {
  const { nest } = application;
  const code = (await answered(nest, '/app/demo/codes')).codes.find((one: Json) => one.email === email)?.code;
  const { password } = demoUsers(dataDir).find((user) => user.email === email) as { password: string };
  const form = { grant_type: 'password', username: email, password, ...(code === undefined ? {} : { code }) };
  const entered = await nest.inject({
    method: 'POST',
    url: '/exchange/api/auth/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });
  const ticket: string = JSON.parse(entered.body).access_token;
  return (path, body) => answered(nest, path, { ticket }, body);
}

async function answered(
  nest: Application['nest'],
  path: string,
  headers: Record<string, string> = {},
  body?: object,
): Promise<Json> {
  const url = `/exchange${path}`;
  const answer = body
    ? await nest.inject({ method: 'POST', url, headers, payload: body })
    : await nest.inject({ method: 'GET', url, headers });
  const { code, data } = JSON.parse(answer.body);
  if (code !== 'success') throw new Error(`${path}: ${code} ${JSON.stringify(data)}`);
  return data;
}

describe('history of staff', () => {
  const config = freshDemoConfig({ DEMO_HISTORY_MINUTES: '360', DEMO_SEED: '7' });
  let running: Started;
  let admin: Call;
  let alice: Call;
  beforeAll(async () => {
    running = await start(config);
    await running.demo.prepare(running.application);
    // Messages to staff and users are sent.
    const { database, journal } = running.application.exchange;
    const { position } = journal.head();
    for (let tries = 0; tries < 600; tries++) {
      const told = await database.sql.selectFrom('followers').select('position').executeTakeFirst();
      if ((told?.position ?? -1) >= position) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    admin = await visitor(running, 'admin2@demo.example', config.dataDir);
    alice = await visitor(running, 'alice@demo.example', config.dataDir);
  }, 180_000);
  afterAll(() => running && stop(running));

  const told = async (call: Call, key: string): Promise<Json[]> => {
    const { records } = await call('/app/message/list', { pageSize: 100 });
    return records.filter((one: Json) => one.key === key);
  };
  const actOf = async (command: string): Promise<Json> => {
    const { records } = await admin('/audit/staff/acts');
    return records.find((one: Json) => one.command === command);
  };

  it('leaves a proposal of one admin for the other', async () => {
    const { records } = await admin('/audit/staff/proposals');
    expect(records).toMatchObject([
      {
        ...{ command: 'ChangeAssetTerms', subject: 'asset/USDT/terms', confirmedBy: null },
        ...{ before: { withdrawalFee: '1' }, after: { withdrawalFee: '0.8' }, until: DEMO_NOW + 72 * HOUR_MS },
      },
    ]);
  });

  it('has a temporary stop that nobody extended and that ended by itself', async () => {
    const brake = await actOf('SetAssetState');
    expect(brake).toMatchObject({ kind: 'brake', subject: 'asset/ETH', until: null, keepable: false, ended: 'lapsed' });
    expect(DEMO_NOW - brake.at).toBeLessThan(6 * HOUR_MS);
    expect(await told(admin, 'staff.act.ended')).toHaveLength(1);
    expect(running.application.exchange.engine.state().assets.get('ETH')?.withdrawals).toBe('open');
  });

  it('has a position of alice that one admin locked for an hour', async () => {
    expect(await actOf('LockPosition')).toMatchObject({ kind: 'brake', until: null, ended: 'lapsed' });
    expect(running.application.exchange.engine.state().locks.locked.size).toBe(0);
    expect(await told(alice, 'position.locked.for')).toHaveLength(1);
    expect(await told(alice, 'position.unlocked')).toHaveLength(1);
  });

  it('explains two liquidations of alice: one taken by the book, one that deleveraged another user', async () => {
    const { records } = await alice('/app/contract/liquidations', {});
    expect(records).toHaveLength(2);
    const stepsOf = async (id: string): Promise<string[]> =>
      (await alice(`/app/contract/liquidation?liquidation=${id}`)).steps.map(({ kind }: Json) => kind);
    expect(await stepsOf('1')).toEqual(['started', 'taken_over', 'finished']);
    expect(await stepsOf('2')).toEqual(['started', 'taken_over', 'deleveraged', 'finished']);
    const { positions } = await alice('/app/contract/positions');
    expect(positions.filter(({ market }: Json) => market === 'DOGE-USDT-PERP')).toEqual([]);
  });

  it('has a rejected withdrawal of alice, with the reason', async () => {
    const rejected = {
      status: 'rejected',
      asset: 'USDT',
      amount: '500',
      reason: expect.stringMatching(/^reason\/details_wrong: /),
    };
    expect((await alice('/app/withdraw/list', {})).records).toMatchObject([rejected]);
    expect((await admin('/audit/withdraw/list', { status: 'rejected' })).records).toMatchObject([rejected]);
    expect(await actOf('RejectWithdrawal')).toMatchObject({ subject: 'withdrawal/1', ended: null });
  });

  it('has a reconciliation difference that stopped withdrawals and was lifted by two', async () => {
    const [stop] = await told(admin, 'withdrawals.stopped');
    const [lifted] = await told(admin, 'withdrawals.lifted');
    expect(stop.facts).toMatchObject({ asset: 'USDT' });
    expect(lifted).toBeDefined();
    const board = await admin('/audit/drift');
    expect(board).toMatchObject({ stopped: false, differences: [] });
    const [custody] = board.comparisons.filter(({ comparison }: Json) => comparison === 'chain.custody');
    expect(custody.state).toBe('agrees');
  });
});

describe('later start of the demo', () => {
  type Send = (by: number | 'demo', command: Command) => Promise<void>;
  const senderTo =
    (engine: Pick<CommandPort, 'submit'>): Send =>
    async (by, command) => {
      const actor = by === 'demo' ? by : (`admin/${by}` as const);
      expect(await engine.submit({ actor, command })).not.toHaveProperty('rejected');
    };

  it('skips acts that visitors as staff made impossible', async () => {
    const config = freshDemoConfig({ DEMO_HISTORY_MINUTES: '0', STAFF_WAIT_MINUTES: '0', STAFF_NEWCOMER_MINUTES: '0' });
    await withStartedDemo(config, async (application, demo) => {
      await demo.prepare(application);
      const { engine } = application.exchange;
      const [admin, , , bob, second] = [...engine.state().members.keys()];
      const send = senderTo(engine);
      const [waiting] = engine.state().staff.proposals.keys();
      await send(second, { type: 'DeclineStaff', proposal: waiting, reason: 'r' });
      for (let place = 0; place < OPEN_PER_PERSON_MAX; place++)
        await send(admin, { type: 'SetDeskSetting', name: `demo-${place}`, hash: 'ab'.repeat(32) });
      await send('demo', { type: 'NameStaff', user: bob });
    });
    const lines: string[][] = [];
    const again = (work: (send: Send, users: number[]) => Promise<void>): Promise<void> =>
      withStartedDemo(config, async (application, demo, said) => {
        await demo.prepare(application);
        lines.push(said.filter((line) => line.includes(' is left out: ')));
        const { engine } = application.exchange;
        await work(senderTo(engine), [...engine.state().members.keys()]);
      });
    await again((send, [admin, , , bob]) => send(bob, { type: 'FreezeAccount', user: admin, reason: 'r' }));
    await again(async () => undefined);
    expect(lines).toEqual([
      ['demo: ChangeAssetTerms is left out: proposals.too.many'],
      ['demo: ChangeAssetTerms is left out: account.frozen'],
    ]);
  });
});

describe('log of a start without admins', () => {
  const warnings = async (env: Record<string, string>): Promise<number> => {
    const config = freshDemoConfig({ LOG_LEVEL: 'info', ...env });
    let logged = '';
    const logTo = { write: (line: string) => void (logged += line) };
    const application = await createApplication(config, { logTo });
    await application.close();
    expect(logged).toContain('staff told to the journal');
    return logged.split('no withdrawal can be approved before there are two admins').length - 1;
  };

  it('states what is missing, unless the demo appoints its admins a moment later', async () => {
    expect([await warnings({ DEMO: 'off' }), await warnings({ DEMO: 'on' })]).toEqual([1, 0]);
  });
});
