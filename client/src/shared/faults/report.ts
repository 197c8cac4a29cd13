/**
 * Faults of the page, told to whoever follows them. A fault is its kind, its place and where in our own files it happened:
 * no message, because a message may quote what somebody typed.
 */
import {
  FAULTS_A_REPORT_MAX,
  FRAMES_A_FAULT_MAX,
  PLACE,
  PLACE_LENGTH_MAX,
} from '../../../../shared/wire/client-reports';

/** The desk has the number of whom it shows in its paths. */
const SUBJECT = /(?<=\/)\w*\d\w*/g;
/** A line of a stack as browsers write them. Others belong to the message, which may look like anything. */
const FRAME = /^(?: {4}at .+|\S*@\S+)$/;
/** One of our own files with line and column: what a bundler named, and nothing of an address' query. */
const OWN_FILE = /\/(assets\/[\w.-]{1,80}\.js):(\d{1,7}):(\d{1,9})\)?$/;

export interface Fault {
  /** The panel, the screen, or what else has stopped. */
  place: string;
  /** `TypeError` and its like. */
  kind: string;
  /** `assets/trade-page-Ab12.js:1:2345`, the innermost first. */
  frames: string[];
}

export type FaultListener = (fault: Fault) => void;

let known = new Set<string>();
let untold: Fault[] = [];
let listener: FaultListener | null = null;

/** A page that breaks with every push says so once for each way it breaks, and no more often than a report holds. */
export function reportFault(error: unknown, { place }: { place: string }): void {
  const fault: Fault = { place: placeOf(place), kind: kindOf(error), frames: framesOf(error) };
  const name = JSON.stringify(fault);
  if (known.has(name) || known.size >= FAULTS_A_REPORT_MAX) return;
  known.add(name);
  if (listener) listener(fault);
  else untold.push(fault);
}

/** Also of those that came before anybody followed. The answer ends it, and forgets what is known. */
export function followFaults(tell: FaultListener): () => void {
  listener = tell;
  const missed = untold;
  untold = [];
  missed.forEach(tell);
  return () => {
    listener = null;
    untold = [];
    known = new Set();
  };
}

function placeOf(place: string): string {
  const named = place.replace(SUBJECT, '*');
  return PLACE.test(named) && named.length <= PLACE_LENGTH_MAX ? named : 'elsewhere';
}

function kindOf(error: unknown): string {
  const name = error instanceof Error ? error.name : typeof error;
  return /^\w{1,40}$/.test(name) ? name : 'Error';
}

function framesOf(error: unknown): string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const frames = stack.split('\n').flatMap((line) => (FRAME.test(line) ? [OWN_FILE.exec(line)] : []));
  return frames.flatMap((found) => (found ? [found.slice(1).join(':')] : [])).slice(0, FRAMES_A_FAULT_MAX);
}
