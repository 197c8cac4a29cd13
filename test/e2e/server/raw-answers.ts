/** A small built client, every kind of answer of an exchange that serves it, and raw answers byte by byte. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { LIMITS } from '../../../server/platform/limits';
import { SOCKET_PATH } from '../../../shared/wire/market-data';

export const METRICS_TOKEN = 'a-token-for-metrics';
export const LIST = '/app/product/indexList';

export interface Kind {
  kind: string;
  at: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Requested by a logged-in user. */
  isOwn?: boolean;
  /** Neither a page nor a part of one. */
  isData?: boolean;
}
export interface Heard {
  status: number;
  headers: http.IncomingHttpHeaders;
}

const origin = 'https://evil.example';
const authorization = `Bearer ${METRICS_TOKEN}`;
const list = `/exchange${LIST}`;
const socket = `${SOCKET_PATH}/?EIO=4&transport=polling`;

export const KINDS: readonly Kind[] = [
  { kind: 'page', at: '/quotation' },
  { kind: 'asset', at: '/assets/app-1a2b.js' },
  { kind: 'missing file', at: '/assets/x.js' },
  { kind: 'address that does not decode', at: '/%zz' },
  { kind: 'documents', at: '/exchange/docs/' },
  { kind: 'redirect to the documents', at: '/exchange/docs' },
  { kind: 'description', at: '/exchange/docs/openapi.json' },
  { kind: 'health', at: '/health', isData: true },
  { kind: 'readiness', at: '/ready', isData: true },
  { kind: 'metrics', at: '/metrics', headers: { authorization }, isData: true },
  { kind: 'metrics without the token', at: '/metrics', isData: true },
  { kind: 'list', at: list, body: '{}', isData: true },
  { kind: 'own data', at: '/exchange/app/account/getUserInfo', isOwn: true, isData: true },
  { kind: 'file', at: '/exchange/app/assets/export', isOwn: true, isData: true },
  { kind: 'empty file', at: '/exchange/app/spot/export?list=fills', isOwn: true, isData: true },
  { kind: 'without a log-in', at: '/exchange/app/account/getUserInfo', isData: true },
  { kind: 'unknown path', at: '/exchange/nowhere', isData: true },
  { kind: 'malformed body', at: list, body: '{', isData: true },
  { kind: 'body too long', at: list, body: ' '.repeat(LIMITS.bodyBytesMax + 1), isData: true },
  { kind: 'page of another site', at: list, body: '{}', headers: { origin }, isData: true },
  { kind: 'preflight', at: list, method: 'OPTIONS', headers: { origin }, isData: true },
  { kind: 'other method', at: list, method: 'TRACE', isData: true },
  { kind: 'socket over polling', at: socket, isData: true },
  { kind: 'socket of another site', at: socket, headers: { origin }, isData: true },
];

/** The folder of a client, with the parts of the previous build beside it. */
export function builtClient(): string {
  const client = mkdtempSync(path.join(tmpdir(), 'exchange-client-'));
  mkdirSync(path.join(client, 'assets'));
  writeFileSync(path.join(client, 'index.html'), '<!doctype html><title>page</title>');
  writeFileSync(path.join(client, 'assets/app-1a2b.js'), 'export {};');
  mkdirSync(path.join(`${client}-before`, 'assets'), { recursive: true });
  writeFileSync(path.join(`${client}-before`, 'assets/app-0000.js'), 'export const before = true;');
  writeFileSync(path.join(`${client}-before`, 'preload.json'), 'before');
  const preloads = { languages: { en: ['assets/en.js'], jp: ['assets/jp.js'] }, pages: { '/': ['assets/home.css'] } };
  writeFileSync(path.join(client, 'preload.json'), JSON.stringify(preloads));
  for (const name of ['sw.js', 'manifest.webmanifest']) writeFileSync(path.join(client, name), '{}');
  for (const name of ['index.html', 'assets/app-1a2b.js']) {
    const content = readFileSync(path.join(client, name));
    writeFileSync(path.join(client, `${name}.br`), brotliCompressSync(content));
    writeFileSync(path.join(client, `${name}.gz`), gzipSync(content));
  }
  return client;
}

/** Raw HTTP, because fetch follows redirects and refuses some methods and headers. */
export function hear(
  url: string,
  { at, body, headers, method = body === undefined ? 'GET' : 'POST' }: Kind,
): Promise<Heard> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const request = http.request({ hostname, port, path: at, method, headers, agent: false }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }));
    });
    request.on('error', reject).end(body);
  });
}

/** Sends raw bytes; returns everything received until the connection ends. */
export function say(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let heard = '';
    const socket = net.connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (data) => (heard += data.toString()));
    socket.on('error', () => undefined).on('close', () => resolve(heard));
  });
}
