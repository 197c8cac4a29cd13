/** Members and what they had accepted, in the canonical state. */
import type { CommandType } from '../command';
import { sorted } from '../folding';
import { lineRow } from '../product';
import { createMember } from './member';
import { createMemory, rememberLasting } from './memory';

type MemberLine = [
  is: 'member',
  user: number,
  verified: boolean,
  frozen: boolean,
  feeTier: number,
  day: number,
  value: string,
  registration: string | null,
];

export const memberLine = lineRow<MemberLine>(
  'member',
  function* ({ members }) {
    for (const [user, { verified, frozen, feeTier, withdrawn, registration }] of sorted(members)) {
      yield ['member', user, verified, frozen, feeTier, withdrawn.day, `${withdrawn.value}`, registration];
    }
  },
  ({ members }, [, user, verified, frozen, feeTier, day, value, registration]) => {
    const member = createMember(user, registration);
    members.set(user, { ...member, verified, frozen, feeTier, withdrawn: { day, value: BigInt(value) } });
  },
);

type CommandTuple = [clientId: string, digest: string, position: number, id: number | null];

type MemoryLine = [
  is: 'memory',
  user: number,
  next: number,
  commands: CommandTuple[],
  recent: string[],
  kept: [order: number, clientId: string][],
];

export const memoryLine = lineRow<MemoryLine>(
  'memory',
  function* ({ memories }) {
    for (const [user, memory] of sorted(memories)) {
      const commands = sorted(memory.byClientId).map(([, { clientId, digest, position, id }]): CommandTuple => {
        return [clientId, digest, position, id];
      });
      yield ['memory', user, memory.next, commands, memory.recent, sorted(memory.kept)];
    }
  },
  ({ memories }, [, user, next, commands, recent, kept]) => {
    const memory = createMemory();
    for (const [clientId, digest, position, id] of commands) {
      memory.byClientId.set(clientId, { clientId, digest, position, id });
    }
    memories.set(user, { ...memory, recent, next, kept: new Map(kept) });
  },
);

/** In the order in which they are forgotten. */
type LastingLine = [is: 'lasting', at: number, user: number, type: CommandType, ...command: CommandTuple];

export const lastingLine = lineRow<LastingLine>(
  'lasting',
  function* ({ lasting: { queue, first } }) {
    for (let index = first; index < queue.length; index++) {
      const { at, owner, type, clientId, digest, position, id } = queue[index];
      yield ['lasting', at, owner, type, clientId, digest, position, id];
    }
  },
  ({ lasting }, [, at, owner, type, clientId, digest, position, id]) => {
    rememberLasting(lasting, { at, owner, type, clientId, digest, position, id });
  },
);
