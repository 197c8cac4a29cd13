/** How the user likes the screens, as it is kept with the account. */
import type { Choices, SaveChoicesRequest } from '../../../../shared/wire/choices';
import { api } from '../../shared/api/api';

export const choicesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Asked for to be taken up once, not to be shown: no answer of it is kept. */
    ownChoices: build.mutation<{ choices: Choices }, void>({
      query: () => ({ url: '/app/account/choices' }),
      extraOptions: { isQuiet: true },
    }),
    saveChoices: build.mutation<null, SaveChoicesRequest>({
      query: (body) => ({ url: '/app/account/saveChoices', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
  }),
});
