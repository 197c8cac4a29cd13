/**
 * Auditor part for staff, from events only: rights, one-person and two-person changes, and their expiry. A two-person
 * change needs two people who both still hold the right, and its waiting time. A one-person act must be of an allowed
 * kind, is not repeated by the same person within a day, and ends at its time by restoring the former value.
 * Break-glass is neither: the operator requests it, it waits, it gives one member every right, and two people can
 * contradict it.
 */
import type { Batch, CoreEvent, EventOf } from '../../../server/core/event';
import { STAFF_RIGHTS } from '../../../shared/rules/staff-rights';

interface Person {
  role: string;
  rights: string[];
  approvesFrom: number;
}
interface Said {
  proposed: EventOf<'StaffProposed'>;
  at: number;
  confirmed: EventOf<'StaffConfirmed'> | null;
  confirmedAt: number;
}
interface Done {
  acted: EventOf<'StaffActed'>;
  at: number;
  /** `until`: expiry, null if it no longer expires. `back`: the value to restore. */
  until: number | null;
  back: string | null;
  /** Whether it expired and was undone. */
  isUndone: boolean;
}
/** Approval class of an event in the current state. */
type Way = 'brake' | 'tighten' | 'case' | 'at once' | 'waits';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LAPSES_MS = { brake: 4 * HOUR_MS, tighten: DAY_MS } as const;
const OPEN_OF_ONE_MAX = 10;
const OPERATOR = 0;
const EVERY_RIGHT = STAFF_RIGHTS.join(' ');

/** Required right by event type. */
const RIGHTS: Partial<Record<CoreEvent['type'], string>> = {
  AccountFrozen: 'users',
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
  HouseFunded: 'recharges',
  FeeTiersSet: 'markets',
  IndexTermsSet: 'markets',
  MarketStateChanged: 'markets',
  AssetStateChanged: 'markets',
  MarketTermsChanged: 'markets',
  PerpetualTermsChanged: 'markets',
};

/** Decisions on a single case, and events that are statements only. */
const CASES: ReadonlySet<CoreEvent['type']> = new Set<CoreEvent['type']>([
  ...(['StaffProposed', 'StaffConfirmed', 'StaffDeclined', 'StaffLapsed', 'StaffActKept'] as const),
  ...(['WithdrawalApproved', 'StatementLineRead', 'StaffActed', 'StaffApplied'] as const),
]);

/** The class of these events depends on their content or on the former value. */
const JUDGED = [
  ...(['AccountFrozen', 'AccountUnfrozen', 'MemberVerified', 'MarketStateChanged', 'AssetStateChanged'] as const),
  ...(['DailyLimitSet', 'WithdrawalReviewSet', 'OverdueHoursSet', 'RechargeTermsSet'] as const),
  ...(['FundsUnfrozen', 'RechargeCredited', 'HouseFunded', 'OrderCancelled'] as const),
];

function isJudged(event: CoreEvent): event is EventOf<(typeof JUDGED)[number]> {
  return JUDGED.some((type) => type === event.type);
}

export class StaffAudit {
  private readonly people = new Map<number, Person>();
  private readonly documents = new Map<number, string>();
  private readonly frozen = new Set<number>();
  private readonly frozenWith = new Map<number, number>();
  private readonly said = new Map<number, Said>();
  private readonly acts = new Map<number, Done>();
  /** Restorable values by subject. */
  private readonly facts = new Map<string, string>([
    ['OverdueHoursSet/feedback', '48'],
    ['review', '1000000000000'],
  ]);
  private readonly importers = new Map<string, number>();
  private waitMs = 0;
  private told = false;
  /** Number of two-person changes by event type, and of one-person acts by command. */
  readonly applied = new Map<string, number>();
  readonly alone = new Map<string, number>();

  follow(batch: Batch): void {
    const { events, actor, at } = batch;
    if (this.told && !actor.includes('clock')) this.checkOverdue(batch);
    const byTwo = this.told ? events.find((event) => event.type === 'StaffApplied') : undefined;
    const undone = events.find((event) => event.type === 'StaffActUndone');
    const acted = events.find((event) => event.type === 'StaffActed');
    const said = byTwo ? this.take(byTwo.proposal, batch) : null;
    if (this.told && actor.startsWith('admin/')) this.checkActor(batch, acted);
    this.checkOperator(batch);
    const before = acted ? this.factOf(events[0]) : null;
    for (const event of events) {
      if (said?.proposed.by === OPERATOR) this.checkRestore(event, said, at);
      else if (said) this.checkTwo(event, said, at);
      else if (this.told && actor.startsWith('admin/')) this.checkOne(event, acted, actor);
      this.note(event, at);
    }
    if (acted) this.noteAct(acted, before, batch);
    if (undone) this.checkUndone(undone, batch);
  }

