/** Reports of faults on the page. A report has kind, place and own stack frames, but no message, which might quote user input. */
import {
  FAULTS_A_REPORT_MAX,
  FRAMES_A_FAULT_MAX,
  PLACE,
  PLACE_LENGTH_MAX,
} from '../../../../shared/wire/client-reports';

/** Desk paths contain user ids. */
const SUBJECT = /(?<=\/)\w*\d\w*/g;
/** Stack line in a browser's format; other lines belong to the message. */
const FRAME = /^(?: {4}at .+|\S*@\S+)$/;
/** Own file with line and column; drops the query of the URL. */
const OWN_FILE = /\/(assets\/[\w.-]{1,80}\.js):(\d{1,7}):(\d{1,9})\)?$/;

export interface Fault {
  /** Name of the failed panel or screen. */
  place: string;
  /** Error name, such as `TypeError`. */
  kind: string;
  /** `assets/trade-page-Ab12.js:1:2345`, the innermost first. */
  frames: string[];
}

export type FaultListener = (fault: Fault) => void;

let known = new Set<string>();
let unreported: Fault[] = [];
let listener: FaultListener | null = null;

/** Limits repeated faults: each is reported once, and at most as many as a report holds. */
export function reportFault(error: unknown, { place }: { place: string }): void {
  const fault: Fault = { place: placeOf(place), kind: kindOf(error), frames: framesOf(error) };
  const name = JSON.stringify(fault);
  if (known.has(name) || known.size >= FAULTS_A_REPORT_MAX) return;
  known.add(name);
  if (listener) listener(fault);
  else unreported.push(fault);
}

/** Also delivers earlier faults. The returned function unsubscribes and clears what was reported. */
export function followFaults(tell: FaultListener): () => void {
  listener = tell;
  const missed = unreported;
  unreported = [];
  missed.forEach(tell);
  return () => {
    listener = null;
    unreported = [];
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
