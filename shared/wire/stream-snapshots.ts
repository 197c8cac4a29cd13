/** What the socket's channels stand at, over HTTP: for pages that no socket reaches. */
import { z } from 'zod';
import { CHANNELS, SUBSCRIPTIONS_MAX } from './market-data';
import type { Route } from './route';

/** `depth:BTC-USDT`, `kline:BTC-USDT:1m`, `order`. */
const topic = z
  .string()
  .max(80)
  .regex(new RegExp(`^(${CHANNELS.join('|')})(:[A-Za-z0-9._-]{1,36}){0,2}$`));
const TOPICS_LENGTH_MAX = 4_096;

export const snapshotsRequest = z.strictObject({
  /** Topics with commas between them; none asks only whether the exchange answers. */
  topics: z
    .string()
    .max(TOPICS_LENGTH_MAX)
    .refine((topics) => topicsIn(topics).length <= SUBSCRIPTIONS_MAX)
    .refine((topics) => topicsIn(topics).every((named) => topic.safeParse(named).success)),
});
export type SnapshotsRequest = z.infer<typeof snapshotsRequest>;

export const snapshotsAnswer = z.strictObject({
  at: z.int(),
  /** In the order asked for. One that the caller may not have, or that is not known, has the code of the refusal. */
  topics: z.array(
    z.union([
      z.strictObject({ topic, channel: z.enum(CHANNELS), snapshot: z.looseObject({}) }),
      z.strictObject({ topic, refused: z.string() }),
    ]),
  ),
});
export type SnapshotsAnswer = z.infer<typeof snapshotsAnswer>;

export function topicsIn(topics: string): string[] {
  return topics === '' ? [] : topics.split(',');
}

export const STREAM_ROUTES = {
  snapshots: {
    method: 'GET',
    path: '/exchange/app/stream/snapshots',
    summary: "Snapshots of the socket's channels, as a subscription answers them; private ones of the logged-in user",
    access: 'public',
    heedsTicket: true,
    query: snapshotsRequest,
    answer: snapshotsAnswer,
  },
} as const satisfies Record<string, Route>;
