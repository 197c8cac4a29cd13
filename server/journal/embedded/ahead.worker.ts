/** Thread that verifies a journal from the first byte to the last and reports its progress. */
import { parentPort, workerData } from 'node:worker_threads';
import { inspectJournal, type Inspection } from './inspect';
import type { JournalPlace } from './segments/segment';

export interface AheadWorkerData {
  place: JournalPlace;
  core: string;
}
export type AheadMessage = { is: 'verified'; position: number } | { is: 'end'; found: Inspection };

const say = (word: AheadMessage): void => parentPort?.postMessage(word);

const { place, core } = workerData as AheadWorkerData;
const steps = inspectJournal(place, core);
let step = steps.next();
for (; !step.done; step = steps.next()) say({ is: 'verified', position: step.value });
say({ is: 'end', found: step.value });
