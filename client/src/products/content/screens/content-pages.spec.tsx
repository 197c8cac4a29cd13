import { configureStore } from '@reduxjs/toolkit';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { never, refusal, stubNetwork, success, type Asked } from '../../../../../test/support/network';
import { sessionSlice } from '../../../kit/entities/session/session-slice';
import { api } from '../../../kit/api/api';
import { chooseLanguage, startLanguage } from '../../../kit/i18n/i18n';
import { toastsSlice } from '../../../kit/toasts/toasts-slice';
import { HelpDetailPage } from './article-page';
import { FeedbackPage } from './feedback/feedback-page';
import { HelpCenterPage } from './help-page';
import { InformationListPage, NoticeListPage } from './list-pages';
import { RatesPage } from './rates/rates-page';
import { feeTiers, feesAtLevel } from '../../../testing/fee-tiers';
import { settle } from '../../../testing/settle';

const LIST = '/exchange/app/content/list';
const DETAIL = '/exchange/app/content/detail';
const FEEDBACK = '/exchange/app/content/feedback';
const TIERS = '/exchange/app/product/feeTiers';

const record = (id: string, kind: string, title: string, category: string | null = null) => ({
  id,
  kind,
  category,
  title,
  summary: `About ${title}`,
  publishedAt: 0,
});
const pageOf = (records: unknown[], total = records.length) => success({ records, total, pageIndex: 1, pageSize: 20 });

beforeAll(startLanguage);
beforeEach(() => {
  window.scrollTo = () => undefined;
});

function Place() {
  const { pathname, search } = useLocation();
  return <p data-testid="place">{pathname + search}</p>;
}

async function show(Page: ComponentType, address: string, isLogin = false) {
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer, session: sessionSlice.reducer, toasts: toastsSlice.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
    ...(isLogin ? { preloadedState: { session: { ...sessionSlice.getInitialState(), isLogin: 1 as const } } } : {}),
  });
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[address]}>
        <Routes>
          <Route path={address.split('?')[0]} element={<Page />} />
          <Route path="*" element={null} />
        </Routes>
        <Place />
      </MemoryRouter>
    </Provider>,
  );
  await settle();
}

const press = async (element: HTMLElement) => {
  fireEvent.click(element);
  await settle();
};
const type = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } });
const titles = (level = 2) => screen.queryAllByRole('heading', { level }).map(({ textContent }) => textContent);
const place = () => screen.getByTestId('place').textContent;

describe('article page', () => {
  it.each(['/helpDetail?id=999', '/helpDetail?id=x'])('reports a missing article: %s', async (at) => {
    stubNetwork({
      [DETAIL]: () => refusal(at.endsWith('x') ? 400 : 200, at.endsWith('x') ? 'request.invalid' : 'content.not.found'),
    });
    await show(HelpDetailPage, at);
    expect(titles(1)).toEqual(['This article does not exist']);
    expect(screen.getByRole('link', { name: 'Help centre' }).getAttribute('href')).toBe('/helpCenter');
  });

  it('requests nothing without an id', async () => {
    const asked = stubNetwork({});
    await show(HelpDetailPage, '/helpDetail');
    expect(titles(1)).toEqual(['This article does not exist']);
    expect(asked).toEqual([]);
  });

  it('offers a retry after a connection failure', async () => {
    stubNetwork({});
    await show(HelpDetailPage, '/helpDetail?id=3');
    expect(screen.getByRole('alert').textContent).toContain('cannot be reached');
    stubNetwork({ [DETAIL]: () => refusal(200, 'content.not.found') });
    await press(screen.getByRole('button', { name: 'Try again' }));
    expect(titles(1)).toEqual(['This article does not exist']);
  });

  it('redirects an article of another kind to its own URL', async () => {
    const article = { ...record('3', 'information', 'Candles', 'learn'), body: 'x', previous: null, next: null };
    stubNetwork({ [DETAIL]: () => success(article) });
    await show(HelpDetailPage, '/helpDetail?id=3');
    expect(place()).toBe('/informationTwo?id=3');
  });
});

