/** The interface with the desk's own tags. */
import { api } from '../../shared/api/api';

export const deskApi = api.enhanceEndpoints({
  addTagTypes: ['Staff', 'DeskUsers', 'Reviews', 'Recoveries', 'Limits', 'Chains', 'Proposals', 'Drift'],
});
