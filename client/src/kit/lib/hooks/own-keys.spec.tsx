import { act, fireEvent, renderHook } from '@testing-library/react';
import { actionsOnScreen, keyPressed, keysIn, useOwnKeys, useScreenKeys } from './own-keys';

const STANDARD = { search: '/', buy: 'b', sell: 's', help: '?' };
const press = (key: string, more = {}) => keyPressed({ key, ctrlKey: false, metaKey: false, altKey: false, ...more });

beforeEach(() => localStorage.clear());

describe('custom keys', () => {
  it('default to the standard keys unless changed or disabled', () => {
    expect(keysIn('')).toEqual(STANDARD);
    expect(keysIn('{"buy":"x","sell":""}')).toEqual({ ...STANDARD, buy: 'x', sell: null });
  });

  it.each(['nonsense', 'null', '7', '[]', '{"buy":"xx"}', '{"buy":" "}', '{"buy":1}', '{"buy":"X"}'])(
    'are the standard keys for stored text %p',
    (text) => expect(keysIn(text)).toEqual(STANDARD),
  );

  it('are unique per action', () => {
    expect(keysIn('{"buy":"q","sell":"q"}')).toEqual({ ...STANDARD, buy: 'q', sell: null });
  });

  it('are single characters of any script', () => {
    expect(['B', 'ฟ', '7', '+'].map((key) => press(key))).toEqual(['b', 'ฟ', '7', '+']);
    expect(['Shift', 'Escape', ' ', 'F5', 'Dead'].map((key) => press(key))).toEqual([null, null, null, null, null]);
    expect([{ ctrlKey: true }, { altKey: true }, { metaKey: true }].map((more) => press('b', more))).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('use the latest choice and stop when the screen unmounts', () => {
    const done: string[] = [];
    const does = (name: string) => () => void done.push(name);
    const actions = { search: does('search'), buy: does('buy'), sell: does('sell'), help: does('help') };
    const screen = renderHook(() => useScreenKeys(actions));
    const { result } = renderHook(useOwnKeys);
    fireEvent.keyDown(document.body, { key: 'b' });
    act(() => result.current.choose('buy', 'k'));
    act(() => result.current.choose('sell', null));
    for (const key of ['b', 'k', 's']) fireEvent.keyDown(document.body, { key });
    expect(done).toEqual(['buy', 'buy']);
    expect(result.current.isStandard).toBe(false);
    act(() => result.current.reset());
    fireEvent.keyDown(document.body, { key: 's' });
    expect(done).toEqual(['buy', 'buy', 'sell']);
    expect(result.current.isStandard).toBe(true);
    actionsOnScreen()?.help();
    expect(done.at(-1)).toBe('help');
    screen.unmount();
    expect(actionsOnScreen()).toBeNull();
  });
});
