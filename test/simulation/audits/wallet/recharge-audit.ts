/** Deposits as the auditor follows them: seen, confirmed, credited once, reverted. Uses events only. */
import { dayOf } from '../../../../shared/rules/days';
import type { Batch, CoreEvent, EventOf, EventType } from '../../../../server/core/event';
import type { CoreState } from '../../../../server/core/state';
import { NewestRule } from '../../newest-rule';
import { AMOUNT_MAX, type Move, type Worth } from './audited-wallet';

const RECHARGE_EVENTS = [
  'RechargeTermsSet',
  'DepositAddressAssigned',
  'RechargeSeen',
  'RechargeConfirmed',
  'RechargeRetracted',
  'RechargeFailed',
  'RechargeCredited',
  'RechargeFinalized',
  'RechargeReverted',
] as const satisfies EventType[];
type RechargeEvent = EventOf<(typeof RECHARGE_EVENTS)[number]>;

export function isOfRecharges(event: CoreEvent): event is RechargeEvent {
  return RECHARGE_EVENTS.some((type) => type === event.type);
}

interface Surroundings {
  /** Throws: this is the first broken rule. */
  fail(what: string): never;
  /** State of the coin itself. */
  states(name: string): { trading: string; deposits: string; withdrawals: string };
  isFrozen(user: number): boolean;
  /** Units of the asset in custody: minus the balance of `house/custody`. */
  owed(asset: string): bigint;
  balance(account: string): bigint;
}

interface AuditedRecharge {
  seen: EventOf<'RechargeSeen'>;
  confirmations: number;
  isRetracted: boolean;
}

interface Due {
  recharge: number;
  type: EventType;
  reason?: string;
}

export class RechargeAudit {
  readonly recharges = new Map<number, AuditedRecharge>();
  readonly terms = new Map<string, EventOf<'RechargeTermsSet'>>();
  /** Assigned deposit addresses, and their owners by chain. */
  private readonly given = { places: new Set<string>(), owners: new Set<string>() };
  /** References that were credited, or never will be. */
  private readonly ended = new Set<string>();
  private readonly seen = new Map<string, number>();
  /** Provisional credits by reference. */
  private readonly provisional = new Map<string, EventOf<'RechargeCredited'>>();
  /** Reverted credits that only one node had reported. */
  private readonly gone: { at: number; asset: string; amount: bigint }[] = [];
  /** Rules of cover for provisional credits. */
  private readonly rules = new NewestRule();
  private next = 1;
  /** The event that the same batch still owes for a recharge. */
  private due: Due | null = null;

  constructor(
    private readonly around: Surroundings,
    private readonly worth: Worth,
  ) {}

  expect(event: RechargeEvent, move: Move, batch: Batch): void {
    switch (event.type) {
      case 'DepositAddressAssigned':
        this.check(!this.given.places.has(`${event.chain}/${event.index}`), 'gives an address to a second member');
        this.check(!this.given.owners.has(`${event.chain}/${event.user}`), 'gives a member a second address');
        return;
      case 'RechargeSeen':
        return this.expectSeen(event);
      case 'RechargeConfirmed':
        this.check(!this.recharge(event.recharge).isRetracted, 'confirms what was taken back');
        this.check(this.saysMore(event), 'says nothing new');
        return;
      case 'RechargeRetracted':
        this.check(!this.recharge(event.recharge).isRetracted, 'is taken back twice');
        return;
      case 'RechargeFailed':
        this.check(this.isDue(event), `fails with ${event.reason}`);
        return;
      case 'RechargeCredited':
        this.expectCredit(event, batch);
        move(`house/custody/${event.asset}`, this.worth.gate(event), event.amount);
        return;
      case 'RechargeFinalized':
      case 'RechargeReverted': {
        const credited = this.provisional.get(event.reference);
        this.check(credited !== undefined, 'settles what nothing takes back');
        const isSame = credited.user === event.user && credited.asset === event.asset;
        this.check(isSame && credited.amount === event.amount, 'settles something else');
        if (event.type !== 'RechargeReverted') return;
        this.check(event.alone === credited.alone, 'forgets who had told of it');
        this.expectReverted(event, batch);
        return;
      }
      case 'RechargeTermsSet':
        return;
    }
  }

