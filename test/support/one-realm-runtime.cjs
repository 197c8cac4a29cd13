/**
 * Loads packages, and what the server and its tests share, as Node does: once for all files of a worker, so that what one
 * file has made quick is quick in the next. None of it keeps anything that an exchange could tell from another: a server's
 * own modules serve it for as long as its process lives. Tests and their tools are loaded anew for each file.
 */
const Module = require('node:module');
const path = require('node:path');
const { default: Runtime } = require('jest-runtime');

const ROOT = path.resolve(__dirname, '../..');
const PACKAGES = `${path.sep}node_modules${path.sep}`;
const OWN = ['server', 'shared'].map((folder) => path.join(ROOT, folder) + path.sep);
const IS_TEST = /[.]spec[.]ts$/;

/** By file: where jest keeps what tells the lines of its source. */
const sourceMaps = new Map();
/** Of the file that is running. */
let transforms;

Module._extensions['.ts'] = (module, file) => {
  module._compile(transforms.transform(file), file);
  const map = transforms.getSourceMaps().get(file);
  if (map !== undefined) sourceMaps.set(file, map);
};

class OneRealmRuntime extends Runtime {
  constructor(config, environment, resolver, transformer, cacheFS, coverageOptions, testPath, globalConfig) {
    super(config, environment, resolver, transformer, cacheFS, coverageOptions, testPath, globalConfig);
    const transformed = config.transformIgnorePatterns.map((pattern) => new RegExp(pattern));
    this.isLoadedByNode = (file) =>
      file.includes(PACKAGES) ? transformed.some((pattern) => pattern.test(file)) : isOwn(file);
    transforms = this.transformCache;
    // Whoever watches has changed something since.
    if (globalConfig?.watch || globalConfig?.watchAll) forgetOwn();
    for (const [file, map] of sourceMaps) transforms.getSourceMaps().set(file, map);
  }

  requireModule(from, name, options, isRequireActual) {
    if (name && !options?.isInternalModule && !this._resolution.isCoreModule(name)) {
      const file = this._resolution.resolveCjs(from, name);
      if (this.isLoadedByNode(file)) {
        return require.cache[file]?.loaded ? require(file) : this._environment.keeping(() => require(file));
      }
    }
    return super.requireModule(from, name, options, isRequireActual);
  }
}

function isOwn(file) {
  return OWN.some((folder) => file.startsWith(folder)) && !IS_TEST.test(file);
}

function forgetOwn() {
  for (const file of Object.keys(require.cache)) if (isOwn(file)) delete require.cache[file];
}

module.exports = { __esModule: true, default: OneRealmRuntime };
