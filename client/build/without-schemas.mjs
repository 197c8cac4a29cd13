/**
 * The contract's schemas check at the server and describe the interface; a page needs the types alone, which cost nothing.
 * So what `shared/wire` builds with zod is not built in the browser: a quarter of what a first page would load. Types
 * and plain constants of those files are untouched. Who would check with a schema in the page is told so at once.
 */
const NAME = '\0without-schemas';
const CONTRACT = /[\\/]shared[\\/]wire[\\/]/;

const SOURCE = `
const checks = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync']);
export const z = new Proxy(() => z, {
  get(_target, name) {
    if (checks.has(name)) throw new Error('schemas are not built in the page');
    return z;
  },
});
`;

export function withoutSchemas() {
  return {
    name: 'without-schemas',
    enforce: 'pre',
    resolveId(wanted, importer) {
      return wanted === 'zod' && CONTRACT.test(importer ?? '') ? NAME : null;
    },
    load(name) {
      return name === NAME ? SOURCE : null;
    },
  };
}
