/** Loads packages as Node does, once for all files of a worker; what is ours is loaded anew for each. */
const path = require('node:path');
const { default: Runtime } = require('jest-runtime');

const PACKAGES = `${path.sep}node_modules${path.sep}`;

class OneRealmRuntime extends Runtime {
  constructor(config, ...rest) {
    super(config, ...rest);
    const transformed = config.transformIgnorePatterns.map((pattern) => new RegExp(pattern));
    this.isLoadedByNode = (file) => file.includes(PACKAGES) && transformed.some((pattern) => pattern.test(file));
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

module.exports = { __esModule: true, default: OneRealmRuntime };
