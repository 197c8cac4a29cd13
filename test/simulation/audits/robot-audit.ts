/**
 * Auditor part for robots: balances from fills, results of cycles, and the full return of funds at the end. Uses events
 * only, with arithmetic of its own.
 */
import type { Batch, CoreEvent, EventOf, EventType } from '../../../server/core/event';
import { compare, fraction, times, type Fraction } from '../../tools/fixtures/fractions';
import { freeze, isByStaff, type AuditedOrder, type Deltas } from './audited';
import { NewestRule } from '../newest-rule';

const ROBOT_EVENTS = [
  'RobotTermsSet',
  'RobotKeyIssued',
  'RobotKeyRevoked',
  'RobotStarted',
  'RobotStepped',
  'RobotCycleEnded',
  'RobotStopping',
  'RobotSold',
  'RobotEnded',
] as const satisfies EventType[];
type RobotEvent = EventOf<(typeof ROBOT_EVENTS)[number]>;

export function isOfRobots(event: CoreEvent): event is RobotEvent {
  return ROBOT_EVENTS.some((type) => type === event.type);
}

interface MarketTerms {
  base: string;
  quote: string;
  tick: string;
  bandPpb: number;
}

interface Surroundings {
  fail(what: string): never;
  market(name: string): { terms: MarketTerms; lot: bigint; unit: bigint };
  /** The index at a time; null if stale. */
  index(symbol: string, at: number): { price: bigint; decimals: number } | null;
  mayTrade(user: number): boolean;
  remaining(hold: number): bigint;
  /** Open orders of a robot, with their holds. */
  orders(robot: number): readonly AuditedOrder[];
}

interface Audited {
  started: EventOf<'RobotStarted'>;
  phase: 'running' | 'selling' | 'returning';
  reason: string | null;
  cycle: number;
  base: bigint;
  quote: bigint;
  cost: bigint;
  counts: Omit<EventOf<'RobotCycleEnded'>, 'type' | 'robot' | 'user' | 'cycle' | 'dueAt' | 'nextAt' | 'quote' | 'base'>;
}

const CYCLE_MS = 150_000;
const BILLION = 1_000_000_000n;

export class RobotAudit {
  private readonly running = new Map<number, Audited>();
  private readonly keys = new Map<number, EventOf<'RobotKeyIssued'>>();
  private readonly terms = new Map<string, EventOf<'RobotTermsSet'>>();
  private readonly rules = new NewestRule();

  constructor(private readonly around: Surroundings) {}

  get count(): number {
    return this.running.size;
  }

  expect(event: RobotEvent, expected: Deltas, batch: Batch): void {
    if (event.type === 'RobotStarted') {
      this.check(this.rules.follows(event.rule), `goes by rule ${event.rule}`);
      this.expectStart(event, batch);
      freeze(expected, event.user, this.around.market(event.market).terms.quote, event.amount);
    } else if (event.type === 'RobotEnded') {
      const { base, quote } = this.around.market(this.of(event.robot).started.market).terms;
      this.expectEnd(event);
      freeze(expected, event.user, quote, -event.quote);
      freeze(expected, event.user, base, -event.base);
    } else if (event.type === 'RobotCycleEnded') this.expectCycle(event, batch);
    else if (event.type === 'RobotStopping') this.expectStop(event, batch);
    else if (event.type === 'RobotStepped')
      this.check(this.of(event.robot).phase === 'running', 'steps and does not run');
    else if (event.type === 'RobotSold')
      this.check(this.of(event.robot).phase === 'selling', 'has sold and was not to');
    else this.check(isByStaff(batch), 'by the word of another');
  }

