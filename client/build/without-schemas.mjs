/**
 * Removes zod schemas from the client. The server uses them for validation and to describe the interface. A page only needs their types,
 * the plain constants, and each route's method and path. `shared/wire` and the wire of each product are reduced to these, a quarter of the
 * size a first page would load. In the page a schema is undefined, so nothing can be validated with it.
 */
import { runnerImport } from 'vite';

const CONTRACT = /[\\/]shared[\\/](wire([\\/][\w-]+)?|products[\\/][\w-]+)[\\/][\w-]+\.ts$/;
/** Stub in place of zod for functions that build schemas. The page never calls them. */
const NO_ZOD = '\0without-schemas';

export function withoutSchemas() {
  return [withoutZod, contractAlone];
}

const withoutZod = {
  name: 'without-schemas',
  enforce: 'pre',
  resolveId(wanted, importer) {
    return wanted === 'zod' && CONTRACT.test(importer ?? '') ? NO_ZOD : null;
  },
  load(name) {
    return name === NO_ZOD ? 'export const z = new Proxy(() => z, { get: () => z });' : null;
  },
};

/** Runs after TypeScript, so its input is JavaScript. */
const contractAlone = {
  name: 'contract-alone',
  enforce: 'post',
  async transform(code, file) {
    if (!CONTRACT.test(file) || !code.includes('"zod"')) return null;
    const { module, dependencies } = await runnerImport(file);
    for (const dependency of dependencies) this.addWatchFile(dependency);
    const statements = this.parse(code).body;
    const values = new Map(statements.map((statement) => [statement, valuesOf(statement, module)]));
    const used = usedNames(statements.filter((statement) => !values.get(statement)));
    const written = statements.map((one) => values.get(one) ?? writtenAs(one, used, code));
    return { code: written.join('\n'), map: null, moduleSideEffects: false };
  },
};

/** Source text of exported constants as literals; null for statements that stay unchanged. */
function valuesOf({ type, declaration }, module) {
  if (type !== 'ExportNamedDeclaration' || declaration?.type !== 'VariableDeclaration') return null;
  const names = declaration.declarations.map(({ id }) => id.name);
  if (!names.every((name) => name.endsWith('_ROUTES') || isPlain(module[name]))) return null;
  return names.map((name) => `export const ${name} = ${valueOf(name, module[name])};`).join('\n');
}

/** Imports and locals, reduced to names that the remaining source uses. */
function writtenAs(statement, used, code) {
  const { type, specifiers, source, start, end } = statement;
  if (type === 'VariableDeclaration' && !namesDeclared(statement).some((name) => used.has(name))) return '';
  if (type !== 'ImportDeclaration') return code.slice(start, end);
  const listed = specifiers
    .filter(({ local }) => used.has(local.name))
    .map(({ imported, local }) => `${imported?.name ?? 'default'} as ${local.name}`);
  return listed.length === 0 ? '' : `import { ${listed.join(', ')} } from ${JSON.stringify(source.value)};`;
}

/** Names used by the remaining statements, directly or through locals. */
function usedNames(statements) {
  const isLocal = ({ type }) => type === 'VariableDeclaration';
  const used = new Set();
  for (const statement of statements) {
    if (!isLocal(statement) && statement.type !== 'ImportDeclaration') addNames(statement, used);
  }
  // Locals are declared before use, so the search runs from last to first.
  for (const local of statements.filter(isLocal).toReversed()) {
    if (namesDeclared(local).some((name) => used.has(name))) addNames(local, used);
  }
  return used;
}

function namesDeclared({ declarations }) {
  const names = new Set();
  for (const { id } of declarations) addNames(id, names);
  return [...names];
}

/** Collects identifiers except property names. */
function addNames(node, names) {
  if (Array.isArray(node)) for (const one of node) addNames(one, names);
  if (typeof node?.type !== 'string') return;
  if (node.type === 'Identifier') names.add(node.name);
  for (const [key, child] of Object.entries(node)) {
    const isPropertyName = !node.computed && (key === 'property' || (key === 'key' && !node.shorthand));
    if (!isPropertyName) addNames(child, names);
  }
}

function valueOf(name, value) {
  if (name.endsWith('_ROUTES')) return JSON.stringify(addressesOf(value));
  return value?._zod ? 'undefined' : JSON.stringify(value, (_, one) => (one?._zod ? undefined : one));
}

/** True if JSON represents the value exactly, apart from schemas, which are omitted. */
function isPlain(value) {
  if (typeof value !== 'object' || value === null) return !['function', 'bigint', 'symbol'].includes(typeof value);
  if (value._zod) return true;
  const isBare = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isBare && Object.values(value).every(isPlain);
}

function addressesOf(routes) {
  const rows = Object.entries(routes).map(([name, { method, path, answers }]) => [name, { method, path, answers }]);
  return Object.fromEntries(rows);
}
