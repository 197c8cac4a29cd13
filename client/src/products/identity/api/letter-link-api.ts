/** Links in security mails: their state, and the actions they allow. Both work without log-in. */
import { LETTER_LINK_ROUTES } from '../../../../../shared/products/identity/letter-links';
import { api } from '../../../kit/api/api';
import { quietEndpointOf, requestOf } from '../../../kit/api/endpoints';

const letterLinkApi = api.injectEndpoints({
  endpoints: (build) => ({
    letterLink: build.query({
      ...quietEndpointOf(LETTER_LINK_ROUTES.look),
      query: (token: string) => requestOf(LETTER_LINK_ROUTES.look, { token }),
    }),
    actByLetter: build.mutation({
      ...quietEndpointOf(LETTER_LINK_ROUTES.act),
      invalidatesTags: ['Session', 'Security', 'Withdrawals'],
    }),
  }),
});

export const { useLetterLinkQuery, useActByLetterMutation } = letterLinkApi;
