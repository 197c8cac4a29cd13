/**
 * The sender of a batch, as the journal stores it. An actor is a capability and, for kinds with several actors, an id or name. The command
 * rows list the capabilities that may send each command.
 */
export type Actor =
  | `user/${number}`
  | `admin/${number}`
  /** Publishes index prices. */
  | `feed/${string}`
  /** Trades a robot's stake for the user with that id. */
  | `robot/${number}`
  /** Sends the due work of the core. */
  | 'clock'
  /** Registers members and their deposit addresses. */
  | 'registrar'
  /** Holds the key that signs the heads; runs on the server's own machine. */
  | 'operator'
  /** Observes the payments of one chain. */
  | `chain/${string}`
  /** Submits withdrawals to chains and observes their payment. */
  | 'payouts'
  /** Compares the ledger with its external counterparts. */
  | 'sentinel'
  /** Credits the demo's own users. */
  | 'demo'
  /** In older journals: every actor except users and staff. Sends no new commands. */
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

/** Returns the capability that an actor's kind grants; `system`, found in older journals, grants none. */
export function capabilityOf(actor: Actor): Capability | 'system' {
  // Hot path: most actors are users, and every command calls this several times.
  if (actor.startsWith(USER)) return 'user';
  const slash = actor.indexOf('/');
  return (slash < 0 ? actor : actor.slice(0, slash)) as Capability | 'system';
}

/** Returns the number or name after the kind; null for kinds with a single actor. */
function nameOf(actor: Actor): string | null {
  const slash = actor.indexOf('/');
  return slash < 0 ? null : actor.slice(slash + 1);
}

/** The id of the person behind an actor, a user or one of staff; null for all others. */
export function actorId(actor: Actor): number | null {
  if (actor.startsWith(USER)) return parseNumberAt(actor, USER.length);
  return actor.startsWith(ADMIN) ? parseNumberAt(actor, ADMIN.length) : null;
}

/**
 * Parses the decimal digits from `start`; NaN if there are other characters. Every command calls this several times, and conversions
 * between substrings and numbers cost far more.
 */
function parseNumberAt(actor: Actor, start: number): number {
  let number = 0;
  for (let index = start; index < actor.length; index++) {
    const digit = actor.charCodeAt(index) - ZERO;
    if (digit < 0 || digit > 9) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}
const ZERO = 0x30;

/** Returns the feed's name; only feeds send the commands that call this. */
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
 * Whether the actor may send a command whose row names `senders`. Users and robots act for their own user only, chains for their own
 * payments only. Staff never send a command that favours themselves (`forOthers`).
 */
export function maySend(actor: Actor, command: Named, senders: readonly Capability[], forOthers: boolean): boolean {
  const capability = capabilityOf(actor);
  if (capability === 'system' || !senders.includes(capability)) return false;
  if (capability === 'user') return actorId(actor) === command.user;
  if (capability === 'robot') return parseNumberAt(actor, ROBOT.length) === command.user;
  if (capability === 'admin') return !forOthers || actorId(actor) !== command.user;
  return capability !== 'chain' || concerns(command, nameOf(actor));
}

/** A payment's reference begins with the name of its chain. */
function concerns({ chain, reference }: Named, name: string | null): boolean {
  return chain === undefined ? reference?.startsWith(`${name}/`) === true : chain === name;
}