  private take(id: number, { events, at }: Batch): Said {
    const said = this.said.get(id);
    if (!said) throw new Error(`proposal ${id} is unknown`);
    const confirmed = events.find((event) => event.type === 'StaffConfirmed');
    const whole = confirmed ? { ...said, confirmed, confirmedAt: at } : said;
    this.said.delete(id);
    return whole;
  }

  /** Two people, neither concerned, both entitled, after the waiting time. */
  private checkTwo(event: CoreEvent, { proposed, confirmed, confirmedAt }: Said, at: number): void {
    const right = this.isContradiction(event) ? 'staff' : RIGHTS[event.type];
    if (right === undefined) return;
    this.applied.set(event.type, (this.applied.get(event.type) ?? 0) + 1);
    if (!confirmed) throw new Error(`${event.type} was proposed alone`);
    const [one, other] = [proposed.by, confirmed.by];
    if (this.areOne(one, other)) throw new Error(`${event.type}: ${one} and ${other} are one`);
    for (const concerned of this.concerned(event)) {
      if (this.areOne(one, concerned) || this.areOne(other, concerned))
        throw new Error(`${event.type} concerns one of the two`);
    }
    for (const by of [one, other]) this.checkRight(event, by, right);
    if (confirmedAt < (this.people.get(other)?.approvesFrom ?? 0)) throw new Error(`${other} is too new`);
    const way = this.wayOf(event, null);
    if (way === 'waits' && at < confirmedAt + this.waitMs) throw new Error(`${event.type} comes too soon`);
    // A two-person decision cancels the expiry of acts on the same subject.
    for (const act of this.acts.values()) if (act.acted.subject === proposed.subject) act.until = null;
  }

  /** Only the operator requests break-glass, and does nothing else. */
  private checkOperator({ actor, events, at }: Batch): void {
    const proposed = events.find((event) => event.type === 'StaffProposed');
    const isAsked = proposed?.command === 'RestoreStaff';
    if (!isAsked && actor !== 'operator') return;
    const confirmed = events.find((event) => event.type === 'StaffConfirmed');
    if (!isAsked || actor !== 'operator' || proposed.by !== OPERATOR || confirmed?.by !== OPERATOR)
      throw new Error(`${actor} asks for ${proposed?.command} as ${proposed?.by}`);
    const kinds = new Set(events.map(({ type }) => type));
    for (const kind of ['StaffProposed', 'StaffConfirmed', 'StaffLapsed'] as const) kinds.delete(kind);
    if (kinds.size > 0) throw new Error(`break-glass does ${[...kinds].join(', ')} at once`);
    const full = [...this.people].filter(([user, one]) => one.rights.includes('staff') && !this.frozen.has(user));
    const wait = full.length >= 2 ? Math.max(this.waitMs, 3 * DAY_MS) : this.waitMs;
    if (confirmed.from !== at + wait) throw new Error(`break-glass is from ${confirmed.from}, not ${at + wait}`);
  }

  private checkRestore(event: CoreEvent, { proposed, confirmed }: Said, at: number): void {
    if (!confirmed || at < confirmed.from) throw new Error('break-glass comes too soon');
    if (event.type === 'StaffApplied') return;
    this.applied.set(event.type, (this.applied.get(event.type) ?? 0) + 1);
    const isTheirs = 'user' in event && event.user === proposed.user;
    const isNamed = event.type === 'StaffNamed' && event.role === 'admin' && event.rights === EVERY_RIGHT;
    if (!isTheirs || !(isNamed || event.type === 'AccountUnfrozen' || event.type === 'StaffRestored'))
      throw new Error(`break-glass leads to ${event.type}`);
  }

  private isContradiction(event: CoreEvent): boolean {
    return event.type === 'StaffDeclined' && this.said.get(event.proposal)?.proposed.by === OPERATOR;
  }

  private checkOne(event: CoreEvent, acted: EventOf<'StaffActed'> | undefined, actor: string): void {
    const by = Number(actor.slice('admin/'.length));
    const way = this.wayOf(event, by);
    if (way === null) return;
    if (way !== 'brake' && way !== 'tighten' && way !== 'case')
      throw new Error(`${event.type} takes two, and ${by} did it alone`);
    if (way !== 'case' && acted?.kind !== way)
      throw new Error(`${event.type} is told as ${acted?.kind}, not as ${way}`);
    const right = RIGHTS[event.type];
    if (right !== undefined) this.checkRight(event, by, right);
  }

