/** How a query waits for what a command has just done. */
import { Refusal } from './errors/refusal';

export interface ProjectionProgress {
  /** Position of the last batch that the stored read models include. */
  position(): number;
  /** True as soon as the read models include `position`, false when they do not after `msMax` milliseconds. */
  waitFor(position: number, msMax: number): Promise<boolean>;
}

/** A reader behind the projection tries again at once: it is usually milliseconds. */
const RETRY_SECONDS = 1;

export async function awaitPosition(
  progress: ProjectionProgress,
  minPosition: number | undefined,
  msMax: number,
): Promise<void> {
  if (minPosition === undefined || progress.position() >= minPosition) return;
  if (!(await progress.waitFor(minPosition, msMax))) throw new Refusal('projection.behind', null, RETRY_SECONDS);
}
