/**
 * What several test files load is compiled for the first of them, and each function in it when it is first called by any of
 * them; what is ours is run anew for each all the same. In place of jest's own compiling, which begins from nothing each time.
 */
const vm = require('node:vm');

/** Stands for the context that Node itself runs in, which has no name. */
const HERE = Object.freeze({ here: true });
const IS_TEST = /[.]spec[.]tsx?$/;

const { compileFunction } = vm;
vm.compileFunction = (code, parameters, { parsingContext, ...options } = {}) => {
  if (parsingContext === undefined) return compileFunction(code, parameters, options);
  const isForOne =
    IS_TEST.test(options.filename) ||
    // Whoever imports later would be answered by the file that it was compiled for.
    hasImport(options.filename, code);
  if (!isForOne) return keptOf(code, parameters, options.filename).moduleIn(parsingContext);
  return compileFunction(code, parameters, parsingContext === HERE ? options : { ...options, parsingContext });
};

/** By file. */
const kept = new Map();
const importing = new Map();

function hasImport(file, code) {
  const known = importing.get(file);
  if (known?.code === code) return known.is;
  const is = code.includes('import(');
  importing.set(file, { code, is });
  return is;
}

/** The function around a module, which makes the module anew each time it is called. */
function keptOf(code, parameters, filename) {
  const known = kept.get(filename);
  const names = parameters.join();
  if (known?.code === code && known.names === names) return known;
  const opening = `(function (${names}) {`;
  const script = new vm.Script(`${opening}${code}\n})`, { filename, columnOffset: -opening.length });
  const here = script.runInThisContext();
  const moduleIn = (context) => (context === HERE ? here : script.runInContext(context));
  const made = { code, names, moduleIn };
  kept.set(filename, made);
  return made;
}

module.exports = { HERE };