  settle(event: RobotEvent, { at }: Batch): void {
    if (event.type === 'RobotTermsSet') this.terms.set(event.market, event);
    else if (event.type === 'RobotKeyIssued') this.keys.set(event.user, event);
    else if (event.type === 'RobotKeyRevoked') this.keys.delete(event.user);
    else if (event.type === 'RobotStarted') {
      this.check(event.cycleEndsAt === at + CYCLE_MS, 'has a first cycle of another length');
      const begins = { phase: 'running', reason: null, cycle: 1, base: 0n, quote: event.amount, cost: 0n } as const;
      this.running.set(event.robot, { started: event, ...begins, counts: none() });
    } else if (event.type === 'RobotCycleEnded') {
      const robot = this.of(event.robot);
      robot.cycle++;
      robot.counts = none();
    } else if (event.type === 'RobotStopping') {
      Object.assign(this.of(event.robot), { phase: event.sells ? 'selling' : 'returning', reason: event.reason });
    } else if (event.type === 'RobotSold') this.of(event.robot).phase = event.goesOn ? 'selling' : 'returning';
    else if (event.type === 'RobotEnded') this.running.delete(event.robot);
  }

  /** A robot places the order at the price of its grid step. */
  place({ robot: id = 0, step = 0, user, market, side, price, ...event }: EventOf<'OrderPlaced'>, batch: Batch): void {
    const { started, phase } = this.of(id);
    this.check(user === started.user && market === started.market, 'places for another');
    this.check(batch.actor === `robot/${user}` && batch.command.type === 'RunRobot', `places by ${batch.actor}`);
    if (phase === 'selling') return this.check(side === 'sell' && event.kind === 'market', 'does not sell');
    this.check(phase === 'running' && event.kind === 'limit', 'places and does not run');
    const { lower, upper, lines } = started;
    const line = side === 'buy' ? step : step + 1;
    this.check(price === lower + Math.floor(((upper - lower) * line) / (lines - 1)), `at ${price}, which is no line`);
    this.check(side === 'sell' || event.disposition === 'rests', 'buys by taking');
    if (started.rule === 2 && side === 'buy')
      this.check(
        compare(this.halfTicks(market, 2 * price - 1), this.indexOf(market, batch)) < 0,
        'buys above the index',
      );
  }

  /** Updates the robot's balances by a fill. */
  trade(
    id: number,
    side: 'buy' | 'sell',
    { quantity, price }: EventOf<'TradeExecuted'>,
    fee: bigint,
    batch: Batch,
  ): void {
    const robot = this.of(id);
    if (robot.phase === 'selling' && robot.started.rule === 2)
      this.expectWithinBand(robot.started.market, price, batch);
    const { lot, unit } = this.around.market(robot.started.market);
    const [base, quote] = [BigInt(quantity) * lot, BigInt(price) * BigInt(quantity) * unit];
    const { counts } = robot;
    counts.trades++;
    if (side === 'buy') {
      robot.base += base - fee;
      robot.quote -= quote;
      robot.cost += quote;
      counts.bought += base;
      counts.paid += quote;
      counts.feesBase += fee;
      return;
    }
    const whole = robot.cost * base;
    const cost = whole % robot.base === 0n ? whole / robot.base : whole / robot.base + 1n;
    robot.base -= base;
    robot.quote += quote - fee;
    robot.cost -= cost;
    counts.sold += base;
    counts.received += quote;
    counts.feesQuote += fee;
    counts.realised += quote - fee - cost;
  }

  /** A robot's balances equal its two holds and those of its orders, to the unit. */
  endBatch(): void {
    for (const [id, { started, quote, base }] of this.running) {
      let [inQuote, inBase] = [this.around.remaining(started.quoteHold), this.around.remaining(started.baseHold)];
      for (const { side, hold } of this.around.orders(id)) {
        const held = hold === null ? 0n : this.around.remaining(hold);
        if (side === 'buy') inQuote += held;
        else inBase += held;
      }
      this.check(inQuote === quote && inBase === base, `robot ${id} holds ${inQuote}/${inBase}, not ${quote}/${base}`);
    }
  }

