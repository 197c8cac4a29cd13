/** Shares of the ledger's custody on chains and elsewhere. */
import type { CustodyFigure } from '../../reconciliation/custody';
import type { RequestContext } from '../../platform/http/answers/request-context';
import { DriftOfAll, DriftOfAllHandler } from './drift.queries';

type Parts = ConstructorParameters<typeof DriftOfAllHandler>;

function boardOf(house: readonly (readonly [account: string, units: bigint])[], figures: readonly CustodyFigure[]) {
  const views = { drift: { isStopped: false, differences: () => [] }, markets: { scale: () => 0 } };
  const handler = new DriftOfAllHandler(
    { at: async () => views } as unknown as Parts[0],
    { balances: { houseUnits: () => house } } as unknown as Parts[1],
    { results: () => [], custody: () => figures, lastRoundAt: () => null },
    { has: () => true, scopeOf: () => undefined } as unknown as Parts[3],
    () => 0,
  );
  return handler.execute(new DriftOfAll(1, {}, { caller: { user: 1, role: 'admin' } } as RequestContext));
}

it('fees of withdrawals belong to the chain that earned them, never to other custody', async () => {
  const ofChain = { chain: 'BTC', asset: 'BTC', expected: 95n, found: 88n, uncredited: 0n, underWay: 0n, fees: 7n };
  const figures = [{ ...ofChain, why: null, agrees: true }];
  const { custody } = await boardOf(
    [
      ['custody/BTC', -95n],
      ['fees/BTC', 7n],
      ['custody/USD', -3n],
    ],
    figures,
  );
  expect(custody).toMatchObject([
    { chain: 'BTC', asset: 'BTC', expected: '95', found: '88', fees: '7', agrees: true },
    { chain: null, asset: 'USD', expected: '3', found: null, fees: '0', why: 'none' },
  ]);
});
