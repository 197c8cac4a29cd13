/** Settings of the desk that every page may show. */
import { useMemo } from 'react';
import {
  CONFIG_DEFAULTS,
  CONFIG_KEYS,
  configFault,
  type ConfigKey,
  type ConfigValues,
} from '../../../../shared/rules/desk-config';
import { PRODUCT_ROUTES } from '../../../../shared/wire/product';
import { api } from '../../shared/api/api';
import { askQuietly, requestOf } from '../../shared/api/endpoints';

export const configApi = api.injectEndpoints({
  endpoints: (build) => ({
    systemConfig: build.query({
      ...askQuietly(PRODUCT_ROUTES.getByKey),
      query: (key: ConfigKey) => requestOf(PRODUCT_ROUTES.getByKey, { key }),
      transformResponse: ({ value }: { value: string }) => value,
    }),
    allConfig: build.query({
      ...askQuietly(PRODUCT_ROUTES.config),
      transformResponse: ({ values }: { values: ConfigValues }) => values,
    }),
  }),
});

export const { useSystemConfigQuery } = configApi;
const { useAllConfigQuery } = configApi;

/** As the desk has set them: until that is known as every exchange begins with. What may not be shown counts as not set. */
export function useDeskConfig({ skip = false }: { skip?: boolean } = {}): ConfigValues {
  const { data } = useAllConfigQuery(undefined, { skip });
  return useMemo(() => shownOf(data ?? CONFIG_DEFAULTS), [data]);
}

/** An older exchange took whatever was entered. */
function shownOf(values: ConfigValues): ConfigValues {
  const shown = CONFIG_KEYS.map((key) => [key, configFault(key, values[key]) === null ? values[key] : ''] as const);
  return Object.fromEntries(shown) as Record<ConfigKey, string>;
}
