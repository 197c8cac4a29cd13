/**
 * The auditor's part that knows money in, out and between accounts: what each event may do from where things stand, told
 * from events alone. Shares no arithmetic with the core.
 */
import { dayOf } from '../../../shared/rules/days';
import type { Batch, CoreEvent, EventOf, EventType } from '../../../server/core/event';
import type { CoreState } from '../../../server/core/state';
import { NewestRule } from '../newest-rule';

const AMOUNT_MAX = 2n ** 63n - 1n;

/** What the wallet asks the rest of the auditor. */
export interface Surroundings {
  /** Throws: this is the first broken rule. */
  fail(what: string): never;
  asset(name: string): EventOf<'AssetListed'>;
  /** The coin's own state. */
  states(name: string): { trading: string; deposits: string; withdrawals: string };
  isFrozen(user: number): boolean;
  /** Whether somebody may act by a right now: only then what they said before counts. */
  mayOfStaff(user: number, right: string): boolean;
  /** Whether a difference stops withdrawals. */
  isStopped(): boolean;
  /** What the world outside is owed of an asset. */
  owed(asset: string): bigint;
  /**
   * What may price a market at a time, as units of quote for units of base: the last price, staff's reference, the average of
   * a day by volume. Null where nothing is listed.
   */
  prices(market: string, at: number): Quoted[] | null;
  /** An index price of at most a day ago, with its decimals; null where there is none. */
  index: (symbol: string, at: number) => { price: bigint; decimals: number } | null;
  /** One that is not stale by its own terms. */
  freshIndex: Surroundings['index'];
  isHeld(hold: number): boolean;
  balance(account: string): bigint;
  documentOf(user: number): string | null;
}

/** So many units of quote for so many of base. */
interface Quoted {
  quote: bigint;
  base: bigint;
}

const WALLET_EVENTS = [
  'FundsTransferred',
  'RechargeTermsSet',
  'DepositAddressAssigned',
  'RechargeSeen',
  'RechargeConfirmed',
  'RechargeRetracted',
  'RechargeFailed',
  'RechargeCredited',
  'RechargeFinalized',
  'RechargeReverted',
  'StatementLineRead',
  'WithdrawalApplied',
  'WithdrawalReviewSet',
  'WithdrawalApproved',
  'PayoutStarted',
  'PayoutSubmitted',
  'PayoutFailed',
  'RejectionProposed',
  'WithdrawalPaid',
  'WithdrawalRejected',
  'WithdrawalCancelled',
] as const;

/** The events it knows. */
type WalletEvent = EventOf<(typeof WALLET_EVENTS)[number]>;

export function isOfWallet(event: CoreEvent): event is WalletEvent {
  return WALLET_EVENTS.some((type) => type === event.type);
}

/** Units by which an event must move accounts. */
export type Move = (from: string, to: string, amount: bigint) => void;

export interface AuditedWithdrawal extends EventOf<'WithdrawalApplied'> {
  status: 'applied' | 'approved' | 'paying' | 'submitted' | 'failed';
  approvals: number[];
  proposedBy: number | null;
  /** The one key that it may ever be submitted under, once it has been. */
  key: string | null;
  /** The threshold of two approvals when it was applied for. */
  review: bigint;
}

interface AuditedRecharge {
  seen: EventOf<'RechargeSeen'>;
  confirmations: number;
  isRetracted: boolean;
}

interface Approved {
  at: number;
  withdrawal: number;
  user: number;
  by: number;
  worth: bigint;
}

interface Due {
  recharge: number;
  type: EventType;
  reason?: string;
}

export class WalletAudit {
  readonly withdrawals = new Map<number, AuditedWithdrawal>();
  readonly recharges = new Map<number, AuditedRecharge>();
  private readonly terms = new Map<string, EventOf<'RechargeTermsSet'>>();
  /** Addresses that were given out by their numbers, and who has one on which chain. */
  private readonly given = { places: new Set<string>(), owners: new Set<string>() };
  /** References that brought a credit, or never will. */
  private readonly ended = new Set<string>();
  private readonly seen = new Map<string, number>();
  /** Credits that may be taken back, by reference. */
  private readonly provisional = new Map<string, EventOf<'RechargeCredited'>>();
  /** Of those one node alone had told of some, and they were taken back. */
  private readonly gone: { at: number; asset: string; amount: bigint }[] = [];
  private readonly paidWith = new Set<string>();
  /** Of what covers a credit that is not final. */
  private readonly rules = new NewestRule();
  private readonly approved: Approved[] = [];
  /** What members applied for and did not get back, by `<user>/<day>`. */
  private readonly counted = new Map<string, bigint>();
  private readonly days = new Map<number, number>();
  private review = 10_000n * 10n ** 8n;
  private next = { recharge: 1, transfer: 1 };
  /** What the same batch must say next about a recharge. */
  private due: Due | null = null;

