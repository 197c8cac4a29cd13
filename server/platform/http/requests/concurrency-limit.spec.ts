import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Refusal } from '../../errors/refusal';
import { ConcurrencyLimit } from './concurrency-limit';

/** A stub of an answer and its connection, enough to observe their ends. */
function answering(): { answer: ServerResponse; socket: EventEmitter & { destroyed: boolean } } {
  const socket = Object.assign(new EventEmitter(), { destroyed: false });
  const answer = Object.assign(new EventEmitter(), { req: { socket } });
  return { answer: answer as unknown as ServerResponse, socket };
}

function outcome(shares: ConcurrencyLimit, user: number, { answer } = answering()): string {
  try {
    shares.acquire(user, answer, 2);
    return 'taken';
  } catch (error) {
    const { code, retryAfterSeconds } = error as Refusal;
    return `${code} ${retryAfterSeconds}`;
  }
}

it('gives a user at most their share and leaves the rest to others', () => {
  const shares = new ConcurrencyLimit(2, 3);
  expect([1, 1, 1, 2, 2, 3].map((user) => outcome(shares, user))).toEqual([
    'taken',
    'taken',
    'request.too.many 2',
    'taken',
    'system.busy 2',
    'system.busy 2',
  ]);
});

it('frees a place once, when its answer ends or its connection is cut', () => {
  const shares = new ConcurrencyLimit(1, 1);
  const [first, second] = [answering(), answering()];
  expect(outcome(shares, 1, first)).toBe('taken');
  first.answer.emit('close');
  first.socket.emit('close');
  expect(outcome(shares, 2, second)).toBe('taken');
  second.socket.emit('close');
  expect(outcome(shares, 3)).toBe('taken');
  expect(outcome(shares, 4)).toBe('system.busy 2');
});

it('gives no place to a closed connection', () => {
  const shares = new ConcurrencyLimit(1, 1);
  const gone = answering();
  gone.socket.destroyed = true;
  expect(outcome(shares, 1, gone)).toBe('system.busy 2');
  expect(outcome(shares, 1)).toBe('taken');
});
