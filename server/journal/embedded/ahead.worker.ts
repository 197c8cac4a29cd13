/** Thread that verifies a journal from the first byte to the last and reports its progress. */
import { parentPort, workerData } from 'node:worker_threads';
import { inspectJournal, type Inspection } from './inspect';
import type { JournalPlace } from './segments/segment';

export interface AheadWorkerData {
  place: JournalPlace;
  core: string;
}
export type AheadMessage = { is: 'verified'; position: number } | { is: 'end'; found: Inspection };

const send = (message: AheadMessage): void => parentPort?.postMessage(message);

const { place, core } = workerData as AheadWorkerData;
const steps = inspectJournal(place, core);
let step = steps.next();
for (; !step.done; step = steps.next()) send({ is: 'verified', position: step.value });
send({ is: 'end', found: step.value });
