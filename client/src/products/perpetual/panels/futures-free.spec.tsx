import { act, fireEvent, screen } from '@testing-library/react';
import type {
  ContractMark,
  ContractOrderState,
  ContractPositions,
  PositionState,
} from '../../../../../shared/products/perpetual/stream';
import { stubNetwork, success } from '../../../../../test/support/network';
import { balancesSlice } from '../../../kit/entities/balance/balance-slice';
import { marksSlice } from '../../../kit/entities/contract/marks';
import { outcomeTermsOf, type OutcomeTerms } from '../../../kit/entities/contract/outcomes';
import { positionsSlice } from '../../../kit/entities/contract/positions';
import { marketsEndpoint } from '../../../kit/entities/market/market-api';
import { sessionApi } from '../../../kit/entities/session/session-api';
import { loadTexts, startLanguage } from '../../../kit/i18n/i18n';
import { CONTRACT_TEXTS } from '../../../kit/i18n/part-texts';
import { interestSlice } from '../../../kit/stream/interest';
import { contractAnswers } from '../../../testing/contract-terminal';
import { showPage, testStore } from '../../../testing/page';
import { PERPETUAL } from '../../../testing/perpetual';
import { settle } from '../../../testing/settle';
import { LeverageDialog } from '../ticket/leverage-dialog';
import { MarginDialog } from './positions/margin-dialog';

const OTHER = { ...PERPETUAL, name: 'OTHER-PERP' };
/** Long of 0.5 BTC at 60,000, leverage 20. */
const ISOLATED: PositionState = {
  ...{ id: '1', market: PERPETUAL.name, side: 'long', mode: 'isolated', leverage: 20, quantity: '0.5', lots: 500 },
  ...{ cost: '30000', margin: '1515.675', liquidationPrice: '57229', bankruptcyPrice: '57000' },
  ...{ isLocked: false, openedAt: 1 },
};
/** Lost 250 at a mark of 59,500. */
const CROSS: PositionState = { ...ISOLATED, id: '2', market: OTHER.name, mode: 'cross' };
const ADJUST = '/exchange/app/contract/adjustMargin';

beforeAll(async () => {
  await startLanguage();
  await loadTexts(CONTRACT_TEXTS);
});

/** 1,000 available, which also covers the cross positions. */
async function storeWith(positions: PositionState[], told: Partial<ContractMark & ContractPositions> = {}) {
  const asked = stubNetwork({
    ...contractAnswers(PERPETUAL, OTHER),
    [ADJUST]: () => success({ position: 9, repeated: false }),
  });
  const store = testStore({
    ...{ balances: balancesSlice.reducer, marks: marksSlice.reducer, positions: positionsSlice.reducer },
    interest: interestSlice.reducer,
  });
  await store.dispatch(marketsEndpoint.initiate());
  await store.dispatch(sessionApi.endpoints.getUserInfo.initiate());
  const held = { account: 'contract', asset: 'USDT', available: '1000', frozen: '0', locked: '3031.35' } as const;
  store.dispatch(balancesSlice.snapshotReceived({ snapshot: { position: 5, balances: [held] }, at: 0 }));
  const snapshot = { position: 5, positions, stops: [], orders: told.orders ?? [], settings: told.settings ?? [] };
  store.dispatch(positionsSlice.snapshotReceived({ snapshot, at: 0 }));
  for (const market of [PERPETUAL.name, OTHER.name]) {
    const mark = {
      ...{ market, position: 5, mark: '59500', index: '59500', p1: null, p2: null, at: 0 },
      ...{
        isStale: told.isStale ?? false,
        closeOnlyUntil: null,
        fundingRate: '0',
        lastFundingRate: '0',
        nextFundingAt: null,
      },
      ...{ openInterest: '1', asOf: 0 },
    };
    act(() => void store.dispatch(marksSlice.snapshotReceived({ snapshot: mark, at: 0 })));
  }
  return { asked, store };
}

const outcome = () => outcomeTermsOf(PERPETUAL, 0) as OutcomeTerms;

async function moveLeverage(store: Parameters<typeof showPage>[0], leverage: string): Promise<void> {
  await showPage(
    store,
    <LeverageDialog market={PERPETUAL} outcome={outcome()} leverage={20} onClose={() => undefined} />,
  );
  fireEvent.change(screen.getByRole('slider', { hidden: true }), { target: { value: leverage } });
  await settle();
}