  private expectStart(event: EventOf<'RobotStarted'>, { actor }: Batch): void {
    const { user, market, amount, key, quoteHold, baseHold } = event;
    const terms = this.terms.get(market);
    this.check(actor === `user/${user}` && this.around.mayTrade(user), 'is started by another');
    this.check(this.keys.get(user)?.key === key, 'is started without a key that is good');
    this.check(terms?.state === 'open' && amount >= terms.amountMin, 'is started where none is offered');
    const staked = [...this.running.values()].filter(
      ({ started }) => started.user === user && started.market === market,
    );
    const sum = staked.reduce((all, { started }) => all + started.amount, amount);
    this.check(sum <= terms.userMax, `makes ${sum} of one user`);
    this.check(baseHold === quoteHold + 1 && this.around.remaining(baseHold) === 0n, 'has a hold of another');
  }

  private expectCycle(event: EventOf<'RobotCycleEnded'>, { at, actor }: Batch): void {
    const { counts, cycle, quote, base, started } = this.of(event.robot);
    this.check(actor === `robot/${started.user}`, `is told by ${actor}`);
    this.check(event.cycle === cycle, `is cycle ${cycle}`);
    this.check(event.dueAt <= at && (event.nextAt ?? at + CYCLE_MS) === at + CYCLE_MS, 'ends at another time');
    this.check(event.quote === quote && event.base === base, `has ${quote} and ${base}`);
    for (const [name, amount] of Object.entries(counts))
      this.check(event[name as keyof typeof counts] === amount, `${name} is ${amount}`);
  }

  private expectStop({ robot, reason, price }: EventOf<'RobotStopping'>, { actor }: Batch): void {
    const { phase, started } = this.of(robot);
    this.check(phase === 'running', 'stops twice');
    if (reason === 'requested') this.check(actor === `user/${started.user}`, 'was not asked to by its user');
    else if (reason === 'staff') this.check(actor.startsWith('admin/'), 'was not asked to by staff');
    else this.check(actor === `robot/${started.user}`, 'stops by the word of another');
    if (reason === 'account_frozen') this.check(!this.around.mayTrade(started.user), 'stops for no freeze');
    this.check((reason === 'loss') === (price !== undefined), 'stops at no price');
  }

  private expectEnd(event: EventOf<'RobotEnded'>): void {
    const { phase, reason, quote, base } = this.of(event.robot);
    this.check(phase !== 'running' && event.reason === reason, `ends for ${event.reason}`);
    this.check(this.around.orders(event.robot).length === 0, 'ends with open orders');
    this.check(event.quote === quote && event.base === base, `gives back ${event.quote}/${event.base}`);
  }

  /** Sells at or above the index less the band, rounded to the nearest tick. */
  private expectWithinBand(market: string, price: number, batch: Batch): void {
    const { bandPpb } = this.around.market(market).terms;
    const least = times(this.indexOf(market, batch), fraction(BILLION - BigInt(bandPpb), BILLION));
    this.check(compare(this.halfTicks(market, 2 * price + 1), least) >= 0, 'sells for less than the band allows');
  }

  private indexOf(market: string, { at }: Batch): Fraction {
    const index = this.around.index(market, at) ?? this.around.fail(`trades in ${market} without an index`);
    return fraction(index.price, 10n ** BigInt(index.decimals));
  }

  private halfTicks(market: string, halves: number): Fraction {
    const [whole, rest = ''] = this.around.market(market).terms.tick.split('.');
    return fraction(BigInt(halves) * BigInt(whole + rest), 2n * 10n ** BigInt(rest.length));
  }

  private of(id: number): Audited {
    return this.running.get(id) ?? this.around.fail(`robot ${id} does not run`);
  }

  private check(holds: boolean, what: string): asserts holds {
    if (!holds) this.around.fail(what);
  }
}

function none(): Audited['counts'] {
  return { trades: 0, bought: 0n, paid: 0n, sold: 0n, received: 0n, feesBase: 0n, feesQuote: 0n, realised: 0n };
}