describe('article list', () => {
  const asksOf = (asked: readonly Asked[]) => asked.map(({ body }) => JSON.parse(body) as unknown);

  it('has 20 articles per page and the page number in the URL', async () => {
    const asked = stubNetwork({ [LIST]: () => pageOf([record('1', 'notice', 'One')], 45) });
    await show(NoticeListPage, '/noticeList?page=2');
    expect(asksOf(asked)).toEqual([{ kind: 'notice', pageIndex: 2, pageSize: 20 }]);
    expect(screen.getByRole('link', { name: 'Page 2 of 3', current: 'page' })).toBeTruthy();
    await press(screen.getByRole('link', { name: 'Next page' }));
    expect(place()).toBe('/noticeList?page=3');
    expect(asksOf(asked).at(-1)).toEqual({ kind: 'notice', pageIndex: 3, pageSize: 20 });
    expect(screen.queryByRole('link', { name: 'Next page' })).toBeNull();
  });

  it('shows page one for an invalid page number', async () => {
    const asked = stubNetwork({ [LIST]: () => pageOf([]) });
    await show(NoticeListPage, '/noticeList?page=-1');
    expect(asksOf(asked)).toEqual([{ kind: 'notice', pageIndex: 1, pageSize: 20 }]);
    expect(screen.getByText('Nothing has been published here yet.')).toBeTruthy();
  });

  it('marks unread announcements until all are marked as read', async () => {
    stubNetwork({ [LIST]: () => pageOf([record('21', 'notice', 'One'), record('22', 'notice', 'Two')]) });
    await show(NoticeListPage, '/noticeList');
    expect(titles()).toEqual(['Unread: One', 'Unread: Two']);
    await press(screen.getByRole('button', { name: 'Mark all as read' }));
    expect(titles()).toEqual(['One', 'Two']);
  });

  it('shows information by category', async () => {
    const asked = stubNetwork({ [LIST]: () => pageOf([record('1', 'information', 'One', 'learn')]) });
    await show(InformationListPage, '/informationList');
    await press(screen.getByRole('link', { name: 'Learn' }));
    expect(asksOf(asked)).toMatchObject([{ category: 'insight' }, { category: 'learn' }]);
    expect(screen.getByRole('link', { name: /One/ }).getAttribute('href')).toBe('/informationTwo?id=1');
  });

  it('is refetched in a new language', async () => {
    const asked = stubNetwork({ [LIST]: ({ language }) => pageOf([record('1', 'notice', `in ${language}`)]) });
    await show(NoticeListPage, '/noticeList');
    await act(() => chooseLanguage('kr'));
    await settle();
    expect(asked.map(({ language }) => language)).toEqual(['en', 'kr']);
    expect(titles()[0]).toContain('in kr');
    await act(() => chooseLanguage('en'));
  });
});

describe('help centre', () => {
  const HELP = [
    record('1', 'help', 'Register', 'getting-started'),
    record('2', 'help', 'Order types', 'trading'),
    record('3', 'help', 'Fees', 'trading'),
  ];

  it('groups articles by category and searches titles and summaries', async () => {
    stubNetwork({ [LIST]: () => pageOf(HELP) });
    await show(HelpCenterPage, '/helpCenter');
    expect(titles()).toEqual(['Getting started', 'Trading']);
    type(screen.getByRole('textbox'), 'about ORDER');
    expect(titles(3)).toEqual(['Order types']);
    expect(place()).toBe('/helpCenter?q=about+ORDER');
    expect(screen.getByText('1 article found')).toBeTruthy();
  });

  it('filters by category and offers to show everything if nothing is found', async () => {
    stubNetwork({ [LIST]: () => pageOf(HELP) });
    await show(HelpCenterPage, '/helpCenter');
    await press(screen.getByRole('button', { name: 'Trading' }));
    expect(titles(3)).toEqual(['Order types', 'Fees']);
    type(screen.getByRole('textbox'), 'register');
    expect(screen.getByText('No article matches “register”.')).toBeTruthy();
    await press(screen.getAllByRole('button', { name: 'Show all articles' })[1]);
    expect(titles(3)).toHaveLength(3);
  });
});

