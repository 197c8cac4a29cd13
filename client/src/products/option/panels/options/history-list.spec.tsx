import { refusal, stubNetwork, success } from '../../../../../../test/support/network';
import { optionsSlice } from '../../api/option-slice';
import { sessionApi } from '../../../../entities/session/session-api';
import { needTexts, startLanguage } from '../../../../shared/i18n/i18n';
import { OPTION_TEXTS } from '../../../../shared/i18n/part-texts';
import { interestSlice } from '../../../../shared/stream/interest';
import { settledOption } from '../../../../testing/option';
import { openFreshBrowser, pageOf, press, showPage, testStore } from '../../../../testing/page';
import { OptionHistory } from './history-list';
import { chooseIn } from '../../../../testing/choose';

beforeAll(async () => {
  await startLanguage();
  await needTexts(OPTION_TEXTS);
});
beforeEach(openFreshBrowser);

it('writes the contracts into a file that its filters let through', async () => {
  const asked = stubNetwork({
    '/exchange/app/account/getUserInfo': () => success({ userId: 7, nickName: 'me', userType: 3 }),
    '/exchange/app/option/history': () => pageOf(settledOption()),
    // Nothing is saved of what was refused.
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
