/** The schedule of holdings checks, and the findings that stop withdrawals. */
import { createDriftState } from '../core/drift/state';
import type { Command } from '../core/command';
import type { CoreState } from '../core/state';
import type { NewChainAlarm } from '../platform/chains/chain-alarms';
import { unknownFigure, type CustodyFigure } from './custody';
import type { UnknownReason } from './differences';
import { HoldingsWatch, combinedResult, type HoldingsDependencies } from './holdings-watch';

const MINUTE = 60_000;
const HOLDINGS_MS = 10 * MINUTE;
const DAY = 86_400_000;

let now: number;
let drift: ReturnType<typeof createDriftState>;
let stopped: Command[];
let alarms: NewChainAlarm[];

beforeEach(() => {
  [now, drift, stopped, alarms] = [DAY, createDriftState(), [], []];
});

function figure(found: bigint, expected = 10n, underWay = 0n, fees = 0n): CustodyFigure {
  const agrees = found >= expected - underWay - fees;
  return { chain: 'ERC20', asset: 'ETH', expected, found, uncredited: 0n, underWay, fees, why: null, agrees };
}
const unknown = (why: UnknownReason): CustodyFigure => unknownFigure('ERC20', 'ETH', why);

/** A watch that observes these figures in order and repeats the last one. */
function watchOf(...looks: CustodyFigure[]): HoldingsWatch {
  const parts = {
    state: () => ({ drift }) as unknown as CoreState,
    commands: {
      submit: async ({ command }: { command: Command }) => {
        stopped.push(command);
        const { type: _, ...facts } = command as Extract<Command, { type: 'StopWithdrawals' }>;
        drift.open.set(drift.next, { id: drift.next, at: now, ...facts });
        return { id: drift.next++ };
      },
    } as unknown as HoldingsDependencies['commands'],
    log: () => undefined,
    position: () => 7,
    raise: async (alarm: NewChainAlarm) => void alarms.push(alarm),
    clock: () => now,
    times: { roundMs: 1, holdingsMs: HOLDINGS_MS, againMs: 0 },
  };
  let index = 0;
  return new HoldingsWatch(parts, 'ERC20', async () => {
    const seen = looks[Math.min(index++, looks.length - 1)];
    return { figures: [seen], disagreed: seen.why === 'disagree' ? [seen.asset] : [] };
  });
}

it('stops for an amount also missing at a second check, regardless of movements in between', async () => {
  const watch = watchOf(figure(8n), figure(6n, 9n, 1n));
  await watch.check();
  expect(stopped).toMatchObject([{ comparison: 'chain.holdings', subject: 'ERC20/ETH', expected: 8n, found: 6n }]);
  expect(combinedResult([watch])).toMatchObject({ state: 'differs', why: null, at: DAY, position: 7 });
  expect(watch.pauseMs).toBe(HOLDINGS_MS);
});

it('does not stop for a finding of a single check', async () => {
  const watch = watchOf(figure(8n), figure(10n));
  await watch.check();
  expect(stopped).toEqual([]);
  expect(combinedResult([watch])).toMatchObject({ state: 'agrees', position: 7 });
});

it('stays unknown if the second check fails, retries soon, and counts the next as the second', async () => {
  const watch = watchOf(figure(8n), unknown('away'), unknown('away'), figure(8n));
  await watch.check();
  expect(stopped).toEqual([]);
  expect(combinedResult([watch])).toMatchObject({ state: 'unknown', why: 'away', position: null });
  expect(watch.custody()).toMatchObject([{ found: null, why: 'away' }]);
  expect(watch.pauseMs).toBe(MINUTE);
  await watch.check();
  expect(watch.pauseMs).toBe(2 * MINUTE);
  await watch.check();
  expect(stopped).toHaveLength(1);
  expect(combinedResult([watch]).state).toBe('differs');
});

it.each(['away', 'behind', 'disagree'] as const)('retries after a growing delay while it is %s', async (why) => {
  const watch = watchOf(unknown(why), unknown(why), unknown(why), unknown(why), unknown(why), figure(10n));
  const pauses: number[] = [];
  for (let looks = 0; looks < 6; looks++) {
    await watch.check();
    pauses.push(watch.pauseMs / MINUTE);
  }
  expect(pauses).toEqual([1, 2, 4, 8, 10, 10]);
  expect(combinedResult([watch]).state).toBe('agrees');
});

it.each(['large', 'none'] as const)('does not retry early if it is %s', async (why) => {
  const watch = watchOf(unknown(why));
  await watch.check();
  expect(watch.pauseMs).toBe(HOLDINGS_MS);
  expect(combinedResult([watch])).toMatchObject({ state: 'unknown', why });
});

it('stops once for a shortage, and after a lift only for a larger one seen twice', async () => {
  const watch = watchOf(
    figure(8n),
    figure(8n),
    figure(7n),
    figure(8n),
    figure(9n),
    figure(7n),
    figure(10n),
    figure(7n),
  );
  await watch.check();
  await watch.check();
  expect(stopped).toHaveLength(1);
  drift.open.clear();
  drift.lifted.add('chain.holdings ERC20/ETH -2');
  await watch.check();
  await watch.check();
  expect(combinedResult([watch]).state).toBe('differs');
  await watch.check();
  expect(stopped).toHaveLength(1);
  await watch.check();
  expect(stopped).toHaveLength(2);
});

it('notifies staff once a day that nodes disagree', async () => {
  const watch = watchOf(unknown('disagree'));
  await watch.check();
  now += DAY;
  await watch.check();
  expect(alarms).toEqual(
    ['1970-01-02', '1970-01-03'].map((day) => {
      return { chain: 'ERC20', kind: 'wallets_disagree', reference: `ERC20/ETH/${day}`, facts: { asset: 'ETH' } };
    }),
  );
});

it('can be closed during a long check', async () => {
  const parts = {
    times: { roundMs: 1, holdingsMs: 1, againMs: 1 },
    log: () => undefined,
  } as unknown as HoldingsDependencies;
  const watch = new HoldingsWatch(parts, 'BTC', () => new Promise(() => undefined));
  const looking = watch.check();
  await watch.close();
  await looking;
  expect(watch.result()).toMatchObject({ state: 'unknown', at: null });
});

it('combines all chains: one missing means missing, one unknown means unknown', async () => {
  const [good, bad, gone, never] = [watchOf(figure(10n)), watchOf(figure(1n)), watchOf(unknown('away')), watchOf()];
  for (const watch of [good, bad, gone]) await watch.check();
  expect(combinedResult([])).toMatchObject({ state: 'unknown', why: 'none', at: null });
  expect(combinedResult([good, gone])).toMatchObject({ state: 'unknown', why: 'away' });
  expect(combinedResult([good, gone, bad])).toMatchObject({ state: 'differs', why: null });
  expect(combinedResult([good, never])).toMatchObject({ state: 'unknown', why: 'behind', at: null });
});
