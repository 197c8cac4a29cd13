/** A product is its manifest: nothing else of the client names it. */
import { createAction, createSlice } from '@reduxjs/toolkit';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { Dices } from 'lucide-react';
import { useState } from 'react';
import { Provider, useSelector } from 'react-redux';
import type { OwnStaff } from '../../../shared/wire/staff';
import { stubNetwork, success } from '../../../test/support/network';
import { PRODUCTS } from '../products/all';
import type { ProductManifest } from '../products/manifest';
import { endSession, takeUpSession } from '../shared/api/session';
import { needTexts, startLanguage, type TextKey, type TextLoader } from '../shared/i18n/i18n';
import { useTexts } from '../shared/i18n/use-texts';
import { settle } from '../testing/settle';
import { App } from './app';
import { addressesOf, siteOf } from './site';
import { createAppStore } from './store';

const word = (key: string) => `toy.${key}` as TextKey;
const WORDS = {
  title: 'Coin toss',
  tosses: 'My tosses',
  desk: 'Tosses',
  stake: 'Stake',
  place: 'Toss',
  many: 'Too much',
};
const textsOf = (...keys: (keyof typeof WORDS)[]): TextLoader => {
  const texts = Object.fromEntries(keys.map((key) => [`toy.${key}`, WORDS[key]]));
  return () => Promise.resolve({ default: texts });
};
/** Words of menus and of the palette are in the texts of every page. */
const MENU_TEXTS = textsOf('title', 'tosses', 'desk', 'place');
/** The others come with its screens. */
const TEXTS = textsOf('stake', 'many');

/** Its channel: what landed last, and for a session what was staked. */
const tossed = createAction<'heads' | 'tails'>('toy/tossed');
const staked = createAction<number>('toy/staked');
const tossSlice = createSlice({
  name: 'toss',
  initialState: { last: 'nothing yet' },
  reducers: {},
  extraReducers: (builder) => builder.addCase(tossed, (state, { payload }) => void (state.last = payload)),
});
const stakeSlice = createSlice({
  name: 'stakes',
  initialState: { sum: 0 },
  reducers: {},
  extraReducers: (builder) => builder.addCase(staked, (state, { payload }) => void (state.sum += payload)),
});
interface ToyState {
  toss: { last: string };
  stakes: { sum: number };
}

/** Its ticket: a field, a check and the command. */
const checked = (stake: string) => (Number(stake) > 5 ? word('many') : null);
const commandOf = (stake: string) => staked(Number(stake));

function Toss() {
  const { say } = useTexts();
  const [stake, setStake] = useState('');
  const last = useSelector(({ toss }: ToyState) => toss.last);
  const fault = checked(stake);
  return (
    <section>
      <h1>{say(word('title'))}</h1>
      <output>{last}</output>
      <input aria-label={say(word('stake'))} value={stake} onChange={({ target }) => setStake(target.value)} />
      {fault && <p role="alert">{say(fault)}</p>}
      <button type="button" disabled={fault !== null} onClick={() => store.dispatch(commandOf(stake))}>
        {say(word('place'))}
      </button>
    </section>
  );
}

function Tosses() {
  const { say } = useTexts();
  return (
    <h1>
      {say(word('tosses'))}: {useSelector(({ stakes }: ToyState) => stakes.sum)}
    </h1>
  );
}

const Desk = ({ own }: { own: OwnStaff }) => <h1>Tosses for {own.role}</h1>;

const TOY: ProductManifest = {
  id: 'toy',
  routes: {
    own: [{ path: '/toss', load: () => Promise.resolve(Toss), title: word('title') }],
    account: [{ path: 'tosses', load: () => Promise.resolve(Tosses), title: word('tosses') }],
  },
  menu: [{ path: '/toss', text: word('title') }],
  palette: [{ path: '/toss?side=heads', text: word('place') }],
  accountTabs: [{ group: 'orders', path: '/accountSet/tosses', text: word('tosses'), icon: Dices }],
  staffSections: [
    {
      name: 'tosses',
      text: word('desk'),
      icon: Dices,
      rights: [],
      isAudited: false,
      load: () => Promise.resolve(Desk),
    },
  ],
  channels: [
    { name: 'toss', reducer: tossSlice.reducer, isPrivate: false },
    { name: 'stakes', reducer: stakeSlice.reducer, isPrivate: true },
  ],
  texts: [TEXTS],
};

