// Turns an ESM-only package over to CommonJS for jest. In ESM a module may declare `__dirname` and `__filename` itself, and
// in CommonJS that is a second declaration of the loader's own; so the package's names step aside.
const { createTransformer } = require('@swc/jest');

module.exports = {
  createTransformer(options) {
    const swc = createTransformer(options);
    return {
      ...swc,
      process: (source, file, transformOptions) =>
        swc.process(source.replace(/\b__(dirname|filename)\b/g, 'esm_$1'), file, transformOptions),
    };
  },
};
