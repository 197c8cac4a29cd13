import { SHOULD_AUTOBATCH, configureStore } from '@reduxjs/toolkit';
import { onNextFrame } from './frames';

const framed = { type: 'said', meta: { [SHOULD_AUTOBATCH]: true } };

function storeHeard() {
  const store = configureStore({
    reducer: (count: number = 0, { type }) => (type === 'said' ? count + 1 : count),
    enhancers: (defaults) => defaults({ autoBatch: { type: 'callback', queueNotification: onNextFrame } }),
  });
  const heard: number[] = [];
  store.subscribe(() => heard.push(store.getState()));
  return { store, heard };
}

/** Passes the batching delay and one frame on the fake clock, independent of machine load. */
const frame = () => jest.advanceTimersByTime(30);

describe('streamed messages', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['queueMicrotask'] }));
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('update the store at once and notify subscribers once per frame', () => {
    const { store, heard } = storeHeard();
    // Frames come every 16 ms; the next one is 4 ms away.
    jest.advanceTimersByTime(12);
    store.dispatch(framed);
    store.dispatch(framed);
    // A frame falls between this message and the end of its batching delay.
    jest.advanceTimersByTime(8);
    store.dispatch(framed);
    expect([store.getState(), heard]).toEqual([3, []]);
    frame();
    expect(heard).toEqual([3]);
    store.dispatch(framed);
    frame();
    expect(heard).toEqual([3, 4]);
  });

  it('notify after a maximum delay if no frame comes', () => {
    jest.spyOn(window, 'requestAnimationFrame').mockReturnValue(0);
    const { store, heard } = storeHeard();
    store.dispatch(framed);
    jest.advanceTimersByTime(99);
    expect(heard).toEqual([]);
    jest.advanceTimersByTime(51);
    expect(heard).toEqual([1]);
  });

  it('notify at once in a hidden tab', async () => {
    jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const { store, heard } = storeHeard();
    store.dispatch(framed);
    await Promise.resolve();
    expect(heard).toEqual([1]);
  });
});