describe('feedback form', () => {
  const text = () => screen.getByRole('textbox', { name: 'Your message' });
  const send = () => press(screen.getByRole('button', { name: 'Send' }));

  it('validates before sending', async () => {
    const asked = stubNetwork({});
    await show(FeedbackPage, '/feedback');
    type(text(), '  too short  ');
    await send();
    expect(screen.getByRole('alert').textContent).toBe('Please write at least 10 characters (at most 2000).');
    expect(text().getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(text());
    type(text(), 'x'.repeat(2_001));
    expect(screen.getByRole('alert').textContent).toBe('At most 2000 characters.');
    expect(screen.getByText('2001 / 2000')).toBeTruthy();
    expect(asked).toEqual([]);
  });

  it('lists the user’s earlier feedback with answers', async () => {
    const own = {
      ...{ id: '7', category: 'problem', text: 'Line one\nline two', createdAt: 0, state: 'answered' },
      ...{ answers: [{ text: 'It is mended.', at: 1 }], closeReason: null },
    };
    stubNetwork({ [`/exchange/app/content/ownFeedback`]: () => pageOf([own]) });
    await show(FeedbackPage, '/feedback', true);
    const entry = screen.getByRole('region', { name: 'What you have written' });
    for (const words of ['No. 7', 'Problem', 'Answered', 'Line one\nline two', 'Our answer', 'It is mended.'])
      expect(entry.textContent).toContain(words);
  });

  it('sends feedback and shows its number; the next one has a new client id', async () => {
    const asked = stubNetwork({ [FEEDBACK]: () => success({ id: '42' }) });
    await show(FeedbackPage, '/feedback');
    fireEvent.click(screen.getByRole('radio', { name: 'Problem' }));
    type(text(), '  The book stands still.  ');
    await send();
    expect(JSON.parse(asked[0].body)).toEqual({
      clientId: expect.stringMatching(/^[\w-]{10,36}$/),
      category: 'problem',
      text: 'The book stands still.',
    });
    expect(screen.getByRole('status').textContent).toContain('It has the number 42.');
    await press(screen.getByRole('button', { name: 'Write another message' }));
    expect((text() as HTMLTextAreaElement).value).toBe('');
  });

  it('keeps the text on a refusal and retries with the same client id', async () => {
    stubNetwork({ [FEEDBACK]: () => refusal(429, 'request.too.many', 'Too many requests.') });
    await show(FeedbackPage, '/feedback');
    type(text(), 'The book stands still.');
    await send();
    expect(screen.getByRole('alert').textContent).toBe('Too many requests.');
    const asked = stubNetwork({});
    await send();
    await send();
    type(text(), 'The book stands still again.');
    await send();
    const ids = asked.map(({ body }) => (JSON.parse(body) as { clientId: string }).clientId);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  it('sends once for repeated submits', async () => {
    const asked = stubNetwork({ [FEEDBACK]: never });
    await show(FeedbackPage, '/feedback');
    type(text(), 'The book stands still.');
    await send();
    fireEvent.submit(text().closest('form') as HTMLFormElement);
    await settle();
    expect(asked).toHaveLength(1);
  });
});

describe('fee page', () => {
  const INDEX = '/exchange/app/product/indexList';
  const tiers = [0, 1].map((level) => ({
    ...{ level, makerPpb: 1_000_000 - level * 50_000, takerPpb: 1_000_000 },
    ...{ makerFixed: null, takerFixed: null as string | null },
  }));
  const own = { level: 0, volume: '12.5', next: null, floor: null, missing: '37.5' };
  const byVolume = { volumes: ['0', '50'], own };
  const markets = ['BTC-USDT', 'ETH-USDT'].map((market) => ({
    ...{ market, product: 'spot' as const, quote: 'USDT', tiers },
  }));
  const contract = {
    ...{ market: 'BTC-USDT-PERP', product: 'perpetual' as const, quote: 'USDT' },
    tiers: tiers.map((tier) => ({ ...tier, makerPpb: 200_000, takerPpb: 550_000 })),
  };
  const rows = () => screen.getAllByRole('row').map(({ textContent }) => textContent);

  it('shows current fees, grouping markets with equal fees', async () => {
    stubNetwork({ [TIERS]: () => success(feeTiers({}, markets)) });
    await show(RatesPage, '/rateStandard');
    expect(rows()).toEqual(['LevelMakerTaker', '00.100%0.100%', '10.095%0.100%']);
    expect(screen.getByRole('table', { name: /BTC-USDT.*ETH-USDT/ })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Log in to see your own level' })).toBeTruthy();
  });

  it('marks the user’s level', async () => {
    stubNetwork({ [TIERS]: () => success(feeTiers({ spot: feesAtLevel(5) }, markets)) });
    await show(RatesPage, '/rateStandard');
    expect(rows()[2]).toBe('1Your level0.095%0.100%');
    expect(screen.getByText(/You trade at fee level 5\./)).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('shows the progress to the next level by volume', async () => {
    stubNetwork({ [TIERS]: () => success(feeTiers({ spot: byVolume }, markets)) });
    await show(RatesPage, '/rateStandard');
    expect(rows()[0]).toBe('Level30-day volume (BTC)MakerTaker');
    expect(rows()[2]).toBe('1≥ 500.095%0.100%');
    const bar = screen.getByRole<HTMLProgressElement>('progressbar', { name: '37.5 BTC to level 1' });
    expect(bar.value).toBe(25);
    expect(screen.getByText('How volume is counted')).toBeTruthy();
  });

  it('shows spot and futures separately, each with its own level and progress', async () => {
    const futures = {
      volumes: ['0', '1000'],
      own: { ...own, level: 1, volume: '2500', floor: null, missing: null },
    };
    stubNetwork({ [TIERS]: () => success(feeTiers({ spot: byVolume, perpetual: futures }, [...markets, contract])) });
    await show(RatesPage, '/rateStandard');
    const section = (name: string) => within(screen.getByRole('region', { name }));
    const rowsIn = (name: string) =>
      section(name)
        .getAllByRole('row')
        .map(({ textContent }) => textContent);
    expect(rowsIn('Spot trading').slice(1)).toEqual(['0Your level≥ 00.100%0.100%', '1≥ 500.095%0.100%']);
    expect(section('Spot trading').getByText('You trade at fee level 0.')).toBeTruthy();
    expect(section('Spot trading').getByText('37.5 BTC to level 1')).toBeTruthy();
    expect(rowsIn('Futures trading').slice(1)).toEqual(['0≥ 00.020%0.055%', '1Your level≥ 1,0000.020%0.055%']);
    expect(section('Futures trading').getByText('You trade at fee level 1.')).toBeTruthy();
    expect(section('Futures trading').getByText('You have the highest level.')).toBeTruthy();
    // Futures fees are based on the traded value, in the margin currency.
    expect(screen.getByText(/^The fee is a part of the traded value/)).toBeTruthy();
  });

  it('states that spot levels apply to futures without their own levels', async () => {
    const spot = { volumes: ['0', '50'], own: { ...own, level: 1 } };
    const all = [...markets, contract];
    stubNetwork({ [TIERS]: () => success(feeTiers({ spot, perpetual: feesAtLevel(1) }, all)) });
    await show(RatesPage, '/rateStandard');
    const futures = within(screen.getByRole('region', { name: 'Futures trading' }));
    expect(futures.getByText('You trade at fee level 1.')).toBeTruthy();
    expect(futures.getByText(/^Futures go by your spot level/)).toBeTruthy();
    cleanup();
    stubNetwork({ [TIERS]: () => success(feeTiers({ spot, perpetual: spot }, all)) });
    await show(RatesPage, '/rateStandard');
    expect(screen.queryByText(/^Futures go by your spot level/)).toBeNull();
  });

  it('shows the next level change at 04:00 and the guaranteed level with its end', async () => {
    const at = new Date(2026, 10, 23, 4).getTime();
    const next = { level: 1, from: at };
    const answers = [
      { ...own, next, floor: { level: 1, until: at }, missing: null },
      { ...own, floor: { level: 1, until: null } },
    ];
    stubNetwork({ [TIERS]: () => success(feeTiers({ spot: { ...byVolume, own: answers[0] } }, markets)) });
    await show(RatesPage, '/rateStandard');
    expect(screen.getByText('From 2026-11-23 04:00:00 you trade at level 1.')).toBeTruthy();
    expect(screen.getByText(/^Until 2026-11-23 04:00:00 you trade at level 1 or better/)).toBeTruthy();
    expect(screen.getByText('You have the highest level.')).toBeTruthy();
    cleanup();
    stubNetwork({ [TIERS]: () => success(feeTiers({ spot: { ...byVolume, own: answers[1] } }, markets)) });
    await show(RatesPage, '/rateStandard');
    expect(screen.getByText(/^You trade at level 1 or better/)).toBeTruthy();
  });

  it('shows fixed amounts with an explanation', async () => {
    const fixed = [{ ...tiers[0], takerFixed: '2.5' }];
    stubNetwork({
      [TIERS]: () => success(feeTiers({}, [{ market: 'BTC-USDT', product: 'spot', quote: 'USDT', tiers: fixed }])),
    });
    await show(RatesPage, '/rateStandard');
    expect(rows()[1]).toBe('00.10%2.5 USDT');
    expect(screen.getByText('Fixed amounts')).toBeTruthy();
  });

  it('lists announced fees with their time', async () => {
    const terms = {
      makerFeesPpb: [1_000_000, 950_000],
      takerFeesPpb: [1_000_000],
      makerFeesFixed: [],
      takerFeesFixed: [],
    };
    const pending = [{ ...terms, from: new Date(2026, 10, 25, 12).getTime(), takerFeesPpb: [900_000] }];
    stubNetwork({
      [TIERS]: () => success(feeTiers({ spot: byVolume }, markets)),
      [INDEX]: () => pageOf([{ name: 'BTC-USDT', product: 'spot', ...terms, pending }]),
    });
    await show(RatesPage, '/rateStandard');
    const table = screen.getByRole('table', { name: /^From 2026-11-25 12:00:00.*BTC-USDT/ });
    expect([...table.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)).toEqual([
      '0Your level≥ 00.100%0.090%',
      '1≥ 500.095%0.090%',
    ]);
  });

  it('offers a retry on failure and shows a message without markets', async () => {
    stubNetwork({ [TIERS]: () => refusal(503, 'service.unavailable', 'Back in a moment.') });
    await show(RatesPage, '/rateStandard');
    expect(screen.getByRole('alert').textContent).toContain('Back in a moment.');
    stubNetwork({ [TIERS]: () => success(feeTiers()) });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await settle();
    expect(screen.getByText('No market is listed yet.')).toBeTruthy();
  });
});
