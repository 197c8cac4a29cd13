/** Lets a query wait for the effect of a command. */
import { Refusal } from './errors/refusal';

export interface ProjectionProgress {
  /** Position of the last batch that the stored read models include. */
  position(): number;
  /** Resolves to true when the read models include `position`, or to false after `msMax` milliseconds. */
  waitFor(position: number, msMax: number): Promise<boolean>;
}

/** Hint for readers ahead of the projection; it usually catches up in milliseconds. */
const RETRY_SECONDS = 1;

export async function awaitPosition(
  progress: ProjectionProgress,
  minPosition: number | undefined,
  msMax: number,
): Promise<void> {
  if (minPosition === undefined || progress.position() >= minPosition) return;
  if (!(await progress.waitFor(minPosition, msMax))) throw new Refusal('projection.behind', null, RETRY_SECONDS);
}
