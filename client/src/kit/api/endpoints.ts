/**
 * Endpoints from the routes of `shared/wire`, which define method, path, request and response. `build.query(ask(ROUTES.fills))` reads,
 * `build.mutation(ask(ROUTES.place))` changes. Further options of an endpoint are given beside it.
 */
import type { FetchArgs } from '@reduxjs/toolkit/query/react';
import type { z } from 'zod';
import type { Route } from '../../../../shared/wire/route';
import { csvEnvelope } from './csv-file';

type Input<S> = S extends z.ZodType ? z.input<S> : unknown;
type Parts<R extends Route> = Input<R['params']> & Input<R['query']> & Input<R['body']>;
/** Request fields. Those with a default are optional; void if the route has none. */
export type AskedOf<R extends Route> = R extends { params: z.ZodType } | { query: z.ZodType } | { body: z.ZodType }
  ? Record<never, never> extends Parts<R>
    ? Parts<R> | void
    : Parts<R>
  : void;
export type AnswerOf<R extends Route> = z.output<R['answer']>;

/** Prefix of all API paths, which the HTTP client adds. */
export const BASE = '/exchange';

/** Path of the API description. */
export const API_DOCUMENTATION_PATH = `${BASE}/docs`;
/** Uploading 8 MB over a slow line takes longer than the usual timeout. */
const UPLOAD_MS_MAX = 120_000;

/** Request of this route, for an endpoint that chooses among routes. */
export function requestOf<const R extends Route>(route: R, parameters: AskedOf<R>): FetchArgs {
  const { method, path, answers } = route as Route;
  const fields: Record<string, unknown> = { ...(parameters as object | undefined) };
  const url = path.slice(BASE.length).replace(/:(\w+)/g, (_, name: string) => {
    const value = fields[name];
    delete fields[name];
    return encodeURIComponent(String(value));
  });
  const isBare = Object.values(fields).every((value) => value === undefined);
  const read: FetchArgs = isBare ? { url } : { url, params: fields };
  const request: FetchArgs = method === 'GET' ? read : { url, method, body: fields };
  return answers === undefined ? request : { ...request, responseHandler: csvEnvelope };
}

export function endpointOf<const R extends Route>(route: R) {
  return {
    query: (parameters: AskedOf<R>) => requestOf(route, parameters),
    transformResponse: (answer: AnswerOf<R>): AnswerOf<R> => answer,
  };
}

/** Like `endpointOf`, without a toast: the caller shows refusals itself or ignores them. */
export function quietEndpointOf<const R extends Route>(route: R) {
  return { ...endpointOf(route), extraOptions: { isQuiet: true } };
}

/** URL of a GET route, for pictures and files. */
export function addressOf<const R extends Route>({ path }: R, parameters: AskedOf<R>): string {
  const fields = Object.entries({ ...(parameters as object | undefined) }).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(fields as [string, string][]).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** Sends a photo as the body and the other fields in the query. */
export function uploadOf<const R extends Route>(route: R, photo: Blob, parameters: AskedOf<R>) {
  return {
    url: addressOf(route, parameters).slice(BASE.length),
    method: route.method,
    body: photo,
    headers: { 'content-type': photo.type === '' ? 'application/octet-stream' : photo.type },
    timeout: UPLOAD_MS_MAX,
  };
}