  settle(event: RechargeEvent, at: number): void {
    switch (event.type) {
      case 'RechargeTermsSet':
        this.terms.set(`${event.asset}/${event.chain}`, event);
        return;
      case 'DepositAddressAssigned':
        this.given.places.add(`${event.chain}/${event.index}`);
        this.given.owners.add(`${event.chain}/${event.user}`);
        return;
      case 'RechargeSeen': {
        const isFirst = !this.seen.has(event.reference);
        if (isFirst) this.next++;
        this.seen.set(event.reference, event.recharge);
        this.recharges.set(event.recharge, { seen: event, confirmations: event.confirmations, isRetracted: false });
        const minimum = this.terms.get(`${event.asset}/${event.chain}`)?.minimum ?? 0n;
        if (event.amount < minimum)
          this.due = { recharge: event.recharge, type: 'RechargeFailed', reason: 'recharge.below.minimum' };
        else if (event.alone !== 1) this.setDue(event.recharge);
        return;
      }
      case 'RechargeConfirmed':
        this.recharge(event.recharge).confirmations = event.confirmations;
        if (event.alone !== 1) this.setDue(event.recharge);
        return;
      case 'RechargeRetracted':
        Object.assign(this.recharge(event.recharge), { isRetracted: true, confirmations: 0 });
        return;
      case 'RechargeFailed':
        return this.endRecharge(event.recharge, this.recharge(event.recharge).seen.reference);
      case 'RechargeCredited':
        this.check(event.alone !== 1 || event.provisional === 1, 'counts what nothing takes back');
        if (event.provisional === 1) this.provisional.set(event.reference, event);
        if (!this.recharges.has(event.recharge ?? 0)) this.next++;
        return this.endRecharge(event.recharge ?? 0, event.reference);
      case 'RechargeFinalized':
        this.provisional.delete(event.reference);
        return;
      case 'RechargeReverted':
        if (event.alone === 1) this.gone.push({ at, asset: event.asset, amount: event.amount });
        this.provisional.delete(event.reference);
        return;
    }
  }

  endBatch(): void {
    this.check(this.due === null, `owes ${this.due?.type} of recharge ${this.due?.recharge}`);
  }

  /** Value at a time of credits that only one node reported, for one coin or all; reverted ones count for 30 days. */
  aloneWorth(at: number, coin?: string): bigint {
    const early = [...this.provisional.values()].filter(({ alone }) => alone === 1);
    const counted = [...early, ...this.gone.filter((one) => dayOf(one.at) >= dayOf(at) - 30)];
    const sums = new Map<string, bigint>();
    for (const { asset, amount } of counted) sums.set(asset, (sums.get(asset) ?? 0n) + amount);
    return [...sums]
      .filter(([asset]) => coin === undefined || asset === coin)
      .reduce((sum, [asset, amount]) => sum + (this.worth.valueOf({ asset, amount }, at) ?? AMOUNT_MAX), 0n);
  }

  hasProvisional(user: number, asset: string): boolean {
    return [...this.provisional.values()].some((one) => one.user === user && one.asset === asset);
  }