const site = siteOf([...PRODUCTS, TOY]);
const store = createAppStore(site.channels);
const MENU = 'Main menu';

async function open(path: string, userType = 3): Promise<void> {
  localStorage.setItem('ticket', 't-ann');
  stubNetwork({
    '/exchange/app/account/getUserInfo': () =>
      success({ userId: 7, userName: 'ann@test.example', nickName: 'Ann', userType, verification: 'certified' }),
    '/exchange/audit/staff/own': () => success({ userId: 7, role: 'admin', rights: [] }),
    '/exchange/app/product/indexList': () => success({ records: [], total: 0, pageIndex: 1, pageSize: 200 }),
  });
  window.history.replaceState(null, '', path);
  takeUpSession(store);
  render(
    <Provider store={store}>
      <App site={site} />
    </Provider>,
  );
  await settle();
}

beforeAll(async () => {
  await startLanguage();
  await needTexts(MENU_TEXTS);
  window.scrollTo = () => undefined;
  window.matchMedia = () => Object.assign(new EventTarget(), { matches: false }) as unknown as MediaQueryList;
});
beforeEach(() => localStorage.clear());

describe('a product that is added by its manifest', () => {
  it('is in the menu, and its way leads to its screen', async () => {
    await open('/noticeList');
    fireEvent.click(within(screen.getByRole('navigation', { name: MENU })).getByRole('link', { name: WORDS.title }));
    expect(await screen.findByRole('heading', { name: WORDS.title })).toBeTruthy();
  });

  it('shows what its channel brings, and its ticket checks and commands', async () => {
    await open('/toss');
    act(() => void store.dispatch(tossed('heads')));
    expect(await screen.findByText('heads')).toBeTruthy();
    const place = screen.getByRole<HTMLButtonElement>('button', { name: WORDS.place });
    fireEvent.change(screen.getByRole('textbox', { name: WORDS.stake }), { target: { value: '6' } });
    expect(screen.getByRole('alert').textContent).toBe(WORDS.many);
    expect(place.disabled).toBe(true);
    fireEvent.change(screen.getByRole('textbox', { name: WORDS.stake }), { target: { value: '4' } });
    fireEvent.click(place);
    expect((store.getState() as unknown as ToyState).stakes.sum).toBe(4);
  });

  it('has its screen in the user centre, with an entry in the menu there, and its own goes with the session', async () => {
    await open('/accountSet/tosses');
    const menu = screen.getByRole('navigation', { name: 'User centre' });
    expect(within(menu).getByRole('link', { name: WORDS.tosses }).getAttribute('aria-current')).toBe('page');
    act(() => void store.dispatch(staked(3)));
    act(() => endSession(store, 't-ann', { kind: 'not_known' }));
    expect(store.getState()).toMatchObject({ toss: { last: 'heads' }, stakes: { sum: 0 } });
  });

  it('is found in the palette, with what of its screen has an address', async () => {
    await open('/noticeList');
    fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
    const palette = await screen.findByRole('dialog', { name: 'Commands' });
    for (const name of [WORDS.title, WORDS.place, WORDS.tosses]) {
      expect(within(palette).getByRole('option', { name })).toBeTruthy();
    }
    fireEvent.click(within(palette).getByRole('option', { name: WORDS.place }));
    await screen.findByRole('heading', { name: WORDS.title });
    expect(window.location.search).toBe('?side=heads');
  });

  it('has its section on the desk', async () => {
    await open('/admin/tosses', 1);
    expect(await screen.findByRole('heading', { name: 'Tosses for admin' })).toBeTruthy();
    expect(screen.getByRole('link', { name: WORDS.desk }).getAttribute('aria-current')).toBe('page');
  });

  it('is among what the browser tests look at', () => {
    expect(addressesOf(site)).toEqual(expect.arrayContaining(['/toss', '/accountSet/tosses']));
  });
});
