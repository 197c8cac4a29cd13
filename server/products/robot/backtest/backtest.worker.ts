/** Thread that computes backtests, one after the other: each is tens of milliseconds, for which orders would wait. */
import { parentPort } from 'node:worker_threads';
import { giveWay } from '../../../journal/give-way';
import { backtestAnswer, type BacktestWork } from './backtest-answer';
import type { BacktestAnswered } from './backtests';

const port = parentPort;
if (!port) throw new Error('this file runs as a worker thread only');
giveWay();

function answerTo(work: BacktestWork): BacktestAnswered {
  const began = performance.now();
  try {
    const answer = backtestAnswer(work);
    return { is: 'answer', answer, ms: performance.now() - began };
  } catch (error) {
    return { is: 'failed', message: (error as Error).message };
  }
}

port.on('message', (work: BacktestWork) => port.postMessage(answerTo(work)));