  compare({ wallet }: CoreState): void {
    this.check(wallet.recharges.size === this.recharges.size, 'has other recharges');
    for (const [id, { confirmations, isRetracted }] of this.recharges) {
      const real = wallet.recharges.get(id);
      this.check(
        real?.confirmations === confirmations && real.isRetracted === isRetracted,
        `recharge ${id} is another`,
      );
    }
    const provisional = [...wallet.provisional.keys()].sort().join();
    this.check(provisional === [...this.provisional.keys()].sort().join(), 'has other credits that may be taken back');
    const sums = new Map<string, bigint>();
    for (const { user, asset, amount } of this.provisional.values()) {
      sums.set(`${user}/${asset}`, (sums.get(`${user}/${asset}`) ?? 0n) + amount);
    }
    const kept = [...wallet.provisionalSums].flatMap(([user, own]) =>
      [...own].map(([asset, sum]) => `${user}/${asset}/${sum}`),
    );
    const counted = [...sums].map(([key, sum]) => `${key}/${sum}`);
    this.check(kept.sort().join() === counted.sort().join(), 'adds up otherwise what may be taken back');
    const alone = new Map<string, bigint>();
    for (const { asset, amount, alone: isAlone } of this.provisional.values()) {
      if (isAlone === 1) alone.set(asset, (alone.get(asset) ?? 0n) + amount);
    }
    const told = (of: ReadonlyMap<string, bigint>): string =>
      [...of]
        .map(([asset, sum]) => `${asset}/${sum}`)
        .sort()
        .join();
    this.check(told(wallet.aloneSums) === told(alone), 'adds up otherwise what one node alone has told of');
    const days = new Map<string, bigint>();
    for (const { at, asset, amount } of this.gone) {
      // The core drops expired days when it adds the next one.
      if (dayOf(at) < dayOf(this.gone[this.gone.length - 1].at) - 30) continue;
      days.set(`${asset}/${dayOf(at)}`, (days.get(`${asset}/${dayOf(at)}`) ?? 0n) + amount);
    }
    const gone = [...wallet.aloneGone.values()].map(({ asset, day, amount }) => [`${asset}/${day}`, amount] as const);
    this.check(told(new Map(gone)) === told(days), 'adds up otherwise what one node told of and is gone');
    this.check(
      wallet.rechargeReferences.size === new Set([...this.seen.keys(), ...this.ended]).size,
      'forgot a reference',
    );
  }

  private expectSeen(event: EventOf<'RechargeSeen'>): void {
    this.check(event.amount > 0n && event.amount <= AMOUNT_MAX, `of ${event.amount}`);
    this.check(!this.ended.has(event.reference), 'is seen after its end');
    const terms = this.terms.get(`${event.asset}/${event.chain}`);
    this.check(terms !== undefined && event.needed === terms.confirmations, `needs ${event.needed}`);
    const known = this.seen.get(event.reference);
    if (known === undefined) {
      this.check(event.recharge === this.next, `is not recharge ${this.next}`);
      return;
    }
    // A reorganised payment may name another amount and user; it stays the same, single recharge.
    this.check(event.recharge === known, `was recharge ${known}`);
    this.check(this.recharge(known).isRetracted, 'is seen twice');
  }

  /** False if the depth is sufficient before and after while deposits are suspended: nothing depends on the update. */
  private saysMore({ recharge: id, confirmations }: EventOf<'RechargeConfirmed'>): boolean {
    const { seen, confirmations: before } = this.recharge(id);
    const isDeep = before >= seen.needed && confirmations >= seen.needed;
    return before !== confirmations && !(isDeep && this.around.states(seen.asset).deposits !== 'open');
  }

  private setDue(id: number): void {
    this.due = this.dueOf(id);
  }

  /** While deposits of the coin are suspended nothing is due, at any depth. */
  private dueOf(id: number): Due | null {
    const recharge = this.recharges.get(id);
    if (!recharge || recharge.isRetracted || recharge.confirmations < recharge.seen.needed) return null;
    const { asset, amount } = recharge.seen;
    if (this.around.states(asset).deposits !== 'open') return null;
    const fits = this.around.owed(asset) + amount <= AMOUNT_MAX;
    return fits
      ? { recharge: id, type: 'RechargeCredited' }
      : { recharge: id, type: 'RechargeFailed', reason: 'amount.too.large' };
  }

  /** A credit delayed by suspension needs no further confirmation event. */
  private isDue(event: EventOf<'RechargeFailed' | 'RechargeCredited'>): boolean {
    const due = this.due ?? this.dueOf(event.recharge ?? 0);
    if (due?.type !== event.type || due.recharge !== event.recharge) return false;
    return event.type !== 'RechargeFailed' || due.reason === event.reason;
  }

