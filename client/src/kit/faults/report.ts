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

export type FaultListener = (errorReport: Fault) => void;

let reportedErrors = new Set<string>();
let unreported: Fault[] = [];
let listener: FaultListener | null = null;

/** Limits repeated faults: each is reported once, and at most as many as a report holds. */
export function reportFault(error: unknown, { place }: { place: string }): void {
  const errorReport: Fault = { place: placeOf(place), kind: kindOf(error), frames: framesOf(error) };
  const name = JSON.stringify(errorReport);
  if (reportedErrors.has(name) || reportedErrors.size >= FAULTS_A_REPORT_MAX) return;
  reportedErrors.add(name);
  if (listener) listener(errorReport);
  else unreported.push(errorReport);
}

/** Also delivers earlier faults. The returned function unsubscribes and clears what was reported. */
export function followFaults(onError: FaultListener): () => void {
  listener = onError;
  const missed = unreported;
  unreported = [];
  missed.forEach(onError);
  return () => {
    listener = null;
    unreported = [];
    reportedErrors = new Set();
  };
}

function placeOf(place: string): string {
  const maskedPlace = place.replace(SUBJECT, '*');
  return PLACE.test(maskedPlace) && maskedPlace.length <= PLACE_LENGTH_MAX ? maskedPlace : 'elsewhere';
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
