/** Staff, and proposals awaiting a second person, from the journal alone: no database row grants a right. */
import type { OverdueWait } from '../../../shared/rules/overdue-hours';
import type { StaffRight } from '../../../shared/rules/staff-rights';
import { positionOf, type Batch } from '../../core/event';
import { overdueHoursOf } from '../../core/staff/decide-controls';
import {
  applyProposal,
  confirm,
  endProposal,
  keepAct,
  setPerson,
  noteAct,
  scheduleProposal,
  noteUndoDue,
  propose,
  setRules,
  undoAct,
} from '../../core/staff/evolve';
import type { CommandType } from '../../core/command';
import type { StaffRole } from '../../core/staff/commands';
import { rightToConfirm } from '../../core/staff/rights';
import {
  createStaffState,
  type SinglePersonAct,
  type Proposal,
  type Restore,
  type StaffPerson,
  type StaffState,
} from '../../core/staff/state';
import type { CoreState } from '../../core/state';
import { rightOf } from '../../products/core';
import { foldEvents, type Folds, type LiveView } from './live-view';

type Listener = (user: number) => void;

/** Positions kept in memory; results of earlier ones are read from the journal. */
const RESULTS_MAX = 10_000;
const DAY_MS = 86_400_000;

/** Result of a batch for a staff command: a proposal, or an act of one person. */
export type StaffResult = { readonly proposal: number } | { readonly act: number; readonly until: number | null };

/** Null if the command was simply executed. */
export function staffResultOf({ events }: Batch): StaffResult | null {
  for (const event of events) {
    if (event.type === 'StaffProposed') return { proposal: event.proposal };
    if (event.type === 'StaffActed') return { act: event.act, until: event.until ?? null };
  }
  return null;
}

export class StaffView implements LiveView {
  position = -1;
  readonly staff: StaffState = createStaffState();
  private readonly listeners = new Set<Listener>();
  /** Results by batch position. */
  private readonly resultByPosition = new Map<number, StaffResult>();

  private readonly folds: Folds = {
    StaffRulesSet: (event) => setRules(this, event),
    StaffTold: () => {
      this.staff.told = true;
    },
    StaffNamed: (event) => {
      setPerson(this, event);
      for (const listener of this.listeners) listener(event.user);
    },
    StaffProposed: (event, batch) => {
      propose(this, event, batch);
      this.recordResult(batch);
    },
    StaffActed: (event, batch) => {
      noteAct(this, event, batch);
      this.recordResult(batch);
    },
    StaffActKept: (event) => keepAct(this, event),
    StaffActUndone: (event) => undoAct(this, event),
    StaffConfirmed: (event, batch) => confirm(this, event, batch),
    DailyLimitSet: ({ bindings, limit }) => void this.staff.dailyLimits.set(bindings, limit),
    OverdueHoursSet: ({ wait, hours }) => void this.staff.overdueHours.set(wait, hours),
    DeskSettingSet: ({ name, hash }) => void this.staff.settings.set(name, hash),
    StaffApplied: (event) => applyProposal(this, event),
    StaffDeclined: (event) => endProposal(this, event),
    StaffLapsed: (event) => endProposal(this, event),
  };

  fold(batch: Batch): void {
    this.position = foldEvents(this.folds, batch);
  }

  seed({ staff, position }: CoreState): void {
    const people = new Map([...staff.people].map(([user, person]) => [user, { ...person }]));
    const { told, first, next, nextAct } = staff;
    const byHand = staff.byHand.map((one) => ({ ...one }));
    const limits = { dailyLimits: new Map(staff.dailyLimits), overdueHours: new Map(staff.overdueHours) };
    const copies = { ...limits, settings: new Map(staff.settings), byHand };
    Object.assign(this.staff, { told, first, next, nextAct, rules: { ...staff.rules }, people, ...copies });
    for (const [id, proposal] of staff.proposals) {
      this.staff.proposals.set(id, { ...proposal });
      scheduleProposal(this.staff, proposal);
    }
    for (const [id, restore] of staff.restores) this.staff.restores.set(id, { ...restore });
    for (const [id, act] of staff.acts) {
      const copy = { ...act };
      this.staff.acts.set(id, copy);
      noteUndoDue(this.staff, copy);
    }
    this.position = position;
  }

  private recordResult(batch: Batch): void {
    const result = staffResultOf(batch);
    if (result === null) return;
    this.resultByPosition.set(positionOf(batch), result);
    const [oldestPosition] = this.resultByPosition.keys();
    if (this.resultByPosition.size > RESULTS_MAX) this.resultByPosition.delete(oldestPosition);
  }

  /**
   * Returns the proposal or act of one person at the position; null if the command was simply executed, or if the position is older than
   * those kept.
   */
  resultAt(position: number): StaffResult | null {
    return this.resultByPosition.get(position) ?? null;
  }

  /** Whether the journal defines staff. */
  isStaffDefined(): boolean {
    return this.staff.told;
  }

  /** Delay between a confirmation of a loosening change and its effect. */
  waitMs(): number {
    return this.staff.rules.waitMs;
  }

  /** Minimum time between the announcement of a market's end and the end. */
  endNoticeMs(): number {
    return this.staff.rules.endNoticeMs;
  }

  /** Hours after which a task of staff is overdue. */
  overdueHours(wait: OverdueWait): number {
    return overdueHoursOf(this.staff, wait);
  }

  /** Right required to propose or confirm the command. */
  rightOf(command: CommandType): StaffRight {
    return rightToConfirm(rightOf, command);
  }

  proposal(id: number): Readonly<Proposal> | null {
    return this.staff.proposals.get(id) ?? null;
  }

  roleOf(user: number): StaffRole {
    return this.staff.people.get(user)?.role ?? 'user';
  }

  /** Only admins have rights. */
  has(user: number, right: StaffRight): boolean {
    const person = this.staff.people.get(user);
    return person?.role === 'admin' && person.rights.includes(right);
  }

  people(): ReadonlyMap<number, Readonly<StaffPerson>> {
    return this.staff.people;
  }

  /** Open or waiting for their time; newest first. */
  proposals(): Readonly<Proposal>[] {
    return [...this.staff.proposals.values()].sort((one, other) => other.id - one.id);
  }

  /** Break-glass requests to restore access, newest first. */
  restores(): Readonly<Restore>[] {
    return [...this.staff.restores.values()].reverse();
  }

  /** Acts of one person in the last day, or with an end still to come; newest first. */
  acts(now: number): Readonly<SinglePersonAct>[] {
    const visibleActs = [...this.staff.acts.values()].filter(({ at, until }) => until !== null || at > now - DAY_MS);
    return visibleActs.sort((one, other) => other.id - one.id);
  }

  /** The listener gets all people whose role or rights have changed. */
  onRightsChanged(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