  constructor(private readonly around: Surroundings) {}

  /** What an event must move, and whether it may happen now. */
  expect(event: WalletEvent, move: Move, batch: Batch): void {
    switch (event.type) {
      case 'StatementLineRead':
        this.check(event.amount > 0n, 'says nothing');
        return;
      case 'FundsTransferred':
        this.check(!this.around.isFrozen(event.user), 'of a frozen account');
        this.check(this.around.states(event.asset).trading === 'open', 'of a coin under maintenance');
        this.check(event.transfer === this.next.transfer, `is not transfer ${this.next.transfer}`);
        this.check(event.from !== event.to, 'moves nothing');
        if (event.from === 'spot' && this.around.asset(event.asset).fiat !== 1) {
          this.checkProvisional({ ...event, fee: 0n }, batch.at);
        }
        move(this.account(event, event.from), this.account(event, event.to), event.amount);
        return;
      case 'RechargeCredited':
        this.expectCredit(event, batch);
        move(`house/custody/${event.asset}`, this.gate(event), event.amount);
        return;
      case 'WithdrawalApplied':
        this.expectApplied(event, batch);
        move(this.gate(event), this.gate(event, 'frozen'), event.amount + event.fee);
        return;
      case 'WithdrawalPaid': {
        const paid = this.withdrawal(event.withdrawal);
        this.check(['paying', 'submitted', 'failed'].includes(paid.status), `is paid while ${paid.status}`);
        const isOnChain = this.around.asset(paid.asset).fiat !== 1;
        this.check(isOnChain || !this.around.isFrozen(paid.user), 'is paid by a bank to a frozen account');
        this.check(!this.paidWith.has(event.reference), 'is paid with what paid before');
        move(this.gate(paid, 'frozen'), `house/custody/${paid.asset}`, paid.amount);
        move(this.gate(paid, 'frozen'), `house/fees/${paid.asset}`, paid.fee);
        return;
      }
      case 'WithdrawalRejected':
        this.expectRejected(event, batch);
        return this.expectReturn(event.withdrawal, move);
      case 'WithdrawalCancelled':
        this.check(batch.actor === `user/${event.user}`, 'is cancelled by another');
        this.check(this.withdrawal(event.withdrawal).status === 'applied', 'is cancelled though approved');
        return this.expectReturn(event.withdrawal, move);
      case 'WithdrawalApproved':
        return this.expectApproved(event, batch);
      case 'PayoutStarted':
        this.check(
          ['approved', 'failed'].includes(this.withdrawal(event.withdrawal).status),
          'begins without approval',
        );
        this.check(!this.around.isFrozen(event.user), 'of a frozen account');
        this.checkLeaving(this.withdrawal(event.withdrawal));
        return;
      case 'PayoutSubmitted': {
        const { status, asset, key } = this.withdrawal(event.withdrawal);
        const proposedBy = this.statedBy(event.withdrawal);
        this.check(status === 'paying' || status === 'failed', `is submitted while ${status}`);
        this.check(this.around.asset(asset).fiat !== 1, 'is legal currency on a chain');
        this.check(!this.around.isFrozen(event.user), 'of a frozen account');
        this.checkLeaving({ asset });
        this.check(proposedBy === null, 'is submitted though somebody states that nothing was sent');
        this.check(batch.actor === 'payouts' && (key ?? event.key) === event.key, 'is submitted under a second key');
        return;
      }
      case 'PayoutFailed': {
        const { status, key } = this.withdrawal(event.withdrawal);
        this.check(status === 'submitted' && key === event.key, `fails while ${status}`);
        this.check(batch.actor === 'payouts', 'fails by the word of another');
        return;
      }
      case 'RejectionProposed': {
        const { status, user } = this.withdrawal(event.withdrawal);
        const proposedBy = this.statedBy(event.withdrawal);
        this.check(
          status !== 'applied' && status !== 'submitted' && proposedBy === null,
          `is proposed while ${status}`,
        );
        this.check(batch.actor === `admin/${event.by}` && event.by !== user, 'is proposed by another');
        return;
      }
      case 'RechargeSeen':
        return this.expectSeen(event);
      case 'RechargeConfirmed':
        this.check(!this.recharge(event.recharge).isRetracted, 'confirms what was taken back');
        this.check(this.saysMore(event), 'says nothing new');
        return;
      case 'RechargeRetracted':
        this.check(!this.recharge(event.recharge).isRetracted, 'is taken back twice');
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
      case 'RechargeFailed':
        this.check(this.isDue(event), `fails with ${event.reason}`);
        return;
      case 'DepositAddressAssigned':
        this.check(!this.given.places.has(`${event.chain}/${event.index}`), 'gives an address to a second member');
        this.check(!this.given.owners.has(`${event.chain}/${event.user}`), 'gives a member a second address');
        return;
      case 'RechargeTermsSet':
      case 'WithdrawalReviewSet':
        return;
    }
  }

