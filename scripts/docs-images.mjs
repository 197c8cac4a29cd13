// `npm run docs:images`: starts the built exchange with its demo and shoots docs/images/<screen>-<theme>.png.
//
//   node scripts/docs-images.mjs [url]    shoots an exchange that runs already, instead of a fresh one
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { chromium, request } from 'playwright-core';
import sharp from 'sharp';

const SCREENS = [
  { name: 'spot', user: 'alice', address: '/currencyTransaction' },
  { name: 'futures', user: 'alice', address: '/contractTransaction' },
  { name: 'second-contracts', user: 'alice', address: '/secondContract' },
  { name: 'assets', user: 'alice', address: '/accountSet/myassets' },
  { name: 'admin', user: 'admin', address: '/admin/risk' },
  { name: 'audit', user: 'auditor', address: '/audit/journal', press: 'Ask' },
];
const VIEWPORT = { width: 1600, height: 1000 };
const IMAGE_BYTES_MAX = 200 * 1024;
/** Time for charts and books to fill. An auditor's question has the lowest priority and may wait for minutes. */
const SETTLE_MS = 6_000;
const ANSWER_MS_MAX = 300_000;

const at = (name) => path.join(import.meta.dirname, '..', name);
const exchange = process.argv[2] ? { url: process.argv[2], stop: () => undefined } : await startExchange();
const found = spawnSync(process.execPath, [at('scripts/chromium.mjs'), '--print'], { encoding: 'utf8' });
const browser = await chromium.launch({ executablePath: found.stdout.trim(), args: ['--no-sandbox'] });
const api = await request.newContext({ baseURL: exchange.url });
try {
  const tickets = {};
  for (const { user } of SCREENS) tickets[user] ??= await logIn(`${user}@demo.example`);
  for (const theme of ['light', 'dark']) for (const screen of SCREENS) await shoot(screen, theme, tickets[screen.user]);
} finally {
  await browser.close();
  await exchange.stop();
}

async function shoot({ name, address, press }, theme, ticket) {
  const localStorage = Object.entries({ ticket, theme }).map(([key, value]) => ({ name: key, value }));
  const storageState = { cookies: [], origins: [{ origin: exchange.url, localStorage }] };
  const page = await browser.newPage({ baseURL: exchange.url, viewport: VIEWPORT, locale: 'en-GB', storageState });
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
  if (press) await page.getByRole('button', { name: press, exact: true }).click();
  await page.locator('main :is(table, canvas)').first().waitFor({ timeout: ANSWER_MS_MAX });
  await page.waitForTimeout(SETTLE_MS);
  await page.locator('main [data-kind="loading"]').first().waitFor({ state: 'detached' });
  const file = at(`docs/images/${name}-${theme}.png`);
  const { size } = await sharp(await page.screenshot())
    .png({ palette: true, effort: 10 })
    .toFile(file);
  await page.close();
  if (size > IMAGE_BYTES_MAX) throw new Error(`${file} has ${size} bytes`);
  console.log(`${name}-${theme}.png, ${Math.round(size / 1024)} KB`);
}

/** Staff also need a code. The demo shows the codes of its authenticators. */
async function logIn(username) {
  const [{ users }, { codes }] = [await ask('users'), await ask('codes')];
  const [{ password }, staff] = [users, codes].map((rows) => rows.find(({ email }) => email === username));
  const form = { grant_type: 'password', username, password, ...(staff && { code: staff.code }) };
  const { access_token: ticket, message } = await (await api.post('/exchange/api/auth/oauth/token', { form })).json();
  if (!ticket) throw new Error(`${username} cannot log in: ${message}`);
  return ticket;
}

async function ask(name) {
  return (await (await api.get(`/exchange/app/demo/${name}`)).json()).data;
}

/** Resolves when the demo trades. */
async function startExchange() {
  const listener = net.createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const PORT = listener.address().port;
  listener.close();
  const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'exchange-images-'));
  const env = { ...process.env, PORT, DATA_DIR, HOST: '127.0.0.1' };
  const child = spawn(process.execPath, [at('dist/server/main.js')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const listens = new Promise((resolve) =>
    child.stdout.on('data', (text) => `${text}`.includes('listening') && resolve()),
  );
  await Promise.race([listens, ended.then(([code]) => Promise.reject(new Error(`the exchange ended with ${code}`)))]);
  const stop = () => child.kill() && ended.then(() => rmSync(DATA_DIR, { recursive: true }));
  return { url: `http://127.0.0.1:${PORT}`, stop };
}
