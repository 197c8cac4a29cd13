/**
 * The shape of each endpoint's answer and of each channel's frames, compared with `test/samples/golden-answers.json`:
 * status, code, fields with JSON types, and header names. `UPDATE_GOLDEN=1 npx jest test/e2e/server/golden-answers`
 * records them anew, with the hash of the served OpenAPI document.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { io, type Socket } from 'socket.io-client';
import { CHANNELS, isMarketChannel, SOCKET_PATH, type Channel } from '../../../shared/wire/market-data';
import { changesNothing, type Route } from '../../../shared/wire/route';
import { AREAS } from '../../../server/routes';
import { STEP_UP_HEADER, STEP_UP_REQUIRED } from '../../../shared/wire/step-up';
import { fieldsOf, formOfFile, headersOf } from '../../tools/samples/answer-shape';
import type { Ask } from '../../tools/samples/golden-account-requests';
import { asksOf, inOrder, nameOf, valuesOf } from '../../tools/samples/golden-requests';
import { expectSuccess, hasKey, stepUpProof, type Json, type Person } from '../../tools/people/http-exchange';
import { sampleOf } from '../../tools/samples/sample-requests';
import { ask as askSocket, next } from '../../tools/people/socket-test-server';
import { PERP, SPOT, wholeExchange, type WholeExchange } from '../../tools/people/whole-exchange';

const SAMPLES = path.join(__dirname, '../../samples');
const GOLDEN = path.join(SAMPLES, 'golden-answers.json');
const OPENAPI = path.join(SAMPLES, 'openapi.sha256');
const RECORDS = process.env.UPDATE_GOLDEN === '1';
const ENVIRONMENT = {
  LIMIT_TICKET_HOURS_MAX: '100000',
  ...Object.fromEntries(
    ['ORDERS_PER_SECOND', 'PHOTOS_PER_MINUTE', 'REGISTRATIONS_PER_MINUTE', 'FEEDBACKS_PER_MINUTE'].map((name) => [
      `LIMIT_${name}_MAX`,
      '1000',
    ]),
  ),
};
const ROUTES: readonly Route[] = Object.values(AREAS).flatMap((area): Route[] => Object.values(area));
/** Longer than the interval of book checksums. */
const FRAMES_MS = 2_500;
const QUIET_MS = 1_000;
const PROPOSALS_LEFT = 3;

interface Golden {
  /** Headers of every answer; each answer lists only additional ones. */
  headers: string[];
  answers: Record<string, string[]>;
  channels: Record<string, { snapshot: string[]; frames: string[] }>;
}

const answers = new Map<string, { form: string[]; headers: string[] }>();
const channels: Golden['channels'] = {};
let golden: Golden;
let openapi = '';
let whole: WholeExchange;

const idOf = ({ method, path: at }: Route): string => `${method} ${at}`;

beforeAll(async () => {
  whole = await wholeExchange(ENVIRONMENT);
  await told();
  const asks = asksOf(whole);
  const isRead = (route: Route) =>
    changesNothing(route) || (route.access === 'auditor' && nameOf(route) !== 'audit/journal/cancel');
  for (const route of inOrder(ROUTES, isRead)) {
    await settled();
    answers.set(idOf(route), await answerOf(route, (await asks[nameOf(route)]?.()) ?? {}));
    await callOff();
    if (nameOf(route) === 'app/withdraw/quote') await listen();
  }
  const served = await fetch(`${whole.exchange.url}/exchange/docs/openapi.json`);
  openapi = createHash('sha256')
    .update(Buffer.from(await served.arrayBuffer()))
    .digest('hex');
  if (RECORDS) record();
  golden = JSON.parse(readFileSync(GOLDEN, 'utf8'));
}, 200_000);
afterAll(() => whole.exchange.stop());

/** The number of open proposals per member of staff is limited. */
async function callOff(): Promise<void> {
  const { exchange, clerk } = whole;
  const open = [...exchange.application.exchange.engine.state().staff.proposals.keys()];
  for (const proposal of open.slice(0, -PROPOSALS_LEFT)) {
    const body = { clientId: exchange.clientId(), proposal: String(proposal), reason: 'r' };
    await expectSuccess(exchange.post('/admin/staff/declineProposal', body, clerk.ticket));
  }
}

async function settled(): Promise<void> {
  await whole.exchange.application.exchange.progress.waitFor(whole.exchange.headOfJournal().position, 20_000);
}

/** Notifications lag behind the journal: waits until no more arrive. */
async function told(): Promise<void> {
  const { sql } = whole.exchange.application.exchange.database;
  const count = async () => (await sql.selectFrom('messages').select('id').execute()).length;
  for (let before = -1, now = await count(); before !== now; [before, now] = [now, await count()])
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
}

function callerOf({ access, heedsTicket }: Route): Person | null {
  if (access === 'public') return heedsTicket ? whole.known.person : null;
  return { user: whole.known.person, auditor: whole.auditor, admin: whole.admin }[access];
}

function filled(schema: Route['body'], given: Json = {}): Json {
  if (!schema) return {};
  const values = valuesOf(whole);
  const sample: Json = sampleOf(schema);
  for (const field of Object.keys(sample)) if (values[field]) sample[field] = values[field]();
  for (const field of ['clientId']) if (field in schema.shape) sample[field] = values[field]();
  const all = { ...sample, ...given };
  const { error } = schema.safeParse(all);
  const isKnown = Object.keys(all).every((field) => field in schema.shape);
  return error && !isKnown ? { ...sample, ...given } : all;
}

