/**
 * The only writer. Commands are decided and folded in memory, one at a time. Their batches gather while an append is in
 * flight and form the next group. An outcome is returned when everything it depends on is durable.
 *
 * Urgent due items of the core precede the next command and are settled in slices. Between two slices the sequencer writes
 * the decided batches, yields to the event loop and accepts price feeds, so a long cascade neither blocks the process
 * nor uses stale prices. Other commands wait in FIFO order. Items due at a set time are settled between commands.
 *
 * The sequencer never repairs: a failed append or a broken assertion ends it (`onStop`), and the engine builds a new
 * one from the journal. Until then it has acknowledged only what is stored.
 */
import { capabilityOf } from '../core/actor';
import type { Core } from '../core/core';
import type { Rejection } from '../core/rejection';
import type { CoreState } from '../core/state';
import { AppendError, type DraftBatch, type Journal } from '../journal/port';
import { unavailable } from '../platform/errors/refusal';
import type { CommandEnvelope, Outcome, PresentState } from './port';
import { createStepper } from './step';

export interface SequencerObserver {
  /** A group became durable: duration in seconds, number of batches. */
  appended(seconds: number, batches: number): void;
  /** A command was answered: seconds since it was submitted. */
  answered(seconds: number): void;
}

export interface SequencerOptions {
  state: CoreState;
  journal: Journal;
  /** Milliseconds since the epoch; may stand still or jump, but the journal's time never runs backwards. */
  clock: () => number;
  /** Maximum accepted commands without an answer; above it `system.busy`. */
  pendingMax: number;
  observer: SequencerObserver;
  /** Monotonic clock in milliseconds, to limit slices. */
  monotonic?: (() => number) | undefined;
  core?: Core | undefined;
  /** Called once, when `error` stops this sequencer. */
  onStop: (error: Error) => void;
}

interface Waiter {
  outcome: Outcome;
  submitted: number;
  resolve: (outcome: Outcome) => void;
  reject: (error: Error) => void;
}

interface QueuedCommand {
  envelope: CommandEnvelope;
  waiter: Waiter;
}

interface Group {
  drafts: DraftBatch[];
  waiters: Waiter[];
}

export interface Sequencer {
  submit(envelope: CommandEnvelope): Promise<Outcome>;
  dryRun(envelope: CommandEnvelope): Promise<Outcome | null>;
  queryState<T>(question: (present: PresentState) => T): Promise<T>;
  /** Rejects new commands and resolves when every accepted one is answered. */
  drain(): Promise<void>;
  pending(): number;
  /** Accepted commands that wait for earlier due items. */
  undecided(): number;
  /** Position of the last durable event. */
  durable(): number;
}

