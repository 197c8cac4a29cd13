/** Members and what they had accepted, in the canonical state. */
import type { CommandType } from '../command';
import { known, sorted } from '../folding';
import { lineRow } from '../product';
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

export const memberLine = lineRow<MemberLine>(
  'member',
  function* ({ members }) {
    for (const [user, { verified, frozen, floor, withdrawn, registration }] of sorted(members)) {
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

/** Of those whose least level ends by itself. */
export const floorLine = lineRow<[is: 'floor', user: number, until: number]>(
  'floor',
  function* ({ members }) {
    for (const [user, { floor }] of sorted(members)) {
      if (floor !== null && floor.until !== null) yield ['floor', user, floor.until];
    }
  },
  ({ members }, [, user, until]) => {
    const member = known(members, user);
    if (member.floor) member.floor.until = until;
  },
);

/** Of those who were invited or whose document is known. */
export const relationLine = lineRow<[is: 'relation', user: number, inviter: number | null, document: string | null]>(
  'relation',
  function* ({ members }) {
    for (const [user, { inviter, document }] of sorted(members)) {
      if (inviter !== null || document !== null) yield ['relation', user, inviter, document];
    }
  },
  ({ members }, [, user, inviter, document]) => {
    Object.assign(known(members, user), { inviter, document });
  },
);

/** Of those who are erased. */
export const erasedLine = lineRow<[is: 'erased', user: number]>(
  'erased',
  function* ({ members }) {
    for (const [user, { erased }] of sorted(members)) if (erased) yield ['erased', user];
  },
  ({ members }, [, user]) => {
    known(members, user).erased = true;
  },
);

type CommandTuple = [clientId: string, digest: string, position: number, id: number | null];
/** The recent ones from the oldest on, and those of open orders behind them, by order. */
type MemoryLine = [is: 'memory', user: number, recent: CommandTuple[], kept: CommandTuple[]];

export const memoryLine = lineRow<MemoryLine>(
  'memory',
  function* ({ memories }) {
    for (const user of [...memories.owners()].sort((one, other) => one - other)) {
      yield ['memory', user, memories.recent(user).map(toldCommand), memories.kept(user).map(toldCommand)];
    }
  },
  ({ memories }, [, user, recent, kept]) => {
    for (const told of recent) memories.remember(user, commandOf(told), () => null);
    for (const told of kept) memories.keep(user, commandOf(told));
  },
);

function toldCommand({ clientId, digest, position, id }: RememberedCommand): CommandTuple {
  return [clientId, digest, position, id];
}

function commandOf([clientId, digest, position, id]: CommandTuple): RememberedCommand {
  return { clientId, digest, position, id };
}

/** In the order in which they are forgotten. */
type LastingLine = [is: 'lasting', at: number, user: number, type: CommandType, ...command: CommandTuple];

export const lastingLine = lineRow<LastingLine>(
  'lasting',
  function* ({ lasting }) {
    for (const { at, owner, type, clientId, digest, position, id } of lasting.all()) {
      yield ['lasting', at, owner, type, clientId, digest, position, id];
    }
  },
  ({ lasting }, [, at, owner, type, clientId, digest, position, id]) => {
    lasting.remember({ at, owner, type, clientId, digest, position, id });
  },
);
