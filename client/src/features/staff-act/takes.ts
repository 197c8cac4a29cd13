/** Tells before an act is sent whether it takes effect at once, ends by itself, or waits for a second member of staff. */
import { createContext } from 'react';
import { LASTING_BRAKES, STAFF_COMMANDS, STAFF_KINDS, type StaffKind } from '../../../../shared/rules/staff-kinds';
import type { Texts } from '../../shared/i18n/use-texts';

type Commands = typeof STAFF_COMMANDS;
type Entered = Readonly<Record<string, string>>;
type KindOf<C extends keyof Commands> = Commands[C][number];
/** Commands that are always of the same kind. */
type Plain = { [C in keyof Commands]: Commands[C] extends readonly [StaffKind] ? C : never }[keyof Commands];
/** Commands of several kinds: the kind is known before, or follows from the fields. */
type Judged = {
  [C in Exclude<keyof Commands, Plain>]: readonly [C, KindOf<C> | ((entered: Entered) => KindOf<C>)];
}[Exclude<keyof Commands, Plain>];

/**
 * The command that is sent; `second`: it asks for another of staff by itself; `told`: what happens says it already. Null: it is no
 * command, and one does it at once.
 */
export type Takes = Plain | Judged | 'second' | 'told' | null;

/** From the confirmation of a change until it takes effect; null where nobody has said. */
export const StaffWait = createContext<number | null>(null);
/** From the announcement of a market's end to the end. */
export const EndNotice = createContext(0);

function kindOf(takes: Plain | Judged, entered: Entered): StaffKind {
  if (typeof takes === 'string') return STAFF_COMMANDS[takes][0];
  const [, kind] = takes;
  return typeof kind === 'string' ? kind : kind(entered);
}

/** In one line. */
export function takesText(
  texts: Texts,
  takes: Exclude<Takes, 'told'>,
  entered: Entered,
  waitMs: number | null,
): string {
  const { say } = texts;
  if (takes === null) return say('staff.takes.now');
  if (takes === 'second') return say('staff.takes.two');
  const kind = kindOf(takes, entered);
  const { people, waits, lapsesMs } = STAFF_KINDS[kind];
  const command = typeof takes === 'string' ? takes : takes[0];
  if (people === 2) {
    if (!waits || waitMs === 0) return say('staff.takes.two');
    return waitMs === null ? say('staff.takes.later') : say('staff.takes.wait', { time: spanText(texts, waitMs) });
  }
  if (lapsesMs === null || (kind === 'brake' && LASTING_BRAKES.has(command))) return say('staff.takes.now');
  return say('staff.takes.lapses', { time: spanText(texts, lapsesMs) });
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** In whole seconds below two minutes, in whole minutes below two hours, in whole hours above: `30 min`, `24 h`. */
export function spanText({ say, numbers }: Pick<Texts, 'say' | 'numbers'>, ms: number): string {
  const count = (unit: number): string => numbers.fixed(String(Math.round(ms / unit)), 0);
  if (ms < 2 * MINUTE_MS) return say('staff.span.seconds', { count: count(SECOND_MS) });
  if (ms < 2 * HOUR_MS) return say('staff.span.minutes', { count: count(MINUTE_MS) });
  return say('staff.span.hours', { count: count(HOUR_MS) });
}
