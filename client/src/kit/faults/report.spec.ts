import { followFaults, reportFault, type Fault } from './report';

let told: Fault[] = [];
let unfollow: () => void = () => undefined;
const follow = () => (unfollow = followFaults((fault) => told.push(fault)));

beforeEach(() => {
  told = [];
});
afterEach(() => unfollow());

function faultWith(stack: string, name = 'TypeError'): Error {
  return Object.assign(new Error('ann@test.example typed 12'), { name, stack });
}

describe('fault report', () => {
  it('contains kind, place and own stack frames, without personal data', () => {
    follow();
    const stack = [
      'TypeError: ann@test.example is at https://exchange.example/private.js:1:1',
      '    at draw (https://exchange.example/assets/trade-page-Ab12.js?from=/order/7:1:2345)',
      '    at https://exchange.example/assets/index-Zz99.js:2:67',
      '    at https://elsewhere.example/other.ts:1:1',
    ].join('\n');
    reportFault(faultWith(stack), { place: 'chart' });
    expect(told).toEqual([{ place: 'chart', kind: 'TypeError', frames: ['assets/index-Zz99.js:2:67'] }]);
  });

  it('masks ids and e-mail addresses in the place', () => {
    follow();
    reportFault(faultWith('Error'), { place: '/admin/users/10000001' });
    reportFault(faultWith('Error'), { place: '/admin/users/10000002' });
    reportFault(faultWith('Error'), { place: '/ann@test.example' });
    expect(told.map(({ place }) => place)).toEqual(['/admin/users/*', 'elsewhere']);
  });

  it('is bounded for any thrown value', () => {
    follow();
    const lines = Array.from({ length: 50 }, (_, line) => `    at f (https://x.example/assets/a.js:${line}:1)`);
    reportFault(faultWith(['Error: deep', ...lines].join('\n'), 'not a name'), { place: 'book' });
    reportFault('a text that was thrown', { place: 'book' });
    reportFault(undefined, { place: 'book' });
    expect(told.map(({ kind, frames }) => [kind, frames.length])).toEqual([
      ['Error', 5],
      ['string', 0],
      ['undefined', 0],
    ]);
  });

  it('parses stacks of other browsers', () => {
    follow();
    reportFault(faultWith('draw@https://x.example/assets/a.js:1:2\n@https://x.example/assets/b.js:3:4\n'), {
      place: 'book',
    });
    expect(told[0].frames).toEqual(['assets/a.js:1:2', 'assets/b.js:3:4']);
  });

  it('is sent once per fault, at most 20 per visit', () => {
    follow();
    for (let turn = 0; turn < 3; turn++) {
      for (let place = 0; place < 30; place++)
        reportFault(faultWith('Error'), { place: `panel-${'a'.repeat(place + 1)}` });
    }
    expect(told).toHaveLength(20);
  });

  it('is queued until a follower registers', () => {
    reportFault(faultWith('Error'), { place: 'start' });
    follow();
    expect(told).toMatchObject([{ place: 'start' }]);
  });
});
