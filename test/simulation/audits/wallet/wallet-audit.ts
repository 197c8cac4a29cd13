/**
 * Auditor part for deposits, withdrawals and transfers: the events that the current state allows. Uses events only;
 * shares no arithmetic with the core.
 */
import type { Batch, CoreEvent, EventOf, EventType } from '../../../../server/core/event';
import type { CoreState } from '../../../../server/core/state';
import { accountOf, Worth, type Move, type Prices } from './audited-wallet';
import { isOfRecharges, RechargeAudit } from './recharge-audit';
import { isOfWithdrawals, WithdrawalAudit } from './withdrawal-audit';

/** The parts of the auditor that the wallet depends on. */
interface Surroundings extends Prices {
  /** Throws: this is the first broken rule. */
  fail(what: string): never;
  /** State of the coin itself. */
  states(name: string): { trading: string; deposits: string; withdrawals: string };
  isFrozen(user: number): boolean;
  /** Whether a staff member currently has a right; statements count only with it. */
  mayOfStaff(user: number, right: string): boolean;
  /** Whether a difference stops withdrawals. */
  isStopped(): boolean;
  /** Units of the asset in custody: minus the balance of `house/custody`. */
  owed(asset: string): bigint;
  isHeld(hold: number): boolean;
  balance(account: string): bigint;
  documentOf(user: number): string | null;
}

/** Events of neither deposits nor withdrawals. */
const OTHER_EVENTS = ['FundsTransferred', 'StatementLineRead'] as const satisfies EventType[];
type OtherEvent = EventOf<(typeof OTHER_EVENTS)[number]>;
type WalletEvent = OtherEvent | Parameters<RechargeAudit['settle']>[0] | Parameters<WithdrawalAudit['settle']>[0];

export function isOfWallet(event: CoreEvent): event is WalletEvent {
  return isOfRecharges(event) || isOfWithdrawals(event) || OTHER_EVENTS.some((type) => type === event.type);
}

export class WalletAudit {
  private readonly arriving: RechargeAudit;
  private readonly leaving: WithdrawalAudit;
  readonly withdrawals: WithdrawalAudit['withdrawals'];
  private nextTransfer = 1;

  constructor(private readonly around: Surroundings) {
    const worth = new Worth(around);
    const arriving = new RechargeAudit(around, worth);
    this.arriving = arriving;
    this.leaving = new WithdrawalAudit(
      {
        ...around,
        isServed: (asset, chain) => arriving.terms.has(`${asset}/${chain}`),
        checkProvisional: (event, at) => arriving.checkProvisional(event, at),
      },
      worth,
    );
    this.withdrawals = this.leaving.withdrawals;
  }

  /** Expected moves of an event, and whether it may happen now. */
  expect(event: WalletEvent, move: Move, batch: Batch): void {
    if (isOfRecharges(event)) return this.arriving.expect(event, move, batch);
    if (isOfWithdrawals(event)) return this.leaving.expect(event, move, batch);
    switch (event.type) {
      case 'StatementLineRead':
        this.check(event.amount > 0n, 'says nothing');
        return;
      case 'FundsTransferred':
        this.check(!this.around.isFrozen(event.user), 'of a frozen account');
        this.check(this.around.states(event.asset).trading === 'open', 'of a coin under maintenance');
        this.check(event.transfer === this.nextTransfer, `is not transfer ${this.nextTransfer}`);
        this.check(event.from !== event.to, 'moves nothing');
        if (event.from === 'spot' && this.around.asset(event.asset).fiat !== 1) {
          this.arriving.checkProvisional({ ...event, fee: 0n }, batch.at);
        }
        move(accountOf(event, event.from), accountOf(event, event.to), event.amount);
        return;
    }
  }

  /** State changes of an event other than money. */
  settle(event: WalletEvent, at: number): void {
    if (isOfRecharges(event)) return this.arriving.settle(event, at);
    if (isOfWithdrawals(event)) return this.leaving.settle(event, at);
    if (event.type === 'FundsTransferred') this.nextTransfer++;
  }

  endBatch(): void {
    this.arriving.endBatch();
  }

  /** The member's withdrawals of a day less those returned, in USDT units of scale 8. */
  countedOn(user: number, day: number): bigint {
    return this.leaving.countedOn(user, day);
  }

  dayOf(user: number): number {
    return this.leaving.dayOf(user);
  }

  /** Value at a time of credits that only one node reported, for one coin or all; reverted ones count for 30 days. */
  aloneWorth(at: number, coin?: string): bigint {
    return this.arriving.aloneWorth(at, coin);
  }

  hasProvisional(user: number, asset: string): boolean {
    return this.arriving.hasProvisional(user, asset);
  }

  /** Compares with the core's own state. */
  compare(state: CoreState): void {
    this.leaving.compare(state);
    this.arriving.compare(state);
  }

  private check(holds: boolean, what: string): asserts holds {
    if (!holds) this.around.fail(what);
  }
}
