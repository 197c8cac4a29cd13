// What browsers have and jsdom has not.
const { TextDecoder, TextEncoder } = require('node:util');
const { runInThisContext } = require('node:vm');
const { configure } = require('@testing-library/dom');

// A condition may take longer than the library's one second on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

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

// A desktop, in the dark, that nobody resizes. Each is replaced by a test that needs another.
globalThis.matchMedia ??= (media) => Object.assign(new globalThis.EventTarget(), { media, matches: false });
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
globalThis.Element.prototype.scrollIntoView ??= () => undefined;
// Node's own would keep the process alive: what is posted here arrives with the next turn, as in a browser.
globalThis.MessageChannel ??= class {
  constructor() {
    this.port1 = { onmessage: null };
    this.port2 = { postMessage: (data) => setTimeout(() => this.port1.onmessage?.({ data })) };
  }
};

// Of pseudo-elements jsdom knows nothing, and says so on the console.
const { getComputedStyle } = globalThis;
globalThis.getComputedStyle = (element) => getComputedStyle(element);

// React looks for its developer tools when it is loaded, and tells them of every commit: `client/src/testing/rendered.ts` listens.
globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ = { supportsFiber: true, inject: () => 1 };
