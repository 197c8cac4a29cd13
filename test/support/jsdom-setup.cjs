// What browsers have and jsdom has not.
const { TextDecoder, TextEncoder } = require('node:util');
const { runInThisContext } = require('node:vm');

Object.assign(globalThis, { TextDecoder, TextEncoder });

// Node's own classes of the network: a test stubs `fetch` and answers with a real Response.
const network = ['Headers', 'Request', 'Response', 'AbortController', 'AbortSignal'];
for (const name of network) globalThis[name] = runInThisContext(name);

// A page asks by the path alone.
globalThis.Request = class extends globalThis.Request {
  constructor(input, options) {
    super(typeof input === 'string' ? new globalThis.URL(input, globalThis.location.href) : input, options);
  }
};

// The browser's modal dialog, without what makes it modal.
globalThis.HTMLDialogElement.prototype.showModal ??= function () {
  this.open = true;
};
globalThis.HTMLDialogElement.prototype.close ??= function () {
  this.open = false;
};

// No test reaches a network it has not stubbed.
globalThis.fetch = async () => {
  throw new TypeError('Failed to fetch');
};
