/**
 * A hash index over numbered slots that grows by one bucket at a time (linear hashing, W. Litwin, 1980): no insertion ever
 * moves more than one bucket's slots, however many there are. The chains run through the slots themselves.
 */
export interface Links {
  hashOf: (slot: number) => number;
  next: (slot: number) => number;
  setNext: (slot: number, next: number) => void;
}

export interface Buckets {
  /** Returns the first slot that may have this hash; −1 for none. */
  first: (hash: number) => number;
  add: (slot: number) => void;
  remove: (slot: number) => void;
}

const NONE = -1;
const PIECE_BITS = 13;
const PIECE = 1 << PIECE_BITS;
/** Maximum average number of slots per bucket. */
const LOAD_MAX = 1;

export function createBuckets({ hashOf, next, setNext }: Links): Buckets {
  const heads: Int32Array[] = [emptyPiece()];
  let size = 1;
  /** The largest power of two that is not above `size`. */
  let low = 1;
  let count = 0;

  const head = (bucket: number): number => heads[bucket >> PIECE_BITS][bucket & (PIECE - 1)];
  const setHead = (bucket: number, slot: number): void => {
    heads[bucket >> PIECE_BITS][bucket & (PIECE - 1)] = slot;
  };

  function bucketOf(hash: number): number {
    const bucket = hash & (2 * low - 1);
    return bucket < size ? bucket : bucket & (low - 1);
  }

  function push(bucket: number, slot: number): void {
    setNext(slot, head(bucket));
    setHead(bucket, slot);
  }

  /** Adds one bucket and moves the matching entries of its source to it. */
  function split(): void {
    const from = size - low;
    const to = size;
    if (size === heads.length * PIECE) heads.push(emptyPiece());
    size++;
    if (size === 2 * low) low = size;
    let slot = head(from);
    setHead(from, NONE);
    setHead(to, NONE);
    while (slot !== NONE) {
      const after = next(slot);
      push(bucketOf(hashOf(slot)), slot);
      slot = after;
    }
  }

  function add(slot: number): void {
    push(bucketOf(hashOf(slot)), slot);
    count++;
    if (count > LOAD_MAX * size) split();
  }

  function remove(slot: number): void {
    const bucket = bucketOf(hashOf(slot));
    count--;
    if (head(bucket) === slot) {
      setHead(bucket, next(slot));
      return;
    }
    let before = head(bucket);
    while (next(before) !== slot) before = next(before);
    setNext(before, next(slot));
  }

  return { first: (hash) => head(bucketOf(hash)), add, remove };
}

function emptyPiece(): Int32Array {
  return new Int32Array(PIECE).fill(NONE);
}
