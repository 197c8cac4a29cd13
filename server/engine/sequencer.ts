/**
 * The only writer. Commands are decided and folded one after the other in memory; their batches gather while an append is
 * under way and become the next group; an answer leaves when everything it rests on is durable.
 *
 * It never repairs: a failed append or a broken assertion ends it (`onStop`), and the engine builds a new one from the
 * journal. Nothing that was not stored has been acknowledged by then.
 */
import type { Rejection } from '../core/rejection';
import type { CoreState } from '../core/state';
import { AppendError, type DraftBatch, type Journal } from '../journal/port';
import { EngineUnavailable, type CommandEnvelope, type Outcome } from './port';
import { createStepper, foresee } from './step';

export interface SequencerObserver {
  /** A group became durable: seconds it took, how many batches it had. */
  appended(seconds: number, batches: number): void;
  /** A command was answered: seconds since it was submitted. */
  answered(seconds: number): void;
}

export interface SequencerOptions {
  state: CoreState;
  journal: Journal;
  /** Milliseconds since the epoch; may stand still or jump, the journal's time does not run backwards. */
  clock: () => number;
  /** Commands taken and not yet answered, at most; `system.busy` above. */
  pendingMax: number;
  observer: SequencerObserver;
  /** Called once, when this sequencer will take no more commands because of `error`. */
  onStop: (error: Error) => void;
}

interface Waiting {
  outcome: Outcome;
  submitted: number;
  resolve: (outcome: Outcome) => void;
  reject: (error: EngineUnavailable) => void;
}

interface Group {
  drafts: DraftBatch[];
  waiting: Waiting[];
}

export interface Sequencer {
  submit(envelope: CommandEnvelope): Promise<Outcome>;
  foresee(envelope: CommandEnvelope): Promise<Outcome | null>;
  /** Refuses new commands and resolves when every taken one is answered. */
  drain(): Promise<void>;
  pending(): number;
  /** Position of the last durable event. */
  durable(): number;
}

export function createSequencer(options: SequencerOptions): Sequencer {
  const { state, journal, clock, pendingMax, observer } = options;
  let gathering: Group = { drafts: [], waiting: [] };
  let appending: Group | null = null;
  let flushScheduled = false;
  let pending = 0;
  // What was read back, not what the journal's head says: after an append of unknown outcome that may be older.
  let durable = state.position;
  let mode: 'running' | 'draining' | 'stopped' = 'running';
  let drained: (() => void) | null = null;
  const take = createStepper({ state, clock, onDraft: gather });

  function gather(draft: DraftBatch): void {
    gathering.drafts.push(draft);
    scheduleFlush();
  }

  function submit(envelope: CommandEnvelope): Promise<Outcome> {
    if (mode !== 'running' || pending >= pendingMax) return Promise.reject(new EngineUnavailable('system.busy'));
    pending++;
    return new Promise((resolve, rejectPromise) => {
      const waiting: Waiting = { outcome: UNDECIDED, submitted: performance.now(), resolve, reject: rejectPromise };
      try {
        waiting.outcome = take(envelope);
      } catch (error) {
        // The state may be half-changed: nothing more may be decided on it.
        gathering.waiting.push(waiting);
        stop(error as Error);
        return;
      }
      answerWhenDurable(waiting);
      if (!appending && gathering.drafts.length >= DRAFTS_WORTH_A_SYNC) flush();
    });
  }

  function foreseeNow(envelope: CommandEnvelope): Promise<Outcome | null> {
    if (mode !== 'running' || pending >= pendingMax) return Promise.reject(new EngineUnavailable('system.busy'));
    const outcome = foresee(state, envelope);
    if (outcome === null) return Promise.resolve(null);
    pending++;
    return new Promise((resolve, reject) => {
      answerWhenDurable({ outcome, submitted: performance.now(), resolve, reject });
    });
  }

  /** It may rest on whatever is not durable yet. */
  function answerWhenDurable(waiting: Waiting): void {
    if (gathering.drafts.length > 0) gathering.waiting.push(waiting);
    else if (appending) appending.waiting.push(waiting);
    else answer(waiting);
  }

  function scheduleFlush(): void {
    if (flushScheduled || appending) return;
    flushScheduled = true;
    // After the input of this turn of the event loop, so that what arrived together is appended together.
    setImmediate(() => {
      flushScheduled = false;
      if (mode !== 'stopped' && !appending && gathering.drafts.length > 0) flush();
    });
  }

  function flush(): void {
    const group = gathering;
    appending = group;
    gathering = { drafts: [], waiting: [] };
    const started = performance.now();
    journal.append(durable, group.drafts).then(
      (head) => {
        durable = head.position;
        appending = null;
        observer.appended((performance.now() - started) / 1000, group.drafts.length);
        if (mode !== 'stopped' && gathering.drafts.length > 0) flush();
        for (const waiting of group.waiting) answer(waiting);
      },
      (error: Error) => {
        appending = null;
        const unknown = !(error instanceof AppendError) || error.fault === 'unknown';
        for (const waiting of group.waiting) fail(waiting, unknown ? 'outcome.unknown' : 'system.busy');
        stop(error);
      },
    );
  }

  function answer(waiting: Waiting): void {
    pending--;
    observer.answered((performance.now() - waiting.submitted) / 1000);
    waiting.resolve(waiting.outcome);
    if (pending === 0) drained?.();
  }

  function fail(waiting: Waiting, code: EngineUnavailable['code']): void {
    pending--;
    waiting.reject(new EngineUnavailable(code));
    if (pending === 0) drained?.();
  }

  function stop(error: Error): void {
    if (mode === 'stopped') return;
    mode = 'stopped';
    // Never handed to the journal, so known not to be stored.
    const lost = gathering;
    gathering = { drafts: [], waiting: [] };
    for (const waiting of lost.waiting) fail(waiting, 'system.busy');
    if (!appending) options.onStop(error);
    else void settled().then(() => options.onStop(error));
  }

  /** Resolves when the append under way has ended, either way. */
  async function settled(): Promise<void> {
    while (appending) await new Promise((resolve) => setImmediate(resolve));
  }

  async function drain(): Promise<void> {
    if (mode === 'running') mode = 'draining';
    if (pending > 0) await new Promise<void>((resolve) => (drained = resolve));
    await settled();
  }

  return { submit, foresee: foreseeNow, drain, pending: () => pending, durable: () => durable };
}

/** With so many there is no waiting for the rest of the turn: the journal writes them while the next are decided. */
const DRAFTS_WORTH_A_SYNC = 256;

/** Replaced before anyone can see it. */
const UNDECIDED: Rejection = { rejected: 'command.not.permitted' };
