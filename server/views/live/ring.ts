/** Ring buffer of the newest `capacity` values; it grows as it fills, so that thousands of short ones use little memory. */
export class Ring<Value> {
  private values: Value[] = [];
  /** Index of the oldest once the ring is full. */
  private start = 0;

  constructor(private readonly capacity: number) {}

  get size(): number {
    return this.values.length;
  }

  /** Returns the value dropped to make room. */
  push(value: Value): Value | undefined {
    if (this.values.length < this.capacity) {
      this.values.push(value);
      return undefined;
    }
    const droppedValue = this.values[this.start];
    this.values[this.start] = value;
    this.start = (this.start + 1) % this.capacity;
    return droppedValue;
  }

  /** The last `count` pushed, oldest first. */
  newestValues(count: number): Value[] {
    const size = Math.min(count, this.values.length);
    const from = this.start + this.values.length - size;
    return Array.from({ length: size }, (_, index) => this.values[(from + index) % this.values.length]);
  }

  clear(): void {
    this.values = [];
    this.start = 0;
  }
}
