/** The projectors of all read models: each at its own pace, in a thread and a database of its own. */
import { randomUUID } from 'node:crypto';
import type { FollowerSource } from '../../journal/source';
import type { DatabaseConfig } from '../../platform/database/database';
import { startProjector, type Projector } from './projector';
import { MODELS, type ModelName } from './tables';

/** Each by its name, and all of them as one, which is as far as the slowest. */
export interface Projectors extends Readonly<Record<ModelName, Projector>> {
  all: Projector;
}

/** Resolves when all agree with the journal; rejects, with none left running, when one cannot. `included` hears of the slowest. */
export async function startProjectors(
  config: DatabaseConfig,
  source: FollowerSource,
  say: (line: string) => void,
  included: (position: number) => void = () => undefined,
): Promise<Projectors> {
  const positions = new Map<ModelName, number>();
  let told: number | null = null;
  const way = `projectors ${randomUUID()}`;
  const starting = MODELS.map((model) =>
    startProjector(model, config, source, way, say, (position) => {
      positions.set(model, position);
      // Until all have said where they are, nobody knows which is the slowest.
      if (positions.size < MODELS.length) return;
      const slowest = Math.min(...positions.values());
      if (slowest !== told) included((told = slowest));
    }),
  );
  const started = await Promise.allSettled(starting);
  const running = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = started.find((one) => one.status === 'rejected');
  if (failed) {
    await Promise.all(running.map((projector) => projector.stop()));
    throw failed.reason;
  }
  const [views, records] = running;
  return { views, records, all: slowestOf(running) };
}

function slowestOf(projectors: readonly Projector[]): Projector {
  return {
    async waitFor(minPosition, waitMs) {
      const outcomes = await Promise.all(projectors.map((projector) => projector.waitFor(minPosition, waitMs)));
      return outcomes.every((outcome) => outcome === 'reached') ? 'reached' : 'behind';
    },
    checkpoint: () => Math.min(...projectors.map((projector) => projector.checkpoint())),
    get lag() {
      return Math.max(...projectors.map(({ lag }) => lag));
    },
    async stop() {
      await Promise.all(projectors.map((projector) => projector.stop()));
    },
  };
}
