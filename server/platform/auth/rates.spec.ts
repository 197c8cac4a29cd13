import { rateKeyOf, SlidingWindow, TokenBuckets } from './rates';

describe('a sliding window', () => {
  it('allows its maximum in any minute and returns the wait', () => {
    const window = new SlidingWindow(3, 60_000);
    expect([0, 10_000, 20_000].map((at) => window.take('a', at))).toEqual([0, 0, 0]);
    expect(window.take('a', 30_000)).toBe(30_000);
    expect(window.take('b', 30_000)).toBe(0);
    expect(window.take('a', 60_000)).toBe(0);
    expect(window.take('a', 60_001)).toBe(9_999);
  });
});

describe('the key of an address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2'],
    ['2001:0db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('of %s is %s', (ip, key) => {
    expect(rateKeyOf(ip)).toBe(key);
  });
});

describe('a bucket of tokens', () => {
  it('allows one second’s tokens at once, then one at a time', () => {
    const buckets = new TokenBuckets(50);
    for (let count = 0; count < 50; count++) expect(buckets.take(1, 1_000)).toBe(0);
    expect(buckets.take(1, 1_000)).toBe(20);
    expect(buckets.take(2, 1_000)).toBe(0);
    expect(buckets.take(1, 1_019)).toBe(1);
    expect(buckets.take(1, 1_020)).toBe(0);
    expect(buckets.take(1, 1_020)).toBe(20);
  });

  it('may span a day: all tokens at once, then one at a time', () => {
    const buckets = new TokenBuckets(2_500, 86_400_000);
    for (let count = 0; count < 2_500; count++) expect(buckets.take(1, 1_800_000_000_000)).toBe(0);
    expect(buckets.take(1, 1_800_000_000_000)).toBe(34_560);
    expect(buckets.take(1, 1_800_000_034_560)).toBe(0);
    expect(buckets.take(1, 1_800_000_034_560)).toBe(34_560);
    for (let count = 0; count < 2_500; count++) expect(buckets.take(1, 1_900_000_000_000)).toBe(0);
    expect(buckets.take(1, 1_900_000_000_000)).toBe(34_560);
  });

  it('takes several at once, also more than it holds when full, which it then owes', () => {
    const buckets = new TokenBuckets(50);
    expect(buckets.take(1, 1_000, 30)).toBe(0);
    expect(buckets.take(1, 1_000, 30)).toBe(200);
    expect(buckets.take(1, 1_000, 20)).toBe(0);
    expect(buckets.take(1, 2_000, 100)).toBe(0);
    expect(buckets.take(1, 2_000)).toBe(1_020);
    expect(buckets.take(1, 3_020)).toBe(0);
    expect(buckets.take(1, 3_020, 100)).toBe(1_000);
  });

  it('neither gains nor loses tokens when the clock jumps back', () => {
    const buckets = new TokenBuckets(1);
    expect(buckets.take(1, 10_000)).toBe(0);
    expect(buckets.take(1, 5_000)).toBe(1_000);
    expect(buckets.take(1, 6_000)).toBe(0);
  });
});
