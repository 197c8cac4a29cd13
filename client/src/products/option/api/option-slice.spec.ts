import type { OptionPush } from '../../../../../shared/products/option/stream';
import { openOption, settledOption } from '../../../testing/option';
import { subscriptionAsked } from '../../../kit/stream/stream-events';
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
  it('are those of the snapshot, followed by new ones', () => {
    const state = told(push(5, 6, [{ contracts: [openOption({ contract: '3' })] }]));
    expect(contractsOf(state).map(({ contract }) => contract)).toEqual(['1', '2', '3']);
    expect(selectOptionsPosition(state)).toBe(6);
  });

  it('keep their order on updates', () => {
    const entered = openOption({ contract: '1', status: 'holding', endsAt: 99_000 });
    const state = told(push(5, 6, [{ contracts: [entered] }]));
    expect(contractsOf(state).map(({ contract, endsAt }) => [contract, endsAt])).toEqual([
      ['1', 99_000],
      ['2', 71_000],
    ]);
  });

  it('are removed when settled and raise news once', () => {
    const settled = settledOption({ contract: '1' });
    const ended = push(5, 6, [{ settled: [settled] }]);
    const state = told(ended, ended, push(6, 7));
    expect(contractsOf(state).map(({ contract }) => contract)).toEqual(['2']);
    expect(selectOptionNews(state)).toEqual([settled]);
    // A heartbeat advances no position that lists follow.
    expect(selectOptionsPosition(state)).toBe(6);
  });

  it('settled in the same batch as their entry are not kept', () => {
    const both = { contracts: [openOption({ contract: '1' })], settled: [settledOption({ contract: '1' })] };
    expect(contractsOf(told(push(5, 6, [both]))).map(({ contract }) => contract)).toEqual(['2']);
  });

  it('resync after a sequence gap', () => {
    const state = told(push(8, 9, [{ settled: [settledOption({ contract: '1' })] }]));
    expect(contractsOf(state)).toHaveLength(2);
    expect(selectOptionNews(state)).toEqual([]);
    expect(selectOptionsLiveness(state).isInStep).toBe(false);
  });

  it('keep their news after a new snapshot', () => {
    const state = told(push(5, 6, [{ settled: [settledOption({ contract: '1' })] }]));
    const anew = reducer(state.options, snapshotReceived({ snapshot: { position: 9, contracts: [] }, at: 2 }));
    expect(selectOptionNews({ options: anew })).toHaveLength(1);
    expect(contractsOf({ options: anew })).toEqual([]);
  });
});
