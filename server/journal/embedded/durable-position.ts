/**
 * The durable position for every thread of the process: one number in shared memory that the writer raises after each
 * sync. Readers stop there, even if the file contains more.
 */
export type DurablePosition = BigInt64Array<SharedArrayBuffer>;

/** Initial value: nothing is durable. */
export function newDurablePosition(): SharedArrayBuffer {
  const shared = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT);
  new BigInt64Array(shared)[0] = -1n;
  return shared;
}

export function durablePositionOf(shared: SharedArrayBuffer): DurablePosition {
  return new BigInt64Array(shared);
}

export function readDurablePosition(durable: DurablePosition): number {
  return Number(Atomics.load(durable, 0));
}

export function publishDurablePosition(durable: DurablePosition, position: number): void {
  Atomics.store(durable, 0, BigInt(position));
  Atomics.notify(durable, 0);
}
