/** Settings of the desk that every page may show. */
import type { ConfigKey } from '../../../../shared/wire/product';
import { api } from '../../shared/api/api';

export const configApi = api.injectEndpoints({
  endpoints: (build) => ({
    systemConfig: build.query<string, ConfigKey>({
      query: (key) => ({ url: '/app/systemConfig/getByKey', params: { key } }),
      transformResponse: ({ value }: { value: string }) => value,
      extraOptions: { isQuiet: true },
    }),
  }),
});

export const { useSystemConfigQuery } = configApi;
