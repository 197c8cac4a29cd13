import { refusal, stubNetwork, success } from '../../../../../../test/support/network';
import { optionsSlice } from '../../api/option-slice';
import { sessionApi } from '../../../../kit/entities/session/session-api';
import { loadTexts, startLanguage } from '../../../../kit/i18n/i18n';
import { OPTION_TEXTS } from '../../api/texts';
import { interestSlice } from '../../../../kit/stream/interest';
import { settledOption } from '../../../../testing/option';
import { openFreshBrowser, pageOf, press, showPage, testStore } from '../../../../testing/page';
import { OptionHistory } from './history-list';
import { chooseIn } from '../../../../testing/choose';

beforeAll(async () => {
  await startLanguage();
  await loadTexts(OPTION_TEXTS);
});
beforeEach(openFreshBrowser);

it('exports the contracts matching the filters', async () => {
  const asked = stubNetwork({
    '/exchange/app/account/getUserInfo': () => success({ userId: 7, nickName: 'me', userType: 3 }),
    '/exchange/app/option/history': () => pageOf(settledOption()),
    // A refused export saves no file.
    '/exchange/app/option/export': () => refusal(503, 'system.busy'),
  });
  const store = testStore({ interest: interestSlice.reducer, options: optionsSlice.reducer });
  await store.dispatch(sessionApi.endpoints.getUserInfo.initiate());
  await showPage(store, <OptionHistory />, '/secondContract/history');
  const wanted = { Direction: 'Up', Start: 'Now', Result: 'Won' };
  for (const [label, option] of Object.entries(wanted)) {
    await chooseIn(label, option);
  }
  await press(/^Export/);
  const [file] = asked.filter(({ path }) => path.startsWith('/exchange/app/option/export'));
  expect(Object.fromEntries(new URL(file.path, 'http://localhost').searchParams)).toEqual({
    ...{ direction: 'up', timing: 'now', end: 'won' },
  });
});
