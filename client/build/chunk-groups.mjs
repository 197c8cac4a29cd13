/**
 * Assigns modules to chunks. By default the bundler makes a chunk per set of pages that share modules: hundreds of about a kilobyte. Each
 * costs a request with headers and, on a slow connection, a round trip. Therefore a first page needs few files: packages, app, and the
 * page's own; for the two terminals a shared chunk and one each. Modules shared by screens of the user centre and the admin form three
 * chunks: shared among these screens, shared with the rest of the site, and admin only.
 */
import path from 'node:path';

const PACKAGES =
  /node_modules[\\/](react|react-dom|scheduler|react-redux|@reduxjs|redux|immer|reselect|i18next|react-router)[\\/]|lucide-react[\\/]dist[\\/]esm[\\/](?!icons)|without-schemas$|rolldown[\\/]runtime/;

/** Packages as large as a page that few screens need. They get chunks of their own. */
const LARGE = {
  phone: /node_modules[\\/]libphonenumber-js[\\/]/,
  markdown: /node_modules[\\/]marked[\\/]/,
};

const MAIN = 'main.tsx';
const HOME = 'app/pages/home/home-page.tsx';
const PANELS = 'terminal/panels.tsx';
/** Entry modules of the terminals; their direct dynamic imports are added. */
const TERMINALS = { spot: 'products/spot/parts.tsx', contract: 'products/perpetual/parts.tsx' };
const QUOTES = 'app/pages/quotes/quotes-page.tsx';
/** The chart uses a library of its own, loaded beside the terminal. */
const CHART = 'terminal/chart/candle-chart.tsx';
const LOG_IN = 'products/identity/screens/entry/login-page.tsx';
/** Path patterns of user-centre screens, of admin screens and of all screens. */
const ACCOUNT =
  /^(app\/pages\/account|products\/(wallet\/screens|spot\/screens|perpetual\/screens\/orders|identity\/screens\/(messages|real-name|security)))\/|^products\/option\/screens\/option-records/;
const DESK = /^(admin|products\/[^/]+\/admin)\//;
const SCREEN = /^(app\/pages|admin|products\/[^/]+\/(screens|admin))\//;
const FRAMES = { 'app/pages/account/account-shell.tsx': 'account frame', 'admin/admin.tsx': 'desk frame' };
/** Path pattern of terminal parts, shared or of one product. */
const PART = /^(terminal\/[^/]+|kit\/[^/]+|products\/[^/]+\/(ticket|panels))\//;
/** Loaded with every page after log-in. */
const NOTICES = 'terminal/notices/order-notices.tsx';

/** In order of filling: a module's imports join its group unless an earlier group has them. */
const GROUPS = [
  ...['app', 'user', 'terminal', ...Object.keys(TERMINALS)],
  ...['entry', 'chart', 'parts', 'account', 'phone', 'desk', 'markdown'],
];

const source = path.resolve(import.meta.dirname, '../src');

/** Groups for `codeSplitting`. A module that matches two groups goes to the one of higher priority. */
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

/** Group by module id. */
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

/** For each module the kinds of screens and lazy parts that import it, one entry per importer. */
function usersOf(context) {
  const users = new Map();
  for (const root of lateParts(context)) {
    for (const id of reached([root], context)) users.set(id, [...(users.get(id) ?? []), kindOf(root)]);
  }
  return users;
}

/** Dynamically imported modules reachable from the app's entry. */
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

/** The user centre's frame and the admin's frame are kinds of their own: each gets the modules that no other kind uses. */
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

/** True if more than one screen behind log-in uses the module. The admin frame alone counts too, because it holds all admin screens. */
function isWanted(kinds) {
  const own = behindLogIn(kinds);
  return own.length > 1 || own.includes('desk frame');
}

/**
 * Admin screens share one chunk without the large packages. Other screens keep modules that only they use; shared modules go to a shared
 * chunk.
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

/** Name of the large package that the module is in or imports. */
function largeIn(id, context) {
  const needed = [...reached([id], context)];
  return Object.keys(LARGE).find((name) => needed.some((each) => LARGE[name].test(each)));
}

/** Modules of a terminal. Its parts are separate dynamic imports, loaded together with it. */
function terminal(file, context) {
  const roots = [file, PANELS].map((root) => path.join(source, root));
  const parts = roots.flatMap((id) => context.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
  return reached([...roots, ...parts.filter((id) => PART.test(placeIn(id)))], context);
}

/** The roots and everything they import statically. */
function reached(roots, context) {
  const ids = new Set(roots);
  for (const id of ids) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) ids.add(imported);
  return ids;
}
