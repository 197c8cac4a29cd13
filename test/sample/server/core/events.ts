/** Events of timers. */
import {
  amount,
  entries,
  id,
  message,
  millis,
  optional,
  text,
  ticks,
  word,
  type MessageOf,
} from '../../../core/messages/message';

export const TimerTermsSet = message('TimerTermsSet', { price: amount, reason: text });
export type TimerTermsSet = MessageOf<typeof TimerTermsSet>;

export const TimerStarted = message('TimerStarted', {
  timer: id,
  user: id,
  market: word,
  price: amount,
  ringsAt: millis,
  entries,
});
export type TimerStarted = MessageOf<typeof TimerStarted>;

export const TimerRung = message('TimerRung', {
  timer: id,
  user: id,
  market: word,
  /** When it was due, even if the exchange was down then. */
  dueAt: millis,
  /** Latest index of its market while it ran; absent if there was none. */
  index: optional(ticks),
});
export type TimerRung = MessageOf<typeof TimerRung>;

export type SampleEvent = TimerTermsSet | TimerStarted | TimerRung;

declare module '../../../core/event' {
  interface Events {
    sample: SampleEvent;
  }
}
