/** Preferences stored with the account. */
import { CHOICES_ROUTES } from '../../../../shared/products/identity/choices';
import { api } from '../../kit/api/api';
import { quietEndpointOf } from '../../kit/api/endpoints';

export const choicesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A mutation, because the response is applied once and must not be cached. */
    ownChoices: build.mutation(quietEndpointOf(CHOICES_ROUTES.own)),
    saveChoices: build.mutation(quietEndpointOf(CHOICES_ROUTES.save)),
  }),
});
