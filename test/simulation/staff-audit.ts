/**
 * The auditor's part for staff: keeps from events alone who may do what, and works out whether each thing that loosens a control, or
 * moves legal currency by hand, was said by two people who both still might, and long enough before.
 */
import type { Batch, CoreEvent, EventOf } from '../../server/core/event';
import { LooserTerms } from './looser-terms';

interface Person {
  role: string;
  rights: string[];
  approvesFrom: number;
  until?: number | undefined;
  scope?: string | undefined;
}
interface Said {
  proposed: EventOf<'StaffProposed'>;
  at: number;
  confirmed: EventOf<'StaffConfirmed'> | null;
  confirmedAt: number;
}

/** Whose right it takes, by what happens. */
const RIGHTS: Partial<Record<CoreEvent['type'], string>> = {
  AccountUnfrozen: 'users',
  FundsUnfrozen: 'users',
  FeeTierAssigned: 'users',
  MemberVerified: 'verification',
  WithdrawalReviewSet: 'settings',
  DailyLimitSet: 'settings',
  OverdueHoursSet: 'settings',
  DeskSettingSet: 'settings',
  StaffNamed: 'staff',
  RechargeTermsSet: 'recharges',
  RechargeCredited: 'recharges',
  FeeTiersSet: 'markets',
  IndexTermsSet: 'markets',
  MarketTermsChanged: 'markets',
  PerpetualTermsChanged: 'markets',
};

export class StaffAudit {
  private readonly people = new Map<number, Person>();
  private readonly documents = new Map<number, string>();
  private readonly frozen = new Set<number>();
  private readonly said = new Map<number, Said>();
  private readonly limits = new Map<number, bigint>();
  private readonly hours = new Map<string, number>();
  private readonly terms = new Map<string, EventOf<'RechargeTermsSet'>>();
  private readonly index = new Map<string, EventOf<'IndexTermsSet'>>();
  private readonly looserTerms = new LooserTerms();
  private readonly floors = new Map<number, { tier: number; until: number }>();
  private review = 1_000_000_000_000n;
  private waitMs = 0;
  private told = false;
  /** How often each thing happened because two said so. */
  readonly applied = new Map<string, number>();

  follow(batch: Batch): void {
    const first = batch.events[0];
    const second = batch.events.find((event) => event.type === 'StaffApplied');
    const cause = second ? this.take(second.proposal, batch) : null;
    for (const event of batch.events) {
      if (this.told && this.loosens(event, batch)) {
        if (!cause) throw new Error(`${event.type} takes two, and nobody confirmed it: ${batch.actor}`);
        this.check(event, cause, batch.at);
      }
      this.note(event, batch.at);
    }
    if (this.told && batch.actor.startsWith('admin/') && first.type !== 'StaffTold') this.checkActor(batch);
  }

  private take(id: number, { events, at }: Batch): Said {
    const said = this.said.get(id);
    if (!said) throw new Error(`proposal ${id} is unknown`);
    const confirmed = events.find((event) => event.type === 'StaffConfirmed');
    const whole = confirmed ? { ...said, confirmed, confirmedAt: at } : said;
    this.said.delete(id);
    return whole;
  }

  /** Two people, neither of them concerned, both of whom may, and as long ago as it takes. */
  private check(event: CoreEvent, { proposed, confirmed, confirmedAt }: Said, at: number): void {
    this.applied.set(event.type, (this.applied.get(event.type) ?? 0) + 1);
    if (!confirmed) throw new Error(`${event.type} was proposed alone`);
    const [one, other] = [proposed.by, confirmed.by];
    if (this.areOne(one, other)) throw new Error(`${event.type}: ${one} and ${other} are one`);
    const { user } = proposed;
    if (user !== undefined && (this.areOne(one, user) || this.areOne(other, user)))
      throw new Error(`${event.type} concerns one of the two`);
    const right = RIGHTS[event.type] ?? '';
    for (const by of [one, other]) {
      const person = this.people.get(by);
      if (person?.role !== 'admin' || !person.rights.includes(right)) throw new Error(`${event.type}: ${by} may not`);
    }
    if (confirmedAt < (this.people.get(other)?.approvesFrom ?? 0)) throw new Error(`${other} is too new`);
    if (proposed.waits === 1 && at < confirmedAt + this.waitMs) throw new Error(`${event.type} comes too soon`);
  }

  private checkActor({ actor, events }: Batch): void {
    const by = Number(actor.slice('admin/'.length));
    const named = events.some((event) => event.type === 'StaffNamed' && event.user === by);
    if (named || this.people.get(by)?.role !== 'admin') throw new Error(`${actor} acts for themselves, or is no admin`);
    if (this.frozen.has(by) && !events.some((event) => event.type === 'AccountFrozen' && event.user === by))
      throw new Error(`${actor} acts while frozen`);
  }

