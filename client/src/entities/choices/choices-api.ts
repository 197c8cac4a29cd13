/** How the user likes the screens, as it is kept with the account. */
import { CHOICES_ROUTES } from '../../../../shared/products/identity/choices';
import { api } from '../../shared/api/api';
import { askQuietly } from '../../shared/api/endpoints';

export const choicesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Asked for to be taken up once, not to be shown: no answer of it is kept. */
    ownChoices: build.mutation(askQuietly(CHOICES_ROUTES.own)),
    saveChoices: build.mutation(askQuietly(CHOICES_ROUTES.save)),
  }),
});
