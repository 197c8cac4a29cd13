import { configureStore } from '@reduxjs/toolkit';
import { act, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import {
  connectionLost,
  connectionOpened,
  connectionSlice,
  exchangeAnswered,
  exchangeSilent,
} from '../../kit/entities/connection/connection-slice';
import { rebuildSlice, rebuildTold } from '../../kit/api/rebuild-slice';
import { startLanguage } from '../../kit/i18n/i18n';
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

describe('connection banner', () => {
  it('shows on every screen what still works until the connection is back', () => {
    const { lost, opened, pass } = show();
    pass(60_000);
    expect(said()).toBe('');
    lost();
    pass(3_000);
    expect(said()).toMatch(/^No connection to the exchange\..*fill in forms/);
    opened();
    expect(said()).toBe('');
  });

  it('reports only missing live data while HTTP requests succeed', () => {
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

  it('follows the browser’s online state before the socket notices', () => {
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

  it('takes precedence over the rebuild notice', () => {
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

  it('ignores interruptions under 3 s, however many', () => {
    const { lost, opened, pass } = show();
    for (let times = 0; times < 3; times++) {
      lost();
      pass(2_999);
      expect(said()).toBe('');
      opened();
    }
  });
});
