import fc from 'fast-check';
import { createLastingMemory, LASTING_MS, type LastingCommand } from './lasting';

const OWNERS = [1, 7, 2_147_483_647];
const IDS = ['a', 'b', '-', 'a'.repeat(36), 'order-1', 'Z9-_'.repeat(9)];
const TYPES = ['Transfer', 'FreezeFunds', 'ListAsset'];

/** What the table must say, kept the plain way. */
class Plain {
  queue: LastingCommand[] = [];

  remember(command: LastingCommand): void {
    this.queue = this.queue.filter((one) => one.owner !== command.owner || one.clientId !== command.clientId);
    this.queue.push(command);
  }
  forget(now: number, isOpen: (command: LastingCommand) => boolean): void {
    const old = this.queue.filter((one) => one.at <= now - LASTING_MS);
    const open = old.filter(isOpen).map((one) => ({ ...one, at: now }));
    this.queue = [...this.queue.slice(old.length), ...open];
  }
}

const remembering = fc.record({
  what: fc.constant('remember' as const),
  owner: fc.constantFrom(...OWNERS),
  clientId: fc.constantFrom(...IDS),
  type: fc.constantFrom(...TYPES),
  digest: fc.stringMatching(/^[0-9a-f]{12}$/),
  position: fc.nat(2 ** 31 - 1).map((position) => position * 4_000_000),
  id: fc.option(fc.nat()),
});
const passing = fc.record({
  what: fc.constant('pass' as const),
  days: fc.nat(40),
  open: fc.array(fc.constantFrom(...TYPES)),
});

test('remembers for a month what a plain list would, in the order in which it is forgotten', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(remembering, passing), { maxLength: 80 }), (steps) => {
      const memory = createLastingMemory();
      const plain = new Plain();
      let now = 1_700_000_000_123;
      for (const step of steps) {
        if (step.what === 'pass') {
          now += step.days * 86_400_000;
          for (const one of [memory, plain]) one.forget(now, ({ type }) => step.open.includes(type));
        } else {
          const { what: _, ...command } = step;
          for (const one of [memory, plain]) one.remember({ ...command, at: now });
        }
      }
      expect([...memory.all()]).toEqual(plain.queue);
      for (const owner of OWNERS) {
        for (const clientId of IDS) {
          const known = plain.queue.find((one) => one.owner === owner && one.clientId === clientId);
          const told = known && { clientId, digest: known.digest, position: known.position, id: known.id };
          expect(memory.find(owner, clientId)).toEqual(told ?? null);
        }
      }
    }),
    { numRuns: 300, seed: 20261122 },
  );
});

test('of a hundred thousand that are a month old a batch forgets a hundred', () => {
  const memory = createLastingMemory();
  for (let number = 0; number < 100_000; number++) {
    const clientId = `t-${number}`;
    memory.remember({
      clientId,
      digest: '0123456789ab',
      position: number,
      id: number,
      type: 'Transfer',
      owner: number % 50,
      at: 5,
    });
  }
  expect(memory.find(7, 't-99957')?.id).toBe(99_957);
  memory.forget(5 + LASTING_MS, () => false);
  expect([memory.find(49, 't-99'), memory.find(0, 't-100')?.id]).toEqual([null, 100]);
  for (let batches = 1; batches < 1_000; batches++) memory.forget(5 + LASTING_MS, () => false);
  expect([...memory.all()]).toEqual([]);
});

test('what is open then is asked again a month later', () => {
  const memory = createLastingMemory();
  memory.remember({ clientId: 'a', digest: '0123456789ab', position: 1, id: 1, type: 'Transfer', owner: 1, at: 0 });
  memory.forget(LASTING_MS, () => true);
  memory.forget(2 * LASTING_MS - 1, () => false);
  expect(memory.find(1, 'a')).not.toBeNull();
  memory.forget(2 * LASTING_MS, () => false);
  expect(memory.find(1, 'a')).toBeNull();
});