  private expectCredit(event: EventOf<'RechargeCredited'>, batch: Batch): void {
    this.check(!this.ended.has(event.reference), 'is a second credit');
    this.check(this.around.states(event.asset).deposits === 'open', 'is of a coin whose deposits are suspended');
    const isByTwo = batch.events.some(({ type }) => type === 'StaffApplied');
    // A payment missed by the scan and found later is seen and credited in the same batch.
    const isFound = batch.events.some((one) => one.type === 'RechargeSeen' && one.reference === event.reference);
    if (!isFound && (batch.command.type === 'CreditRecharge' || isByTwo)) {
      const isByHand = isByTwo || batch.actor.startsWith('admin/');
      const isOnChain = [...this.terms.values()].some(({ asset }) => asset === event.asset);
      this.check(!isByHand || !isOnChain, 'credits by hand what a chain brings');
      this.check(event.recharge === this.next, `is not recharge ${this.next}`);
      this.check(!this.seen.has(event.reference), 'credits what a chain shows');
      return;
    }
    this.check(this.isDue(event), 'is not due');
    const { seen } = this.recharge(event.recharge ?? 0);
    const same = seen.user === event.user && seen.asset === event.asset && seen.amount === event.amount;
    this.check(same && seen.reference === event.reference, 'credits something else');
  }

  /** Freezes the available part of the amount, and the account if a part is missing. */
  private expectReverted({ user, asset, amount }: EventOf<'RechargeReverted'>, { events }: Batch): void {
    const there = this.around.balance(this.worth.gate({ user, asset }));
    const frozen = events.find((one) => one.type === 'FundsFrozen');
    this.check((frozen?.amount ?? 0n) === (there < amount ? there : amount), `freezes ${frozen?.amount}`);
    const isLocked = this.around.isFrozen(user) || events.some(({ type }) => type === 'AccountFrozen');
    this.check(there >= amount || isLocked, 'leaves an account free that has spent it');
  }

  /** A withdrawal leaves the provisional amount, or a balance of the asset that covers its value. */
  checkProvisional(
    {
      user,
      asset,
      amount,
      fee,
      rule,
    }: Pick<EventOf<'WithdrawalApplied'>, 'user' | 'asset' | 'amount' | 'fee' | 'rule'>,
    at: number,
  ): void {
    const sums = new Map<string, bigint>();
    for (const one of this.provisional.values()) {
      if (one.user === user) sums.set(one.asset, (sums.get(one.asset) ?? 0n) + one.amount);
    }
    const rest = this.around.balance(this.worth.gate({ user, asset })) - amount - fee - (sums.get(asset) ?? 0n);
    this.check(rest >= 0n || !sums.has(asset), `leaves ${rest} of what may be taken back`);
    const missing = [...sums]
      .filter(([other]) => other !== asset)
      .map(([other, sum]) => ({
        asset: other,
        amount: sum - this.around.balance(this.worth.gate({ user, asset: other })),
      }))
      .filter((short) => short.amount > 0n)
      .map((short) => this.worth.valueOf(short, at));
    this.check(rule === undefined || missing.length > 0, 'names the rule of a cover that it does not need');
    if (missing.length === 0) return;
    const owed = missing.reduce<bigint>((sum, value) => sum + (value ?? AMOUNT_MAX), 0n);
    // Rule 1 took the largest value here as well.
    this.check(this.rules.follows(rule), `goes by rule ${rule}`);
    const kept =
      rule === 2
        ? this.worth.coverOf({ asset, amount: rest }, at)
        : (this.worth.valueOf({ asset, amount: rest }, at) ?? 0n);
    this.check(kept >= owed, `leaves less than ${owed} of another coin`);
  }

  private endRecharge(id: number, reference: string): void {
    this.due = null;
    this.recharges.delete(id);
    this.ended.add(reference);
  }

  private recharge(id: number): AuditedRecharge {
    const open = this.recharges.get(id);
    this.check(open !== undefined, `recharge ${id} is unknown`);
    return open;
  }

  private check(holds: boolean, what: string): asserts holds {
    if (!holds) this.around.fail(what);
  }
}
