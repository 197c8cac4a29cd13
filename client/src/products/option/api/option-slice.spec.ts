import type { OptionPush } from '../../../../../shared/wire/market-data';
import { openOption, settledOption } from '../../../testing/option';
import { subscriptionAsked } from '../../../shared/stream/stream-events';
import { optionsSlice, selectOptionNews, selectOptionsLiveness, selectOptionsPosition } from './option-slice';

const { reducer, snapshotReceived, pushReceived } = optionsSlice;

function told(...pushes: OptionPush[]) {
  const asked = reducer(undefined, subscriptionAsked({ channel: 'option' }));
  const snapshot = { position: 5, contracts: [openOption({ contract: '1' }), openOption({ contract: '2' })] };
  const begun = reducer(asked, snapshotReceived({ snapshot, at: 0 }));
  const state = pushes.reduce((known, push) => reducer(known, pushReceived({ push, at: 1 })), begun);
  return { options: state };
}
const contractsOf = (state: ReturnType<typeof told>) => optionsSlice.select(state, 'option').contracts;
const push = (from: number, to: number, updates: Partial<OptionPush['updates'][number]>[] = []): OptionPush => ({
  ...{ from, to, at: 9 },
  updates: updates.map((update) => ({ position: to, at: 9, contracts: [], settled: [], ...update })),
});

describe('open contracts', () => {
  it('are those of the snapshot, with what was bought since behind them', () => {
    const state = told(push(5, 6, [{ contracts: [openOption({ contract: '3' })] }]));
    expect(contractsOf(state).map(({ contract }) => contract)).toEqual(['1', '2', '3']);
    expect(selectOptionsPosition(state)).toBe(6);
  });

  it('keep their place when they change', () => {
    const entered = openOption({ contract: '1', status: 'holding', endsAt: 99_000 });
    const state = told(push(5, 6, [{ contracts: [entered] }]));
    expect(contractsOf(state).map(({ contract, endsAt }) => [contract, endsAt])).toEqual([
      ['1', 99_000],
      ['2', 71_000],
    ]);
  });

  it('go when they are settled, and are news once', () => {
    const settled = settledOption({ contract: '1' });
    const ended = push(5, 6, [{ settled: [settled] }]);
    const state = told(ended, ended, push(6, 7));
    expect(contractsOf(state).map(({ contract }) => contract)).toEqual(['2']);
    expect(selectOptionNews(state)).toEqual([settled]);
    // A beat changes nothing that lists would have to follow.
    expect(selectOptionsPosition(state)).toBe(6);
  });

  it('that are settled in the batch that tells of their entry do not stay', () => {
    const both = { contracts: [openOption({ contract: '1' })], settled: [settledOption({ contract: '1' })] };
    expect(contractsOf(told(push(5, 6, [both]))).map(({ contract }) => contract)).toEqual(['2']);
  });

  it('are asked for again when something between is missing', () => {
    const state = told(push(8, 9, [{ settled: [settledOption({ contract: '1' })] }]));
    expect(contractsOf(state)).toHaveLength(2);
    expect(selectOptionNews(state)).toEqual([]);
    expect(selectOptionsLiveness(state).isInStep).toBe(false);
  });

  it('are news of what was heard, also when all are told anew', () => {
    const state = told(push(5, 6, [{ settled: [settledOption({ contract: '1' })] }]));
    const anew = reducer(state.options, snapshotReceived({ snapshot: { position: 9, contracts: [] }, at: 2 }));
    expect(selectOptionNews({ options: anew })).toHaveLength(1);
    expect(contractsOf({ options: anew })).toEqual([]);
  });
});
