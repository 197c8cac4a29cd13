import { Turns } from './turns';

/** Work that ends when it is told to. */
function gate() {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { open, passed };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('so many at once, the others in order, and one that fails gives its place on', async () => {
  const turns = new Turns(2);
  const gates = [gate(), gate(), gate(), gate()];
  const begun: number[] = [];
  const all = gates.map(({ passed }, index) =>
    turns.take(async () => {
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
  expect(await turns.take(() => Promise.resolve('again'))).toBe('again');
});
