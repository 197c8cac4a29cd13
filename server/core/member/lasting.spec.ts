import fc from 'fast-check';
import type { CommandType } from '../command';
import { createLastingMemory, LASTING_MS, type LastingCommand, type LastingMemory } from './lasting';

const OWNERS = [1, 7, 2_147_483_647];
const IDS = ['a', 'b', 'A', '-', 'a'.repeat(36), 'Z9-_'.repeat(9)];
const TYPES: CommandType[] = ['TransferFunds', 'ApplyWithdrawal', 'FreezeFunds'];

/** What the table must say, kept the plain way. */
class Plain {
  all: (LastingCommand & { isReplaced?: true })[] = [];

  remember(command: LastingCommand): void {
    const before = this.found(command.owner, command.clientId);
    if (before) before.isReplaced = true;
    this.all.push({ ...command });
  }
  found(owner: number, clientId: string) {
    return this.all.find((one) => one.owner === owner && one.clientId === clientId && !one.isReplaced);
  }
  forget(now: number, isOpen: (command: LastingCommand) => boolean): void {
    for (let count = 0; count < 100 && this.all.length > 0 && this.all[0].at <= now - LASTING_MS; count++) {
      const oldest = this.all.splice(0, 1)[0];
      if (!oldest.isReplaced && isOpen(oldest)) this.all.push({ ...oldest, at: now });
    }
  }
}

function expectSame(memory: LastingMemory, plain: Plain): void {
  expect([...memory.queue()]).toEqual(plain.all.map(({ isReplaced: _, ...command }) => command));
  for (const owner of OWNERS) {
    for (const clientId of IDS) {
      const known = plain.found(owner, clientId);
      const { digest, position, id } = known ?? {};
      expect(memory.find(owner, clientId)).toEqual(known ? { clientId, digest, position, id } : null);
    }
  }
}

const remembering = fc.record({
  what: fc.constant('remember' as const),
  owner: fc.constantFrom(...OWNERS),
  clientId: fc.constantFrom(...IDS),
  type: fc.constantFrom(...TYPES),
  digest: fc.stringMatching(/^[0-9a-f]{12}$/),
  position: fc.nat(2 ** 31 - 1).map((position) => position * 4_000_000),
  id: fc.option(fc.nat(5)),
});
const passing = fc.record({ what: fc.constant('pass' as const), days: fc.nat(40), open: fc.array(fc.nat(5)) });

test('remembers what a plain list would, whatever comes and however much time passes', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof({ weight: 4, arbitrary: remembering }, passing), { maxLength: 60 }), (steps) => {
      const memory = createLastingMemory();
      const plain = new Plain();
      let at = 1_800_000_000_000;
      for (const step of steps) {
        if (step.what === 'remember') {
          const { what: _, ...command } = { ...step, at };
          memory.remember(command);
          plain.remember(command);
        } else {
          at += step.days * 86_400_000;
          const isOpen = ({ id }: LastingCommand): boolean => id !== null && step.open.includes(id);
          memory.forget(at, isOpen);
          plain.forget(at, isOpen);
        }
        expectSame(memory, plain);
      }
    }),
  );
});

test('every kind of command and a number of pieces of the table come back as they were', () => {
  const memory = createLastingMemory();
  const commands = Array.from({ length: 20_000 }, (_, index): LastingCommand => ({
    at: index,
    owner: 10_000_001 + (index % 9),
    type: TYPES[index % TYPES.length],
    clientId: `id-${index}`,
    digest: index.toString(16).padStart(12, 'f'),
    position: 2 ** 40 + index,
    id: index % 2 === 0 ? null : 2 ** 45 + index,
  }));
  for (const command of commands) memory.remember(command);
  expect([...memory.queue()]).toEqual(commands);
  const { owner, clientId, digest, position, id } = commands[12_345];
  expect(memory.find(owner, clientId)).toEqual({ clientId, digest, position, id });
  expect(memory.find(owner + 1, clientId)).toBeNull();
});