describe('free amount of the futures account', () => {
  it.each([
    ['all that is available', [ISOLATED], true],
    ['not what cross positions have lost', [ISOLATED, CROSS], false],
  ])('to add to a position is %s', async (_, positions, isSent) => {
    const { asked, store } = await storeWith(positions);
    const shown = {
      ...{ id: '1', state: ISOLATED, market: PERPETUAL, terms: outcome(), mark: '59500', computed: null },
      stops: [],
    };
    await showPage(store, <MarginDialog position={shown} onClose={() => undefined} />);
    const field = screen.getByRole('textbox', { hidden: true });
    fireEvent.focus(field);
    fireEvent.change(field, { target: { value: '1000' } });
    fireEvent.blur(field);
    await settle();
    const confirm = screen.getAllByRole('button', { name: 'Add margin', hidden: true }).at(-1) as HTMLElement;
    fireEvent.click(confirm);
    await settle();
    expect(asked.some(({ path }) => path === ADJUST)).toBe(isSent);
  });

  it.each([
    ['all that is available', [ISOLATED], false],
    ['not what cross positions have lost', [ISOLATED, CROSS], true],
  ])('for a lower leverage is %s', async (_, positions, isRefused) => {
    const { store } = await storeWith(positions);
    await moveLeverage(store, '13');
    expect(screen.queryByText(/^Not enough available margin/) !== null).toBe(isRefused);
  });
});

describe('leverage dialog', () => {
  const shownAt = async (
    leverage: string,
    positions: PositionState[],
    settings: ContractPositions['settings'] = [],
  ) => {
    const { store } = await storeWith(positions, { settings });
    await moveLeverage(store, leverage);
    return screen.getByRole('dialog', { hidden: true }).textContent;
  };

  it('shows the liquidation price with the current and the new leverage', async () => {
    expect(await shownAt('30', [ISOLATED])).toContain('Liquidation price (Long)57,229.0 → 57,730.7');
  });

  it('shows a farther liquidation price for lower leverage', async () => {
    expect(await shownAt('15', [ISOLATED])).toContain('Liquidation price (Long)57,229.0 → 56,225.0');
  });

  it('shows an unchanged price if the whole account covers the position', async () => {
    const cross = { market: PERPETUAL.name, leverage: 20, marginMode: 'cross', positionMode: 'hedge' } as const;
    const text = await shownAt('30', [{ ...CROSS, market: PERPETUAL.name }], [cross]);
    expect(text).toMatch(/Liquidation price \(Long\)(\d\d,\d{3}\.\d) → \1/);
    expect(text).toContain('does not change');
  });

  it('states that there is no position to liquidate', async () => {
    const text = await shownAt('30', [CROSS]);
    expect(text).toContain('You have no open position in this market');
    expect(text).not.toContain('→');
  });
});

describe('stale mark', () => {
  const STALE = /^There is no current mark price/;
  const opening: ContractOrderState = {
    ...{ id: '9', clientId: null, market: PERPETUAL.name, side: 'buy', position: 'long', act: 'open', kind: 'limit' },
    ...{ timeInForce: 'gtc', price: '59000', trigger: null, triggerBy: null, takeProfit: null, stopLoss: null },
    ...{ quantity: '0.1', filledQuantity: '0', filledValue: '0', against: '0', held: '300', leverage: 20 },
    ...{ mode: 'isolated', phase: 'resting', reason: null, at: 1 },
  };

  it.each([
    ['of a position', [ISOLATED], [], true],
    ['of a position in cross margin', [{ ...CROSS, market: PERPETUAL.name }], [], true],
    ['of an order that opens', [], [opening], true],
    ['of nothing', [CROSS], [{ ...opening, act: 'close' as const }], false],
  ])('blocks a leverage change %s', async (_, positions, orders, isRefused) => {
    const { store } = await storeWith(positions, { isStale: true, orders });
    await moveLeverage(store, '25');
    expect(screen.queryByText(STALE) !== null).toBe(isRefused);
    const confirm = screen.getByRole<HTMLButtonElement>('button', { name: 'Set leverage', hidden: true });
    expect(confirm.disabled).toBe(isRefused);
  });

  it.each([
    ['no margin be taken', 'Take margin', false],
    ['margin be added', 'Add margin', true],
  ])('lets %s', async (_, name, isSent) => {
    const { asked, store } = await storeWith([{ ...ISOLATED, margin: '2000' }], { isStale: true });
    const shown = {
      ...{ id: '1', state: { ...ISOLATED, margin: '2000' }, market: PERPETUAL, terms: outcome(), mark: '59500' },
      ...{ computed: null, stops: [] },
    };
    await showPage(store, <MarginDialog position={shown} onClose={() => undefined} />);
    const pressLast = async () => {
      fireEvent.click(screen.getAllByRole('button', { name, hidden: true }).at(-1) as HTMLElement);
      await settle();
    };
    fireEvent.click(screen.getAllByRole('button', { name, hidden: true })[0]);
    await settle();
    const field = screen.getByRole('textbox', { hidden: true });
    fireEvent.focus(field);
    fireEvent.change(field, { target: { value: '1' } });
    fireEvent.blur(field);
    await pressLast();
    expect(screen.queryByText(STALE) === null).toBe(isSent);
    expect(asked.some(({ path }) => path === ADJUST)).toBe(isSent);
  });
});
