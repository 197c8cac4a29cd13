import { fireEvent, screen } from '@testing-library/react';
import { refusal, stubNetwork, success } from '../../../../test/support/network';
import { positionsSlice } from '../../entities/contract/positions';
import { SKIP_CONTRACT_KEY } from './ticket/confirm-contract';
import { needTexts, startLanguage } from '../../shared/i18n/i18n';
import { CONTRACT_TEXTS } from '../../shared/i18n/part-texts';
import { keep } from '../../shared/lib/storage/kept';
import { selectToasts } from '../../shared/toasts/toasts-slice';
import { openFreshBrowser, showPage } from '../../testing/page';
import { contractAnswers, contractStore, STOP } from '../../testing/contract-terminal';
import { PERPETUAL } from '../../testing/perpetual';
import { settle } from '../../testing/settle';
import { ContractPage } from './parts';

const AMEND_STOP = '/exchange/app/contract/amendStop';

interface ChartProps {
  onDragged: (line: string, price: string) => void;
}

// It draws on a canvas, which there is none of here. What a hand does to its lines, these buttons do.
jest.mock('../../features/chart-market/chart-panel', () => ({
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
  await needTexts(CONTRACT_TEXTS);
});
beforeEach(openFreshBrowser);

/** A contract's chart with a stop-loss and a take-profit on it; each change of a stop is answered when the test says so. */
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
  keep(SKIP_CONTRACT_KEY, 'on');
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

describe('a line that is dragged on the chart of a contract, asked for no more', () => {
  it('is sent while another that was dragged before it has no answer yet, and so is the same one further on', async () => {
    const { drag, answer, moved, toasts } = await show();
    const all = ['stop:4@58000', 'stop:5@66000', 'stop:5@67000'];
    for (const to of all) await drag(to);
    expect(moved()).toEqual(all);
    await answer(0, taken());
    await answer(1, refusal(409, 'mark.stale', 'Prices are out of date.'));
    await answer(2, taken());
    expect(toasts()).toEqual(['perp.moved.done', expect.anything(), 'perp.moved.done']);
  });

  it('is sent again where it was dragged to and refused, twice before the answer came', async () => {
    const { drag, answer, moved } = await show();
    await drag('stop:4@58000');
    await drag('stop:4@58000');
    await answer(0, refusal(409, 'mark.stale', 'Prices are out of date.'));
    await drag('stop:4@58000');
    expect(moved()).toEqual(['stop:4@58000', 'stop:4@58000']);
  });
});
