import type { UnknownAction } from '@reduxjs/toolkit';
import { cancellationAsked, isOwnAct, ownActsSlice, placingBegun, placingEnded } from './own-acts';

const after = (...happenings: UnknownAction[]) =>
  happenings.reduce(ownActsSlice.reducer, ownActsSlice.getInitialState());
const news = (kind: 'placed' | 'filled' | 'cancelled' | 'ended', isNew: boolean, order = '5') => ({
  kind,
  isNew,
  order: { order },
});

describe('what was done in this tab', () => {
  it('is an order that was placed here, and what became of it as it was placed', () => {
    const acts = after(placingBegun(), placingEnded('5'));
    expect(isOwnAct(acts, news('placed', true))).toBe(true);
    expect(isOwnAct(acts, news('filled', true))).toBe(true);
    expect(isOwnAct(acts, news('filled', false))).toBe(false);
    expect(isOwnAct(acts, news('placed', true, '6'))).toBe(false);
  });

  it('is taking back an order, and no other end of it', () => {
    const acts = after(cancellationAsked(['5']));
    expect(isOwnAct(acts, news('cancelled', false))).toBe(true);
    expect(isOwnAct(acts, news('ended', false))).toBe(false);
    expect(isOwnAct(acts, news('cancelled', false, '6'))).toBe(false);
  });

  it('counts what is on its way, and is not misled by what was sent before a change of user', () => {
    expect(after(placingBegun(), placingBegun(), placingEnded(null)).placing).toBe(1);
    expect(after(placingEnded(null), placingBegun()).placing).toBe(1);
  });
});
