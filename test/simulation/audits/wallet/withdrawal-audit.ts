/** Withdrawals as the auditor follows them: applied, approved, then paid once or returned. Uses events only. */
import { dayOf } from '../../../../shared/rules/days';
import type { Batch, CoreEvent, EventOf, EventType } from '../../../../server/core/event';
import type { CoreState } from '../../../../server/core/state';
import type { Move, Worth } from './audited-wallet';

const WITHDRAWAL_EVENTS = [
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
] as const satisfies EventType[];
type WithdrawalEvent = EventOf<(typeof WITHDRAWAL_EVENTS)[number]>;

export function isOfWithdrawals(event: CoreEvent): event is WithdrawalEvent {
  return WITHDRAWAL_EVENTS.some((type) => type === event.type);
}

interface Surroundings {
  /** Throws: this is the first broken rule. */
  fail(what: string): never;
  asset(name: string): EventOf<'AssetListed'>;
  /** State of the coin itself. */
  states(name: string): { trading: string; deposits: string; withdrawals: string };
  isFrozen(user: number): boolean;
  /** Whether a staff member currently has a right; statements count only with it. */
  mayOfStaff(user: number, right: string): boolean;
  /** Whether a difference stops withdrawals. */
  isStopped(): boolean;
  isHeld(hold: number): boolean;
  documentOf(user: number): string | null;
  /** Whether a chain serves a coin. */
  isServed(asset: string, chain: string | undefined): boolean;
  /** Throws if the withdrawal would use provisional credit. */
  checkProvisional(event: EventOf<'WithdrawalApplied'>, at: number): void;
}

interface AuditedWithdrawal extends EventOf<'WithdrawalApplied'> {
  status: 'applied' | 'approved' | 'paying' | 'submitted' | 'failed';
  approvals: number[];
  proposedBy: number | null;
  /** The only key that the payout may be submitted under; null before submission. */
  key: string | null;
  /** The two-approval threshold at the time of application. */
  review: bigint;
}

interface Approved {
  at: number;
  withdrawal: number;
  user: number;
  by: number;
  worth: bigint;
}

export class WithdrawalAudit {
  readonly withdrawals = new Map<number, AuditedWithdrawal>();
  private readonly paidWith = new Set<string>();
  private readonly approved: Approved[] = [];
  /** Withdrawals less those returned, by `<user>/<day>`. */
  private readonly counted = new Map<string, bigint>();
  private readonly days = new Map<number, number>();
  private review = 10_000n * 10n ** 8n;

  constructor(
    private readonly around: Surroundings,
    private readonly worth: Worth,
  ) {}

  expect(event: WithdrawalEvent, move: Move, batch: Batch): void {
    switch (event.type) {
      case 'WithdrawalApplied':
        this.expectApplied(event, batch);
        move(this.worth.gate(event), this.worth.gate(event, 'frozen'), event.amount + event.fee);
        return;
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
      case 'WithdrawalPaid': {
        const paid = this.withdrawal(event.withdrawal);
        this.check(['paying', 'submitted', 'failed'].includes(paid.status), `is paid while ${paid.status}`);
        const isOnChain = this.around.asset(paid.asset).fiat !== 1;
        this.check(isOnChain || !this.around.isFrozen(paid.user), 'is paid by a bank to a frozen account');
        this.check(!this.paidWith.has(event.reference), 'is paid with what paid before');
        move(this.worth.gate(paid, 'frozen'), `house/custody/${paid.asset}`, paid.amount);
        move(this.worth.gate(paid, 'frozen'), `house/fees/${paid.asset}`, paid.fee);
        return;
      }
      case 'WithdrawalRejected':
        this.expectRejected(event, batch);
        return this.expectReturn(event.withdrawal, move);
      case 'WithdrawalCancelled':
        this.check(batch.actor === `user/${event.user}`, 'is cancelled by another');
        this.check(this.withdrawal(event.withdrawal).status === 'applied', 'is cancelled though approved');
        return this.expectReturn(event.withdrawal, move);
      case 'WithdrawalReviewSet':
        return;
    }
  }

