/** When wallets of a chain are looked at, and what stops withdrawals of what was seen there. */
import { createDriftState } from '../core/drift/state';
import type { Command } from '../core/command';
import type { CoreState } from '../core/state';
import type { NewChainAlarm } from '../platform/chains/chain-alarms';
import { unknownFigure, type CustodyFigure } from './custody';
import type { Unknown } from './found';
import { HoldingsWatch, standingOf, type HoldingsParts } from './holdings-watch';

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
const unknown = (why: Unknown): CustodyFigure => unknownFigure('ERC20', 'ETH', why);

/** Who sees these, one after the other, the last again and again. */
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
    } as unknown as HoldingsParts['commands'],
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

it('stops by what a second look finds missing as well, whatever moved in between', async () => {
  const watch = watchOf(figure(8n), figure(6n, 9n, 1n));
  await watch.look();
  expect(stopped).toMatchObject([{ comparison: 'chain.holdings', subject: 'ERC20/ETH', expected: 8n, found: 6n }]);
  expect(standingOf([watch])).toMatchObject({ state: 'differs', why: null, at: DAY, position: 7 });
  expect(watch.pauseMs).toBe(HOLDINGS_MS);
});

it('stops by nothing that one look alone found', async () => {
  const watch = watchOf(figure(8n), figure(10n));
  await watch.look();
  expect(stopped).toEqual([]);
  expect(standingOf([watch])).toMatchObject({ state: 'agrees', position: 7 });
});

it('does not know what the second look could not be made for, asks soon, and takes the next for the second', async () => {
  const watch = watchOf(figure(8n), unknown('away'), unknown('away'), figure(8n));
  await watch.look();
  expect(stopped).toEqual([]);
  expect(standingOf([watch])).toMatchObject({ state: 'unknown', why: 'away', position: null });
  expect(watch.custody()).toMatchObject([{ found: null, why: 'away' }]);
  expect(watch.pauseMs).toBe(MINUTE);
  await watch.look();
  expect(watch.pauseMs).toBe(2 * MINUTE);
  await watch.look();
  expect(stopped).toHaveLength(1);
  expect(standingOf([watch]).state).toBe('differs');
});

it.each(['away', 'behind', 'disagree'] as const)('asks again after a pause that grows while it is %s', async (why) => {
  const watch = watchOf(unknown(why), unknown(why), unknown(why), unknown(why), unknown(why), figure(10n));
  const pauses: number[] = [];
  for (let looks = 0; looks < 6; looks++) {
    await watch.look();
    pauses.push(watch.pauseMs / MINUTE);
  }
  expect(pauses).toEqual([1, 2, 4, 8, 10, 10]);
  expect(standingOf([watch]).state).toBe('agrees');
});

it.each(['large', 'none'] as const)('does not hurry where it is %s', async (why) => {
  const watch = watchOf(unknown(why));
  await watch.look();
  expect(watch.pauseMs).toBe(HOLDINGS_MS);
  expect(standingOf([watch])).toMatchObject({ state: 'unknown', why });
});

it('stops once for a shortage, and when it was lifted only for a larger one that is seen twice', async () => {
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
  await watch.look();
  await watch.look();
  expect(stopped).toHaveLength(1);
  drift.open.clear();
  drift.lifted.add('chain.holdings ERC20/ETH -2');
  await watch.look();
  await watch.look();
  expect(standingOf([watch]).state).toBe('differs');
  await watch.look();
  expect(stopped).toHaveLength(1);
  await watch.look();
  expect(stopped).toHaveLength(2);
});

it('tells staff that nodes disagree once a day', async () => {
  const watch = watchOf(unknown('disagree'));
  await watch.look();
  now += DAY;
  await watch.look();
  expect(alarms).toEqual(
    ['1970-01-02', '1970-01-03'].map((day) => {
      return { chain: 'ERC20', kind: 'wallets_disagree', reference: `ERC20/ETH/${day}`, facts: { asset: 'ETH' } };
    }),
  );
});

it('ends while a look goes on that takes long', async () => {
  const parts = { times: { roundMs: 1, holdingsMs: 1, againMs: 1 }, log: () => undefined } as unknown as HoldingsParts;
  const watch = new HoldingsWatch(parts, 'BTC', () => new Promise(() => undefined));
  const looking = watch.look();
  await watch.close();
  await looking;
  expect(watch.standing()).toMatchObject({ state: 'unknown', at: null });
});

it('is all that is known of all chains: missing on one is missing, unknown on one is unknown', async () => {
  const [good, bad, gone, never] = [watchOf(figure(10n)), watchOf(figure(1n)), watchOf(unknown('away')), watchOf()];
  for (const watch of [good, bad, gone]) await watch.look();
  expect(standingOf([])).toMatchObject({ state: 'unknown', why: 'none', at: null });
  expect(standingOf([good, gone])).toMatchObject({ state: 'unknown', why: 'away' });
  expect(standingOf([good, gone, bad])).toMatchObject({ state: 'differs', why: null });
  expect(standingOf([good, never])).toMatchObject({ state: 'unknown', why: 'behind', at: null });
});
