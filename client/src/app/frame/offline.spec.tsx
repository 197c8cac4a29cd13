import { configureStore } from '@reduxjs/toolkit';
import { act, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import {
  connectionLost,
  connectionOpened,
  connectionSlice,
  exchangeAnswered,
  exchangeSilent,
} from '../../entities/connection/connection-slice';
import { rebuildSlice, rebuildTold } from '../../shared/api/rebuild-slice';
import { startLanguage } from '../../shared/i18n/i18n';
import { Offline } from './offline';

beforeAll(startLanguage);
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function show() {
  const store = configureStore({ reducer: { connection: connectionSlice.reducer, rebuild: rebuildSlice.reducer } });
  render(
    <Provider store={store}>
      <Offline />
    </Provider>,
  );
  return {
    lost: () => act(() => void store.dispatch(connectionLost())),
    opened: () => act(() => void store.dispatch(connectionOpened())),
    answered: () => act(() => void store.dispatch(exchangeAnswered())),
    silent: () => act(() => void store.dispatch(exchangeSilent())),
    rebuilding: (is: boolean) => act(() => void store.dispatch(rebuildTold(is))),
    pass: (ms: number) => act(() => jest.advanceTimersByTime(ms)),
  };
}
const said = () => screen.getByRole('status').textContent;

describe('without a connection', () => {
  it('every screen says so, and what can still be done, until it is back', () => {
    const { lost, opened, pass } = show();
    pass(60_000);
    expect(said()).toBe('');
    lost();
    pass(3_000);
    expect(said()).toMatch(/^No connection to the exchange\..*fill in forms/);
    opened();
    expect(said()).toBe('');
  });

  it('but an answer over HTTP, live data alone are said to be away', () => {
    const { lost, answered, silent, opened, pass } = show();
    lost();
    answered();
    pass(3_000);
    expect(said()).toMatch(/^Live data are away\..*can be placed and cancelled/);
    lost();
    expect(said()).toMatch(/^Live data are away/);
    silent();
    expect(said()).toMatch(/^No connection/);
    opened();
    expect(said()).toBe('');
  });

  it('is what the browser says it is, before a socket has noticed', () => {
    const { pass } = show();
    const turn = (isOnline: boolean) => {
      jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
      act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
    };
    turn(false);
    pass(3_000);
    expect(said()).toMatch(/^No connection/);
    turn(true);
    expect(said()).toBe('');
    jest.restoreAllMocks();
  });

  it('is told before lists that are made anew, which are told of otherwise', () => {
    const { lost, opened, rebuilding, pass } = show();
    rebuilding(true);
    expect(said()).toMatch(/^Lists are being rebuilt\..*balances are correct/);
    lost();
    pass(3_000);
    expect(said()).toMatch(/^No connection/);
    opened();
    expect(said()).toMatch(/^Lists/);
    rebuilding(false);
    expect(said()).toBe('');
  });

  it('a moment is not worth a word, however often there is one', () => {
    const { lost, opened, pass } = show();
    for (let times = 0; times < 3; times++) {
      lost();
      pass(2_999);
      expect(said()).toBe('');
      opened();
    }
  });
});