  /** What an event changes besides money. */
  settle(event: WalletEvent, at: number): void {
    switch (event.type) {
      case 'StatementLineRead':
        return;
      case 'FundsTransferred':
        this.next.transfer++;
        return;
      case 'RechargeTermsSet':
        this.terms.set(`${event.asset}/${event.chain}`, event);
        return;
      case 'DepositAddressAssigned':
        this.given.places.add(`${event.chain}/${event.index}`);
        this.given.owners.add(`${event.chain}/${event.user}`);
        return;
      case 'RechargeSeen': {
        const isFirst = !this.seen.has(event.reference);
        if (isFirst) this.next.recharge++;
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
      case 'RechargeReverted':
        if (event.alone === 1) this.gone.push({ at, asset: event.asset, amount: event.amount });
        this.provisional.delete(event.reference);
        return;
      case 'RechargeFinalized':
        this.provisional.delete(event.reference);
        return;
      case 'RechargeCredited':
        this.check(event.alone !== 1 || event.provisional === 1, 'counts what nothing takes back');
        if (event.provisional === 1) this.provisional.set(event.reference, event);
        if (!this.recharges.has(event.recharge ?? 0)) this.next.recharge++;
        return this.endRecharge(event.recharge ?? 0, event.reference);
      case 'WithdrawalApplied':
        this.withdrawals.set(event.withdrawal, {
          ...event,
          status: 'applied',
          approvals: [],
          proposedBy: null,
          key: null,
          review: this.review,
        });
        if (event.value !== undefined && event.day !== undefined) {
          this.days.set(event.user, event.day);
          this.count(event, event.value);
        }
        return;
      case 'WithdrawalReviewSet':
        this.review = event.secondApprovalAbove;
        return;
      case 'WithdrawalApproved': {
        const approved = this.withdrawal(event.withdrawal);
        approved.approvals.push(event.by);
        if (event.complete) approved.status = 'approved';
        const { withdrawal, user, by, worth } = event;
        if (worth !== undefined) this.approved.push({ at, withdrawal, user, by, worth });
        return;
      }
      case 'PayoutStarted':
        Object.assign(this.withdrawal(event.withdrawal), { status: 'paying', proposedBy: null });
        return;
      case 'PayoutSubmitted':
        Object.assign(this.withdrawal(event.withdrawal), { status: 'submitted', key: event.key });
        return;
      case 'PayoutFailed':
        this.withdrawal(event.withdrawal).status = 'failed';
        return;
      case 'RejectionProposed':
        this.withdrawal(event.withdrawal).proposedBy = event.by;
        return;
      case 'WithdrawalPaid':
        this.paidWith.add(event.reference);
        this.endWithdrawal(event.withdrawal);
        return;
      case 'WithdrawalRejected':
      case 'WithdrawalCancelled': {
        const ended = this.endWithdrawal(event.withdrawal);
        if (ended.value !== undefined && ended.day !== undefined) this.count(ended, -ended.value);
        return;
      }
    }
  }

  endBatch(): void {
    this.check(this.due === null, `owes ${this.due?.type} of recharge ${this.due?.recharge}`);
  }

  /** USDT units of scale 8 that a member applied for on a day and did not get back. */
  countedOn(user: number, day: number): bigint {
    return this.counted.get(`${user}/${day}`) ?? 0n;
  }

  /** By value at a time: what one node alone brought, of one coin or of all, and of what was taken back that of thirty days. */
  aloneWorth(at: number, coin?: string): bigint {
    const early = [...this.provisional.values()].filter(({ alone }) => alone === 1);
    const counted = [...early, ...this.gone.filter((one) => dayOf(one.at) >= dayOf(at) - 30)];
    const sums = new Map<string, bigint>();
    for (const { asset, amount } of counted) sums.set(asset, (sums.get(asset) ?? 0n) + amount);
    return [...sums]
      .filter(([asset]) => coin === undefined || asset === coin)
      .reduce((sum, [asset, amount]) => sum + (this.valueOf({ asset, amount }, at) ?? AMOUNT_MAX), 0n);
  }

  dayOf(user: number): number {
    return this.days.get(user) ?? 0;
  }

  /** The core's own state says the same. */
  compare(state: CoreState): void {
    this.check(state.wallet.secondApprovalAbove === this.review, 'has another review');
    this.check(state.wallet.withdrawals.size === this.withdrawals.size, 'has other withdrawals');
    for (const [id, open] of this.withdrawals) {
      const real = state.wallet.withdrawals.get(id);
      const same = real?.status === open.status && real.proposedBy === open.proposedBy;
      this.check(real?.payoutKey === open.key, `withdrawal ${id} forgot its key`);
      this.check(same && real.approvals.join() === open.approvals.join(), `withdrawal ${id} is not ${open.status}`);
    }
    this.check(state.wallet.recharges.size === this.recharges.size, 'has other recharges');
    for (const [id, { confirmations, isRetracted }] of this.recharges) {
      const real = state.wallet.recharges.get(id);
      this.check(
        real?.confirmations === confirmations && real.isRetracted === isRetracted,
        `recharge ${id} is another`,
      );
    }
    const provisional = [...state.wallet.provisional.keys()].sort().join();
    this.check(provisional === [...this.provisional.keys()].sort().join(), 'has other credits that may be taken back');
    const sums = new Map<string, bigint>();
    for (const { user, asset, amount } of this.provisional.values()) {
      sums.set(`${user}/${asset}`, (sums.get(`${user}/${asset}`) ?? 0n) + amount);
    }
    const kept = [...state.wallet.provisionalSums].flatMap(([user, own]) =>
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
    this.check(told(state.wallet.aloneSums) === told(alone), 'adds up otherwise what one node alone has told of');
    const days = new Map<string, bigint>();
    for (const { at, asset, amount } of this.gone) {
      // The days that count no more go when the next is added.
      if (dayOf(at) < dayOf(this.gone[this.gone.length - 1].at) - 30) continue;
      days.set(`${asset}/${dayOf(at)}`, (days.get(`${asset}/${dayOf(at)}`) ?? 0n) + amount);
    }
    const gone = [...state.wallet.aloneGone.values()].map(
      ({ asset, day, amount }) => [`${asset}/${day}`, amount] as const,
    );
    this.check(told(new Map(gone)) === told(days), 'adds up otherwise what one node told of and is gone');
    this.check(
      state.wallet.rechargeReferences.size === new Set([...this.seen.keys(), ...this.ended]).size,
      'forgot a reference',
    );
    this.check(state.wallet.payoutReferences.size === this.paidWith.size, 'forgot what it paid with');
    for (const [user, day] of this.days) {
      const withdrawn = state.members.get(user)?.withdrawn;
      this.check(
        withdrawn?.day === day && withdrawn.value === this.countedOn(user, day),
        `user ${user} counts otherwise`,
      );
    }
  }

  /* Recharges */

  private expectSeen(event: EventOf<'RechargeSeen'>): void {
    this.check(event.amount > 0n && event.amount <= AMOUNT_MAX, `of ${event.amount}`);
    this.check(!this.ended.has(event.reference), 'is seen after its end');
    const terms = this.terms.get(`${event.asset}/${event.chain}`);
    this.check(terms !== undefined && event.needed === terms.confirmations, `needs ${event.needed}`);
    const known = this.seen.get(event.reference);
    if (known === undefined) {
      this.check(event.recharge === this.next.recharge, `is not recharge ${this.next.recharge}`);
      return;
    }
    // In another block it may pay another amount to another user; it is the same recharge, and there is one.
    this.check(event.recharge === known, `was recharge ${known}`);
    this.check(this.recharge(known).isRetracted, 'is seen twice');
  }

  /** Deep enough before and after, and not to be credited yet: nobody waits to hear how deep. */
  private saysMore({ recharge: id, confirmations }: EventOf<'RechargeConfirmed'>): boolean {
    const { seen, confirmations: before } = this.recharge(id);
    const isDeep = before >= seen.needed && confirmations >= seen.needed;
    return before !== confirmations && !(isDeep && this.around.states(seen.asset).deposits !== 'open');
  }

  private setDue(id: number): void {
    this.due = this.dueOf(id);
  }

  /** While deposits of the coin are suspended nothing is due, however deep it lies. */
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

  /** What was due all along comes without another word of how deep it lies. */
  private isDue(event: EventOf<'RechargeFailed' | 'RechargeCredited'>): boolean {
    const due = this.due ?? this.dueOf(event.recharge ?? 0);
    if (due?.type !== event.type || due.recharge !== event.recharge) return false;
    return event.type !== 'RechargeFailed' || due.reason === event.reason;
  }

  private expectCredit(event: EventOf<'RechargeCredited'>, batch: Batch): void {
    this.check(!this.ended.has(event.reference), 'is a second credit');
    this.check(this.around.states(event.asset).deposits === 'open', 'is of a coin whose deposits are suspended');
    const isByTwo = batch.events.some(({ type }) => type === 'StaffApplied');
    // What was passed over on its chain and found there is seen in the same batch, and due as all that is seen.
    const isFound = batch.events.some((one) => one.type === 'RechargeSeen' && one.reference === event.reference);
    if (!isFound && (batch.command.type === 'CreditRecharge' || isByTwo)) {
      const isByHand = isByTwo || batch.actor.startsWith('admin/');
      const isOnChain = [...this.terms.values()].some(({ asset }) => asset === event.asset);
      this.check(!isByHand || !isOnChain, 'credits by hand what a chain brings');
      this.check(event.recharge === this.next.recharge, `is not recharge ${this.next.recharge}`);
      this.check(!this.seen.has(event.reference), 'credits what a chain shows');
      return;
    }
    this.check(this.isDue(event), 'is not due');
    const { seen } = this.recharge(event.recharge ?? 0);
    const same = seen.user === event.user && seen.asset === event.asset && seen.amount === event.amount;
    this.check(same && seen.reference === event.reference, 'credits something else');
  }

  /** As much as is there is frozen, and where it is not all there, the account. */
  private expectReverted({ user, asset, amount }: EventOf<'RechargeReverted'>, { events }: Batch): void {
    const there = this.around.balance(this.gate({ user, asset }));
    const frozen = events.find((one) => one.type === 'FundsFrozen');
    this.check((frozen?.amount ?? 0n) === (there < amount ? there : amount), `freezes ${frozen?.amount}`);
    const isLocked = this.around.isFrozen(user) || events.some(({ type }) => type === 'AccountFrozen');
    this.check(there >= amount || isLocked, 'leaves an account free that has spent it');
  }

  /** What may be taken back stays, or as much of the asset as what was made of it is worth. */
  private checkProvisional(
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
    const rest = this.around.balance(this.gate({ user, asset })) - amount - fee - (sums.get(asset) ?? 0n);
    this.check(rest >= 0n || !sums.has(asset), `leaves ${rest} of what may be taken back`);
    const missing = [...sums]
      .filter(([other]) => other !== asset)
      .map(([other, sum]) => ({ asset: other, amount: sum - this.around.balance(this.gate({ user, asset: other })) }))
      .filter((short) => short.amount > 0n)
      .map((short) => this.valueOf(short, at));
    this.check(rule === undefined || missing.length > 0, 'names the rule of a cover that it does not need');
    if (missing.length === 0) return;
    const owed = missing.reduce<bigint>((sum, value) => sum + (value ?? AMOUNT_MAX), 0n);
    // The first rule took the largest of the values here too.
    this.check(this.rules.follows(rule), `goes by rule ${rule}`);
    const kept =
      rule === 2 ? this.coverOf({ asset, amount: rest }, at) : (this.valueOf({ asset, amount: rest }, at) ?? 0n);
    this.check(kept >= owed, `leaves less than ${owed} of another coin`);
  }

  private endRecharge(id: number, reference: string): void {
    this.due = null;
    this.recharges.delete(id);
    this.ended.add(reference);
  }

  /* Withdrawals */

  private expectApplied(event: EventOf<'WithdrawalApplied'>, { at }: Batch): void {
    const { asset, isFrozen } = this.around;
    const listed = asset(event.asset);
    this.check(!isFrozen(event.user), 'of a frozen account');
    this.check(this.around.states(event.asset).trading === 'open', 'of a coin under maintenance');
    this.checkLeaving(event);
    this.check(event.fee === listed.withdrawalFee, `has fee ${event.fee}`);
    this.check(event.amount >= listed.withdrawalMin, 'is below the minimum');
    this.checkProvisional(event, at);
    const toChain = event.chain !== undefined && event.address !== undefined && event.card === undefined;
    const toCard = event.chain === undefined && event.address === undefined && event.card !== undefined;
    this.check(listed.fiat === 1 ? toCard : toChain, 'goes nowhere');
    this.check(toCard || this.terms.has(`${event.asset}/${event.chain}`), 'goes to a chain that does not serve it');
    this.check((event.value ?? null) === this.valueOf(event, at), `is worth ${this.valueOf(event, at)}`);
    const day = event.value === undefined ? undefined : Math.max(dayOf(at), this.dayOf(event.user));
    this.check(event.day === day, `counts on day ${event.day}`);
  }

  private expectApproved(event: EventOf<'WithdrawalApproved'>, { actor, at }: Batch): void {
    const { withdrawal, by, complete, worth } = event;
    const open = this.withdrawal(withdrawal);
    this.check(open.status === 'applied', `is approved while ${open.status}`);
    this.check(!this.around.isFrozen(open.user), 'of a frozen account');
    this.checkLeaving(open);
    this.check(actor === `admin/${by}` && by !== open.user, 'is approved by another');
    this.check(!open.approvals.includes(by), 'is approved twice by one');
    // Worth what it was or what it is, whichever is more.
    const values = [open.value, this.valueOf(open, at)].filter((value) => typeof value === 'bigint');
    const most = values.reduce((one, other) => (one > other ? one : other), 0n);
    this.check(worth === (values.length === 0 ? undefined : most), `is worth ${most}`);
    // With all of its owner's, or all of whoever approves it, that was approved within a day before: each withdrawal once.
    const sumOf = (whose: (one: Approved) => boolean): bigint => {
      const day = this.approved.filter(
        (one) => one.at > at - 86_400_000 && one.withdrawal !== withdrawal && whose(one),
      );
      return [...new Map(day.map((one) => [one.withdrawal, one.worth])).values()].reduce((sum, one) => sum + one, most);
    };
    const sums = [sumOf((one) => this.areOne(one.user, open.user)), sumOf((one) => this.areOne(one.by, by))];
    const two = values.length === 0 || sums.some((sum) => sum > open.review || sum > this.review);
    const counting = open.approvals.filter((one) => this.around.mayOfStaff(one, 'withdrawals'));
    this.check(complete === (two && counting.length === 0 ? 0 : 1), `complete ${complete}`);
  }

  /** Who says that nothing was sent, and still may say it. */
  private statedBy(withdrawal: number): number | null {
    const { proposedBy } = this.withdrawal(withdrawal);
    return proposedBy !== null && this.around.mayOfStaff(proposedBy, 'withdrawals') ? proposedBy : null;
  }

  private areOne(one: number, other: number): boolean {
    const document = this.around.documentOf(one);
    return one === other || (document !== null && document === this.around.documentOf(other));
  }

  private expectRejected({ withdrawal }: EventOf<'WithdrawalRejected'>, { actor }: Batch): void {
    const { status, user } = this.withdrawal(withdrawal);
    const proposedBy = this.statedBy(withdrawal);
    this.check(status !== 'submitted', 'returns what a chain was handed');
    if (status === 'applied') return;
    const second = proposedBy !== null && actor !== `admin/${proposedBy}` && actor !== `admin/${user}`;
    this.check(second, 'returns by one what may have been sent');
  }

  private checkLeaving({ asset }: { asset: string }): void {
    this.check(this.around.states(asset).withdrawals === 'open', 'of a coin whose withdrawals are suspended');
    this.check(!this.around.isStopped(), 'leaves while withdrawals are stopped');
  }

  private expectReturn(id: number, move: Move): void {
    const open = this.withdrawal(id);
    move(this.gate(open, 'frozen'), this.gate(open), open.amount + open.fee);
  }

  private endWithdrawal(id: number): AuditedWithdrawal {
    const ended = this.withdrawal(id);
    this.check(!this.around.isHeld(ended.hold), 'leaves something held');
    this.withdrawals.delete(id);
    return ended;
  }

  /** By long division, rounding up: hundred-millionths of a USDT, at whichever price makes the most of it. */
  private valueOf({ asset, amount }: { asset: string; amount: bigint }, at: number): bigint | null {
    const found = [...this.markets(asset, at), ...this.indexes(asset, at, this.around.index)];
    const values = found.map((price) => this.worthOf(amount, price, 1n));
    return values.sort((one, another) => (one < another ? -1 : 1)).at(-1) ?? null;
  }

  /** The smallest in place of the largest, and nothing without an index that is fresh. */
  private coverOf({ asset, amount }: { asset: string; amount: bigint }, at: number): bigint {
    const indexes = this.indexes(asset, at, this.around.freshIndex);
    if (asset !== 'USDT' && indexes.length === 0) return 0n;
    const values = [...this.markets(asset, at), ...indexes].map((price) => this.worthOf(amount, price, 0n));
    return values.sort((one, another) => (one < another ? -1 : 1))[0];
  }

  /** @param up 1 where a part of a unit counts as one */
  private worthOf(amount: bigint, { quote, base }: Quoted, up: 0n | 1n): bigint {
    const [top, bottom] = [amount * 10n ** 8n * quote, base * 10n ** BigInt(this.around.asset('USDT').scale)];
    return top / bottom + (top % bottom === 0n ? 0n : up);
  }

  private markets(asset: string, at: number): Quoted[] {
    const { prices } = this.around;
    if (asset === 'USDT') return [{ quote: 1n, base: 1n }];
    const other = prices(`USDT-${asset}`, at)?.map(({ quote, base }) => ({ quote: base, base: quote }));
    return prices(`${asset}-USDT`, at) ?? other ?? [];
  }

  private indexes(asset: string, at: number, index: Surroundings['index']): Quoted[] {
    if (asset === 'USDT') return [];
    const scale = (name: string): bigint => 10n ** BigInt(this.around.asset(name).scale);
    const [own, other] = [index(`${asset}-USDT`, at), index(`USDT-${asset}`, at)];
    return [
      ...(own ? [{ quote: own.price * scale('USDT'), base: scale(asset) * 10n ** BigInt(own.decimals) }] : []),
      ...(other ? [{ quote: scale('USDT') * 10n ** BigInt(other.decimals), base: other.price * scale(asset) }] : []),
    ];
  }

  private count({ user, day }: { user: number; day?: number }, value: bigint): void {
    this.counted.set(`${user}/${day}`, (this.counted.get(`${user}/${day}`) ?? 0n) + value);
  }

  /** Legal currency comes and goes by the legal account, coins by the spot account. */
  private gate({ user, asset }: { user: number; asset: string }, bucket: 'available' | 'frozen' = 'available'): string {
    return this.account({ user, asset }, this.around.asset(asset).fiat === 1 ? 'legal' : 'spot', bucket);
  }

  private account(
    { user, asset }: { user: number; asset: string },
    kind: string,
    bucket: 'available' | 'frozen' = 'available',
  ): string {
    return `${user}/${kind}/${asset}/${bucket}`;
  }

  private check(holds: boolean, what: string): asserts holds {
    if (!holds) this.around.fail(what);
  }

  private withdrawal(id: number): AuditedWithdrawal {
    const open = this.withdrawals.get(id);
    this.check(open !== undefined, `withdrawal ${id} is unknown`);
    return open;
  }

  private recharge(id: number): AuditedRecharge {
    const open = this.recharges.get(id);
    this.check(open !== undefined, `recharge ${id} is unknown`);
    return open;
  }
}
