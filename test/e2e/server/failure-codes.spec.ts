/**
 * A fault of the exchange reports the failed action while nothing of the request is durable; otherwise the outcome is
 * unknown.
 */
import type { ExchangeTables } from '../../../server/platform/database/exchange-tables';
import { expectSuccess, HttpExchange, PASSWORD, type Json, type Person } from '../../tools/people/http-exchange';
import { taxFile } from '../../tools/samples/tax-file';
import { DETAILS, verificationOf } from '../../tools/people/verification';

let exchange: HttpExchange;
let admin: Person;
let alice: Person;

beforeAll(async () => {
  exchange = await HttpExchange.start();
  admin = await exchange.staff('admin');
  await exchange.listMarkets(admin);
  alice = await exchange.person('alice');
});
afterAll(() => exchange.stop());

const { photosFor, submit } = verificationOf(
  () => exchange,
  () => admin,
);
const app = (at: string, body: object, { ticket } = alice) => exchange.post(`/app/${at}`, body, ticket);
const command = (at: string, body: object) => app(at, { clientId: exchange.clientId(), ...body });
const languages = (ticket: string) => ({ ticket, lang: 'jp', 'content-type': 'application/json' });

/** Makes every statement on the table fail. */
async function without<T>(table: keyof ExchangeTables, work: () => Promise<T>): Promise<T> {
  const { schema } = exchange.application.exchange.database.sql;
  const name = table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  await schema.alterTable(name).renameTo(`${name}_away`).execute();
  try {
    return await work();
  } finally {
    await schema.alterTable(`${name}_away`).renameTo(name).execute();
  }
}

/** Accepted commands become durable, but their outcome is lost. */
async function withLostOutcomes<T>(work: () => Promise<T>): Promise<T> {
  const { engine } = exchange.application.exchange;
  const submit = engine.submit.bind(engine);
  engine.submit = async (envelope) => {
    await submit(envelope);
    throw new Error('lost');
  };
  try {
    return await work();
  } finally {
    engine.submit = submit;
  }
}

describe('a purchase', () => {
  it.each([
    ['financial', 'assetOfSavings', { product: 'USDT-7', amount: '100' }],
    ['mining', 'assetOfMining', { product: 'BTC-30', amount: '1' }],
    ['option', 'optionOf', { symbol: 'BTC-USDT', direction: 'up', stake: '10', durationMs: 60_000 }],
  ] as const)('of %s that was never submitted is reported as failed', async (area, terms, body) => {
    jest.spyOn(exchange.application.exchange.engine.reference, terms).mockImplementation(() => {
      throw new Error('broken');
    });
    try {
      expect(await command(`${area}/buy`, body)).toMatchObject({
        ...{ status: 500, code: 'purchase.failed', data: null },
        message: 'Purchase failed. Please try again later.',
      });
      const sent = { method: 'POST', body: JSON.stringify({ clientId: exchange.clientId(), ...body }) };
      const answer = await fetch(`${exchange.url}/exchange/app/${area}/buy`, {
        ...sent,
        headers: languages(alice.ticket),
      });
      expect(((await answer.json()) as Json).message).toBe(
        '購入できませんでした。しばらくしてから再度お試しください。',
      );
    } finally {
      jest.restoreAllMocks();
    }
  });
});

describe('feedback or a submission', () => {
  const FEEDBACK = { category: 'other', text: 'More colours.' };

  it('is reported as failed if it was not stored, for visitors and users', async () => {
    const sent = { ...FEEDBACK, clientId: exchange.clientId() };
    const codes = await without('feedback', () =>
      Promise.all([exchange.post('/app/content/feedback', sent), app('content/feedback', sent)]),
    );
    expect(codes.map(({ status, code }) => [status, code])).toEqual([
      [500, 'submit.failed'],
      [500, 'submit.failed'],
    ]);
    expect((await app('content/feedback', sent)).code).toBe('success');
  });

  it('is not reported as failed if it was stored but the sender could not be notified', async () => {
    const request = { ...DETAILS, documentNumber: 'X1234567-Z', ...(await photosFor(alice)) };
    const answer = await without('messages', () => submit(alice, request));
    expect([answer.status, answer.code]).toEqual([500, 'system.error']);
    expect(await expectSuccess(exchange.get('/app/verification/state', alice.ticket))).toMatchObject({
      state: 'under_review',
    });
  });
});

describe('saving', () => {
  it('preferences that were not stored is reported as failed', async () => {
    const choices = { choices: { theme: 'dark' } };
    const answer = await without('userChoices', () => app('account/saveChoices', choices));
    expect([answer.status, answer.code, answer.message]).toEqual([
      ...[500, 'save.failed', 'Save failed. Please try again later.'],
    ]);
    expect((await app('account/saveChoices', choices)).code).toBe('success');
  });

  it('a change by staff that was not submitted is reported as failed', async () => {
    const setting = { key: 'footer_email', value: 'desk@exchange.example' };
    const answer = await without('staffLog', () => exchange.post('/admin/systemConfig/set', setting, admin.ticket));
    expect([answer.status, answer.code]).toEqual([500, 'save.failed']);
  });

  it('is not reported as failed once the engine has the command: it may have been accepted', async () => {
    const limit = { asset: 'USDT', amount: '100', clientId: exchange.clientId() };
    const answer = await withLostOutcomes(() => app('option/setLimit', limit));
    expect([answer.status, answer.code]).toEqual([500, 'system.error']);
    expect(await expectSuccess(app('option/setLimit', limit))).toMatchObject({ repeated: true });
  });

  it('is not reported as failed if it was stored but the user could not be notified', async () => {
    const answer = await without('messages', () =>
      app('security/setOwnLimits', { limit: '5', delayHours: 0, password: PASSWORD }),
    );
    expect([answer.status, answer.code]).toEqual([500, 'system.error']);
  });
});

it('other requests have no such code', async () => {
  const answer = await without('userChoices', () => exchange.get('/app/account/choices', alice.ticket));
  expect([answer.status, answer.code]).toEqual([500, 'system.error']);
});

describe('export of an empty list', () => {
  const none = { status: 404, code: 'data.none', message: 'No data yet.', data: null };

  it('returns no file', async () => {
    const newcomer = await exchange.person('newcomer');
    for (const file of [
      ...['spot/export?list=orders', 'spot/export?list=fills'],
      ...['orders', 'fills', 'closedPositions', 'fundingPayments'].map((list) => `contract/export?list=${list}`),
      ...['assets/export', 'assets/taxes', 'option/export', 'financial/export?status=settled', 'mining/export'],
      ...['robots', 'cycles', 'orders'].map((of) => `robot/export?of=${of}`),
    ])
      expect({ file, ...(await exchange.get(`/app/${file}`, newcomer.ticket)) }).toMatchObject({ file, ...none });
  });

  it("does not use up the user's export slots", async () => {
    for (let asked = 0; asked < 20; asked++)
      expect((await exchange.get('/app/spot/export?list=fills', alice.ticket)).code).toBe('data.none');
  });

  it('returns a file as soon as there is a row', async () => {
    await exchange.verifyAndFund(admin, alice, { USDT: '100' });
    expect(await taxFile(exchange, alice)).toHaveLength(1);
  });
});
