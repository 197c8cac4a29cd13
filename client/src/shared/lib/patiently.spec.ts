import { patiently } from './patiently';

describe('what a page loads of its own accord', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('is handed on when it comes', async () => {
    const used: string[] = [];
    await patiently(
      () => Promise.resolve('part'),
      (part) => used.push(part),
    );
    expect(used).toEqual(['part']);
  });

  it('is asked for again after longer and longer pauses, of five minutes at most, and handed on once', async () => {
    const askedAt: number[] = [];
    const begin = Date.now();
    const used: string[] = [];
    let isAway = true;
    const done = patiently(
      () => {
        askedAt.push((Date.now() - begin) / 1_000);
        return isAway ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve('part');
      },
      (part) => used.push(part),
    );
    await jest.advanceTimersByTimeAsync(900_000);
    expect(askedAt).toEqual([0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 811]);
    expect(used).toEqual([]);
    isAway = false;
    await jest.advanceTimersByTimeAsync(300_000);
    await done;
    expect(used).toEqual(['part']);
    expect(askedAt).toHaveLength(12);
  });

  it('tells a failure of whoever uses it', async () => {
    const fault = new Error('of the user');
    const use = () => {
      throw fault;
    };
    await expect(patiently(() => Promise.resolve(1), use)).rejects.toBe(fault);
  });
});