  /** Null for events that are part of another change. */
  private wayOf(event: CoreEvent, by: number | null): Way | null {
    const { type } = event;
    if (this.isContradiction(event)) return 'at once';
    if (CASES.has(type)) return 'case';
    if (!isJudged(event)) return RIGHTS[type] === undefined ? null : 'waits';
    const before = this.factOf(event);
    switch (event.type) {
      case 'AccountFrozen': {
        const isOfStaff = this.people.has(event.user) && event.user !== by;
        return !isOfStaff || event.with !== undefined || by === null ? 'brake' : 'at once';
      }
      case 'AccountUnfrozen': {
        const other = this.frozenWith.get(event.user);
        const isThird = other !== undefined && by !== null && ![other, event.user].some((one) => this.areOne(one, by));
        return isThird ? 'case' : 'at once';
      }
      case 'MemberVerified':
        return event.document === undefined ? 'waits' : 'case';
      case 'MarketStateChanged':
        if (event.state === 'cancel_only' && before === 'open') return 'brake';
        return event.state === 'maintenance' || (event.state === 'open' && before !== 'closed') ? 'at once' : 'waits';
      case 'AssetStateChanged': {
        const [trading, deposits, withdrawals] = (before ?? 'open open open').split(' ');
        const isOpened = (then: string, now: string): boolean => now === 'open' && then !== 'open';
        const opens = isOpened(deposits, event.deposits) || isOpened(withdrawals, event.withdrawals);
        return opens || trading !== event.trading ? 'at once' : 'brake';
      }
      case 'DailyLimitSet':
      case 'WithdrawalReviewSet':
      case 'OverdueHoursSet':
        return before !== null && BigInt(textOf(event)) <= BigInt(before) ? 'tighten' : 'waits';
      case 'RechargeTermsSet': {
        const [minimum, confirmations] = (before ?? '').split(' ');
        const isTighter =
          before !== null && event.minimum >= BigInt(minimum) && event.confirmations >= Number(confirmations);
        return isTighter ? 'tighten' : 'waits';
      }
      case 'FundsUnfrozen':
      case 'RechargeCredited':
      case 'HouseFunded':
        return 'at once';
      case 'OrderCancelled':
        return by === null ? null : 'brake';
    }
  }

  private checkRight(event: CoreEvent, by: number, right: string): void {
    const person = this.people.get(by);
    if (person?.role !== 'admin' || !person.rights.includes(right)) throw new Error(`${event.type}: ${by} may not`);
  }

  /** The account's owner, and the importer of the bank statement. */
  private concerned(event: CoreEvent): number[] {
    const importer =
      event.type === 'RechargeCredited' || event.type === 'HouseFunded'
        ? this.importers.get(`${event.asset}/${event.reference}`)
        : undefined;
    const users = 'user' in event && event.user !== undefined ? [event.user] : [];
    return [...users, ...(importer === undefined ? [] : [importer])];
  }

  private checkActor({ actor, events }: Batch, acted: EventOf<'StaffActed'> | undefined): void {
    const by = Number(actor.slice('admin/'.length));
    const named = events.some((event) => event.type === 'StaffNamed' && event.user === by);
    if (named || this.people.get(by)?.role !== 'admin') throw new Error(`${actor} acts for themselves, or is no admin`);
    if (this.frozen.has(by)) throw new Error(`${actor} acts while frozen`);
    if (acted && acted.by !== by) throw new Error(`${actor} acts as ${acted.by}`);
    const proposed = events.find((event) => event.type === 'StaffProposed');
    if (!proposed) return;
    const replaced = events.flatMap((event) => (event.type === 'StaffLapsed' ? [event.proposal] : []));
    const open = [...this.said.values()].filter(
      (one) => !one.confirmed && this.areOne(one.proposed.by, by) && !replaced.includes(one.proposed.proposal),
    );
    if (open.length >= OPEN_OF_ONE_MAX) throw new Error(`${by} has ${open.length} proposals open`);
    if (open.some((one) => one.proposed.subject === proposed.subject)) throw new Error('proposes the same twice');
  }

  private noteAct(acted: EventOf<'StaffActed'>, before: string | null, { at }: Batch): void {
    const { act, by, kind, subject } = acted;
    this.alone.set(acted.command, (this.alone.get(acted.command) ?? 0) + 1);
    for (const one of this.acts.values()) {
      const isSame = one.acted.kind === 'brake' && one.acted.subject === subject && this.areOne(one.acted.by, by);
      if (kind === 'brake' && isSame && one.at > at - DAY_MS) throw new Error(`${by} brakes ${subject} again`);
      const isAgain = one.isUndone && one.acted.subject === subject && this.areOne(one.acted.by, by);
      if (kind === 'tighten' && isAgain && one.at > at - 2 * DAY_MS) throw new Error(`${by} tightens ${subject} again`);
    }
    const former = [...this.acts.values()].find((one) => one.until !== null && one.acted.subject === subject);
    const isGivenBack = before !== null;
    const isOwn = former !== undefined && this.areOne(former.acted.by, by);
    const until = isOwn ? former.until : isGivenBack ? at + LAPSES_MS[kind] : null;
    if ((acted.until ?? null) !== until) throw new Error(`act ${act} ends at ${acted.until}, not at ${until}`);
    const back = former ? former.back : before;
    if (former) former.until = null;
    this.acts.set(act, { acted, at, until, back: isGivenBack ? back : null, isUndone: false });
  }

