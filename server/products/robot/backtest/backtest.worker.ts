/** Thread that computes backtests sequentially: each takes tens of milliseconds, during which orders would wait. */
import { parentPort } from 'node:worker_threads';
import { lowerPriority } from '../../../journal/thread-priority';
import { runBacktest, type BacktestWork } from './run-backtest';
import type { BacktestReply } from './backtests';

const port = parentPort;
if (!port) throw new Error('this file runs as a worker thread only');
lowerPriority();

function replyTo(work: BacktestWork): BacktestReply {
  const began = performance.now();
  try {
    const answer = runBacktest(work);
    return { is: 'answer', answer, ms: performance.now() - began };
  } catch (error) {
    return { is: 'failed', message: (error as Error).message };
  }
}

port.on('message', (work: BacktestWork) => port.postMessage(replyTo(work)));
