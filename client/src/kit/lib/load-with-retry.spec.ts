import { loadWithRetry } from './load-with-retry';

describe('background loading', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('passes on the result', async () => {
    const used: string[] = [];
    await loadWithRetry(
      () => Promise.resolve('part'),
      (part) => used.push(part),
    );
    expect(used).toEqual(['part']);
  });

  it('retries with growing pauses of at most five minutes and passes on the result once', async () => {
    const askedAt: number[] = [];
    const begin = Date.now();
    const used: string[] = [];
    let isAway = true;
    const done = loadWithRetry(
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

  it('rejects if the consumer throws', async () => {
    const fault = new Error('of the user');
    const use = () => {
      throw fault;
    };
    await expect(loadWithRetry(() => Promise.resolve(1), use)).rejects.toBe(fault);
  });
});
