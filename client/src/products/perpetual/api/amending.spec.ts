import { isAmendable } from './amending';

const acts = (state: Parameters<typeof isAmendable>[1]['state'], isPaused = false) =>
  (['open', 'close'] as const).filter((act) => isAmendable(act, { state, isPaused }));

describe('contract order amendment', () => {
  it('is allowed in an open market; opening orders need a fresh mark', () => {
    expect(acts('open')).toEqual(['open', 'close']);
    expect(acts('open', true)).toEqual(['close']);
  });

  it('is allowed for closing orders in a close-only market, with any mark', () => {
    expect(acts('close_only')).toEqual(['close']);
    expect(acts('close_only', true)).toEqual(['close']);
  });

  it.each(['cancel_only', 'maintenance', 'closed', undefined] as const)(
    'is not allowed without trading: %s',
    (state) => {
      expect(acts(state)).toEqual([]);
    },
  );
});
