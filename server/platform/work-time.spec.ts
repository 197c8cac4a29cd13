import { setImmediate as nextTurn } from 'node:timers/promises';
import { WorkTime } from './work-time';

class Budget {
  paid = 0;
  charge(ms: number): void {
    this.paid += ms;
  }
}

describe('the time of the main thread', () => {
  let now = 0;
  const work = (ms: number): void => void (now += ms);

  it('is charged to its current requester until the next one begins', () => {
    const time = new WorkTime(() => now);
    const [one, other] = [new Budget(), new Budget()];
    time.begin(one);
    work(3);
    time.begin(other);
    work(5);
    time.begin(null);
    work(7);
    expect([one.paid, other.paid]).toEqual([3, 5]);
  });

  it('includes chained promises, but not later callbacks', async () => {
    const time = new WorkTime(() => now);
    const budget = new Budget();
    setImmediate(() => {
      time.begin(budget);
      work(1);
      void (async () => {
        for (let turn = 0; turn < 50; turn++) await Promise.resolve();
        work(10);
      })();
    });
    setImmediate(() => work(100));
    await nextTurn();
    await nextTurn();
    expect(budget.paid).toBe(11);
    expect(time.payer).toBeNull();
  });

  it('is not charged during waits', async () => {
    const time = new WorkTime(() => now);
    const budget = new Budget();
    setImmediate(() => {
      time.begin(budget);
      const { payer } = time;
      work(2);
      setTimeout(() => {
        time.begin(payer);
        work(4);
      }, 5);
    });
    await nextTurn();
    work(1_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(budget.paid).toBe(6);
  });
});
