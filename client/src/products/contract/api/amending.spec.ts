import { isAmendable } from './amending';

const acts = (state: Parameters<typeof isAmendable>[1]['state'], isPaused = false) =>
  (['open', 'close'] as const).filter((act) => isAmendable(act, { state, isPaused }));

describe('an order of a contract', () => {
  it('is amended where its market is open, one that opens only with a mark that holds', () => {
    expect(acts('open')).toEqual(['open', 'close']);
    expect(acts('open', true)).toEqual(['close']);
  });

  it('is amended in a market that closes only if it closes, with any mark', () => {
    expect(acts('close_only')).toEqual(['close']);
    expect(acts('close_only', true)).toEqual(['close']);
  });

  it.each(['cancel_only', 'maintenance', 'closed', undefined] as const)(
    'is not amended where nothing trades: %s',
    (state) => {
      expect(acts(state)).toEqual([]);
    },
  );
});