  private checkUndone({ act }: EventOf<'StaffActUndone'>, { at, events }: Batch): void {
    const done = this.acts.get(act);
    if (!done?.until || at < done.until) throw new Error(`act ${act} is undone before its time`);
    done.until = null;
    done.isUndone = true;
    const [, undoing] = events;
    if (undoing && textOf(undoing) !== done.back) throw new Error(`act ${act} gives back ${textOf(undoing)}`);
  }

  /** No other actor goes before an expired act is undone. */
  private checkOverdue({ at, actor }: Batch): void {
    for (const { acted, until } of this.acts.values())
      if (until !== null && until < at) throw new Error(`act ${acted.act} outlives its time as ${actor} acts`);
  }

  private areOne(one: number, other: number): boolean {
    const document = this.documents.get(one);
    return one === other || (document !== undefined && document === this.documents.get(other));
  }

  private factOf(event: CoreEvent): string | null {
    const key = keyOf(event);
    return key === null ? null : (this.facts.get(key) ?? null);
  }

  private note(event: CoreEvent, at: number): void {
    const key = keyOf(event);
    if (key !== null) this.facts.set(key, textOf(event));
    if (event.type === 'StaffTold') this.told = true;
    if (event.type === 'StaffRulesSet') this.waitMs = event.waitMs;
    if (event.type === 'StaffNamed') {
      const { user, role, rights, approvesFrom } = event;
      if (role === 'user') this.people.delete(user);
      else this.people.set(user, { role, rights: rights.split(' '), approvesFrom });
    }
    if (event.type === 'StaffProposed')
      this.said.set(event.proposal, { proposed: event, at, confirmed: null, confirmedAt: 0 });
    if (event.type === 'StaffConfirmed') {
      const said = this.said.get(event.proposal);
      if (said) Object.assign(said, { confirmed: event, confirmedAt: at });
    }
    if (event.type === 'StaffDeclined' || event.type === 'StaffLapsed') this.said.delete(event.proposal);
    if (event.type === 'StaffActKept') this.keep(event);
    if (event.type === 'StatementLineRead' && event.by !== undefined)
      this.importers.set(`${event.asset}/${event.reference}`, event.by);
    if (event.type === 'AccountFrozen') {
      this.frozen.add(event.user);
      if (event.with !== undefined) this.frozenWith.set(event.user, event.with);
    }
    if (event.type === 'AccountUnfrozen') {
      this.frozen.delete(event.user);
      this.frozenWith.delete(event.user);
    }
    if (event.type === 'MemberVerified' && event.document !== undefined) this.documents.set(event.user, event.document);
    if (event.type === 'DocumentNamed') this.documents.set(event.user, event.document);
  }

  private keep({ act, by }: EventOf<'StaffActKept'>): void {
    const done = this.acts.get(act);
    if (!done?.until) throw new Error(`act ${act} is kept, and would not end`);
    if (this.areOne(done.acted.by, by)) throw new Error(`act ${act} is kept by who did it`);
    done.until = null;
  }
}

type Given = { [T in CoreEvent['type']]?: (event: EventOf<T>) => readonly [of: string, is: string] };

/** Restorable events: their subject and new value. */
const GIVEN: Given = {
  MarketListed: ({ market }) => [`market/${market}`, 'closed'],
  MarketStateChanged: ({ market, state }) => [`market/${market}`, state],
  AssetListed: ({ asset }) => [`asset/${asset}`, 'open open open'],
  AssetStateChanged: ({ asset, trading, deposits, withdrawals }) => [
    `asset/${asset}`,
    `${trading} ${deposits} ${withdrawals}`,
  ],
  RechargeTermsSet: ({ asset, chain, minimum, confirmations }) => [
    `recharge/${asset}/${chain}`,
    `${minimum} ${confirmations}`,
  ],
  DailyLimitSet: ({ bindings, limit }) => [`limit/${bindings}`, `${limit}`],
  OverdueHoursSet: ({ wait, hours }) => [`OverdueHoursSet/${wait}`, `${hours}`],
  WithdrawalReviewSet: ({ secondApprovalAbove }) => ['review', `${secondApprovalAbove}`],
};

function givenBy(event: CoreEvent): readonly [of: string, is: string] | null {
  const given = GIVEN[event.type] as ((event: CoreEvent) => readonly [string, string]) | undefined;
  return given ? given(event) : null;
}

function keyOf(event: CoreEvent): string | null {
  return givenBy(event)?.[0] ?? null;
}

function textOf(event: CoreEvent): string {
  return givenBy(event)?.[1] ?? '';
}
