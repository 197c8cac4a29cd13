import { act, render } from '@testing-library/react';
import { dayOf, dayStart } from '../../../../shared/rules/days';
import { forgetServerTime, serverNow, serverTimeHeard, useServerDay, useServerTime } from './server-time';

/** A whole second of the server's. */
const SERVER = 1_760_000_000_000;
const MACHINE = SERVER - 90_000_000;

beforeEach(() => {
  jest.useFakeTimers({ now: MACHINE });
  forgetServerTime();
});
afterEach(() => jest.useRealTimers());

const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

describe('the server’s time', () => {
  it('is the machine’s until the server has spoken', () => {
    expect(serverNow()).toBe(MACHINE);
    serverTimeHeard(SERVER);
    expect(serverNow()).toBe(SERVER);
  });

  it('goes on whatever the machine’s clock is set to', () => {
    serverTimeHeard(SERVER);
    pass(1_500);
    jest.setSystemTime(MACHINE + 3_600_000);
    expect(serverNow()).toBe(SERVER + 1_500);
    jest.setSystemTime(0);
    expect(serverNow()).toBe(SERVER + 1_500);
  });

  it('is that of the word that was held up least', () => {
    serverTimeHeard(SERVER - 400);
    serverTimeHeard(SERVER);
    serverTimeHeard(SERVER - 2_000);
    expect(serverNow()).toBe(SERVER);
  });

  it('is right with the first word after a sleep in which the page’s own clock stood still', () => {
    serverTimeHeard(SERVER);
    serverTimeHeard(SERVER + 28_800_000);
    expect(serverNow()).toBe(SERVER + 28_800_000);
  });

  it('follows a server that was put back within half a minute of words', () => {
    serverTimeHeard(SERVER);
    const words = (count: number) => Array.from({ length: count }, () => serverTimeHeard(SERVER - 60_000));
    words(29);
    expect(serverNow()).toBe(SERVER);
    words(1);
    expect(serverNow()).toBe(SERVER - 60_000);
  });

  it('takes nothing for a time that is none', () => {
    serverTimeHeard(SERVER);
    serverTimeHeard(undefined as unknown as number);
    serverTimeHeard(Infinity);
    expect(serverNow()).toBe(SERVER);
  });
});

describe('what counts', () => {
  const drawn: Record<string, number[]> = {};
  function Countdown({ name }: { name: string }) {
    drawn[name] = [...(drawn[name] ?? []), useServerTime()];
    return null;
  }

  it('counts with the server’s seconds, all together, and stops when it is gone', () => {
    serverTimeHeard(SERVER + 700);
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

describe('a day that is shown', () => {
  const drawn: number[] = [];
  function Today() {
    drawn.push(useServerDay());
    return null;
  }

  it('is the server’s also when its first word comes late, turns with it, and is drawn once', () => {
    render(<Today />);
    const machines = dayOf(MACHINE);
    const servers = machines + 3;
    serverTimeHeard(dayStart(servers + 1) - 10_000);
    pass(1_000);
    pass(8_000);
    expect(drawn).toEqual([machines, servers]);
    pass(1_000);
    expect(drawn).toEqual([machines, servers, servers + 1]);
  });
});
