/** Members and their remembered commands in the canonical state. */
import type { CommandType } from '../command';
import { getOrThrow, sortedByKey } from '../evolve-helpers';
import { snapshotRow } from '../product';
import { createMember } from './member';
import type { RememberedCommand } from './memory';

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

export const memberLine = snapshotRow<MemberLine>(
  'member',
  function* ({ members }) {
    for (const [user, { verified, frozen, floor, withdrawn, registration }] of sortedByKey(members)) {
      const tier = floor?.level ?? 0;
      yield ['member', user, verified, frozen, tier, withdrawn.day, `${withdrawn.value}`, registration];
    }
  },
  ({ members }, [, user, verified, frozen, feeTier, day, value, registration]) => {
    const member = createMember(user, registration);
    const floor = feeTier === 0 ? null : { level: feeTier, until: null };
    members.set(user, { ...member, verified, frozen, floor, withdrawn: { day, value: BigInt(value) } });
  },
);

/** Only for members whose minimum fee level expires. */
export const floorLine = snapshotRow<[is: 'floor', user: number, until: number]>(
  'floor',
  function* ({ members }) {
    for (const [user, { floor }] of sortedByKey(members)) {
      if (floor !== null && floor.until !== null) yield ['floor', user, floor.until];
    }
  },
  ({ members }, [, user, until]) => {
    const member = getOrThrow(members, user);
    if (member.floor) member.floor.until = until;
  },
);

/** Only for members with an inviter or a known document. */
export const relationLine = snapshotRow<
  [is: 'relation', user: number, inviter: number | null, document: string | null]
>(
  'relation',
  function* ({ members }) {
    for (const [user, { inviter, document }] of sortedByKey(members)) {
      if (inviter !== null || document !== null) yield ['relation', user, inviter, document];
    }
  },
  ({ members }, [, user, inviter, document]) => {
    Object.assign(getOrThrow(members, user), { inviter, document });
  },
);

/** Only for erased members. */
export const erasedLine = snapshotRow<[is: 'erased', user: number]>(
  'erased',
  function* ({ members }) {
    for (const [user, { erased }] of sortedByKey(members)) if (erased) yield ['erased', user];
  },
  ({ members }, [, user]) => {
    getOrThrow(members, user).erased = true;
  },
);

type CommandTuple = [clientId: string, digest: string, position: number, id: number | null];
/** The recent ones, oldest first, then those of open orders, by order id. */
type MemoryLine = [is: 'memory', user: number, recent: CommandTuple[], kept: CommandTuple[]];

export const memoryLine = snapshotRow<MemoryLine>(
  'memory',
  function* ({ memories }) {
    for (const user of [...memories.owners()].sort((one, other) => one - other)) {
      yield [
        'memory',
        user,
        memories.recent(user).map(toCommandTuple),
        memories.keptCommands(user).map(toCommandTuple),
      ];
    }
  },
  ({ memories }, [, user, recent, kept]) => {
    for (const command of recent) memories.remember(user, deserializeCommand(command), () => null);
    for (const keptCommand of kept) memories.keep(user, deserializeCommand(keptCommand));
  },
);

function toCommandTuple({ clientId, digest, position, id }: RememberedCommand): CommandTuple {
  return [clientId, digest, position, id];
}

function deserializeCommand([clientId, digest, position, id]: CommandTuple): RememberedCommand {
  return { clientId, digest, position, id };
}

/** In order of expiry. */
type LastingLine = [is: 'lasting', at: number, user: number, type: CommandType, ...command: CommandTuple];

export const lastingLine = snapshotRow<LastingLine>(
  'lasting',
  function* ({ lasting }) {
    for (const { at, owner, type, clientId, digest, position, id } of lasting.allCommands()) {
      yield ['lasting', at, owner, type, clientId, digest, position, id];
    }
  },
  ({ lasting }, [, at, owner, type, clientId, digest, position, id]) => {
    lasting.remember({ at, owner, type, clientId, digest, position, id });
  },
);
