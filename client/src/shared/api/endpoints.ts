/**
 * Endpoints from the rows of `shared/wire`: method, path, request and answer are those of the row. `build.query(ask(ROUTES.fills))`
 * reads, `build.mutation(ask(ROUTES.place))` changes; whatever else an endpoint needs stands beside it.
 */
import type { FetchArgs } from '@reduxjs/toolkit/query/react';
import type { z } from 'zod';
import type { Route } from '../../../../shared/wire/route';
import { inEnvelope } from './csv-file';

type Input<S> = S extends z.ZodType ? z.input<S> : unknown;
type Parts<R extends Route> = Input<R['params']> & Input<R['query']> & Input<R['body']>;
/** Fields that a page sends. Those with a default may be absent; void where the row has none. */
export type AskedOf<R extends Route> = R extends { params: z.ZodType } | { query: z.ZodType } | { body: z.ZodType }
  ? Record<never, never> extends Parts<R>
    ? Parts<R> | void
    : Parts<R>
  : void;
export type AnswerOf<R extends Route> = z.output<R['answer']>;

/** All addresses of the interface begin with this; so does the one HTTP client. */
export const BASE = '/exchange';

/** The server describes its interface here. */
export const API_DOCUMENTATION_PATH = `${BASE}/docs`;
/** A photo of 8 MB over a slow line takes longer than an answer may. */
const UPLOAD_MS_MAX = 120_000;

/** One request of this row, for an endpoint that chooses among rows. */
export function requestOf<const R extends Route>(route: R, asked: AskedOf<R>): FetchArgs {
  const { method, path, answers } = route as Route;
  const sent: Record<string, unknown> = { ...(asked as object | undefined) };
  const url = path.slice(BASE.length).replace(/:(\w+)/g, (_, name: string) => {
    const value = sent[name];
    delete sent[name];
    return encodeURIComponent(String(value));
  });
  const isBare = Object.values(sent).every((value) => value === undefined);
  const read: FetchArgs = isBare ? { url } : { url, params: sent };
  const request: FetchArgs = method === 'GET' ? read : { url, method, body: sent };
  return answers === undefined ? request : { ...request, responseHandler: inEnvelope };
}

export function ask<const R extends Route>(route: R) {
  return {
    query: (asked: AskedOf<R>) => requestOf(route, asked),
    transformResponse: (answer: AnswerOf<R>): AnswerOf<R> => answer,
  };
}

/** The same, without a toast: what asks says itself what was refused, or has no need to. */
export function askQuietly<const R extends Route>(route: R) {
  return { ...ask(route), extraOptions: { isQuiet: true } };
}

/** The address of a row that is read, for a picture on a page and for a file. */
export function addressOf<const R extends Route>({ path }: R, asked: AskedOf<R>): string {
  const fields = Object.entries({ ...(asked as object | undefined) }).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(fields as [string, string][]).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** A photo as the body; what else the row asks for stands in the address. */
export function uploadOf<const R extends Route>(route: R, photo: Blob, asked: AskedOf<R>) {
  return {
    url: addressOf(route, asked).slice(BASE.length),
    method: route.method,
    body: photo,
    headers: { 'content-type': photo.type === '' ? 'application/octet-stream' : photo.type },
    timeout: UPLOAD_MS_MAX,
  };
}
