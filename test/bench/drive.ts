/** Load on an engine: a fixed number of commands under way until so many are answered. */
import { isRejection } from '../../server/core/rejection';
import type { Engine } from '../../server/engine/engine';
import type { CommandEnvelope } from '../../server/engine/port';
import type { Mix } from './orders-stream';

export interface Driven {
  seconds: number;
  /** Milliseconds from submitting to the answer, one a command, in order of answers. */
  latencies: Float64Array;
}

/** Keeps `inFlight` commands under way until `orders` are answered. */
export function drive(engine: Pick<Engine, 'submit'>, mix: Mix, inFlight: number, orders: number): Promise<Driven> {
  const latencies = new Float64Array(orders);
  let submitted = 0;
  let answered = 0;
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const one = (): void => {
      if (submitted === orders) return;
      submitted++;
      const { command, ...rest } = mix.next();
      const at = performance.now();
      engine.submit({ command, ...rest }).then((outcome) => {
        latencies[answered++] = performance.now() - at;
        if (!isRejection(outcome) && command.type === 'PlaceOrder') mix.placed(command.user, outcome.id!);
        if (answered === orders) resolve({ seconds: (performance.now() - started) / 1000, latencies });
        else one();
      }, reject);
    };
    for (let index = 0; index < inFlight; index++) one();
  });
}

/** Submits everything, `inFlight` at a time; rejects when one is refused. */
export async function submitAll(
  engine: Pick<Engine, 'submit'>,
  envelopes: Iterable<CommandEnvelope>,
  inFlight: number,
): Promise<void> {
  let waiting: Promise<void>[] = [];
  const accept = async (envelope: CommandEnvelope): Promise<void> => {
    const outcome = await engine.submit(envelope);
    if (isRejection(outcome)) throw new Error(`${envelope.command.type}: ${outcome.rejected}`);
  };
  for (const envelope of envelopes) {
    waiting.push(accept(envelope));
    if (waiting.length < inFlight) continue;
    await Promise.all(waiting);
    waiting = [];
  }
  await Promise.all(waiting);
}
