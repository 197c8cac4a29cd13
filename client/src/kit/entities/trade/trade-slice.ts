/** Latest trades of the subscribed markets. */
import type { TradePush, TradeSnapshot } from '../../../../../shared/wire/market-data';
import { createChannel, type ChannelState } from '../../stream/channel';
import { keyOf } from '../../stream/stream-events';
import { tapeAfter, tapeOfSnapshot, type Tape } from './fold';

interface Known {
  tape: Tape | null;
}

export type TradeState = ChannelState<Known, TradePush>;

const topicOf = (market: string) => keyOf({ channel: 'trade', market });

export const tradeSlice = createChannel<'trade', Known, TradeSnapshot, TradePush>({
  name: 'trade',
  channel: 'trade',
  unknown: { tape: null },
  keyOf: ({ market }) => topicOf(market),
  ofSnapshot: (snapshot) => {
    const tape = tapeOfSnapshot(snapshot);
    return tape && { tape };
  },
  after: (current, push) => {
    const tape = current.tape && tapeAfter(current.tape, push);
    return tape === current.tape ? current : tape && { tape };
  },
});

export const selectTrades = (state: { trade: TradeState }, market: string) => tradeSlice.select(state, topicOf(market));
