import type { ReactElement } from 'react';
import { stubNetwork, success } from '../../../../../../test/support/network';
import { optionsSlice } from '../../api/option-slice';
import { sessionApi } from '../../../../kit/entities/session/session-api';
import { loadTexts, startLanguage } from '../../../../kit/i18n/i18n';
import { OPTION_TEXTS } from '../../api/texts';
import { interestSlice } from '../../../../kit/stream/interest';
import { openFreshBrowser, showPage, testStore } from '../../../../testing/page';
import { ASKED_MOST, requestsWhilePushed } from '../../../../testing/pushed';
import { OptionDays } from './days-list';
import { OptionResults } from './results';

beforeAll(async () => {
  await startLanguage();
  await loadTexts(OPTION_TEXTS);
});
beforeEach(openFreshBrowser);

it.each<[string, ReactElement, string]>([
  ['days', <OptionDays key="days" />, 'days'],
  ['results', <OptionResults key="results" asset="USDT" scale={8} />, 'results'],
  ['limits', <OptionResults key="limits" asset="USDT" scale={8} />, 'limits'],
])('refetches %s at most once a second', async (_, shown, path) => {
  const asked = stubNetwork({
    '/exchange/app/account/getUserInfo': () => success({ userId: 7, nickName: 'me', userType: 3 }),
    '/exchange/app/option/days': () => success([]),
    '/exchange/app/option/results': () => success([]),
    '/exchange/app/option/limits': () => success([]),
  });
  const store = testStore({ interest: interestSlice.reducer, options: optionsSlice.reducer });
  await store.dispatch(sessionApi.endpoints.getUserInfo.initiate());
  const tell = (position: number) =>
    void store.dispatch(optionsSlice.snapshotReceived({ snapshot: { position, contracts: [] }, at: 1 }));
  tell(5);
  await showPage(store, shown, '/secondContract');
  const asks = () => asked.filter((one) => one.path.startsWith(`/exchange/app/option/${path}`)).length;
  const more = await requestsWhilePushed((count) => tell(5 + count), asks);
  expect(more).toBeGreaterThan(0);
  expect(more).toBeLessThanOrEqual(ASKED_MOST);
});
