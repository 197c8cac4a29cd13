import { SHOULD_AUTOBATCH, configureStore } from '@reduxjs/toolkit';
import { withNextFrame } from './frames';

const framed = { type: 'said', meta: { [SHOULD_AUTOBATCH]: true } };

function storeHeard() {
  const store = configureStore({
    reducer: (count: number = 0, { type }) => (type === 'said' ? count + 1 : count),
    enhancers: (defaults) => defaults({ autoBatch: { type: 'callback', queueNotification: withNextFrame } }),
  });
  const heard: number[] = [];
  store.subscribe(() => heard.push(store.getState()));
  return { store, heard };
}

/** Until messages have been waited for and a frame has come: by a clock of the test's own, since a busy machine may take that long for a line. */
const frame = () => jest.advanceTimersByTime(30);

describe('what the streams say', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['queueMicrotask'] }));
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('is known at once, and told of once for all that comes together', () => {
    const { store, heard } = storeHeard();
    // A frame comes every sixteen milliseconds: the next one soon.
    jest.advanceTimersByTime(12);
    store.dispatch(framed);
    store.dispatch(framed);
    // Another message, which a frame might come before.
    jest.advanceTimersByTime(8);
    store.dispatch(framed);
    expect([store.getState(), heard]).toEqual([3, []]);
    frame();
    expect(heard).toEqual([3]);
    store.dispatch(framed);
    frame();
    expect(heard).toEqual([3, 4]);
  });

  it('is told of all the same where no frame comes', () => {
    jest.spyOn(window, 'requestAnimationFrame').mockReturnValue(0);
    const { store, heard } = storeHeard();
    store.dispatch(framed);
    jest.advanceTimersByTime(99);
    expect(heard).toEqual([]);
    jest.advanceTimersByTime(51);
    expect(heard).toEqual([1]);
  });

  it('is told of at once in a tab that nobody sees', async () => {
    jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const { store, heard } = storeHeard();
    store.dispatch(framed);
    await Promise.resolve();
    expect(heard).toEqual([1]);
  });
});
