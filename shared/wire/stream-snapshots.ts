/** Current state of the socket's channels over HTTP, for pages that cannot reach a socket. */
import { z } from 'zod';
import { CHANNELS, SUBSCRIPTIONS_MAX } from './market-data';
import type { Route } from './route';

const NAME = `(${CHANNELS.join('|')})(:[A-Za-z0-9._-]{1,36}){0,2}`;
/** `depth:BTC-USDT`, `kline:BTC-USDT:1m`, `order`. */
const topic = z
  .string()
  .max(80)
  .regex(new RegExp(`^${NAME}$`));
/** A private topic may also name the position from which its updates are wanted: `order@4711`. */
const askedTopic = z
  .string()
  .max(100)
  .regex(new RegExp(`^${NAME}(@[0-9]{1,15})?$`));
const TOPICS_LENGTH_MAX = 4_096;

export const snapshotsRequest = z.strictObject({
  /**
   * Topics separated by commas, private ones as `order@4711` to continue from a position. Without topics, the request
   * only checks that the exchange answers.
   */
  topics: z
    .string()
    .max(TOPICS_LENGTH_MAX)
    .refine((topics) => topicsIn(topics).length <= SUBSCRIPTIONS_MAX)
    .refine((topics) => topicsIn(topics).every((requestedTopic) => askedTopic.safeParse(requestedTopic).success)),
});

export const snapshotsAnswer = z.strictObject({
  at: z.int(),
  /** In the requested order. An unknown or forbidden topic has the code of its refusal. */
  topics: z.array(
    z.union([
      z.strictObject({ topic, channel: z.enum(CHANNELS), snapshot: z.looseObject({}) }),
      /** Events since the given position, if all of them are still stored. */
      z.strictObject({ topic, channel: z.enum(CHANNELS), missed: z.looseObject({}) }),
      z.strictObject({ topic, refused: z.string() }),
    ]),
  ),
});
export type SnapshotsAnswer = z.infer<typeof snapshotsAnswer>;

export function topicsIn(topics: string): string[] {
  return topics === '' ? [] : topics.split(',');
}

/** A topic in the form of a request. */
export function askedName(topic: string, since: number | null): string {
  return since === null ? topic : `${topic}@${since}`;
}

/** The topic in a request, and the position to continue from. */
export function askedOf(requestedTopic: string): { topic: string; since: number | null } {
  const [topic, since] = requestedTopic.split('@');
  return { topic, since: since === undefined ? null : Number(since) };
}

export const STREAM_ROUTES = {
  snapshots: {
    method: 'GET',
    path: '/exchange/app/stream/snapshots',
    summary:
      "Snapshots of the socket's channels, as a subscription answers them; private ones of the logged-in user, or their updates since a position",
    access: 'public',
    heedsTicket: true,
    query: snapshotsRequest,
    answer: snapshotsAnswer,
  },
} as const satisfies Record<string, Route>;
