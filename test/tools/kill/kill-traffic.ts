/** Random user commands and their answers. */
import type { Command } from '../../../server/core/command';
import { isRejection } from '../../../server/core/rejection';
import type { Accepted, CommandEnvelope } from '../../../server/engine/port';
import type { KeyedAnswer } from './kill-child';
import { check, same } from './kill-journal';
import { USERS, ASSETS, MARKETS, STAFF } from './kill-opening';
import type { Truth } from './kill-truth';

interface Sent {
  envelope: CommandEnvelope;
  /** Number of commands sent to the living process and not yet answered. */
  waiting: number;
  accepted: Accepted | null;
  isAnswered: boolean;
}

export class Traffic {
  readonly sent: Sent[] = [];
  /** Commands that died unanswered, to be repeated. */
  private again: number[] = [];
  private readonly orders = new Map<number, number[]>();
  private withdrawals: { id: number; user: number }[] = [];

  constructor(private readonly roll: (sides: number) => number) {}

  add(envelope: CommandEnvelope): number {
    const key = this.sent.length;
    const clientId = `kill-${key}`;
    this.sent.push({ envelope: { ...envelope, clientId }, waiting: 0, accepted: null, isAnswered: false });
    return key;
  }

  /** After the process died, repeats its pending commands under the same client ids. Returns their number. */
  lost(): number {
    this.sent.forEach((one, key) => {
      if (one.waiting > 0 && !one.isAnswered) this.again.push(key);
      one.waiting = 0;
    });
    return this.again.length;
  }

  get unanswered(): readonly Sent[] {
    return this.again.map((key) => this.sent[key]);
  }

  /** Processes one answer, which may not contradict an earlier one or the journal. */
  answered({ key, outcome }: KeyedAnswer, truth: Truth): void {
    const one = this.sent[key];
    const { actor, clientId, command } = one.envelope;
    one.waiting--;
    if (outcome === null) {
      if (!one.isAnswered && one.waiting === 0) this.again.push(key);
      return;
    }
    one.isAnswered = true;
    const stored = one.accepted ?? truth.clientIds.get(`${actor} ${clientId}`);
    const what = `${command.type} ${clientId} of ${actor}`;
    if (isRejection(outcome)) {
      // The system has no client ids: its commands are idempotent, or rejected when repeated.
      check(!stored || !/^(user|admin)\//.test(actor), `${what} was stored and is refused now: ${outcome.rejected}`);
      return;
    }
    if (stored) {
      same([outcome.position, outcome.id], [stored.position, stored.id], `${what} has a second outcome`);
      check(outcome.repeated, `${what} is answered as new`);
    }
    one.accepted ??= outcome;
    if (command.type === 'PlaceOrder') this.ordersOf(command.user).push(outcome.id as number);
    if (command.type === 'ApplyWithdrawal') this.withdrawals.push({ id: outcome.id as number, user: command.user });
  }

  /** The next command to send: repetitions first, and sometimes a command twice. */
  next(): number {
    return this.again.shift() ?? this.add(this.wish());
  }

  get hasUnanswered(): boolean {
    return this.again.length > 0;
  }

  private wish(): CommandEnvelope {
    const user = this.pick(USERS);
    const own = (command: Command): CommandEnvelope => ({ actor: `user/${user}`, command });
    const staff = (command: Command): CommandEnvelope => ({ actor: STAFF, command });
    const terms = this.pick(MARKETS);
    const price = terms.referencePrice + this.roll(13) - 6;
    const quantity = 1 + this.roll(40);
    const order = this.pick(this.ordersOf(user).slice(-30)) ?? 1 + this.roll(500);
    const asset = this.pick(ASSETS);
    const act = this.roll(100);
    if (act < 60) return own(this.placing(user, terms, price, quantity));
    if (act < 70) return own({ type: 'AmendOrder', user, order, price, quantity });
    if (act < 84) return own({ type: 'CancelOrder', user, order });
    if (act < 86) return own({ type: 'CancelAllOrders', user, market: terms.market });
    if (act < 89) {
      const amount = BigInt(1 + this.roll(100_000));
      return {
        actor: 'system',
        command: { type: 'CreditRecharge', user, asset, amount, reference: `r-${this.sent.length}` },
      };
    }
    if (act < 91) {
      const [from, to] = this.roll(2) === 0 ? (['spot', 'financial'] as const) : (['financial', 'spot'] as const);
      return own({ type: 'TransferFunds', user, asset, from, to, amount: BigInt(1 + this.roll(5_000)) });
    }
    const destination = { chain: asset, address: 'address' };
    const amount = BigInt(100 + this.roll(5_000));
    if (act < 95 || this.withdrawals.length === 0) {
      return own({ type: 'ApplyWithdrawal', user, asset, amount, ...destination });
    }
    const { id: withdrawal, user: owner } = this.pick(this.withdrawals.slice(-5));
    if (act < 96) return { actor: `user/${owner}`, command: { type: 'CancelWithdrawal', user: owner, withdrawal } };
    if (act < 97) return staff({ type: 'ApproveWithdrawal', withdrawal });
    if (act < 98) return staff({ type: 'StartPayout', withdrawal });
    if (act < 99) return staff({ type: 'PayWithdrawal', withdrawal, reference: `tx-${this.roll(1_000)}` });
    return staff({ type: 'RejectWithdrawal', withdrawal, reason: 'no' });
  }

  private placing(user: number, { market }: { market: string }, price: number, quantity: number): Command {
    const side = this.roll(2) === 0 ? 'buy' : 'sell';
    const common = { type: 'PlaceOrder', user, market, side, selfTrade: 'cancel_taker' } as const;
    const kind = this.roll(12);
    const trigger = price + this.roll(9) - 4;
    if (kind === 0) return { ...common, kind: 'market', timeInForce: 'ioc', quantity };
    if (kind === 1) return { ...common, kind: 'stop_limit', timeInForce: 'gtc', price, trigger, quantity };
    if (kind === 2) {
      const size = side === 'buy' ? { quoteAmount: BigInt(quantity * price * 1_000) } : { quantity };
      return { ...common, kind: 'stop_market', timeInForce: 'ioc', trigger, ...size };
    }
    return { ...common, kind: 'limit', timeInForce: kind === 3 ? 'ioc' : 'gtc', price, quantity };
  }

  private ordersOf(user: number): number[] {
    let orders = this.orders.get(user);
    if (!orders) this.orders.set(user, (orders = []));
    return orders;
  }

  private pick<T>(from: readonly T[]): T {
    return from[this.roll(from.length)];
  }
}
