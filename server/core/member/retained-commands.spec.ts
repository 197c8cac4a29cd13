import fc from 'fast-check';
import { createRetainedCommands, RETENTION_MS, type RetainedCommand } from './retained-commands';

const OWNERS = [1, 7, 2_147_483_647];
const IDS = ['a', 'b', '-', 'a'.repeat(36), 'order-1', 'Z9-_'.repeat(9)];
const TYPES = ['Transfer', 'FreezeFunds', 'ListAsset'];

/** Reference model of the table. */
class Plain {
  queue: RetainedCommand[] = [];

  remember(command: RetainedCommand): void {
    this.queue = this.queue.filter((one) => one.owner !== command.owner || one.clientId !== command.clientId);
    this.queue.push(command);
  }
  forget(now: number, isOpen: (command: RetainedCommand) => boolean): void {
    const old = this.queue.filter((one) => one.at <= now - RETENTION_MS);
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

test('equals a plain list over a month, in order of expiry', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(remembering, passing), { maxLength: 80 }), (steps) => {
      const memory = createRetainedCommands();
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
      expect([...memory.allCommands()]).toEqual(plain.queue);
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

test('drops at most a hundred of a hundred thousand expired entries per batch', () => {
  const memory = createRetainedCommands();
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
  memory.forget(5 + RETENTION_MS, () => false);
  expect([memory.find(49, 't-99'), memory.find(0, 't-100')?.id]).toEqual([null, 100]);
  for (let batches = 1; batches < 1_000; batches++) memory.forget(5 + RETENTION_MS, () => false);
  expect([...memory.allCommands()]).toEqual([]);
});

test('keeps an entry that is still open for another month', () => {
  const memory = createRetainedCommands();
  memory.remember({ clientId: 'a', digest: '0123456789ab', position: 1, id: 1, type: 'Transfer', owner: 1, at: 0 });
  memory.forget(RETENTION_MS, () => true);
  memory.forget(2 * RETENTION_MS - 1, () => false);
  expect(memory.find(1, 'a')).not.toBeNull();
  memory.forget(2 * RETENTION_MS, () => false);
  expect(memory.find(1, 'a')).toBeNull();
});
