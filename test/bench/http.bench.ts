/*
 * HTTP orders, durable before the answer, beside a Nest + Fastify route that validates the same body and gives a
 * constant answer after 2 ms. Servers and load generator are separate processes; runs alternate.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoadOrder, LoadResult } from './http-load';
import { median, rateText, spreadOf, type BenchTable } from './table';

const ROUNDS = 3;
const SECONDS = 8;
const CONNECTIONS = [64, 256];

interface Server {
  child: ChildProcess;
  url: string;
  ticket: string;
}

export async function runHttpBench(): Promise<BenchTable> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-http-'));
  const exchange = await startExchange(dataDir);
  const constant = await startConstant();
  const rows: string[][] = [];
  try {
    await load(exchange, 64, 'warm');
    await load(constant, 64, 'warm');
    for (const connections of CONNECTIONS) {
      const ours: LoadResult[] = [];
      const peers: LoadResult[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        ours.push(await load(exchange, connections, `r${connections}-${round}`));
        peers.push(await load(constant, connections, `r${connections}-${round}`));
      }
      const failed = [...ours, ...peers].reduce((sum, result) => sum + result.failed, 0);
      if (failed > 0) throw new Error(`${failed} requests failed`);
      const rates = ours.map(({ perSecond }) => perSecond);
      const constants = peers.map(({ perSecond }) => perSecond);
      rows.push([
        `${connections}`,
        rateText(median(rates)),
        spreadOf(rates),
        `${median(ours.map(({ p50Ms }) => p50Ms))}`,
        `${median(ours.map(({ p99Ms }) => p99Ms))}`,
        rateText(median(constants)),
        spreadOf(constants),
        (median(rates) / median(constants)).toFixed(2),
      ]);
    }
  } finally {
    constant.child.kill();
    exchange.child.send('close');
    await new Promise((resolve) => exchange.child.once('exit', resolve));
    rmSync(dataDir, { recursive: true, force: true });
  }
  return {
    title: 'HTTP orders beside a constant route',
    columns: ['connections', 'orders/s', 'spread', 'p50 ms', 'p99 ms', 'constant/s', 'spread', 'ratio'],
    rows,
    notes: [
      'every order is validated, decided, journalled and synced before its answer; the peer validates and waits 2 ms',
    ],
  };
}

async function startExchange(dataDir: string): Promise<Server> {
  const child = fork(join(__dirname, 'exchange-server.js'), {
    env: { ...process.env, DATA_DIR: dataDir },
  });
  const { url, users } = await said<{ url: string; users: { email: string; password: string }[] }>(child);
  const body = new URLSearchParams({ grant_type: 'password', username: users[0].email, password: users[0].password });
  const answer = await fetch(`${url}/exchange/api/auth/oauth/token`, { method: 'POST', body });
  const { access_token: ticket } = (await answer.json()) as { access_token: string };
  return { child, url, ticket };
}

async function startConstant(): Promise<Server> {
  const child = fork(join(__dirname, 'constant-server.js'));
  const { url } = await said<{ url: string }>(child);
  return { child, url, ticket: 'none' };
}

async function load({ url, ticket }: Server, connections: number, run: string): Promise<LoadResult> {
  const child = fork(join(__dirname, 'http-load.js'));
  const order: LoadOrder = { url, ticket, connections, seconds: SECONDS, run };
  child.send(order);
  return said<LoadResult>(child);
}

function said<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as T));
    child.once('exit', (code) => reject(new Error(`a process of the benchmark ended with ${code}`)));
  });
}
