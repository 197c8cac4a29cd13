/** Parses a client's request, or returns the code of its fault. */
import type { z } from 'zod';
import {
  isInterval,
  isListingChannel,
  isMarketChannel,
  isPrivateChannel,
  type FieldFault,
  type Interval,
  type ListingChannel,
  type MarketChannel,
  type PrivateChannel,
} from '../../../shared/wire/market-data';
import { fieldCodeOf } from '../../../shared/wire/fields';
import type { LiveViews } from '../../views/live/live-views';

export type MarketTopic =
  /** `interval` is set for candles only. */
  | { channel: MarketChannel; market: string; interval: Interval | null }
  | { channel: ListingChannel; market: null; interval: null };
export type Topic = MarketTopic | { channel: PrivateChannel };

export interface Refusal {
  refused: string;
  fields?: FieldFault[];
}

export function isRefusal(value: object): value is Refusal {
  return 'refused' in value;
}

export function isMarketTopic(topic: Topic): topic is MarketTopic {
  return 'market' in topic;
}

/** Identifies a topic within one socket, and a market topic's feed for all of them. */
export function keyOf(topic: Topic): string {
  return isMarketTopic(topic) ? `${topic.channel}:${topic.market ?? ''}:${topic.interval ?? ''}` : topic.channel;
}

export function parse<Schema extends z.ZodType>(schema: Schema, payload: unknown): z.infer<Schema> | Refusal {
  const parsed = schema.safeParse(payload, { error: fieldCodeOf });
  return parsed.success ? parsed.data : { refused: 'request.invalid', fields: parsed.error.issues.flatMap(faultsOf) };
}

function faultsOf(issue: z.core.$ZodIssue): FieldFault[] {
  if (issue.code !== 'unrecognized_keys') return [{ path: issue.path.join('.'), code: issue.message }];
  return issue.keys
    .slice(0, KEYS_REPORTED_MAX)
    .map((key) => ({ path: key.slice(0, KEY_LENGTH_MAX), code: issue.message }));
}

/** Bounds the answer's length by that of the request. */
const KEYS_REPORTED_MAX = 10;
const KEY_LENGTH_MAX = 100;

interface NamedTopic {
  channel: string;
  market?: string | undefined;
  interval?: string | undefined;
}

/** The topic of a well-formed request. Precedence: channel, fields, market, interval. */
export function topicOf(
  { channel, market, interval }: NamedTopic,
  { markets, index, marks }: Pick<LiveViews, 'markets' | 'index' | 'marks'>,
): Topic | Refusal {
  if (isPrivateChannel(channel) || isListingChannel(channel)) {
    if (market !== undefined) return fieldFault('market', 'unknown');
    if (interval !== undefined) return fieldFault('interval', 'unknown');
    return isPrivateChannel(channel) ? { channel } : { channel, market: null, interval: null };
  }
  if (!isMarketChannel(channel)) return { refused: 'channel.unknown' };
  if (market === undefined) return fieldFault('market', 'required');
  // Markets without an index and indexes without a market both exist.
  const isKnown =
    channel === 'mark'
      ? marks.has(market)
      : markets.find(market) !== undefined || (channel === 'index' && index.has(market));
  if (!isKnown) return { refused: 'market.unknown' };
  if (channel !== 'kline')
    return interval === undefined ? { channel, market, interval: null } : fieldFault('interval', 'unknown');
  if (interval === undefined) return fieldFault('interval', 'required');
  return isInterval(interval) ? { channel, market, interval } : { refused: 'interval.unknown' };
}

function fieldFault(path: string, code: string): Refusal {
  return { refused: 'request.invalid', fields: [{ path, code }] };
}
