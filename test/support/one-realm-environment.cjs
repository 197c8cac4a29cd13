/**
 * Node itself for tests, in place of a context of jest's own, in which every global name is looked up through a proxy:
 * there the core takes up to twice as long. With the runtime beside this file, packages and the server are loaded once for all
 * files of a worker. Of what a file does to the globals, the process and its environment nothing is left for the next one.
 */
const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const { HERE } = require('./compiled-once.cjs');

const timers = {
  idToRef: (id) => ({ id, ref: () => undefined, unref: () => undefined }),
  refToId: (timer) => timer?.id,
};

/** Names that packages have given to globals: they stay with the packages. */
const ofPackages = new Set();

module.exports = class OneRealmEnvironment {
  constructor({ projectConfig: config }) {
    this.global = globalThis;
    this.restoreGlobals = restorer(globalThis);
    this.restoreProcess = restorer(process);
    this.variables = { ...process.env };
    globalThis.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    const { global, moduleMocker } = this;
    this.fakeTimers = new LegacyFakeTimers({ config, global, moduleMocker, timerConfig: timers });
    this.fakeTimersModern = new ModernFakeTimers({ config, global });
  }

  async setup() {}

  /** What `load` adds to the globals is there for every file. */
  keeping(load) {
    const before = new Set(Reflect.ownKeys(globalThis));
    const loaded = load();
    for (const name of Reflect.ownKeys(globalThis)) if (!before.has(name)) ofPackages.add(name);
    return loaded;
  }

  async teardown() {
    this.moduleMocker.restoreAllMocks();
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    this.restoreGlobals();
    this.restoreProcess();
    for (const name of Object.keys(process.env)) if (!(name in this.variables)) delete process.env[name];
    Object.assign(process.env, this.variables);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return HERE;
  }
};

/** Of the own properties of an object as they are now. */
function restorer(object) {
  const before = Object.getOwnPropertyDescriptors(object);
  return () => {
    for (const name of Reflect.ownKeys(object)) {
      const was = before[name];
      if (ofPackages.has(name)) continue;
      if (was === undefined) delete object[name];
      else if (was.configurable) Object.defineProperty(object, name, was);
      else if (was.writable) object[name] = was.value;
    }
    for (const name of Reflect.ownKeys(before)) {
      if (!Object.hasOwn(object, name)) Object.defineProperty(object, name, before[name]);
    }
  };
}
