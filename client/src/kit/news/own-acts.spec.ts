import type { UnknownAction } from '@reduxjs/toolkit';
import { cancellationAsked, isOwnAct, ownActsSlice, placingBegun, placingEnded } from './own-acts';

const after = (...happenings: UnknownAction[]) =>
  happenings.reduce(ownActsSlice.reducer, ownActsSlice.getInitialState());
const news = (kind: 'placed' | 'filled' | 'cancelled' | 'ended', isNew: boolean, order = '5') => ({
  kind,
  isNew,
  order: { order },
});

describe('actions of this tab', () => {
  it('include placing an order and its immediate outcome', () => {
    const acts = after(placingBegun(), placingEnded('5'));
    expect(isOwnAct(acts, news('placed', true))).toBe(true);
    expect(isOwnAct(acts, news('filled', true))).toBe(true);
    expect(isOwnAct(acts, news('filled', false))).toBe(false);
    expect(isOwnAct(acts, news('placed', true, '6'))).toBe(false);
  });

  it('include a requested cancellation, but no other end of the order', () => {
    const acts = after(cancellationAsked(['5']));
    expect(isOwnAct(acts, news('cancelled', false))).toBe(true);
    expect(isOwnAct(acts, news('ended', false))).toBe(false);
    expect(isOwnAct(acts, news('cancelled', false, '6'))).toBe(false);
  });

  it('count pending placements and ignore responses of a previous session', () => {
    expect(after(placingBegun(), placingBegun(), placingEnded(null)).placing).toBe(1);
    expect(after(placingEnded(null), placingBegun()).placing).toBe(1);
  });
});
