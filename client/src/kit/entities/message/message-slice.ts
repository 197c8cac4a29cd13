/** Subscription to the message stream. It only signals new messages, which are loaded over HTTP. */
import type { MessagePush, MessageSnapshot } from '../../../../../shared/wire/market-data';
import { createChannel, type ChannelState } from '../../stream/channel';
import { keyOf } from '../../stream/stream-events';

interface Known {
  /** Number of messages signalled since the subscription. */
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
  after: (current, { from, to }) => {
    if (current.seq === null || from > current.seq) return null;
    return to <= current.seq ? current : { seq: to };
  },
});

/** True if no signal since then can have been missed. */
export const selectMessagesFollowed = (state: { message: MessageState }) =>
  messageSlice.select(state, TOPIC).liveness.isInStep;
