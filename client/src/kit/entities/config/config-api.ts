/** Settings of the desk that every page may show. */
import { useMemo } from 'react';
import {
  CONFIG_DEFAULTS,
  CONFIG_KEYS,
  configFault,
  type ConfigKey,
  type ConfigValues,
} from '../../../../../shared/rules/site-config';
import { PRODUCT_ROUTES } from '../../../../../shared/wire/product';
import { api } from '../../api/api';
import { quietEndpointOf, requestOf } from '../../api/endpoints';

export const configApi = api.injectEndpoints({
  endpoints: (build) => ({
    systemConfig: build.query({
      ...quietEndpointOf(PRODUCT_ROUTES.getByKey),
      query: (key: ConfigKey) => requestOf(PRODUCT_ROUTES.getByKey, { key }),
      transformResponse: ({ value }: { value: string }) => value,
    }),
    allConfig: build.query({
      ...quietEndpointOf(PRODUCT_ROUTES.config),
      transformResponse: ({ values }: { values: ConfigValues }) => values,
    }),
  }),
});

export const { useSystemConfigQuery } = configApi;
const { useAllConfigQuery } = configApi;

/** The desk's settings, or the defaults until they are loaded. Values that must not be shown count as unset. */
export function useDeskConfig({ skip = false }: { skip?: boolean } = {}): ConfigValues {
  const { data } = useAllConfigQuery(undefined, { skip });
  return useMemo(() => shownOf(data ?? CONFIG_DEFAULTS), [data]);
}

/** An older exchange accepted any value. */
function shownOf(values: ConfigValues): ConfigValues {
  const entries = CONFIG_KEYS.map((key) => [key, configFault(key, values[key]) === null ? values[key] : ''] as const);
  return Object.fromEntries(entries) as Record<ConfigKey, string>;
}
