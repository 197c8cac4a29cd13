/** Product and coin lists come in pages of a hundred; screens want all of them. */
import type { FetchArgs } from '@reduxjs/toolkit/query/react';
import type { z } from 'zod';
import type { Page } from '../../../../shared/wire/fields';
import type { Route } from '../../../../shared/wire/route';
import { requestOf } from './endpoints';
import type { Fault } from './envelope';

const PAGE_SIZE = 100;
/** Bound for a server that never sends a short page. */
const PAGES_MAX = 100;

type Answer = { data: unknown; error?: undefined } | { data?: undefined; error: Fault };
type Ask = (request: FetchArgs) => PromiseLike<Answer> | Answer;
type Listing<Row> = Route & { body: z.ZodObject; answer: z.ZodType<Page<Row>> };

/** Loads page by page until one is not full. A failed page fails the whole list. */
export async function fetchAllPages<Row>(
  route: Listing<Row>,
  baseQuery: Ask,
): Promise<{ data: Row[] } | { error: Fault }> {
  const allRows: Row[] = [];
  for (let pageIndex = 1; pageIndex <= PAGES_MAX; pageIndex++) {
    const answer = await baseQuery(requestOf(route, { pageIndex, pageSize: PAGE_SIZE }));
    if (answer.error) return { error: answer.error };
    const { records, total } = answer.data as Page<Row>;
    allRows.push(...records);
    if (records.length < PAGE_SIZE || allRows.length >= total) break;
  }
  return { data: allRows };
}
