import fc from 'fast-check';
import { createMemory, type CommandMemory, type RememberedCommand } from './memory';

const MOST = 5;
const OWNERS = [1, 7, 2_147_483_647];
const IDS = ['a', 'b', 'A', '-', '_', '9', 'a'.repeat(36), 'Z9-_'.repeat(9), `${'a'.repeat(35)}b`, 'order-1'];

/** Reference model of the table. */
class Plain {
  readonly recent = new Map<number, RememberedCommand[]>();
  readonly kept = new Map<number, RememberedCommand[]>();

  remember(owner: number, command: RememberedCommand, openAs: (order: number) => string | null): void {
    this.drop(owner, command.clientId);
    const recent = [...(this.recent.get(owner) ?? []), command];
    if (recent.length > MOST) {
      const [oldest] = recent.splice(0, 1);
      if (oldest.id !== null && openAs(oldest.id) === oldest.clientId) this.keep(owner, oldest);
    }
    this.recent.set(owner, recent);
  }
  keep(owner: number, command: RememberedCommand): void {
    this.kept.set(owner, [...(this.kept.get(owner) ?? []), command]);
  }
  drop(owner: number, clientId: string): void {
    for (const list of [this.recent, this.kept]) {
      list.set(
        owner,
        (list.get(owner) ?? []).filter((one) => one.clientId !== clientId),
      );
    }
  }
  forgetOrder(owner: number, clientId: string, order: number): void {
    const kept = this.kept.get(owner) ?? [];
    this.kept.set(
      owner,
      kept.filter((one) => one.clientId !== clientId || one.id !== order),
    );
  }
}

function expectSame(memory: CommandMemory, plain: Plain): void {
  for (const owner of OWNERS) {
    const [recent, kept] = [plain.recent.get(owner) ?? [], plain.kept.get(owner) ?? []];
    expect(memory.recent(owner)).toEqual(recent);
    expect(memory.keptCommands(owner)).toEqual([...kept].sort((one, other) => (one.id ?? 0) - (other.id ?? 0)));
    for (const clientId of IDS) {
      const known = [...recent, ...kept].find((one) => one.clientId === clientId);
      expect(memory.find(owner, clientId)).toEqual(known ?? null);
    }
  }
}

const remembering = fc.record({
  what: fc.constant('remember' as const),
  owner: fc.constantFrom(...OWNERS),
  clientId: fc.constantFrom(...IDS),
  isOpen: fc.boolean(),
  digest: fc.stringMatching(/^[0-9a-f]{12}$/),
  position: fc.nat(2 ** 31 - 1).map((position) => position * 4_000_000),
});
const ending = fc.record({
  what: fc.constant('end' as const),
  owner: fc.constantFrom(...OWNERS),
  clientId: fc.constantFrom(...IDS),
});

test('equals a plain list after remembering and ending in any order', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof({ weight: 5, arbitrary: remembering }, ending), { maxLength: 120 }), (steps) => {
      const memory = createMemory(MOST);
      const plain = new Plain();
      const open = new Map<number, string>();
      let made = 0;
      for (const step of steps) {
        const { owner, clientId } = step;
        if (step.what === 'end') {
          const order = plain.kept.get(owner)?.find((one) => one.clientId === clientId)?.id ?? 0;
          open.delete(order);
          memory.forgetOrder(owner, clientId, order);
          plain.forgetOrder(owner, clientId, order);
        } else {
          const id = step.isOpen ? ++made : null;
          if (id !== null) open.set(id, clientId);
          const command = { clientId, digest: step.digest, position: step.position, id };
          for (const one of [memory, plain]) one.remember(owner, command, (order) => open.get(order) ?? null);
        }
      }
      expectSame(memory, plain);
    }),
    { numRuns: 300, seed: 20261122 },
  );
});

test('finds a hundred thousand entries and reuses their slots', () => {
  const memory = createMemory(1_000);
  const add = (owner: number, number: number): void => {
    const command = { clientId: `c-${number}`, digest: '0123456789ab', position: number, id: number };
    memory.remember(owner, command, () => null);
  };
  for (let number = 0; number < 100_000; number++) add(10_000_001 + (number % 100), number);
  for (let number = 0; number < 100_000; number++) {
    if (memory.find(10_000_001 + (number % 100), `c-${number}`)?.id !== number) throw new Error(`${number} is lost`);
  }
  for (let number = 100_000; number < 200_000; number++) add(10_000_001 + (number % 100), number);
  expect([memory.find(10_000_001, 'c-0'), memory.find(10_000_001, 'c-100000')?.id]).toEqual([null, 100_000]);
  expect([...memory.owners()].length).toBe(100);
});

test.each(['', 'a'.repeat(37), 'ä', 'a b', '\u0000'])('rejects an invalid client id: %j', (clientId) => {
  const memory = createMemory();
  const command = { clientId, digest: '0123456789ab', position: 1, id: null };
  expect(() => memory.remember(1, command, () => null)).toThrow('a client id');
});
