/**
 * Names that refactoring may not change, read from the code's tables and compared with `test/samples/contracts.json`.
 * `UPDATE_GOLDEN=1 npx jest test/architecture/contracts` records them again.
 *
 * Other tests cover: events and their fields, `server/journal/event-schema.spec.ts`; commands and their fields, entry
 * kinds, error codes with their statuses, limits, configuration variables and programs,
 * `server/cli/reference/pages.spec.ts`; columns of CSV files, socket frames and the OpenAPI document,
 * `test/e2e/server/golden-answers.spec.ts`.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LANGUAGE_COOKIE } from '../../client/src/kit/i18n/languages';
import { LOG_IN_COOKIE } from '../../server/platform/auth/log-in/log-in-cookie';
import { knownCookieOf } from '../../server/platform/auth/log-in/client-info';
import { openDatabase } from '../../server/platform/database/database';
import type { ExchangeTables } from '../../server/platform/database/exchange-tables';
import { Metrics } from '../../server/platform/metrics/metrics';
import { TABLES, TABLES_OF } from '../../server/views/stored/all-tables';
import { RECOVERY_HEADER } from '../../shared/products/identity/recovery';
import { takesSecondFactor, type Route } from '../../shared/wire/route';
import { AREAS } from '../../server/routes';
import { CHANNELS, INTERVALS, SOCKET_PATH } from '../../shared/wire/market-data';
import { MESSAGE_KEYS } from '../../shared/wire/messages-center';
import { STEP_UP_HEADER } from '../../shared/wire/step-up';

const RECORDED = path.join(__dirname, '../samples/contracts.json');
const CLIENT = path.join(__dirname, '../../client/src');
/** Storage keys are literals at reads and writes, or constants with such a name. */
const KEPT =
  /(?:usePreference(?:Switch|Text)?(?:<[^>]*>)?\(|\bpreferenceText\(|\bsetPreference\(|\b[A-Z_]*KEY = |Storage\.[a-z]+Item\(|\bkeys: \{ open: |\blayout: )(['`])([a-z][\w.${}-]*)\1/g;
/** Templates of keys are built by functions. */
const KEY_FUNCTION = /function (?:tabKey|switchOf)\([^]*?return (['`])([^'`]+)\1/g;

interface Contracts {
  routes: Record<string, string>;
  channels: string[];
  intervals: string[];
  headers: string[];
  cookies: string[];
  metrics: string[];
  messages: string[];
  storedColumns: Record<string, string>;
  readModels: Record<string, string>;
  keptKeys: string[];
}

function routeOf(route: Route): string {
  const { access, rate, right, narrowed, shows, trades, takesFactor, lockable, unbound, upload, answers } = route;
  const marks = {
    ...{
      rate,
      right,
      narrowed,
      shows,
      stepUp: takesSecondFactor(route),
      trades,
      takesFactor,
      lockable,
      unbound,
      upload,
    },
    ...{ answers, heedsTicket: route.heedsTicket, revalidated: route.revalidated, shownToStaff: route.shownToStaff },
    ...{ isLarge: route.isLarge, pieces: route.pieces?.join(',') },
  };
  const set = Object.entries(marks).filter(([, value]) => value !== undefined && value !== false);
  return [access, ...set.map(([name, value]) => (value === true ? name : `${name}=${String(value)}`))].join(' ');
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /[.]tsx?$/.test(name) && !/[.]spec[.]|^testing/.test(name))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'));
}

function keptKeys(): string[] {
  const texts = sourcesIn(CLIENT);
  const found = texts.flatMap((text) => [KEPT, KEY_FUNCTION].flatMap((form) => [...text.matchAll(form)]));
  return sorted(found.map(([, , key]) => key.replace(/\$\{[^}]*\}/g, '*')));
}

const sorted = (names: readonly string[]): string[] => [...new Set(names)].sort();

async function storedColumns(): Promise<Record<string, string>> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'contracts-'));
  const database = await openDatabase<ExchangeTables>({ dataDir }, 'exchange');
  try {
    const tables = await database.sql.withoutPlugins().introspection.getTables();
    const columnsOf = ({ columns }: (typeof tables)[number]) =>
      columns.map(({ name, dataType }) => `${name} ${dataType}`).join(', ');
    return Object.fromEntries(tables.map((table) => [table.name, columnsOf(table)]));
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function readModels(): Record<string, string> {
  const rows = Object.entries(TABLES_OF).flatMap(([model, names]) =>
    names.map((name) => {
      const { columns, key } = TABLES[name];
      const fields = Object.entries(columns).map(([field, { kind }]) => `${field} ${kind}`);
      return [`${model}.${TABLES[name].name}`, `${fields.join(', ')}; key ${key.join(', ')}`] as const;
    }),
  );
  return Object.fromEntries(rows);
}

async function present(): Promise<Contracts> {
  const rows = Object.values(AREAS).flatMap((area): Route[] => Object.values(area));
  const routes = rows.map((route) => [`${route.method} ${route.path}`, routeOf(route)] as const);
  const known = (['http', 'https'] as const).map((protocol) => knownCookieOf({ protocol }));
  return {
    routes: Object.fromEntries(routes.sort(([one], [other]) => (one < other ? -1 : 1))),
    channels: [SOCKET_PATH, ...sorted(CHANNELS)],
    intervals: [...INTERVALS],
    headers: sorted([STEP_UP_HEADER, RECOVERY_HEADER]),
    cookies: sorted([LOG_IN_COOKIE, ...known, LANGUAGE_COOKIE]),
    metrics: sorted(new Metrics().registry.getMetricsAsArray().map(({ name }) => name)),
    messages: sorted(MESSAGE_KEYS),
    storedColumns: await storedColumns(),
    readModels: readModels(),
    keptKeys: keptKeys(),
  };
}

let recorded: Contracts;
let now: Contracts;
beforeAll(async () => {
  now = await present();
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(RECORDED, `${JSON.stringify(now, null, 2)}\n`);
  recorded = JSON.parse(readFileSync(RECORDED, 'utf8'));
});

it.each([
  ...(['routes', 'channels', 'intervals', 'headers', 'cookies', 'metrics', 'messages'] as const),
  ...(['storedColumns', 'readModels', 'keptKeys'] as const),
])('the names of %s are unchanged', (kind) => {
  expect(now[kind]).toEqual(recorded[kind]);
});
