import { act, render } from '@testing-library/react';
import { dayOf, dayStart } from '../../../../shared/rules/days';
import { resetServerTime, serverNow, noteServerTime, useServerDay, useServerTime } from './server-time';

/** A whole second of server time. */
const SERVER = 1_760_000_000_000;
const MACHINE = SERVER - 90_000_000;

beforeEach(() => {
  jest.useFakeTimers({ now: MACHINE });
  resetServerTime();
});
afterEach(() => jest.useRealTimers());

const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

describe('server time', () => {
  it('is the machine’s clock until the first message', () => {
    expect(serverNow()).toBe(MACHINE);
    noteServerTime(SERVER);
    expect(serverNow()).toBe(SERVER);
  });

  it('continues regardless of the machine’s clock', () => {
    noteServerTime(SERVER);
    pass(1_500);
    jest.setSystemTime(MACHINE + 3_600_000);
    expect(serverNow()).toBe(SERVER + 1_500);
    jest.setSystemTime(0);
    expect(serverNow()).toBe(SERVER + 1_500);
  });

  it('follows the message with the least delay', () => {
    noteServerTime(SERVER - 400);
    noteServerTime(SERVER);
    noteServerTime(SERVER - 2_000);
    expect(serverNow()).toBe(SERVER);
  });

  it('is correct with the first message after a sleep that stopped the page’s clock', () => {
    noteServerTime(SERVER);
    noteServerTime(SERVER + 28_800_000);
    expect(serverNow()).toBe(SERVER + 28_800_000);
  });

  it('follows a server clock set back within 30 messages', () => {
    noteServerTime(SERVER);
    const words = (count: number) => Array.from({ length: count }, () => noteServerTime(SERVER - 60_000));
    words(29);
    expect(serverNow()).toBe(SERVER);
    words(1);
    expect(serverNow()).toBe(SERVER - 60_000);
  });

  it('ignores invalid times', () => {
    noteServerTime(SERVER);
    noteServerTime(undefined as unknown as number);
    noteServerTime(Infinity);
    expect(serverNow()).toBe(SERVER);
  });
});

describe('countdowns', () => {
  const drawn: Record<string, number[]> = {};
  function Countdown({ name }: { name: string }) {
    drawn[name] = [...(drawn[name] ?? []), useServerTime()];
    return null;
  }

  it('tick together on the server’s seconds and stop on unmount', () => {
    noteServerTime(SERVER + 700);
    const { unmount } = render(
      <>
        <Countdown name="a" />
        <Countdown name="b" />
      </>,
    );
    pass(299);
    expect(drawn).toEqual({ a: [SERVER], b: [SERVER] });
    pass(1);
    pass(1_000);
    expect(drawn).toEqual({ a: [0, 1, 2].map((s) => SERVER + s * 1_000), b: [0, 1, 2].map((s) => SERVER + s * 1_000) });
    unmount();
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('current day', () => {
  const drawn: number[] = [];
  function Today() {
    drawn.push(useServerDay());
    return null;
  }

  it('is the server’s, even if its time arrives late, and renders once per change', () => {
    render(<Today />);
    const machines = dayOf(MACHINE);
    const servers = machines + 3;
    noteServerTime(dayStart(servers + 1) - 10_000);
    pass(1_000);
    pass(8_000);
    expect(drawn).toEqual([machines, servers]);
    pass(1_000);
    expect(drawn).toEqual([machines, servers, servers + 1]);
  });
});
