import { Semaphore, SerialByKey } from './semaphore';

/** Work that ends on command. */
function gate() {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { open, passed };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('limits concurrency, keeps the order, and passes the place on after a failure', async () => {
  const turns = new Semaphore(2);
  const gates = [gate(), gate(), gate(), gate()];
  const begun: number[] = [];
  const all = gates.map(({ passed }, index) =>
    turns.run(async () => {
      begun.push(index);
      await passed;
      if (index === 1) throw new Error('failed');
      return index;
    }),
  );
  const outcomes = Promise.allSettled(all);
  await settled();
  expect(begun).toEqual([0, 1]);
  gates[1].open();
  await settled();
  expect(begun).toEqual([0, 1, 2]);
  gates[0].open();
  gates[2].open();
  gates[3].open();
  expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(begun).toEqual([0, 1, 2, 3]);
  expect(await turns.run(() => Promise.resolve('again'))).toBe('again');
});

describe('turns by key', () => {
  test('one at a time per key, in order; other keys run concurrently, and a failure blocks nobody', async () => {
    const turns = new SerialByKey<number>();
    const gates = [gate(), gate(), gate()];
    const begun: string[] = [];
    const work = (key: number, index: number) =>
      turns.run(key, async () => {
        begun.push(`${key}/${index}`);
        await gates[index].passed;
        if (index === 0) throw new Error('failed');
        return index;
      });
    const outcomes = Promise.allSettled([work(1, 0), work(1, 1), work(2, 2)]);
    await settled();
    expect(begun).toEqual(['1/0', '2/2']);
    gates[0].open();
    await settled();
    expect(begun).toEqual(['1/0', '2/2', '1/1']);
    gates[1].open();
    gates[2].open();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(await turns.run(1, () => Promise.resolve('again'))).toBe('again');
  });
});
