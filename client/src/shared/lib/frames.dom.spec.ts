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

const frame = () => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 15));

describe('what the streams say', () => {
  afterEach(() => jest.restoreAllMocks());

  it('is known at once, and told of once for all that comes together', async () => {
    const { store, heard } = storeHeard();
    store.dispatch(framed);
    store.dispatch(framed);
    // Another message, which a frame might come before.
    await new Promise((resolve) => setTimeout(resolve, 2));
    store.dispatch(framed);
    expect([store.getState(), heard]).toEqual([3, []]);
    await frame();
    expect(heard).toEqual([3]);
    store.dispatch(framed);
    await frame();
    expect(heard).toEqual([3, 4]);
  });

  it('is told of all the same where no frame comes', async () => {
    jest.spyOn(window, 'requestAnimationFrame').mockReturnValue(0);
    const { store, heard } = storeHeard();
    store.dispatch(framed);
    await new Promise((resolve) => setTimeout(resolve, 150));
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
