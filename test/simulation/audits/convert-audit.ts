/**
 * Auditor part for conversions: the results of their orders, and the house's payments for small balances. Uses events
 * only.
 */
import type { Batch, CoreEvent, EventOf, EventType } from '../../../server/core/event';
import type { CoreState } from '../../../server/core/state';
import { latest, move, type AuditedMarket, type Deltas } from './audited';

const CONVERT_EVENTS = ['Converted', 'DustConverted', 'DustTermsSet', 'DustFunded'] as const satisfies EventType[];
type ConvertEvent = EventOf<(typeof CONVERT_EVENTS)[number]>;

export function isOfConversions(event: CoreEvent): event is ConvertEvent {
  return CONVERT_EVENTS.some((type) => type === event.type);
}

interface Surroundings {
  fail(what: string): never;
  balance(account: string): bigint;
  scale(asset: string): number;
  market(name: string): AuditedMarket;
  index(symbol: string, at: number): { price: bigint; decimals: number } | null;
  mayTrade(user: number): boolean;
  hasProvisional(user: number, asset: string): boolean;
}

const DAY_MS = 86_400_000;

export class ConvertAudit {
  private terms: EventOf<'DustTermsSet'> | null = null;
  private readonly paid = new Map<number, bigint>();
  /** Batch position by user and day. */
  private readonly taken = new Map<string, number>();
  private next = 1;

  constructor(private readonly around: Surroundings) {}

  expect(event: ConvertEvent, expected: Deltas, batch: Batch): void {
    switch (event.type) {
      case 'Converted':
        this.converted(event, batch);
        return;
      case 'DustConverted':
        this.dust(event, expected, batch);
        return;
      case 'DustFunded': {
        this.check(event.act === 'release' || event.asset === 'USDT', 'funds another coin');
        const sides = [`house/treasury/${event.asset}`, `house/dust/${event.asset}`];
        const [from, to] = event.act === 'fund' ? sides : sides.reverse();
        move(expected, from, to, event.amount);
        return;
      }
      case 'DustTermsSet':
        this.check(event.dailyMax > 0n, 'allows nothing');
        this.terms = event;
    }
  }

  /** `Converted` ends its batch. The orders' entries must add up to its amounts. */
  private converted(event: EventOf<'Converted'>, { events, command }: Batch): void {
    const { user, from, to, spent, received, least, rest = 0n, orders } = event;
    this.number(event.conversion);
    this.check(command.type === 'ConvertCoin' && events.at(-1) === event, 'does not end its command');
    const others = events.slice(0, -1);
    const isPart = ({ type }: CoreEvent) => ['OrderPlaced', 'TradeExecuted', 'OrderCancelled'].includes(type);
    this.check(others.every(isPart), 'does more than trade');
    const placed = others.flatMap((one) => (one.type === 'OrderPlaced' ? [one] : []));
    this.check(placed.map(({ order }) => order).join() === orders.join(), 'names other orders');
    for (const one of placed)
      this.check(one.user === user && one.kind === 'market' && one.timeInForce === 'fok', 'is of another order');
    const entries = others.flatMap((one) => (one.type === 'TradeExecuted' ? one.entries : []));
    const left = (asset: string): bigint =>
      entries.reduce((sum, { debit, credit, amount }) => {
        const ofUser = (name: string) => name.startsWith(`${user}/spot/${asset}/`);
        return sum + (ofUser(credit) ? amount : 0n) - (ofUser(debit) ? amount : 0n);
      }, 0n);
    this.check(left(from) === -spent && left(to) === received, `turns ${-left(from)} into ${left(to)}`);
    if (orders.length === 2) this.check(left('USDT') === rest, `leaves ${left('USDT')} of USDT`);
    else this.check(rest === 0n && orders.length === 1, 'leaves something of one order');
    this.check(received >= least, `brings less than ${least}`);
    const fills = others.filter(({ type }) => type === 'TradeExecuted').length;
    this.check(fills <= 500, `has ${fills} fills`);
  }

  private dust(event: EventOf<'DustConverted'>, expected: Deltas, batch: Batch): void {
    const { user, asset, amount, received } = event;
    const { at, events, first } = batch;
    this.number(event.conversion);
    this.check(
      events.every(({ type }) => type === 'DustConverted'),
      'does something else as well',
    );
    this.check(this.around.mayTrade(user) && !this.around.hasProvisional(user, asset), 'of one who may not');
    const { terms } = this;
    this.check(terms?.state === 'open', 'while it is closed');
    const day = Math.floor(at / DAY_MS);
    const key = `${user}/${day}`;
    this.check((this.taken.get(key) ?? first) === first, 'a second time on that day');
    this.taken.set(key, first);
    const paid = (this.paid.get(day) ?? 0n) + received;
    this.check(paid <= terms.dailyMax, `makes ${paid} of the day`);
    this.paid.set(day, paid);

    this.check(amount === this.around.balance(`${user}/spot/${asset}/available`), 'leaves something there');
    const index = this.around.index(`${asset}-USDT`, at) ?? this.around.fail('without a fresh index');
    this.check(index.price === BigInt(event.index), `at an index of ${event.index}`);
    const market = this.around.market(`${asset}-USDT`);
    this.check(market.state === 'open' && latest(market) === event.last, `at a last price of ${event.last}`);
    const one = 10n ** BigInt(this.around.scale('USDT'));
    const under = 10n ** BigInt(this.around.scale(asset) + index.decimals);
    const worth = amount * index.price * one;
    this.check(worth < one * under, 'is worth 1 USDT');
    const byIndex = (worth * 99n) / (under * 100n);
    const byLast = (amount * BigInt(event.last) * market.unit * 99n) / (market.lot * 100n);
    this.check(received === (byIndex < byLast ? byIndex : byLast), `pays ${received}`);
    move(expected, `${user}/spot/${asset}/available`, `house/dust/${asset}`, amount);
    move(expected, 'house/dust/USDT', `${user}/spot/USDT/available`, received);
  }

  private number(conversion: number): void {
    this.check(conversion === this.next, `is conversion ${conversion}, not ${this.next}`);
    this.next++;
  }

  compare({ convert, at }: CoreState): void {
    this.check(convert.next === this.next, `goes on with conversion ${convert.next}`);
    const day = Math.floor(at / DAY_MS);
    const paid = convert.today?.day === day ? convert.today.paid : 0n;
    this.check(paid === (this.paid.get(day) ?? 0n), `remembers ${paid} of today`);
    this.check(convert.terms?.state === this.terms?.state, `is ${convert.terms?.state}`);
  }

  private check(holds: boolean, what: string): asserts holds {
    if (!holds) this.around.fail(what);
  }
}
