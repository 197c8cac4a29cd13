import { Refusal } from '../../errors/refusal';
import { RequestRates, type MeteredRequest } from './request-rates';

const KLINE = '/exchange/app/spot/kline';

let now = 0;

const asks = (ip: string, ticket?: string, url = '/exchange/docs') => ({
  ip,
  headers: ticket === undefined ? {} : { ticket },
  method: 'GET',
  url,
  routeOptions: { url },
});

function rates(limits = {}) {
  const many = { addressRequestsPerSecondMax: 1_000, ticketRequestsPerSecondMax: 1_000 };
  const long = { addressWorkMsPerSecondMax: 200, userWorkMsPerSecondMax: 100 };
  return new RequestRates({ ...many, ...long, ...limits }, () => now);
}

function begun(counted: RequestRates, asked: ReturnType<typeof asks>): MeteredRequest {
  const answer = counted.begin(asked);
  if (answer instanceof Refusal) throw answer;
  return answer;
}

const codeOf = (answer: MeteredRequest | Refusal): string | null => (answer instanceof Refusal ? answer.code : null);

describe('requests of all kinds', () => {
  const FEW = { addressRequestsPerSecondMax: 4, ticketRequestsPerSecondMax: 2 };

  it('are counted by address, whatever they contain, and resume after a while', () => {
    const counted = rates(FEW);
    const answers = [1, 2, 3, 4, 5].map((ticket) => counted.begin(asks('203.0.113.7', `made-up-${ticket}`)));
    expect(answers.map(codeOf)).toEqual([null, null, null, null, 'request.too.many']);
    expect((answers[4] as Refusal).retryAfterSeconds).toBe(1);
    expect(codeOf(counted.begin(asks('203.0.113.8')))).toBeNull();
    now += 250;
    expect(codeOf(counted.begin(asks('203.0.113.7')))).toBeNull();
    expect(codeOf(counted.begin(asks('203.0.113.7')))).toBe('request.too.many');
  });

  it('for files are counted separately: a page loads completely', () => {
    const counted = rates(FEW);
    begun(counted, asks('203.0.113.7')).charge(10_000);
    const files = [1, 2, 3, 4, 5].map(() => counted.begin(asks('203.0.113.7', undefined, '/assets/app.js')));
    expect(files.map(codeOf)).toEqual([null, null, null, null, 'request.too.many']);
    for (const url of ['/metrics', '/ready', '/exchange/docs'])
      expect(codeOf(counted.begin(asks('203.0.113.7', undefined, url)))).toBe('request.too.many');
  });

  it('are counted by ticket from any number of addresses', () => {
    const counted = rates(FEW);
    const answers = [1, 2, 3].map((host) => counted.begin(asks(`203.0.113.${host}`, 'one-ticket')));
    expect(answers.map(codeOf)).toEqual([null, null, 'request.too.many']);
    expect(codeOf(counted.begin(asks('203.0.113.9', 'another')))).toBeNull();
  });

  it('are counted by user for any number of tickets', () => {
    const counted = rates(FEW);
    counted.shareBudgetPerUser(({ headers }) => (String(headers['ticket']).startsWith('ann') ? 7 : null));
    const answers = ['ann-1', 'ann-2', 'ann-3', 'other'].map((ticket, host) =>
      counted.begin(asks(`203.0.113.${host}`, ticket)),
    );
    expect(answers.map(codeOf)).toEqual([null, null, 'request.too.many', null]);
  });
});

describe('the work for requests', () => {
  it('is charged as it is done, and the next request waits until it is paid back', () => {
    const counted = rates();
    const first = begun(counted, asks('203.0.113.7'));
    first.charge(150);
    first.charge(150);
    const refused = counted.begin(asks('203.0.113.7'));
    expect(codeOf(refused)).toBe('request.too.many');
    expect(codeOf(counted.begin(asks('203.0.113.8')))).toBeNull();
    first.end();
    // 100 ms of debt at 200 ms per second, plus an eighth of the budget held for this route's next request.
    now += 624;
    expect(codeOf(counted.begin(asks('203.0.113.7')))).toBe('request.too.many');
    now += 1;
    expect(codeOf(counted.begin(asks('203.0.113.7')))).toBeNull();
  });

  it('is reserved for requests in flight by their route’s mean, and the surplus is returned', () => {
    const counted = rates();
    const light = (): MeteredRequest | Refusal => counted.begin(asks('203.0.113.1', undefined, KLINE));
    for (let request = 0; request < 10; request++) {
      now += 1_000;
      const heavy = begun(counted, asks('203.0.113.1', undefined, KLINE));
      heavy.charge(20);
      heavy.end();
    }
    now += 1_000;
    const underWay = Array.from({ length: 11 }, light);
    // Each request takes 20 of 200.
    expect(underWay.map(codeOf).filter((code) => code === null)).toHaveLength(10);
    for (const one of underWay) if (!(one instanceof Refusal)) one.end();
    expect(Array.from({ length: 9 }, light).map(codeOf)).toEqual(Array(9).fill(null));
  });

  it('of a user is not larger from two addresses than from one', () => {
    const counted = rates();
    begun(counted, asks('203.0.113.1', 'ann')).charge(120);
    const other = counted.begin(asks('203.0.113.2', 'ann'));
    expect(codeOf(other)).toBe('request.too.many');
    // The address's charge for the refused request was returned.
    for (let request = 0; request < 1_000; request++) counted.begin(asks('203.0.113.2', 'ann'));
    expect(codeOf(counted.begin(asks('203.0.113.2')))).toBeNull();
  });
});
