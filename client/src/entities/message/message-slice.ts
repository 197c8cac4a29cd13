/** Whether the stream of messages is being followed: what they say is asked for over HTTP. */
import type { MessagePush, MessageSnapshot } from '../../../../shared/wire/market-data';
import { createChannel, type ChannelState } from '../../shared/stream/channel';
import { keyOf } from '../../shared/stream/stream-events';

interface Known {
  /** Messages that were told of since the subscription. */
  seq: number | null;
}

export type MessageState = ChannelState<Known, MessagePush>;

const TOPIC = keyOf({ channel: 'message' });

export const messageSlice = createChannel<'message', Known, MessageSnapshot, MessagePush>({
  name: 'message',
  channel: 'message',
  unknown: { seq: null },
  keyOf: () => TOPIC,
  ofSnapshot: ({ position }) => ({ seq: position }),
  after: (known, { from, to }) => {
    if (known.seq === null || from > known.seq) return null;
    return to <= known.seq ? known : { seq: to };
  },
});

/** Nothing that was told of since can have been missed. */
export const selectMessagesFollowed = (state: { message: MessageState }) =>
  messageSlice.select(state, TOPIC).liveness.isInStep;
