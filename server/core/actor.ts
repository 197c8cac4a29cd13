/**
 * Who caused a batch, as the journal writes it. An actor is a capability and, where there are several of its kind, whose: what
 * each may send stands in the rows of the commands, and none of them can send what is not there.
 */
export type Actor =
  | `user/${number}`
  | `admin/${number}`
  /** Publishes index prices. */
  | `feed/${string}`
  /** Acts for the stake of the user of that number. */
  | `robot/${number}`
  /** What the core owes at a time. */
  | 'clock'
  /** Registers members and their deposit addresses. */
  | 'registrar'
  /** Has the key that signs the heads, on the server's own machine. */
  | 'operator'
  /** Sees the payments of one chain. */
  | `chain/${string}`
  /** Hands withdrawals to chains and sees them paid. */
  | 'payouts'
  /** Compares the ledger with what should agree with it. */
  | 'sentinel'
  /** Credits the demo's own users, as long as there is a demo. */
  | 'demo'
  /** All but users and staff in journals of before; sends nothing any more. */
  | 'system';

export const CAPABILITIES = [
  'user',
  'admin',
  'feed',
  'robot',
  'clock',
  'registrar',
  'operator',
  'chain',
  'payouts',
  'sentinel',
  'demo',
] as const;
export type Capability = (typeof CAPABILITIES)[number];

const USER = 'user/';
const ADMIN = 'admin/';
const ROBOT = 'robot/';

/** What an actor may do, by its kind; `system` of older journals may do nothing. */
export function capabilityOf(actor: Actor): Capability | 'system' {
  // Nearly all are users, and it is asked more than once of every command.
  if (actor.startsWith(USER)) return 'user';
  const slash = actor.indexOf('/');
  return (slash < 0 ? actor : actor.slice(0, slash)) as Capability | 'system';
}

/** What stands behind the kind: whose number or which name; null for those of whom there is one. */
function nameOf(actor: Actor): string | null {
  const slash = actor.indexOf('/');
  return slash < 0 ? null : actor.slice(slash + 1);
}

/** The id of the person behind an actor, a user or one of staff; null for all others. */
export function actorId(actor: Actor): number | null {
  if (actor.startsWith(USER)) return numberBehind(actor, USER.length);
  return actor.startsWith(ADMIN) ? numberBehind(actor, ADMIN.length) : null;
}

/**
 * What the digits from there on say; not a number when anything else is among them. It is asked more than once of every
 * command, and a text of their own that is turned into a number, or a number into a text, costs far more.
 */
function numberBehind(actor: Actor, start: number): number {
  let number = 0;
  for (let index = start; index < actor.length; index++) {
    const digit = actor.charCodeAt(index) - ZERO;
    if (digit < 0 || digit > 9) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}
const ZERO = 0x30;

/** The name of the feed that sends something; only feeds send what asks for it. */
export function feedName(actor: Actor): string {
  return capabilityOf(actor) === 'feed' ? (nameOf(actor) ?? '') : '';
}

interface Named {
  readonly type: string;
  readonly user?: number;
  readonly chain?: string;
  readonly reference?: string;
}

/**
 * Whether the actor may send a command whose row names `senders`: a user and a robot for that user alone, a chain about
 * payments on it alone, and nobody of staff what would favour themselves (`forOthers`).
 */
export function maySend(actor: Actor, command: Named, senders: readonly Capability[], forOthers: boolean): boolean {
  const capability = capabilityOf(actor);
  if (capability === 'system' || !senders.includes(capability)) return false;
  if (capability === 'user') return actorId(actor) === command.user;
  if (capability === 'robot') return numberBehind(actor, ROBOT.length) === command.user;
  if (capability === 'admin') return !forOthers || actorId(actor) !== command.user;
  return capability !== 'chain' || isAbout(command, nameOf(actor));
}

/** A payment's reference begins with the name of its chain. */
function isAbout({ chain, reference }: Named, name: string | null): boolean {
  return chain === undefined ? reference?.startsWith(`${name}/`) === true : chain === name;
}