export function createSequencer(options: SequencerOptions): Sequencer {
  const { state, journal, clock, pendingMax, observer, core, monotonic = () => performance.now() } = options;
  let gathering: Group = { drafts: [], waiters: [] };
  let appending: Group | null = null;
  let flushScheduled = false;
  let pending = 0;
  // The position read back, not the journal's head, which may be stale after an append of unknown outcome.
  let durable = state.position;
  let mode: 'running' | 'draining' | 'ended' | 'stopped' = 'running';
  let drained: (() => void) | null = null;
  const stepper = createStepper({ state, clock, onDraft: gather, core });
  // Commands accepted while an urgent item was due; they wait behind it.
  let intake: QueuedCommand[] = [];
  let intakeFirst = 0;
  let owing = stepper.hasDueWork('urgent');
  let sliceScheduled = false;
  let timer: NodeJS.Timeout | null = null;
  /** The gathering group has a slice of scheduled due items; further ones wait for the next group. */
  let dueGathered = false;
  let dueWaits = false;
  if (owing) scheduleSlice();
  awaitDue();

  function gather(draft: DraftBatch): void {
    gathering.drafts.push(draft);
    scheduleFlush();
  }

  function submit(envelope: CommandEnvelope): Promise<Outcome> {
    if (mode !== 'running' || pending >= pendingMax) return Promise.reject(unavailable('system.busy'));
    pending++;
    return new Promise((resolve, rejectPromise) => {
      const waiter: Waiter = { outcome: UNDECIDED, submitted: performance.now(), resolve, reject: rejectPromise };
      const mustWait = (owing || intakeFirst < intake.length) && capabilityOf(envelope.actor) !== 'feed';
      const queued = { envelope, waiter };
      if (mustWait || !tryExecute(queued)) intake.push(queued);
    });
  }

  /**
   * False if more follow-ups precede the command than one slice permits: a later turn takes it again, before all later
   * commands.
   */
  function tryExecute({ envelope, waiter }: QueuedCommand): boolean {
    let outcome: Outcome | null;
    try {
      outcome = stepper.execute(envelope);
      if (outcome !== null) {
        waiter.outcome = outcome;
        answerWhenDurable(waiter);
      }
      if (!owing) owing = stepper.runDueWork('urgent', DUE_ITEMS_AT_ONCE);
    } catch (error) {
      // The state may be half-changed, so no further decision may use it.
      if (!isIn(waiter)) gathering.waiters.push(waiter);
      stop(error as Error);
      return true;
    }
    if (owing || outcome === null) scheduleSlice();
    if (!appending && gathering.drafts.length >= DRAFTS_FLUSHED_EARLY) flush();
    return outcome !== null;
  }

  function scheduleSlice(): void {
    if (sliceScheduled) return;
    sliceScheduled = true;
    setImmediate(() => {
      sliceScheduled = false;
      if (mode === 'running' || mode === 'draining') runSlice();
    });
  }

  /** One slice: urgent due items first, then the commands behind them, then items due by time alone. */
  function runSlice(): void {
    const until = monotonic() + SLICE_MS;
    const isTime = (): boolean => monotonic() < until;
    // Bounds the drafts gathered during an append.
    if (appending && gathering.drafts.length >= DRAFTS_GATHERED_MAX) return scheduleSlice();
    try {
      owing ||= stepper.hasDueWork('urgent');
      while (owing && isTime()) owing = stepper.runDueWork('urgent', DUE_ITEMS_AT_ONCE);
    } catch (error) {
      stop(error as Error);
      return;
    }
    while (!owing && intakeFirst < intake.length && isTime()) {
      if (!tryExecute(intake[intakeFirst++])) intakeFirst--;
      if (mode === 'stopped') return;
    }
    if (intakeFirst === intake.length) {
      intake = [];
      intakeFirst = 0;
    }
    try {
      // Unlike an urgent due item, a scheduled one can take milliseconds and have a large batch. A group has at most one
      // slice of them, since followers of the journal process a group at once.
      let isDue = !owing && intake.length === 0;
      if (isDue && dueGathered) dueWaits = true;
      else {
        const before = state.position;
        while (isDue && isTime()) isDue = stepper.runDueWork('scheduled', 1);
        dueGathered ||= state.position > before;
        if (isDue) scheduleSlice();
      }
      if (!owing) owing = stepper.runDueWork('urgent', DUE_ITEMS_AT_ONCE);
    } catch (error) {
      stop(error as Error);
      return;
    }
    if (!appending && gathering.drafts.length >= DRAFTS_FLUSHED_EARLY) flush();
    if (owing || intake.length > 0) scheduleSlice();
    else awaitDue();
  }

  /** One timer for the next due item. The clock may be set, so it is also checked at intervals. */
  function awaitDue(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    const dueAt = stepper.nextDue();
    if (dueAt === null || mode === 'stopped' || mode === 'ended') return;
    const wait = Math.min(Math.max(dueAt - clock(), 0), DUE_WAIT_MS_MAX);
    timer = setTimeout(() => {
      if (stepper.hasDueWork()) scheduleSlice();
      else awaitDue();
    }, wait);
    timer.unref();
  }

  function dryRunNow(envelope: CommandEnvelope): Promise<Outcome | null> {
    if (mode !== 'running' || pending >= pendingMax) return Promise.reject(unavailable('system.busy'));
    const outcome = stepper.dryRun(envelope);
    if (outcome === null) return Promise.resolve(null);
    pending++;
    return new Promise((resolve, reject) => {
      answerWhenDurable({ outcome, submitted: performance.now(), resolve, reject });
    });
  }

  function queryState<T>(question: (present: PresentState) => T): Promise<T> {
    if (mode !== 'running' || pending >= pendingMax) return Promise.reject(unavailable('system.busy'));
    const answer = question(stepper.present());
    pending++;
    return new Promise((resolve, reject) => {
      answerWhenDurable({ outcome: UNDECIDED, submitted: performance.now(), resolve: () => resolve(answer), reject });
    });
  }

  /** The outcome may depend on batches that are not durable yet. */
  function answerWhenDurable(waiter: Waiter): void {
    if (gathering.drafts.length > 0) gathering.waiters.push(waiter);
    else if (appending) appending.waiters.push(waiter);
    else answer(waiter);
  }

  function scheduleFlush(): void {
    if (flushScheduled || appending) return;
    flushScheduled = true;
    // After the input of this event-loop turn, so that commands that arrive together are appended together.
    setImmediate(() => {
      flushScheduled = false;
      if (mode !== 'stopped' && !appending && gathering.drafts.length > 0) flush();
    });
  }

  function flush(): void {
    const group = gathering;
    appending = group;
    gathering = { drafts: [], waiters: [] };
    dueGathered = false;
    if (dueWaits) scheduleSlice();
    dueWaits = false;
    awaitDue();
    const startedAt = performance.now();
    journal.append(durable, group.drafts).then(
      (head) => {
        durable = head.position;
        appending = null;
        observer.appended((performance.now() - startedAt) / 1000, group.drafts.length);
        if (mode !== 'stopped' && gathering.drafts.length > 0) flush();
        for (const waiter of group.waiters) answer(waiter);
      },
      (error: Error) => {
        appending = null;
        const unknown = !(error instanceof AppendError) || error.fault === 'unknown' || error.fault === 'broken';
        for (const waiter of group.waiters) fail(waiter, unknown ? 'outcome.unknown' : codeOf(error));
        stop(error);
      },
    );
  }

  function answer(waiter: Waiter): void {
    pending--;
    observer.answered((performance.now() - waiter.submitted) / 1000);
    waiter.resolve(waiter.outcome);
    if (pending === 0) drained?.();
  }

  function fail(waiter: Waiter, code: Parameters<typeof unavailable>[0]): void {
    pending--;
    waiter.reject(unavailable(code));
    if (pending === 0) drained?.();
  }

  function stop(error: Error): void {
    if (mode === 'stopped') return;
    mode = 'stopped';
    // Never passed to the journal, so known not to be stored.
    const unanswered = [...gathering.waiters, ...intake.slice(intakeFirst).map(({ waiter }) => waiter)];
    gathering = { drafts: [], waiters: [] };
    intake = [];
    intakeFirst = 0;
    if (timer) clearTimeout(timer);
    for (const waiter of unanswered) fail(waiter, codeOf(error));
    if (!appending) options.onStop(error);
    else void settled().then(() => options.onStop(error));
  }

  /** Resolves when the current append has ended, successful or not. */
  async function settled(): Promise<void> {
    while (appending) await new Promise((resolve) => setImmediate(resolve));
  }

  async function drain(): Promise<void> {
    if (mode === 'running') mode = 'draining';
    if (pending > 0) await new Promise<void>((resolve) => (drained = resolve));
    // Remaining due items are settled after the next start.
    if (mode === 'draining') mode = 'ended';
    if (timer) clearTimeout(timer);
    while (appending || (mode === 'ended' && gathering.drafts.length > 0)) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  function isIn(waiter: Waiter): boolean {
    return gathering.waiters.includes(waiter) || appending?.waiters.includes(waiter) === true;
  }

  const undecided = (): number => intake.length - intakeFirst;
  return {
    submit,
    dryRun: dryRunNow,
    queryState,
    drain,
    pending: () => pending,
    undecided,
    durable: () => durable,
  };
}

/** The rejection code of a command that is not stored. */
export function codeOf(error: Error | null): 'system.busy' | 'storage.full' {
  return error instanceof AppendError && error.fault === 'full' ? 'storage.full' : 'system.busy';
}

/**
 * With this many drafts the flush does not wait for the end of the turn: the journal writes them while the next are
 * decided.
 */
const DRAFTS_FLUSHED_EARLY = 256;

/** Bounds the memory of gathered drafts to a group or two. */
const DRAFTS_GATHERED_MAX = 4_096;
/** Maximum duration of one slice, in ms; it blocks the process meanwhile. */
const SLICE_MS = 8;
/** Due items settled between two checks of the clock, including their follow-ups. */
const DUE_ITEMS_AT_ONCE = 32;
const DUE_WAIT_MS_MAX = 60_000;

/** Placeholder, replaced before it is returned. */
const UNDECIDED: Rejection = { rejected: 'command.not.permitted' };
