/** Semaphore with a limit in total and per user; each place is held until its answer ends. */
import type { ServerResponse } from 'node:http';
import { Refusal } from '../../errors/refusal';

export class ConcurrencyLimit {
  private readonly byUser = new Map<number | string, number>();
  private total = 0;

  constructor(
    private readonly perUserMax: number,
    private readonly atOnceMax: number,
  ) {}

  /**
   * Takes a place until the answer is sent or its connection closes. Refuses `request.too.many` if the user is at the limit, and
   * `system.busy` if all places are taken.
   */
  acquire(user: number | string, answer: ServerResponse, retrySeconds: number): void {
    const userCount = this.byUser.get(user) ?? 0;
    if (userCount >= this.perUserMax) throw new Refusal('request.too.many', null, retrySeconds);
    const { socket } = answer.req;
    if (this.total >= this.atOnceMax || socket.destroyed) throw new Refusal('system.busy', null, retrySeconds);
    this.byUser.set(user, userCount + 1);
    this.total++;
    // A pipelined answer emits no close when its connection is cut; the socket does. If both close, they do so in the same tick: removing
    // a listener then does not prevent its call.
    let isHeld = true;
    const release = (): void => {
      if (!isHeld) return;
      isHeld = false;
      socket.off('close', release);
      answer.off('close', release);
      this.release(user);
    };
    socket.once('close', release);
    answer.once('close', release);
  }

  private release(user: number | string): void {
    const remaining = (this.byUser.get(user) as number) - 1;
    if (remaining > 0) this.byUser.set(user, remaining);
    else this.byUser.delete(user);
    this.total--;
  }
}
