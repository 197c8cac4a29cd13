/** The command port of an exchange without a journal: accepted commands are durable immediately. */
import { decide } from '../../server/products/core';
import { isRejection } from '../../server/core/rejection';
import type { CommandEnvelope, CommandPort } from '../../server/engine/port';
import type { LiveExchange } from './people/live-exchange';

export interface LivePort extends Pick<CommandPort, 'submit'> {
  /** All submitted commands, accepted or not. */
  sent: CommandEnvelope[];
  /** Errors for the next commands, one each: thrown before the command is taken, or after. */
  faults: { error: Error; isTaken: boolean }[];
}

export function livePort(exchange: LiveExchange): LivePort {
  const sent: CommandEnvelope[] = [];
  const faults: LivePort['faults'] = [];
  return {
    sent,
    faults,
    async submit(envelope) {
      const { actor, command } = envelope;
      sent.push(envelope);
      const fault = faults.shift();
      if (fault && !fault.isTaken) throw fault.error;
      const decision = decide(exchange.state, command, { actor, at: exchange.at });
      if (isRejection(decision)) return decision;
      exchange.run(command, actor);
      if (fault) throw fault.error;
      return { position: exchange.state.position, id: null, repeated: false };
    },
  };
}