  settle(event: WithdrawalEvent, at: number): void {
    switch (event.type) {
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

  /** The member's withdrawals of a day less those returned, in USDT units of scale 8. */
  countedOn(user: number, day: number): bigint {
    return this.counted.get(`${user}/${day}`) ?? 0n;
  }

  dayOf(user: number): number {
    return this.days.get(user) ?? 0;
  }

  compare({ wallet, members }: CoreState): void {
    this.check(wallet.secondApprovalAbove === this.review, 'has another review');
    this.check(wallet.withdrawals.size === this.withdrawals.size, 'has other withdrawals');
    for (const [id, open] of this.withdrawals) {
      const real = wallet.withdrawals.get(id);
      const same = real?.status === open.status && real.proposedBy === open.proposedBy;
      this.check(real?.payoutKey === open.key, `withdrawal ${id} forgot its key`);
      this.check(same && real.approvals.join() === open.approvals.join(), `withdrawal ${id} is not ${open.status}`);
    }
    this.check(wallet.payoutReferences.size === this.paidWith.size, 'forgot what it paid with');
    for (const [user, day] of this.days) {
      const withdrawn = members.get(user)?.withdrawn;
      this.check(
        withdrawn?.day === day && withdrawn.value === this.countedOn(user, day),
        `user ${user} counts otherwise`,
      );
    }
  }

  private expectApplied(event: EventOf<'WithdrawalApplied'>, { at }: Batch): void {
    const { asset, isFrozen } = this.around;
    const listed = asset(event.asset);
    this.check(!isFrozen(event.user), 'of a frozen account');
    this.check(this.around.states(event.asset).trading === 'open', 'of a coin under maintenance');
    this.checkLeaving(event);
    this.check(event.fee === listed.withdrawalFee, `has fee ${event.fee}`);
    this.check(event.amount >= listed.withdrawalMin, 'is below the minimum');
    this.around.checkProvisional(event, at);
    const toChain = event.chain !== undefined && event.address !== undefined && event.card === undefined;
    const toCard = event.chain === undefined && event.address === undefined && event.card !== undefined;
    this.check(listed.fiat === 1 ? toCard : toChain, 'goes nowhere');
    this.check(toCard || this.around.isServed(event.asset, event.chain), 'goes to a chain that does not serve it');
    this.check((event.value ?? null) === this.worth.valueOf(event, at), `is worth ${this.worth.valueOf(event, at)}`);
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
    // Value at application or now, whichever is more.
    const values = [open.value, this.worth.valueOf(open, at)].filter((value) => typeof value === 'bigint');
    const most = values.reduce((one, other) => (one > other ? one : other), 0n);
    this.check(worth === (values.length === 0 ? undefined : most), `is worth ${most}`);
    // Adds the owner's, or the approver's, approvals of the last day; each withdrawal counts once.
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

  /** Staff member who stated that nothing was sent, if still entitled. */
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
    move(this.worth.gate(open, 'frozen'), this.worth.gate(open), open.amount + open.fee);
  }

  private endWithdrawal(id: number): AuditedWithdrawal {
    const ended = this.withdrawal(id);
    this.check(!this.around.isHeld(ended.hold), 'leaves something held');
    this.withdrawals.delete(id);
    return ended;
  }

  private count({ user, day }: { user: number; day?: number }, value: bigint): void {
    this.counted.set(`${user}/${day}`, (this.counted.get(`${user}/${day}`) ?? 0n) + value);
  }

  private withdrawal(id: number): AuditedWithdrawal {
    const open = this.withdrawals.get(id);
    this.check(open !== undefined, `withdrawal ${id} is unknown`);
    return open;
  }

  private check(holds: boolean, what: string): asserts holds {
    if (!holds) this.around.fail(what);
  }
}
