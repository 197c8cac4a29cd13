import { stubNetwork, success } from '../../../test/support/network';
import { startLanguage } from '../kit/i18n/i18n';
import { api } from '../kit/api/api';
import { followRebuild, LOOK_MS } from './follow-rebuild';
import { createAppStore } from './store';

const PATH = '/exchange/app/list';
const { list } = api.injectEndpoints({
  endpoints: (build) => ({
    list: build.query<unknown, void>({ query: () => ({ url: '/app/list' }), providesTags: ['Orders'] }),
  }),
}).endpoints;

beforeAll(startLanguage);

it('refetches a list while its projection is behind', async () => {
  jest.useFakeTimers();
  let isBehind = true;
  const asked = stubNetwork({
    [PATH]: () => {
      const answer = success([]);
      if (isBehind) answer.headers.set('projection-behind', '7');
      return answer;
    },
  });
  const store = createAppStore();
  followRebuild(store);
  await store.dispatch(list.initiate());
  expect(asked).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(LOOK_MS + 100);
  expect(asked).toHaveLength(2);
  isBehind = false;
  await jest.advanceTimersByTimeAsync(3 * LOOK_MS);
  expect(asked).toHaveLength(3);
  jest.useRealTimers();
});
