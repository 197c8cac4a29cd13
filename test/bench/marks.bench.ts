/*
 * Cost of a mark that moves with 100,000 open positions and liquidates none, compared with 1,000 positions, and the
 * cost of each liquidation: isolated positions, and accounts in cross margin. The core alone, in one thread.
 */
import type { Command } from '../../server/core/command';
import { availableIn } from '../../server/core/ledger/ledger';
import { type CoreState } from '../../server/core/state';
import { createState } from '../../server/products/core';
import { createExecutor } from '../../server/engine/step';
import type { CommandEnvelope } from '../../server/engine/port';
import { systemActorFor } from '../tools/fixtures/system-actor';
import { FIRST_USER, MIDDLE_TICKS } from './orders-stream';
import { median, type BenchTable } from './table';
import { CONTRACT, openingOfBoth } from './touch-stream';

const POSITIONS = [1_000, 100_000];
const MOVES = 400;
const ROUNDS = 5;
/** Users whose longs are liquidated first: the first group by a mark 1 % lower, the second by one 3 % lower. */
const GROUPS = [
  { leverage: 100, users: 100, mark: 0.99 },
  { leverage: 40, users: 1_000, mark: 0.97 },
] as const;
type Mode = 'isolated' | 'cross';

interface Run {
  /** Median duration of one publication, milliseconds. */
  move: number;
  hits: { hit: number; ms: number; longest: number }[];
}

class Market {
  readonly state: CoreState = createState();
  private now = Date.UTC(2026, 0, 1);
  private ended = 0;
  longest = 0;
  private readonly take = createExecutor({
    state: this.state,
    clock: () => this.now,
    onDraft: () => {
      const at = performance.now();
      this.longest = Math.max(this.longest, at - this.ended);
      this.ended = at;
    },
  });

  send(envelope: CommandEnvelope): void {
    this.ended = performance.now();
    this.take(envelope);
  }

  /** Duration including everything that became due, milliseconds. */
  publish(ticks: number): number {
    this.now += 1_000;
    const sources = ['a', 'b', 'c'].map((source) => ({ source, price: ticks, at: this.now }));
    const command: Command = { type: 'PublishIndex', prices: [{ symbol: 'BTC-USDT', sources }] };
    const from = performance.now();
    this.longest = 0;
    this.send({ actor: systemActorFor(command), command });
    return performance.now() - from;
  }

  /** Half of the users are long, half short. Users of the groups have no balance beyond their margin. */
  open(users: number, mode: Mode): void {
    const user = (command: Command & { user: number }): void => this.send({ actor: `user/${command.user}`, command });
    let place = 0;
    for (const group of openingOfBoth(users, () => this.now)) {
      if (place === 4) {
        for (let index = 0; index < users; index++) {
          const id = FIRST_USER + index;
          if (mode === 'cross') user({ type: 'SetMarginMode', user: id, market: CONTRACT, mode });
          const leverage = leverageOf(index, users);
          if (leverage) user({ type: 'SetLeverage', user: id, market: CONTRACT, leverage });
        }
      }
      // One position per user.
      if (place < 5) for (const envelope of group) this.send(envelope);
      place++;
    }
    // Removes the effect of the opening trades on the mark, since only recent trades count.
    for (let ms = 0; ms < 70; ms++) this.publish(MIDDLE_TICKS);
    for (let index = 0; index < users; index++) {
      if (leverageOf(index, users) === null) continue;
      const id = FIRST_USER + index;
      const amount = availableIn(this.state.ledger, 'contract', id, 'USDT');
      user({ type: 'TransferFunds', user: id, asset: 'USDT', from: 'contract', to: 'spot', amount });
    }
  }

  get liquidated(): number {
    return this.state.liquidations.next - 1;
  }
}

/** Every second user is long. The first of these are in the groups. */
function leverageOf(index: number, users: number): number | null {
  if (index % 2 === 0 || users < 10_000) return null;
  let from = 0;
  for (const { leverage, users: of } of GROUPS) {
    if (index >> 1 < from + of) return leverage;
    from += of;
  }
  return null;
}

function measure(users: number, mode: Mode): Run {
  const market = new Market();
  market.open(users, mode);
  const moves: number[] = [];
  for (let move = 0; move < MOVES; move++) moves.push(market.publish(MIDDLE_TICKS + (move % 20)));
  const hits = users < 10_000 ? [] : GROUPS.map(({ mark }) => hit(market, mark));
  return { move: median(moves), hits };
}

function hit(market: Market, part: number): Run['hits'][number] {
  const before = market.liquidated;
  const ms = market.publish(Math.round(MIDDLE_TICKS * part));
  return { hit: market.liquidated - before, ms, longest: market.longest };
}

export function runMarksBench(rounds = ROUNDS): Promise<BenchTable> {
  const rows: string[][] = [];
  for (const mode of ['isolated', 'cross'] as const) {
    const few: number[] = [];
    const many: Run[] = [];
    for (let round = 0; round < rounds; round++) {
      few.push(measure(POSITIONS[0], mode).move);
      many.push(measure(POSITIONS[1], mode));
    }
    const [less, more] = [median(few), median(many.map(({ move }) => move))];
    const none = (positions: number, ms: number): string[] => [
      ...[mode, positions.toLocaleString('en'), '0', ms.toFixed(3), (ms / less).toFixed(2)],
      ...['', ''],
    ];
    rows.push(none(POSITIONS[0], less), none(POSITIONS[1], more));
    GROUPS.forEach((_, at) => {
      const of = (figure: 'hit' | 'ms' | 'longest'): number => median(many.map(({ hits }) => hits[at][figure]));
      rows.push([
        ...[mode, POSITIONS[1].toLocaleString('en'), of('hit').toLocaleString('en'), of('ms').toFixed(1), ''],
        ...[(of('ms') / of('hit')).toFixed(3), of('longest').toFixed(1)],
      ]);
    });
  }
  return Promise.resolve({
    title: 'A mark moves: positions open, and positions that it hits',
    columns: ['margin', 'open', 'hit', 'ms', 'ratio', 'ms a hit', 'longest step ms'],
    rows,
    notes: [
      `one market, one publication a second, medians of ${MOVES} moves and of ${rounds} runs; the core alone, nobody in the book`,
      'the goals are 1 ms where none is hit, the same for each hit, and no step over 50 ms',
    ],
  });
}
