/** What the link of a letter is good for, and what it does. Both go without a log-in. */
import type { LetterActed, LetterActRequest, LetterLinkRecord } from '../../../../shared/wire/letter-links';
import { api } from '../../shared/api/api';

const letterLinkApi = api.injectEndpoints({
  endpoints: (build) => ({
    letterLink: build.query<LetterLinkRecord, string>({
      query: (token) => ({ url: '/app/letterLink/look', method: 'POST', body: { token } }),
      extraOptions: { isQuiet: true },
    }),
    actByLetter: build.mutation<LetterActed, LetterActRequest>({
      query: (body) => ({ url: '/app/letterLink/act', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: ['Session', 'Security', 'Withdrawals'],
    }),
  }),
});

export const { useLetterLinkQuery, useActByLetterMutation } = letterLinkApi;