async function answerOf(route: Route, ask: Ask) {
  const by = ask.by === undefined ? callerOf(route) : ask.by;
  const params = filled(route.params, ask.params);
  const at = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const query = new URLSearchParams(filled(route.query, ask.query)).toString();
  const body = ask.upload ?? (route.method === 'POST' ? JSON.stringify(filled(route.body, ask.body)) : undefined);
  const type = ask.upload ? 'image/jpeg' : 'application/json';
  const send = (headers: Record<string, string> = {}) =>
    fetch(`${whole.exchange.url}${at}${query && `?${query}`}`, {
      method: route.method,
      body: body as string | undefined,
      headers: {
        ...(body === undefined ? {} : { 'content-type': type }),
        ...(by && { ticket: by.ticket }),
        ...ask.headers,
        ...headers,
      },
    });
  let response = await send();
  let bytes = Buffer.from(await response.arrayBuffer());
  const refused = envelopeOf(response, bytes);
  if (refused?.code === STEP_UP_REQUIRED && by && hasKey(by.ticket)) {
    const proof = await stepUpProof(whole.exchange.url, by.ticket, refused.data.digest);
    response = await send({ [STEP_UP_HEADER]: proof });
    bytes = Buffer.from(await response.arrayBuffer());
  }
  const envelope = envelopeOf(response, bytes);
  const headers = headersOf(response.headers);
  if (envelope === null) {
    const of = typeOf(response);
    return { form: [`${response.status} ${of}`, ...formOfFile(of, bytes.toString())], headers };
  }
  const { code, message: _, ...rest } = envelope;
  const why = code === 'request.invalid' ? rest.data.fields.map((one: Json) => `${one.path} ${one.code}`) : [];
  return { form: [`${response.status} ${code}`, ...fieldsOf(rest), ...why], headers };
}

const typeOf = ({ headers }: Response): string => (headers.get('content-type') ?? '').split(';')[0];

function envelopeOf(response: Response, bytes: Buffer): Json {
  return typeOf(response) === 'application/json' ? JSON.parse(bytes.toString()) : null;
}

/** Subscribes to every channel and triggers an event in each. */
async function listen(): Promise<void> {
  const { exchange, known, maker, own, publish } = whole;
  const { ticket } = known.person;
  const client: Socket = io(exchange.url, {
    ...{ path: SOCKET_PATH, transports: ['websocket'], auth: { ticket }, forceNew: true, reconnection: false },
  });
  const frames = new Map<Channel, Json[]>(CHANNELS.map((channel) => [channel, []]));
  for (const channel of CHANNELS) client.on(channel, (frame: Json) => void frames.get(channel)?.push(frame));
  channels.session = { snapshot: [], frames: fieldsOf(await next(client, 'session')) };
  const snapshots = new Map<Channel, Json>();
  for (const channel of CHANNELS) {
    const market = channel === 'mark' ? PERP : SPOT;
    const of = isMarketChannel(channel) ? { market, ...(channel === 'kline' && { interval: '1m' }) } : {};
    snapshots.set(channel, await askSocket(client, 'subscribe', { channel, ...of }));
  }
  await publish();
  const order = { market: SPOT, side: 'buy', kind: 'limit', price: '50000', quantity: '0.01' };
  await own(maker, 'spot/place', { ...order, side: 'sell' });
  await own(known.person, 'spot/place', order);
  const contract = { market: PERP, act: 'open', kind: 'limit', price: '50000', quantity: '0.01' };
  await own(maker, 'contract/place', { ...contract, position: 'short' });
  await own(known.person, 'contract/place', { ...contract, position: 'long' });
  await own(known.person, 'option/buy', { symbol: SPOT, direction: 'up', stake: '20', durationMs: 30_000 });
  await own(known.person, 'financial/buy', { product: 'USDT-7', amount: '20' });
  await own(maker, 'spot/place', { ...order, side: 'sell', price: '46000', quantity: '0.02' });
  await new Promise((resolve) => setTimeout(resolve, FRAMES_MS));
  client.disconnect();
  for (const channel of CHANNELS) {
    const { message: _, ...ack } = snapshots.get(channel);
    const all = fieldsOf({ frame: frames.get(channel) }).map((field) => field.replace(/^frame\[\]\.?/, ''));
    channels[channel] = { snapshot: fieldsOf(ack), frames: all };
  }
}

function record(): void {
  const all = [...answers.values()].map(({ headers }) => headers);
  const common = all[0].filter((name) => all.every((headers) => headers.includes(name)));
  const rows = [...answers].map(([id, answer]) => [id, rowOf(answer, common)] as const);
  const golden: Golden = {
    headers: common,
    answers: Object.fromEntries(rows.sort(([one], [other]) => (one < other ? -1 : 1))),
    channels,
  };
  writeFileSync(GOLDEN, `${JSON.stringify(golden, null, 2)}\n`);
  writeFileSync(OPENAPI, `${openapi}\n`);
}

function rowOf({ form, headers }: { form: string[]; headers: string[] }, common: readonly string[]): string[] {
  const missing = common.filter((name) => !headers.includes(name)).map((name) => `without header ${name}`);
  return [...form, ...headers.filter((name) => !common.includes(name)).map((name) => `header ${name}`), ...missing];
}

it('has an answer for every route and no other', () => {
  expect(Object.keys(golden.answers)).toEqual(ROUTES.map(idOf).sort());
});

it.each(ROUTES.map(idOf))('%s answers in the recorded form', (id) => {
  const answer = answers.get(id);
  expect(answer && rowOf(answer, golden.headers)).toEqual(golden.answers[id]);
});

it.each(['session', ...CHANNELS])('channel %s sends the recorded frames', (channel) => {
  expect(channels[channel]).toEqual(golden.channels[channel]);
});

it('serves the recorded OpenAPI document', () => {
  expect(openapi).toBe(readFileSync(OPENAPI, 'utf8').trim());
});
