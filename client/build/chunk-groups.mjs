/**
 * Which modules stand in one file. A bundler makes a file for each set of pages that share something, some hundreds of a kilobyte; each
 * costs a request and its headers, and on a slow line a turn of its own. So what a first page shows comes in few files: packages, the
 * app, and one of the page, or of what the two terminals share and of each.
 */
import path from 'node:path';

const PACKAGES =
  /node_modules[\\/](react|react-dom|scheduler|react-redux|@reduxjs|redux|immer|reselect|i18next|react-router)[\\/]|lucide-react[\\/]dist[\\/]esm[\\/](?!icons)|without-schemas$|rolldown[\\/]runtime/;

const MAIN = 'main.tsx';
const HOME = 'pages/home/home-page.tsx';
const PANELS = 'terminal/panels.tsx';
/** With what they load at once, by a route of their own. */
const TERMINALS = { spot: 'products/spot/parts.tsx', contract: 'products/contract/parts.tsx' };
const QUOTES = 'pages/quotes/quotes-page.tsx';
/** What draws it is a library of its own, which comes beside the terminal. */
const CHART = 'features/chart-market/candle-chart.tsx';
const LOG_IN = 'pages/login/login-page.tsx';

const source = path.resolve(import.meta.dirname, '../src');

/** For `codeSplitting`: of two groups that a module may be in, it is in the one of higher priority. */
export function chunkGroups() {
  let places = null;
  const placeOf = (id, context) => (places ??= placesIn(context)).get(id) ?? null;
  return [
    { name: 'packages', test: PACKAGES, priority: 9 },
    ...['app', 'common', 'terminal', ...Object.keys(TERMINALS), 'entry', 'chart'].map((group, index) => ({
      debugName: group,
      name: (id, context) => (placeOf(id, context) === group ? group : null),
      priority: 8 - index,
    })),
  ];
}

/** By the id of a module. */
function placesIn(context) {
  const of = (file) => reached([path.join(source, file)], context);
  const main = of(MAIN);
  const home = of(HOME);
  const [spot, contract] = Object.values(TERMINALS).map((file) => terminal(file, context));
  const logIn = of(LOG_IN);
  const places = new Map();
  for (const id of spot) places.set(id, contract.has(id) ? 'terminal' : 'spot');
  for (const id of contract) if (!spot.has(id)) places.set(id, 'contract');
  const ofOthers = new Set([...of(QUOTES), ...logIn]);
  for (const id of ofOthers) if (places.has(id)) places.set(id, 'common');
  for (const id of of(CHART)) if (!places.has(id)) places.set(id, 'chart');
  for (const id of logIn) if (!places.has(id)) places.set(id, 'entry');
  for (const id of home) if (places.has(id) || ofOthers.has(id)) places.set(id, 'app');
  for (const id of main) places.set(id, 'app');
  return places;
}

/** The parts that a terminal is made of are loaded beside it, each by a name of its own. */
function terminal(file, context) {
  const roots = [file, PANELS].map((root) => path.join(source, root));
  const parts = roots.flatMap((id) => context.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
  return reached([...roots, ...parts.filter((id) => id.includes(`${path.sep}features${path.sep}`))], context);
}

/** What runs before any of these does, and these. */
function reached(roots, context) {
  const ids = new Set(roots);
  for (const id of ids) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) ids.add(imported);
  return ids;
}
