/** The one HTTP client. Endpoints are injected by the entities they belong to. */
import { createApi, fetchBaseQuery, type BaseQueryFn, type FetchArgs } from '@reduxjs/toolkit/query/react';
import { dataOf, type Fault } from './envelope';

const TIMEOUT_MS = 30_000;

const request = fetchBaseQuery({ baseUrl: '/', timeout: TIMEOUT_MS, credentials: 'same-origin' });

/** Opens the envelope: `data` of a success, or the code and the words of a refusal. The language goes with the cookie. */
const openEnvelope: BaseQueryFn<FetchArgs, unknown, Fault> = async (parameters, api, options) => {
  const { data, error } = await request(parameters, api, options);
  return dataOf(data ?? error?.data);
};

export const api = createApi({ reducerPath: 'api', baseQuery: openEnvelope, endpoints: () => ({}) });
