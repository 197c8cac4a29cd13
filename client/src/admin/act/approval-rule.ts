/** States before sending whether an action takes effect immediately, lapses by itself, or waits for a second member of staff. */
import { createContext } from 'react';
import { LASTING_BRAKES, STAFF_COMMANDS, STAFF_KINDS, type StaffKind } from '../../../../shared/rules/staff-kinds';
import type { Texts } from '../../kit/i18n/use-texts';

type Commands = typeof STAFF_COMMANDS;
type Entered = Readonly<Record<string, string>>;
type KindOf<C extends keyof Commands> = Commands[C][number];
/** Commands with a single kind. */
type RuleByName = { [C in keyof Commands]: Commands[C] extends readonly [StaffKind] ? C : never }[keyof Commands];
/** Commands with several kinds. The kind is fixed, or depends on the input. */
type RuleWithKind = {
  [C in Exclude<keyof Commands, RuleByName>]: readonly [C, KindOf<C> | ((input: Entered) => KindOf<C>)];
}[Exclude<keyof Commands, RuleByName>];

/**
 * The command that is sent. `second`: asks for a second person itself. `told`: the consequence already says it. Null: no command, one
 * person does it immediately.
 */
export type ApprovalRule = RuleByName | RuleWithKind | 'second' | 'told' | null;

/** Wait in milliseconds between a change's confirmation and its effect; null if unknown. */
export const StaffWait = createContext<number | null>(null);
/** Milliseconds between the announcement and the end of a market. */
export const EndNotice = createContext(0);

function kindOf(rule: RuleByName | RuleWithKind, input: Entered): StaffKind {
  if (typeof rule === 'string') return STAFF_COMMANDS[rule][0];
  const [, kind] = rule;
  return typeof kind === 'string' ? kind : kind(input);
}

/** Text in one line. */
export function approvalText(
  texts: Texts,
  rule: Exclude<ApprovalRule, 'told'>,
  input: Entered,
  waitMs: number | null,
): string {
  const { t } = texts;
  if (rule === null) return t('staff.takes.now');
  if (rule === 'second') return t('staff.takes.two');
  const kind = kindOf(rule, input);
  const { people, waits, lapsesMs } = STAFF_KINDS[kind];
  const command = typeof rule === 'string' ? rule : rule[0];
  if (people === 2) {
    if (!waits || waitMs === 0) return t('staff.takes.two');
    return waitMs === null ? t('staff.takes.later') : t('staff.takes.wait', { time: spanText(texts, waitMs) });
  }
  if (lapsesMs === null || (kind === 'brake' && LASTING_BRAKES.has(command))) return t('staff.takes.now');
  return t('staff.takes.lapses', { time: spanText(texts, lapsesMs) });
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Duration in seconds below two minutes, in minutes below two hours, otherwise in hours; rounded: `30 min`, `24 h`. */
export function spanText({ t, numbers }: Pick<Texts, 't' | 'numbers'>, ms: number): string {
  const count = (unit: number): string => numbers.fixed(String(Math.round(ms / unit)), 0);
  if (ms < 2 * MINUTE_MS) return t('staff.span.seconds', { count: count(SECOND_MS) });
  if (ms < 2 * HOUR_MS) return t('staff.span.minutes', { count: count(MINUTE_MS) });
  return t('staff.span.hours', { count: count(HOUR_MS) });
}
