/**
 * How far the journal is durable, for every thread of the process: one number in shared memory that the writer raises
 * after each sync. Readers go up to it and no further, however much more their file shows.
 */
export type DurablePosition = BigInt64Array<SharedArrayBuffer>;

/** Nothing is durable yet. */
export function newDurable(): SharedArrayBuffer {
  const shared = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT);
  new BigInt64Array(shared)[0] = -1n;
  return shared;
}

export function durableView(shared: SharedArrayBuffer): DurablePosition {
  return new BigInt64Array(shared);
}

export function durableNow(durable: DurablePosition): number {
  return Number(Atomics.load(durable, 0));
}

export function publishDurable(durable: DurablePosition, position: number): void {
  Atomics.store(durable, 0, BigInt(position));
  Atomics.notify(durable, 0);
}
