import { configureStore } from '@reduxjs/toolkit';
import { renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { isUncertain, useAttempt } from './use-attempt';

describe('attempt', () => {
  const attempt = () => renderHook(() => useAttempt()).result.current;

  it('keeps its client id until accepted, then uses a new one for the same request', () => {
    const { idOf, accepted } = attempt();
    const first = idOf({ amount: '1' });
    expect(idOf({ amount: '1' })).toBe(first);
    accepted();
    expect(idOf({ amount: '1' })).not.toBe(first);
  });

  it('has another id for a different request', () => {
    const { idOf } = attempt();
    expect(idOf({ amount: '1' })).not.toBe(idOf({ amount: '2' }));
  });
});

describe('named attempt', () => {
  const pageStore = () =>
    configureStore({
      reducer: {
        session: (state = { id: '' }, { type }: { type: string }) => (type === 'log-in' ? { id: type } : state),
      },
    });
  /** Simulates a newly opened dialog. */
  const attemptOf = (about: string, store: ReturnType<typeof pageStore>) => {
    const wrapper = ({ children }: { children: ReactNode }) => createElement(Provider, { store, children });
    return renderHook(() => useAttempt(about), { wrapper }).result.current;
  };
  const wish = { amount: '1' };
  const afterwards = (id: string, store: ReturnType<typeof pageStore>) => attemptOf('add', store).idOf(wish) === id;
  afterEach(() => jest.useRealTimers());

  it('keeps its id across dialogs of the same name', () => {
    const store = pageStore();
    const id = attemptOf('add', store).idOf(wish);
    expect(attemptOf('take', store).idOf(wish)).not.toBe(id);
    expect(afterwards(id, store)).toBe(true);
    expect(afterwards(id, pageStore())).toBe(false);
  });

  it('gets a new id once accepted, even after its dialog closed', () => {
    const store = pageStore();
    const sent = attemptOf('add', store);
    const id = sent.idOf(wish);
    const again = attemptOf('add', store);
    expect(again.idOf(wish)).toBe(id);
    sent.accepted();
    expect(again.idOf(wish)).not.toBe(id);
  });

  it('gets a new id in another session', () => {
    const store = pageStore();
    const id = attemptOf('add', store).idOf(wish);
    store.dispatch({ type: 'log-in' });
    expect(afterwards(id, store)).toBe(false);
  });

  it.each([
    [10, true],
    [11, false],
  ])('after %d minutes keeps its id: %s', (minutes, isSame) => {
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
] as const)('outcome of %j is unknown: %j', (fault, unsure) => expect(isUncertain(fault)).toBe(unsure));
