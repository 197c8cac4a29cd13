/**
 * The process that `kill.ts` kills: the exchange as in a server, below Nest, with commands from its parent. Reported
 * commands were answered; if the process dies before the report arrives, the parent assumes nothing.
 */
import { INTERVALS } from '../../../shared/wire/market-data';
import { composeExchange, type Exchange } from '../../../server/compose';
import { stateHash } from '../../../server/engine/state-hash';
import type { CommandEnvelope, Outcome } from '../../../server/engine/port';
import { Refusal } from '../../../server/platform/errors/refusal';
import { loadConfig } from '../../../server/platform/config/config';
import type { LiveViews } from '../../../server/views/live/live-views';
import { readCheckpoint } from '../../../server/views/stored/projecting/checkpoint';
import type { BalanceRow, FillRow, OrderRow, WithdrawalRow } from '../../../server/views/stored/tables';

export interface KeyedCommand {
  key: number;
  envelope: CommandEnvelope;
}

export interface KeyedAnswer {
  key: number;
  /** Null: not accepted, or unknown; to be repeated. */
  outcome: Outcome | null;
}

/** State of this process after its start, for comparison with the journal. */
export interface Inspection {
  position: number;
  stateHash: string;
  live: unknown;
  checkpoint: number;
  balances: BalanceRow[];
  openOrders: OrderRow[];
  fills: FillRow[];
  withdrawals: WithdrawalRow[];
}

export type ToChild =
  | { is: 'commands'; commands: KeyedCommand[] }
  | { is: 'inspect'; now: number; users: number[]; markets: string[] }
  | { is: 'close' };

export type FromChild =
  | { is: 'ready'; position: number; snapshot: number; tail: number }
  | { is: 'answers'; answers: KeyedAnswer[] }
  | { is: 'inspection'; inspection: Inspection }
  | { is: 'failed'; message: string };

const PROJECTION_WAIT_MS = 20_000;

/** Everything that live views show, as one comparable value. */
export function liveDump(live: LiveViews, now: number, users: readonly number[], markets: readonly string[]): unknown {
  return {
    position: live.position,
    markets: markets
      .filter((market) => live.markets.find(market))
      .map((market) => ({
        market,
        state: live.markets.get(market).state,
        depth: live.depth.snapshot(market),
        ticker: live.ticker.read(market, now),
        trades: live.trades.snapshot(market, 1_000),
        candles: INTERVALS.map((interval) => live.candles.current(market, interval, now)),
      })),
    users: users.map((user) => ({ user, orders: live.orders.snapshot(user), balances: live.balances.snapshot(user) })),
  };
}

async function inspect(exchange: Exchange, request: Extract<ToChild, { is: 'inspect' }>): Promise<Inspection> {
  const { position } = exchange.journal.head();
  await exchange.progress.waitFor(position, PROJECTION_WAIT_MS);
  const { sql } = exchange.stored;
  return {
    position,
    stateHash: stateHash(exchange.engine.state()),
    live: liveDump(exchange.live, request.now, request.users, request.markets),
    checkpoint: (await readCheckpoint(exchange.stored)).position,
    balances: await sql.selectFrom('balances').selectAll().execute(),
    openOrders: await sql.selectFrom('orders').selectAll().where('open', '=', 1).execute(),
    fills: await sql.selectFrom('fills').selectAll().execute(),
    withdrawals: await sql.selectFrom('withdrawals').selectAll().execute(),
  };
}

async function run(directory: string, snapshotEveryEvents: number): Promise<void> {
  const tell = (message: FromChild): void => void process.send?.(message);
  const orphaned = (): never => process.exit(1);
  process.once('disconnect', orphaned);
  const config = loadConfig({ DATA_DIR: directory, LOG_LEVEL: 'silent' });
  let onSnapshot: () => void = () => undefined;
  const snapshotWritten = new Promise<void>((resolve) => (onSnapshot = resolve));
  const exchange = await composeExchange(config, {
    snapshotEveryEvents,
    log: (notice) => {
      if (notice === 'snapshot') onSnapshot();
    },
    onFatal: (error) => tell({ is: 'failed', message: error.message }),
  });

  let answers: KeyedAnswer[] = [];
  const answer = (key: number, outcome: Outcome | null): void => {
    if (answers.length === 0) {
      // Reports commands that became durable together in one message.
      setImmediate(() => {
        tell({ is: 'answers', answers });
        answers = [];
      });
    }
    answers.push({ key, outcome });
  };
  const fail = (error: Error): void => {
    if (!(error instanceof Refusal)) tell({ is: 'failed', message: error.stack ?? error.message });
  };

  process.on('message', (message: ToChild) => {
    switch (message.is) {
      case 'commands':
        for (const { key, envelope } of message.commands) {
          exchange.commands.submit(envelope).then(
            (outcome) => answer(key, outcome),
            (error: Error) => {
              fail(error);
              answer(key, null);
            },
          );
        }
        return;
      case 'inspect':
        void inspect(exchange, message).then((inspection) => tell({ is: 'inspection', inspection }), fail);
        return;
      case 'close':
        process.off('disconnect', orphaned);
        void exchange.close().then(() => process.disconnect?.(), fail);
        return;
    }
  });
  const { state, snapshot, tail } = exchange.engine.recovered;
  // Without this most processes would die before their snapshot thread has started, and few would start from a
  // snapshot.
  if (state.position - snapshot >= snapshotEveryEvents) await snapshotWritten;
  tell({ is: 'ready', position: state.position, snapshot, tail });
}

if (require.main === module) {
  run(process.argv[2], Number(process.argv[3])).catch((error: Error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exitCode = 1;
    process.disconnect?.();
  });
}