  private loosens(event: CoreEvent, batch: Batch): boolean {
    const { type } = event;
    if (type === 'AccountUnfrozen' || type === 'FundsUnfrozen' || type === 'DeskSettingSet') return true;
    if (type === 'MemberVerified') return event.document === undefined;
    if (type === 'WithdrawalReviewSet') return event.secondApprovalAbove > this.review;
    if (type === 'DailyLimitSet') return event.limit > (this.limits.get(event.bindings) ?? -1n);
    if (type === 'OverdueHoursSet') return event.hours > (this.hours.get(event.wait) ?? 48);
    if (type === 'StaffNamed') return event.first !== 1 && this.isMore(event);
    if (type === 'RechargeCredited') return event.asset === 'USD' && batch.actor !== 'demo';
    if (type === 'RechargeTermsSet') {
      const before = this.terms.get(`${event.asset}/${event.chain}`);
      return !before || event.confirmations < before.confirmations || event.minimum < before.minimum;
    }
    if (type === 'IndexTermsSet') {
      const before = this.index.get(event.symbol) ?? event;
      if (event.sourcesMin < before.sourcesMin) return true;
      return event.sourceStaleMs > before.sourceStaleMs || event.staleMs > before.staleMs;
    }
    if (type !== 'FeeTierAssigned') return this.looserTerms.loosens(event);
    const before = this.floors.get(event.user) ?? { tier: 0, until: 0 };
    return event.tier > before.tier || (event.tier > 0 && (event.until ?? Infinity) > before.until);
  }

  private isMore({ user, role, rights, until, scope }: EventOf<'StaffNamed'>): boolean {
    const before: Omit<Person, 'approvesFrom'> = this.people.get(user) ?? { role: 'user', rights: [] };
    const isExtended = role === 'auditor' && before.role === role && this.letsSeeMore(before, { until, scope });
    if (isExtended) return true;
    const order = ['user', 'auditor', 'admin'];
    const gained = rights.split(' ').some((right) => right !== '' && !before.rights.includes(right));
    return gained || order.indexOf(role) > order.indexOf(before.role);
  }

  /** For longer, or other things than before, unless those were all of them. */
  private letsSeeMore(before: Pick<Person, 'until' | 'scope'>, after: Pick<Person, 'until' | 'scope'>): boolean {
    if ((after.until ?? Infinity) > (before.until ?? Infinity)) return true;
    const isWhole = ({ scope }: Pick<Person, 'scope'>): boolean => scope === undefined || scope === '{"personal":1}';
    return !isWhole(before) && after.scope !== before.scope;
  }

  private areOne(one: number, other: number): boolean {
    const document = this.documents.get(one);
    return one === other || (document !== undefined && document === this.documents.get(other));
  }

  private note(event: CoreEvent, at: number): void {
    this.looserTerms.note(event);
    if (event.type === 'StaffTold') this.told = true;
    if (event.type === 'StaffRulesSet') this.waitMs = event.waitMs;
    if (event.type === 'StaffNamed') {
      const { user, role, rights, approvesFrom, until, scope } = event;
      if (role === 'user') this.people.delete(user);
      else this.people.set(user, { role, rights: rights.split(' '), approvesFrom, until, scope });
    }
    if (event.type === 'StaffProposed') {
      this.said.set(event.proposal, { proposed: event, at, confirmed: null, confirmedAt: 0 });
    }
    if (event.type === 'StaffConfirmed') {
      const said = this.said.get(event.proposal);
      if (said) Object.assign(said, { confirmed: event, confirmedAt: at });
    }
    if (event.type === 'StaffDeclined' || event.type === 'StaffLapsed') this.said.delete(event.proposal);
    if (event.type === 'AccountFrozen') this.frozen.add(event.user);
    if (event.type === 'AccountUnfrozen') this.frozen.delete(event.user);
    if (event.type === 'MemberVerified' && event.document !== undefined) this.documents.set(event.user, event.document);
    if (event.type === 'DocumentNamed') this.documents.set(event.user, event.document);
    if (event.type === 'WithdrawalReviewSet') this.review = event.secondApprovalAbove;
    if (event.type === 'OverdueHoursSet') this.hours.set(event.wait, event.hours);
    if (event.type === 'DailyLimitSet') this.limits.set(event.bindings, event.limit);
    if (event.type === 'RechargeTermsSet') this.terms.set(`${event.asset}/${event.chain}`, event);
    if (event.type === 'IndexTermsSet') this.index.set(event.symbol, event);
    if (event.type === 'FeeTierAssigned')
      this.floors.set(event.user, { tier: event.tier, until: event.tier === 0 ? 0 : (event.until ?? Infinity) });
  }
}
