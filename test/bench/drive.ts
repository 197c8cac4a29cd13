/** Load on an engine: a fixed number of commands in flight until a given number is answered. */
import type { Command } from '../../server/core/command';
import { isRejection, type Rejection } from '../../server/core/rejection';
import type { Engine } from '../../server/engine/engine';
import type { CommandEnvelope } from '../../server/engine/port';

/** A sequence of commands. `placed` is called for every command that created something. */
export interface OrderStream {
  next(): CommandEnvelope;
  placed(command: Command, made: number): void;
}

export interface Driven {
  seconds: number;
  /** Milliseconds from submission to the answer, one per command, in the order of answers. */
  latencies: Float64Array;
}

/** Keeps `inFlight` commands in flight until `orders` are answered. Rejects if one is refused. */
export function drive(
  engine: Pick<Engine, 'submit'>,
  mix: OrderStream,
  inFlight: number,
  orders: number,
): Promise<Driven> {
  const latencies = new Float64Array(orders);
  let submitted = 0;
  let answered = 0;
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const one = (): void => {
      if (submitted === orders) return;
      submitted++;
      const { command, ...rest } = mix.next();
      const at = performance.now();
      engine.submit({ command, ...rest }).then((outcome) => {
        latencies[answered++] = performance.now() - at;
        if (isRejection(outcome)) return reject(refusalOf(command, outcome));
        if (outcome.id !== null) mix.placed(command, outcome.id);
        if (answered === orders) resolve({ seconds: (performance.now() - started) / 1000, latencies });
        else one();
      }, reject);
    };
    for (let index = 0; index < inFlight; index++) one();
  });
}

export interface DrivenFor extends Driven {
  /** The longest time between two answers. */
  silenceMs: number;
}

/** For a number of seconds, refills to `inFlight()` commands in flight after each answer. */
export function driveFor(
  engine: Pick<Engine, 'submit'>,
  mix: OrderStream,
  inFlight: () => number,
  seconds: number,
): Promise<DrivenFor> {
  const latencies: number[] = [];
  const started = performance.now();
  let underWay = 0;
  let answeredAt = started;
  let silenceMs = 0;
  return new Promise((resolve, reject) => {
    const one = (): void => {
      underWay++;
      const { command, ...rest } = mix.next();
      const at = performance.now();
      engine.submit({ command, ...rest }).then((outcome) => {
        underWay--;
        if (isRejection(outcome)) return reject(refusalOf(command, outcome));
        if (outcome.id !== null) mix.placed(command, outcome.id);
        const now = performance.now();
        latencies.push(now - at);
        silenceMs = Math.max(silenceMs, now - answeredAt);
        answeredAt = now;
        if (now - started < seconds * 1000) fill();
        else if (underWay === 0)
          resolve({ seconds: (now - started) / 1000, latencies: Float64Array.from(latencies), silenceMs });
      }, reject);
    };
    const fill = (): void => {
      for (let wanted = inFlight(); underWay < wanted;) one();
    };
    fill();
  });
}

/**
 * A fixed number of commands per second at even intervals, independent of answers. Latencies are from each due time to
 * its answer.
 */
export async function drivePaced(
  engine: Pick<Engine, 'submit'>,
  mix: OrderStream,
  perSecond: number,
  seconds: number,
): Promise<Driven> {
  const orders = Math.round(perSecond * seconds);
  const latencies = new Float64Array(orders);
  const started = performance.now();
  const dueAt = (order: number): number => started + (order * 1_000) / perSecond;
  let [submitted, answered] = [0, 0];
  await new Promise<void>((resolve, reject) => {
    const one = (order: number): void => {
      const { command, ...rest } = mix.next();
      engine.submit({ command, ...rest }).then((outcome) => {
        latencies[answered++] = performance.now() - dueAt(order);
        if (isRejection(outcome)) return reject(refusalOf(command, outcome));
        if (outcome.id !== null) mix.placed(command, outcome.id);
        if (answered === orders) resolve();
      }, reject);
    };
    const fill = (): void => {
      for (const now = performance.now(); submitted < orders && dueAt(submitted) <= now;) one(submitted++);
      if (submitted < orders) setTimeout(fill, 1);
    };
    fill();
  });
  return { seconds: (performance.now() - started) / 1_000, latencies };
}

/**
 * For a number of seconds, sends at the rate of `pace`, which is read again every millisecond, like independent
 * senders. With `underWayMax` in flight the senders wait, and do not make up for missed commands.
 */
export async function driveAtPace(
  engine: Pick<Engine, 'submit'>,
  mix: OrderStream,
  pace: () => number,
  { underWayMax, seconds }: { underWayMax: number; seconds: number },
): Promise<DrivenFor> {
  const latencies: number[] = [];
  const started = performance.now();
  let [lookedAt, answeredAt, owed, underWay, silenceMs] = [started, started, 0, 0, 0];
  await new Promise<void>((resolve, reject) => {
    const one = (): void => {
      underWay++;
      const { command, ...rest } = mix.next();
      const at = performance.now();
      engine.submit({ command, ...rest }).then((outcome) => {
        underWay--;
        if (isRejection(outcome)) return reject(refusalOf(command, outcome));
        if (outcome.id !== null) mix.placed(command, outcome.id);
        const now = performance.now();
        latencies.push(now - at);
        silenceMs = Math.max(silenceMs, now - answeredAt);
        answeredAt = now;
      }, reject);
    };
    const look = (): void => {
      const now = performance.now();
      const isOver = now - started >= seconds * 1000;
      if (isOver && underWay === 0) return resolve();
      if (!isOver) owed += (pace() * (now - lookedAt)) / 1000;
      lookedAt = now;
      for (; owed >= 1 && underWay < underWayMax && !isOver; owed--) one();
      owed = Math.min(owed, 1);
      setTimeout(look, 1);
    };
    look();
  });
  return { seconds: (performance.now() - started) / 1000, latencies: Float64Array.from(latencies), silenceMs };
}

/** The latency that this share of the commands does not exceed. */
export function percentile(latencies: Float64Array, share: number): number {
  const sorted = latencies.toSorted();
  return sorted[Math.floor(sorted.length * share)];
}

/** Submits everything, `inFlight` at a time. Rejects if one is refused. */
export async function submitAll(
  engine: Pick<Engine, 'submit'>,
  envelopes: Iterable<CommandEnvelope>,
  inFlight: number,
): Promise<void> {
  let waiting: Promise<void>[] = [];
  const accept = async (envelope: CommandEnvelope): Promise<void> => {
    const outcome = await engine.submit(envelope);
    if (isRejection(outcome)) throw refusalOf(envelope.command, outcome);
  };
  for (const envelope of envelopes) {
    waiting.push(accept(envelope));
    if (waiting.length < inFlight) continue;
    await Promise.all(waiting);
    waiting = [];
  }
  await Promise.all(waiting);
}

function refusalOf({ type }: Command, { rejected }: Rejection): Error {
  return new Error(`${type}: ${rejected}`);
}
