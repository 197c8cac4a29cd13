import { LIMITS } from '../../../server/platform/limits';
import { HttpExchange } from '../../tools/people/http-exchange';

const REPORT = '/app/client/report';
const FAULT = { place: '/accountSet/security', kind: 'TypeError', frames: ['assets/security-page-Ab12.js:1:2345'] };

describe('client telemetry', () => {
  let exchange: HttpExchange;
  let now = 0;

  beforeAll(async () => {
    exchange = await HttpExchange.start({ DEMO: 'off' }, { monotonic: () => now });
  });
  beforeEach(() => {
    now += 60_000;
  });
  afterAll(() => exchange.stop());

  const metrics = async (name: string): Promise<string[]> => {
    const text = await (await fetch(`${exchange.url}/metrics`)).text();
    return text.split('\n').filter((line) => line.startsWith(name));
  };

  it("is counted by kind, whatever the kind's name", async () => {
    const faults = [FAULT, { ...FAULT, kind: 'RangeError' }, { ...FAULT, kind: 'Invented' }, { ...FAULT, kind: 'Too' }];
    expect(await exchange.post(REPORT, { faults, vitals: [] })).toMatchObject({ code: 'success', data: null });
    expect(await metrics('exchange_client_faults_total')).toEqual([
      'exchange_client_faults_total{kind="TypeError"} 1',
      'exchange_client_faults_total{kind="RangeError"} 1',
      'exchange_client_faults_total{kind="other"} 2',
    ]);
  });

  it('reports speed in seconds, and layout shift', async () => {
    const vitals = [
      { name: 'LCP', value: 1.3 },
      { name: 'CLS', value: 0.02 },
    ];
    expect((await exchange.post(REPORT, { faults: [], vitals })).code).toBe('success');
    expect(await metrics('exchange_client_vital_seconds_sum')).toEqual([
      'exchange_client_vital_seconds_sum{vital="LCP"} 1.3',
    ]);
    expect(await metrics('exchange_client_layout_shift_sum')).toEqual(['exchange_client_layout_shift_sum 0.02']);
  });

  it.each([
    ['a message', { faults: [{ ...FAULT, message: 'ann@test.example' }], vitals: [] }],
    ['an address with a query', { faults: [{ ...FAULT, place: '/login?from=/x' }], vitals: [] }],
    ['somebody’s number', { faults: [{ ...FAULT, place: '/admin/users/10000001' }], vitals: [] }],
    ['a name in place of a kind', { faults: [{ ...FAULT, kind: 'Ann Example' }], vitals: [] }],
    ['a file of somebody else’s', { faults: [{ ...FAULT, frames: ['https://x.example/a.js:1:2'] }], vitals: [] }],
    ['too many frames', { faults: [{ ...FAULT, frames: Array(6).fill(FAULT.frames[0]) }], vitals: [] }],
    ['too many faults', { faults: Array(21).fill(FAULT), vitals: [] }],
    ['a vital nobody knows', { faults: [], vitals: [{ name: 'XYZ', value: 1 }] }],
    ['a time before the beginning', { faults: [], vitals: [{ name: 'LCP', value: -1 }] }],
    ['nothing', {}],
  ])('is refused with %s in it and not counted', async (_, report) => {
    const before = await metrics('exchange_client');
    expect(await exchange.post(REPORT, report)).toMatchObject({ status: 400, code: 'request.invalid' });
    expect(await metrics('exchange_client')).toEqual(before);
  });

  it('is limited per minute and address', async () => {
    const send = () => exchange.post(REPORT, { faults: [], vitals: [] });
    for (let count = 0; count < LIMITS.reportsPerMinuteMax; count++) expect((await send()).code).toBe('success');
    expect(await send()).toMatchObject({ status: 429, code: 'request.too.many' });
    now += 60_000;
    expect((await send()).code).toBe('success');
  });
});
