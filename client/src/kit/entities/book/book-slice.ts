/** Order books of the subscribed markets. */
import type { DepthDifference, DepthSnapshot } from '../../../../../shared/wire/market-data';
import { createChannel, type ChannelState } from '../../stream/channel';
import { keyOf } from '../../stream/stream-events';
import { bookAfter, bookOfSnapshot, type Book } from './fold';

interface Known {
  book: Book | null;
}

export type BookState = ChannelState<Known, DepthDifference>;

const topicOf = (market: string) => keyOf({ channel: 'depth', market });

export const bookSlice = createChannel<'book', Known, DepthSnapshot, DepthDifference>({
  name: 'book',
  channel: 'depth',
  unknown: { book: null },
  keyOf: ({ market }) => topicOf(market),
  ofSnapshot: (snapshot) => {
    const book = bookOfSnapshot(snapshot);
    return book && { book };
  },
  after: (current, difference) => {
    const book = current.book && bookAfter(current.book, difference);
    return book === current.book ? current : book && { book };
  },
});

export const selectBook = (state: { book: BookState }, market: string) => bookSlice.select(state, topicOf(market));
