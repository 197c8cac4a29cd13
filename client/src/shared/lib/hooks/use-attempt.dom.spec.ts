import { configureStore } from '@reduxjs/toolkit';
import { renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { isUnsure, useAttempt } from './use-attempt';

describe('an attempt', () => {
  const attempt = () => renderHook(() => useAttempt()).result.current;

  it('keeps its id until it is accepted, and the same wish is another one then', () => {
    const { idOf, accepted } = attempt();
    const first = idOf({ amount: '1' });
    expect(idOf({ amount: '1' })).toBe(first);
    accepted();
    expect(idOf({ amount: '1' })).not.toBe(first);
  });

  it('of another wish has another id', () => {
    const { idOf } = attempt();
    expect(idOf({ amount: '1' })).not.toBe(idOf({ amount: '2' }));
  });
});

describe('an attempt at something that has a name', () => {
  const pageStore = () =>
    configureStore({
      reducer: {
        session: (state = { id: '' }, { type }: { type: string }) => (type === 'log-in' ? { id: type } : state),
      },
    });
  /** Another dialog each time. */
  const attemptOf = (about: string, store: ReturnType<typeof pageStore>) => {
    const wrapper = ({ children }: { children: ReactNode }) => createElement(Provider, { store, children });
    return renderHook(() => useAttempt(about), { wrapper }).result.current;
  };
  const wish = { amount: '1' };
  const afterwards = (id: string, store: ReturnType<typeof pageStore>) => attemptOf('add', store).idOf(wish) === id;
  afterEach(() => jest.useRealTimers());

  it('keeps its id over the dialog that sent it, of that name alone', () => {
    const store = pageStore();
    const id = attemptOf('add', store).idOf(wish);
    expect(attemptOf('take', store).idOf(wish)).not.toBe(id);
    expect(afterwards(id, store)).toBe(true);
    expect(afterwards(id, pageStore())).toBe(false);
  });

  it('has another id once it was accepted, also after its dialog is gone', () => {
    const store = pageStore();
    const sent = attemptOf('add', store);
    const id = sent.idOf(wish);
    const again = attemptOf('add', store);
    expect(again.idOf(wish)).toBe(id);
    sent.accepted();
    expect(again.idOf(wish)).not.toBe(id);
  });

  it('of another session has another id', () => {
    const store = pageStore();
    const id = attemptOf('add', store).idOf(wish);
    store.dispatch({ type: 'log-in' });
    expect(afterwards(id, store)).toBe(false);
  });

  it.each([
    [10, true],
    [11, false],
  ])('of %d minutes ago is the same: %s', (minutes, isSame) => {
    jest.useFakeTimers();
    const store = pageStore();
    const id = attemptOf('add', store).idOf(wish);
    jest.advanceTimersByTime(minutes * 60_000);
    expect(afterwards(id, store)).toBe(isSame);
  });
});

it.each([
  [{ cause: 'network' }, true],
  [{ code: 'outcome.unknown' }, true],
  [{ code: 'store.unavailable' }, true],
  [{ code: 'storage.full' }, true],
  [{ code: 'balance.insufficient' }, false],
] as const)('nobody knows what became of %j: %j', (fault, unsure) => expect(isUnsure(fault)).toBe(unsure));
