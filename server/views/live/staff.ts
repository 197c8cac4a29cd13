/** Who is staff and what waits for another of them, as the journal says: no row of a database gives anybody a right. */
import type { OverdueWait } from '../../../shared/rules/overdue-hours';
import type { StaffRight } from '../../../shared/rules/staff-rights';
import { positionOf, type Batch } from '../../core/event';
import { hoursOf } from '../../core/staff/decide-controls';
import {
  applyProposal,
  confirm,
  endProposal,
  keepAct,
  namePerson,
  noteAct,
  noteDue,
  noteUndoDue,
  propose,
  setRules,
  undoAct,
} from '../../core/staff/evolve';
import type { CommandType } from '../../core/command';
import type { StaffRole } from '../../core/staff/commands';
import { rightToSecond } from '../../core/staff/rights';
import {
  createStaffState,
  type ActOfOne,
  type Proposal,
  type Restore,
  type StaffPerson,
  type StaffState,
} from '../../core/staff/state';
import type { CoreState } from '../../core/state';
import { foldEvents, type Folds, type LiveView } from './live-view';

type Listener = (user: number) => void;

/** Of those before, the journal tells. */
const PLACES_MAX = 10_000;
const DAY_MS = 86_400_000;

/** What a batch made of what was sent: a proposal, or an act of one. */
export type Made = { readonly proposal: number } | { readonly act: number; readonly until: number | null };

/** Null: it was simply done. */
export function madeIn({ events }: Batch): Made | null {
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
  /** What the batch at a position made. */
  private readonly places = new Map<number, Made>();

  private readonly folds: Folds = {
    StaffRulesSet: (event) => setRules(this, event),
    StaffTold: () => {
      this.staff.told = true;
    },
    StaffNamed: (event) => {
      namePerson(this, event);
      for (const listener of this.listeners) listener(event.user);
    },
    StaffProposed: (event, batch) => {
      propose(this, event, batch);
      this.note(batch);
    },
    StaffActed: (event, batch) => {
      noteAct(this, event, batch);
      this.note(batch);
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
    const kept = { ...limits, settings: new Map(staff.settings), byHand };
    Object.assign(this.staff, { told, first, next, nextAct, rules: { ...staff.rules }, people, ...kept });
    for (const [id, proposal] of staff.proposals) {
      this.staff.proposals.set(id, { ...proposal });
      noteDue(this.staff, proposal);
    }
    for (const [id, restore] of staff.restores) this.staff.restores.set(id, { ...restore });
    for (const [id, act] of staff.acts) {
      const own = { ...act };
      this.staff.acts.set(id, own);
      noteUndoDue(this.staff, own);
    }
    this.position = position;
  }

  private note(batch: Batch): void {
    const made = madeIn(batch);
    if (made === null) return;
    this.places.set(positionOf(batch), made);
    const [oldest] = this.places.keys();
    if (this.places.size > PLACES_MAX) this.places.delete(oldest);
  }

  /** What was sent was proposed in place of being done, or done by one alone; null: it was done, or lies further back. */
  madeAt(position: number): Made | null {
    return this.places.get(position) ?? null;
  }

  /** Whether the journal says who is staff. */
  isTold(): boolean {
    return this.staff.told;
  }

  /** From a confirmation of what loosens something until it is so. */
  waitMs(): number {
    return this.staff.rules.waitMs;
  }

  /** From the announcement of a market's end to the end, at least. */
  endNoticeMs(): number {
    return this.staff.rules.endNoticeMs;
  }

  /** After which something that waits for staff is overdue. */
  overdueHours(wait: OverdueWait): number {
    return hoursOf(this.staff, wait);
  }

  /** Of whoever proposes or confirms it. */
  rightOf(command: CommandType): StaffRight {
    return rightToSecond(command);
  }

  proposal(id: number): Readonly<Proposal> | null {
    return this.staff.proposals.get(id) ?? null;
  }

  roleOf(user: number): StaffRole {
    return this.staff.people.get(user)?.role ?? 'user';
  }

  /** An admin alone has any. */
  has(user: number, right: StaffRight): boolean {
    const person = this.staff.people.get(user);
    return person?.role === 'admin' && person.rights.includes(right);
  }

  people(): ReadonlyMap<number, Readonly<StaffPerson>> {
    return this.staff.people;
  }

  /** Open, or waiting for their time; the newest first. */
  proposals(): Readonly<Proposal>[] {
    return [...this.staff.proposals.values()].sort((one, other) => other.id - one.id);
  }

  /** Who was asked to be restored by break-glass, the newest first. */
  restores(): Readonly<Restore>[] {
    return [...this.staff.restores.values()].reverse();
  }

  /** What one did alone in the last day, or what may still end by itself; the newest first. */
  acts(now: number): Readonly<ActOfOne>[] {
    const told = [...this.staff.acts.values()].filter(({ at, until }) => until !== null || at > now - DAY_MS);
    return told.sort((one, other) => other.id - one.id);
  }

  /** Called with everybody whose role or rights have changed. */
  onNamed(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
