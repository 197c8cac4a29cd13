/** Reports errors and web vitals of this page to the server, automatically and without data about the visitor. */
import {
  CLIENT_REPORT_ROUTES,
  VITAL_MAX,
  type ClientReport,
  type VitalName,
} from '../../../shared/wire/client-reports';
import { followFaults, reportFault } from '../kit/faults/report';
import { loadWithRetry } from '../kit/lib/load-with-retry';
import { whenIdle } from '../kit/lib/hooks/when-idle';

/** Errors within this time are sent in one report. */
const GATHER_MS = 1_000;

type RecordVital = (vital: VitalName, value: number) => void;
type Measure = (recordVital: RecordVital) => Promise<void>;

/** Runs while the page is open. Returns a stop function for tests. */
export function followReports(
  post: (report: ClientReport) => void = send,
  measure: Measure = measureVitals,
): () => void {
  let errors: ClientReport['faults'] = [];
  const vitals = new Map<VitalName, number>();
  let gathering: ReturnType<typeof setTimeout> | undefined;

  const postReport = (): void => {
    clearTimeout(gathering);
    gathering = undefined;
    if (errors.length === 0 && vitals.size === 0) return;
    post({ faults: errors, vitals: [...vitals].map(([name, value]) => ({ name, value })) });
    errors = [];
    vitals.clear();
  };
  const unfollow = followFaults((error) => {
    errors.push(error);
    gathering ??= setTimeout(postReport, GATHER_MS);
  });
  const onError = ({ error }: ErrorEvent) => reportFault(error, { place: 'window' });
  const onRejection = ({ reason }: PromiseRejectionEvent) => reportFault(reason, { place: 'promise' });
  // A hidden page may never become visible again, so it reports now.
  const onHidden = () => document.visibilityState === 'hidden' && postReport();
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  const forget = whenIdle(() => void measure((name, value) => vitals.set(name, Math.min(value, VITAL_MAX))));
  document.addEventListener('visibilitychange', onHidden);
  return () => {
    clearTimeout(gathering);
    unfollow();
    forget();
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
    document.removeEventListener('visibilitychange', onHidden);
  };
}

async function measureVitals(recordVital: RecordVital): Promise<void> {
  await loadWithRetry(
    () => import('web-vitals'),
    ({ onCLS, onFCP, onINP, onLCP, onTTFB }) => {
      for (const follow of [onFCP, onINP, onLCP, onTTFB]) {
        follow(({ name, value }) => recordVital(name, Math.max(0, value) / 1_000));
      }
      onCLS(({ name, value }) => recordVital(name, value));
    },
  );
}

/** `keepalive` lets the request outlive the page. Failures are ignored. */
function send(report: ClientReport): void {
  void fetch(CLIENT_REPORT_ROUTES.report.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report),
    credentials: 'omit',
    keepalive: true,
  }).catch(() => undefined);
}
