/** Thread that verifies a journal from its first byte to its last, and says how far it is. */
import { parentPort, workerData } from 'node:worker_threads';
import { inspectJournal, type Inspected } from './inspect';
import type { JournalPlace } from './segments/segment';

export interface AheadWorkerData {
  place: JournalPlace;
  core: string;
}
export type AheadWord = { is: 'verified'; position: number } | { is: 'end'; found: Inspected };

const say = (word: AheadWord): void => parentPort?.postMessage(word);

const { place, core } = workerData as AheadWorkerData;
const steps = inspectJournal(place, core);
let step = steps.next();
for (; !step.done; step = steps.next()) say({ is: 'verified', position: step.value });
say({ is: 'end', found: step.value });
