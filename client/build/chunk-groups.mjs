/**
 * Which modules stand in one file. A bundler makes a file for each set of pages that share something, some hundreds of a kilobyte; each
 * costs a request and its headers, and on a slow line a turn of its own. So what a first page shows comes in few files: packages, the
 * app, and one of the page, or of what the two terminals share and of each. What screens of the user centre and the desk share comes in
 * three: with each other, with the rest of the site, and what only the desk has.
 */
import path from 'node:path';

const PACKAGES =
  /node_modules[\\/](react|react-dom|scheduler|react-redux|@reduxjs|redux|immer|reselect|i18next|react-router)[\\/]|lucide-react[\\/]dist[\\/]esm[\\/](?!icons)|without-schemas$|rolldown[\\/]runtime/;

/** What few screens need, and is as large as a page: no file that others load holds it. */
const LARGE = {
  phone: /node_modules[\\/]libphonenumber-js[\\/]/,
  markdown: /node_modules[\\/]marked[\\/]/,
};

const MAIN = 'main.tsx';
const HOME = 'pages/home/home-page.tsx';
const PANELS = 'terminal/panels.tsx';
/** With what they load at once, by a route of their own. */
const TERMINALS = { spot: 'products/spot/parts.tsx', contract: 'products/contract/parts.tsx' };
const QUOTES = 'pages/quotes/quotes-page.tsx';
/** What draws it is a library of its own, which comes beside the terminal. */
const CHART = 'features/chart-market/candle-chart.tsx';
const LOG_IN = 'products/identity/screens/entry/login-page.tsx';
/** Screens of the user centre, of the staff, and all of them, by their place in the source. */
const ACCOUNT =
  /^(pages\/account|products\/(wallet\/screens|spot\/screens|contract\/screens\/orders|identity\/screens\/(messages|real-name|security)))\/|^products\/option\/screens\/option-records/;
const DESK = /^(pages|products\/[^/]+)\/admin\//;
const SCREEN = /^(pages|products\/[^/]+\/(screens|admin))\//;
const FRAMES = { 'pages/account/account-shell.tsx': 'account frame', 'pages/admin/desk.tsx': 'desk frame' };
/** Parts of a terminal, common or of one product. */
const PART = /^(features|products\/[^/]+\/(ticket|panels))\//;
/** Beside every page of who is logged in. */
const NOTICES = 'features/order-notices/order-notices.tsx';

/** In the order in which they are filled: what a module needs goes with it, unless an earlier group has it. */
const GROUPS = [
  ...['app', 'user', 'terminal', ...Object.keys(TERMINALS)],
  ...['entry', 'chart', 'parts', 'account', 'phone', 'desk', 'markdown'],
];

const source = path.resolve(import.meta.dirname, '../src');

/** For `codeSplitting`: of two groups that a module may be in, it is in the one of higher priority. */
export function chunkGroups() {
  let places = null;
  const placeOf = (id, context) => (places ??= placesIn(context)).get(id) ?? null;
  return [
    { name: 'packages', test: PACKAGES, priority: GROUPS.length + 1 },
    ...GROUPS.map((group, index) => ({
      debugName: group,
      name: (id, context) => (placeOf(id, context) === group ? group : null),
      priority: GROUPS.length - index,
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
  const users = usersOf(context);
  const places = new Map();
  for (const id of spot) places.set(id, contract.has(id) ? 'terminal' : 'spot');
  for (const id of contract) if (!spot.has(id)) places.set(id, 'contract');
  for (const id of places.keys()) if (isWanted(users.get(id))) places.set(id, 'user');
  for (const id of of(NOTICES)) places.set(id, 'user');
  const ofOthers = new Set([...of(QUOTES), ...logIn]);
  for (const id of ofOthers) if (places.has(id)) places.set(id, 'app');
  for (const id of of(CHART)) if (!places.has(id)) places.set(id, 'chart');
  for (const id of logIn) if (!places.has(id)) places.set(id, 'entry');
  for (const [id, kinds] of users) {
    const place = places.has(id) ? null : placeBehindLogIn(kinds, largeIn(id, context));
    if (place) places.set(id, place);
  }
  for (const id of home) if (places.has(id) || ofOthers.has(id)) places.set(id, 'app');
  for (const id of main) places.set(id, 'app');
  return places;
}

/** Of each module: what kind of screens and late parts have it, one entry for each of them. */
function usersOf(context) {
  const users = new Map();
  for (const root of lateParts(context)) {
    for (const id of reached([root], context)) users.set(id, [...(users.get(id) ?? []), kindOf(root)]);
  }
  return users;
}

/** Everything that is loaded when it is first shown, from the start of the app on. */
function lateParts(context) {
  const known = new Set([path.join(source, MAIN)]);
  const late = new Set();
  for (const id of known) {
    const { importedIds = [], dynamicallyImportedIds = [] } = context.getModuleInfo(id) ?? {};
    for (const imported of [...importedIds, ...dynamicallyImportedIds]) known.add(imported);
    for (const imported of dynamicallyImportedIds) late.add(imported);
  }
  return late;
}

/** The frames of the user centre and of the desk are kinds of their own: each has all that nobody else does. */
function kindOf(root) {
  const place = placeIn(root);
  if (FRAMES[place]) return FRAMES[place];
  if (!SCREEN.test(place)) return 'part';
  if (DESK.test(place)) return 'desk';
  return ACCOUNT.test(place) ? 'account' : 'site';
}

function placeIn(id) {
  return path.relative(source, id).split(path.sep).join('/');
}

function behindLogIn(kinds = []) {
  return kinds.filter((kind) => kind !== 'site' && kind !== 'part');
}

/** Of what a terminal has: whether more than one screen behind the log-in has it too. The frame of the desk holds its screens. */
function isWanted(kinds) {
  const own = behindLogIn(kinds);
  return own.length > 1 || own.includes('desk frame');
}

/**
 * Screens of the desk are one file, without what is large. Others stay by themselves with what only they have, or share with one of the
 * site.
 */
function placeBehindLogIn(kinds, large) {
  const own = behindLogIn(kinds);
  const isOfDesk = own.length > 0 && own.length === kinds.length && own.every((kind) => kind.startsWith('desk'));
  if (isOfDesk && (!large || own.includes('desk frame'))) return 'desk';
  if (large) return kinds.length > 1 ? large : null;
  if (own.length === 0) return null;
  if (kinds.includes('site')) return kinds.length > 2 ? 'parts' : null;
  return kinds.length > 1 || own[0] === 'account frame' ? 'account' : null;
}

/** The name of the large package that a module is or needs. */
function largeIn(id, context) {
  const needed = [...reached([id], context)];
  return Object.keys(LARGE).find((name) => needed.some((each) => LARGE[name].test(each)));
}

/** The parts that a terminal is made of are loaded beside it, each by a name of its own. */
function terminal(file, context) {
  const roots = [file, PANELS].map((root) => path.join(source, root));
  const parts = roots.flatMap((id) => context.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
  return reached([...roots, ...parts.filter((id) => PART.test(placeIn(id)))], context);
}

/** What runs before any of these does, and these. */
function reached(roots, context) {
  const ids = new Set(roots);
  for (const id of ids) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) ids.add(imported);
  return ids;
}
