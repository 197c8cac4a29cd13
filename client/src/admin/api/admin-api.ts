/** The API with additional cache tags of the admin. */
import { api } from '../../kit/api/api';

export const adminApi = api.enhanceEndpoints({
  addTagTypes: ['Staff', 'DeskUsers', 'Reviews', 'Recoveries', 'Limits', 'Chains', 'Proposals', 'Drift'],
});
