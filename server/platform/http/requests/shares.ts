/** What only a few may do at once, and one user only so many times: each holds a place until its answer has ended. */
import type { ServerResponse } from 'node:http';
import { Refusal } from '../../errors/refusal';

export class Shares {
  private readonly byUser = new Map<number | string, number>();
  private total = 0;

  constructor(
    private readonly perUserMax: number,
    private readonly atOnceMax: number,
  ) {}

  /**
   * Takes a place until the answer has gone or its connection is cut. Refuses `request.too.many` to who has as many as one
   * may, `system.busy` when there is none.
   */
  take(user: number | string, answer: ServerResponse, retrySeconds: number): void {
    const own = this.byUser.get(user) ?? 0;
    if (own >= this.perUserMax) throw new Refusal('request.too.many', null, retrySeconds);
    const { socket } = answer.req;
    if (this.total >= this.atOnceMax || socket.destroyed) throw new Refusal('system.busy', null, retrySeconds);
    this.byUser.set(user, own + 1);
    this.total++;
    // An answer that waits behind another of its connection never closes when that one is cut: the socket does. Where both
    // close, it is in one breath: taking a listener off does not keep it from being called any more.
    let isHeld = true;
    const release = (): void => {
      if (!isHeld) return;
      isHeld = false;
      socket.off('close', release);
      answer.off('close', release);
      this.free(user);
    };
    socket.once('close', release);
    answer.once('close', release);
  }

  private free(user: number | string): void {
    const left = (this.byUser.get(user) as number) - 1;
    if (left > 0) this.byUser.set(user, left);
    else this.byUser.delete(user);
    this.total--;
  }
}
