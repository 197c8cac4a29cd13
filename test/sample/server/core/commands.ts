/** Commands of timers. */
import { amount, id, integer, message, text, word, type MessageOf } from '../../../core/messages/message';

export const SetTimerTerms = message('SetTimerTerms', {
  /** Units of USDT; 0: no timer is offered. */
  price: amount,
  reason: text,
});
export type SetTimerTerms = MessageOf<typeof SetTimerTerms>;

export const StartTimer = message('StartTimer', {
  user: id,
  market: word,
  seconds: integer,
  /** As the user was shown it, units of USDT. */
  price: amount,
});
export type StartTimer = MessageOf<typeof StartTimer>;

export const RingTimer = message('RingTimer', { timer: id });
export type RingTimer = MessageOf<typeof RingTimer>;

export type SampleCommand = SetTimerTerms | StartTimer | RingTimer;

declare module '../../../core/command' {
  interface Commands {
    sample: SampleCommand;
  }
  interface StaffCommands {
    sample: SetTimerTerms;
  }
  interface FollowUps {
    sample: RingTimer;
  }
}
