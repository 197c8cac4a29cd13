import { fireEvent, screen } from '@testing-library/react';
import { refusal, stubNetwork, success } from '../../../../test/support/network';
import { positionsSlice } from '../../kit/entities/contract/positions';
import { SKIP_CONTRACT_KEY } from './ticket/confirm-contract';
import { loadTexts, startLanguage } from '../../kit/i18n/i18n';
import { CONTRACT_TEXTS } from '../../kit/i18n/part-texts';
import { setPreference } from '../../kit/lib/storage/preferences';
import { selectToasts } from '../../kit/toasts/toasts-slice';
import { openFreshBrowser, showPage } from '../../testing/page';
import { contractAnswers, contractStore, STOP } from '../../testing/contract-terminal';
import { PERPETUAL } from '../../testing/perpetual';
import { settle } from '../../testing/settle';
import { ContractPage } from './parts';

const AMEND_STOP = '/exchange/app/contract/amendStop';

interface ChartProps {
  onDragged: (line: string, price: string) => void;
}

// The chart needs a canvas, which jsdom lacks. The buttons simulate dragged lines.
jest.mock('../../terminal/chart/chart-panel', () => ({
  ChartPanel: ({ onDragged }: ChartProps) =>
    ['stop:4@58000', 'stop:5@66000', 'stop:5@67000'].map((drag) => {
      const [line = '', price = ''] = drag.split('@');
      return (
        <button key={drag} type="button" onClick={() => onDragged(line, price)}>
          {drag}
        </button>
      );
    }),
}));

beforeAll(async () => {
  await startLanguage();
  await loadTexts(CONTRACT_TEXTS);
});
beforeEach(openFreshBrowser);

/** Contract chart with a stop-loss and a take-profit. The test answers each stop amendment. */
async function show() {
  const waiting: ((answer: Response) => void)[] = [];
  const asked = stubNetwork({
    ...contractAnswers(PERPETUAL),
    [AMEND_STOP]: () => new Promise((answer) => waiting.push(answer)),
  });
  const store = await contractStore();
  const stops = [STOP, { ...STOP, id: '5', kind: 'take_profit' as const, trigger: '65000' }];
  const snapshot = { position: 5, positions: [], stops, orders: [], settings: [] };
  store.dispatch(positionsSlice.snapshotReceived({ snapshot, at: 0 }));
  setPreference(SKIP_CONTRACT_KEY, 'on');
  await showPage(store, <ContractPage />, `/contractTransaction?market=${PERPETUAL.name}`);
  return {
    drag: async (to: string) => {
      fireEvent.click(await screen.findByRole('button', { name: to }));
      await settle();
    },
    answer: async (place: number, answer: Response) => {
      waiting[place]?.(answer);
      await settle();
    },
    moved: () =>
      asked
        .filter(({ path }) => path === AMEND_STOP)
        .map(({ body }) => JSON.parse(body) as { stop: string; trigger: string })
        .map(({ stop: id, trigger }) => `stop:${id}@${trigger}`),
    toasts: () => selectToasts(store.getState()).map((toast) => ('text' in toast ? toast.text : toast.key)),
  };
}
const taken = () => success({ position: 9, repeated: false });

describe('dragged chart line without confirmation', () => {
  it('is sent while an earlier drag is pending, even for the same line', async () => {
    const { drag, answer, moved, toasts } = await show();
    const all = ['stop:4@58000', 'stop:5@66000', 'stop:5@67000'];
    for (const to of all) await drag(to);
    expect(moved()).toEqual(all);
    await answer(0, taken());
    await answer(1, refusal(409, 'mark.stale', 'Prices are out of date.'));
    await answer(2, taken());
    expect(toasts()).toEqual(['perp.moved.done', expect.anything(), 'perp.moved.done']);
  });

  it('is sent again after a refusal, but not twice while pending', async () => {
    const { drag, answer, moved } = await show();
    await drag('stop:4@58000');
    await drag('stop:4@58000');
    await answer(0, refusal(409, 'mark.stale', 'Prices are out of date.'));
    await drag('stop:4@58000');
    expect(moved()).toEqual(['stop:4@58000', 'stop:4@58000']);
  });
});
